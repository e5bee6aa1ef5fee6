"""A line between a host and a broker, which can be cut: nothing is refused, nothing arrives."""

from __future__ import annotations

import asyncio
import contextlib

CHUNK = 1 << 16


class Line:
    """Listens for a host, and carries what it says to a broker and back.

    What is under way when the line is cut arrives late, once it is mended, as with a network that
    sends again: so a host that was given up meanwhile tries to write what it had in mind.
    """

    def __init__(self, port: int) -> None:
        """`port`: of the broker."""
        self._broker_port = port
        self._is_open = asyncio.Event()
        self._is_open.set()
        self._server: asyncio.Server | None = None
        self._carrying: set[asyncio.Task[None]] = set()
        self.port = 0

    async def start(self) -> None:
        """Listen from now on."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    def cut(self) -> None:
        """Carry nothing."""
        self._is_open.clear()

    def mend(self) -> None:
        """Carry what has waited, and what comes."""
        self._is_open.set()

    async def close(self) -> None:
        """Listen no longer."""
        if self._server is not None:
            self._server.close()
        for task in self._carrying:
            task.cancel()
        await asyncio.gather(*self._carrying, return_exceptions=True)

    def _accept(self, host: asyncio.StreamReader, to_host: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._carry(host, to_host))
        self._carrying.add(task)
        task.add_done_callback(self._carrying.discard)

    async def _carry(self, host: asyncio.StreamReader, to_host: asyncio.StreamWriter) -> None:
        async with contextlib.AsyncExitStack() as closing:
            closing.callback(to_host.close)
            await self._is_open.wait()
            try:
                broker, to_broker = await asyncio.open_connection("127.0.0.1", self._broker_port)
            except OSError:
                return
            closing.callback(to_broker.close)
            ways = [
                asyncio.create_task(self._pump(host, to_broker)),
                asyncio.create_task(self._pump(broker, to_host)),
            ]
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while chunk := await reader.read(CHUNK):
                await self._is_open.wait()
                writer.write(chunk)
                await writer.drain()
