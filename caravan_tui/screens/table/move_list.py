"""The list of moves: where it hides nothing of the move under its cursor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from attrs import frozen
from textual.geometry import Region, Size

from caravan_tui.games.contract import ListedMove
from caravan_tui.screens.table.body import WIDEST
from caravan_tui.screens.table.headline import WIDE
from caravan_tui.screens.table.side_window import ROWS_BELOW, SIDE_COLUMNS
from caravan_tui.widgets.board import Board
from caravan_tui.widgets.chooser import Choice, Chooser
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.seat_rail import SeatRail

COLUMNS = (26, 37)
"""The fewest columns of a list at the side of a board, and the most, unless more are free there."""

FRAME = 5
"""Columns of the window that hold no words of its rows: frame, blanks and scroll bar."""

HEAD_ROWS = 3
"""Rows of its frame and of the line that filters it."""

TYPED_ROWS = 2
"""Rows in which a list says below itself how a move is typed."""

WORDS_ROWS = 4
"""The same of a list whose rows are in short: what they mean stands there, too."""

LOW = 9
"""Rows of a list in which how a move is typed stands in the line of the filter, if in one line."""

SHORTEST = 14
"""Rows that a list beside the board has at least, also where it hides cards of the seats."""

SHORTEST_OVER_BOARD = 11
"""Rows that a list beside the board has at least to lie over a part of the board, too."""


ACROSS = ("foot", "top")
"""Sides at which it is as wide as the screen, and hides half of the board."""


@frozen
class Place:
    """A part of the screen that a list of moves can take."""

    side: str
    """`right`, `left`, `foot` or `top`."""
    region: Region


def choice_of(move: ListedMove, code: str, parent: int | None = None) -> Choice:
    """The row of a move. `code`: how it is typed; `parent`: as of `Choice`."""
    return Choice(
        move.words,
        aside=move.aside,
        gain=move.gain,
        detail=move.detail,
        cost=move.cost,
        group=move.group,
        code=code,
        note=move.code_note,
        chip=move.chip,
        pieces=move.pieces,
        parent=parent,
    )


class MoveChooser(Chooser):
    """A list of moves, whose preview is the board. Beside the board it lies over the log. Where
    there is no room for that it lies at the side of the board, and gives way where it would hide
    what its move is about."""

    DEFAULT_CSS = """
    MoveChooser { background: transparent; align: right top;
        & #filter { margin-bottom: 0; }
        & OptionList, &.-in-pieces OptionList { height: 1fr; max-height: 100%; padding: 0; }
        & #typed, &.-in-pieces #typed { height: auto; max-height: 7; background: $panel; }
        &.-left { align: left top; }
        &.-low { & #window { layers: list code; }
            & #typed { layer: code; dock: right; width: auto; max-width: 50; height: 1;
                margin-right: 7; background: $surface; }
        }
    }
    """

    SIDES: ClassVar = ("right", "left", "foot", "top")

    def __init__(
        self,
        heading: str,
        rows: Sequence[Choice],
        board: Board[Any],
        preview: Callable[[int | None], None],
        highlighted: int = 0,
    ) -> None:
        """`board`: beside or over which it lies; the others are those of `Chooser`."""
        super().__init__(heading, rows, preview, highlighted=highlighted)
        self._board = board
        self._place: Place | None = None
        self._widest_row = 0
        """The columns of the longest row so far: a filter does not make it narrower."""
        self._rows_by_columns: dict[int, int] = {}
        """The rows that it needs, as far as they were asked for since the filter has changed."""

    def on_mount(self) -> None:
        """Take a place; Textual calls this in addition to the list's own `on_mount`."""
        self.take_place()

    def on_resize(self) -> None:
        """Fit another terminal, and again once the board has its size there. Textual calls this in
        addition to the list's own `on_resize`."""
        self.take_place()
        self.call_after_refresh(self.take_place)

    def on_unmount(self) -> None:
        """Lie over nothing any more; Textual calls this in addition to the list's own one."""
        self._board.columns_below_list = 0

    def preview_row(self, index: int | None) -> None:
        """Have the board show a move, and give way to it."""
        super().preview_row(index)
        if index is not None:
            self.take_place()

    def filter(self, text: str) -> None:
        """Show the rows that fit, in as much room as they need."""
        self._rows_by_columns = {}
        super().filter(text)
        self.take_place()

    def take_place(self) -> None:
        """Go where the terminal has room, and where nothing of the marked move is hidden."""
        if not is_open(self) or not self._board.is_mounted:
            return
        places = self._places(self.app.size)
        left, top = self._board.region.offset
        marked = [Region(*region).translate((left, top)) for region in self._board.marked_regions]
        self._place = least_hiding(places, marked, self._place)
        self._lie(self._place)

    def _lie(self, place: Place) -> None:
        """Take a part of the screen."""
        covered = self._board.region.right - place.region.x
        self._board.columns_below_list = max(0, covered) if place.side == "right" else 0
        for side in self.SIDES:
            self.set_class(side == place.side, f"-{side}")
        # Beside a large board these rows are free, and no words wait for a new layout to be whole.
        has_room = self.app.size.width >= WIDE and self.has_class("-in-pieces")
        self.query_one("#typed").styles.min_height = WORDS_ROWS if has_room else 0
        is_low = place.side in ACROSS and place.region.height <= LOW
        self.set_class(is_low and not self.has_class("-in-pieces"), "-low")
        for window in self.query("#window"):
            window.styles.width, window.styles.height = place.region.width, place.region.height
            window.styles.max_width = window.styles.max_height = "100%"
            window.styles.margin = (place.region.y, 0, 0, 0)

    def _places(self, size: Size) -> list[Place]:
        """The places that it can take, the best one first."""
        if size.width >= WIDE:
            return [Place("right", self._beside_board(size))]
        if not self._board.COLUMNS_ASIDE:
            return [self._at_hand(size)]
        columns = self._columns()
        rows = self._rows_needed(columns)
        board = self._board.region
        aside = min(rows, self._board.ROWS_ASIDE or board.height, size.height - 1 - ROWS_BELOW)
        first = board.bottom - aside if self._board.ROWS_ASIDE else board.y
        across = min(self._rows_needed(size.width), size.height // 2 - 1)
        return [
            Place("right", Region(size.width - columns, first, columns, aside)),
            Place("left", Region(0, first, columns, aside)),
            Place("foot", Region(0, size.height - 1 - across, size.width, across)),
            Place("top", Region(0, 1, size.width, across)),
        ]

    def _beside_board(self, size: Size) -> Region:
        """Over the log, below the cards of the seats if enough rows are left there. With long rows
        it also lies over a part of the board on which nothing is played."""
        columns = SIDE_COLUMNS[size.width >= WIDEST]
        foot = size.height - ROWS_BELOW
        self._widest_row = max(self._widest_row, self.widest_row)
        lacking = self._widest_row + FRAME - columns
        if lacking > 0:
            free = Region(*self._board.unplayed_region(lacking))
            top = self._board.region.y + free.y
            last = min(foot, top + free.height)
            wide = self._at_right(size, columns + free.width, top, last)
            least = min(SHORTEST_OVER_BOARD, self._rows_needed(wide.width))
            if free.width and wide.height >= least:
                return wide
        return self._at_right(size, columns, 1, foot)

    def _at_right(self, size: Size, columns: int, top: int, foot: int) -> Region:
        """At the right edge, in the rows from `top` before `foot`."""
        needed = self._rows_needed(columns)
        rails = [rail for rail in self._board.screen.query(SeatRail) if rail.cards]
        highest, below = (rails[0].region.y, rails[0].region.bottom) if rails else (1, 1)
        first = max(highest, min(below, foot - min(needed, SHORTEST)))
        first -= (first - highest) % (rails[0].step if rails else 1)  # it hides whole cards
        if first < top:
            first = max(top, below)
        return Region(size.width - columns, first, columns, min(needed, foot - first))

    def _at_hand(self, size: Size) -> Place:
        """Over the pictures of the hand, or over the cloth where nothing is needed there."""
        free, needed = self._board.rows_for_list, self._rows_needed(size.width)
        first, foot = self._board.region.y + free.start, size.height - 1
        if self._board.has_free_middle:
            return Place("top", Region(0, first, size.width, min(needed, len(free))))
        rows = min(needed, foot - first)  # those of the prompt with them
        return Place("foot", Region(0, foot - rows, size.width, rows))

    def _columns(self) -> int:
        """As narrow as its rows and headings are, at the side of the board."""
        least, most = COLUMNS
        most = max(most, self._board.COLUMNS_ASIDE)
        return max(least, min(most, max(self.widest_row, self.widest_heading) + FRAME))

    def _rows_needed(self, columns: int) -> int:
        """The rows of the window in which all rows of the list can be seen."""
        if columns not in self._rows_by_columns:
            below = WORDS_ROWS if self.has_class("-in-pieces") else TYPED_ROWS
            rows = HEAD_ROWS + self.rows_in(columns - FRAME) + below
            self._rows_by_columns[columns] = rows
        return self._rows_by_columns[columns]


def least_hiding(places: Sequence[Place], marked: Sequence[Region], now: Place | None) -> Place:
    """The place that hides least of what is marked: at a side before one across the board, and
    where the list is now before the other side, so that it does not jump without need."""

    def hidden(place: Place) -> tuple[int, bool, bool]:
        covered = sum(place.region.intersection(region).area for region in marked)
        return covered, place.side in ACROSS, now is None or place.side != now.side

    return min(places, key=hidden)
