"""Exact endings of Decktet: right where it is plain, and no wiser than the seat."""

from random import Random

import pytest

from bench.endings import Solver, endings_of, worlds_of
from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, OVER
from caravan_tui.games.decktet.rules import DecktetState
from tests.decktet.decktet_help import GAME, cards, play, position


def ending() -> DecktetState:
    """A decision near the end of a hand that two seats play one ply deep."""
    rng = Random(7)
    while True:
        state: DecktetState = GAME.setup(GAME.spec.resolve({"hands": 1}, 2), 2)
        while state.to_act() != OVER:
            if state.to_act() == CHANCE:
                state.apply(state.draw(rng))
                continue
            held = sum(hand.bit_count() for hand in state.hands)
            if held <= 6 and len(state.legal()) > 2 and len(worlds_of(state, state.turn)) > 8:
                return state
            state.apply(registry.evaluator("decktet").greedy(state, rng))


def test_going_out_is_worth_what_it_brings_where_nobody_can_answer() -> None:
    state = position("9MS", "4MS 8WL", taken=("5SW", "6LK"), market="AM CK")
    state.pool = cards("3SK 7WY AS CM")
    values = Solver(0).values(worlds_of(state, 0))
    (move,) = values
    play(state, GAME.notation(move, None), "pass")
    assert values[move] == pytest.approx(registry.evaluator("decktet").utility(state)[0])


def test_all_worlds_of_a_view_are_listed_once_and_share_all_probability() -> None:
    state = ending()
    seat = state.turn
    worlds = worlds_of(state, seat)
    assert len({world.hands[1 - seat] for world, _ in worlds}) == len(worlds)
    assert sum(share for _, share in worlds) == pytest.approx(1.0)
    assert all(GAME.view(world, seat) == GAME.view(state, seat) for world, _ in worlds)


def test_the_exact_answer_knows_no_more_than_the_seat() -> None:
    state = ending()
    seat = state.turn
    values = Solver(seat).values(worlds_of(state, seat))
    for seed in range(5):
        other = GAME.determinize(GAME.view(state, seat), Random(seed))
        assert Solver(seat).values(worlds_of(other, seat)) == pytest.approx(values)


def test_a_seat_that_knew_the_cards_would_do_at_least_as_well() -> None:
    state = ending()
    seat = state.turn
    worlds = worlds_of(state, seat)
    together = max(Solver(seat).values(worlds).values())
    apart = sum(
        share * max(Solver(seat).values([(world, 1.0)]).values()) for world, share in worlds
    )
    assert together <= apart + 1e-9
    assert together == pytest.approx(apart, abs=0.5)


def test_a_regret_is_never_negative() -> None:
    seen = [ending for seed in range(6) for ending in endings_of(seed, 5, 12)]
    assert seen
    assert all(ending.regret >= -1e-9 for ending in seen)
