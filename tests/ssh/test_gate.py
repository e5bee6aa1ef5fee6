"""Connections that hold a place: they end, they are counted, and they keep out nobody they should
not."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from asyncssh.channel import SSHClientChannel
from attrs import define
from click.testing import CliRunner

from caravan_tui.cli.serve import admin
from caravan_tui.server.accounts import account_id_of
from caravan_tui.serving import Server
from caravan_tui.sessions import gate as gate_module
from caravan_tui.sessions.gate import SPARE, Gate, RejectedError, network_of
from tests.server.lobby_harness import server_config
from tests.support.manual_timers import ManualTimers
from tests.support.until import until

pytestmark = pytest.mark.xdist_group("ssh")
on_the_server = pytest.mark.asyncio(loop_scope="session")


@define(eq=False)
class Stub:
    """A connection that only counts."""

    network: str
    opened: float
    is_stranger: bool = True
    is_closed: bool = False

    def evict(self) -> None:
        self.is_closed = True


def crowd(gate: Gate[Stub], network: str, count: int, is_stranger: bool = True) -> list[Stub]:
    """Connections from one network, the oldest first."""
    stubs = [Stub(network, float(number), is_stranger) for number in range(count)]
    for stub in stubs:
        gate.add(stub)
    return stubs


def log_of(server: Server, event: str) -> list[dict[str, Any]]:
    """The lines of one kind in the server's log."""
    lines = map(json.loads, server.config.log_file.read_text().splitlines())
    return [line for line in lines if line["event"] == event]


@on_the_server
async def test_only_a_connection_that_opens_no_session_is_closed_after_a_minute(
    server: Server, timers: ManualTimers, new_client: Any
) -> None:
    closed = len(log_of(server, "closed"))
    player, silent, half = new_client(), new_client(), new_client()
    await player.open()
    await player.wait_for_text("Choose a name")
    await silent.connect()
    connection = await half.connect()
    loop = asyncio.get_running_loop()
    channel = SSHClientChannel(connection, loop, "strict", None, "strict", 1 << 16, 1 << 15)
    await channel._open(b"session")
    await until(lambda: len(server.gate) == 3)
    timers.advance(server.config.session_request_timeout - 1)
    assert len(log_of(server, "closed")) == closed
    timers.advance(1)
    for client in (silent, half):
        await client.wait_disconnected()
    await until(lambda: len(server.gate) == 1)
    lines = log_of(server, "closed")[closed:]
    assert [(line["what"], line["address"]) for line in lines] == [("no session", "127.0.0.1")] * 2
    player.type("Anna of the gate\r")
    await player.wait_for_text("Lobby")


@on_the_server
async def test_sign_in_times_out(server: Server, timers: ManualTimers, new_client: Any) -> None:
    client = await new_client().open()
    await client.wait_for_text("Choose a name")
    timers.advance(server.config.sign_in_timeout)
    assert await client.wait_closed() == 1


@on_the_server
async def test_strangers_on_every_connection_keep_no_player_out_and_evict_none(
    server: Server, new_client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate_module, "SPARE", 1)
    monkeypatch.setattr(server.config, "max_sessions", 2)
    closed = len(log_of(server, "closed"))
    key = asyncssh.generate_private_key("ssh-ed25519")
    await server.accounts.create(account_id_of(key.get_fingerprint()), "Anna under siege")
    strangers = [new_client() for _number in range(2 * 2 + 1)]
    for stranger in strangers:
        await stranger.connect()
    assert len(server.gate) == len(strangers)
    player = await new_client(key).open()
    await player.wait_for_text("Lobby")
    (line,) = log_of(server, "closed")[closed:]
    assert line["what"] == "made room" and line["address"] == "127.0.0.1"
    for _number in range(2 * len(strangers)):
        await new_client().connect()
    assert len(log_of(server, "closed")) == closed + 1 + 2 * len(strangers)
    player.type("still here")
    await player.wait_for_text("still here")


