"""The evaluator of Caravanserai."""

from __future__ import annotations

from random import Random

import pytest

from caravan_tui.games.caravanserai.actions import CAMEL
from caravan_tui.games.caravanserai.evaluator import plans
from caravan_tui.games.caravanserai.evaluator.evaluate import CaravanseraiEvaluator
from caravan_tui.games.caravanserai.evaluator.features import FEATURES
from caravan_tui.games.caravanserai.pieces import PLAIN
from caravan_tui.games.caravanserai.rules import CaravanseraiState
from caravan_tui.games.caravanserai.state import CHOICE, PUT, TAKE, WAY
from caravan_tui.games.contract import CHANCE, OVER
from tests.caravanserai.desert import GAME
from tests.nights import mostly_nightly
from tests.support.known import known


def positions(seats: int, expert: bool, seed: int, greedy: float = 0.7) -> list[CaravanseraiState]:
    """Every decision of a match of mostly sensible play."""
    evaluator, rng = CaravanseraiEvaluator(), Random(seed)
    state = GAME.setup({"expert": expert}, seats)
    states = []
    while state.to_act() != OVER:
        if state.to_act() == CHANCE:
            state.apply(state.draw(rng))
            continue
        states.append(state.clone())
        legal = state.legal()
        sensible = rng.random() < greedy
        state.apply(evaluator.play(state, rng) if sensible else rng.choice(legal))
    return states


@pytest.mark.parametrize(("seats", "expert"), [(1, True), (2, False), (3, True), (6, True)])
def test_every_decision_has_values_moves_and_priors(seats: int, expert: bool) -> None:
    evaluator, again = CaravanseraiEvaluator(), CaravanseraiEvaluator()
    for state in positions(seats, expert, 5)[::2]:
        before = GAME.encode(state)
        values = evaluator.evaluate(state)
        assert len(values) == seats
        assert all(0.0 <= value <= 1.0 for value in values)
        legal = state.legal()
        moves = evaluator.moves(state, legal)
        assert moves
        assert [move for move in legal if move in moves] == moves
        priors = evaluator.priors(state, moves)
        if priors is not None:
            assert sum(priors) == pytest.approx(1.0)
            assert len(priors) == len(moves)
        assert evaluator.play(state, Random(1)) in legal
        # Nothing is changed by looking, and what was looked at before does not matter.
        assert GAME.encode(state) == before
        assert again.evaluate(state) == values


@pytest.mark.parametrize(("seats", "expert"), [(1, False), (2, True), (5, True)])
def test_plans_are_legal_placements_that_end_as_they_say(seats: int, expert: bool) -> None:
    evaluator = CaravanseraiEvaluator()
    checked = 0
    for state in positions(seats, expert, 8)[::3]:
        if state.phase not in (WAY, CHOICE):
            continue
        seat = state.seat
        for _, steps in evaluator.plans_of(state, 6)[:6]:
            ahead = state.clone()
            for step in steps:
                if ahead.phase == TAKE:
                    ahead.apply(ahead.legal()[0])
                assert step in ahead.legal()
                ahead.apply(step)
            assert ahead.seat != seat or ahead.phase not in (CHOICE,) or seats == 1
            checked += 1
    assert checked > 30


def test_the_best_plan_of_a_last_turn_is_the_longest_caravan() -> None:
    """With no turn to come a plan is worth the length after the tail step, and nothing else."""
    compared = 0
    for state in positions(2, False, 3)[10:]:
        if state.phase != WAY or state.laid:
            continue
        outlook = plans.Outlook(state, state.seat, 1.0, CaravanseraiEvaluator().fitted)
        for value, steps in plans.plans(state, outlook, 4)[:4]:
            ahead = state.clone()
            for step in steps:
                if ahead.phase == TAKE:
                    ahead.apply(ahead.legal()[0])
                ahead.apply(step)
            if ahead.phase != TAKE:
                assert int(value) == len(ahead.caravans[state.seat])
                compared += 1
    assert compared > 20


