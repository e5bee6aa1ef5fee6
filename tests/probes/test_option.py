"""`serve --metrics`: what is wrong with it is one line, and then no server starts."""

from __future__ import annotations

import asyncio
import importlib.util
import signal
import socket
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from caravan_tui.cli import main
from caravan_tui.cli.params import ListenAddress
from tests.probes.http_client import get


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("9464", ("127.0.0.1", 9464)),
        (":0", ("127.0.0.1", 0)),
        ("0.0.0.0:65535", ("0.0.0.0", 65535)),
        ("monitor:80", ("monitor", 80)),
        ("[::1]:9464", ("::1", 9464)),
    ],
)
def test_an_address_is_a_port_or_a_host_and_a_port(typed: str, address: tuple[str, int]) -> None:
    assert ListenAddress().convert(typed, None, None) == address


@pytest.mark.parametrize(
    "typed", ["", "x", "-1", "65536", "99999999999", "127.0.0.1:", "::1:80", "[::1]", "1:2:3", "٣"]
)
def test_another_address_is_a_mistake(typed: str) -> None:
    with pytest.raises(click.BadParameter, match="9464"):
        ListenAddress().convert(typed, None, None)


def serve(home: Path, capsys: pytest.CaptureFixture[str], metrics: str) -> tuple[int, list[str]]:
    """The exit code and the lines on stderr."""
    code = main.run(["serve", "--home", str(home), "--port", "0", "--metrics", metrics])
    return code, capsys.readouterr().err.splitlines()


def test_a_wrong_port_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = serve(tmp_path, capsys, "70000")
    assert code == 2 and len(lines) == 1 and "70000" in lines[0]
    assert not list(tmp_path.iterdir())


def test_a_missing_library_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    find_spec = importlib.util.find_spec

    def without(name: str, package: str | None = None) -> Any:
        return None if name == "prometheus_client" else find_spec(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", without)
    code, lines = serve(tmp_path, capsys, "0")
    assert code == 2 and len(lines) == 1 and "caravan_tui[metrics]" in lines[0]
    assert not list(tmp_path.iterdir())


def test_a_taken_port_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(main, "_discard_output", lambda: None)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, lines = serve(tmp_path, capsys, str(port))
    assert code == 1 and len(lines) == 1
    assert f"127.0.0.1:{port}" in lines[0] and "in use" in lines[0]
    assert not (tmp_path / "bus").exists()


async def test_a_served_page_and_its_address_in_the_first_lines(tmp_path: Path) -> None:
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "caravan_tui", "serve", "--home", str(tmp_path), "--port", "0",
        "--host", "127.0.0.1", "--workers", "1", "--metrics", "0", stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert server.stdout is not None
    try:
        async with asyncio.timeout(60):
            while b"http://127.0.0.1:" not in (line := await server.stdout.readline()):
                assert line, "the server has ended"
            port = int(line.rpartition(b":")[2].partition(b"/")[0])
            assert await get(port, "/readyz") == (200, "ready\n")
            assert "caravan_search_workers 1.0" in (await get(port, "/metrics"))[1]
            server.send_signal(signal.SIGTERM)
            assert await server.wait() == 0
    finally:
        if server.returncode is None:
            server.kill()
            await server.wait()
