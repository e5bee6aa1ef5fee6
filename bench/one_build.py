"""`python bench/one_build.py GAME WHAT HANDS`: the rate of one build, for `bench.builds`.

PYTHONPATH is the checkout whose modules are measured. WHAT is `search`, or `openspiel` for
OpenSpiel's Python search on our rules and evaluation, or `hearts` for its C++ search on a game of
its own. HANDS is the length of a match of Decktet.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from hashlib import blake2b
from random import Random
from time import process_time

import ai.mcts
from ai.search import Searcher
from bench.positions import decisions
from caravan_tui.games import registry
from caravan_tui.games.contract import State

POSITIONS, EVERY = 6, 7
ITERATIONS = {"decktet": 1000, "dice_village": 1000, "caravanserai": 200}
FEWER = 100
"""In games where an iteration takes longer."""


def positions(game_id: str, hands: int) -> list[State]:
    """The decisions that are searched."""
    options = {"hands": hands} if game_id == "decktet" else {}
    return decisions(game_id, POSITIONS, EVERY, **options)


def search(game_id: str, hands: int) -> tuple[float, str]:
    """The rate of our search at six positions, each searched twice, and a hash of what it found."""
    game = registry.get(game_id)
    views = [game.view(state, state.to_act()) for state in positions(game_id, hands)]
    gc.collect()
    gc.freeze()
    gc.disable()  # as in a worker
    mark = blake2b(digest_size=8)
    spent, done = 0.0, 0
    for seed in range(2):  # the second time with warm caches, as in a match
        for view in views:
            searcher = Searcher(game_id, view, seed, ITERATIONS.get(game_id, FEWER))
            began = process_time()
            searcher.step()
            spent += process_time() - began
            done += searcher.iterations
            mark.update(repr(searcher.table().rows).encode())
    return done / spent, mark.hexdigest()


def openspiel(game_id: str, hands: int) -> tuple[float, str]:
    """The rate of OpenSpiel's Python search at the same positions, with our knowledge."""
    from bench.peer import PeerSearch  # OpenSpiel may be missing

    game, knowledge = registry.get(game_id), registry.evaluator(game_id)
    spent, done = 0.0, 0
    for state in positions(game_id, hands):
        view = game.view(state, state.to_act())
        peer = PeerSearch(game, knowledge, view, ITERATIONS.get(game_id, FEWER) // 4)
        began = process_time()
        done += peer.run()
        spent += process_time() - began
    return done / spent, ""


def hearts() -> tuple[float, str]:
    """The rate of OpenSpiel's C++ search in hearts, with its random rollouts."""
    import pyspiel

    spent, done, rng = 0.0, 0, Random(4)
    for plies in range(1, 1 + 6 * POSITIONS, 6):
        state = pyspiel.load_game("hearts(pass_cards=false)").new_initial_state()
        while state.is_chance_node() or plies > 0 or len(state.legal_actions()) < 2:
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                plies -= 1
        rollouts = pyspiel.RandomRolloutEvaluator(1, 2)  # the bot does not keep it alive
        bot = pyspiel.ISMCTSBot(
            1,
            rollouts,
            1.0,
            2000,
            -1,
            pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            False,
            False,
        )
        began = process_time()
        bot.step(state)
        spent += process_time() - began
        done += 2000
    return done / spent, ""


def main(game_id: str, what: str, hands: int) -> None:
    """Print the rate and the hash."""
    root = os.environ["PYTHONPATH"]
    assert ai.mcts.__file__ is not None
    assert ai.mcts.__file__.startswith(root), f"{ai.mcts.__file__} is not below {root}"
    if what == "hearts":
        rate, mark = hearts()
    else:
        rate, mark = (search if what == "search" else openspiel)(game_id, hands)
    print(json.dumps({"rate": rate, "hash": mark}))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