@pytest.mark.parametrize("seed", mostly_nightly(range(4)))
def test_the_greedy_seat_beats_random_play(seed: int) -> None:
    evaluator, rng = CaravanseraiEvaluator(), Random(seed)
    state = GAME.setup({"expert": False}, 2)
    while state.to_act() != OVER:
        if state.to_act() == CHANCE:
            state.apply(state.draw(rng))
        elif state.to_act() == seed % 2:
            state.apply(evaluator.greedy(state, rng))
        else:
            state.apply(rng.choice(state.legal()))
    assert state.outcome()[seed % 2] == 1


@pytest.mark.parametrize("seed", mostly_nightly(range(2)))
@pytest.mark.parametrize("expert", [False, True])
def test_a_solo_caravan_reaches_great_camel_driver_without_a_search(
    expert: bool, seed: int
) -> None:
    evaluator, rng = CaravanseraiEvaluator(), Random(seed)
    state = GAME.setup({"expert": expert}, 1)
    while state.to_act() != OVER:
        if state.to_act() == CHANCE:
            state.apply(state.draw(rng))
        else:
            state.apply(evaluator.greedy(state, rng))
    assert state.scores()[0] >= 30


def test_every_style_plays() -> None:
    state = positions(3, True, 2)[30]
    for name, weights in CaravanseraiEvaluator.STYLES.items():
        evaluator = CaravanseraiEvaluator(weights)
        assert set(weights) <= set(CaravanseraiEvaluator.WEIGHTS), name
        assert evaluator.greedy(state, Random(1)) in state.legal()


@pytest.mark.parametrize("seats", [2, 5])
def test_a_search_begins_with_the_placement_that_greedy_would_begin(seats: int) -> None:
    evaluator = CaravanseraiEvaluator()
    looked = 0
    for state in positions(seats, False, 3)[::3]:
        legal = state.legal()
        moves = evaluator.root_moves(state, legal)
        assert moves == [move for move in legal if move in moves]
        shares = known(evaluator.root_priors(state, moves))
        if state.phase not in (WAY, CHOICE) or len(legal) == 1:
            assert moves == evaluator.moves(state, legal)
            continue
        assert sum(shares) == pytest.approx(1.0)
        values = evaluator._first_steps(state, Random(1))
        assert values[moves[shares.index(max(shares))]] == pytest.approx(max(values.values()))
        looked += 1
    assert looked > 5


def test_who_overlooks_much_does_not_look_at_the_ends_of_placements() -> None:
    evaluator = CaravanseraiEvaluator({**CaravanseraiEvaluator.WEIGHTS, "look": 0.0})
    for state in positions(3, False, 4)[::5]:
        legal = state.legal()
        moves = evaluator.root_moves(state, legal)
        assert moves == evaluator.moves(state, legal)
        assert evaluator.root_priors(state, moves) == evaluator.priors(state, moves)


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_a_correction_sees_the_end_of_a_placement_in_its_middle(seats: int) -> None:
    """A search compares both: a jump between them would be taken for a good or bad move."""
    evaluator, seen = CaravanseraiEvaluator(), 0
    names = ("length", "camels", "goods", "most", "tail_goods", "tail_camels")
    for state in positions(seats, True, 3):
        if state.phase != CHOICE or not state.laid or CAMEL not in state.legal():
            continue
        if state.colours[state.board.neighbours[6 * state.head + state.way]] != PLAIN:
            continue  # the camel wins goods there
        seat = state.seat
        before = dict(zip(FEATURES, evaluator.features(state, seat), strict=True))
        state.apply(CAMEL)
        after = dict(zip(FEATURES, evaluator.features(state, seat), strict=True))
        for name in names:
            assert after[name] == pytest.approx(before[name]), name
        if state.phase == PUT:
            assert after["puts"] == before["puts"]
        seen += 1
    assert seen
