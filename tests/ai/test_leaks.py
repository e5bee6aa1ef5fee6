"""Searches let go of all that they made, also with the collector of cycles off, as in a worker."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator

import pytest

from ai.search import Searcher
from bench.positions import decisions
from caravan_tui.games import registry

MILLION = 1_000_000
SEARCHES, ITERATIONS = 5, 2000
"""Searches of a round, each with a seed of its own: every round does the same."""

SLACK = 3000
"""Blocks of memory that caches of the interpreter may take meanwhile."""


@pytest.fixture(autouse=True)
def _no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def blocks_after(game_id: str, rounds: int) -> int:
    """Blocks of memory in use after so many rounds of searches of a position."""
    game = registry.get(game_id)
    state = decisions(game_id, 1, 9)[0]
    view = game.view(state, state.to_act())
    for _ in range(rounds):
        for seed in range(SEARCHES):
            Searcher(game, view, seed, ITERATIONS).step()
    return sys.getallocatedblocks()


@pytest.mark.nightly
@pytest.mark.parametrize("game_id", registry.ids())
def test_a_million_iterations_leave_nothing_behind(game_id: str) -> None:
    before = blocks_after(game_id, 2)
    after = blocks_after(game_id, MILLION // (SEARCHES * ITERATIONS))
    assert after - before < SLACK


def test_a_search_leaves_nothing_behind() -> None:
    before = blocks_after("decktet", 1)
    assert blocks_after("decktet", 2) - before < SLACK
