"""What a client with any key can make the server hold before it is asked who it is."""

from __future__ import annotations

import asyncio
import json
import os
import zlib
from pathlib import Path
from typing import Any

import pytest
from asyncssh.channel import SSHClientChannel
from asyncssh.compression import get_decompressor
from asyncssh.packet import Boolean, String, UInt32

from caravan_tui.serving import Server
from caravan_tui.ssh import bounds
from tests.ssh.ssh_client import PATIENCE
from tests.support.until import until

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("ssh")]

MIB = 1 << 20


def memory() -> int:
    """Bytes of memory that this process, which is the server's, uses now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE")


def refusals(server: Server) -> list[Any]:
    """The reasons of the broken connections in the server's log."""
    lines = map(json.loads, server.config.log_file.read_text().splitlines())
    return [line["why"] for line in lines if line.get("what") == "protocol"]


async def opened(new_client: Any) -> tuple[Any, Any]:
    """A connection, and a session channel on which nothing was asked yet."""
    connection = await new_client().connect()
    loop = asyncio.get_running_loop()
    channel = SSHClientChannel(connection, loop, "strict", None, "strict", bounds.WINDOW, 32768)
    await channel._open(b"session")
    return connection, channel


def request(channel: Any, kind: bytes, *values: bytes) -> None:
    """Send a channel request of one packet, without waiting for an answer."""
    channel._send_request(kind, *map(String, values))


@pytest.mark.parametrize(
    ("kind", "values"),
    [(b"env", (b"LANG", bytes(MIB))), (b"exec", (b" " * MIB,)), (b"subsystem", (b"x" * MIB,))],
)
async def test_a_packet_that_inflates_to_a_mebibyte_ends_the_connection(
    server: Server, new_client: Any, kind: bytes, values: tuple[bytes, ...]
) -> None:
    before = len(refusals(server))
    connection, channel = await opened(new_client)
    request(channel, kind, *values)
    async with asyncio.timeout(PATIENCE):
        await connection.wait_closed()
    await until(lambda: len(refusals(server)) == before + 1)
    assert refusals(server)[-1] == "Decompression failed"


async def test_many_packets_that_inflate_cost_no_memory(server: Server, new_client: Any) -> None:
    async def attack() -> None:
        connection, channel = await opened(new_client)
        for _packet in range(20):
            request(channel, b"env", b"LANG", bytes(MIB))
        async with asyncio.timeout(PATIENCE):
            await connection.wait_closed()

    await attack()  # what the first connection loads stays
    before = memory()
    for _connection in range(5):
        await attack()
    assert memory() - before < 30 * MIB, "100 MiB were sent"


async def test_packets_just_below_the_bound_are_not_sent_without_end(
    server: Server, new_client: Any
) -> None:
    before = len(refusals(server))
    connection, channel = await opened(new_client)
    for _packet in range(200):
        request(channel, b"no-such-request", bytes(bounds.MAX_PACKET // 2))
    async with asyncio.timeout(PATIENCE):
        await connection.wait_closed()
    await until(lambda: len(refusals(server)) == before + 1)


@pytest.mark.parametrize(
    "variables",
    [
        [(b"V%d" % number, b"") for number in range(bounds.MAX_VARIABLES + 1)],
        [(b"V", bytes(bounds.MAX_ENVIRONMENT // 4))] * 4,
    ],
)
async def test_too_many_or_too_large_variables_end_the_connection(
    server: Server, new_client: Any, variables: list[tuple[bytes, bytes]]
) -> None:
    connection, channel = await opened(new_client)
    for name, value in variables:
        request(channel, b"env", name, value)
    async with asyncio.timeout(PATIENCE):
        await connection.wait_closed()
    await until(lambda: "Too many variables" in refusals(server))


async def test_an_ordinary_environment_and_a_long_command_are_taken(
    server: Server, new_client: Any
) -> None:
    client = await new_client().open(env={f"LC_{number}": "x" * 100 for number in range(40)})
    await client.wait_for_text("Choose a name")
    connection = await new_client().connect()
    done = await connection.run("scp " + "x" * 20_000)
    assert "does not transfer files" in done.stderr


async def test_a_request_for_forwarding_holds_up_nothing(server: Server, new_client: Any) -> None:
    _connection, channel = await opened(new_client)
    assert not await channel._make_request(b"auth-agent-req@openssh.com")
    x11 = Boolean(False), String("x"), String("00"), UInt32(0)
    assert not await channel._make_request(b"x11-req", *x11)


async def test_a_compressed_stream_may_not_end(server: Server) -> None:
    inflate = get_decompressor(bounds.COMPRESSION.encode())
    assert isinstance(inflate, bounds.BoundedDecompressor)
    assert inflate.decompress(zlib.compress(b"x")) is None, "what follows would be kept"
    assert bounds.BoundedDecompressor().decompress(b"no zlib") is None
