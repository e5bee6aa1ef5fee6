"""Rounds of tournaments: who meets whom, who has a bye."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caravan_tui.competition.pairing import (
    Pairing,
    knockout_round,
    meetings,
    round_robin,
    seat_order,
    survivors,
    swiss_round,
    table_sizes,
)

BOUNDS = st.sampled_from([(2, 2), (2, 3), (2, 4), (2, 5), (2, 6), (3, 4)])


def names(count: int) -> list[str]:
    return [f"p{number:02}" for number in range(count)]


def seated(pairing: Pairing) -> list[str]:
    return [player for table in pairing.tables for player in table]


def check_everybody_is_there_once(pairing: Pairing, players: list[str]) -> None:
    assert sorted([*seated(pairing), *pairing.byes]) == sorted(players)


@given(st.integers(0, 64), BOUNDS)
def test_tables_are_full_even_and_leave_as_few_as_possible(
    players: int, bounds: tuple[int, int]
) -> None:
    least, most = bounds
    sizes = table_sizes(players, least, most)
    assert all(least <= size <= most for size in sizes)
    assert max(sizes, default=0) - min(sizes, default=0) <= 1
    best = max(
        total
        for count in range(players // least + 1)
        for total in range(count * least, min(players, count * most) + 1)
    )
    assert sum(sizes) == best


def play_swiss(
    count: int, rounds: int, bounds: tuple[int, int], rng: Random
) -> tuple[list[Pairing], list[str]]:
    """A whole Swiss tournament with results at random; equal scores in the order of the names."""
    players = names(count)
    scores = dict.fromkeys(players, 0)
    done: list[Pairing] = []
    for _round in range(rounds):
        order = sorted(players, key=lambda player: (-scores[player], player))
        met = meetings([table for pairing in done for table in pairing.tables])
        had_bye = {player for pairing in done for player in pairing.byes}
        pairing = swiss_round(order, scores, met, had_bye, *bounds)
        check_everybody_is_there_once(pairing, players)
        for table in pairing.tables:
            for points, player in enumerate(rng.sample(table, len(table))):
                scores[player] += points
        for player in pairing.byes:
            scores[player] += 1
        done.append(pairing)
    return done, players


@settings(max_examples=120)
@given(st.integers(2, 40), st.data())
def test_in_swiss_rounds_nobody_meets_twice_or_has_two_byes(
    count: int, data: st.DataObject
) -> None:
    """With fewer rounds than half of the players, there is always a way (Dirac)."""
    rounds = data.draw(st.integers(1, max(1, (count - 1) // 2)))
    done, _players = play_swiss(count, rounds, (2, 2), Random(data.draw(st.integers(0, 9_999))))
    met = meetings([table for pairing in done for table in pairing.tables])
    assert max(met.values()) == 1
    byes = Counter(player for pairing in done for player in pairing.byes)
    assert max(byes.values(), default=0) <= 1
    assert sum(byes.values()) == (rounds if count % 2 else 0)


@settings(max_examples=40)
@given(st.sampled_from([4, 6, 8]), st.integers(0, 9_999))
def test_swiss_goes_on_where_repeats_cannot_be_avoided(count: int, seed: int) -> None:
    done, _players = play_swiss(count, count + 2, (2, 2), Random(seed))
    met = meetings([table for pairing in done for table in pairing.tables])
    assert max(met.values()) <= 3


@settings(max_examples=60)
@given(st.integers(2, 30), st.integers(1, 5), BOUNDS, st.integers(0, 9_999))
def test_swiss_with_more_seats_seats_everybody_once_a_round(
    count: int, rounds: int, bounds: tuple[int, int], seed: int
) -> None:
    done, _players = play_swiss(count, rounds, bounds, Random(seed))
    for pairing in done:
        assert all(bounds[0] <= len(table) <= bounds[1] for table in pairing.tables)


def test_swiss_with_three_seats_avoids_repeats() -> None:
    done, _players = play_swiss(9, 4, (2, 3), Random(1))
    met = meetings([table for pairing in done for table in pairing.tables])
    assert sum(met.values()) == 36
    assert sum(count - 1 for count in met.values()) <= 6, "four rounds could have none"


def test_opponents_have_the_same_score_and_the_halves_meet() -> None:
    players = names(8)
    scores = {player: int(place < 4) for place, player in enumerate(players)}
    pairing = swiss_round(players, scores, {}, (), 2, 2)
    assert pairing.tables == (("p00", "p02"), ("p01", "p03"), ("p04", "p06"), ("p05", "p07"))


def test_the_bye_goes_to_the_last_who_had_none() -> None:
    players = names(5)
    scores = dict.fromkeys(players, 0)
    assert swiss_round(players, scores, {}, (), 2, 2).byes == ("p04",)
    assert swiss_round(players, scores, {}, ("p04", "p03"), 2, 2).byes == ("p02",)


def test_a_bye_moves_up_rather_than_that_two_meet_again() -> None:
    players = names(3)
    met = meetings([("p00", "p01")])
    assert swiss_round(players, dict.fromkeys(players, 0), met, (), 2, 2).byes == ("p01",)


@given(st.integers(2, 24))
def test_a_round_robin_of_two_seats_has_every_pair_exactly_once(count: int) -> None:
    players = names(count)
    rounds = round_robin(players, 2, 2, 1)
    assert len(rounds) == count - 1 + count % 2
    met = meetings([table for pairing in rounds for table in pairing.tables])
    assert set(met) == {frozenset(pair) for pair in combinations(players, 2)}
    assert set(met.values()) == {1}
    for pairing in rounds:
        check_everybody_is_there_once(pairing, players)
    byes = Counter(player for pairing in rounds for player in pairing.byes)
    assert set(byes.values()) == ({1} if count % 2 else set())


@settings(max_examples=25)
@given(st.integers(3, 14), st.integers(3, 5), st.integers(0, 99))
def test_a_round_robin_with_more_seats_lets_everybody_meet(
    count: int, most: int, seed: int
) -> None:
    players = names(count)
    rounds = round_robin(players, 2, most, seed)
    assert rounds == round_robin(players, 2, most, seed), "the same seed, the same rounds"
    met = meetings([table for pairing in rounds for table in pairing.tables])
    assert set(met) == {frozenset(pair) for pair in combinations(players, 2)}
    assert len(rounds) < count
    for pairing in rounds:
        check_everybody_is_there_once(pairing, players)


@given(st.integers(2, 64), st.sampled_from([(2, 2), (2, 3), (2, 4), (2, 5)]))
def test_a_knockout_ends_with_one_table(count: int, bounds: tuple[int, int]) -> None:
    players, rounds = names(count), 0
    while len(players) > 1:
        pairing = knockout_round(players, *bounds)
        check_everybody_is_there_once(pairing, players)
        if bounds[1] == 2 and rounds:
            assert not pairing.byes, "byes are in the first round alone"
        on = {player for table in pairing.tables for player in table[: survivors(len(table))]}
        before = len(players)
        if len(pairing.tables) == 1 and not pairing.byes:
            break
        players = [player for player in players if player in on or player in pairing.byes]
        assert len(players) < before
        rounds += 1
    assert rounds <= 7


def test_in_a_knockout_the_best_seeds_have_the_byes_and_meet_the_last() -> None:
    pairing = knockout_round(names(6), 2, 2)
    assert pairing.byes == ("p00", "p01")
    assert pairing.tables == (("p02", "p05"), ("p03", "p04"))
    assert knockout_round(names(8), 2, 4).tables == (
        ("p00", "p03", "p04", "p07"), ("p01", "p02", "p05", "p06")
    )  # fmt: skip


@pytest.mark.parametrize("count", [2, 3, 4])
def test_who_has_begun_least_often_begins(count: int) -> None:
    players = names(count)
    began = {player: number for number, player in enumerate(reversed(players))}
    assert seat_order(players, began, Random(3)) == tuple(reversed(players))
