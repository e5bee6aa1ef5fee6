"""What an analysis lists of a match: turning points or decisions, a row each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from attrs import frozen

from ai.agenda import is_in_turn
from ai.analysis import Analysis, Swing
from ai.grades import Verdict, loss_text, whole_percent
from caravan_tui.engine import Match
from caravan_tui.engine.match import Ply
from caravan_tui.engine.playback import Playback
from caravan_tui.games.contract import OVER
from caravan_tui.i18n import _n

NEGLIGIBLE = 0.005
"""A change that would be rounded to 0 %."""

Kind = Literal["worst", "turns", "order", "luck"]
"""Decisions with the costliest first; turning points; decisions in order of play; what decided the
match, errors and luck alike, with the most first."""

KINDS: tuple[Kind, ...] = ("worst", "turns", "order", "luck")


@frozen
class Mark:
    """A row of the list on the curve of its seat."""

    step: int
    seat: int
    label: str
    """One character, which stands beside the row too."""
    sense: str
    """The name of its colour: `gain` or `loss`."""


@frozen
class LuckSwing(Swing):
    """What chance gave a seat."""


@frozen
class EndSwing(Swing):
    """What the result itself changed: until then a chance to win is an expectation, to which places
    and the lead in points belong, too."""


@frozen
class Row:
    """A turning point or a decision, and the step of the match that shows it."""

    step: int
    subject: Swing | Verdict
    mark: Mark

    @property
    def replay_step(self) -> int:
        """The step that a replay begins with: a turn is shown before it is begun."""
        return self.step if isinstance(self.subject, Swing) else max(0, self.step - 1)


def shares(chance: float, loss: float) -> tuple[str, str]:
    """The chance to win after a move that loses something, and after the best one, in per cent.
    Each rounded for itself they would not differ by the loss that is told beside them, and one
    place would tell 64% where another tells 65%."""
    left, lost = round(100 * max(0.0, chance - loss)), whole_percent(loss)
    return f"{left}%", f"{min(100, left + lost)}%"


def turning_points(analysis: Analysis, seat: int | None, playback: Playback) -> list[Swing]:
    """The turning points of a seat, or of everyone for None, in their order, those of one turn
    together and without those that would be shown as 0 %; then the end, if the result was another
    one than expected."""
    swings = analysis.swings
    if seat is not None:
        swings = analysis.swings_of(seat, playback.game.spec.secrets)
    swings = _by_turn(sorted(swings, key=lambda swing: swing.ply), playback)
    if seat is None:
        swings = _largest_of_turns(swings, playback)
    kept = [swing for swing in swings if abs(swing.change) >= NEGLIGIBLE]
    return [*kept, *_end_swings(analysis, seat, playback.match)]


def _by_turn(swings: Sequence[Swing], playback: Playback) -> list[Swing]:
    """Swings of which those of one seat in one turn are one, as a row tells the whole turn: at the
    decision that changed most, with what all of them changed."""
    turns: dict[tuple[int, int], list[Swing]] = {}
    for swing in swings:
        turn = turn_of(playback, swing.ply)
        turns.setdefault((swing.seat, turn[0].ply if turn else swing.ply), []).append(swing)
    whole = []
    for parts in turns.values():
        most = max(parts, key=lambda swing: abs(swing.change))
        whole.append(Swing(most.ply, most.seat, sum(swing.change for swing in parts)))
    return sorted(whole, key=lambda swing: swing.ply)


def _largest_of_turns(swings: Sequence[Swing], playback: Playback) -> list[Swing]:
    """Of swings of several seats in one turn the largest: two rows would tell the same turn."""
    turns: dict[int, Swing] = {}
    for swing in swings:
        turn = turn_of(playback, swing.ply)
        first = turn[0].ply if turn else swing.ply
        turns[first] = max(turns.get(first, swing), swing, key=lambda each: abs(each.change))
    return list(turns.values())


def turn_of(playback: Playback, ply: int) -> list[Ply]:
    """What its seat did around a ply in the same turn, as an analysis judges it."""
    plies = [each for step in playback.steps for each in step.plies]
    place = next((place for place, each in enumerate(plies) if each.ply == ply), None)
    if place is None:
        return []
    start, end = place, place + 1
    while start and is_in_turn(playback.game, plies[start - 1], plies[start]):
        start -= 1
    while end < len(plies) and is_in_turn(playback.game, plies[start], plies[end]):
        end += 1
    return plies[start:end]


def _end_swings(analysis: Analysis, seat: int | None, match: Match) -> list[EndSwing]:
    """What the result changed for a seat, or with None for whom it changed most; none where that
    is nothing, and before all of a match that is over was searched."""
    last = analysis.points[-1] if analysis.points else None
    if last is None or last.actor != OVER or not match.ranks:
        return []
    results = shares_of_win(match.ranks)
    changes = [result - value for result, value in zip(results, last.values, strict=True)]
    whose = max(range(len(changes)), key=lambda other: abs(changes[other]))
    whose = whose if seat is None else seat
    is_change = abs(changes[whose]) >= NEGLIGIBLE
    return [EndSwing(last.ply, whose, changes[whose])] if is_change else []


def shares_of_win(ranks: Sequence[int]) -> list[float]:
    """The chance to win of each seat once a match is over: the winners share 100 %."""
    return [(rank == 1) / ranks.count(1) for rank in ranks]


def luck_swings(analysis: Analysis, seat: int | None) -> list[LuckSwing]:
    """The luck of a seat, or with None of whoever had most, the most first; bad luck counts."""
    swings = []
    for luck in analysis.lucks:
        values = luck.values
        whose = max(range(len(values)), key=lambda other: abs(values[other]))
        whose = whose if seat is None else seat
        if abs(values[whose]) >= NEGLIGIBLE:
            swings.append(LuckSwing(luck.ply, whose, values[whose]))
    return sorted(swings, key=lambda swing: -abs(swing.change))


def deciding(analysis: Analysis, seat: int | None) -> list[LuckSwing | Verdict]:
    """The errors and the luck of a seat, or of everyone for None, with what weighed most first."""
    subjects: list[LuckSwing | Verdict] = [*luck_swings(analysis, seat)]
    subjects += [
        verdict
        for verdict in analysis.turn_verdicts
        if verdict.is_error and seat in (None, verdict.seat)
    ]
    return sorted(subjects, key=lambda subject: -abs(weight(subject)))


def weight(subject: Swing | Verdict) -> float:
    """What a turn or a decision changed of its seat's expected result, -1..1."""
    return -subject.loss if isinstance(subject, Verdict) else subject.change


