"""The why panel as a window, where there is no room beside the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from attrs import frozen
from rich.console import Console, ConsoleOptions, RenderResult

from caravan_tui.i18n import _
from caravan_tui.screens.table.headline import WIDE
from caravan_tui.screens.table.search_panel import SearchPanel, SearchReport
from caravan_tui.screens.table.side_window import FRAME_ROWS, SideWindow
from caravan_tui.widgets.board import Board
from caravan_tui.widgets.commands import bindings
from caravan_tui.widgets.dialog import CLOSE
from caravan_tui.widgets.table_commands import TABLE

LEAST_COLUMNS = 33
"""Columns of the window beside what is played on, so that a reason is read without scrolling."""


LEAST_ROWS = 10
"""Rows that a window across the screen may have wherever it is; more where none of them covers what
it explains."""


@frozen
class _Fitted:
    """A report, written at the width at which it is drawn."""

    report: SearchReport
    is_dense: bool

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.report.text(options.max_width, is_dense=self.is_dense)


class WhyWindow(SideWindow):
    """Why the last computer player to move did what it did. It lies where the move is not, which is
    still marked: beside what is played on, or across the screen above or below it."""

    DEFAULT_CSS = """
    WhyWindow.-foot > Vertical#window { max-height: 11; }
    WhyWindow.-foot VerticalScroll#page { max-height: 8; }
    WhyWindow.-across.-above { align: center top; }
    WhyWindow.-across > Vertical#window { width: 100%; max-width: 100%; }
    WhyWindow.-across.-above > Vertical#window { margin: 1 0 0 0; }
    """

    COMMANDS: ClassVar[Any] = (CLOSE, *(command for command in TABLE if command.action == "why"))
    BINDINGS = bindings(COMMANDS)

    def __init__(self, panel: SearchPanel, report: SearchReport | None, board: Board[Any]) -> None:
        """`report`: what of the panel is shown. Where the columns aside of the board are few, the
        window takes more of it, which nobody plays on meanwhile."""
        columns_aside = board.COLUMNS_ASIDE and max(board.COLUMNS_ASIDE, LEAST_COLUMNS)
        self._board = board
        self._seat = report.seat if report else None
        self._can_show_more = report is not None and report.can_show_more
        text = _Fitted(report, is_dense=False) if report else panel.empty_text()
        dense = _Fitted(report, is_dense=True) if report else None
        answers = [("close", _("Close"))]
        if self._can_show_more:
            answers.append(("more", _("Show more")))
        super().__init__(_("Why this move?"), text, answers, columns_aside, dense)

    def place(self) -> None:
        """Go where nothing of what is explained is covered."""
        rows: Sequence[int] = ()
        if self._seat is not None and self.app.size.width < WIDE:
            top = self._board.region.y
            rows = [top + row for row in self._board.rows_explained(self._seat)]
        self.is_across = bool(rows)
        super().place()
        is_above, most = free_end(rows, self.app.size.height) if rows else (False, 0)
        self.set_class(is_above, "-above")
        for window in self.query("#window"):
            window.styles.max_height = most or None
        for page in self.query("#page"):
            page.styles.max_height = most - FRAME_ROWS if most else None

    def action_why(self) -> None:
        """Show what is left out with the key that opened the window, else close with it."""
        self.dismiss("more" if self._can_show_more else None)


def free_end(rows: Sequence[int], height: int) -> tuple[bool, int]:
    """Whether a window across a screen of so many rows covers fewer of these at the top than at the
    foot, and how many rows it may have there. Headline and footer stay free."""
    top, foot = 1, height - 1
    covered_above = sum(row < top + LEAST_ROWS for row in rows)
    covered_below = sum(row >= foot - LEAST_ROWS for row in rows)
    is_above = covered_above < covered_below
    room = min(rows) - top if is_above else foot - 1 - max(rows)
    return is_above, max(LEAST_ROWS, room)
