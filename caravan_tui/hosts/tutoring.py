"""A tutor that follows the decisions of a player, where the player wants one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from ai.grades import MoveMark, loss_text
from ai.service import Search
from ai.tutor import Doubt, Tutor
from caravan_tui.bus.messages import Position
from caravan_tui.games.contract import Game
from caravan_tui.i18n import _

LEAST: Final = {
    "blunders": MoveMark.BLUNDER,
    "mistakes": MoveMark.MISTAKE,
    "inaccuracies": MoveMark.INACCURACY,
}
"""By the setting `tutor`: the mark from which on it warns."""


def warning_words(doubt: Doubt) -> str:
    """What a tutor says of a move."""
    titles = {
        MoveMark.INACCURACY: _("That may be an inaccuracy: chance to win {cost}."),
        MoveMark.MISTAKE: _("That may be a mistake: chance to win {cost}."),
        MoveMark.BLUNDER: _("That may be a blunder: chance to win {cost}."),
    }
    text = titles[doubt.mark].format(cost=loss_text(doubt.loss))
    if doubt.reason:
        text = _("{warning} It {reason}.").format(warning=text, reason=doubt.reason)
    return text


class TutorWatch:
    """Decides where the tutor of one table thinks, and keeps what it has been told."""

    def __init__(
        self, search: Search, setting: Callable[[], str], game: Game[Any], names: Sequence[str]
    ) -> None:
        """`setting`: the user's setting `tutor`, as it is now; `names`: of each seat."""
        self.tutor = Tutor(game, search, names)
        self._setting = setting
        self._watched = -1
        """The version of the match in which the tutor thinks."""
        self._is_refused = False
        """The player wants none in this match."""
        self._has_asked = False
        self._hinted_turn: Sequence[int] = ()
        """The turn of the last hint."""
        self._hinted_version = -1
        """The version of the match that it was a hint for."""

    @property
    def least(self) -> MoveMark | None:
        """The mark from which on it warns; None without a tutor."""
        return LEAST.get(self._setting())

    def is_wanted(self, position: Position) -> bool:
        """Whether a tutor follows a position: one with a choice, in a match that it may mark."""
        has_choice = len(position.legal) > 1 and not position.over
        return self.least is not None and has_choice and not self._is_refused

    def must_ask(self, position: Position) -> bool:
        """Whether the player is to be asked now, once in a match: it marks the match."""
        if self._has_asked or position.assisted or not self.is_wanted(position):
            return False
        self._has_asked = True
        return True

    def follow(self, position: Position) -> None:
        """Think about a position if it is the player's, else no longer."""
        if not self.is_wanted(position) or not position.assisted:
            self.stop()
        elif self._watched != position.version:
            self._watched = position.version
            self.tutor.begin(position.view)

    def watches(self, position: Position) -> bool:
        """Whether the tutor thinks about a position."""
        return position.version == self._watched

    def stop(self) -> None:
        """Think no longer."""
        self._watched = -1
        self.tutor.stop()

    def refuse(self) -> None:
        """Leave this match alone."""
        self._is_refused = True

    def take_hint(self, turn: Sequence[int], version: int) -> None:
        """Take what a hint has advised in a version of the match: of this there is no doubt, as a
        hint has searched longer."""
        self._hinted_turn, self._hinted_version = turn, version

    def _is_hinted(self, position: Position, action: int) -> bool:
        """Whether a move is what the last hint advised in a position."""
        step = position.version - self._hinted_version
        if self._hinted_version < 0 or not 0 <= step < len(self._hinted_turn):
            return False
        return self._hinted_turn[step] == action

    async def doubt(self, position: Position, action: int) -> Doubt | None:
        """What is wrong with a move; None without a doubt worth a warning."""
        least = self.least
        if least is None or not self.watches(position) or self._is_hinted(position, action):
            return None
        return await self.tutor.doubt(action, least)
