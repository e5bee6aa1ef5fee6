"""What the computer seats know of Caravanserai."""

from __future__ import annotations

from random import Random

import pytest

from ai.knowledge import caravanserai_plans
from ai.knowledge.caravanserai import CaravanseraiKnowledge
from caravan_tui.games.caravanserai.game import GAME
from caravan_tui.games.caravanserai.position import CHOICE, TAKE, WAY
from caravan_tui.games.caravanserai.rules import CaravanState
from caravan_tui.games.contract import CHANCE, OVER


def positions(seats: int, expert: bool, seed: int, greedy: float = 0.7) -> list[CaravanState]:
    """Every decision of a match of mostly sensible play."""
    knowledge, rng = CaravanseraiKnowledge(), Random(seed)
    state = GAME.setup({"expert": expert}, seats)
    assert isinstance(state, CaravanState)
    found = []
    while state.to_act() != OVER:
        if state.to_act() == CHANCE:
            state.apply(state.draw(rng))
            continue
        found.append(state.clone())
        legal = state.legal()
        sensible = rng.random() < greedy
        state.apply(knowledge.play(state, rng) if sensible else rng.choice(legal))
    return found


@pytest.mark.parametrize(("seats", "expert"), [(1, True), (2, False), (3, True), (6, True)])
def test_every_decision_has_values_moves_and_priors(seats, expert):
    knowledge, again = CaravanseraiKnowledge(), CaravanseraiKnowledge()
    for state in positions(seats, expert, 5):
        before = GAME.encode(state)
        values = knowledge.evaluate(state)
        assert len(values) == seats
        assert all(0.0 <= value <= 1.0 for value in values)
        legal = state.legal()
        moves = knowledge.moves(state, legal)
        assert moves
        assert [move for move in legal if move in moves] == moves
        priors = knowledge.priors(state, moves)
        if priors is not None:
            assert sum(priors) == pytest.approx(1.0)
            assert len(priors) == len(moves)
        assert knowledge.play(state, Random(1)) in legal
        # Nothing is changed by looking, and what was looked at before does not matter.
        assert GAME.encode(state) == before
        assert again.evaluate(state) == values


@pytest.mark.parametrize(("seats", "expert"), [(1, False), (2, True), (5, True)])
def test_plans_are_legal_placements_that_end_as_they_say(seats, expert):
    knowledge = CaravanseraiKnowledge()
    checked = 0
    for state in positions(seats, expert, 8)[::3]:
        if state.phase not in (WAY, CHOICE):
            continue
        seat = state.seat
        for _, steps in knowledge.plans_of(state, 6)[:6]:
            ahead = state.clone()
            for step in steps:
                if ahead.phase == TAKE:
                    ahead.apply(ahead.legal()[0])
                assert step in ahead.legal()
                ahead.apply(step)
            assert ahead.seat != seat or ahead.phase not in (CHOICE,) or seats == 1
            checked += 1
    assert checked > 30


def test_the_best_plan_of_a_last_turn_is_the_longest_caravan():
    """With no turn to come a plan is worth the length after the tail step, and nothing else."""
    found = 0
    for state in positions(2, False, 3)[10:]:
        if state.phase != WAY or state.laid:
            continue
        outlook = caravanserai_plans.Outlook(state, state.seat, 1.0, CaravanseraiKnowledge().fitted)
        for value, steps in caravanserai_plans.plans(state, outlook, 4)[:4]:
            ahead = state.clone()
            for step in steps:
                if ahead.phase == TAKE:
                    ahead.apply(ahead.legal()[0])
                ahead.apply(step)
            if ahead.phase != TAKE:
                assert int(value) == len(ahead.caravans[state.seat])
                found += 1
    assert found > 20


def test_the_greedy_seat_beats_random_play():
    knowledge = CaravanseraiKnowledge()
    wins = 0
    for seed in range(4):
        rng = Random(seed)
        state = GAME.setup({"expert": False}, 2)
        while state.to_act() != OVER:
            if state.to_act() == CHANCE:
                state.apply(state.draw(rng))
            elif state.to_act() == seed % 2:
                state.apply(knowledge.greedy(state, rng))
            else:
                state.apply(rng.choice(state.legal()))
        wins += state.outcome()[seed % 2] == 1
    assert wins == 4


@pytest.mark.parametrize("expert", [False, True])
def test_a_solo_caravan_reaches_great_camel_driver_without_a_search(expert):
    knowledge = CaravanseraiKnowledge()
    for seed in range(2):
        rng = Random(seed)
        state = GAME.setup({"expert": expert}, 1)
        while state.to_act() != OVER:
            if state.to_act() == CHANCE:
                state.apply(state.draw(rng))
            else:
                state.apply(knowledge.greedy(state, rng))
        assert state.scores()[0] >= 30


def test_every_style_plays():
    state = positions(3, True, 2)[30]
    for name, weights in CaravanseraiKnowledge.STYLES.items():
        knowledge = CaravanseraiKnowledge(weights)
        assert set(weights) <= set(CaravanseraiKnowledge.WEIGHTS), name
        assert knowledge.greedy(state, Random(1)) in state.legal()
