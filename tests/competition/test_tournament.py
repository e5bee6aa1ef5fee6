"""Tournaments from their announcement to their end, with results at random."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from fractions import Fraction
from itertools import combinations, count
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caravan_tui.competition.pairing import meetings
from caravan_tui.competition.progress import (
    advance,
    cancel,
    enter,
    leave,
    record,
    round_count,
    start,
    week_end,
)
from caravan_tui.competition.standings import places, points_by_player, table_points
from caravan_tui.competition.tournament import FORMATS, Round, Table, Tournament
from caravan_tui.engine import Refusal

DAY = 86_400.0
MONDAY = datetime(2026, 11, 23, tzinfo=UTC).timestamp()


def announced(players: int, **more: Any) -> Tournament:
    facts: dict[str, Any] = {
        "id": "t1", "name": "Cup", "owner": "", "game": "sahara", "format": "swiss", "seats": 2,
        "least_seats": 2, "seed": 7, "most_players": 64,
    }  # fmt: skip
    tournament = Tournament(**(facts | more))
    for number in range(players):
        tournament = enter(tournament, f"p{number:02}", f"Player {number}")
    return tournament


class Ids:
    """New ids of matches."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def __call__(self) -> str:
        return f"m{next(self._numbers)}"


def begun(players: int, **more: Any) -> tuple[Tournament, Ids]:
    ids = Ids()
    return start(announced(players, **more), {}, MONDAY, ids), ids


def play_round(tournament: Tournament, rng: Random, ties: bool = True) -> Tournament:
    for table in tournament.rounds[-1].tables:
        highest = len(table.players) if ties else 10_000
        ranks = {player: rng.randint(1, highest) for player in table.players}
        absent = [player for player in table.players if rng.random() < 0.1]
        tournament = record(tournament, table.match, ranks, absent)
    return tournament


@settings(max_examples=150)
@given(
    st.sampled_from(FORMATS), st.integers(2, 14), st.sampled_from([2, 2, 3, 4, 5]),
    st.integers(0, 10_000),
)  # fmt: skip
def test_every_tournament_ends_and_seats_everybody_once_a_round(
    kind: str, players: int, seats: int, seed: int
) -> None:
    rng = Random(seed)
    tournament, ids = begun(players, format=kind, seats=seats, seed=seed)
    now = MONDAY
    for _round in range(40):
        last = tournament.rounds[-1]
        seated = [player for table in last.tables for player in table.players]
        assert len({*seated, *last.byes}) == len(seated) + len(last.byes)
        active = {one.account for one in tournament.active}
        if kind != "knockout":
            assert {*seated, *last.byes} == active
        if last.tables:
            assert advance(tournament, now, ids) is tournament, "not before the results are in"
        tournament = play_round(tournament, rng)
        if rng.random() < 0.2:
            tournament = leave(tournament, rng.choice(tournament.active).account)
        now += 7 * DAY
        tournament = advance(tournament, now, ids)
        again = msgspec.json.decode(msgspec.json.encode(tournament), type=Tournament)
        assert again == tournament
        if tournament.state == "over":
            break
    assert tournament.state == "over"
    assert len(places(tournament)) == players
    matches = [table.match for one in tournament.rounds for table in one.tables]
    assert len(set(matches)) == len(matches)


@settings(max_examples=40)
@given(st.integers(2, 14), st.integers(0, 1_000))
def test_in_a_round_robin_of_two_seats_everybody_meets_everybody_once(
    players: int, seed: int
) -> None:
    tournament, ids = begun(players, format="round_robin", seed=seed)
    while tournament.state == "running":
        tournament = advance(play_round(tournament, Random(seed)), MONDAY, ids)
    met = meetings([table.players for one in tournament.rounds for table in one.tables])
    names = [one.account for one in tournament.entrants]
    assert met == {frozenset(pair): 1 for pair in combinations(names, 2)}
    firsts = [table.players[0] for one in tournament.rounds for table in one.tables]
    counts = [firsts.count(name) for name in names]
    assert max(counts) - min(counts) <= 1, "everybody begins as often"


@settings(max_examples=60)
@given(st.integers(2, 32), st.sampled_from([2, 4]), st.integers(0, 1_000))
def test_who_wins_every_table_of_a_knockout_wins_it(players: int, seats: int, seed: int) -> None:
    tournament, ids = begun(players, format="knockout", seats=seats, seed=seed)
    while tournament.state == "running":
        for table in tournament.rounds[-1].tables:
            ranks = {player: rank for rank, player in enumerate(sorted(table.players), 1)}
            tournament = record(tournament, table.match, ranks)
        tournament = advance(tournament, MONDAY, ids)
    assert places(tournament)[0].account == "p00"
    assert places(tournament)[0].rank == 1
    assert len(tournament.rounds) <= 5


@settings(max_examples=60)
@given(st.integers(2, 12), st.sampled_from([2, 3, 4]), st.integers(0, 1_000))
def test_the_points_of_a_table_add_up_to_half_of_its_seats(
    players: int, seats: int, seed: int
) -> None:
    rng = Random(seed)
    tournament, _ids = begun(players, seats=seats)
    for table in tournament.rounds[-1].tables:
        ranks = {player: rng.randint(1, seats) for player in table.players}
        tournament = record(tournament, table.match, ranks)
    for table in tournament.rounds[-1].tables:
        total = sum(table_points(table, player) for player in table.players)
        assert total == Fraction(len(table.players), 2)


def test_a_result_counts_once() -> None:
    tournament, _ids = begun(4)
    table = tournament.rounds[0].tables[0]
    first, second = table.players
    after = record(tournament, table.match, {first: 1, second: 2})
    assert record(after, table.match, {first: 2, second: 1}) is after
    assert record(after, "nothing", {first: 1}) is after
    assert points_by_player(after.rounds)[first] == 1


