"""A server with a door for browsers on the loopback, whose sessions have no process."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from caravan_tui.server.config import Config
from caravan_tui.serving import Server
from caravan_tui.sessions import admission
from tests.server.lobby_harness import AnyMove, server_config
from tests.support.manual_timers import ManualTimers
from tests.support.stub_spawner import StubSpawner
from tests.support.until import until
from tests.web.page_client import PageClient


@pytest.fixture(scope="session")
def timers() -> ManualTimers:
    """The clock of `server`."""
    return ManualTimers()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def server(
    tmp_path_factory: pytest.TempPathFactory, timers: ManualTimers
) -> AsyncIterator[Server]:
    """A server that starts no process: its sessions are stubs, and it searches nothing."""
    config: Config = server_config(tmp_path_factory.mktemp("server"))
    config.web = ("127.0.0.1", 0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(admission, "INVITE_PENALTY", 0.0)
        patch.setattr(admission, "INVITE_ATTEMPTS_PER_MINUTE", 10_000.0)
        patch.setattr("caravan_tui.web.door.REQUEST_BURST", 100_000)
        served = Server(config, pace=0.0, spawner=StubSpawner(), timers=lambda: timers)
        served.pool = AnyMove()
        await served.start()
        yield served
        await served.stop()


@pytest.fixture
def address(server: Server) -> str:
    """Where the page is."""
    assert server.web is not None
    return server.web.address


@pytest_asyncio.fixture(loop_scope="session")
async def new_page(server: Server, address: str) -> AsyncIterator[Any]:
    """Creates pages, and ends them and their sessions afterwards."""
    made: list[PageClient] = []

    def make(origin: str = "") -> PageClient:
        made.append(PageClient(address, origin))
        return made[-1]

    yield make
    for page in made:
        await page.close()
    for session in [*server.sessions]:
        session.end("")
    await until(lambda: not server.sessions and not len(server.gate))
