"""A server says that it starts, and once it has said how to connect it stops in order."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from pathlib import Path

import pytest

from caravan_tui import serving
from caravan_tui.serving import Server, startup_lines, stop_line
from tests.server.lobby_harness import AnyMove, server_config
from tests.support.stub_spawner import StubSpawner


class _SlowSpawner(StubSpawner):
    """Is ready once it is told so."""

    def __init__(self) -> None:
        super().__init__()
        self.ready = asyncio.Event()

    async def start(self) -> None:
        await self.ready.wait()


async def test_a_start_that_takes_a_while_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "QUIET_SECONDS", 0.01)
    spawner, lines = _SlowSpawner(), list[str]()
    server = Server(server_config(tmp_path), spawner=spawner)
    server.pool = AnyMove()

    def say(line: str) -> None:
        lines.append(line)
        spawner.ready.set()

    async with asyncio.timeout(60):
        await serving.start_with_progress(server, say)
    await server.stop()
    assert lines == ["Starting. This machine is busy: it may take a minute."]


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


async def test_who_stops_a_server_reads_that_it_stops_and_how_long_players_have(
    tmp_path: Path,
) -> None:
    server = Server(server_config(tmp_path), spawner=StubSpawner())
    server.pool = AnyMove()
    await server.start()
    lines: list[str] = []
    async with asyncio.timeout(30):
        await server.serve(
            lambda: os.kill(os.getpid(), signal.SIGTERM), lambda: lines.append(stop_line(server))
        )
    assert lines == ["Stopping ..."]
    server.config.shutdown_notice = 5.0
    server.services.sessions.add(object())  # type: ignore[arg-type]
    assert stop_line(server).startswith("Stopping: 1 player is notified and has 5 s.")


async def test_the_line_for_codes_can_be_typed_in_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    config = server_config(Path("our server"), policy="invite")
    server = Server(config, spawner=StubSpawner())
    server.pool = AnyMove()
    await server.start()
    await server.stop()
    lines = startup_lines(server)
    assert any(line.endswith(f"--home '{tmp_path}/our server'") for line in lines)


async def test_a_port_left_to_the_system_is_one_for_all_addresses(tmp_path: Path) -> None:
    server = Server(server_config(tmp_path, host="", port=0), spawner=StubSpawner())
    server.pool = AnyMove()
    await server.start()
    try:
        assert server.port > 0
        for address in ("127.0.0.1", "::1") if socket.has_dualstack_ipv6() else ("127.0.0.1",):
            _reader, writer = await asyncio.open_connection(address, server.port)
            writer.close()
    finally:
        await server.stop()


async def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        server = Server(server_config(tmp_path, host="127.0.0.1", port=port), spawner=StubSpawner())
        server.pool = AnyMove()
        with pytest.raises(OSError, match=f"at 127.0.0.1:{port}: the port is in use"):
            await server.start()
        assert not server.config.admin_token.exists(), "no key to a server that does not run"
        await server.stop()
