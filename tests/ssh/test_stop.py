"""A server that says how to connect stops in order from then on."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

from caravan_tui.serving import Server
from tests.server.lobby_harness import AnyMove, server_config
from tests.support.stub_spawner import StubSpawner


async def test_a_signal_right_after_the_announcement_stops_the_server_in_order(
    tmp_path: Path,
) -> None:
    server = Server(server_config(tmp_path), spawner=StubSpawner())
    server.pool = AnyMove()
    await server.start()
    assert server.config.admin_token.exists()
    async with asyncio.timeout(30):
        await server.serve(lambda: os.kill(os.getpid(), signal.SIGTERM))
    assert not server.config.admin_token.exists()
