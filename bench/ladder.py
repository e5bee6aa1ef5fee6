"""`python -m bench.ladder`: does each level beat the one below, in every game and at every table?

    python -m bench.ladder [--games ID ...] [--seats N ...] [--steps UPPER-LOWER ...] [--pool]
                           [--matches N] [--jobs N] [--scheduler ADDRESS] [--keep FOLDER] [--kept]
                           [--write FILE]

At a table of two the levels sit opposite each other; at larger ones they alternate, the stronger
one in the odd seat out in one half of the matches and the weaker one in the other. Seats rotate,
chance is the same for every rotation, and the matches of one chance are one observation, whose
mean counts: the 95 % interval is Student's over these. A step holds if the interval of the share
of comparisons in which the stronger one ranks better lies above one half.

With `--pool` every level also meets the one after the next, and the ratings of all that met at a
table are fitted together (Bradley-Terry), a Porter being 1000. A contest weighs as many matches as
its interval stands for.

In the end it names the steps that have become smaller than the manual has recorded them
(`docs/ladder.md`), by more than the intervals of both leave to chance.

Every match is kept in a file of the folder, so that a run that was stopped goes on; `--kept`
plays nothing and tells what the folder holds.
"""

from __future__ import annotations

import argparse
import sys
from itertools import pairwise
from pathlib import Path

from attrs import evolve, frozen

from ai import levels
from ai.arena.contest import ArenaError, Contest, Played, Player, read, run
from ai.arena.ratings import Z95, Rating, bradley_terry, mean_interval
from ai.arena.report import columns, shares, standings
from bench.ladder_recorded import PAGE, Key, Share, became_worse
from caravan_tui.games import registry

KEEP = Path(__file__).with_name("ladder_matches")

ANCHOR, ANCHOR_RATING = "porter", 1000.0
"""The level that fixes the scale of the ratings."""

MOST_POINTS, MOST_ERROR = 150.0, 50.0
"""Points between two levels, and half of the interval of one, beyond which a pool says so."""

YARDSTICKS = (("master", "greedy"), ("master", "random"), ("porter", "random"))
"""Steps against seats that no person meets."""


@frozen
class Step:
    """One level against another at one table of one game."""

    game: str
    seats: int
    upper: str
    lower: str
    matches: int
    score: float
    low: float
    high: float
    milliseconds: float
    """Of a decision of the stronger one."""
    slowest: float
    """Milliseconds of its slowest decision."""

    @property
    def weight(self) -> float:
        """The matches that an interval as wide as this one would come from, if each were one
        observation."""
        half = (self.high - self.low) / 2
        share = min(0.98, max(0.02, self.score))
        return share * (1.0 - share) * (Z95 / half) ** 2 if half else float(self.matches)

    @property
    def key(self) -> Key:
        """What it is compared by."""
        return self.game, self.seats, self.upper, self.lower

    @property
    def share(self) -> Share:
        """What is compared."""
        return Share(self.score, self.low, self.high)

    @property
    def holds(self) -> bool:
        """The interval is clear of an even score."""
        return self.low > 0.5


def tables(game: str, seats: int, upper: str, lower: str, matches: int) -> list[Contest]:
    """The contests of a step: one, or at odd tables two halves."""
    names = [upper, lower]
    made = []
    halves = 1 if seats % 2 == 0 else 2
    for half in range(halves):
        players = tuple(Player(names[(seat + half) % 2]) for seat in range(seats))
        turns = max(1, round(matches / halves / seats)) * seats  # whole rotations
        made.append(Contest(game, players, turns, seed=half + 1).check())
    return made


