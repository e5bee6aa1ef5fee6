"""A position imagined anew in place is the one that its view would have given."""

from __future__ import annotations

from random import Random

from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, OVER

GAME = registry.get("decktet")


def test_imagining_anew_gives_what_determinizing_the_view_gives() -> None:
    rng = Random(3)
    compared = 0
    for seed in range(12):
        state = GAME.setup(GAME.spec.resolve({"hands": 2}, 2), 2)
        while state.to_act() != OVER:
            if state.to_act() == CHANCE:
                state.apply(state.draw(rng))
                continue
            for seat in range(2):
                view = GAME.view(state, seat)
                world = GAME.determinize(view, Random(seed + 100))
                world.legal()
                assert world.imagine(seat, Random(seed))
                wanted = GAME.determinize(view, Random(seed))
                assert GAME.encode(world) == GAME.encode(wanted)
                assert world.pool == wanted.pool
                assert world.legal() == wanted.legal()
                compared += 1
            legal = state.legal()
            state.apply(legal[int(rng.random() * len(legal))])
    assert compared > 200


def test_nothing_is_imagined_anew_while_cards_are_dealt() -> None:
    state = GAME.setup(GAME.spec.resolve({}, 2), 2)
    assert not state.imagine(0, Random(1))
