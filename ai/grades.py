"""How good decisions were: a mark for each, and a grade for many.

The thresholds are of the expected result, 0..1, that a decision gives away. gnubg and lichess mark
moves the same way, on scales of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from math import exp, floor
from typing import Final

from attrs import frozen

CLEAR_LOSS: Final = 0.02
"""A decision costs something worth telling if the preferred move expects so much more."""

LEAST_GRADED: Final = 0.01
"""From how much less on a decision counts in a grade. To leave out what seems to be lost or gained
in moves that are about equal tells players apart best (`python -m bench.grades`)."""

SCALE: Final = 0.03
"""The loss a decision at which a grade is 37 of 100."""


class MoveMark(Enum):
    """How good a decision was."""

    BRILLIANT = "!!"
    """The best of several moves, and not the obvious one; no pass, and no end of a turn."""
    BEST = "*"
    GOOD = "+"
    """Not the best, but too close to it to matter."""
    INACCURACY = "?!"
    MISTAKE = "?"
    BLUNDER = "??"


LEAST_LOSS: Final = {
    MoveMark.BLUNDER: 0.12,
    MoveMark.MISTAKE: 0.05,
    MoveMark.INACCURACY: CLEAR_LOSS,
}
"""From which loss on a decision has a mark, the worst first."""

ERRORS: Final = frozenset(LEAST_LOSS)


def mark_of_loss(loss: float) -> MoveMark:
    """The mark of a decision that was not the best one."""
    return next((mark for mark, least in LEAST_LOSS.items() if loss >= least), MoveMark.GOOD)


def whole_percent(loss: float) -> int:
    """A loss in whole per cent, rounded down: rounded up, 4.6 % would be told as 5 % beside the
    mark of an inaccuracy, while a mistake begins at 5 %."""
    return floor(100 * loss + 1e-9)


def loss_text(loss: float) -> str:
    """What a move lost, as every place writes it: `-4%`; `~0%` for less than 1 %."""
    percent = whole_percent(loss)
    return f"-{percent}%" if percent else "~0%"


@frozen
class Verdict:
    """What the search thinks of one decision."""

    ply: int
    seat: int
    played: int
    preferred: int
    played_words: str
    """The whole turn that was played, as far as neither chance nor another seat comes in."""
    preferred_words: str
    """The turn that was better, with what had been done in it before this decision."""
    loss: float
    """Expected result that the played move gave away, 0..1; 0 if it was the preferred one, or too
    close to it for the search to tell."""
    chance: float = 0.5
    """Expected result of the preferred move, 0..1."""
    gap: float = 0.0
    """What a comparison of the two moves found between them, from `LEAST_GRADED` on, else 0: what
    grades are made of. Less than `loss` needs to be clear of errors."""
    is_find: bool = False
    """The best move, where a look at the next position alone prefers one that is clearly worse."""
    reason: str = ""
    """What is wrong with the played move beside the preferred one, in the game's words and without
    a subject; of errors only, empty where the game has no words for it."""
    before: tuple[int, ...] = ()
    """What its seat had done in the same turn before, without chance or another seat between."""
    line: tuple[int, ...] = ()
    """How the better turn goes on from here, the preferred move first; to its end for errors, else
    as far as the search foresaw it."""

    @property
    def first_ply(self) -> int:
        """The ply with which the turn begins."""
        return self.ply - len(self.before)

    @property
    def better_turn(self) -> tuple[int, ...]:
        """The actions of the turn that was better, from its beginning on."""
        return (*self.before, *(self.line or (self.preferred,)))

    @property
    def mark(self) -> MoveMark:
        """How good the decision was."""
        if self.played == self.preferred:
            return MoveMark.BRILLIANT if self.is_find else MoveMark.BEST
        return mark_of_loss(self.loss)

    @property
    def is_error(self) -> bool:
        """Whether the decision cost something worth telling."""
        return self.mark in ERRORS

    @property
    def cost(self) -> float:
        """What the decision gave away as far as the searches can tell: `loss` where that is clear
        of their errors, else what it counts for in a grade."""
        return max(self.loss, self.gap)

    @property
    def remaining(self) -> float:
        """Expected result of the played move, 0..1."""
        return max(0.0, self.chance - self.loss)


def costliest_of_turns(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """One verdict for each turn: that of its costliest decision. Only where all of them were the
    best is it that of a brilliant find."""

    def weight(verdict: Verdict) -> tuple[float, float, bool, bool]:
        is_best = verdict.played == verdict.preferred
        return verdict.loss, verdict.gap, not is_best, verdict.is_find

    turns: dict[tuple[int, int], Verdict] = {}
    for verdict in verdicts:
        turn = verdict.seat, verdict.first_ply
        if turn not in turns or weight(verdict) > weight(turns[turn]):
            turns[turn] = verdict
    return list(turns.values())


@frozen
class Grade:
    """How well a seat decided in a match or a part of it."""

    decisions: int
    loss: float
    """What all of them gave away together: the skill that was missing."""

    @property
    def points(self) -> int:
        """0 to 100; 100 if no decision gave anything away."""
        return round(100 * exp(-self.loss / self.decisions / SCALE)) if self.decisions else 100


PHASES: Final = 3
"""Parts of a match that are graded: its beginning, its middle, its end."""


def grade(verdicts: Sequence[Verdict], seat: int) -> Grade:
    """The grade of a seat's decisions."""
    gaps = [verdict.gap for verdict in verdicts if verdict.seat == seat]
    return Grade(len(gaps), sum(gaps))


def phases(verdicts: Sequence[Verdict], seat: int, plies: int, first: int = 0) -> list[Grade]:
    """The grades of a seat by thirds of a match of so many plies. `first`: the ply of its first
    decision, as a deal is no part of the beginning."""
    parts: list[list[Verdict]] = [[] for _phase in range(PHASES)]
    for verdict in verdicts:
        place = PHASES * (verdict.ply - first) // max(1, plies - first)
        parts[min(PHASES - 1, max(0, place))].append(verdict)
    return [grade(part, seat) for part in parts]
