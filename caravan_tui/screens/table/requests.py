"""What this terminal asks of its table: to act, to undo, to redo."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

from caravan_tui.bus.messages import Position, UndoAsked
from caravan_tui.bus.wording import word
from caravan_tui.engine import Refusal
from caravan_tui.i18n import _
from caravan_tui.presentation.viewpoint import Viewpoint
from caravan_tui.screens.table.assistance import Assistance
from caravan_tui.screens.table.board_screen import BoardScreen
from caravan_tui.screens.table.undo_requests import UndoRequests
from caravan_tui.widgets.closing import is_open


class TableRequests:
    """Sends requests of the seat that is shown, at most one action in each position. A refusal is
    told in the prompt."""

    def __init__(
        self,
        screen: BoardScreen[Any],
        viewpoint: Viewpoint,
        assistance: Assistance,
        undo_requests: UndoRequests,
    ) -> None:
        self._screen = screen
        self._viewpoint = viewpoint
        self._assistance = assistance
        self._undo_requests = undo_requests
        self._acted_in: tuple[int, int] | None = None
        """The seat and the version of the position in which an action was sent."""

    def has_acted_in(self, position: Position) -> bool:
        """Whether an action was sent in a position."""
        return self._acted_in is not None and self._acted_in == (position.seat, position.version)

    def act(self, position: Position, action: int) -> bool:
        """Send an action. Returns whether it is the first one in this position: no other is
        sent."""
        seat = self._viewpoint.seat
        if seat is None or self._acted_in == (seat, position.version):
            return False
        self._acted_in = seat, position.version
        self.send(self._viewpoint.connection.table(seat).act(position.version, action))
        return True

    def hurry(self) -> None:
        """Have the computer player that thinks move now."""
        self._viewpoint.connection.table(self._viewpoint.seat).hurry()

    def undo(self) -> None:
        """Undo the last decision; ask first if that marks the match as assisted."""
        position = self._viewpoint.position
        if position is None or self._viewpoint.seat is None:
            self._screen.prompt.show_error(_("Spectators can't undo."))
        elif position.undo is not None:
            self._screen.prompt.show_error(word(position.undo))
        elif position.undo_assists and not position.assisted:
            self._screen.run_worker(
                self._ask_and_undo(position.version), exclusive=True, group="undo"
            )
        else:
            self._undo()
            if position.undo_assists:  # in a match that is assisted already
                text = _("Your last move is taken back, with what your opponents did after it.")
                self._screen.notify(text)

    async def _ask_and_undo(self, version: int) -> None:
        accepts = await self._assistance.accepts(
            _("Undo?"),
            _(
                "Your opponents have moved since your last move. Undoing it marks this match as "
                "assisted: it will not count for your rating."
            ),
            _("Undo"),
        )
        if not accepts:
            return
        position = self._viewpoint.position
        if position is not None and position.version == version:
            self._undo()
        else:
            self._screen.prompt.show_error(_("The position has changed. Try again."))

    def _undo(self) -> None:
        self._acted_in = None
        self.send(self._viewpoint.connection.table(self._viewpoint.seat).undo())

    def redo(self) -> None:
        """Play again what was undone."""
        position = self._viewpoint.position
        if position is None or self._viewpoint.seat is None or not position.redo:
            self._screen.prompt.show_error(_("There is nothing to redo."))
        else:
            self._acted_in = None
            self.send(self._viewpoint.connection.table(self._viewpoint.seat).redo())

    def send(self, request: Awaitable[int | UndoAsked | None]) -> None:
        """Send a request, and tell what the table makes of it."""
        self._screen.run_worker(self._answer(request), group="send")

    async def _answer(self, request: Awaitable[int | UndoAsked | None]) -> None:
        """Await what the table makes of a request; show a refusal."""
        try:
            answer = await request
        except Refusal as refusal:
            self._acted_in = None
            if is_open(self._screen):
                self._screen.prompt.show_error(word(refusal.sentence))
            return
        if isinstance(answer, UndoAsked) and is_open(self._screen):
            self._screen.prompt.show_feedback(self._undo_requests.waiting_text(answer))
