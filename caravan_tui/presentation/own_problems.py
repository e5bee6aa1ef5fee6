"""What a player did clearly wrong in a match, as problems."""

from __future__ import annotations

from ai.analysis import ITERATIONS, Analysis
from ai.grades import LEAST_LOSS, MoveMark, Verdict
from caravan_tui.engine import Match
from caravan_tui.engine.problem import Problem, kind_of
from caravan_tui.i18n import _n
from saves import problems


def own_mistakes(match: Match, analysis: Analysis, seat: int) -> list[Problem]:
    """The mistakes of a seat that an analysis has found, the position before each as a problem;
    none as long as the match runs: a problem has its seed and all that was played."""
    if not match.over:
        return []
    return [problem_of(match, verdict) for verdict in clear_mistakes(analysis, seat)]


def clear_mistakes(analysis: Analysis, seat: int) -> list[Verdict]:
    """The decisions of a seat that are mistakes or blunders, one a turn."""
    return [
        verdict
        for verdict in analysis.turn_verdicts
        if verdict.seat == seat and verdict.loss >= LEAST_LOSS[MoveMark.MISTAKE]
    ]


def problem_of(match: Match, verdict: Verdict) -> Problem:
    """The position before a decision as a problem.

    The search of an analysis is short, so nothing is said of other moves than the two that it has
    compared: the screen compares these when they are played. The match is to be over: a problem
    has its seed.
    """
    record = match.record
    return Problem(
        game=record.game,
        rules=record.rules,
        seats=len(record.seats),
        options=dict(record.options),
        seed=record.seed,
        log=list(record.log[: verdict.ply]),
        answer=verdict.preferred,
        tempting=verdict.played,
        chance=round(min(1.0, max(0.0, verdict.chance)), 4),
        gap=round(min(1.0, verdict.loss), 4),
        error=0.0,
        tempting_loss=round(min(1.0, verdict.loss), 4),
        iterations=ITERATIONS,
        level="",
        kind=kind_of(match.position_at(verdict.ply), verdict.preferred),
        custom=record.custom,
    )


def keep_mistakes(match: Match, analysis: Analysis, seat: int) -> str:
    """Keep the mistakes of a seat in a finished match as problems. Returns what to say of that;
    '' if there are no new ones."""
    count = problems.add_own(own_mistakes(match, analysis, seat))
    words = _n(
        "{count} mistake of yours is now a problem to solve.",
        "{count} mistakes of yours are now problems to solve.",
        count,
    )
    return words.format(count=count) if count else ""
