"""The tutor of a table: it warns in one line before a move that costs much."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from ai.grades import MoveMark
from ai.service import Progress
from ai.tutor import Doubt, Tutor
from caravan_tui.bus.messages import Position, SearchRequest, SearchResult
from caravan_tui.games.contract import Game
from caravan_tui.i18n import _
from caravan_tui.screens.base import BaseApp
from caravan_tui.widgets.dialog import Question

LEAST: Final = {
    "blunders": MoveMark.BLUNDER,
    "mistakes": MoveMark.MISTAKE,
    "inaccuracies": MoveMark.INACCURACY,
}
"""By the setting `tutor`: the mark from which on it warns."""


class TutorLine(Question):
    """A warning and what can be done about it, in one line above the keys."""

    DEFAULT_CSS = """
    TutorLine { align: left bottom; background: $background 0%;
        & > Vertical#window { width: 100%; max-width: 100%; height: auto;
            min-height: 4; max-height: 5; margin: 0 0 1 0;
            padding: 0 1; border: none; border-top: solid $warning; background: $surface; }
        & #answers { align-horizontal: left; margin: 0; height: 1; }
        & #answers > Button { margin: 0 2 0 0; } }
    """

    def __init__(self, doubt: Doubt) -> None:
        titles = {
            MoveMark.INACCURACY: _("That may be an inaccuracy: it costs about {cost}."),
            MoveMark.MISTAKE: _("That may be a mistake: it costs about {cost}."),
            MoveMark.BLUNDER: _("That may be a blunder: it costs about {cost}."),
        }
        text = titles[doubt.mark].format(cost=f"{doubt.loss:.0%}")
        if doubt.reason:
            text = _("{warning} It {reason}.").format(warning=text, reason=doubt.reason)
        answers = [
            ("rethink", _("Rethink")),
            ("play", _("Play anyway")),
            ("why", _("Show why")),
        ]
        super().__init__(_("Tutor"), text, answers)


class Tutoring:
    """Has a tutor follow the decisions at a table, where the player wants one.

    Its methods that ask something run in a worker of the table.
    """

    def __init__(self, app: BaseApp, game: Game[Any], names: Sequence[str]) -> None:
        self.app = app
        self.game = game
        self.names = names
        self.tutor = Tutor(game, self._search, names)
        self._watched = -1
        """The version of the match in which the tutor thinks."""
        self._is_refused = False
        """The player wants none in this match."""
        self._has_asked = False

    async def _search(
        self, request: SearchRequest, progress: Progress | None = None
    ) -> SearchResult:
        return await self.app.host.search(request, progress)

    @property
    def least(self) -> MoveMark | None:
        """The mark from which on it warns; None without a tutor."""
        return LEAST.get(self.app.settings.tutor)

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

    async def allows(
        self, position: Position, action: int, show_why: Callable[[Doubt], Awaitable[None]]
    ) -> bool:
        """Whether a move is played: the tutor has no doubt, or the player insists.

        `show_why`: shows what would be better, and waits until that is closed.
        """
        least = self.least
        if least is None or position.version != self._watched:
            return True
        doubt = await self.tutor.doubt(action, least)
        if doubt is None:
            return True
        while True:
            answer = await self.app.push_screen_wait(TutorLine(doubt))
            if answer != "why":
                return answer == "play"
            await show_why(doubt)
