"""The board of a table, and the log beside it or over it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual import getters, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Click
from textual.widget import Widget

from caravan_tui.i18n import _
from caravan_tui.screens.base import BaseApp
from caravan_tui.screens.seats import place_seats
from caravan_tui.screens.table.headline import WIDE
from caravan_tui.widgets.backdrop import press
from caravan_tui.widgets.board import Board, Scene
from caravan_tui.widgets.commands import key_name
from caravan_tui.widgets.dialog import key_in_lower_edge, more_words
from caravan_tui.widgets.drawing.depth import Depth
from caravan_tui.widgets.log import Line, MatchLog
from caravan_tui.widgets.seat_rail import THINKING_SECONDS, SeatRail

TALL = 28
"""The height of a terminal from which on, without a log beside the board, its last lines stand
below: the board keeps the 20 rows that it needs."""

LAST_LINES = 2
"""Rows of the last lines below a board; on a high terminal they have what it does not need."""

AROUND_BOARD = 4
"""Rows of headline, prompt and keys."""

WIDEST = 176
"""The width of a terminal from which on the log is wider: most of its lines need only one row."""


class TableBody(Horizontal):
    """The board, and at its side the log: beside it where there is room, else on demand over its
    top, as high as its lines, so that the hand and the list of moves stay in sight."""

    DEFAULT_CSS = """
    TableBody { height: 1fr; layers: base over;
        & > #boardbox { width: 1fr; height: 1fr; }
        & Board { width: 1fr; height: 1fr; }
        & > #side { width: 34; display: none; border-left: tall $background; }
        &.-wide > #side { display: block; }
        &.-log > #side { display: block; layer: over; dock: top; width: 100%; height: auto;
            border: round $primary; background: $surface; }
        &.-log #log { height: auto; max-height: 8; scrollbar-background: $surface; }
        &.-log.-free-foot #log { max-height: 12; }
        &.-log.-tall #log { max-height: 16; }
        &.-log #thought, &.-log #way-why { display: none; }
        &.-log.-wide #thought.-shown, &.-log.-wide #way-why { display: block; }
        &.-log.-wide > #side { dock: none; width: 34; height: 100%; layer: default; border: none;
            border-left: tall $background; }
        &.-log.-wide #log { height: 1fr; max-height: 100%; }
        &.-widest > #side, &.-log.-widest > #side { width: 48; }
        & #last-lines { height: 2; max-height: 50%; display: none; scrollbar-size: 0 0; }
        &.-tall #last-lines { display: block; }
    }
    """

    app = getters.app(BaseApp)
    side = getters.query_one("#side", Vertical)
    match_log = getters.query_one("#log", MatchLog)
    last_lines = getters.query_one("#last-lines", MatchLog)
    seat_rail = getters.query_one(SeatRail)

    def __init__(self, board: Board[Any], *above_log: Widget, has_last_lines: bool = False) -> None:
        """`above_log`: the reasons of computer players, where these play; `has_last_lines`: whether
        the last lines of the log may stand below the board."""
        super().__init__(id="middle")
        # Without a hand at its foot a board is needed less, and the log has more rows.
        self.set_class(bool(board.COLUMNS_ASIDE), "-free-foot")
        self.has_last_lines = has_last_lines
        self.board = board
        self.above_log = above_log

    def compose(self) -> ComposeResult:
        """Board and side."""
        with Vertical(id="boardbox"):
            yield self.board
            yield MatchLog(id="last-lines")
        with Vertical(id="side"):
            yield SeatRail()
            yield from self.above_log
            yield MatchLog(id="log")

    def on_mount(self) -> None:
        """Place the log before the first layout, and keep saying whether it goes on."""
        self.place_log()
        for changed in ("scroll_y", "virtual_size"):
            self.watch(self.match_log, changed, self._log_moved, init=False)

    def on_resize(self) -> None:
        """Place the log."""
        self.place_log()

    def place_log(self) -> None:
        """Put the log beside the board if the terminal is wide enough."""
        self.set_class(self.is_wide, "-wide")
        self.set_class(self.app.size.width >= WIDEST, "-widest")
        has_room = self.app.size.height >= TALL and not self.is_wide
        self.set_class(self.has_last_lines and has_room, "-tall")
        rows = self.app.size.height - AROUND_BOARD - self.board.MOST_ROWS
        is_high = has_room and self.board.MOST_ROWS and rows > LAST_LINES
        self.last_lines.styles.height = rows if is_high else LAST_LINES
        self.place_seats()

    def show_scene(self, scene: Scene[Any]) -> None:
        """Show a position on the board, and at once the cards of the seats: they would come a frame
        later, and the log move down below them."""
        self.board.show(scene)
        self.place_seats()

    @on(Board.SceneChanged)
    def _scene_changed(self, event: Board.SceneChanged) -> None:
        event.stop()
        self.place_seats()

    @on(Board.GlowChanged)
    def _glow_changed(self, event: Board.GlowChanged) -> None:
        event.stop()
        self.place_seats()

    def place_seats(self) -> None:
        """Put cards of the seats above the log, if it stands beside the board."""
        place_seats(self.seat_rail, self.board, self.is_wide)

    def show_thinking(self, seat: int | None) -> None:
        """Show at which seat a computer player thinks, None at none, if the seats have cards."""
        app = self.app
        has_colours = Depth.of(app.console.color_system, app.no_color) not in (
            Depth.FEW,
            Depth.NONE,
        )
        moves = app.animated and has_colours and not app.ascii and self.is_wide
        seconds = THINKING_SECONDS * (2 if app.is_remote else 1)
        self.seat_rail.think(seat, seconds if moves else 0.0)

    def show_lines(self, lines: Sequence[Line], seat: int | None) -> None:
        """Show the log of a seat."""
        self.match_log.show(lines, seat)
        self.last_lines.show(lines, seat)

    @property
    def is_wide(self) -> bool:
        """Whether the log stands beside the board, also before a new size has come to this part."""
        return self.app.size.width >= WIDE

    @property
    def is_log_visible(self) -> bool:
        """Whether the log can be seen."""
        return self.is_wide or self.has_class("-log")

    @property
    def covers_board(self) -> bool:
        """Whether the log lies over the board."""
        return self.has_class("-log") and not self.is_wide

    def show_log(self, is_visible: bool) -> None:
        """Show or hide the log where it covers the board."""
        self.set_class(is_visible, "-log")
        self._log_moved()

    def _log_moved(self) -> None:
        """Write the frame again, of a log that has one, once it is known which rows can be seen."""
        if self.covers_board:
            self.call_after_refresh(self._write_frame)

    def _write_frame(self) -> None:
        """Write what stands in the frame of a log over the board: what else opens, the keys, and
        whether there is more to read."""
        names = ("log", "back", "forth", "why")
        keys = {name: key_name(self, f"table.{name}") for name in names}
        title = _("Log · {why} why") if self.above_log else _("Log")
        foot = _("{log} or Esc closes the log")
        if more := more_words(self.match_log):
            foot = more + " · " + _("{back} {forth} scroll") + " · " + foot
        self.side.border_title = title.format(**keys)
        self.side.border_subtitle = foot.format(**keys)

    async def on_click(self, event: Click) -> None:
        """Do what the frame of a log over the board says: its title leads to the reasons, its foot
        to what its keys do; beside their words it closes the log."""
        frame, (column, row) = self.side.region, event.screen_offset
        if not self.covers_board:
            return
        if row == frame.y and self.above_log:
            event.stop()
            await self.screen.run_action("why")
        elif row == frame.bottom - 1:
            event.stop()
            if key := key_in_lower_edge(self.side, column, row):
                press(self.screen, key)
            else:
                self.show_log(False)

    def toggle_log(self) -> bool:
        """Show or hide the log; False if it stands beside the board, where it stays."""
        if self.is_wide:
            return False
        self.show_log(not self.is_log_visible)
        return True

    def scroll_log(self, pages: int) -> None:
        """Page through the log; the first time only show it."""
        if not self.is_log_visible:
            self.show_log(True)
        elif pages < 0:
            self.match_log.scroll_page_up(animate=False)
        else:
            self.match_log.scroll_page_down(animate=False)
