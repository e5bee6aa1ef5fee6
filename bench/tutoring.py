"""How long who has chosen a move waits for the tutor."""

from __future__ import annotations

import asyncio
from random import Random
from time import perf_counter

from attrs import frozen

from ai.grades import MoveMark
from ai.pool import Pool
from ai.service import Progress
from ai.tutor import PATIENCE, Tutor
from bench.positions import decisions
from caravan_tui.bus.messages import SearchRequest, SearchResult
from caravan_tui.games import registry

AT_ONCE, AFTER_THOUGHT = 0.1, 2.0
"""Seconds from the decision to the choice."""

EVERY = 7
"""Decisions of a match from one that is asked to the next."""


@frozen
class Waits:
    """What was measured in one game."""

    at_once: list[float]
    """Seconds until the answer, of who chose at once."""
    after_thought: list[float]
    """Seconds until the answer, of who thought first."""

    @property
    def judged(self) -> float:
        """Of those who thought first: the share whose move was judged before the tutor's patience
        was over."""
        return sum(wait < PATIENCE for wait in self.after_thought) / len(self.after_thought)


def measure(game_id: str, count: int) -> Waits:
    """The waits at this many decisions; another move is chosen than greedy play would take."""
    return asyncio.run(_waits(game_id, count))


async def _waits(game_id: str, count: int) -> Waits:
    pool = Pool(1)
    pool.start()

    async def search(request: SearchRequest, progress: Progress | None = None) -> SearchResult:
        return await pool.search(request, progress or (lambda _thinking: None))

    waits = Waits([], [])
    try:
        while not pool.idle:
            await asyncio.sleep(0.02)
        game, knowledge = registry.get(game_id), registry.evaluator(game_id)
        for number, state in enumerate(decisions(game_id, count, EVERY)):
            legal = state.legal()
            usual = knowledge.greedy(state, Random(number))
            others = [action for action in legal if action != usual]
            tutor = Tutor(game, search)
            for thought, times in (
                (AT_ONCE, waits.at_once),
                (AFTER_THOUGHT, waits.after_thought),
            ):
                tutor.begin(game.view(state, state.to_act()))
                await asyncio.sleep(thought)
                began = perf_counter()
                await tutor.doubt(others[number % len(others)], MoveMark.INACCURACY)
                times.append(perf_counter() - began)
                tutor.stop()
    finally:
        await pool.close()
    return waits
