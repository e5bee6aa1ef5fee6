"""Several hosts serve as one."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from caravan_tui.bus.lobby_messages import JoinMatch, MatchStarted, Seated, WatchMatch
from caravan_tui.bus.messages import Act, Done, Notice, Position, seat_topic, table_topic
from tests.cluster.cluster_harness import ClusterHarness, Host
from tests.server.lobby_harness import LobbyClient, create_request
from tests.support.broker import Broker
from tests.support.until import until

TOP = Path(__file__).parents[2]


async def play_action(match: str, clients: list[LobbyClient]) -> Position:
    """Have the seat to act play its first legal action; the position that its person then sees."""
    for seat, client in enumerate(clients):
        position = await client.look(match, seat)
        if position.legal:
            act = Act(match, seat, position.version, position.legal[0])
            answer = await client.bus.request(table_topic(match), act)
            assert isinstance(answer, Done), answer
            return await client.look(match, seat)
    raise AssertionError("nobody is to act")


async def start_match(
    first: Host, second: Host, **more: Any
) -> tuple[LobbyClient, LobbyClient, str]:
    """Anna and Ben at a table, each at the door of another host. `more`: of the request."""
    return await sit_down(await first.connect("Anna"), await second.connect("Ben"), **more)


async def sit_down(
    anna: LobbyClient, ben: LobbyClient, **more: Any
) -> tuple[LobbyClient, LobbyClient, str]:
    """Have both play a match that Anna makes."""
    made = await anna.ask(create_request(**more))
    assert isinstance(made, Seated) and made.waiting
    while not (rows := await ben.rows()):
        await asyncio.sleep(0.02)  # the list of a host that is busy may come late
    (row,) = rows
    joined = await ben.ask(JoinMatch(row.code))
    assert isinstance(joined, Seated) and joined.seats == [1], joined
    began = await anna.receive(MatchStarted)
    assert began.match == made.match
    again = await anna.ask(JoinMatch(made.match))
    assert again.seats == [0] and again.names == ["Anna", "Ben"]
    return anna, ben, made.match


async def test_players_at_two_hosts_play_one_match_and_a_third_watches(
    cluster: ClusterHarness,
) -> None:
    north, south, west = [await cluster.host(name) for name in ("north", "south", "west")]
    anna, ben, match = await start_match(north, south)
    cleo = await west.connect("Cleo")
    watched = await cleo.ask(WatchMatch((await cleo.rows())[0].match))
    assert isinstance(watched, Seated) and watched.seats == []
    with ben.bus.subscribe(seat_topic(match, 1)) as positions:
        await ben.look(match, 1)
        before = (await ben.look(match, 1)).version
        await play_action(match, [anna, ben])
        news = await positions.get()
        while not isinstance(news, Position) or news.version <= before:
            news = await positions.get()
    serving = [host for host in cluster.hosts if match in host.lobby.shared.supervisors]
    assert len(serving) == 1, "one host serves the match"
    supervisor = serving[0].lobby.shared.supervisors[match]
    assert supervisor.present == {anna.id, ben.id} and cleo.id in supervisor.spectators
    people = [await client.rows() for client in (anna, ben, cleo)]
    assert all(rows[0].watchers == ["Cleo"] for rows in people)


async def test_a_host_that_leaves_hands_its_matches_over(cluster: ClusterHarness) -> None:
    north, south = await cluster.host("north"), await cluster.host("south")
    anna, ben, match = await start_match(north, south)
    server = next(host for host in (north, south) if match in host.lobby.shared.supervisors)
    for _ in range(3):
        await play_action(match, [anna, ben])
    log = list(server.lobby.shared.supervisors[match].match.record.log)
    other = south if server is north else north
    stays = ben if other is south else anna
    cluster.hosts.remove(server)
    await server.leave()
    await until(lambda: match in other.lobby.shared.supervisors)
    assert list(other.lobby.shared.supervisors[match].match.record.log) == log
    await until(lambda: stays.id in other.lobby.shared.supervisors[match].present)
    back = await other.connect("Anna" if stays is ben else "Ben")
    seated = await back.ask(JoinMatch(match))
    assert isinstance(seated, Seated) and len(seated.seats) == 1
    pair = [back, ben] if stays is ben else [anna, back]
    await play_action(match, pair)


async def test_the_match_of_a_host_that_falls_silent_goes_on_elsewhere(
    cluster: ClusterHarness,
) -> None:
    north, south = await cluster.host("north"), await cluster.host("south")
    anna, ben, match = await start_match(north, south)
    server = next(host for host in (north, south) if match in host.lobby.shared.supervisors)
    other = south if server is north else north
    stays, gone = (ben, anna) if other is south else (anna, ben)
    for _ in range(3):
        await play_action(match, [anna, ben])
    version = server.lobby.shared.supervisors[match].match.version
    await server.lobby.tables.shared.saved(match)
    lines = stays.bus.subscribe(table_topic(match))
    await stays.rows()  # by now its host knows the subscription
    await server.fall_silent()
    await until(lambda: match in other.lobby.shared.supervisors)
    taken = other.lobby.shared.supervisors[match]
    assert taken.match.version >= version - 1, "at most one action is lost"
    await until(lambda: stays.id in taken.present)
    await stays.rows()
    while (line := lines.get_nowait()) is not None:
        assert not (isinstance(line, Notice) and line.code == "player_arrived"), "nobody has come"
    assert gone.id not in taken.present
    leases = [facts["token"] for host in (server, other) for event, facts in host.events
              if event == "lease" and facts["match"] == match]  # fmt: skip
    first, second = leases
    assert isinstance(first, int) and isinstance(second, int)
    assert first < second, "the fencing token has grown"


async def test_hosts_serve_with_the_rights_that_the_shipped_configuration_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "locked"
    folder.mkdir()
    shipped = (TOP / "packaging" / "nats" / "caravan.conf").read_text()
    (folder / "caravan.conf").write_text(shipped.replace("/var/lib/nats", str(folder)))
    monkeypatch.setenv("CARAVAN_PASSWORD", "secret")
    monkeypatch.setenv("THINKER_PASSWORD", "thoughts")
    broker = Broker(folder, "-c", str(folder / "caravan.conf"), stores=False)
    broker.user = "caravan:secret"
    broker.start()
    cluster = ClusterHarness(broker, tmp_path)
    try:
        north, south = await cluster.host("north"), await cluster.host("south")
        anna, ben, match = await start_match(north, south)
        await play_action(match, [anna, ben])
        await north.cluster._client.publish("elsewhere", b"")
        await until(lambda: 'violation for publish to "elsewhere"' in caplog.text.lower())
    finally:
        await cluster.close()
        broker.kill()
