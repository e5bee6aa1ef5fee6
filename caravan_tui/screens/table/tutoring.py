"""The tutor of a table: it warns in one line before a move that costs much."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from ai.service import Progress
from ai.tutor import Doubt
from caravan_tui.bus.messages import Position, SearchRequest, SearchResult
from caravan_tui.games.contract import Game
from caravan_tui.hosts.tutoring import TutorWatch, warning_words
from caravan_tui.i18n import _
from caravan_tui.screens.base import BaseApp
from caravan_tui.widgets.dialog import Question


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
        answers = [
            ("rethink", _("Rethink")),
            ("play", _("Play anyway")),
            ("why", _("Show why")),
        ]
        super().__init__(_("Tutor"), warning_words(doubt), answers)


class Tutoring(TutorWatch):
    """Has a tutor follow the decisions at a table on the screen.

    Its methods that ask something run in a worker of the table.
    """

    def __init__(self, app: BaseApp, game: Game[Any], names: Sequence[str]) -> None:
        self.app = app
        super().__init__(self._search, lambda: app.settings.tutor, game, names)

    async def _search(
        self, request: SearchRequest, progress: Progress | None = None
    ) -> SearchResult:
        return await self.app.host.search(request, progress)

    async def allows(
        self, position: Position, action: int, show_why: Callable[[Doubt], Awaitable[None]]
    ) -> bool:
        """Whether a move is played: the tutor has no doubt, or the player insists.

        `show_why`: shows what would be better, and waits until that is closed.
        """
        doubt = await self.doubt(position, action)
        if doubt is None:
            return True
        while True:
            answer = await self.app.push_screen_wait(TutorLine(doubt))
            if answer != "why":
                return answer == "play"
            await show_why(doubt)
