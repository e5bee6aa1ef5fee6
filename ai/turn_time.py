"""The time of a computer seat: what its next decision may take, and how long it pauses."""

from __future__ import annotations

from attrs import frozen

from ai import levels

MIN_SECONDS = 0.15
"""Seconds of a decision when the turn's budget is used up."""

RESERVED_SHARE = 0.2
"""Share of a turn's budget kept for its last small steps, each at least MIN_SECONDS."""

SHARE_OF_REST = 0.4
"""Share of what is left of a turn's budget for the next decision of a level that fills its time, so
that the first ones leave something to the others."""

PACED_STEPS = 4
"""Decisions of a turn that keep the full pace: a turn of twenty small steps is no twenty waits."""

HASTE = 5
"""How much faster the decisions after those are."""

COUNTED_PAUSE = 0.4
"""Seconds of a pause that use up the turn's budget; who has set longer ones wants to wait."""


@frozen
class Pacing:
    """How fast a seat plays, in seconds."""

    decision: float = levels.DECISION_SECONDS
    """Longest search of one decision."""
    turn: float = levels.TURN_SECONDS
    """Of all decisions of a turn."""
    pause: float = 0.0
    """Least time that a decision takes, less from the `PACED_STEPS`-th of a turn on."""


USUAL = Pacing()
"""No slower than it has to be."""


class TurnTime:
    """What a turn has used of its time."""

    def __init__(self, pacing: Pacing, *, fills_time: bool = False) -> None:
        """`fills_time`: whether each search takes all that it is given."""
        self._pacing = pacing
        self._fills_time = fills_time
        self.begin()

    def begin(self) -> None:
        """A turn begins."""
        self.spent = 0.0
        """Seconds used in this turn."""
        self.decisions = 0
        """Decisions made in this turn."""

    def search_seconds(self) -> float:
        """The longest search that the next decision may have."""
        left = self._pacing.turn - self.spent
        if self.decisions:
            left -= RESERVED_SHARE * self._pacing.turn
        if self._fills_time:
            left *= SHARE_OF_REST
        return max(MIN_SECONDS, min(self._pacing.decision, left))

    def pause_after(self, elapsed: float) -> float:
        """Seconds to wait before a decision that was searched for `elapsed` seconds is played."""
        is_hasty = self.decisions >= PACED_STEPS
        pace = self._pacing.pause / HASTE if is_hasty else self._pacing.pause
        return max(0.0, pace - elapsed)

    def spend(self, seconds: float, pause: float) -> None:
        """A decision has taken so long, this pause among it."""
        self.spent += seconds - max(0.0, pause - COUNTED_PAUSE)
        self.decisions += 1
