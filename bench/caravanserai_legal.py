"""What listing the legal steps of Caravanserai costs in mid-game (K-3).

Each step is only legal if the placement can still be finished, which takes a search over bent
lines. Times are also given as a ratio to a calibration loop measured in the same run, so that
figures of different machines can be compared.

`python -m bench.caravanserai_legal` prints them.
"""

from __future__ import annotations

from random import Random
from statistics import median
from time import perf_counter

from caravan_tui.games import registry
from caravan_tui.games.caravanserai.rules import CaravanseraiState
from caravan_tui.games.caravanserai.state import CHOICE, WAY
from caravan_tui.games.contract import CHANCE, OVER
from caravan_tui.games.registry import evaluator as of

LOOP = 10_000
"""Additions in the calibration loop."""
ROUNDS = 7


def calibrate() -> float:
    """Seconds of a loop of LOOP small additions, the median of some runs."""
    times = []
    for _ in range(ROUNDS):
        start = perf_counter()
        total = 0
        for number in range(LOOP):
            total += number & 7
        times.append(perf_counter() - start)
    return median(times)


def positions(seats: int, expert: bool, seed: int) -> list[CaravanseraiState]:
    """The decisions inside placements of a match between computer seats, without its start."""
    game, knowledge, rng = registry.get("caravanserai"), of("caravanserai"), Random(seed)
    state = game.setup({"expert": expert}, seats)
    assert isinstance(state, CaravanseraiState)
    states = []
    while state.to_act() != OVER:
        if state.to_act() == CHANCE:
            state.apply(state.draw(rng))
            continue
        if state.round > 2 and state.phase in (WAY, CHOICE):
            states.append(state.clone())
        legal = state.legal()
        state.apply(rng.choice(legal) if rng.random() < 0.15 else knowledge.play(state, rng))
    return states


def run() -> dict[str, float]:
    """Microseconds of `legal()` in mid-game: mean, 95th percentile and maximum of the medians of
    each position, and their ratio to the calibration loop."""
    states = []
    for seats in (1, 2, 4, 6):
        for expert in (False, True):
            states += positions(seats, expert, 10 * seats + expert)
    loop = calibrate()
    times = []
    for state in states:
        rounds = []
        for _ in range(ROUNDS):
            start = perf_counter()
            state.legal()
            rounds.append(perf_counter() - start)
        times.append(median(rounds))
    times.sort()
    mean = sum(times) / len(times)
    high = times[int(0.95 * len(times))]
    return {
        "positions": len(states),
        "mean_us": mean * 1e6,
        "p95_us": high * 1e6,
        "max_us": times[-1] * 1e6,
        "loop_us": loop * 1e6,
        "mean_ratio": mean / loop,
        "p95_ratio": high / loop,
        "max_ratio": times[-1] / loop,
    }


if __name__ == "__main__":
    for name, value in run().items():
        print(f"{name:12} {value:10.3f}")
