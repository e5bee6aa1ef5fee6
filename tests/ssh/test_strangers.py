"""What somebody without an account may try before a name is known: nothing of it comes through, and
nothing of it stays."""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import asyncssh
import pytest
from asyncssh.packet import Boolean, String, UInt32

from caravan_tui.serving import Server
from tests.ssh.ssh_client import SshClient
from tests.ssh.test_bounds import opened
from tests.support.until import until

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("ssh")]


def forwardings(server: Server) -> Counter[str]:
    """How often each kind of forwarding stands in the log as refused."""
    lines = map(json.loads, server.config.log_file.read_text().splitlines())
    return Counter(line["kind"] for line in lines if line.get("what") == "forwarding")


TRIES: dict[str, Callable[[Any, Server], Awaitable[object]]] = {
    "TCP": lambda connection, server: connection.open_connection("127.0.0.1", server.port),
    "Unix": lambda connection, server: connection.open_unix_connection(str(server.bus_server.path)),
    "TCP listener": lambda connection, _server: connection.forward_remote_port(
        "127.0.0.1", 0, "127.0.0.1", 22
    ),
    "Unix listener": lambda connection, server: connection.forward_remote_path(
        str(server.config.home / "listener"), "/tmp/nothing"
    ),
    "tun": lambda connection, _server: connection.create_tun(asyncssh.SSHTunTapSession),
    "tap": lambda connection, _server: connection.create_tap(asyncssh.SSHTunTapSession),
}


@pytest.mark.parametrize("kind", TRIES)
async def test_every_kind_of_forwarding_is_refused_and_logged(
    server: Server, new_client: Any, kind: str
) -> None:
    before = forwardings(server)
    connection = await new_client().connect()
    with pytest.raises((asyncssh.Error, asyncssh.ChannelListenError)):
        await TRIES[kind](connection, server)
    assert forwardings(server) - before == Counter({kind: 1})
    assert not (server.config.home / "listener").exists()


async def test_forwarding_in_a_session_is_refused_and_logged(
    server: Server, new_client: Any
) -> None:
    before = forwardings(server)
    _connection, channel = await opened(new_client)
    assert not await channel._make_request(b"auth-agent-req@openssh.com")
    x11 = Boolean(False), String("x"), String("00"), UInt32(0)
    assert not await channel._make_request(b"x11-req", *x11)
    assert forwardings(server) - before == Counter({"agent": 1, "X11": 1})


async def test_no_command_or_subsystem_is_run(
    server: Server, new_client: Any, tmp_path: Path
) -> None:
    mark = tmp_path / "mark"
    commands = [
        f"touch {mark}", f"/bin/sh -c 'touch {mark}'", f";touch {mark}", f"$(touch {mark})",
        f"`touch {mark}`", "\x00", f"scp -t {tmp_path}", "internal-sftp",
    ]  # fmt: skip
    for command in commands:
        connection = await new_client().connect()
        done = await connection.run(command, input="", check=False)
        assert done.exit_status in (1, 2) and not mark.exists(), command
    for subsystem in ("sftp", "netconf", "../../bin/sh"):
        connection = await new_client().connect()
        process = await connection.create_process(subsystem=subsystem, encoding=None)
        assert b"This server" in await process.stderr.read(), subsystem
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("size", [(0, 0), (1, 1), (2**31, 2**31), (0, 2**32 - 1)])
async def test_no_size_of_a_terminal_does_harm(
    server: Server, new_client: Any, size: tuple[int, int]
) -> None:
    client = await new_client().open(size=size)
    await client.wait_for_text("Choose a name")
    rng = Random(1)
    for _resize in range(500):
        client.process.change_terminal_size(rng.randrange(2**32), rng.randrange(2**32))
    client.type("\x1b[8;1;1t\x03")
    assert await client.wait_closed() == 1


@pytest.mark.parametrize("term", ["\x1b]2;x\x07", "../../etc/passwd", "%s%n", "x" * 30_000, "a\nb"])
async def test_no_type_of_a_terminal_is_written_back(
    server: Server, new_client: Any, term: str
) -> None:
    client = await new_client().open(term=term)
    assert await client.wait_closed() == 2
    assert term not in client.received.decode()


async def test_thirty_connections_that_end_abruptly_leave_nothing(
    server: Server, new_client: Any
) -> None:
    async def end_abruptly(number: int) -> None:
        client = SshClient(server.port)
        try:
            if number % 3 == 0:
                await client.connect()
            else:
                await client.open()
                await client.wait_for_text("Choose a name")
            if number % 3 == 2:
                client.type(f"Gone {number}\r")
                await client.wait_for_text("Lobby")
        finally:
            client.connection.abort()
            await client.close()

    def kept() -> tuple[int, int, int, int]:
        """Descriptors, tasks, sessions and connections of this process, which is the server's."""
        descriptors = len(os.listdir("/proc/self/fd"))  # noqa: PTH208
        return descriptors, len(asyncio.all_tasks()), len(server.sessions), len(server.gate)

    for number in range(3):  # what the first ones load stays
        await end_abruptly(number)
    await until(lambda: not server.sessions and not len(server.gate))
    await until(lambda: kept()[1] <= 12)
    before = kept()
    for number in range(3, 33):
        await end_abruptly(number)
    await until(lambda: all(now <= was for now, was in zip(kept(), before, strict=True)))


async def test_names_that_do_harm_are_asked_again(server: Server, new_client: Any) -> None:
    client = await new_client().open()
    await client.wait_for_text("Choose a name")
    hostile = ["A\u0430na", "An\u1160na", "[red]x", "12", "admin", "שלום", "\u202e"]
    for name in hostile:
        client.clear()
        client.type(f"{name}\r")
        await client.wait_for_text("name")
        await client.wait_for_text("Choose a name")
    assert len(server.sessions) == 1
    client.type(f"\u202e\x07\x9b31mA{'b' * 10_000}\r")
    await client.wait_for_text("Lobby")
    assert server.accounts.find_by_name(f"31mA{'b' * 12}") is not None
