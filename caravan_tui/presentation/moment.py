"""A row of an analysis in words: when it was, and what it meant."""

from __future__ import annotations

from ai.analysis import Analysis, Swing
from ai.grades import MoveMark, Verdict, whole_percent
from ai.reasons import turn_words, without_open_end
from caravan_tui.engine.playback import Playback
from caravan_tui.games import registry
from caravan_tui.i18n import _
from caravan_tui.presentation.decisions import (
    EndSwing,
    LuckSwing,
    Row,
    may_cost,
    shares,
    turn_of,
)
from caravan_tui.presentation.result import Outcome

MOST_OF_OPENING = 2
"""Lines of what chance did before the first decision that are told one by one, at most."""

MOSTLY = 0.5
"""The part of a change that luck makes up, from which on it is called luck."""


def verdict_of(analysis: Analysis, row: Row) -> Verdict | None:
    """What the search thinks of the decision of a row; None if it judged none there."""
    if isinstance(row.subject, Verdict):
        return row.subject
    return analysis.verdict_of_turn(row.subject.ply)


def move_words(playback: Playback, verdict: Verdict) -> tuple[str, str]:
    """The played and the better turn in words, with the notation of the moves in which they differ
    where these are the same. Of a turn whose end was not searched it is told how it begins."""
    played, preferred = verdict.played_words, verdict.preferred_words
    begun = without_open_end(preferred)
    if begun != preferred:
        preferred = _("begins: {moves}").format(moves=begun)
    played = without_open_end(played)
    if played != preferred or verdict.played == verdict.preferred:
        return played, preferred
    written, written_better = notations(playback, verdict)
    return f"{played}: {written}", f"{preferred}: {written_better}"


def notations(playback: Playback, verdict: Verdict) -> tuple[str, str]:
    """The played and the preferred move in notation."""
    view = playback.view(playback.at_ply(verdict.ply), verdict.seat)
    notation = playback.game.notation
    return notation(verdict.played, view), notation(verdict.preferred, view)


def why_words(verdict: Verdict) -> str:
    """Why a move was worse, as a sentence; '' if no reason is known."""
    return _("It {reason}.").format(reason=verdict.reason) if verdict.reason else ""


def heading(playback: Playback, row: Row, own_seat: int | None) -> str:
    """When a row was, and what it meant."""
    subject = row.subject
    is_luck = isinstance(subject, LuckSwing)  # of what follows: a deal belongs to its hand
    step = playback.steps[row.step if is_luck else max(0, row.step - 1)]
    when = _("Move {move}").format(move=row.step) if row.step else _("Before the first move")
    if isinstance(subject, EndSwing):
        when = _("The end")
    elif step.round:
        when += ", " + registry.round_text(playback.match.record.game, step.round)
    if isinstance(subject, LuckSwing):
        words = _luck_words(playback, subject, own_seat)
    elif isinstance(subject, Swing):
        words = swing_words(playback, subject, own_seat)
    else:
        words = verdict_words(subject)
    return _("{when}: {words}").format(when=when, words=words)


def lines_of_swing(playback: Playback, swing: Swing, step: int, seat: int | None) -> list[str]:
    """What happened at a turning point or a piece of luck, as a seat may know it: what chance did
    if it was that, else the whole turn of whoever moved, or what was decided. `step`: the one that
    shows it."""
    if isinstance(swing, EndSwing):
        return [result_of(playback).headline()]
    mover = mover_of(playback, swing, step)
    if isinstance(swing, LuckSwing) or mover is None:
        lines = playback.chance_lines(step, seat)
        return [_("The opening deal.")] if step == 0 and len(lines) > MOST_OF_OPENING else lines
    if playback.over or mover == seat:
        turn = turn_of(playback, swing.ply)
        if len(turn) > 1:
            seen, names = playback.game.view(turn[0].before, mover), playback.match.names
            words = turn_words(playback.game, seen, [ply.action for ply in turn], names)
            return [f"{names[mover]} {without_open_end(words)}"]
    return playback.decided_lines(step, seat) or playback.lines(step, seat)