def step_after(playback: Playback, swing: Swing) -> int:
    """The step that shows what made the chances jump."""
    if isinstance(swing, EndSwing):
        return playback.last
    is_luck = isinstance(swing, LuckSwing)
    is_opening = is_luck and swing.ply < playback.steps[0].ply
    return 0 if is_opening else playback.after_ply(swing.ply)


def decisions(
    analysis: Analysis, kind: Kind, seat: int | None, has_room: bool = False
) -> list[Verdict]:
    """The turns of a seat, or of everyone for None, each by its costliest decision, in the order of
    a list. `has_room`: after the errors come other moves that may have cost a little; where nobody
    erred, those that may have cost most. What would be told as 0 % is not listed as costly."""
    verdicts = [verdict for verdict in analysis.turn_verdicts if seat in (None, verdict.seat)]
    if kind != "worst":
        return verdicts
    costly = [
        verdict for verdict in verdicts if verdict.is_error or (has_room and may_cost(verdict))
    ]
    return sorted(costly, key=lambda verdict: (-verdict.loss, -verdict.cost))


def may_cost(verdict: Verdict) -> bool:
    """Whether a decision counts in the grade for less than the best one, though it is no error: the
    searches cannot be sure that another move was better."""
    is_best = verdict.played == verdict.preferred
    return not is_best and not verdict.is_error and whole_percent(verdict.cost) > 0


def cost_text(verdict: Verdict) -> str:
    """What a decision cost, in percentage points; with `~` where that is not sure."""
    if verdict.played == verdict.preferred:
        return ""
    return f"~{whole_percent(verdict.cost)}%" if may_cost(verdict) else loss_text(verdict.loss)


def doubt_words(analysis: Analysis, seat: int | None) -> str:
    """How many moves of a seat, or of everyone for None, were not judged, so that they may have
    been errors; empty if all were."""
    count = sum(seat in (None, other) for other in analysis.unanswered.values())
    text = _n("{count} move could not be judged in time.",
              "{count} moves could not be judged in time.", count)  # fmt: skip
    return text.format(count=count) if count else ""


def has_errors(analysis: Analysis, seat: int | None) -> bool:
    """Whether a seat, or anyone for None, made an error."""
    return any(verdict.is_error for verdict in analysis.verdicts if seat in (None, verdict.seat))
