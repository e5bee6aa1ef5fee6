"""A TCP balancer in front of the server: limits and log see the client's own address, and a header
that cannot be believed ends the connection."""

from __future__ import annotations

import asyncio
import json
import shutil
import socket
import struct
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import asyncssh
import click
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from caravan_tui.cli.params import Networks
from caravan_tui.server.audit_log import AuditLog
from caravan_tui.serving import Server
from caravan_tui.ssh import proxy_protocol
from caravan_tui.ssh.proxy_protocol import (
    HEADER_SECONDS,
    LONGEST,
    SIGNATURE,
    HeaderError,
    ProxyListener,
    plain_address,
    read_header,
)
from tests.server.lobby_harness import AnyMove, server_config
from tests.ssh.ssh_client import PATIENCE, SshClient
from tests.support.stub_spawner import StubSpawner
from tests.support.until import until


def header(source: str, extra: bytes = b"", **more: int) -> bytes:
    """A header as a balancer sends it for a client at this address."""
    address = ip_address(source)
    target = ip_address("127.0.0.1" if address.version == 4 else "::1")
    family = more.get("family", 0x11 if address.version == 4 else 0x21)
    body = address.packed + target.packed + struct.pack("!HH", 40000, 2222) + extra
    length = more.get("length", len(body))
    return SIGNATURE + struct.pack("!BBH", more.get("command", 0x21), family, length) + body


LOCAL = SIGNATURE + b"\x20\x00\x00\x00"


def in_pieces(data: bytes, size: int) -> tuple[Callable[[int], Awaitable[bytes]], bytearray]:
    """A `receive` that gives at most `size` bytes at once, and what it has not given yet."""
    left = bytearray(data)

    async def receive(count: int) -> bytes:
        piece = bytes(left[: min(count, size)])
        del left[: len(piece)]
        return piece

    return receive, left


# The header


@given(
    st.one_of(st.ip_addresses(v=4), st.ip_addresses(v=6)),
    st.binary(max_size=LONGEST - 36),
    st.integers(1, 300),
)
def test_a_header_gives_the_address_and_leaves_what_follows(
    source: Any, extra: bytes, size: int
) -> None:
    receive, left = in_pieces(header(str(source), extra) + b"SSH-2.0-x\r\n", size)
    assert asyncio.run(read_header(receive)) == plain_address(str(source))
    assert left == b"SSH-2.0-x\r\n"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"SSH-2.0-OpenSSH_9.2\r\n", "missing"),
        (b"PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n", "version 1"),
        (SIGNATURE[:-1], "cut off"),
        (header("1.2.3.4")[:-1], "cut off"),
        (header("1.2.3.4", command=0x11), "wrong version or command"),
        (header("1.2.3.4", command=0x31), "wrong version or command"),
        (header("1.2.3.4", command=0x22), "wrong version or command"),
        (header("1.2.3.4", length=LONGEST + 1), "too long"),
        (header("1.2.3.4", length=11), "too short"),
        (header("::1", length=12), "too short"),
        (header("1.2.3.4", family=0x00), "not TCP over IP"),
        (header("1.2.3.4", family=0x12), "not TCP over IP"),
        (header("1.2.3.4", 300 * b"x", family=0x31), "not TCP over IP"),
    ],
)
async def test_another_header_is_refused_with_a_reason(data: bytes, why: str) -> None:
    receive, _left = in_pieces(data, 7)
    with pytest.raises(HeaderError) as caught:
        await read_header(receive)
    assert str(caught.value) == why


@given(st.binary(max_size=80), st.booleans())
@example(b"", False)
def test_no_bytes_break_the_reader(data: bytes, is_signed: bool) -> None:
    receive, _left = in_pieces((SIGNATURE if is_signed else b"") + data, 16)
    try:
        address = asyncio.run(read_header(receive))
    except HeaderError:
        return
    except EOFError:
        assert not data and not is_signed
        return
    assert is_signed and (address is None or ip_address(address))


def test_addresses_and_networks_are_read_and_others_named() -> None:
    typed = Networks().convert("10.0.0.7, fd00::/64", None, None)
    assert typed == (ip_network("10.0.0.7/32"), ip_network("fd00::/64"))
    for wrong in ("", "balancer", "10.0.0.1/24", "10.0.0.7,,10.0.0.8"):
        with pytest.raises(click.BadParameter, match="is not an address"):
            Networks().convert(wrong, None, None)


# The server


async def started(home: Path, proxies: str, **more: Any) -> Server:
    config = server_config(home, proxies=(ip_network(proxies),), **more)
    server = Server(config, pace=0.0, spawner=StubSpawner())
    server.pool = AnyMove()
    await server.start()
    return server


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """A server that believes the loopback."""
    server = await started(tmp_path, "127.0.0.0/8", max_sessions_per_address=1)
    yield server
    await server.stop()


class BalancedClient(SshClient):
    """A client whose connection a balancer has opened for it."""

    def __init__(self, port: int, address: str) -> None:
        super().__init__(port)
        self.address = address

    async def connect(self, **more: Any) -> Any:
        line = socket.create_connection(("127.0.0.1", self.port))
        line.sendall(header(self.address, b"\x04\x00\x01x"))
        line.setblocking(False)
        return await super().connect(sock=line, **more)


