"""A decision that is tried again: what another move is worth beside the one that was played."""

from __future__ import annotations

from ai.grades import MoveMark, Verdict
from ai.tutor import Tutor
from caravan_tui.bus.messages import Position
from caravan_tui.i18n import _


class SecondTry:
    """Judges what is played at a decision that an analysis has judged before."""

    def __init__(self, verdict: Verdict, tutor: Tutor) -> None:
        """`verdict`: of the move that was played; `tutor`: thinks about the decision meanwhile."""
        self._verdict, self._tutor = verdict, tutor
        self._is_there = False

    def is_at(self, position: Position) -> bool:
        """Whether a position is the one of the decision."""
        return position.version == self._verdict.ply and not position.over

    def follow(self, position: Position) -> None:
        """Think about the decision each time that the table comes to it."""
        was_there, self._is_there = self._is_there, self.is_at(position)
        if self._is_there and not was_there:
            self._tutor.begin(position.view)

    def stop(self) -> None:
        """Think no longer."""
        self._tutor.stop()

    async def judge(self, action: int) -> str:
        """What a move is worth, as a sentence."""
        verdict = self._verdict
        chance = f"{verdict.chance:.0%}"
        if action == verdict.played:
            text = _("The same move as in the match: chance to win {remaining}, at best {chance}.")
            return text.format(remaining=f"{verdict.remaining:.0%}", chance=chance)
        if action == verdict.preferred:
            return _("The best move that was found: chance to win {chance}.").format(chance=chance)
        doubt = await self._tutor.doubt(action, MoveMark.INACCURACY)
        if doubt is None:
            return _("Nothing is wrong with this move, as far as the analysis sees.")
        text = _("That may cost {cost}. In the match you gave away {before}.")
        return text.format(cost=f"{doubt.loss:.0%}", before=f"{verdict.loss:.0%}")
