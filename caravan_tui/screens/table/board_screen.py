"""What a table, a tutorial and a problem share: their parts, and the ways to move off the board."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Final

from textual import getters, on, work
from textual.binding import Binding

from caravan_tui.bus.messages import Position
from caravan_tui.i18n import _
from caravan_tui.screens.base import BaseScreen, R
from caravan_tui.screens.table.body import TableBody
from caravan_tui.screens.table.headline import Headline
from caravan_tui.screens.table.move_dialogs import MoveDialogs
from caravan_tui.widgets.board import Board
from caravan_tui.widgets.prompt import Prompt

UNCOVER: Final = Binding("escape", "uncover_board", show=False, priority=True)
"""Before other meanings of Escape, but only while it has something to close."""


class BoardScreen(BaseScreen[R]):
    """A headline, a board with the log beside it, a prompt and a footer.

    A screen of this kind composes them, makes `move_dialogs`, and knows the position that it shows.
    """

    AUTO_FOCUS = "Board"

    headline = getters.query_one(Headline)
    body = getters.query_one(TableBody)
    prompt = getters.query_one("#prompt", Prompt)

    move_dialogs: MoveDialogs

    @property
    @abstractmethod
    def position(self) -> Position | None:
        """The position that is shown; None: nothing has come yet."""

    @abstractmethod
    def show_again(self) -> None:
        """Show everything anew, as the widgets are new."""

    async def recompose(self) -> None:
        """Compose again, such as in another language."""
        await super().recompose()
        self.show_again()

    def on_screen_suspend(self) -> None:
        """A window has been opened: what was wrong before is no answer to that."""
        if self.query(TableBody):
            self.prompt.drop_error()
        self._tell_board(is_below_window=True)

    def on_screen_resume(self) -> None:
        """It has been closed."""
        self._tell_board(is_below_window=False)

    def _tell_board(self, *, is_below_window: bool) -> None:
        if self.query(TableBody):
            self.board.is_below_window = is_below_window

    @property
    def board(self) -> Board[Any]:
        """The board of the game."""
        return self.body.board

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Escape uncovers a board that is covered; else it keeps its other meanings."""
        if action == "uncover_board":
            is_composed = bool(self.query(TableBody))
            return is_composed and (self.body.covers_board or self.board.shows_legend)
        return super().check_action(action, parameters)

    def action_uncover_board(self) -> None:
        """Hide the log that covers the board, or the legend that covers a part of it."""
        if self.body.covers_board:
            self.body.show_log(False)
        else:
            self.board.close_legend()

    @work(exclusive=True, group="dialog")
    async def action_moves(self) -> None:
        """Choose from all legal moves."""
        await self.move_dialogs.choose(self.position)

    @work(exclusive=True, group="dialog")
    async def action_type(self) -> None:
        """Type a move in notation."""
        await self.move_dialogs.type(self.position)

    @work(exclusive=True, group="dialog")
    async def action_jump(self) -> None:
        """Show letters over everything that the cursor can go to."""
        await self.move_dialogs.jump()

    def action_log(self) -> None:
        """Show or hide the log where it does not stand beside the board."""
        self.prompt.drop_error()
        if not self.body.toggle_log():
            self.prompt.show_feedback(_("The log is on the right."))

    def action_scroll_log(self, pages: int) -> None:
        """Page through the log."""
        self.body.scroll_log(pages)

    @on(Headline.LinkClicked)
    async def _link_clicked(self, event: Headline.LinkClicked) -> None:
        event.stop()
        if self.is_active:  # a second click may come before the window of the first is seen
            await self.run_action(event.action)
