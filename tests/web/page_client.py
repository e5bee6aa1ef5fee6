"""A page without a browser: a client of the door that speaks HTTP and its websocket."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import aiohttp
import msgspec

_CODES = re.compile(
    rb"\x1b\][^\x07\x1b]*(\x07|\x1b\\)|\x1b\[[0-9;?<>=]*[ -/]*[@-~]|\x1b[()].|\x1b."
)

PATIENCE = 45.0
"""Seconds after which something does not come any more, also on a slow machine that is busy."""


class PageClient:
    """A browser's page, and what its terminal has received."""

    def __init__(self, address: str, origin: str = "") -> None:
        """`address` of the page; `origin`: what it says as its own, if not the true one."""
        self.address = address.rstrip("/")
        self.origin = origin or self.address
        self.http = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))
        self.received = bytearray()
        self.offset = 0
        self.session = ""
        self.messages: list[dict[str, Any]] = []
        self.socket: aiohttp.ClientWebSocketResponse | None = None
        self.confirms = True
        self._heard = 0
        self._reading: asyncio.Task[None] | None = None
        self._has_news = asyncio.Event()

    async def post(self, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
        """Send JSON; the status and the answer."""
        async with self.http.post(
            self.address + path,
            data=msgspec.json.encode(body or {}),
            headers={"Origin": self.origin, "Content-Type": "application/json", **headers},
        ) as response:
            is_json = response.content_type == "application/json"
            return response.status, await (response.json() if is_json else response.text())

    async def get(self, path: str, **headers: str) -> aiohttp.ClientResponse:
        """A page or file."""
        async with self.http.get(self.address + path, headers=headers) as response:
            await response.read()
            return response

    async def connect(self, **headers: str) -> aiohttp.ClientWebSocketResponse:
        """Open the websocket. Raises WSServerHandshakeError if it is refused."""
        self.socket = await self.http.ws_connect(
            self.address + "/terminal", headers={"Origin": self.origin, **headers}
        )
        return self.socket

    async def say(self, **message: Any) -> None:
        """Send a message."""
        assert self.socket is not None
        await self.socket.send_str(msgspec.json.encode(message).decode())

    async def open(self, takes_over: bool = False, size: tuple[int, int] = (100, 30)) -> PageClient:
        """Connect, start or go on with the session, and wait for the first answer."""
        await self.connect()
        await self.say(
            type="hello", columns=size[0], rows=size[1], session=self.session, offset=self.offset,
            takes_over=takes_over,
        )  # fmt: skip
        heard = self._heard
        self._reading = asyncio.create_task(self._read())
        await self._wait(lambda: self._heard > heard, "an answer")
        return self

    async def _read(self) -> None:
        assert self.socket is not None
        async for message in self.socket:
            if message.type is aiohttp.WSMsgType.BINARY:
                self.received += message.data
                self.offset += len(message.data)
                if self.confirms:
                    await self.say(type="confirm", offset=self.offset)
            elif message.type is aiohttp.WSMsgType.TEXT:
                facts = msgspec.json.decode(message.data)
                self.messages.append(facts)
                self._heard += 1
                if facts["type"] == "attached":
                    self.session = facts["session"]
                    if facts["fresh"]:
                        self.offset = facts["offset"]
                        self.received.clear()
            self._has_news.set()
        self._has_news.set()

    async def sign_up(self, name: str, code: str = "") -> PageClient:
        """Create an account, and open the first session, up to the home screen."""
        status, answer = await self.post("/api/account", {"name": name, "code": code})
        assert (status, answer) == (200, {"name": name}), answer
        await self.open()
        await self.wait_for_text("Lobby")
        return self

    @property
    def text(self) -> str:
        """What was received, without escape sequences."""
        return _CODES.sub(b" ", bytes(self.received)).decode("utf-8", "replace")

    async def wait_for_text(self, text: str) -> None:
        """Wait until this text was received."""
        await self._wait(lambda: text in self.text, text)

    async def wait_for_message(self, kind: str) -> dict[str, Any]:
        """Wait for a message of this type, and take it out of `messages`."""
        await self._wait(lambda: any(each["type"] == kind for each in self.messages), kind)
        message = next(each for each in self.messages if each["type"] == kind)
        self.messages.remove(message)
        return message

    async def _wait(self, is_there: Any, what: str) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                while not is_there():
                    self._has_news.clear()
                    await self._has_news.wait()
        except TimeoutError:
            raise AssertionError(
                f"{what!r} does not come; {self.messages} {self.text[-1000:]!r}"
            ) from None

    async def type(self, keys: str) -> None:
        """Press keys."""
        assert self.socket is not None
        await self.socket.send_bytes(keys.encode())

    async def drop(self) -> None:
        """Lose the connection, without a word to the server."""
        assert self.socket is not None and self._reading is not None
        self._reading.cancel()
        response = self.socket._response
        assert response.connection is not None and response.connection.transport is not None
        response.connection.transport.abort()

    async def wait_closed(self) -> int | None:
        """Wait until the server has closed the websocket; its code."""
        assert self._reading is not None and self.socket is not None
        await asyncio.wait_for(asyncio.shield(self._reading), PATIENCE)
        return self.socket.close_code

    async def close(self) -> None:
        """Close everything."""
        if self._reading is not None:
            self._reading.cancel()
        await self.http.close()
