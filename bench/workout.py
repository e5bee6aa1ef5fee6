"""`python -m bench.workout`: searches in the middle of matches of every game.

A compiler that counts what they do learns from it which ways through the code are usual.
"""

from __future__ import annotations

from ai.search import Searcher
from bench.positions import decisions
from caravan_tui.games import registry

POSITIONS, EVERY = 10, 9
ITERATIONS = {"decktet": 1500, "dice_village": 1500}
FEWER = 300
"""In games where an iteration takes longer."""


def main() -> None:
    """Search them."""
    for game_id in registry.ids():
        game = registry.get(game_id)
        for seed, state in enumerate(decisions(game_id, POSITIONS, EVERY)):
            view = game.view(state, state.to_act())
            Searcher(game, view, seed, ITERATIONS.get(game_id, FEWER)).step()


if __name__ == "__main__":
    main()
