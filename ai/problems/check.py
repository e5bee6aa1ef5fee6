"""Searches problems once more, for longer than they were made with."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from attrs import frozen

from ai.problems.judge import Judge, view_of
from ai.problems.plan import Plan
from caravan_tui.engine.problem import Problem, nobody

LONGER: Final = 2
"""How much longer than the longest search that made it."""

SEED: Final = 7919
"""Of the search: none that made a problem."""


@frozen
class Checked:
    """A problem, and whether a longer search finds its answer."""

    key: str
    agrees: bool


def check(problem: Problem) -> Checked:
    """Search a problem once more. One that cannot be replayed does not agree."""
    plan = Plan(problem.game, 0, problem.iterations, problem.gap, Path())
    try:
        match = problem.position(nobody(problem.seats))
    except ValueError:
        return Checked(problem.key, False)
    view, judge = view_of(plan, match.state), Judge(plan)
    return Checked(
        problem.key, judge.agrees(view, problem.answer, LONGER * problem.iterations, SEED)
    )
