"""The daily match of a server: one deal for all, and a secret until midnight."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from caravan_tui.bus.competition_messages import DailyBoard, GetDaily, PlayDaily
from caravan_tui.bus.lobby_messages import JoinMatch, LeaveTable, Seated, WatchMatch
from caravan_tui.bus.messages import Refused
from caravan_tui.bus.wording import word
from caravan_tui.hosts.remote import RemoteHost
from caravan_tui.server.accounts import account_id_of
from caravan_tui.server.match_deadlines import DEADLINE_INTERVAL
from saves.daily import match_of_day
from saves.profile import Profile
from saves.store import Store
from tests.server.lobby_harness import LobbyClient
from tests.server.test_tournaments import Server
from tests.support.until import until

GAME = "dice_village"
DAY = 86_400.0


@pytest_asyncio.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    server = await Server(tmp_path / "home").start()
    await server.come("Anna", "Ben")
    yield server
    await server.harness.close()


async def play(server: Server, client: LobbyClient) -> str:
    """Play today's match to its end; the other seats are computer players'."""
    seated = await client.ask(PlayDaily(GAME))
    assert isinstance(seated, Seated), word(seated)
    await play_on(server, seated.match, seated.seats[0])
    return seated.match


async def play_on(server: Server, match: str, seat: int) -> None:
    """Play a seat of a match to the end."""
    shared = server.harness.lobby.tables.shared
    hosted = shared.match(match)
    while not hosted.over:
        version = hosted.version
        if hosted.to_act == seat:
            await shared.table(match, seat).act(version, hosted.legal(seat)[0])
        await until(lambda version=version: hosted.version > version or hosted.over)


async def board(client: LobbyClient, days_ago: int = 0) -> DailyBoard:
    answer = await client.ask(GetDaily(GAME, days_ago))
    assert isinstance(answer, DailyBoard), answer
    return answer


def seed_of(server: Server) -> int:
    [day] = (server.home / "competition").glob(f"daily.*.{GAME}.json")
    found = re.search(rb'"seed":(\d+)', day.read_bytes())
    assert found is not None
    return int(found[1])


def folders_with(server: Server, seed: int) -> list[str]:
    """The files of accounts that have the seed in them, as text or as msgpack."""
    forms = str(seed).encode(), seed.to_bytes(8, "big"), seed.to_bytes(8, "little")
    paths = [path for path in (server.home / "accounts").rglob("*") if path.is_file()]
    return [path.name for path in paths if any(form in path.read_bytes() for form in forms)]


async def test_all_play_the_same_deal_which_follows_from_nothing_public(server: Server) -> None:
    today = match_of_day(GAME, server.harness.lobby.competitions.daily.today())
    rooms = []
    for name in ("Anna", "Ben"):
        seated = await server.people[name].ask(PlayDaily(GAME))
        assert isinstance(seated, Seated) and seated.seats == [today.seat]
        rooms.append(server.harness.lobby.shared.rooms.get(seated.match))
    first, second = rooms
    assert first is not None and second is not None and first.match != second.match
    assert first.seed == second.seed == seed_of(server) != today.seed
    assert first.kinds == second.kinds
    others = [number for number in range(today.seats) if number != today.seat]
    assert [first.names[seat] for seat in others] == [second.names[seat] for seat in others]


async def test_the_seed_and_the_results_are_told_after_the_day_and_not_before(
    server: Server,
) -> None:
    anna, ben = server.people["Anna"], server.people["Ben"]
    assert (await board(anna)).state == "new"
    match = await play(server, anna)
    await until(lambda: "over" in server.harness.events)
    seed = seed_of(server)
    for client in (anna, ben):
        seen = await board(client)
        assert [row.name for row in seen.rows] == ["Anna"] and not seen.is_over
        assert seen.seed == "" and seen.rows[0].score == 0 and seen.rows[0].place == 0
    assert (await board(anna)).state == "over"
    again = await anna.ask(PlayDaily(GAME))
    assert isinstance(again, Refused) and "midnight" in word(again)
    await anna.ask(LeaveTable(match))
    server.harness.timers.advance(DEADLINE_INTERVAL + 0.1)
    assert folders_with(server, seed) == [], "no copy before midnight"
    [own] = Profile(_store(server, anna).home).results()
    assert own.daily == (await board(anna)).day and own.me is not None

    server.now += DAY
    server.harness.timers.advance(DEADLINE_INTERVAL + 0.1)
    await until(lambda: server.harness.lobby.shared.rooms.get(match) is None)
    past = await board(ben, days_ago=1)
    assert past.is_over and past.seed == str(seed)
    assert [(row.name, row.place) for row in past.rows] == [("Anna", 1)]
    scores = own.scores
    assert past.rows[0].margin == scores[own.me] - max(scores[: own.me] + scores[own.me + 1 :])
    copy, _notes = _store(server, anna).load(match, True)
    assert copy.record.seed == seed and copy.over
    assert len(Profile(_store(server, anna).home).results()) == 1
    assert (await board(anna)).state == "new", "a new day"


def _store(server: Server, client: LobbyClient) -> Store:
    return Store(server.harness.accounts.folder(client.id) / "data")


async def test_a_kill_before_midnight_keeps_the_secret_and_the_copy(server: Server) -> None:
    match = await play(server, server.people["Anna"])
    await until(lambda: "over" in server.harness.events)
    await server.kill()
    await server.start()
    await server.come("Anna")
    anna = server.people["Anna"]
    assert (await board(anna)).state == "over"
    assert folders_with(server, seed_of(server)) == []
    server.now += DAY
    server.harness.timers.advance(DEADLINE_INTERVAL + 0.1)
    await until(lambda: server.harness.lobby.shared.rooms.get(match) is None)
    copy, _notes = _store(server, anna).load(match, True)
    assert copy.over


async def test_a_try_is_resumed_and_nobody_else_sees_or_joins_it(server: Server) -> None:
    anna, ben = server.people["Anna"], server.people["Ben"]
    first = await anna.ask(PlayDaily(GAME))
    await anna.ask(LeaveTable(first.match))
    assert (await board(anna)).state == "running"
    again = await anna.ask(PlayDaily(GAME))
    assert isinstance(again, Seated) and again.match == first.match
    joined = await anna.ask(JoinMatch(first.match))
    assert first.is_daily and again.is_daily and joined.is_daily, "by whatever way it is opened"
    room = server.harness.lobby.shared.rooms.get(first.match)
    assert room is not None
    for ask in (WatchMatch(room.code), JoinMatch(room.code), WatchMatch(room.match)):
        assert isinstance(await ben.ask(ask), Refused)
    for client in (anna, ben):
        listed = await client.rows()
        assert first.match not in [row.match for row in listed]


async def test_a_daily_match_is_known_as_one_by_whatever_way_its_table_is_opened(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = await server.harness.accounts.create(account_id_of("Cem"), "Cem")
    folder = server.harness.accounts.folder(account.id)
    monkeypatch.setenv("CARAVAN_TUI_HOME", str(folder))
    admitted = await server.harness.lobby.admit(account, "127.0.0.1")
    assert admitted is not None
    host = RemoteHost(server.harness.bus_server.path, admitted.token, account.id)
    await host.start()
    today = server.harness.lobby.competitions.daily.today()
    listed = await host.play_daily(match_of_day(GAME, today))
    joined = await host.lobby.join(listed.match)
    assert joined is not None
    for connection in (listed, joined):
        assert connection.is_daily and connection.rematch is None and not connection.is_kept
    assert listed.return_to == "daily" and joined.return_to == "lobby"
    await host.stop()


async def test_a_try_that_ends_after_midnight_does_not_count(server: Server) -> None:
    anna = server.people["Anna"]
    await anna.ask(PlayDaily(GAME))
    today = server.harness.lobby.competitions.daily.today()
    [match] = [room.match for room in server.harness.lobby.shared.rooms.all()]
    server.now += DAY
    await play_on(server, match, match_of_day(GAME, today).seat)
    await until(lambda: "over" in server.harness.events)
    assert (await board(anna, days_ago=1)).rows == []
