"""How fast the search is: against OpenSpiel's, and two processes against one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from statistics import median
from time import perf_counter

from ai.pool import Pool
from ai.search import Searcher
from ai.views import pack
from bench.positions import decisions
from bench.timing import calibration, interleaved, rate, ratio
from caravan_tui.bus.messages import SearchRequest
from caravan_tui.games import registry
from caravan_tui.games.contract import View

ITERATIONS = 400


def against_openspiel(rounds: int, seconds: float = 0.25) -> dict[str, float]:
    """Iterations a second of our search and of OpenSpiel's Python ISMCTS, in decktet with the same
    rules, evaluation, priors and pruning: at each of six positions of a hand, one hand a match."""
    from bench.peer import PeerSearch  # OpenSpiel may be missing

    game = registry.get("decktet")
    knowledge = registry.evaluator("decktet")
    views = [game.view(state, state.to_act()) for state in decisions("decktet", 6, 3, hands=1)]
    sides: dict[str, Callable[[], float]] = {}
    for number, view in enumerate(views):

        def ours(view: View = view) -> float:
            def once() -> int:
                searcher = Searcher(game, view, 1, ITERATIONS)
                searcher.step()
                return searcher.iterations

            return rate(once, seconds)

        def openspiel(view: View = view) -> float:
            return rate(PeerSearch(game, knowledge, view, ITERATIONS).run, seconds)

        sides[f"ours {number}"] = ours
        sides[f"theirs {number}"] = openspiel
    figures = interleaved(sides, rounds)
    ratios = [
        ratio(figures[f"ours {index}"], figures[f"theirs {index}"]) for index in range(len(views))
    ]
    # The time for the same number of iterations at every position, theirs to ours.
    ours_time = [
        sum(1.0 / figures[f"ours {index}"][r] for index in range(6)) for r in range(rounds)
    ]
    their_time = [
        sum(1.0 / figures[f"theirs {index}"][r] for index in range(6)) for r in range(rounds)
    ]
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

        def measure(game_id: str = game_id, view: View = view) -> float:
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
            median(rates_of_game),
            median(
                1e6 / iterations / loop
                for iterations, loop in zip(rates_of_game, base, strict=True)
            ),
        )
        for name, rates_of_game in figures.items()
    }


def two_processes(rounds: int, seconds: float = 1.0) -> float:
    """Iterations of a pool of two workers in a second, to those of a pool of one."""
    state = decisions("decktet", 1, 3)[0]
    view = pack(registry.get("decktet").view(state, state.to_act()))

    async def count(pool: Pool) -> float:
        began = perf_counter()
        ask = SearchRequest("decktet", view, state.to_act(), "master", 1, 10**7, seconds=seconds)
        result = await pool.search(ask)
        return result.iterations / (perf_counter() - began)

    async def run() -> float:
        single, double = Pool(1), Pool(2)
        ratios = []
        for workers, pool in enumerate((single, double), 1):
            pool.start()
            while pool.idle < workers:
                await asyncio.sleep(0.02)
        await count(single)
        await count(double)
        for number in range(rounds):
            if number % 2:
                both, alone = await count(double), await count(single)
            else:
                alone, both = await count(single), await count(double)
            ratios.append(both / alone)
        await single.close()
        await double.close()
        return median(ratios)

    return asyncio.run(run())
