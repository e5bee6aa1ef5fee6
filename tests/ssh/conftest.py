"""A server on the loopback, and players who come with asyncssh as their client."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from caravan_tui.ssh.server import Server
from tests.ssh.lobby_help import House
from tests.ssh.ssh_help import Player, config, until


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    """A server for a whole file of tests."""
    one = Server(config(tmp_path_factory.mktemp("server")), pace=0.0)
    await one.start()
    yield one
    await one.stop()


@pytest_asyncio.fixture(loop_scope="module")
async def player(server: Server) -> AsyncIterator[Any]:
    """Makes players, and lets them go afterwards."""
    made: list[Player] = []

    def make(key: Any = None) -> Player:
        made.append(Player(server.port, key))
        return made[-1]

    yield make
    for one in made:
        await one.close()
    await until(lambda: not server.visits)


@pytest_asyncio.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A lobby without SSH."""
    one = await House(tmp_path / "home").start()
    yield one
    await one.close()