async def exchange(server: Server, data: bytes, seconds: float = PATIENCE) -> bytes:
    """What comes back until the server closes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        async with asyncio.timeout(seconds):
            writer.write(data)
            return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


def refusals(server: Server) -> list[dict[str, Any]]:
    """The lines of the log about refusals."""
    lines = server.config.log_file.read_text("utf-8").splitlines()
    return [line for line in map(json.loads, lines) if line["event"] == "refused"]


@pytest.mark.parametrize("address", ["203.0.113.9", "2001:db8::9"])
async def test_a_session_has_the_address_of_its_client(server: Server, address: str) -> None:
    client = await BalancedClient(server.port, address).sign_up("Anna")
    assert [connection.address for _number, connection in server.open_connections()] == [address]
    assert [other.address for other in server.lobby.clients.values()] == [address]
    await client.close()
    await until(lambda: not server.open_connections())


async def test_limits_count_the_clients_and_not_the_balancer(server: Server) -> None:
    anna = await BalancedClient(server.port, "203.0.113.1").sign_up("Anna")
    ben = await BalancedClient(server.port, "203.0.113.2").sign_up("Ben")
    carl = await BalancedClient(server.port, "203.0.113.2").open()
    await carl.wait_for_text("Too many sessions from your address")
    for client in (anna, ben, carl):
        await client.close()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"SSH-2.0-OpenSSH_9.2\r\n", "missing"),
        (header("1.2.3.4", length=LONGEST + 1), "too long"),
        (header("1.2.3.4", command=0x2F), "wrong version or command"),
    ],
)
async def test_a_wrong_header_ends_the_connection_with_one_line_in_the_log(
    server: Server, data: bytes, why: str
) -> None:
    assert await exchange(server, data) == b""
    (line,) = refusals(server)
    assert (line["what"], line["address"], line["why"]) == ("proxy header", "127.0.0.1", why)
    assert not server.open_connections()


async def test_a_late_header_ends_the_connection(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert HEADER_SECONDS <= 10
    monkeypatch.setattr(proxy_protocol, "HEADER_SECONDS", 0.1)
    assert await exchange(server, SIGNATURE) == b""
    assert [line["why"] for line in refusals(server)] == ["late"]


async def test_a_balancer_that_looks_at_the_port_is_answered_and_not_counted(
    server: Server,
) -> None:
    for _time in range(3):
        assert await exchange(server, LOCAL) == b"SSH-2.0-caravan_tui\r\n"
    _reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.close()
    assert await exchange(server, LOCAL) == b"SSH-2.0-caravan_tui\r\n"
    assert not refusals(server) and not server.open_connections()
    server.phase = "stopping"
    assert await exchange(server, LOCAL) == b""


async def test_too_many_without_a_header_are_closed(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proxy_protocol, "MAX_PENDING", 1)
    _reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    assert await exchange(server, LOCAL) == b""
    assert [line["why"] for line in refusals(server)] == ["too many"]
    writer.close()

    async def answered() -> None:
        while not await exchange(server, LOCAL):
            pass

    await asyncio.wait_for(answered(), PATIENCE)


async def test_others_are_clients_themselves_and_their_headers_not_believed(
    tmp_path: Path,
) -> None:
    server = await started(tmp_path, "192.0.2.0/24")
    anna = await SshClient(server.port).sign_up("Anna")
    assert [connection.address for _n, connection in server.open_connections()] == ["127.0.0.1"]
    await anna.close()
    answer = await exchange(server, header("203.0.113.9") + b"SSH-2.0-x\r\n")
    assert answer.startswith(b"SSH-2.0-caravan_tui")
    await until(lambda: not server.open_connections())
    assert "203.0.113.9" not in server.config.log_file.read_text("utf-8")
    await server.stop()


async def test_a_server_on_all_addresses_writes_ipv4_as_such(tmp_path: Path) -> None:
    server = await started(tmp_path, "192.0.2.0/24", host="")
    anna = await SshClient(server.port).sign_up("Anna")
    assert [connection.address for _n, connection in server.open_connections()] == ["127.0.0.1"]
    await anna.close()
    await server.stop()


async def test_a_stop_ends_those_that_have_not_signed_in_or_sent_no_header(
    tmp_path: Path,
) -> None:
    server = await started(tmp_path, "127.0.0.0/8")
    silent = await asyncio.open_connection("127.0.0.1", server.port)
    half = await asyncio.open_connection("127.0.0.1", server.port)
    half[1].write(header("203.0.113.9"))
    await until(server.open_connections)
    async with asyncio.timeout(PATIENCE):
        await server.stop()
        assert await silent[0].read() == b""
        await half[0].read()
    for _reader, writer in (silent, half):
        writer.close()
    with pytest.raises(OSError):
        await asyncssh.connect("127.0.0.1", server.port, known_hosts=None)


@pytest.mark.skipif(shutil.which("haproxy") is None, reason="needs HAProxy")
def test_haproxy_understands_the_example() -> None:
    example = Path(__file__).parents[2] / "packaging" / "haproxy" / "haproxy.cfg"
    checked = subprocess.run(
        ["haproxy", "-c", "-f", str(example)], capture_output=True, text=True, timeout=60
    )
    assert checked.returncode == 0, checked.stderr


async def test_a_closed_listener_keeps_no_connection_without_a_header(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proxy_protocol, "HEADER_SECONDS", 1000.0)

    async def serve(client: socket.socket, address: str) -> None:
        raise AssertionError(address)

    audit_log = AuditLog(tmp_path / "log")
    listener = ProxyListener([ip_network("127.0.0.0/8")], audit_log, serve, lambda: b"hello")
    port = await listener.start("127.0.0.1", 0)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    other, probe = await asyncio.open_connection("127.0.0.1", port)
    probe.write(LOCAL)
    async with asyncio.timeout(PATIENCE):
        assert await other.read() == b"hello"  # so the first one was accepted as well
        listener.close()
        assert await reader.read() == b""
    await listener.wait_closed()
    audit_log.close()
    for each in (writer, probe):
        each.close()
