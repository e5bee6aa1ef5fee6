"""A match of two people behind a socket, for the tests of what passes through it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from caravan_tui.bus import wire
from caravan_tui.bus.connection import Limits
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import (
    GetPosition,
    Position,
    table_topic,
)
from caravan_tui.bus.permissions import Access
from caravan_tui.bus.socket import SocketBus
from caravan_tui.bus.socket_server import BusServer
from caravan_tui.bus.table import TableHost
from caravan_tui.engine import Match, Seat
from tests.support.until import until


class House:
    """A bus with one match of two people, its host, and the server of a socket."""

    def __init__(self, folder: Path, limits: Limits | None = None) -> None:
        self.bus = LocalBus()
        self.host = TableHost(self.bus)
        self.match = Match.new("sahara", {}, [Seat("person", "Ada"), Seat("person", "Bo")], 5)
        self.id = self.match.record.id
        self.host.open(self.match)
        self.server = BusServer(self.bus, folder / "bus" / "socket", limits)
        self.clients: list[SocketBus] = []
        self.table = table_topic(self.id)

    def token(self, name: str, seat: int | None) -> str:
        access = Access(name)
        if seat is None:
            access.watches.add(self.id)
        else:
            access.sit(self.id, seat)
        return self.server.admit(access)

    async def client(self, name: str = "Ada", seat: int | None = 0) -> SocketBus:
        return await self.connect(self.token(name, seat))

    async def connect(self, token: str) -> SocketBus:
        client = await SocketBus.connect(self.server.path, token)
        self.clients.append(client)
        return client

    async def raw(
        self, token: str | None = None
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_unix_connection(str(self.server.path))
        if token is not None:
            writer.write(wire.pack("hello", token))
            assert await wire.read(reader, 1000, 5) == ["welcome"]
        return reader, writer

    async def alive(self) -> None:
        """The server still serves somebody new, and the match is as it was."""
        client = await self.client("check", 0)
        position = await client.request(self.table, GetPosition(self.id, 0))
        assert isinstance(position, Position)
        assert position.version == self.match.version
        await client.close()

    async def stop(self) -> None:
        for client in self.clients:
            await client.close()
        await self.server.close()
        await self.host.close_all()


def descriptors_open() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


async def soon(condition: Callable[[], object]) -> None:
    """Wait for something that other tasks are about to do."""
    await until(condition)
