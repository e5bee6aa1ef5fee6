"""What is made of a finished match for the statistics: the review of an analysis, and how the
user began."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from attrs import frozen

from ai.analysis import Analysis
from ai.grades import Grade, MoveMark, Verdict, costliest_of_turns, grade, phases
from ai.luck import total
from caravan_tui.engine import Match
from caravan_tui.games.contract import CHANCE
from saves.reviews import Errors, Part, Review

LONGEST_TURN: Final = 12
"""Actions of a first turn that are looked at, at most."""


def review_of(analysis: Analysis, match: Match, seat: int) -> Review | None:
    """The review of a seat of a match that is over, from an analysis that has run to its end.
    None if none of the seat's decisions was judged."""
    own = [verdict for verdict in analysis.verdicts if verdict.seat == seat]
    if not own or not match.over:
        return None
    seats = range(len(match.names))
    sums = [total(analysis.lucks, other) for other in seats] if analysis.lucks else []
    return Review(
        match=match.record.id,
        game=match.record.game,
        seat=seat,
        phases=tuple(_part(part) for part in phases(own, seat, match.version, analysis.first_ply)),
        marks=_errors(costliest_of_turns(own)),
        kinds=_kinds(own, match, seat),
        luck=tuple(luck.value for luck in sums),
        luck_errors=tuple(luck.error for luck in sums),
        values=tuple(analysis.points[-1].values) if sums else (),
    )


def _part(graded: Grade) -> Part:
    return Part(graded.decisions, graded.loss)


def _errors(verdicts: Iterable[Verdict]) -> Errors:
    marks = [verdict.mark for verdict in verdicts]
    return Errors(
        marks.count(MoveMark.BRILLIANT),
        marks.count(MoveMark.INACCURACY),
        marks.count(MoveMark.MISTAKE),
        marks.count(MoveMark.BLUNDER),
    )


def _kinds(verdicts: Iterable[Verdict], match: Match, seat: int) -> dict[str, Part]:
    groups = by_kind(verdicts, match, seat)
    return {kind: _part(grade(group, seat)) for kind, group in groups.items()}


def by_kind(verdicts: Iterable[Verdict], match: Match, seat: int) -> dict[str, list[Verdict]]:
    """The decisions of a seat by the kind of move."""
    by_ply = {verdict.ply: verdict for verdict in verdicts}
    groups: dict[str, list[Verdict]] = {}
    for ply in match.plies():
        if ply.ply in by_ply:
            view = match.game.view(ply.before, seat)
            kind = match.game.kind_of_move(ply.action, view)
            groups.setdefault(kind, []).append(by_ply[ply.ply])
    return groups


@frozen
class Beginning:
    """What a saved match says besides its result."""

    opening: str
    """How the user began, in the user's language."""
    styles: tuple[str, ...]
    """Of each seat; '' without one."""


def beginning_of(match: Match, seat: int) -> Beginning:
    """How a seat began a match. Raises ValueError if its first position is not known any more."""
    state, game = match.position_at(0), match.game
    turn = []
    for action in match.record.log:
        actor = state.to_act()
        if actor == seat and action in state.legal():
            turn.append((action, game.view(state, seat)))
        elif turn and actor != CHANCE:
            break
        if len(turn) == LONGEST_TURN:
            break
        state.apply(action)
    styles = tuple(player.style or "" for player in match.record.seats)
    return Beginning(game.opening(turn) if turn else "", styles)
