"""`python -m bench.ladder`: does each level beat the one below, in every game and at every table?

    python -m bench.ladder [--games ID ...] [--seats N ...] [--matches N] [--jobs N]
                           [--keep FOLDER] [--write FILE]

At a table of two the levels sit opposite each other; at larger ones they alternate, the stronger
one in the odd seat out in one half of the matches and the weaker one in the other. Seats rotate,
chance is the same for every rotation. A step holds if the 95 % interval of the share of
comparisons in which the stronger one ranks better lies above one half.

Every match is kept in a file of the folder, so that a run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import sys
from itertools import pairwise
from pathlib import Path

from attrs import frozen

from ai import levels
from ai.arena import Contest, Played, Player, run
from ai.ratings import wilson
from ai.standings import columns, pairs, standings
from caravan_tui.games import registry

KEEP = Path(__file__).with_name("ladder_matches")


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
        turns = max(1, round(matches / halves / seats)) * seats
        made.append(Contest(game, players, turns, seed=half + 1).check())
    return made


def play(
    game: str, seats: int, upper: str, lower: str, matches: int, jobs: int, keep: Path
) -> Step:
    """Play a step, or what is missing of it."""
    keep.mkdir(parents=True, exist_ok=True)
    score = count = 0.0
    decisions, spent, slowest = 0, 0.0, 0.0
    for half, contest in enumerate(tables(game, seats, upper, lower, matches)):
        file = keep / f"{game}-{seats}-{upper}-{lower}-{half}.jsonl"
        played: list[Played] = list(run(contest, jobs, file))
        for pair in pairs(contest, played):
            share = pair.score if pair.one == upper else 1.0 - pair.score
            score += share * pair.matches
            count += pair.matches
        for line in standings(contest, played):
            if line.name == upper:
                decisions += line.decisions
                spent += line.ms * line.decisions
                slowest = max(slowest, line.slowest)
    low, high = wilson(score, int(count))
    return Step(
        game,
        seats,
        upper,
        lower,
        int(count),
        score / count,
        low,
        high,
        spent / max(1, decisions),
        slowest,
    )


def markdown(steps: list[Step]) -> str:
    """The table for the documentation."""
    titles = {name: level.title for name, level in levels.ALL.items()}
    lines = [
        "# Levels",
        "",
        "Written by `make ladder`. Share: how often a seat of the first level ranks better than "
        "one of the second in the same match, ties counting half; even is 50 %. Seats rotate, and "
        "every rotation meets the same chance. The interval is Wilson's at 95 %, a match counting "
        "once.",
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


def main() -> int:
    """Play the ladder and print it step by step."""
    parser = argparse.ArgumentParser(prog="python -m bench.ladder", description="Compare levels.")
    parser.add_argument("--games", nargs="+", choices=registry.ids(), default=registry.ids())
    parser.add_argument("--seats", nargs="+", type=int, help="only these tables")
    parser.add_argument("--matches", type=int, default=120, help="of each step")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path, default=KEEP, help="folder of the matches")
    parser.add_argument("--write", type=Path, help="write the table to this Markdown file")
    parser.add_argument("--yardsticks", action="store_true", help="master to greedy and random too")
    chosen = parser.parse_args()
    rungs = [(upper.name, lower.name) for lower, upper in pairwise(levels.LADDER)]
    if chosen.yardsticks:
        rungs += [("master", "greedy"), ("master", "random"), ("porter", "random")]
    steps: list[Step] = []
    for game in chosen.games:
        spec = registry.spec(game)
        for seats in range(max(2, spec.min_seats), spec.max_seats + 1):
            if chosen.seats and seats not in chosen.seats:
                continue
            for upper, lower in rungs:
                step = play(game, seats, upper, lower, chosen.matches, chosen.jobs, chosen.keep)
                steps.append(step)
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
    return 0 if all(step.holds for step in steps) else 1


if __name__ == "__main__":
    sys.exit(main())
