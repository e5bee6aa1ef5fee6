"""Whether the time that a seat waits for a frame hangs on what is hidden from it.

`python -m tests.hidden.timing`: a match and its twin are served in turn, many times. For every
action the times of the two are ranked against each other, so noise that comes and goes does not
count as much as in a mean; chance is what is left when matches and twins are mixed up. With a delay
planted on a hidden bit it tells how small a leak would have been seen.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import shutil
import statistics
import tempfile
import time
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from attrs import frozen

from caravan_tui.bus.hosted_match import HostedMatch
from caravan_tui.games import registry
from tests.hidden.planted import secret_bit
from tests.hidden.serving import NAMES, Served, world
from tests.hidden.twins import ENOUGH, Plan, plan_with_secrets

SECRETIVE = tuple(name for name in registry.ids() if registry.spec(name).secrets)
"""The games that hide something from a seat besides what is to come."""

LENGTHS = (60, 600)
"""Actions of a match that are played: the fewest within which enough of it has another truth."""

SHUFFLES = 999
"""Mixings that show what chance does; the smallest share that they can tell is a thousandth."""


@frozen
class Verdict:
    """What a comparison of times says."""

    actions: int
    statistic: float
    """The mean over the actions of (P(slower) - P(quicker)) squared: 0 alike, 1 wholly apart."""
    expected: float
    """Its mean where only chance is at work."""
    share: float
    """Of mixings, the share that are as far apart: below 0.01 the times tell something."""
    median: float
    """Of the differences of an action's medians in the two, without their signs: seconds."""


def compare(
    pairs: Sequence[tuple[Sequence[float], Sequence[float]]],
    seed: int = 0,
    shuffles: int = SHUFFLES,
) -> Verdict:
    """Compare times of the same actions in two worlds by a permutation test on ranks."""
    chance = Random(seed)
    wholes = [([*here, *there], len(here)) for here, there in pairs]
    statistic = _apart(wholes)
    mixed = []
    for _shuffle in range(shuffles):
        for times, _count in wholes:
            chance.shuffle(times)
        mixed.append(_apart(wholes))
    share = (1 + sum(other >= statistic for other in mixed)) / (1 + shuffles)
    gaps = [abs(statistics.median(here) - statistics.median(there)) for here, there in pairs]
    return Verdict(len(pairs), statistic, statistics.fmean(mixed), share, statistics.median(gaps))


def _apart(wholes: Sequence[tuple[list[float], int]]) -> float:
    total = 0.0
    for times, count in wholes:
        here, there = times[:count], times[count:]
        ordered = sorted(there)  # times are never quite equal
        balance = 2 * sum(bisect_left(ordered, a) for a in here) / (len(here) * len(there)) - 1
        total += balance * balance
    return total / len(wholes)


@contextlib.contextmanager
def delayed(seconds: float) -> Iterator[None]:
    """A server that takes so much longer to publish where a hidden bit is set."""
    right = HostedMatch.publish

    def publish(hosted: HostedMatch, *args: Any, **more: Any) -> None:
        if secret_bit(hosted.match):
            end = time.perf_counter() + seconds
            while time.perf_counter() < end:
                pass
        right(hosted, *args, **more)

    with patch.object(HostedMatch, "publish", publish):
        yield


def plan_for(name: str) -> Plan:
    """A match of a game with a twin in which much differs that a seat does not see."""
    for longest in LENGTHS:
        plan = plan_with_secrets(registry.get(name), 2, {}, 5, 1, longest)
        if plan.best is not None and plan.best.differing >= ENOUGH:
            return plan
    raise ValueError(f"{name}: no twin differs enough within {LENGTHS[-1]} actions")


def differing(plan: Plan) -> set[int]:
    """The versions of a match in which its best twin has another truth: only there can a time
    hang on what is hidden."""
    assert plan.best is not None
    both = zip(truths(plan, plan.log), truths(plan, plan.best.log), strict=False)
    return {version for version, (here, there) in enumerate(both, start=1) if here != there}


def truths(plan: Plan, log: Sequence[int]) -> Iterator[object]:
    """All that is true after each action of a log."""
    state = plan.game.setup(plan.options, plan.seats)
    for action in log:
        state.apply(action)
        yield plan.game.encode(state)


def measure(
    plan: Plan, rounds: int, folder: Path, delay: float = 0.0
) -> list[tuple[list[float], list[float]]]:
    """The times in the match and in its twin of each action after which the two differ, as the
    seat of the plan sees them."""
    stretch = plan.best
    assert stretch is not None
    end, versions = stretch.end(plan.actors), differing(plan)
    times: dict[int, tuple[list[float], list[float]]] = {}
    for number in range(2 * rounds):
        is_twin = (number % 4) in (1, 2)  # there, back: what drifts hits both alike
        script = stretch.log if is_twin else plan.log[: len(stretch.log)]
        seed = plan.seed + is_twin
        home = folder / str(number)
        with world(seed, script), delayed(delay) if delay else contextlib.nullcontext():
            served = Served(plan, script, home, with_extras=False)
            record = asyncio.run(served.play(end))
        for version, seconds in record.times[NAMES[plan.seat]]:
            if version in versions:
                times.setdefault(version, ([], []))[is_twin].append(seconds)
        shutil.rmtree(home)
    return [pair for pair in times.values() if min(map(len, pair)) >= rounds - 1]


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(prog="python -m tests.hidden.timing", description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--delays", type=float, nargs="*", default=[0.0, 1.0, 3.0])
    parser.add_argument("--games", nargs="*", default=SECRETIVE)
    chosen = parser.parse_args()
    memory = Path("/dev/shm")
    print("| game | delay | actions | statistic | by chance | share | difference |")
    print("|---" * 7 + "|")
    for name in chosen.games:
        plan = plan_for(name)
        for delay in chosen.delays:
            folder = Path(tempfile.mkdtemp(dir=memory if memory.is_dir() else None))
            try:
                result = compare(measure(plan, chosen.rounds, folder, delay / 1000))
            finally:
                shutil.rmtree(folder, ignore_errors=True)
            print(
                f"| {registry.spec(name).title} | {delay:g} ms | {result.actions} "
                f"| {result.statistic:.4f} | {result.expected:.4f} | {result.share:.3f} "
                f"| {result.median * 1e6:.0f} µs |",
                flush=True,
            )


if __name__ == "__main__":
    main()
