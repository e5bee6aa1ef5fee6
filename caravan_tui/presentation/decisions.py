"""What an analysis lists of a match: turning points or decisions, a row each."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from ai.analysis import Analysis, Swing
from ai.grades import Verdict, whole_percent
from caravan_tui.engine.playback import Playback
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


def turning_points(analysis: Analysis, seat: int | None, hides: bool) -> list[Swing]:
    """The turning points of a seat, or of everyone for None, in their order, without those that
    would be shown as 0 %. `hides`: whether seats hide something from each other."""
    swings = analysis.swings if seat is None else analysis.swings_of(seat, hides)
    kept = [swing for swing in swings if abs(swing.change) >= NEGLIGIBLE]
    return sorted(kept, key=lambda swing: swing.ply)


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
    is_luck = isinstance(swing, LuckSwing)
    is_opening = is_luck and swing.ply < playback.steps[0].ply
    return 0 if is_opening else playback.after_ply(swing.ply)


def decisions(
    analysis: Analysis, kind: Kind, seat: int | None, has_room: bool = False
) -> list[Verdict]:
    """The turns of a seat, or of everyone for None, each by its costliest decision, in the order of
    a list. `has_room`: after the errors come other moves that cost a little; where nobody erred,
    those that cost most. What would be told as 0 % is not listed as costly: nothing was better."""
    verdicts = [verdict for verdict in analysis.turn_verdicts if seat in (None, verdict.seat)]
    if kind != "worst":
        return verdicts
    costly = [verdict for verdict in verdicts if verdict.is_error or (has_room and costs(verdict))]
    return sorted(costly, key=lambda verdict: -verdict.loss)


def costs(verdict: Verdict) -> bool:
    """Whether a decision cost anything that is told as a number."""
    return verdict.played != verdict.preferred and whole_percent(verdict.loss) > 0


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