@on_the_server
async def test_silent_connections_by_the_hundred_keep_no_player_out_and_leave_nothing(
    server: Server, new_client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They never shake hands; half of them say no more than what they are."""
    monkeypatch.setattr(server.config, "max_sessions", 20)
    key = asyncssh.generate_private_key("ssh-ed25519")
    await server.accounts.create(account_id_of(key.get_fingerprint()), "Anna in silence")
    writers = []
    for number in range(300):
        _reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writers.append(writer)
        if number % 2:
            writer.write(b"SSH-2.0-slow\r\n")
    most = 2 * server.config.max_sessions + SPARE
    await until(lambda: len(server.gate) > 0)
    assert len(server.gate) <= most
    player = await new_client(key).open()
    await player.wait_for_text("Lobby")
    assert len(server.gate) <= most
    for writer in writers:
        writer.close()
    await until(lambda: len(server.gate) == 1)


@on_the_server
async def test_administrators_list_and_close_connections_by_number_and_address(
    server: Server, new_client: Any
) -> None:
    async def ask(*words: str) -> Any:
        arguments = ["--home", str(server.config.home), *words]
        return await asyncio.to_thread(CliRunner().invoke, admin, arguments)

    closed = len(log_of(server, "closed"))
    anna = await new_client().sign_up("Anna the listed")
    silent = [new_client() for _number in range(3)]
    for client in silent:
        await client.connect()
    rows = json.loads((await ask("connections", "--json")).output)
    assert list(rows[0]) == ["number", "address", "seconds", "name", "state"]
    assert [(row["address"], row["name"], row["state"]) for row in rows] == [
        ("127.0.0.1", "Anna the listed", "playing"),
        *[("127.0.0.1", None, "no session")] * 3,
    ]
    assert (await ask("kick", str(rows[1]["number"]))).exit_code == 0
    await silent[0].wait_disconnected()
    await until(lambda: len(server.gate) == 3)
    assert (await ask("kick", "127.0.0.1")).exit_code == 0
    await anna.wait_for_text("An administrator ended your session.")
    await until(lambda: len(server.gate) == 0)
    assert [line["what"] for line in log_of(server, "closed")[closed:]] == ["kicked"] * 4


def test_an_address_of_ipv6_counts_by_its_network() -> None:
    assert network_of("2001:db8:1:2:3::4") == network_of("2001:db8:1:2:ffff::")
    assert network_of("2001:db8:1:2::1") != network_of("2001:db8:1:3::1")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") == "192.0.2.1"
    assert network_of("fe80::1%eth0") == network_of("fe80::2")
    assert network_of("?") == "?"


def test_the_oldest_stranger_of_the_largest_crowd_is_evicted(tmp_path: Path) -> None:
    gate: Gate[Stub] = Gate(server_config(tmp_path, max_sessions=5, max_sessions_per_address=20))
    newcomer = crowd(gate, "192.0.2.1", 1)[0]
    players = crowd(gate, "192.0.2.2", 10, is_stranger=False)
    attackers = crowd(gate, "192.0.2.3", 9)
    gate.check("192.0.2.9")
    assert attackers[0].is_closed
    assert not any(stub.is_closed for stub in (newcomer, *players, *attackers[1:]))


def test_players_are_never_evicted(tmp_path: Path) -> None:
    gate: Gate[Stub] = Gate(server_config(tmp_path, max_sessions=5, max_sessions_per_address=20))
    crowd(gate, "192.0.2.2", 20, is_stranger=False)
    with pytest.raises(RejectedError, match=r"^connections$"):
        gate.check("192.0.2.9")


def test_an_address_holds_a_limited_number_of_connections(tmp_path: Path) -> None:
    gate: Gate[Stub] = Gate(server_config(tmp_path, max_sessions=100, max_sessions_per_address=2))
    network = network_of("2001:db8::1")
    crowd(gate, network, 2 + SPARE, is_stranger=False)
    with pytest.raises(RejectedError, match="connections of this address"):
        gate.check("2001:db8::2")
    gate.check("2001:db8:0:1::2")


def test_strangers_do_not_use_up_the_connections_a_minute_of_players(tmp_path: Path) -> None:
    gate: Gate[Stub] = Gate(server_config(tmp_path, connections_per_minute=3))
    gate.trust("192.0.2.1")
    for number in range(2, 5):
        gate.check(f"192.0.2.{number}")
    with pytest.raises(RejectedError, match=r"^connections$"):
        gate.check("192.0.2.5")
    gate.check("192.0.2.1")
