"""Tournaments on a server: from the announcement to the end, through kills and no-shows."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import pytest_asyncio

from caravan_tui.bus.competition_messages import (
    ChangeTournament,
    GetBoard,
    GetTournament,
    ListTournaments,
    NewTournament,
    Tournaments,
    TournamentView,
)
from caravan_tui.bus.lobby_messages import (
    JoinMatch,
    LeaveTable,
    MatchStarted,
    Rematch,
    Resign,
    Seated,
)
from caravan_tui.bus.messages import Done, Refused
from caravan_tui.bus.wording import word
from caravan_tui.competition.tournament import FORMATS, Tournament
from caravan_tui.games import registry
from caravan_tui.server import tournaments as server_tournaments
from caravan_tui.server.admin_errors import AdminError
from caravan_tui.server.admin_tournaments import TournamentCommands
from caravan_tui.server.match_deadlines import DEADLINE_INTERVAL
from tests.server.lobby_harness import LobbyClient, LobbyHarness
from tests.support.until import until

NAMES = ("Anna", "Ben", "Carl", "Dora", "Emil", "Frida", "Gustav", "Hanna")
DAY = 86_400.0


class Server:
    """A lobby whose wall clock stands still until a test moves it."""

    def __init__(self, home: Path) -> None:
        self.home, self.now = home, 1_795_000_000.0
        self.people: dict[str, LobbyClient] = {}

    async def start(self) -> Server:
        self.harness = LobbyHarness(self.home, now=lambda: self.now)
        await self.harness.start()
        return self

    async def kill(self) -> None:
        """As kill -9 does: what is not written is lost."""
        lobby = self.harness.lobby
        self.people.clear()
        await lobby.competitions.close()
        for client in self.harness.clients:
            await client.bus.close()
        for supervisor in lobby.shared.supervisors.values():
            supervisor.close()
        await lobby.tables.close_all()
        await self.harness.bus_server.close()

    async def come(self, *names: str) -> None:
        for name in names:
            self.people[name] = await self.harness.connect(name)

    async def new(self, name: str = "Cup", by: str = "Anna", **more: Any) -> str:
        facts: dict[str, Any] = {"game": "sahara", "format": "swiss", **more}
        made = await self.people[by].ask(NewTournament(name, **facts))
        assert isinstance(made, TournamentView), word(made)
        return made.row.tournament

    async def change(self, name: str, tournament: str, change: Any) -> Any:
        return await self.people[name].ask(ChangeTournament(tournament, change))

    async def begun(self, names: tuple[str, ...], **more: Any) -> str:
        """A tournament of these people, whose first tables are open."""
        await self.come(*(name for name in names if name not in self.people))
        tournament = await self.new(by=names[0], **more)
        for name in names:
            assert isinstance(await self.change(name, tournament, "enter"), TournamentView)
        assert isinstance(await self.change(names[0], tournament, "start"), TournamentView)
        await self.check()
        return tournament

    async def check(self) -> None:
        """Let the server look for what is due."""
        for _twice in range(2):
            self.harness.timers.advance(server_tournaments.CHECK_INTERVAL + 0.1)
            checking = self.harness.lobby.competitions.tournaments._checking
            if checking is not None:
                await asyncio.wait({checking})

    def view(self, tournament: str) -> TournamentView:
        competitions = self.harness.lobby.competitions
        return competitions.view("", competitions.tournaments.get(tournament), None)

    def running(self, tournament: str) -> list[str]:
        """The matches that are being played."""
        view = self.view(tournament)
        return [table.match for one in view.rounds for table in one.tables if not table.points]

    async def sit(self, match: str) -> None:
        """Everybody of a match comes to its table."""
        room = self.harness.lobby.shared.rooms.get(match)
        assert room is not None
        for name in room.names:
            seated = await self.people[name].ask(JoinMatch(match))
            assert isinstance(seated, Seated) and seated.seats, seated

    async def play(self, match: str, seed: int = 1) -> None:
        """Play a match to its end, whoever sits there."""
        shared, rng = self.harness.lobby.tables.shared, Random(seed)
        hosted = shared.match(match)
        while not hosted.over:
            seat = hosted.to_act
            await shared.table(match, seat).act(hosted.version, rng.choice(hosted.legal(seat)))

    async def play_round(self, tournament: str) -> None:
        played = self.running(tournament)
        for match in played:
            await self.sit(match)
            await self.play(match)
        await until(lambda: not set(played) & set(self.running(tournament)))
        await self.check()


@pytest_asyncio.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    server = await Server(tmp_path / "home").start()
    yield server
    await server.harness.close()


@pytest.mark.parametrize("kind", [kind for kind in FORMATS if kind != "league"])
async def test_a_tournament_is_played_to_its_end_and_counts_for_ratings(
    server: Server, kind: str
) -> None:
    tournament = await server.begun(NAMES[:4], format=kind)
    began = await server.people["Ben"].receive(MatchStarted)
    assert began.match in server.running(tournament)
    for _round in range(6):
        if server.view(tournament).row.state == "over":
            break
        await server.play_round(tournament)
    view = server.view(tournament)
    assert view.row.state == "over" and view.row.winner == view.places[0].name
    assert len(view.rounds) == {"swiss": 2, "round_robin": 3, "knockout": 2}[kind]
    assert view.places[0].rank == 1
    tables = sum(len(one.tables) for one in view.rounds)
    ladder = server.harness.lobby.competitions.ladder
    await until(lambda: ladder.matches_in(ladder.seasons()[-1].number) == tables)
    board = await server.people["Anna"].ask(GetBoard("sahara"))
    assert sum(row.matches for row in board.rows) == 2 * tables
    assert "tournament_over" in server.harness.events


async def test_a_tournament_of_a_game_with_four_seats(server: Server) -> None:
    tournament = await server.begun(NAMES[:6], seats=4, rounds=2)
    view = server.view(tournament)
    assert sorted(len(table.names) for table in view.rounds[0].tables) == [3, 3]
    while server.view(tournament).row.state == "running":
        await server.play_round(tournament)
    view = server.view(tournament)
    assert sum(place.points for place in view.places) == pytest.approx(2 * (1.5 + 1.5))


async def test_a_match_of_a_tournament_offers_no_rematch(server: Server) -> None:
    tournament = await server.begun(NAMES[:2])
    (match,) = server.running(tournament)
    anna = server.people["Anna"]
    seated = await anna.ask(JoinMatch(match))
    assert isinstance(seated, Seated) and seated.seats and not seated.has_rematch
    await server.play_round(tournament)
    refused = await anna.ask(Rematch(match))
    assert isinstance(refused, Refused) and word(refused) == "This match has no rematch."


async def test_a_server_that_is_killed_goes_on_with_its_tournament(server: Server) -> None:
    tournament = await server.begun(NAMES[:4], format="round_robin")
    first, second = server.running(tournament)
    await server.sit(first)
    await server.play(first)
    await until(lambda: server.running(tournament) == [second])
    before = server.view(tournament)
    await server.kill()
    await server.start()
    await server.check()
    assert server.view(tournament) == before
    assert server.running(tournament) == [second]
    await server.come(*NAMES[:4])
    while server.view(tournament).row.state == "running":
        await server.play_round(tournament)
    assert len(server.view(tournament).rounds) == 3


async def test_a_round_that_was_drawn_before_a_kill_gets_its_tables_after_it(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def killed(_room: Any) -> None:
        raise OSError(5, "killed")

    monkeypatch.setattr(server.harness.lobby.shared, "open_table", killed)
    tournament = await server.begun(NAMES[:4])
    drawn = server.running(tournament)
    assert not [room for room in server.harness.lobby.shared.rooms.all() if room.tournament]
    await server.kill()
    await server.start()
    await server.check()
    rooms = server.harness.lobby.shared.rooms
    assert [room.match for room in rooms.all()] == drawn == server.running(tournament)
    assert len({room.seed for room in rooms.all()}) == 2


async def test_who_never_comes_gets_no_point_and_the_other_plays_a_stand_in(
    server: Server,
) -> None:
    tournament = await server.begun(NAMES[:2], grace=60, format="round_robin")
    match = server.running(tournament)[0]
    room = server.harness.lobby.shared.rooms.get(match)
    assert room is not None
    await server.people["Anna"].ask(JoinMatch(match))
    server.harness.timers.advance(60.1)
    absent = room.names.index("Ben")
    assert server.harness.lobby.tables.bot_seats(match) == [absent]
    shared = server.harness.lobby.tables.shared
    hosted = shared.match(match)
    while not hosted.over:
        version, seat = hosted.version, hosted.to_act
        if seat != absent:
            await shared.table(match, seat).act(version, hosted.legal(seat)[0])
        await until(lambda version=version: hosted.version > version or hosted.over)
    await until(lambda: not server.running(tournament))
    table = server.view(tournament).rounds[0].tables[0]
    assert table.absent == [absent]
    assert table.points[absent] == 0 and table.points[1 - absent] == 1
    board = await server.people["Anna"].ask(GetBoard("sahara"))
    assert not board.rows, "nobody is rated for a match that was not played"


async def test_a_round_ends_although_nobody_comes(server: Server) -> None:
    tournament = await server.begun(NAMES[:2], minutes=30)
    match = server.running(tournament)[0]
    server.now += 29 * 60
    await server.check()
    assert server.running(tournament) == [match]
    server.now += 61
    await server.check()
    await until(lambda: not server.running(tournament))
    await server.check()
    view = server.view(tournament)
    assert view.row.state == "over" and view.rounds[0].tables[0].points == [0, 0]
    await until(lambda: server.harness.lobby.shared.rooms.get(match) is None)


async def test_computer_players_finish_a_match_whose_time_is_over(server: Server) -> None:
    tournament = await server.begun(NAMES[:2], minutes=30)
    match = server.running(tournament)[0]
    await server.sit(match)
    server.now += 31 * 60
    await server.check()
    await until(lambda: not server.running(tournament))
    table = server.view(tournament).rounds[0].tables[0]
    assert not table.absent and sum(table.points) == 1


async def test_by_correspondence_a_round_lasts_as_long_as_its_matches(server: Server) -> None:
    tournament = await server.begun(NAMES[:2], days=3, clock=60, minutes=5, format="knockout")
    assert server.view(tournament).row.days == 3 and server.view(tournament).row.clock == 0
    match = server.running(tournament)[0]
    room = server.harness.lobby.shared.rooms.get(match)
    assert room is not None and (room.days, room.clock, room.deadline) == (3, 0, 0.0)
    await server.sit(match)
    server.now += 2.9 * DAY
    await server.check()
    supervisor = server.harness.lobby.shared.supervisors[match]
    assert not supervisor.stand_ins and server.running(tournament) == [match]
    await server.play_round(tournament)
    assert server.view(tournament).row.state == "over"


async def test_who_lets_days_pass_in_a_tournament_has_a_stand_in_until_coming_back(
    server: Server,
) -> None:
    tournament = await server.begun(NAMES[:2], days=1, format="knockout")
    match = server.running(tournament)[0]
    room = server.harness.lobby.shared.rooms.get(match)
    supervisor = server.harness.lobby.shared.supervisors[match]
    assert room is not None
    late, other = supervisor.to_act, 1 - supervisor.to_act
    server.now += 1.1 * DAY
    server.harness.timers.advance(DEADLINE_INTERVAL + 0.1)
    await until(lambda: supervisor.to_act == other)
    assert supervisor.stand_ins == {late: "away"}
    due = room.due
    assert due > server.now, "the other one has days of one's own"
    seated = await server.people[room.names[late]].ask(JoinMatch(match))
    assert isinstance(seated, Seated) and not supervisor.stand_ins, "the seat is given back"


async def test_a_stand_in_until_coming_back_outlives_a_kill_of_the_server(server: Server) -> None:
    tournament = await server.begun(NAMES[:2], days=1, format="knockout")
    match = server.running(tournament)[0]
    supervisor = server.harness.lobby.shared.supervisors[match]
    late, other = supervisor.to_act, 1 - supervisor.to_act
    await server.people[supervisor.room.names[late]].ask(JoinMatch(match))
    await server.people[supervisor.room.names[late]].ask(LeaveTable(match))
    server.now += 1.1 * DAY
    server.harness.timers.advance(DEADLINE_INTERVAL + 0.1)
    await until(lambda: supervisor.stand_ins == {late: "away"})
    for is_back in (False, True):
        await server.kill()
        await server.start()
        supervisor = server.harness.lobby.shared.supervisors[match]
        assert supervisor.stand_ins == ({} if is_back else {late: "away"})
        if not is_back:
            await server.come(supervisor.room.names[late])
            await server.people[supervisor.room.names[late]].ask(JoinMatch(match))
            assert not supervisor.stand_ins and supervisor.to_act == other


async def test_a_tournament_to_which_nobody_comes_for_days_is_played_out(server: Server) -> None:
    tournament = await server.begun(NAMES[:2], days=1, format="knockout", game="decktet")
    match = server.running(tournament)[0]
    supervisor = server.harness.lobby.shared.supervisors[match]
    for _seat in range(2):
        server.now += 1.1 * DAY
        server.harness.timers.advance(DEADLINE_INTERVAL + 0.1)
        await until(lambda: supervisor.match.over or "late" not in supervisor.stand_ins.values())
    await until(lambda: not server.running(tournament))
    assert server.view(tournament).rounds[0].tables[0].points == [0, 0]


async def test_a_tournament_has_no_other_days_than_those_of_the_list(server: Server) -> None:
    await server.come("Anna")
    refused = await server.people["Anna"].ask(NewTournament("Cup", "sahara", "swiss", days=2))
    assert word(refused) == "The days for a move must be one of: 0, 1, 3, 7, 14."


def test_a_tournament_stored_before_there_were_days_has_none() -> None:
    stored = {"id": "abcde", "name": "Cup", "owner": "", "game": "sahara", "format": "swiss",
              "seats": 2, "least_seats": 2}  # fmt: skip
    assert msgspec.convert(stored, Tournament).days == 0


async def test_a_league_has_a_round_a_week_and_can_be_entered_late(server: Server) -> None:
    tournament = await server.begun(NAMES[:4], format="league", rounds=2)
    await server.play_round(tournament)
    await server.check()
    assert len(server.view(tournament).rounds) == 1, "the week is not over"
    await server.come("Emil", "Frida")
    for name in ("Emil", "Frida"):
        assert isinstance(await server.change(name, tournament, "enter"), TournamentView)
    server.now = server.view(tournament).row.ends + 1
    await server.check()
    view = server.view(tournament)
    assert len(view.rounds) == 2 and len(view.rounds[1].tables) == 3
    await server.play_round(tournament)
    server.now += 8 * DAY
    await server.check()
    assert server.view(tournament).row.state == "over"


async def test_only_the_organizer_and_administrators_start_and_cancel(server: Server) -> None:
    await server.come(*NAMES[:3])
    tournament = await server.new()
    for name in ("Anna", "Ben"):
        await server.change(name, tournament, "enter")
    for change in ("start", "cancel"):
        refused = await server.change("Ben", tournament, change)
        assert isinstance(refused, Refused) and "organizer" in word(refused)
    server.people["Carl"].client.account.role = "admin"
    started = await server.change("Carl", tournament, "start")
    assert started.row.state == "running"
    assert (await server.change("Anna", tournament, "cancel")).row.state == "cancelled"


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"game": "chess"}, "chess"),
        ({"format": "ladder"}, "swiss"),
        ({"seats": 9}, "2 to 4"),
        ({"rounds": 99}, "0 to 30"),
        ({"most_players": 1}, "2 to 64"),
        ({"most_players": 60, "format": "round_robin"}, "2 to 24"),
        ({"clock": 3}, "10"),
        ({"minutes": 1}, "5 to"),
        ({"name": " \x1b "}, "name"),
        ({"options": {"nonsense": 3}}, "nonsense"),
    ],
)
async def test_a_tournament_that_cannot_be_is_refused_with_a_reason(
    server: Server, facts: dict[str, Any], words: str
) -> None:
    await server.come("Anna")
    usual: dict[str, Any] = {"name": "Cup", "game": "sahara", "format": "swiss"}
    refused = await server.people["Anna"].ask(NewTournament(**(usual | facts)))
    assert isinstance(refused, Refused) and words in word(refused)


async def test_an_account_has_few_tournaments_and_names_are_unique(server: Server) -> None:
    await server.come("Anna", "Ben")
    for number in range(server_tournaments.MOST_OPEN_PER_OWNER):
        await server.new(f"Cup {number}")
    refused = await server.people["Anna"].ask(NewTournament("More", "sahara", "swiss"))
    assert isinstance(refused, Refused) and "3 of your" in word(refused)
    refused = await server.people["Ben"].ask(NewTournament("cup 1", "sahara", "swiss"))
    assert isinstance(refused, Refused) and "already" in word(refused)


async def test_a_damaged_tournament_loses_only_itself(server: Server) -> None:
    await server.come("Anna")
    first, second = await server.new("First"), await server.new("Second")
    path = server.home / "competition" / f"tournament.{first}.json"
    path.write_bytes(path.read_bytes()[:-30])
    await server.kill()
    await server.start()
    await server.come("Anna")
    listed = await server.people["Anna"].ask(ListTournaments())
    assert isinstance(listed, Tournaments)
    assert [row.tournament for row in listed.rows] == [second]
    assert isinstance(await server.people["Anna"].ask(GetTournament(first)), Refused)
    assert path.exists(), "it may be repaired"


async def test_administrators_set_up_and_follow_a_tournament(server: Server) -> None:
    await server.come(*NAMES[:2])
    commands = TournamentCommands(server.harness.lobby.competitions)
    made = await commands.run(["new", "Spring Cup", "game=sahara", "format=knockout", "seats=2"])
    tournament = made[1][0]
    for name in NAMES[:2]:
        await server.change(name, tournament, "enter")
    assert (await commands.run(["list"]))[1][:2] == [tournament, "Spring Cup"]
    await commands.run(["start", tournament])
    await server.check()
    await server.play_round(tournament)
    shown = await commands.run(["show", tournament])
    assert shown[0][2] == "over" and {shown[2][1], shown[3][1]} == set(NAMES[:2])
    wrong: tuple[list[str], ...] = (
        ["new", "X", "game=sahara", "seats=many"], ["new", "Cup", "game=chess"],
        ["new", "Cup", "game=sahara", "colour=red"], ["show", "zzzzz"], ["dance"], [],
    )  # fmt: skip
    for words in wrong:
        with pytest.raises(AdminError):
            await commands.run(words)


async def test_a_match_that_an_administrator_closes_is_not_opened_again(server: Server) -> None:
    tournament = await server.begun(NAMES[:2])
    match = server.running(tournament)[0]
    room = server.harness.lobby.shared.rooms.get(match)
    assert room is not None and server.harness.lobby.shared.close_room(room.code)
    await until(lambda: server.harness.lobby.shared.rooms.get(match) is None)
    await server.check()
    assert server.harness.lobby.shared.rooms.all() == []
    assert server.view(tournament).row.state == "over"


async def test_a_match_that_all_its_players_give_up_is_not_played_again(server: Server) -> None:
    tournament = await server.begun(("Anna", "Ben"))
    (match,) = server.running(tournament)
    await server.sit(match)
    for name in ("Anna", "Ben"):
        assert isinstance(await server.people[name].ask(Resign(match)), Done)
    await server.check()
    assert server.harness.lobby.shared.rooms.get(match) is None
    assert server.running(tournament) == [] and server.view(tournament).row.state == "over"


async def test_a_banned_account_leaves_its_tournaments(server: Server) -> None:
    tournament = await server.begun(NAMES[:4], format="round_robin")
    account = server.people["Ben"].id
    await server.harness.lobby.competitions.tournaments.remove_account(account)
    for _round in range(3):
        await server.play_round(tournament)
    view = server.view(tournament)
    assert [place.has_left for place in view.places if place.name == "Ben"] == [True]
    assert all("Ben" not in table.names for one in view.rounds[1:] for table in one.tables)


def test_every_game_has_a_least_table_for_tournaments() -> None:
    for game in registry.ids():
        assert registry.spec(game).max_seats >= max(2, registry.spec(game).min_seats)


async def test_results_that_come_in_before_the_start_or_after_the_end_begin_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    server = await Server(tmp_path / "home").start()
    tournament = await server.begun(("Anna", "Ben"))
    await server.kill()
    harness = LobbyHarness(server.home, now=lambda: server.now)
    tournaments = harness.lobby.competitions.tournaments
    table = tournaments.get(tournament).rounds[-1].tables[0]
    room = harness.backend.rooms.get(table.match)
    assert room is not None
    await tournaments.record(room, dict.fromkeys(table.players, 1), [])
    harness.timers.advance(1.0)
    assert tournaments._checking is None, "its tables are not known yet"
    await harness.start()
    await until(lambda: tournaments._checking and tournaments._checking.done())
    assert (
        len(tournaments.get(tournament).rounds) > 1 or tournaments.get(tournament).state == "over"
    )
    await harness.close()
    tournaments._check_soon()
    harness.timers.advance(10.0)
    assert tournaments._checking is not None and tournaments._checking.done()
    assert not caplog.records
