"""How fast the search is: against OpenSpiel's, and two processes against one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from statistics import median
from time import perf_counter

from ai import knowledge as known
from ai.pool import Pool
from ai.search import Searcher
from ai.tree import pack
from bench.positions import decisions
from bench.timing import calibration, interleaved, rate, ratio
from caravan_tui.bus.messages import Search
from caravan_tui.games import registry

ITERATIONS = 400


def against_openspiel(rounds: int, seconds: float = 0.25) -> dict[str, float]:
    """Iterations a second of our search and of OpenSpiel's Python ISMCTS, in decktet with the same
    rules, evaluation, priors and pruning: at each of six positions of a hand, one hand a match."""
    from bench.peer import PeerSearch

    game = registry.get("decktet")
    knowledge = known.of("decktet")
    views = [game.view(state, state.to_act()) for state in decisions("decktet", 6, 3, hands=1)]
    sides: dict[str, Callable[[], float]] = {}
    for number, view in enumerate(views):

        def ours(view: dict[str, object] = view) -> float:
            def once() -> int:
                searcher = Searcher(game, view, 1, ITERATIONS)
                searcher.step()
                return searcher.iterations

            return rate(once, seconds)

        def theirs(view: dict[str, object] = view) -> float:
            return rate(PeerSearch(game, knowledge, view, ITERATIONS).run, seconds)

        sides[f"ours {number}"] = ours
        sides[f"theirs {number}"] = theirs
    figures = interleaved(sides, rounds)
    ratios = [ratio(figures[f"ours {at}"], figures[f"theirs {at}"]) for at in range(len(views))]
    # The time for the same number of iterations at every position, theirs to ours.
    ours_time = [sum(1.0 / figures[f"ours {at}"][r] for at in range(6)) for r in range(rounds)]
    their_time = [sum(1.0 / figures[f"theirs {at}"][r] for at in range(6)) for r in range(rounds)]
    return {
        "ratio": ratio(their_time, ours_time),
        "smallest": min(ratios),
        "largest": max(ratios),
        "ours": 6.0 / median(ours_time),
        "theirs": 6.0 / median(their_time),
    }


def rates(rounds: int, seconds: float = 0.3) -> dict[str, tuple[float, float]]:
    """For each game, in the middle of a match: iterations a second of one process, and how many
    thousand steps of the calibration loop take as long as one."""
    sides: dict[str, Callable[[], float]] = {"calibration": calibration}
    for game_id in registry.ids():
        game = registry.get(game_id)
        state = decisions(game_id, 6, 7)[-1]
        view = game.view(state, state.to_act())

        def measure(game_id: str = game_id, view: dict[str, object] = view) -> float:
            def once() -> int:
                searcher = Searcher(game_id, view, 1, ITERATIONS)
                searcher.step()
                return searcher.iterations

            return rate(once, seconds)

        sides[game_id] = measure
    figures = interleaved(sides, rounds)
    base = figures.pop("calibration")
    return {
        name: (
            median(found),
            median(1e6 / one / loop for one, loop in zip(found, base, strict=True)),
        )
        for name, found in figures.items()
    }


def two_processes(rounds: int, seconds: float = 1.0) -> float:
    """Iterations of a pool of two workers in a second, to those of a pool of one."""
    state = decisions("decktet", 1, 3)[0]
    view = pack(registry.get("decktet").view(state, state.to_act()))

    async def count(pool: Pool) -> float:
        began = perf_counter()
        ask = Search("decktet", view, state.to_act(), "master", 1, 10**7, seconds=seconds)
        found = await pool.search(ask)
        return found.iterations / (perf_counter() - began)

    async def run() -> float:
        one, two = Pool(1), Pool(2)
        ratios = []
        for pool in (one, two):
            pool.start()
            while not all(worker.ready for worker in pool._workers):
                await asyncio.sleep(0.02)
        await count(one)
        await count(two)
        for number in range(rounds):
            if number % 2:
                both, alone = await count(two), await count(one)
            else:
                alone, both = await count(one), await count(two)
            ratios.append(both / alone)
        await one.close()
        await two.close()
        return median(ratios)

    return asyncio.run(run())
