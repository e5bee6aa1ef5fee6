"""The positions that are measured: decisions of sensible matches, the same in every run."""

from __future__ import annotations

from random import Random

from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, OVER, State

SEATS = {"decktet": 2, "sahara": 3, "dice_village": 3, "caravanserai": 4, "ahldarahd": 3}
"""Seats of the match that is measured; the fewest of a game that is not named."""


def decisions(
    game_id: str, count: int, every: int, seed: int = 4, **options: object
) -> list[State]:
    """Positions in which a seat has a choice, every few decisions of greedy play."""
    game = registry.get(game_id)
    knowledge = registry.evaluator(game_id)
    seats = SEATS.get(game_id, game.spec.min_seats)
    rng = Random(seed)
    states: list[State] = []
    number = 0
    while len(states) < count:
        state = game.setup(game.spec.resolve(options, seats), seats)  # type: ignore[arg-type]  # `object` takes any option
        while state.to_act() != OVER and len(states) < count:
            if state.to_act() == CHANCE:
                state.apply(state.draw(rng))
                continue
            number += 1
            if number % every == 0 and len(state.legal()) > 1:
                states.append(state.clone())
            state.apply(knowledge.greedy(state, rng))
    return states
