"""The why panel as a window, where there is no room beside the board."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import frozen
from rich.console import Console, ConsoleOptions, RenderResult

from caravan_tui.i18n import _
from caravan_tui.screens.table.search_panel import SearchPanel, SearchReport
from caravan_tui.screens.table.side_window import SideWindow
from caravan_tui.widgets.commands import bindings
from caravan_tui.widgets.dialog import CLOSE
from caravan_tui.widgets.table_commands import TABLE

LEAST_COLUMNS = 33
"""Columns of the window beside what is played on, so that a reason is read without scrolling."""


@frozen
class _Fitted:
    """A report, written at the width at which it is drawn."""

    report: SearchReport
    is_dense: bool

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.report.text(options.max_width, is_dense=self.is_dense)


class WhyWindow(SideWindow):
    """Why the last computer player to move did what it did. It lies beside what is played on, where
    the move is still marked."""

    DEFAULT_CSS = """
    WhyWindow.-foot > Vertical#window { max-height: 11; }
    WhyWindow.-foot VerticalScroll#page { max-height: 8; }
    """

    COMMANDS: ClassVar[Any] = (CLOSE, *(command for command in TABLE if command.action == "why"))
    BINDINGS = bindings(COMMANDS)

    def __init__(self, panel: SearchPanel, report: SearchReport | None, columns_aside: int) -> None:
        """`report`: what of the panel is shown. `columns_aside`: see `Board.COLUMNS_ASIDE`; where
        these are few, the window takes more of the board, which nobody plays on meanwhile."""
        columns_aside = columns_aside and max(columns_aside, LEAST_COLUMNS)
        self._can_show_more = report is not None and report.can_show_more
        text = _Fitted(report, is_dense=False) if report else panel.empty_text()
        dense = _Fitted(report, is_dense=True) if report else None
        answers = [("close", _("Close"))]
        if self._can_show_more:
            answers.append(("more", _("Show more")))
        super().__init__(_("Why this move?"), text, answers, columns_aside, dense)

    def action_why(self) -> None:
        """Show what is left out with the key that opened the window, else close with it."""
        self.dismiss("more" if self._can_show_more else None)
