"""Ratings and leaderboards of a server: what counts, and what outlives kills and damage."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from caravan_tui.bus.competition_messages import Board, BoardRow, GetBoard
from caravan_tui.bus.lobby_messages import LeaveTable, Resign
from caravan_tui.bus.messages import Done, Notice, Refused
from caravan_tui.competition.played import Played
from caravan_tui.engine import Match
from caravan_tui.server.accounts import Accounts, account_id_of
from caravan_tui.server.backend import single_host
from caravan_tui.server.ladder import Ladder
from caravan_tui.server.ledger import LedgerFile
from caravan_tui.server.match_endings import RETRY_INTERVAL
from tests.server.lobby_harness import LobbyClient, LobbyHarness, server_config, start_match
from tests.server.test_restart import Killed, room_of, two_people
from tests.support.until import until


async def finish(harness: LobbyHarness, match: str) -> Match:
    """Play a match of two people to its end."""
    shared, rng = harness.lobby.tables.shared, Random(1)
    hosted = shared.match(match)
    while not hosted.over:
        seat = hosted.to_act
        await shared.table(match, seat).act(hosted.version, rng.choice(hosted.legal(seat)))
    await until(lambda: harness.lobby.shared.rooms.get(match) is None or _is_told(harness, match))
    return hosted


def _is_told(harness: LobbyHarness, match: str) -> bool:
    room = harness.lobby.shared.rooms.get(match)
    return room is not None and room.over and "over" in harness.events


async def board(client: LobbyClient, game: str = "sahara", season: int = 0) -> dict[str, BoardRow]:
    answer = await client.ask(GetBoard(game, season))
    assert isinstance(answer, Board), answer
    return {row.name: row for row in answer.rows}


async def test_a_match_between_people_moves_both_ratings_once(harness: LobbyHarness) -> None:
    anna, ben, match = await start_match(harness, game="sahara")
    assert await board(anna) == {}
    over = await finish(harness, match)
    assert over.ranks is not None
    line = await anna.receive(Notice)
    assert line.code == "rating_now"
    assert int(line.values["change"]) == int(line.values["rating"]) - 1500 != 0
    rows = await board(anna)
    assert set(rows) == {"Anna", "Ben"} and rows["Anna"].is_own and not rows["Ben"].is_own
    winner, loser = ("Anna", "Ben") if over.ranks[0] < over.ranks[1] else ("Ben", "Anna")
    assert rows[winner].value > 1500 > rows[loser].value
    assert all(row.matches == 1 and row.rank == 0 for row in rows.values())
    assert await board(ben, game="decktet") == {}
    await harness.lobby.shared.endings.on_match_over(over)
    assert (await board(anna))["Anna"].matches == 1


async def test_a_board_of_no_game_is_refused(harness: LobbyHarness) -> None:
    anna = await harness.connect("Anna")
    assert isinstance(await anna.ask(GetBoard("chess")), Refused)


async def test_an_assisted_match_counts_for_nobody(harness: LobbyHarness) -> None:
    anna, _ben, match = await start_match(harness, game="sahara")
    harness.lobby.tables.shared.match(match).record.assisted = True
    await finish(harness, match)
    assert await board(anna) == {}


async def test_who_gives_up_is_last(harness: LobbyHarness) -> None:
    anna, ben, match = await start_match(harness, game="sahara")
    assert isinstance(await anna.ask(Resign(match)), Done)
    shared = harness.lobby.tables.shared
    hosted = shared.match(match)
    while not hosted.over:  # a computer player has Anna's seat
        version = hosted.version
        if hosted.to_act == 1:
            await shared.table(match, 1).act(version, hosted.legal(1)[0])
        await until(lambda version=version: hosted.version > version or hosted.over)
    await until(lambda: "over" in harness.events)
    rows = await board(ben)
    assert rows["Anna"].value < 1500 < rows["Ben"].value


@pytest.mark.parametrize("is_marked_over", [True, False])
async def test_a_result_counts_although_the_server_was_killed_before_it_was_stored(
    tmp_path: Path, is_marked_over: bool
) -> None:
    home, match = tmp_path / "home", two_people(to_the_end=True)
    accounts = Accounts(await _folders(home))
    for name in ("Anna", "Ben"):
        await accounts.create(account_id_of(name), name)
    killed = Killed(home)
    killed.leave(match)
    killed.write_rooms(room_of(match, over=is_marked_over))
    for _start in range(2):  # the second start counts nothing again
        harness = await LobbyHarness(home).start()
        rows = await board(await harness.connect("Anna"))
        assert {name: row.matches for name, row in rows.items()} == {"Anna": 1, "Ben": 1}
        await harness.close()


async def _folders(home: Path) -> Any:
    config = server_config(home)
    config.make_folders()
    return config


async def test_a_result_that_cannot_be_stored_is_stored_later_and_the_room_waits(
    harness: LobbyHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, ben, match = await start_match(harness, game="sahara")
    add = harness.backend.ledger.add

    async def full(_played: Played) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(harness.backend.ledger, "add", full)
    await finish(harness, match)
    for client in (anna, ben):
        await client.ask(LeaveTable(match))
    assert await board(anna) == {} and harness.lobby.shared.rooms.get(match) is not None
    monkeypatch.setattr(harness.backend.ledger, "add", add)
    harness.timers.advance(RETRY_INTERVAL + 0.1)
    await until(lambda: harness.lobby.shared.rooms.get(match) is None)
    assert set(await board(anna)) == {"Anna", "Ben"}


async def test_a_damaged_line_costs_one_match(tmp_path: Path) -> None:
    path = tmp_path / "played.jsonl"
    ledger = LedgerFile(path)
    for number in range(3):
        await ledger.add(Played(f"m{number}", "sahara", 1, float(number), ("a", "b"), (1, 2)))
        await ledger.add(Played(f"m{number}", "sahara", 1, float(number), ("a", "b"), (2, 1)))
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + lines[1].replace(b"sahara", b"sahare") + lines[2][:-9])
    again = LedgerFile(path)
    assert [played.match for played in again.all()] == ["m0"]
    await again.add(Played("m3", "sahara", 1, 3.0, ("a", "b"), (1, 2)))
    assert [played.match for played in LedgerFile(path).all()] == ["m0", "m3"]


async def test_a_new_season_begins_with_an_empty_board_and_the_old_ones_stay(
    harness: LobbyHarness, tmp_path: Path
) -> None:
    anna, _ben, match = await start_match(harness, game="sahara")
    await finish(harness, match)
    ladder = harness.lobby.competitions.ladder
    assert (await ladder.end_season()).number == 2
    assert await board(anna, season=2) == {}
    assert set(await board(anna, season=1)) == {"Anna", "Ben"} == set(await board(anna))
    answer = await anna.ask(GetBoard("sahara"))
    assert [season.number for season in answer.seasons] == [1, 2]
    backend = single_host(harness.config, harness.bus, Accounts(harness.config))
    assert Ladder(backend.ledger, backend.documents).seasons() == ladder.seasons()


async def test_damaged_seasons_are_set_aside_and_counting_begins_again(
    harness: LobbyHarness,
) -> None:
    await harness.lobby.competitions.ladder.end_season()
    path = harness.config.home / "competition" / "seasons.json"
    path.write_text("{")
    backend = single_host(harness.config, harness.bus, harness.accounts)
    ladder = Ladder(backend.ledger, backend.documents)
    assert [season.number for season in ladder.seasons()] == [1]
    assert (await ladder.end_season()).number == 2
    assert list(path.parent.glob("seasons.damaged-*"))
