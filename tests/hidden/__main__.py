"""Plays 200 matches with their twins and prints what was found: `make hidden`.

`python -m tests.hidden --matches 20 --jobs 1` plays the first 20; `--only 17` one of them again.
"""

from __future__ import annotations

import argparse
import itertools
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from attrs import frozen

from caravan_tui.games import registry
from caravan_tui.games.contract import OptionValue
from tests.hidden.pairs import Findings, look_for_leaks

SHARES = {"decktet": 116, "caravanserai": 40, "ahldarahd": 24, "sahara": 10, "dice_village": 10}
"""Matches of each game of 200: more of those that are short, so that all are done in an hour."""

MATCHES = sum(SHARES.values())
MOST_SEATS = 5
SEED = 22


@frozen
class Job:
    """One match of the list."""

    number: int
    game: str
    seats: int
    seat: int
    """The seat for which the twin looks the same."""


def jobs() -> list[Job]:
    """All matches: every game with every number of seats in turn, and every seat of it."""
    lists = {game: _turns(game) for game in SHARES}
    left = dict(SHARES)
    order: list[tuple[str, int, int]] = []
    while any(left.values()):
        for game in left:
            if left[game]:
                left[game] -= 1
                order.append((game, *next(lists[game])))
    return [Job(number, *row) for number, row in enumerate(order)]


def _turns(game: str) -> Iterator[tuple[int, int]]:
    spec = registry.spec(game)
    counts = range(max(2, spec.min_seats), min(MOST_SEATS, spec.max_seats) + 1)
    for round_number in itertools.count():
        for seats in counts:
            yield seats, round_number % seats


def play(job: Job) -> tuple[Job, Findings, float]:
    """Play one match of the list in a folder of its own, in memory where there is such a disk."""
    memory = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(dir=memory if os.access(memory, os.W_OK) else None))
    options: dict[str, OptionValue] = {"hands": 1 + job.number % 3} if job.game == "decktet" else {}
    began = time.monotonic()
    try:
        findings = look_for_leaks(
            job.game, job.seats, SEED * 1000 + job.number, job.seat, folder, options
        )
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return job, findings, time.monotonic() - began


COLUMNS = (
    "matches", "actions", "frames", "MB", "frames compared", "positions that differ",
    "undone", "refused", "reconnected", "leaks",
)  # fmt: skip


def table(results: Sequence[tuple[Job, Findings, float]]) -> str:
    """What was found, by game and number of seats, as the page shows it."""
    rows: dict[tuple[str, str], list[float]] = {}
    for job, outcome, _seconds in results:
        figures = [
            1, outcome.actions, outcome.frames, outcome.size / 1e6, outcome.compared,
            outcome.positions, outcome.undone, outcome.refused, outcome.reconnected,
            len(outcome.leaks),
        ]  # fmt: skip
        for key in ((registry.spec(job.game).title, str(job.seats)), ("all", "")):
            sums = rows.setdefault(key, [0.0] * len(figures))
            rows[key] = [total + more for total, more in zip(sums, figures, strict=True)]
    lines = ["| game | seats | " + " | ".join(COLUMNS) + " |", "|---" * (len(COLUMNS) + 2) + "|"]
    for game, seats in sorted(rows, key=lambda key: (key[0] == "all", key)):
        cells = [f"{figure:,.0f}" for figure in rows[game, seats]]
        lines.append(f"| {game} | {seats} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> int:
    """Play; 1 if anything was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.hidden", description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", type=int, help="the number of one match")
    parser.add_argument("--minutes", type=float, default=600, help="end after this time")
    chosen = parser.parse_args()
    todo = jobs()[: chosen.matches]
    if chosen.only is not None:
        todo = [job for job in jobs() if job.number == chosen.only]
    results = []
    stop_at = time.monotonic() + 60 * chosen.minutes
    with ProcessPoolExecutor(chosen.jobs) as pool:
        for job, findings, seconds in pool.map(play, todo):
            if time.monotonic() > stop_at:
                pool.shutdown(wait=False, cancel_futures=True)
                break
            results.append((job, findings, seconds))
            end = "" if findings.is_whole else ", not to its end"
            print(
                f"{job.number}: {job.game}, {job.seats} seats, {seconds:.0f} s{end}",
                file=sys.stderr, flush=True,
            )  # fmt: skip
            for leak in findings.leaks:
                print(f"  {leak}\n  again: python -m tests.hidden --only {job.number}", flush=True)
    print(table(results))
    print(f"\n{sum(seconds for *_, seconds in results) / 60:.0f} minutes of work", file=sys.stderr)
    return any(findings.leaks for _job, findings, _seconds in results)


if __name__ == "__main__":
    sys.exit(main())
