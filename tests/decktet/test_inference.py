"""What a seat believes of the other hand: by its view alone, and nearer the truth than chance."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from ai.search import Searcher
from ai.views import pack
from bench.hands import ratio, sights_of
from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, OVER
from caravan_tui.games.decktet.evaluator.evaluate import DecktetEvaluator
from caravan_tui.games.decktet.evaluator.inference import HandBelief, belief_of, unused_links
from caravan_tui.games.decktet.pieces import NUMBERS
from caravan_tui.games.decktet.rules import DecktetState
from tests.decktet.decktet_help import GAME, cards, match_of, position


def decisions(seed: int) -> list[DecktetState]:
    """The decisions of a hand that two seats play one ply deep."""
    state, rng = match_of(1), Random(seed)
    states = []
    while state.to_act() != OVER:
        if state.to_act() == CHANCE:
            state.apply(state.draw(rng))
        else:
            states.append(state.clone())
            state.apply(registry.evaluator("decktet").greedy(state, rng))
    return states


def belief_in(state: DecktetState) -> HandBelief:
    belief = belief_of(state, state.to_act())
    assert belief is not None
    return belief


def test_a_link_is_unused_between_a_card_in_hand_and_one_that_was_played() -> None:
    assert unused_links(cards("3MW"), cards("2MK")) == 1
    assert unused_links(cards("3LY"), cards("2MK")) == 0
    assert unused_links(cards("3MW 4MS"), cards("2MK 5ML")) == 2
    assert unused_links(cards("3MW 4MS"), 0) == 0


def test_a_card_that_would_have_gone_with_a_played_one_is_unlikely_in_the_other_hand() -> None:
    state = position("9MS 8WL", "3MW 9WY", taken=("", "2MK"))
    state.pool = cards("5SW 7SK AS CM")
    belief = belief_in(state)
    assert len(belief.sets) == 6
    linked, apart = belief.likelihood(cards("3MW 9WY")), belief.likelihood(cards("5SW 9WY"))
    assert linked < apart / 10
    assert sum(map(belief.likelihood, belief.sets)) == pytest.approx(1.0)


def test_sets_of_cards_are_imagined_as_often_as_they_are_believed() -> None:
    state = position("9MS 8WL", "3MW 9WY", taken=("", "2MK"))
    state.pool = cards("5SW 7SK AS CM")
    belief = belief_in(state)
    rng = Random(1)
    seen: Counter[int] = Counter()
    for _ in range(4000):
        belief.imagine(state, rng)
        seen[state.hands[1] & NUMBERS] += 1
    for held in belief.sets:
        assert seen[held] / 4000 == pytest.approx(belief.likelihood(held), abs=0.03)


def test_what_is_believed_and_imagined_comes_from_the_view_alone() -> None:
    compared = 0
    for seed in range(6):
        for state in decisions(seed):
            seat = state.to_act()
            belief = belief_of(state, seat)
            view = GAME.view(state, seat)
            other = GAME.determinize(view, Random(seed))
            again = belief_of(other, seat)
            if belief is None:
                assert again is None
                continue
            assert again is not None
            assert (again.sets, again.shares, again.wilds) == (
                belief.sets,
                belief.shares,
                belief.wilds,
            )
            belief.imagine(other, Random(seed))
            assert pack(GAME.view(other, seat)) == pack(view)
            assert other.legal() == state.legal()
            other.restored()
            compared += 1
    assert compared > 60


def test_nothing_is_believed_before_the_other_seat_has_played() -> None:
    assert belief_of(match_of(1), 0) is None
    assert belief_of(decisions(1)[0], 0) is None
    assert belief_of(decisions(1)[0], 1) is None


def test_the_hand_that_is_held_is_twice_as_likely_as_by_chance_in_the_middle_of_a_hand() -> None:
    gains = [
        [each.gain for each in sights_of(seed, 60) if 6 <= each.left <= 9] for seed in range(40)
    ]
    middle, low, _ = ratio(gains)
    assert middle > 2.0
    assert low > 1.5


def test_a_search_imagines_what_the_evaluator_believes(monkeypatch: pytest.MonkeyPatch) -> None:
    state = next(state for state in decisions(2)[9:] if len(state.legal()) > 3)
    held = []
    real = DecktetEvaluator.belief

    class Noted:
        def __init__(self, belief: Any) -> None:
            self.belief = belief

        def imagine(self, world: DecktetState, rng: Random) -> None:
            self.belief.imagine(world, rng)
            held.append(world.hands[1 - state.to_act()])

    monkeypatch.setattr(
        DecktetEvaluator, "belief", lambda self, world, seat: Noted(real(self, world, seat))
    )
    view = GAME.view(state, state.to_act())
    Searcher(GAME, view, 1, 200).step()
    assert len(held) >= 40
    held.clear()
    Searcher(GAME, view, 1, 200, believes=False).step()
    assert not held
