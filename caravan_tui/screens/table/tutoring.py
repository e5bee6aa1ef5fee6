"""The tutor of a table: it warns in one line before a move that costs much."""

from __future__ import annotations

from typing import Any

from ai.hint import explain
from ai.service import Progress
from ai.tutor import Doubt
from caravan_tui.bus.messages import Position, SearchRequest, SearchResult
from caravan_tui.bus.wording import word
from caravan_tui.engine import Refusal
from caravan_tui.hosts.tutoring import TutorWatch, warning_words
from caravan_tui.i18n import _
from caravan_tui.presentation.viewpoint import Viewpoint
from caravan_tui.screens.table.assistance import Assistance
from caravan_tui.screens.table.board_screen import BoardScreen
from caravan_tui.screens.table.hint import hint_window
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.question import Question


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
        super().__init__(_("Tutor"), warning_words(doubt), answers, comes_unasked=True)


class Tutoring(TutorWatch):
    """Has a tutor follow the decisions at a table on the screen.

    Its methods that ask something run in a worker of the table.
    """

    def __init__(
        self,
        screen: BoardScreen[Any],
        viewpoint: Viewpoint,
        assistance: Assistance,
    ) -> None:
        names = viewpoint.connection.names
        super().__init__(self._search, lambda: screen.app.settings.tutor, viewpoint.game, names)
        self._screen = screen
        self._viewpoint = viewpoint
        self._assistance = assistance

    async def _search(
        self, request: SearchRequest, progress: Progress | None = None
    ) -> SearchResult:
        return await self._screen.app.host.search(request, progress)

    async def ask(self) -> None:
        """Ask whether the tutor may look on, which marks the match."""
        accepts = await self._assistance.accepts(
            _("Play with the tutor?"),
            _(
                "It warns you before a move that costs much. That marks this match as assisted: it "
                "will not count for your rating."
            ),
            _("With the tutor"),
        )
        try:
            if accepts:
                table = self._viewpoint.connection.table(self._viewpoint.seat)
                await table.mark_assisted()
                return
        except Refusal as refusal:
            if is_open(self._screen):
                self._screen.prompt.show_error(word(refusal.sentence))
        self.refuse()

    async def allows(self, position: Position, action: int) -> bool:
        """Whether a move is played: the tutor has no doubt, or the player insists."""
        doubt = await self.doubt(position, action)
        if doubt is None:
            return True
        while True:
            answer = await self._screen.app.push_screen_wait(TutorLine(doubt))
            if answer != "why":
                return answer == "play"
            await self._show_better(doubt)

    async def _show_better(self, doubt: Doubt) -> None:
        """Show what the tutor would play in place of a move, and why."""
        position = self._viewpoint.position
        if position is None:
            return
        names = self._viewpoint.connection.names
        hint = explain(self._viewpoint.game, position.view, doubt.result, names=names)
        self._screen.board.preview_turn(hint.turn)
        window = hint_window(
            hint, self._screen.board.columns_aside, title=_("Better"), can_play=False
        )
        await self._screen.app.push_screen_wait(window)
        if is_open(self._screen):
            self._screen.board.preview(None)
