"""Twenty newcomers in the same instant, in browsers and over SSH: how soon each sees the lobby."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
import time
from pathlib import Path

import aiohttp
import msgspec

from bench.load_server import HOME_TEXT, Client, Server, cpu, memory, print_figure, share

AT_ONCE = 20
COLUMNS, ROWS = 100, 30
PATIENCE = 30.0
"""Seconds."""
ROUNDS = 3
"""How often all of them come."""


class Page:
    """What a browser's page says and receives, without a browser."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))
        self.seen = bytearray()
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._reading: asyncio.Task[None] | None = None

    async def sign_up(self, name: str) -> None:
        """Create an account, without a session."""
        async with self.http.post(
            f"{self.address}/api/account",
            data=msgspec.json.encode({"name": name}),
            headers={"Origin": self.address, "Content-Type": "application/json"},
        ) as response:
            assert response.status == 200, await response.text()

    async def open(self, wanted: bytes = HOME_TEXT) -> float:
        """Open a session; seconds from the start of the connection to its first frame."""
        self.seen.clear()
        began = time.perf_counter()
        socket = await self.http.ws_connect(
            f"{self.address}/terminal", headers={"Origin": self.address}
        )
        self._socket = socket
        await socket.send_str(
            msgspec.json.encode({"type": "hello", "columns": 100, "rows": 30}).decode()
        )
        drawn = asyncio.Event()
        self._reading = asyncio.create_task(self._read(socket, wanted, drawn))
        await asyncio.wait_for(drawn.wait(), PATIENCE)
        return time.perf_counter() - began

    async def _read(
        self, socket: aiohttp.ClientWebSocketResponse, wanted: bytes, drawn: asyncio.Event
    ) -> None:
        offset = 0
        async for message in socket:
            if message.type is aiohttp.WSMsgType.BINARY:
                offset += len(message.data)
                if not drawn.is_set():
                    self.seen += message.data
                    if wanted in self.seen:
                        drawn.set()
                await _say(socket, type="confirm", offset=offset)

    async def quit(self) -> None:
        """Leave with the key of the app, and wait until the server has ended the session."""
        if self._socket is not None and self._reading is not None:
            with contextlib.suppress(OSError):
                await self._socket.send_bytes(b"\x11")  # Ctrl+Q
            await asyncio.wait({self._reading}, timeout=PATIENCE)

    async def close(self) -> None:
        """Close everything."""
        if self._reading is not None:
            self._reading.cancel()
        await self.http.close()


async def _say(socket: aiohttp.ClientWebSocketResponse, **message: object) -> None:
    await socket.send_str(msgspec.json.encode(message).decode())


async def pages() -> bool:
    """Many newcomers at once, by both doors."""
    print(f"pages: {AT_ONCE} first frames in the same instant")
    with tempfile.TemporaryDirectory(prefix="load") as home:
        async with Server(Path(home), AT_ONCE, has_web=True) as server:
            browsers = [Page(server.web_address) for _number in range(AT_ONCE)]
            for number, page in enumerate(browsers):
                await page.sign_up(f"Page {number}")
            await asyncio.sleep(2.0)
            alone: list[float] = []
            for page in browsers[:5]:
                alone.append(await page.open())
                await asyncio.sleep(1.0)
                await page.quit()
            print_figure("first frame in a browser, alone, most of 5", share(alone), "ms", 500)
            good = True
            for _round in range(ROUNDS):
                good &= await _meet(server, browsers)
            for page in browsers:
                await page.close()
            await asyncio.sleep(2.0)
            clients = [Client(server.config.port, key) for key in server.keys]
            frames = await asyncio.gather(*(client.open() for client in clients))
            good &= print_figure("over SSH, p95", share(list(frames)), "ms", 500)
            for client in clients:
                client.close()
    return good


async def _meet(server: Server, browsers: list[Page]) -> bool:
    """All pages open a session in the same instant, and leave."""
    await asyncio.sleep(2.0)
    before = cpu(server.family())
    frames = list(await asyncio.gather(*(page.open() for page in browsers)))
    used = 1000 * (cpu(server.family()) - before) / AT_ONCE
    good = print_figure("in a browser, p95", share(frames), "ms", 500)
    print(f"  {'in a browser, p50':<52} {share(frames, 0.5):9.1f} ms")
    print(f"  {'processor time of one, server and session':<52} {used:9.1f} ms")
    await asyncio.sleep(3.0)
    used = 1000 * (cpu(server.family()) - before) / AT_ONCE
    print(f"  {'the same 3 s later':<52} {used:9.1f} ms")
    sizes = [memory(pid) for pid in await server.pids()]
    print(f"  {'memory of a session (PSS), mean':<52} {sum(sizes) / len(sizes):9.1f} MiB")
    await asyncio.gather(*(page.quit() for page in browsers))
    return good
