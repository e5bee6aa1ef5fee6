"""`python -m tests.kit.digests`: what seeded matches and searches of each game come to, as hashes.

    python -m tests.kit.digests [--write]

Rules do not change, and both builds play alike: `digests.json` holds what the matches of each game
came to, in blocks, and `--write` writes it anew. Searches may change, but not from build to build:
their hashes are printed with those of the matches, for two builds to be compared.
"""

from __future__ import annotations

import json
import sys
from hashlib import blake2b
from pathlib import Path
from typing import Any

from ai.halving import Halving
from ai.mcts import SearchTree
from caravan_tui.engine import rng
from caravan_tui.games import registry
from caravan_tui.games.contract import OVER, Event
from tests.kit.lines import BOUND, Case, cases, step

RECORDED = Path(__file__).with_name("digests.json")


def shipped() -> list[str]:
    """The games that the program brings: their matches are recorded. A game that somebody writes
    beside them keeps the contract, and owes no more."""
    return list(json.loads(RECORDED.read_text("utf-8")))


BLOCKS, BLOCK = 50, 20
"""Blocks of matches of a game, and matches in each."""

SEARCHES = 3
"""Positions of each case that are searched."""

ITERATIONS = 200

HALVED = 60
"""Iterations that sequential halving shares out."""


def play_through(case: Case, seed: int, mark: Any) -> None:
    """Play a match at random to its end, and put every action, event and point into a hash."""
    state = case.game.setup(dict(case.options), case.seats)
    moves = rng.stream(seed, "digest")
    ply = 0
    while state.to_act() != OVER:
        assert ply < BOUND, f"{case.name}, {seed}: not over after {BOUND} plies"
        actor, action = step(state, moves, ply, seed)
        events: list[Event] = []
        state.apply(action, events)
        mark.update(repr((actor, action, events)).encode())
        ply += 1
    mark.update(repr(state.scores()).encode())


def digest_of_matches(name: str, block: int) -> str:
    """The hash of a block of matches; seat counts and options take turns."""
    mark = blake2b(digest_size=12)
    variants = cases(registry.get(name))
    for number in range(block * BLOCK, (block + 1) * BLOCK):
        play_through(variants[number % len(variants)], number, mark)
    return mark.hexdigest()


def digest_of_searches(name: str) -> str:
    """The hash of the trees that grow from some positions with every seat count."""
    mark = blake2b(digest_size=12)
    game, evaluator = registry.get(name), registry.evaluator(name)
    for seats in range(max(2, game.spec.min_seats), game.spec.max_seats + 1):
        for plies in range(5, 5 + 20 * SEARCHES, 20):
            state = game.setup(game.spec.resolve({}, seats), seats)
            moves = rng.stream(plies, "digest")
            ply = 0
            while ply < plies or state.to_act() < 0:
                if state.to_act() == OVER:
                    break
                state.apply(step(state, moves, ply, plies)[1])
                ply += 1
            if state.to_act() == OVER:
                continue
            for iterations in (ITERATIONS, HALVED):
                view = game.view(state, state.to_act())
                tree = SearchTree(game, evaluator, view, rng.stream(1, ""))
                tree.start()
                if iterations == HALVED:
                    tree.rule = Halving(tree.root, iterations)
                tree.run(iterations)
                totals = [[round(value, 9) for value in row] for row in tree.sums]
                mark.update(repr((tree.counts, totals)).encode())
    return mark.hexdigest()


def main() -> None:
    """Print, or write, the hashes of every game."""
    matches = {
        name: [digest_of_matches(name, block) for block in range(BLOCKS)] for name in registry.ids()
    }
    if "--write" in sys.argv[1:]:
        RECORDED.write_text(json.dumps(matches, indent=1) + "\n", "utf-8")
        return
    searches = {name: digest_of_searches(name) for name in registry.ids()}
    print(json.dumps({"matches": matches, "searches": searches}, indent=1))


if __name__ == "__main__":
    main()
