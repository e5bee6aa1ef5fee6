"""`python -m bench.grades`: do grades tell strong from weak, and is luck none on average?

    python -m bench.grades [--games ID ...] [--pairs UPPER-LOWER ...] [--matches N]
                           [--iterations N] [--luck N] [--jobs N] [--write FILE] [--keep FILE]

For each pair of levels: matches at a table of two, seats changing, analysed as on the analysis
screen. The share of matches in which the stronger one loses less a decision is counted, with
Wilson's interval, and the mean grade of each. A match of camels takes minutes: with `--keep` each
is written to a file as soon as it is graded, and a run that was stopped goes on from there.

Then matches of Porters for the luck of the first seat: its mean over them with the 95 % interval,
which should hold 0, and how it goes with results.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from functools import partial
from math import sqrt
from pathlib import Path
from statistics import correlation, mean, stdev

from attrs import frozen

from ai import levels
from ai.analysis import analyse
from ai.arena.ratings import Z95, wilson
from ai.grades import Grade, grade
from ai.luck import lucks, total
from ai.own_turn import OwnTurn
from ai.search import choose
from ai.service import Progress
from ai.spread import spread
from caravan_tui.bus.messages import SearchRequest, SearchResult
from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry

PAIRS = ("master-merchant", "merchant-trader", "trader-porter")

LUCK_LEVEL = "porter"


@frozen
class Task:
    """A match to play, of these levels by seat."""

    game: str
    levels: tuple[str, str]
    seed: int
    iterations: int


def play(task: Task) -> Match:
    """Play it to its end."""
    match = Match.new(task.game, {}, [Seat(level) for level in task.levels], task.seed)
    turns = [OwnTurn() for _seat in task.levels]
    while not match.over:
        seat = match.to_act
        seed = task.seed + match.version
        view = match.view(seat)
        result = choose(match.game, view, task.levels[seat], seed, turn=turns[seat])
        match.act(seat, result.action)
        for other, turn in enumerate(turns):
            if other != seat:
                turn.end()
    return match


async def _search(request: SearchRequest, progress: Progress | None = None) -> SearchResult:
    return choose(
        request.game,
        request.view,
        request.level,
        request.seed,
        request.iterations,
        moves=request.moves,
    )


def graded(task: Task) -> tuple[Task, list[Grade]]:
    """The grades of a match, by seat."""
    record = play(task).record
    analysis = asyncio.run(analyse(record, _search, iterations=task.iterations))
    return task, [grade(analysis.verdicts, seat) for seat in range(2)]


def lucky(task: Task) -> tuple[float, float]:
    """The luck of the first seat, and its result."""
    match = play(task)
    utility = registry.evaluator(task.game).utility(match.state)
    return total(list(lucks(match)), 0).value, utility[0]


class GradedMatches:
    """The points of the matches that were graded before, stronger and weaker seat, in a file with a
    line of JSON for each; without a file none are kept."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._points: dict[str, tuple[float, float]] = {}
        if path is not None and path.exists():
            lines = path.read_text(encoding="utf-8").splitlines()
            self._points = {key: tuple(points) for key, points in map(json.loads, lines)}

    @staticmethod
    def _key(task: Task) -> str:
        return f"{task.game} {'-'.join(task.levels)} {task.seed} {task.iterations}"

    def points(self, task: Task) -> tuple[float, float] | None:
        """The points of a match; None if it was not graded yet."""
        return self._points.get(self._key(task))

    def add(self, task: Task, points: tuple[float, float]) -> None:
        """Keep the points of a match."""
        self._points[self._key(task)] = points
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps([self._key(task), points]) + "\n")


def grade_row(
    game: str,
    upper: str,
    lower: str,
    matches: int,
    iterations: int,
    jobs: int,
    known: GradedMatches,
) -> str:
    """A line of the table of grades; each match is told to standard error."""
    tasks = [
        Task(game, (upper, lower) if seed % 2 else (lower, upper), seed, iterations)
        for seed in range(1, matches + 1)
    ]
    missing = [task for task in tasks if known.points(task) is None]
    for number, (task, grades) in enumerate(spread(graded, missing, jobs), 1):
        high, low = (grades[task.levels.index(level)].points for level in (upper, lower))
        known.add(task, (high, low))
        done = f"{len(tasks) - len(missing) + number} of {matches}"
        print(
            f"{game} {upper}-{lower}, {done}: {high:.0f} : {low:.0f}", file=sys.stderr, flush=True
        )
    points = [graded_before for task in tasks if (graded_before := known.points(task)) is not None]
    wins = sum((high > low) + 0.5 * (high == low) for high, low in points)
    uppers, lowers = zip(*points, strict=True)
    below, above = wilson(wins, matches)
    title = registry.get(game).spec.title
    return (
        f"| {title} | {levels.get(upper).title} – {levels.get(lower).title} | {matches} "
        f"| {mean(uppers):.0f} : {mean(lowers):.0f} | {wins / matches:.0%} "
        f"| {below:.0%} – {above:.0%} |"
    )


def luck_row(game: str, matches: int, jobs: int) -> str:
    """A line of the table of luck."""
    tasks = [Task(game, (LUCK_LEVEL, LUCK_LEVEL), seed, 0) for seed in range(1, matches + 1)]
    pairs = list(spread(lucky, tasks, jobs))
    values = [luck for luck, _result in pairs]
    spread_of, title = stdev(values), registry.get(game).spec.title
    if not spread_of:
        return f"| {title} | {matches} | no chance after the set-up | | |"
    half = Z95 * spread_of / sqrt(matches)
    with_results = correlation(values, [result for _luck, result in pairs])
    return (
        f"| {title} | {matches} | {mean(values):+.3f} | ± {half:.3f} | {spread_of:.3f} "
        f"| {with_results:.2f} |"
    )


GRADES_HEAD = (
    "| game | levels | matches | grades | stronger one graded higher | interval |\n"
    "|---|---|---|---|---|---|"
)
LUCK_HEAD = (
    "| game | matches | mean luck | 95 % | deviation of one match | correlation with results |\n"
    "|---|---|---|---|---|---|"
)


def main() -> int:
    """Measure and print both tables."""
    parser = argparse.ArgumentParser(prog="python -m bench.grades", description="Grades, luck.")
    parser.add_argument("--games", nargs="+", choices=registry.ids(), default=registry.ids())
    parser.add_argument("--pairs", nargs="*", default=PAIRS, metavar="UPPER-LOWER")
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--iterations", type=int, default=600)
    parser.add_argument("--luck", type=int, default=200, help="matches for luck; 0: none")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", type=Path, help="write the tables to this Markdown file")
    parser.add_argument("--keep", type=Path, help="a file for the graded matches, to go on from")
    given = parser.parse_args()
    lines: list[str] = []

    def tell(line: str) -> None:
        lines.append(line)
        print(line, flush=True)

    if given.pairs:
        tell(GRADES_HEAD)
    row = partial(
        grade_row, matches=given.matches, iterations=given.iterations, jobs=given.jobs,
        known=GradedMatches(given.keep),
    )  # fmt: skip
    for game in given.games:
        for pair in given.pairs:
            tell(row(game, *pair.split("-")))
    if given.luck:
        tell(f"\n{LUCK_HEAD}" if given.pairs else LUCK_HEAD)
        for game in given.games:
            tell(luck_row(game, given.luck, given.jobs))
    if given.write:
        given.write.write_text("\n".join([*lines, ""]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
