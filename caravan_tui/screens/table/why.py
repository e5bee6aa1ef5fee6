"""The part of a table that says why computer players did what they did."""

from __future__ import annotations

from typing import Any

from textual import getters, on, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Click
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from caravan_tui.bus.messages import MoveReport, Position
from caravan_tui.i18n import _
from caravan_tui.presentation.viewpoint import Viewpoint
from caravan_tui.screens.base import BaseApp
from caravan_tui.screens.table.assistance import Assistance
from caravan_tui.screens.table.search_panel import SearchPanel, SearchReport
from caravan_tui.screens.table.why_window import WhyWindow
from caravan_tui.widgets.board import Board
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.commands import key_name
from caravan_tui.widgets.theme_changes import follow_theme


class Why(Vertical):
    """The reasons of the last turn of a computer player: in a panel above the log, or where that
    has no room in a window and in one line. First come reasons that tell nothing hidden; what shows
    more marks the match as assisted, and is asked about."""

    DEFAULT_CSS = """
    Why { height: auto;
        & #way-why { width: auto; height: 1; padding: 0 0 0 2; color: $text-muted; }
        & #way-why:hover { color: $text; }
    }
    """

    app = getters.app(BaseApp)
    panel = getters.query_one(SearchPanel)
    title = getters.query_one("#way-why", Static)

    class Summarized(Message):
        """What a seat considered, in one line, where there is no room for the panel."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class PanelResized(Message):
        """The panel takes rows from the log, or gives them back."""

    class WindowOpened(Message):
        """The reasons are to lie over the board."""

    def __init__(self, viewpoint: Viewpoint, assistance: Assistance, board: Board[Any]) -> None:
        """`board`: on which what is explained stays in sight."""
        super().__init__()
        self._viewpoint = viewpoint
        self._assistance = assistance
        self._board = board
        self.has_room = False
        """Whether the panel stands beside the board."""
        self._may_recall = True
        """Whether a turn may be asked for that this table has not followed."""
        self._is_accepted = False
        """Whether the user has accepted that what is hidden marks the match."""
        self._is_setting_said = False
        """Whether the user was told that a setting marks the match."""

    def compose(self) -> ComposeResult:
        """A line that opens the panel, and the panel."""
        yield Static(self._title(is_open=False), id="way-why", classes="way", markup=False)
        connection = self._viewpoint.connection
        yield SearchPanel(self._viewpoint.game, connection.names, connection.kinds)

    def begin(self, has_room: bool) -> None:
        """Open the panel where it is to be open from the start, and follow the theme."""
        self.has_room = has_room
        if self.app.settings.why:
            self.panel.hides_moves = False
            if has_room:
                self.open(True)
        follow_theme(self, self.write)

    def fit(self, has_room: bool) -> None:
        """Take another size of the terminal, with the keys that apply there."""
        self.has_room = has_room
        self.title.update(self._title(self.panel.is_open))
        if self._viewpoint.position is not None:
            self.call_after_refresh(self.write)

    # What is to be explained

    def follow(self, position: Position) -> None:
        """Write moves as in this position."""
        has_recalled = self._recall(position)
        if self.panel.follow(position) or has_recalled:
            self.write()

    def _recall(self, position: Position) -> bool:
        """Take a turn that was played before this table was opened, or before moves that are undone
        now, if there is no other one to explain. Returns whether there is one."""
        earlier_moves = self._viewpoint.connection.earlier_moves
        if not self._may_recall or earlier_moves is None:
            return False
        self._may_recall = False
        moves = earlier_moves(position.version, position.seat)
        for move in moves:
            self.panel.see(move.report.version - 1, move.seen)
            self.panel.add(move.report)
        return bool(moves)

    def add(self, report: MoveReport) -> None:
        """Take what was considered for one more decision."""
        if self.panel.add(report):
            self.write()

    def drop_after(self, version: int) -> None:
        """Forget what was considered for moves that were undone, as the match is at `version`."""
        if self.panel.drop_after(version):
            self._may_recall = not self.panel.explained
            self.write()

    # Showing it

    @property
    def explains(self) -> bool:
        """Whether there is a move to explain."""
        return self.is_mounted and bool(self.panel.turn)

    @property
    def is_shown(self) -> bool:
        """Whether the panel is open beside the board."""
        return self.panel.is_open and self.has_room

    @property
    def closes_by_escape(self) -> bool:
        """Whether Escape closes the panel: not where a setting keeps it open."""
        return self.is_shown and not self.app.settings.why

    @property
    def is_summary_a_link(self) -> bool:
        """Whether a click on the line that sums up opens the rest."""
        return self.app.settings.why and bool(self.panel.turn) and not self.has_room

    @property
    def reveals_hidden(self) -> bool:
        """Whether hidden things are shown in a match that is not marked as assisted."""
        position = self._viewpoint.position
        if position is None or position.over or not self._viewpoint.counts:
            return False
        return self.panel.shows_hidden and self._viewpoint.connection.has_hints

    @property
    def report(self) -> SearchReport | None:
        """What is shown now: nothing that is hidden before the user accepts what that costs."""
        is_free = not self._may_mark or self.panel.is_known_forced
        return self.panel.report(is_open_only=self.reveals_hidden and is_free)

    @property
    def can_show_more(self) -> bool:
        """Whether the panel has more to show than it shows now."""
        report = self.report
        return report is not None and report.can_show_more

    def toggle(self) -> None:
        """Show or hide why a computer player did what it did; show more where more is left out."""
        if self.is_shown and self.can_show_more:
            self._show_more()
        else:
            self._show(not self.is_shown)

    @work(exclusive=True, group="why")
    async def _show_more(self) -> None:
        """Show what is left out beside the board."""
        if await self._accepts():
            self.open(True)

    async def _accepts(self) -> bool:
        """Whether the user wants to see what is left out, and accepts what it costs."""
        if self.reveals_hidden and not self._may_mark:
            self._is_accepted = await self._asks()
            if not self._is_accepted:
                return False
        self.panel.hides_moves = False
        return True

    async def _asks(self) -> bool:
        """Ask before what is hidden is shown; who has set it to be open knows."""
        return await self._assistance.accepts(
            _("Show what computer players considered?"),
            _(
                "The moves they compared reveal what they hold, such as hidden cards. That marks "
                "the match as assisted: it will not count for your rating."
            ),
            _("Show"),
        )

    def _show(self, is_shown: bool) -> None:
        """Open or close the panel; where it has no room beside the board, open a window."""
        if self.has_room:
            self.open(is_shown)
            return
        self._mark_assisted()
        self.post_message(self.WindowOpened())
        self._open_window()

    @work(exclusive=True, group="why")
    async def _open_window(self) -> None:
        """Show the reasons in a window, and then what was left out if that is asked for."""
        report = self.report
        with self._board.showing_turn(-1 if report is None else report.seat):
            answer = await self.app.push_screen_wait(WhyWindow(self.panel, report, self._board))
            if answer == "more" and is_open(self.screen) and await self._accepts():
                self._mark_assisted()
                window = WhyWindow(self.panel, self.report, self._board)
                await self.app.push_screen_wait(window)

    def _title(self, is_open: bool) -> str:
        """The title of the log: the key that opens the panel above it, or closes it."""
        if not is_open:
            text = _("Log · {key} why")
        elif self.can_show_more:
            text = _("Why · {key} more · Esc closes")
        else:
            text = _("Why · {key} or Esc closes")
        return text.format(key=key_name(self, "table.why"))

    def open(self, is_shown: bool) -> None:
        """Open or close the panel beside the board."""
        self.panel.open(is_shown)
        self.title.update(self._title(is_shown))
        self.write()
        self.call_after_refresh(self.write)
        self.post_message(self.PanelResized())

    def write(self) -> None:
        """Say what was considered: in the panel, or in one line where that has no room."""
        if not (self.is_attached and is_open(self.screen)):
            return
        position = self._viewpoint.position
        if position is not None and position.over:
            self.panel.hides_moves = False
        report = self.report
        if self.is_shown:
            side = self.parent
            self.panel.refresh_text(report, side.size.height if isinstance(side, Widget) else 0)
            self.title.update(self._title(is_open=True))
            self._mark_assisted()
        elif report is not None and self.app.settings.why and not self.has_room:
            self.post_message(self.Summarized(report.summary(self.app.size.width - 2)))
            self._mark_assisted()

    @property
    def _may_mark(self) -> bool:
        """Whether the user knows what showing hidden things costs, and wants to see them."""
        return self._is_accepted or self.app.settings.why

    def _mark_assisted(self) -> None:
        """Have the match marked as assisted if hidden things are shown."""
        report = self.report
        if self.reveals_hidden and report is not None and not report.is_open_only:
            if not self._is_accepted and not self._is_setting_said:
                self._is_setting_said = True
                text = _("Assisted: your settings show what computer players consider.")
                self.app.notify(text)
            self.run_worker(self._assistance.mark(), exclusive=True, group="mark")

    @on(Click, "#way-why")
    def _title_clicked(self, event: Click) -> None:
        event.stop()
        self.toggle()
