"""A row of an analysis in words: when it was, and what it meant."""

from __future__ import annotations

from ai.agenda import is_in_turn
from ai.analysis import Analysis, Swing
from ai.grades import MoveMark, Verdict, whole_percent
from ai.reasons import turn_words, without_open_end
from caravan_tui.engine.match import Ply
from caravan_tui.engine.playback import Playback
from caravan_tui.games import registry
from caravan_tui.i18n import _
from caravan_tui.presentation.decisions import LuckSwing, Row, shares

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
    if step.round:
        when += ", " + registry.round_text(playback.match.record.game, step.round)
    if isinstance(subject, LuckSwing):
        words = _luck_words(playback, subject, own_seat)
    elif isinstance(subject, Swing):
        words = _swing_words(playback, subject, own_seat)
    else:
        words = verdict_words(subject)
    return _("{when}: {words}").format(when=when, words=words)


def lines_of_swing(playback: Playback, swing: Swing, step: int, seat: int | None) -> list[str]:
    """What happened at a turning point or a piece of luck, as a seat may know it: what chance did
    if it was that, else the whole turn of whoever moved, or what was decided. `step`: the one that
    shows it."""
    mover = mover_of(playback, swing, step)
    if isinstance(swing, LuckSwing) or mover is None:
        return playback.chance_lines(step, seat)
    if playback.over or mover == seat:
        turn = turn_of(playback, swing.ply)
        if len(turn) > 1:
            seen, names = playback.game.view(turn[0].before, mover), playback.match.names
            words = turn_words(playback.game, seen, [ply.action for ply in turn], names)
            return [f"{names[mover]} {without_open_end(words)}"]
    return playback.decided_lines(step, seat) or playback.lines(step, seat)


def turn_of(playback: Playback, ply: int) -> list[Ply]:
    """What its seat did around a ply in the same turn, as an analysis judges it."""
    plies = [each for step in playback.steps for each in step.plies]
    place = next(place for place, each in enumerate(plies) if each.ply == ply)
    start, end = place, place + 1
    while start and is_in_turn(playback.game, plies[start - 1], plies[start]):
        start -= 1
    while end < len(plies) and is_in_turn(playback.game, plies[start], plies[end]):
        end += 1
    return plies[start:end]


def why_swung(playback: Playback, analysis: Analysis, swing: Swing, step: int) -> str:
    """Why a chance to win changed, as a sentence: by luck, or by a move that was stronger or weaker
    than expected; of an error what it alone cost, which is another number. `step`: the one that
    shows it."""
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
        text = _("Only what followed showed how good it was.")
        return text if swing.change > 0 else _("Only what followed showed what it cost.")
    if swing.change > 0:
        return _("A stronger move of {name} was expected.").format(**names)
    return _("{name}'s move was stronger than expected.").format(**names)


def mover_of(playback: Playback, swing: Swing, step: int) -> int | None:
    """Who made a chance jump; None for chance."""
    for ply in playback.steps[step].plies:
        if ply.ply == swing.ply:
            return ply.actor if ply.actor >= 0 else None
    return None


def _swing_words(playback: Playback, swing: Swing, own_seat: int | None) -> str:
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
        return _("a brilliant find, the best move and not the obvious one.")
    if verdict.mark is MoveMark.BEST:
        return _("the best move.")
    if not whole_percent(verdict.loss):
        return _("about as good as the best move.")
    remaining, chance = shares(verdict.chance, verdict.loss)
    errors = {
        MoveMark.INACCURACY: _("an inaccuracy, chance to win {remaining} instead of {chance}."),
        MoveMark.MISTAKE: _("a mistake, chance to win {remaining} instead of {chance}."),
        MoveMark.BLUNDER: _("a blunder, chance to win {remaining} instead of {chance}."),
    }
    text = errors.get(verdict.mark, _("close, chance to win {remaining} instead of {chance}."))
    return text.format(remaining=remaining, chance=chance)
