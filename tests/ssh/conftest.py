"""A server on the loopback, and clients that connect to it with asyncssh.

All files share one server whose sessions have no process, except `test_sessions.py`, which has a
real one. `make test` runs all of them in one worker.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from caravan_tui.serving import Server
from caravan_tui.sessions import admission
from tests.server.lobby_harness import AnyMove, server_config
from tests.ssh.ssh_client import SshClient
from tests.support.manual_timers import ManualTimers
from tests.support.stub_spawner import StubSpawner
from tests.support.until import until


@pytest.fixture(scope="session")
def timers() -> ManualTimers:
    """The clock of `server`."""
    return ManualTimers()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def shared_server(
    tmp_path_factory: pytest.TempPathFactory, timers: ManualTimers
) -> AsyncIterator[Server]:
    """A server that starts no process: its sessions are stubs, and it searches nothing."""
    config = server_config(tmp_path_factory.mktemp("server"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(admission, "INVITE_PENALTY", 0.0)
        patch.setattr(admission, "INVITE_ATTEMPTS_PER_MINUTE", 10_000.0)
        server = Server(config, pace=0.0, spawner=StubSpawner(), timers=lambda: timers)
        server.pool = AnyMove()
        await server.start()
        yield server
        await server.stop()


@pytest.fixture
def server(shared_server: Server) -> Server:
    """The server that a test connects to."""
    return shared_server


@pytest_asyncio.fixture(loop_scope="session")
async def new_client(server: Server) -> AsyncIterator[Any]:
    """Creates clients, and disconnects them afterwards."""
    made: list[SshClient] = []

    def make(key: Any = None) -> SshClient:
        made.append(SshClient(server.port, key))
        return made[-1]

    yield make
    for client in made:
        await client.close()
    await until(lambda: not server.sessions and not len(server.gate))
