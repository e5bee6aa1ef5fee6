"""The part of a table that says why computer players did what they did."""

from __future__ import annotations

import contextlib
from time import monotonic

from textual import getters, on, work
from textual.events import Click
from textual.widgets import Static

from caravan_tui.bus.messages import Position
from caravan_tui.engine import Refusal
from caravan_tui.games import registry
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.i18n import _
from caravan_tui.screens.table.board_screen import BoardScreen
from caravan_tui.screens.table.search_panel import SearchPanel
from caravan_tui.screens.table.why_window import WhyWindow
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.commands import key_name
from caravan_tui.widgets.dialog import Question

SUMMARY_SECONDS = 2.0
"""How long the board's next words give way to the summary of what a seat considered."""


class WhyScreen(BoardScreen[None]):
    """A table whose reasons stand in a panel beside the board, or where that has no room in a
    window and in one line of the prompt. What they show of hidden things marks the match as
    assisted."""

    DEFAULT_CSS = """
    WhyScreen {
        & #way-why { width: auto; height: 1; padding: 0 0 0 2; color: $text-muted; }
        & #way-why:hover { color: $text; }
    }
    """

    search_panel = getters.query_one(SearchPanel)

    def __init__(self, connection: TableConnection) -> None:
        super().__init__()
        self.connection = connection
        self.game = registry.get(connection.game)
        self.seat: int | None = connection.own_seats[0] if connection.own_seats else None
        """The seat whose view is shown; None: a spectator's."""
        self.positions: dict[int | None, Position] = {}
        """The newest position of each seat at this terminal."""
        self.summary_until = 0.0
        """When the board may replace the summary in the prompt."""

    def begin_with_why(self) -> None:
        """Open the panel where it is to be open from the start, and follow the theme."""
        if self.app.settings.why:
            self.search_panel.hides_moves = False
        if self.app.settings.why and self.body.is_wide:
            self.open_search_panel(True)
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self.refresh_search_panel())

    def on_resize(self) -> None:
        """Fit what was searched into the new size, with the keys that apply there."""
        if self.is_mounted:
            self.query_one("#way-why", Static).update(self.why_label(self.search_panel.is_open))
        if self.position is not None:
            self.call_after_refresh(self.refresh_search_panel)

    @property
    def is_left(self) -> bool:
        """Whether the table was left: an answer may come after that."""
        return not is_open(self)

    @property
    def position(self) -> Position | None:
        """The newest position of the seat that is shown."""
        return self.positions.get(self.seat)

    async def accepts_assistance(self, title: str, text: str, yes: str) -> bool:
        """Ask before something marks the match as assisted; `yes`: the button that goes on. True
        without a question if the match is assisted already, or does not count."""
        position = self.position
        if position is None or position.assisted or self.seat is None:
            return not self.is_left
        answer = await self.app.push_screen_wait(
            Question(title, text, [("yes", yes), ("no", _("Not yet"))])
        )
        return answer == "yes" and not self.is_left

    def action_why(self) -> None:
        """Show or hide why a computer player did what it did."""
        is_shown = self.search_panel.is_open and self.body.is_wide
        if is_shown and self.search_panel.can_show_more:
            self.show_compared_moves()
        elif not is_shown and self.reveals_hidden and not self.app.settings.why:
            self.ask_and_show_why()
        else:
            self.show_why(not is_shown)

    @work(exclusive=True, group="why")
    async def ask_and_show_why(self) -> None:
        """Show it if the user accepts what it costs; who has set it to be open knows."""
        if await self.accepts_assistance(
            _("Show what computer players considered?"),
            _("Their moves show what they hold, so this marks the match as assisted."),
            _("Show"),
        ):
            self.show_why(True)

    def show_why(self, is_shown: bool) -> None:
        """Open or close the panel; where it has no room beside the board, open a window."""
        if self.body.is_wide:
            self.open_search_panel(is_shown)
            return
        if self.search_panel.report() is not None:
            self.mark_assisted()
        self.body.show_log(False)  # the window would cut its lines
        self.open_why_window()

    @work(exclusive=True, group="why")
    async def open_why_window(self) -> None:
        """Show the reasons in a window, and then what was compared if that is asked for."""
        aside = self.board.COLUMNS_ASIDE
        answer = await self.app.push_screen_wait(WhyWindow(self.search_panel, aside))
        if answer == "moves" and not self.is_left:
            self.search_panel.hides_moves = False
            self.app.push_screen(WhyWindow(self.search_panel, aside))

    def show_compared_moves(self) -> None:
        """Show the moves that were left out, from now on."""
        self.search_panel.hides_moves = False
        self.open_search_panel(True)

    def why_label(self, is_open: bool = False) -> str:
        """The title of the log: the key that opens the panel above it, or closes it."""
        text = _("Why · {key} or Esc closes") if is_open else _("Log · {key} why")
        if is_open and self.search_panel.can_show_more:
            text = _("Why · {key} more · Esc closes")
        return text.format(key=key_name(self, "table.why"))

    def open_search_panel(self, is_open: bool) -> None:
        """Open or close the panel beside the board."""
        self.search_panel.open(is_open)
        self.query_one("#way-why", Static).update(self.why_label(is_open))
        self.refresh_search_panel()
        self.call_after_refresh(self.refresh_search_panel)
        # the panel takes rows from the log, which keeps its newest lines
        self.call_after_refresh(self.body.match_log.scroll_end, animate=False)

    def drop_thought_after(self, version: int) -> None:
        """Forget what was considered for a move that was undone, as the match is at `version`."""
        if self.search_panel.drop_after(version):
            self.refresh_search_panel()

    def refresh_search_panel(self) -> None:
        """Show what was considered: in the panel, or in one line where that has no room."""
        if self.is_left:
            return
        panel = self.search_panel
        if self.position is not None and self.position.over:
            panel.hides_moves = False
        report = panel.report()
        if panel.is_open and self.body.is_wide:
            panel.refresh_text()
            if report is not None:
                self.mark_assisted()
        elif report is not None and self.app.settings.why and not self.body.is_wide:
            self.prompt.show_feedback(report.summary(self.app.size.width - 2))
            self.summary_until = monotonic() + SUMMARY_SECONDS
            self.mark_assisted()

    @property
    def closes_why(self) -> bool:
        """Whether Escape closes the panel: not where a setting keeps it open."""
        return self.search_panel.is_open and self.body.is_wide and not self.app.settings.why

    @property
    def reveals_hidden(self) -> bool:
        """Whether the panel shows hidden things in a match that is not marked as assisted."""
        position, has_hints = self.position, self.connection.has_hints
        if position is None or position.assisted or position.over or self.seat is None:
            return False
        return self.game.spec.secrets and has_hints

    def mark_assisted(self) -> None:
        """Have the match marked as assisted if the panel shows hidden things."""
        if self.reveals_hidden:
            self._mark_assisted()

    @work(exclusive=True, group="help")
    async def _mark_assisted(self) -> None:
        with contextlib.suppress(Refusal):
            await self.connection.table(self.seat).mark_assisted()

    @on(Click, "#feedback")
    def _feedback_clicked(self, event: Click) -> None:
        """Open the panel by its summary."""
        has_summary = self.app.settings.why and bool(self.search_panel.turn)
        if has_summary and not self.body.is_wide:
            event.stop()
            self.action_why()

    @on(Click, "#way-why")
    def _why_clicked(self, event: Click) -> None:
        event.stop()
        self.action_why()
