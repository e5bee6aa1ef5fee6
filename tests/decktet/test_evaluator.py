"""What the search knows of Caravan (Decktet)."""

from __future__ import annotations

from random import Random

import pytest

from caravan_tui.games.contract import CHANCE, OVER
from caravan_tui.games.decktet.actions import CARDS, list_caravans
from caravan_tui.games.decktet.evaluator.evaluate import DecktetEvaluator
from caravan_tui.games.decktet.evaluator.hands import chains
from caravan_tui.games.decktet.pieces import NUMBERS
from caravan_tui.games.decktet.text import notation_of
from caravan_tui.games.registry import evaluator as of
from tests.decktet.decktet_help import GAME, cards, match_of, play, position

EVALUATOR = of("decktet")


def fewest_caravans(hand: int) -> int:
    """By trying all: the fewest caravans that use up number cards."""
    if not hand:
        return 0
    lowest = hand & -hand
    rows = [action & CARDS for action in list_caravans(hand)]
    return 1 + min(fewest_caravans(hand & ~row) for row in rows if row & lowest)


@pytest.mark.parametrize("seed", range(25))
def test_chains_is_the_fewest_caravans_of_the_number_cards(seed: int) -> None:
    rng = Random(seed)
    hand = sum(1 << card for card in rng.sample(range(24), rng.randint(1, 9)))
    assert chains(hand) == fewest_caravans(hand)
    assert chains(hand | cards("AM CS")) == chains(hand)


@pytest.mark.parametrize("seed", range(4))
def test_values_are_of_a_zero_sum_match_at_every_decision(seed: int) -> None:
    rng, state = Random(seed), match_of(3)
    while state.to_act() != OVER:
        values = EVALUATOR.evaluate(state)
        assert values[0] + values[1] == pytest.approx(1.0)
        assert all(0.0 < value < 1.0 for value in values)
        if state.to_act() == CHANCE:
            state.apply(state.draw(rng))
            continue
        legal = state.legal()
        moves = EVALUATOR.moves(state, legal)
        assert moves and set(moves) <= set(legal)
        chances = EVALUATOR.priors(state, moves)
        assert chances and len(chances) == len(moves)
        assert sum(chances) == pytest.approx(1.0)
        assert EVALUATOR.play(state, rng) in legal
        for part in (legal, legal[1:], legal[::2]):  # an analysis compares some moves alone
            at_root = EVALUATOR.root_priors(state, part)
            assert not part or (at_root and len(at_root) == len(part))
        state.apply(EVALUATOR.greedy(state, rng))


def test_values_are_the_same_with_the_seats_swapped() -> None:
    rng = Random(5)
    for _ in range(30):
        deck = rng.sample(range(36), 16)
        first, second = (sum(1 << card for card in part) for part in (deck[:8], deck[8:]))
        if not (first & NUMBERS and second & NUMBERS):
            continue
        state, swapped = position("", "", market=""), position("", "", market="", leader=1)
        state.hands, swapped.hands = (first, second), (second, first)
        assert EVALUATOR.evaluate(state) == EVALUATOR.evaluate(swapped)[::-1]


def test_a_hand_closer_to_its_end_is_worth_more() -> None:
    near = position("2MK", "3LY 9LK 5ML 7SK", hands=5)
    far = position("2MK 8YK 5SW", "3LY 9LK 5ML 7SK", hands=5)
    assert EVALUATOR.evaluate(near)[0] > EVALUATOR.evaluate(far)[0]


def test_a_play_that_empties_the_hand_is_never_left_out() -> None:
    rng = Random(2)
    for _ in range(40):
        state = match_of(1)
        while state.to_act() == CHANCE:
            state.apply(state.draw(rng))
        longest = max(state.legal())
        seat = state.to_act()
        left = longest & CARDS
        state.hands = (state.hands[0], left) if seat else (left, state.hands[1])
        state.bases = (None, None)
        legal = state.legal()
        outs = [action for action in legal if action & CARDS == state.hands[seat]]
        assert set(outs) <= set(EVALUATOR.moves(state, legal))


def test_the_moves_kept_do_not_depend_on_the_hidden_hand() -> None:
    rng, state = Random(9), match_of(1)
    while state.to_act() == CHANCE:
        state.apply(state.draw(rng))
    view = GAME.view(state, state.to_act())
    seen = set()
    for _ in range(10):
        world = GAME.determinize(view, rng)
        moves = EVALUATOR.moves(world, world.legal())
        seen.add((tuple(moves), tuple(EVALUATOR.priors(world, moves) or ())))
    assert len(seen) == 1


def test_greedy_goes_out_where_it_can() -> None:
    state = position("8MS 9MS", "3LY 9LK 5ML 7SK")
    assert notation_of(EVALUATOR.greedy(state, Random(1))) == "8MS-9MS"
    state = position("2MK 9WY", "AL CY", leader=0)
    play(state, "2MK")
    assert notation_of(EVALUATOR.greedy(state, Random(1))) == "AL+CY"


def test_greedy_beats_random_moves() -> None:
    wins = 0.0
    for number in range(24):
        rng, state = Random(number), match_of(2)
        while state.to_act() != OVER:
            seat = state.to_act()
            if seat == CHANCE:
                state.apply(state.draw(rng))
            elif seat == number % 2:
                world = GAME.determinize(GAME.view(state, seat), rng)
                state.apply(EVALUATOR.greedy(world, rng))
            else:
                state.apply(rng.choice(state.legal()))
        scores = state.scores()
        mine, other = scores[number % 2], scores[1 - number % 2]
        wins += (mine > other) + 0.5 * (mine == other)
    assert wins >= 22


@pytest.mark.parametrize("style", sorted(DecktetEvaluator.STYLES))
def test_a_style_changes_known_weights_and_plays_on(style: str) -> None:
    weights = DecktetEvaluator.STYLES[style]
    assert weights and set(weights) <= set(DecktetEvaluator.WEIGHTS)
    knowledge = DecktetEvaluator(weights)
    rng, state, differ = Random(4), match_of(2), 0
    while state.to_act() != OVER:
        if state.to_act() == CHANCE:
            state.apply(state.draw(rng))
            continue
        differ += knowledge.evaluate(state) != EVALUATOR.evaluate(state)
        assert sum(knowledge.evaluate(state)) == pytest.approx(1.0)
        state.apply(knowledge.greedy(state, rng))
    assert differ > 3