def test_who_never_came_gets_nothing_whatever_the_stand_in_has_won() -> None:
    tournament, _ids = begun(2)
    first, second = tournament.rounds[0].tables[0].players
    won = record(tournament, "m1", {first: 1, second: 2}, [first])
    assert points_by_player(won.rounds) == {first: 0, second: 1}
    nobody = record(tournament, "m1", {}, [first, second])
    assert points_by_player(nobody.rounds) == {first: 0, second: 0}
    assert nobody.rounds[0].is_complete
    gave_up = record(tournament, "m1", {second: 1})
    assert points_by_player(gave_up.rounds) == {first: 0, second: 1}


def test_the_strongest_are_the_first_seeds_and_the_others_are_drawn() -> None:
    ids = Ids()
    tournament = start(announced(6), {"p04": 1600.0, "p02": 1700.0}, MONDAY, ids)
    order = [one.account for one in tournament.entrants]
    assert order[:2] == ["p02", "p04"] and sorted(order[2:]) == ["p00", "p01", "p03", "p05"]
    other = start(announced(6, seed=8), {"p04": 1600.0, "p02": 1700.0}, MONDAY, ids)
    again = start(announced(6), {"p04": 1600.0, "p02": 1700.0}, MONDAY, ids)
    assert [one.account for one in again.entrants] == order
    assert [one.account for one in other.entrants] != order


def test_ties_are_broken_by_the_opponents() -> None:
    tables = [
        Round(0, 0, (Table("m1", ("a", "b"), (1, 2)), Table("m2", ("c", "d"), (1, 2)))),
        Round(0, 0, (Table("m3", ("a", "c"), (1, 2)), Table("m4", ("b", "d"), (1, 2)))),
    ]
    tournament = announced(0)
    for name in "abcd":
        tournament = enter(tournament, name, name)
    tournament = msgspec.structs.replace(tournament, state="running", rounds=tuple(tables))
    table = places(tournament)
    assert [(place.account, place.rank) for place in table] == [
        ("a", 1), ("b", 2), ("c", 2), ("d", 4)
    ]  # fmt: skip
    assert [place.buchholz for place in table] == [2, 2, 2, 2]
    round_robin = msgspec.structs.replace(tournament, format="round_robin")
    assert [place.rank for place in places(round_robin)] == [1, 2, 2, 4]


def test_entering_and_leaving_have_their_time() -> None:
    tournament = announced(2, most_players=3)
    for account, code in (("p00", "tournament_entered"), ("x", None), ("y", "tournament_full")):
        if code is None:
            tournament = enter(tournament, account, account)
        else:
            with pytest.raises(Refusal) as refusal:
                enter(tournament, account, account)
            assert refusal.value.sentence.code == code
    tournament = leave(tournament, "x")
    assert tournament.entrant("x") is None
    with pytest.raises(Refusal, match="tournament_not_entered"):
        leave(tournament, "x")
    with pytest.raises(Refusal, match="tournament_too_few"):
        start(leave(tournament, "p00"), {}, MONDAY, Ids())
    running = start(tournament, {}, MONDAY, Ids())
    with pytest.raises(Refusal, match="tournament_closed"):
        enter(running, "x", "x")
    assert leave(running, "p00").active != running.active
    over = cancel(running, MONDAY)
    refused: list[Callable[[], object]] = [
        lambda: leave(over, "p00"),
        lambda: cancel(over, MONDAY),
    ]
    for late in refused:
        with pytest.raises(Refusal, match="tournament_over"):
            late()
    assert advance(over, MONDAY, Ids()) is over


def test_a_league_has_a_round_a_week_and_takes_people_in_and_back() -> None:
    tournament, ids = begun(4, format="league", rounds_wanted=3)
    rng = Random(1)
    assert tournament.rounds[0].ends == MONDAY + 7 * DAY
    tournament = play_round(tournament, rng)
    assert advance(tournament, MONDAY + 6 * DAY, ids) is tournament, "the week is not over"
    tournament = enter(leave(tournament, "p00"), "late", "Late")
    tournament = advance(tournament, MONDAY + 7 * DAY, ids)
    second = tournament.rounds[1]
    players = {player for table in second.tables for player in table.players}
    assert "late" in players and "p00" not in players and second.ends == MONDAY + 14 * DAY
    tournament = enter(play_round(tournament, rng), "p00", "Back")
    tournament = advance(tournament, MONDAY + 15 * DAY, ids)
    assert tournament.rounds[2].ends == MONDAY + 21 * DAY
    players = {player for table in tournament.rounds[2].tables for player in table.players}
    assert {"p00", "late"} <= {*players, *tournament.rounds[2].byes}
    tournament = advance(play_round(tournament, rng), MONDAY + 22 * DAY, ids)
    assert tournament.state == "over"


def test_a_week_ends_on_monday_and_a_short_first_one_a_week_later() -> None:
    assert week_end(MONDAY) == MONDAY + 7 * DAY
    assert week_end(MONDAY + 6 * DAY) == MONDAY + 7 * DAY
    assert week_end(MONDAY + 6 * DAY, is_first=True) == MONDAY + 14 * DAY


@pytest.mark.parametrize(
    ("kind", "players", "rounds"),
    [("swiss", 8, 3), ("swiss", 9, 4), ("round_robin", 5, 5), ("round_robin", 6, 5),
     ("knockout", 8, 0), ("swiss", 2, 1)],
)  # fmt: skip
def test_the_number_of_rounds_suits_the_number_of_players(
    kind: str, players: int, rounds: int
) -> None:
    assert round_count(announced(players, format=kind)) == rounds