def why_swung(playback: Playback, analysis: Analysis, swing: Swing, step: int) -> str:
    """Why a chance to win changed, as a sentence: by luck, or by a move that was stronger or weaker
    than expected; of an error what it alone cost, which is another number. `step`: the one that
    shows it."""
    if isinstance(swing, EndSwing):
        if len(playback.match.names) > 2:
            return _("Until then places and points counted, too; now only who has won.")
        return _("Until then the lead in points counted, too; now only who has won.")
    mover = mover_of(playback, swing, step)
    plies = [ply.ply for ply in playback.steps[step].plies]
    luck = sum(luck.values[swing.seat] for luck in analysis.lucks if luck.ply in plies)
    if mover is None or luck / swing.change >= MOSTLY:
        return _("That was mostly luck.")
    judged = [verdict for verdict in analysis.verdicts if verdict.ply == swing.ply]
    if errors := [verdict for verdict in judged if verdict.is_error]:
        cost, whole = f"{whole_percent(errors[0].loss)}%", f"{abs(swing.change):.0%}"
        if cost == whole and errors[0].seat == swing.seat:
            return ""
        text = _("The move alone cost {cost} against the best one; luck and replies did the rest.")
        if errors[0].seat != swing.seat:
            text = _("The move cost its player {cost} against the best one.")
        return text.format(cost=cost)
    names = {"name": playback.match.names[mover]}
    if mover == swing.seat:
        if swing.change > 0 or not judged:
            return ""  # what followed was better than expected: the heading says as much
        return _("No clearly better move was found; only later searches saw the fall.")
    if swing.change > 0:
        return _("A stronger move of {name} was expected.").format(**names)
    return _("{name}'s move was stronger than expected.").format(**names)


def result_of(playback: Playback) -> Outcome:
    """How a match that is over has ended, with everybody by name."""
    match = playback.match
    scores = playback.view(playback.last, None)["scores"]
    return Outcome(match.names, scores, match.ranks or [1] * len(match.names), [])


def mover_of(playback: Playback, swing: Swing, step: int) -> int | None:
    """Who made a chance jump; None for chance."""
    for ply in playback.steps[step].plies:
        if ply.ply == swing.ply:
            return ply.actor if ply.actor >= 0 else None
    return None


def swing_words(playback: Playback, swing: Swing, own_seat: int | None) -> str:
    """How a chance to win changed, as a sentence; `own_seat`: that of whoever reads it."""
    change = f"{abs(swing.change):.0%}"
    if swing.seat == own_seat:
        text = _("your chance to win falls by {change}.")
        if swing.change > 0:
            text = _("your chance to win rises by {change}.")
        return text.format(change=change)
    text = _("{name}'s chance to win falls by {change}.")
    if swing.change > 0:
        text = _("{name}'s chance to win rises by {change}.")
    return text.format(name=playback.match.names[swing.seat], change=change)


def _luck_words(playback: Playback, swing: LuckSwing, own_seat: int | None) -> str:
    change = f"{abs(swing.change):.0%}"
    if swing.seat == own_seat:
        text = (
            _("luck, worth {change} to you.")
            if swing.change > 0
            else _("bad luck, which costs you {change}.")
        )
        return text.format(change=change)
    text = (
        _("luck, worth {change} to {name}.")
        if swing.change > 0
        else _("bad luck, which costs {name} {change}.")
    )
    return text.format(change=change, name=playback.match.names[swing.seat])


def verdict_words(verdict: Verdict) -> str:
    """What a decision brought, beside the best one."""
    if verdict.mark is MoveMark.BRILLIANT:
        return _("a brilliant find: the obvious move would have been a mistake.")
    if verdict.mark is MoveMark.BEST:
        return _("the best move.")
    if may_cost(verdict):
        text = _("close, perhaps {cost} worse than the best move.")
        return text.format(cost=f"{whole_percent(verdict.cost)}%")
    if not verdict.is_error:
        return _("about as good as the best move.")
    remaining, chance = shares(verdict.chance, verdict.loss)
    errors = {
        MoveMark.INACCURACY: _("an inaccuracy, chance to win {remaining} instead of {chance}."),
        MoveMark.MISTAKE: _("a mistake, chance to win {remaining} instead of {chance}."),
        MoveMark.BLUNDER: _("a blunder, chance to win {remaining} instead of {chance}."),
    }
    return errors[verdict.mark].format(remaining=remaining, chance=chance)
