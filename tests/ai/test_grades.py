"""Marks of moves, grades of players, and the luck of what chance did."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import Any
from unittest.mock import patch

import pytest
from attrs import evolve

from ai.grades import (
    Grade,
    MoveMark,
    Verdict,
    costliest_of_turns,
    grade,
    mark_of_loss,
    phases,
    whole_percent,
)
from ai.luck import Luck, luck_of, lucks, total
from caravan_tui.cli.preview import random_match
from caravan_tui.engine import Match
from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE


def verdict(ply: int, loss: float, seat: int = 0, is_find: bool = False) -> Verdict:
    return Verdict(ply, seat, 1, 2 if loss else 1, "", "", loss, gap=loss, is_find=is_find)


@pytest.mark.parametrize(
    ("loss", "mark"),
    [
        (0.01, MoveMark.GOOD),
        (0.02, MoveMark.INACCURACY),
        (0.05, MoveMark.MISTAKE),
        (0.119, MoveMark.MISTAKE),
        (0.12, MoveMark.BLUNDER),
        (0.9, MoveMark.BLUNDER),
    ],
)
def test_a_mark_says_what_a_move_cost(loss: float, mark: MoveMark) -> None:
    judged = verdict(0, loss)
    assert judged.mark == mark
    assert judged.is_error == (mark != MoveMark.GOOD)


def test_the_number_of_a_loss_never_contradicts_its_mark() -> None:
    for thousandths in range(300):
        loss = thousandths / 1000
        assert mark_of_loss(whole_percent(loss) / 100) is mark_of_loss(loss), loss
    assert whole_percent(0.046) == 4 and mark_of_loss(0.046) is MoveMark.INACCURACY


def test_the_best_move_costs_nothing_and_may_be_brilliant() -> None:
    assert verdict(0, 0.0).mark == MoveMark.BEST
    assert verdict(0, 0.0, is_find=True).mark == MoveMark.BRILLIANT
    assert not verdict(0, 0.0, is_find=True).is_error


def test_a_grade_is_of_the_loss_a_decision_of_one_seat() -> None:
    verdicts = [verdict(0, 0.0), verdict(1, 0.3, seat=1), verdict(2, 0.03), verdict(3, 0.03)]
    assert grade(verdicts, 0) == Grade(3, 0.06)
    assert grade(verdicts, 1).points == 0
    assert grade(verdicts, 2).points == 100, "nothing was decided"
    assert grade(verdicts[:1], 0).points == 100
    assert grade(verdicts, 0).points == round(100 * 2.718281828 ** (-0.02 / 0.03))


def test_the_phases_of_a_match_are_its_thirds() -> None:
    verdicts = [verdict(ply, ply / 100) for ply in (0, 1, 3, 5, 8, 9)]
    parts = phases(verdicts, 0, plies=9)
    assert [part.decisions for part in parts] == [2, 2, 2]
    assert parts[1].loss == pytest.approx(0.08)


def test_luck_adds_up_with_its_error() -> None:
    both = [Luck(0, [0.1, -0.1], [0.03, 0.03]), Luck(5, [0.2, -0.2], [0.04, 0.04])]
    assert total(both, 1).value == pytest.approx(-0.3)
    assert total(both, 1).error == pytest.approx(0.05)
    assert total([], 0).value == total([], 0).error == 0.0


@pytest.mark.parametrize("game", registry.ids())
def test_luck_is_the_same_each_time_and_one_for_each_run_of_chance(game: str) -> None:
    match = random_match(game, 2, 3, 60, level="greedy")
    first = list(lucks(match, samples=4))
    assert first == list(lucks(match, samples=4))
    runs = [
        ply.ply
        for ply in match.plies()
        if ply.actor == CHANCE and (not ply.ply or actor_of(match, ply.ply - 1) != CHANCE)
    ]
    assert [luck.ply for luck in first if luck.ply in runs] == [luck.ply for luck in first]
    for luck in first:
        assert len(luck.values) == len(luck.errors) == 2
        assert all(-1.0 <= value <= 1.0 for value in luck.values)
        assert all(error >= 0.0 for error in luck.errors)


def actor_of(match: Match, ply: int) -> int:
    return next(played.actor for played in match.plies(ply, ply + 1))


def test_the_luck_of_a_roll_is_none_on_average() -> None:
    """Over the rolls of a hundred other seeds at the same point of a match of Dice Village."""
    values = []
    for seed in range(100):
        match = Match.new(
            "dice_village", {}, random_match("dice_village", 2, 1, 0).record.seats, seed
        )
        luck = next(lucks(match, samples=40))
        values.append(luck.values[0])
    assert stdev(values) > 0.0, "some rolls are better than others"
    assert abs(mean(values)) <= 4 * stdev(values) / sqrt(len(values))


def always(random: Random) -> Callable[[int], Random]:
    """Has all seats draw from the same generator."""
    return lambda _seat: random


def test_the_luck_of_a_seat_depends_on_nothing_that_it_could_not_see() -> None:
    """Caravan (Decktet): the deal, with every other hand that the other seat may have got."""
    match = random_match("decktet", 2, 3, 0)
    game, evaluator = match.game, registry.evaluator("decktet")
    deal = next(match.plies())
    seen = game.view(match.state, 0)
    others = [game.determinize(seen, Random(seed)) for seed in range(5)]
    assert len({other.hands[1] for other in others}) > 1
    dealt = [luck_of(game, evaluator, deal, other, always(Random(1)), 16) for other in others]
    assert len({luck.values[0] for luck in dealt}) == 1
    assert len({luck.values[1] for luck in dealt}) > 1, "that seat saw its own hand"


def test_while_a_match_runs_the_luck_of_a_seat_is_drawn_from_nothing_hidden() -> None:
    """Neither by the seed, nor after what was drawn for another hand."""
    match = random_match("decktet", 2, 3, 0)
    game = match.game
    deal = next(match.plies())
    for seat in (0, 1):
        seen = game.view(match.state, seat)
        others = [game.determinize(seen, Random(number)) for number in range(5)]
        assert len({other.hands[1 - seat] for other in others}) > 1
        dealt: list[Any] = []
        for number, other in enumerate(others):
            match.record.seed = number
            with patch("ai.luck._runs", lambda _match, other=other: iter([(deal, other)])):
                dealt += lucks(match, [seat], samples=8)
        assert len({luck.values[seat] for luck in dealt}) == 1
        assert {luck.values[1 - seat] for luck in dealt} == {0.0}


def test_the_grade_of_a_match_lies_between_those_of_its_thirds_and_weighs_them_by_moves() -> None:
    rng = Random(4)
    for _match in range(200):
        verdicts = [
            verdict(ply, max(0.0, rng.gauss(0.0, 0.05))) for ply in range(rng.randint(3, 90))
        ]
        verdicts = [each for each in verdicts if rng.random() < 0.8] or verdicts
        plies = verdicts[-1].ply + 1
        thirds = [part for part in phases(verdicts, 0, plies, verdicts[0].ply) if part.decisions]
        whole = grade(verdicts, 0)
        assert sum(part.decisions for part in thirds) == whole.decisions
        points = [part.points for part in thirds]
        assert min(points) <= whole.points <= max(points)


def test_of_a_turn_the_costliest_decision_counts_and_a_find_only_among_the_best() -> None:
    def decided(ply: int, first: int, loss: float = 0.0, is_find: bool = False) -> Verdict:
        return evolve(verdict(ply, loss, is_find=is_find), before=(7,) * (ply - first))

    turns = [
        [decided(4, 4, 0.03), decided(5, 4, 0.2), decided(6, 4, is_find=True)],
        [decided(9, 9), decided(10, 9, is_find=True)],
        [decided(12, 12, is_find=True), evolve(decided(13, 12), preferred=3)],
        [decided(15, 15)],
    ]
    costliest = costliest_of_turns([each for turn in turns for each in turn])
    assert [each.ply for each in costliest] == [5, 10, 13, 15]
    assert [each.first_ply for each in costliest] == [4, 9, 12, 15]