def play(
    game: str,
    seats: int,
    upper: str,
    lower: str,
    matches: int,
    jobs: int,
    keep: Path,
    scheduler: str | None = None,
) -> Step:
    """Play a step, or what is missing of it; with no matches to play, what is there of it."""
    keep.mkdir(parents=True, exist_ok=True)
    means: list[float] = []
    count = 0
    decisions, spent, slowest = 0, 0.0, 0.0
    for half, contest in enumerate(tables(game, seats, upper, lower, matches)):
        file = keep / f"{game}-{seats}-{upper}-{lower}-{half}.jsonl"
        played: list[Played] = (
            list(run(contest, jobs, file, scheduler)) if matches else earlier_matches(contest, file)
        )
        by_chance: dict[int, list[float]] = {}
        for number, share in shares(contest, played, upper).items():
            by_chance.setdefault(number // seats, []).append(share)
        means += [sum(each) / len(each) for each in by_chance.values() if len(each) == seats]
        count += len(played)
        for line in standings(contest, played):
            if line.name == upper:
                decisions += line.decisions
                spent += line.ms * line.decisions
                slowest = max(slowest, line.slowest)
    low, high = mean_interval(means)
    score = sum(means) / max(1, len(means))
    average = spent / max(1, decisions)
    return Step(game, seats, upper, lower, count, score, low, high, average, slowest)


def earlier_matches(contest: Contest, file: Path) -> list[Played]:
    """The matches that an earlier run has left in a file."""
    if not file.exists():
        return []
    done = read(file, evolve(contest, matches=file.read_bytes().count(b"\n")))
    return [done[number] for number in sorted(done)]


def pool(steps: list[Step]) -> list[Rating]:
    """The ratings of all levels that met at one table, weakest first."""
    names = [
        level.name
        for level in levels.LADDER
        if any(level.name in (step.upper, step.lower) for step in steps)
    ]
    results = [
        (names.index(step.upper), names.index(step.lower), step.score, step.weight)
        for step in steps
        if step.upper in names and step.lower in names
    ]
    rated = {rating.name: rating for rating in bradley_terry(names, results)}
    base = rated[ANCHOR].points if ANCHOR in rated else 1500.0
    return [evolve(rated[name], points=rated[name].points - base + ANCHOR_RATING) for name in names]


def pool_line(game: str, seats: int, steps: list[Step]) -> str:
    """The ratings of a table, and which steps or errors are too large."""
    ratings = pool(steps)
    words = [f"{rating.name} {rating.points:.0f}±{rating.margin:.0f}" for rating in ratings]
    wide = [
        f"{lower.name}-{upper.name}"
        for lower, upper in pairwise(ratings)
        if upper.points - lower.points > MOST_POINTS
    ]
    unsure = [rating.name for rating in ratings if rating.margin > MOST_ERROR]
    matches = sum(step.matches for step in steps)
    text = f"{game} {seats}  {matches} matches  " + "  ".join(words)
    text += f"  wider than {MOST_POINTS:.0f}: {', '.join(wide)}" if wide else ""
    return text + (f"  error above {MOST_ERROR:.0f}: {', '.join(unsure)}" if unsure else "")


def markdown(steps: list[Step]) -> str:
    """The table for the documentation."""
    titles = {name: level.title for name, level in levels.ALL.items()}
    lines = [
        "# Levels",
        "",
        "Written by `make ladder`. Share: how often a seat of the first level ranks better than "
        "one of the second in the same match, ties counting half; even is 50 %. Seats rotate, and "
        "every rotation meets the same chance; the matches of one chance are one observation, and "
        "the interval is Student's at 95 % over these.",
        "",
        "| game | seats | level | against | matches | share | 95 % | ms a move | |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for step in steps:
        cells = [
            step.game,
            str(step.seats),
            titles[step.upper],
            titles[step.lower],
            str(step.matches),
            f"{step.score:.0%}",
            f"{step.low:.0%} - {step.high:.0%}",
            f"{step.milliseconds:.0f}",
            "" if step.holds else "not clear",
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main(words: list[str] | None = None) -> int:
    """Play the ladder and print it step by step. The exit code: 1 if a step does not hold or has
    become smaller than recorded, 2 if it could not be played."""
    try:
        return _climb(words)
    except ArenaError as error:
        print(error, file=sys.stderr)
        return 2


def _climb(words: list[str] | None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.ladder", description="Compare levels.")
    parser.add_argument("--games", nargs="+", choices=registry.ids(), default=registry.ids())
    parser.add_argument("--seats", nargs="+", type=int, help="only these tables")
    parser.add_argument("--matches", type=int, default=120, help="of each step")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--scheduler", help="address of a dask scheduler, to play there")
    parser.add_argument("--keep", type=Path, default=KEEP, help="folder of the matches")
    parser.add_argument("--write", type=Path, help="write the table to this Markdown file")
    parser.add_argument("--pool", action="store_true", help="rate all levels of a table together")
    parser.add_argument("--kept", action="store_true", help="play nothing, tell what was played")
    rungs = [(upper.name, lower.name) for lower, upper in pairwise(levels.LADDER)]
    skips = [
        (upper.name, lower.name)
        for lower, upper in zip(levels.LADDER, levels.LADDER[2:], strict=False)
    ]
    every = [*rungs, *skips, *YARDSTICKS]
    names = ["-".join(rung) for rung in every]
    parser.add_argument("--steps", nargs="+", choices=names, help="only these; all with --kept")
    chosen = parser.parse_args(words)
    if chosen.pool:
        rungs += skips
    if chosen.steps or chosen.kept:
        wanted = chosen.steps or names
        rungs = [rung for rung, name in zip(every, names, strict=True) if name in wanted]
    page = PAGE.read_text("utf-8")  # before `--write` changes it
    steps: list[Step] = []
    for game in chosen.games:
        spec = registry.spec(game)
        for seats in range(max(2, spec.min_seats), spec.max_seats + 1):
            if chosen.seats and seats not in chosen.seats:
                continue
            table: list[Step] = []
            for upper, lower in rungs:
                matches = 0 if chosen.kept else chosen.matches
                step = play(
                    game, seats, upper, lower, matches, chosen.jobs, chosen.keep, chosen.scheduler
                )
                if step.high - step.low >= 1.0:  # no three whole rotations: nothing to tell
                    continue
                steps.append(step)
                table.append(step)
                cells = [
                    f"{game} {seats}",
                    f"{upper} - {lower}",
                    f"{step.matches}",
                    f"{step.score:.1%}",
                    f"{step.low:.1%} - {step.high:.1%}",
                    f"{step.milliseconds:.0f} ms",
                    f"{step.slowest:.0f} ms",
                    "" if step.holds else "not clear",
                ]
                print(columns([cells]), flush=True)
                if chosen.write is not None:
                    chosen.write.write_text(markdown(steps), "utf-8")
            if chosen.pool and table:
                print(pool_line(game, seats, table), flush=True)
    worse = became_worse(((step.key, step.share) for step in steps), page)
    for words_of_step in worse:
        print(f"worse: {words_of_step}", flush=True)
    return 0 if all(step.holds for step in steps) and not worse else 1


if __name__ == "__main__":
    sys.exit(main())
