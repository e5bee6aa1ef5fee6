"""`python -m ai.problems`: make the problems that a game ships, or check them.

    python -m ai.problems GAME [--count N] [--seed N] [--iterations N] [--gap X]
                          [--jobs N] [--keep FOLDER] [--minutes N]
    python -m ai.problems GAME --check [--iterations N] [--jobs N] [--drop]

Plays matches of computer players, keeps the positions in which one move is best by far and not at
first sight, and writes them to the folder of the game. Everything is kept on the way: the same
command goes on where it was stopped. `--check` searches every problem that is shipped once more,
twice as long as it was made with, and says how many of the answers agree.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import count as numbers
from pathlib import Path
from time import monotonic
from typing import NoReturn

from ai.problems import keep
from ai.problems.check import Checked, check
from ai.problems.plan import Plan, ProblemsError
from ai.problems.selfplay import Wanted, play, tempting_kinds
from ai.spread import SpreadError, spread
from caravan_tui.engine.problem import LEVELS, Problem, shipped
from caravan_tui.engine.rng import LARGEST_SEED
from caravan_tui.games import registry
from caravan_tui.games.registry import UnknownGameError
from caravan_tui.i18n import _

ITERATIONS = 600
"""Of the search that meets a problem: what the analysis of a match uses."""

GAP = 0.04
"""Out of 1, beyond twice its error: twice what an analysis calls an error at all."""

COUNT = 200


class _Parser(argparse.ArgumentParser):
    """Mistakes are told in one line."""

    def error(self, message: str) -> NoReturn:
        raise ProblemsError(message)


def _arguments(words: list[str] | None) -> argparse.Namespace:
    parser = _Parser(prog="python -m ai.problems", description="Make or check problems.")
    add = parser.add_argument
    add("game", metavar="GAME", help="the game, by its id or its kind")
    add("--count", type=int, default=COUNT, help="how many to ship")
    add("--seed", type=int, default=1, help="seed of everything")
    add("--iterations", type=int, default=ITERATIONS, help="of the search that meets a problem")
    add("--gap", type=float, default=GAP, help="what the best move is better by, 0 to 1")
    add("--minutes", type=float, help="stop and ship what there is after so long")
    add("--jobs", type=int, default=1, help="processes")
    add("--scheduler", help="address of a dask scheduler, to play there")
    add("--keep", type=Path, help="the folder; by default learning/problems-GAME")
    add("--check", action="store_true", help="search the shipped problems once more, for longer")
    add("--drop", action="store_true", help="and ship only those whose answers agree")
    asked = parser.parse_args(words)
    for name, low, high in (
        ("count", 1, 100_000), ("seed", 0, LARGEST_SEED), ("iterations", 20, 10**6), ("jobs", 1, 64)
    ):  # fmt: skip
        if not low <= getattr(asked, name) <= high:
            text = _("--{name} is a number from {low} to {high}.")
            raise ProblemsError(text.format(name=name, low=low, high=high))
    if not 0.0 < asked.gap < 1.0:
        raise ProblemsError(_("--gap is a number between 0 and 1."))
    return asked


def _make(asked: argparse.Namespace, plan: Plan) -> int:
    """Look through matches until there are problems enough, and ship them with those that there
    are."""
    plan.begin()
    done = keep.read(plan)
    before = shipped(plan.game)
    began = monotonic()
    earlier = (problem for played in done.values() for problem in played.problems)
    kinds = tempting_kinds([*before, *earlier])

    def problems() -> list[Problem]:
        return keep.chosen((done[number] for number in sorted(done)), asked.count, before)

    def waiting() -> Iterator[Wanted]:
        for number in numbers():
            is_late = asked.minutes is not None and monotonic() - began > 60 * asked.minutes
            there_are = problems()
            if is_late or len(there_are) >= asked.count:
                return
            if number not in done:
                yield keep.wanted(number, there_are, kinds)

    matches = spread(partial(play, plan), waiting(), asked.jobs, asked.scheduler)
    try:
        for played in matches:
            keep.add(plan, played)
            done[played.number] = played
            kinds.update(tempting_kinds(played.problems))
            _progress(f"{len(problems())} of {asked.count}")
    finally:
        matches.close()
    there_are = problems()
    keep.ship(plan, there_are)
    looks = sum(played.looks for played in done.values())
    print(f"{plan.game}: {len(there_are)} problems, {len(before)} of them shipped before")
    print(f"looked at {looks} positions in {len(done)} matches")
    print(_table(there_are))
    return 0


def _table(problems: list[Problem]) -> str:
    by_level = Counter(problem.level for problem in problems)
    by_kind = Counter(problem.kind for problem in problems)
    by_seats = Counter(problem.seats for problem in problems)
    lines = [
        "found by   " + ", ".join(f"{name} {by_level[name]}" for name in LEVELS),
        "begin with " + ", ".join(f"{name} {count}" for name, count in by_kind.most_common()),
        "seats      " + ", ".join(f"{name}: {count}" for name, count in sorted(by_seats.items())),
    ]
    return "\n".join(lines)


def _check(asked: argparse.Namespace, plan: Plan) -> int:
    """Search every shipped problem once more; 1 if fewer than 99 % of the answers agree."""
    problems = shipped(plan.game)
    checked: list[Checked] = []
    for outcome in spread(check, problems, asked.jobs, asked.scheduler):
        checked.append(outcome)
        _progress(f"{len(checked)} of {len(problems)}")
    wrong = {outcome.key for outcome in checked if not outcome.agrees}
    share = 1 - len(wrong) / len(problems) if problems else 1.0
    print(f"{plan.game}: {len(problems) - len(wrong)} of {len(problems)} agree ({share:.1%})")
    for key in sorted(wrong):
        print(f"  {key}")
    if asked.drop and wrong:
        keep.ship(plan, [problem for problem in problems if problem.key not in wrong])
        print(f"  dropped {len(wrong)}")
    return 0 if share >= 0.99 else 1


def _progress(text: str) -> None:
    """One line on a terminal that is written over; nothing elsewhere."""
    if sys.stderr.isatty():
        print(f"\r{text}", end="", file=sys.stderr, flush=True)


def main(words: list[str] | None = None) -> int:
    """Run the command. The exit code: 2 for a mistake in what was asked, 1 for a failure."""
    try:
        asked = _arguments(words)
        game = registry.id_of(asked.game)
        folder = asked.keep or Path("learning") / f"problems-{game}"
        plan = Plan(game, asked.seed, asked.iterations, asked.gap, folder)
        return _check(asked, plan) if asked.check else _make(asked, plan)
    except (ProblemsError, UnknownGameError) as error:
        print(error, file=sys.stderr)
        return 2
    except (SpreadError, OSError) as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
