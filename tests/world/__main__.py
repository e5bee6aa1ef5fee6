"""Worlds from the command line: one seed, many, or with a bug planted.

python -m tests.world 118              replay one seed, step by step; shrink it if it fails
python -m tests.world --seeds 2000     many seeds; the first that fails is shrunk
python -m tests.world --bugs           the first seed that finds each planted bug
"""

from __future__ import annotations

import argparse
import gc
import os
import re
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.world.plan import Step, plan_of
from tests.world.planted import BUGS, planted
from tests.world.shrink import shrink
from tests.world.world import Outcome, World, be_quiet

PAGE = Path(__file__).parents[2] / "docs" / "world.md"
BEGIN, END = "<!-- bugs: begin -->", "<!-- bugs: end -->"
MOST_SEEDS = 500
"""Within so many each planted bug must be found."""
BATCH = 10


def main() -> int:
    """The command. Sets of texts have the same order in every process with one hash seed."""
    if os.environ.get("PYTHONHASHSEED") != "0":
        environment = {**os.environ, "PYTHONHASHSEED": "0"}
        os.execve(sys.executable, [sys.executable, "-m", "tests.world", *sys.argv[1:]], environment)
    parser = argparse.ArgumentParser(prog="python -m tests.world")
    parser.add_argument("seed", type=int, nargs="?")
    parser.add_argument("--seeds", type=int, help="run so many seeds")
    parser.add_argument("--first", type=int, default=0, help="the first of them")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--bug", default="", choices=["", *(bug.name for bug in BUGS)])
    parser.add_argument("--bugs", action="store_true", help="find each planted bug")
    parser.add_argument("--write", action="store_true", help="with --bugs: into docs/world.md")
    parser.add_argument("--digest", action="store_true", help="print what a run comes to")
    given = parser.parse_args()
    _begin()
    if given.bugs:
        return _find_bugs(given.jobs, given.write)
    if given.seeds is not None and given.digest:
        for seed in range(given.first, given.first + given.seeds):
            print(_run(seed, given.bug).digest)
        return 0
    if given.seeds is not None:
        return _run_many(range(given.first, given.first + given.seeds), given.jobs, given.bug)
    if given.seed is None:
        parser.print_help()
        return 2
    return _replay(given.seed, given.bug, given.digest)


def _begin() -> None:
    be_quiet()
    gc.collect()
    gc.freeze()


def _run(seed: int, bug: str, steps: Sequence[Step] | None = None) -> Outcome:
    with planted(bug):
        return World(seed, steps).run()


def _batch(seeds: Sequence[int], bug: str) -> list[Outcome]:
    outcomes = [_run(seed, bug) for seed in seeds]
    gc.collect()
    return outcomes


def _replay(seed: int, bug: str, is_digest: bool) -> int:
    with planted(bug):
        world = World(seed)
        outcome = world.run()
    if is_digest:
        print(outcome.digest)
        return 0
    print("\n".join(world.trace))
    if not outcome.violation:
        print(f"Seed {seed}: nothing is wrong.")
        return 0
    _report(outcome, bug)
    return 1


def _report(outcome: Outcome, bug: str) -> None:
    """What a seed has found, with the fewest steps that show it."""
    more = f" --bug {bug}" if bug else ""
    print(f"\nSeed {outcome.seed}: {outcome.violation}")
    print(f"Replay: python -m tests.world {outcome.seed}{more}")
    plan = plan_of(outcome.seed)
    short = shrink(plan, lambda steps: _run(outcome.seed, bug, steps).rule == outcome.rule)
    print(f"The fewest steps that show it ({len(short)} of {len(plan)}):")
    for step in short:
        print(f"  {step}")
    print(_run(outcome.seed, bug, short).violation)


def _told(outcomes: list[Outcome]) -> list[Outcome]:
    for outcome in outcomes:
        if outcome.violation:
            print(f"Seed {outcome.seed}: {outcome.violation}", flush=True)
    return outcomes


def _run_many(seeds: range, jobs: int, bug: str) -> int:
    began = time.monotonic()
    batches = [seeds[place : place + BATCH] for place in range(0, len(seeds), BATCH)]
    outcomes: list[Outcome] = []
    if jobs > 1:
        with ProcessPoolExecutor(jobs, initializer=_begin) as pool:
            for batch in pool.map(_batch, batches, [bug] * len(batches)):
                outcomes += _told(batch)
    else:
        for batch_seeds in batches:
            outcomes += _told(_batch(batch_seeds, bug))
    seconds = time.monotonic() - began
    work = sum(outcome.seconds for outcome in outcomes)
    virtual = sum(outcome.virtual_seconds for outcome in outcomes)
    print(
        f"{len(outcomes)} seeds in {seconds:.0f} s ({work:.0f} s of processor time): "
        f"{virtual / 3600:.1f} virtual hours, {virtual / work:.0f} times faster than real time, "
        f"and {sum(o.idle_days for o in outcomes):.0f} virtual days in which nobody did anything; "
        f"{sum(o.steps for o in outcomes)} steps, {sum(o.matches for o in outcomes)} matches, "
        f"{sum(o.finished for o in outcomes)} of them finished, "
        f"{sum(o.expired for o in outcomes)} that nobody joined, "
        f"{sum(o.changes for o in outcomes)} changes, "
        f"{sum(o.tables for o in outcomes)} tables of tournaments, "
        f"{sum(o.late for o in outcomes)} turns played as their days were over, "
        f"{sum(o.called for o in outcomes)} notices that arrived, "
        f"{sum(o.crashes for o in outcomes)} crashes of the server"
    )
    failed = [outcome for outcome in outcomes if outcome.violation]
    if failed:
        _report(failed[0], bug)
    return 1 if failed else 0


def _first_seed(name: str) -> tuple[str, Outcome | None]:
    for seed in range(MOST_SEEDS):
        outcome = _run(seed, name)
        if outcome.violation:
            return name, outcome
        if seed % BATCH == 0:
            gc.collect()
    return name, None


def _find_bugs(jobs: int, is_written: bool) -> int:
    lines = ["| bug | what is wrong | first seed | rule | what it says |", "|---|---|---|---|---|"]
    is_each_found = True
    with ProcessPoolExecutor(jobs, initializer=_begin) as pool:
        for name, outcome in pool.map(_first_seed, [bug.name for bug in BUGS]):
            text = next(bug.text for bug in BUGS if bug.name == name)
            if outcome is None:
                is_each_found = False
                lines.append(f"| `{name}` | {text} | not within {MOST_SEEDS} | | |")
            else:
                says = outcome.violation.partition(": ")[2].replace("|", "/")
                says = re.sub(r"/\S+/|process \d+", "", says)[:120]
                lines.append(f"| `{name}` | {text} | {outcome.seed} | {outcome.rule} | {says} |")
            print(lines[-1], flush=True)
    if is_written:
        before, _begin_mark, rest = PAGE.read_text("utf-8").partition(BEGIN)
        after = rest.partition(END)[2]
        table = "\n".join(lines)
        PAGE.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", "utf-8")
    return 0 if is_each_found else 1


if __name__ == "__main__":
    sys.exit(main())
