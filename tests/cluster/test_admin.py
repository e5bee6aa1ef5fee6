"""Administrators speak to one host, and all of them answer; what a server holds moves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from caravan_tui.cluster.move import Mover
from caravan_tui.cluster.options import ClusterError, ClusterOptions
from caravan_tui.server.accounts import Accounts, account_id_of, create_invite
from caravan_tui.server.admin_errors import AdminError
from caravan_tui.server.rooms import RoomFile
from saves.store import Store
from tests.cluster.cluster_harness import ClusterHarness, Host
from tests.cluster.test_hosts import start_match
from tests.server.lobby_harness import server_config
from tests.server.test_restart import room_of, two_people
from tests.support.broker import Broker
from tests.support.until import until


def is_banned(host: Host, name: str) -> bool:
    """Whether a host knows that somebody is banned."""
    account = host.accounts.find_by_name(name)
    assert account is not None
    return account.banned


class Status:
    """A host without connections."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def open_connections(self) -> list[Any]:
        return []

    def open_sessions(self) -> list[Any]:
        return [Seat(self._host, client.client) for client in self._host.clients]

    def health(self) -> dict[str, int]:
        return {"sessions": len(self._host.lobby.clients)}


class Seat:
    """A session that can be ended."""

    pid, idle_seconds = 0, 0.0

    def __init__(self, host: Host, client: Any) -> None:
        self.client, self.account_id, self._host = client, client.account.id, host

    def end(self, reason: str) -> None:
        self._host.events.append(("ended", {"reason": reason}))


async def test_every_host_answers_and_an_order_reaches_the_right_one(
    cluster: ClusterHarness,
) -> None:
    north, south = await cluster.host("north"), await cluster.host("south")
    admins = [
        host.cluster.admin_commands(host.lobby, host._log, Status(host)) for host in (north, south)
    ]
    _anna, _ben, match = await start_match(north, south)
    titles, *rows = await admins[0].run("sessions", [])
    assert titles[:2] == ["host", "name"]
    assert sorted(row[:2] for row in rows) == [["north", "Anna"], ["south", "Ben"]]
    assert sorted(row[0] for row in await admins[1].run("health", [])) == ["north", "south"]
    listed = await admins[0].run("matches", [])
    room = next(room for room in north.cluster.rooms.all() if room.match == match)
    assert sum(room.code in row for row in listed) == 1
    await admins[0].run("kick", ["Ben"])
    assert any(event == "ended" for event, _facts in south.events)
    for command, words in (("kick", ["Nobody"]), ("close", ["ZZZZ"])):
        with pytest.raises(AdminError):
            await admins[0].run(command, words)
    await admins[0].run("close", [room.code])
    await until(lambda: not any(host.lobby.shared.supervisors for host in (north, south)))
    await admins[1].run("ban", ["Anna"])
    await until(lambda: all(is_banned(host, "Anna") for host in (north, south)))


async def test_a_server_moves_into_a_cluster_and_back(
    broker: Broker, cluster: ClusterHarness, tmp_path: Path
) -> None:
    first = server_config(tmp_path / "first")
    first.make_folders()
    accounts = Accounts(first)
    for name in ("Anna", "Ben"):
        await accounts.create(account_id_of(name), name)
    data = accounts.folder(account_id_of("Anna")) / "data"
    data.mkdir()
    (data / "settings.json").write_text('{"pace": "calm"}')
    create_invite(first)
    match = two_people(to_the_end=False)
    store = Store(first.home / "shared")
    store.save_now(match)
    store.release_all()
    await RoomFile(first.home / "rooms.json").add(room_of(match, over=False))
    options = ClusterOptions((broker.url,))
    moved = await Mover(first, options).run(back=False)
    assert (moved.accounts, moved.invites, moved.matches) == (2, 1, 1)
    again = await Mover(first, options).run(back=False)
    assert (again.accounts, again.invites, again.matches) == (0, 0, 0), "a second run does no harm"

    north = await cluster.host("north")
    await until(lambda: match.record.id in north.lobby.shared.supervisors)
    taken = north.lobby.shared.supervisors[match.record.id].match
    assert list(taken.record.log) == list(match.record.log)
    with pytest.raises(ClusterError, match="stop them first"):
        await Mover(first, options).run(back=True)
    cluster.hosts.remove(north)
    await north.leave()

    second = server_config(tmp_path / "second")
    second.make_folders()
    moved = await Mover(second, options).run(back=True)
    assert (moved.accounts, moved.invites, moved.matches) == (2, 1, 1)
    there = Accounts(second)
    assert [account.name for account in there.all()] == ["Anna", "Ben"]
    settings = there.folder(account_id_of("Anna")) / "data" / "settings.json"
    assert json.loads(settings.read_text()) == {"pace": "calm"}
    back, _notes = Store(second.home / "shared").load(match.record.id)
    assert list(back.record.log) == list(match.record.log)
