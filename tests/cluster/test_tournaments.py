"""A tournament of a cluster: drawn at one host, played at all, and outliving hosts."""

from __future__ import annotations

from random import Random

from caravan_tui.bus.competition_messages import ChangeTournament, NewTournament, TournamentView
from caravan_tui.bus.lobby_messages import JoinMatch, Seated
from caravan_tui.server import tournaments as server_tournaments
from tests.cluster.cluster_harness import ClusterHarness, Host
from tests.server.lobby_harness import LobbyClient
from tests.support.until import until


def view(host: Host, tournament: str) -> TournamentView:
    competitions = host.lobby.competitions
    return competitions.view("", competitions.tournaments.get(tournament), None)


async def play_all(cluster: ClusterHarness, hosts: list[Host], tournament: str) -> None:
    """Play every open match at the host that serves it, and let time pass."""
    for host in hosts:
        for match, supervisor in list(host.lobby.shared.supervisors.items()):
            shared, rng = host.lobby.tables.shared, Random(3)
            hosted = supervisor.match
            while not hosted.over:
                seat = hosted.to_act
                await shared.table(match, seat).act(hosted.version, rng.choice(hosted.legal(seat)))
        host.timers.advance(server_tournaments.CHECK_INTERVAL + 0.1)


async def test_a_tournament_goes_on_though_the_host_that_draws_it_is_lost(
    cluster: ClusterHarness,
) -> None:
    hosts = [await cluster.host("north"), await cluster.host("south")]
    people: dict[str, LobbyClient] = {}
    for number, name in enumerate(("Anna", "Ben", "Carl", "Dora")):
        people[name] = await hosts[number % 2].connect(name)
    made = await people["Anna"].ask(NewTournament("Cup", "sahara", "round_robin"))
    assert isinstance(made, TournamentView), made
    tournament = made.row.tournament
    await until(lambda: all(one.lobby.competitions.tournaments.all() for one in hosts))
    for client in people.values():
        entered = await client.ask(ChangeTournament(tournament, "enter"))
        assert isinstance(entered, TournamentView), entered
    await people["Anna"].ask(ChangeTournament(tournament, "start"))

    def tables() -> list[str]:
        for host in hosts:
            host.timers.advance(server_tournaments.CHECK_INTERVAL + 0.1)
        return [match for host in hosts for match in host.lobby.shared.supervisors]

    await until(lambda: len(tables()) == 2)
    assert len(set(tables())) == 2, "no table is opened twice"
    names = {row.name for row in view(hosts[0], tournament).places}
    match = next(iter(tables()))
    room = hosts[0].cluster.rooms.get(match)
    assert names == set(people) and room is not None
    for name in room.names:
        seated = await people[name].ask(JoinMatch(match))
        assert isinstance(seated, Seated) and seated.seats, seated
    drawing = [host for host in hosts if host.cluster._is_responsible_for(tournament)]
    assert len(drawing) == 1
    left = [host for host in hosts if host is not drawing[0]]
    await drawing[0].leave()
    cluster.hosts.remove(drawing[0])
    await until(lambda: left[0].cluster._is_responsible_for(tournament))
    for _round in range(200):
        if view(left[0], tournament).row.state == "over":
            break
        await play_all(cluster, left, tournament)
        rounds = len(view(left[0], tournament).rounds)

        def is_next(rounds: int = rounds) -> bool:
            left[0].timers.advance(server_tournaments.CHECK_INTERVAL + 0.1)
            now = view(left[0], tournament)
            return now.row.state == "over" or len(now.rounds) > rounds or _has_tables(left[0])

        await until(is_next)
    done = view(left[0], tournament)
    assert done.row.state == "over" and len(done.rounds) == 3
    assert all(table.points for drawn in done.rounds for table in drawn.tables)


def _has_tables(host: Host) -> bool:
    return any(not one.match.over for one in host.lobby.shared.supervisors.values())
