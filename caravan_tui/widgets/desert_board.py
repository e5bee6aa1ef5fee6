"""The base of a board with cells on the left and words on the right."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from caravan_tui.widgets.board import Board, Place
from caravan_tui.widgets.cell_board import CellBoard

FRESH_SECONDS = 0.35
"""How long cells show that something has just happened there."""


class DesertBoard(Board):
    """Subclasses override `make_desert` and `draw`, and draw `fresh` cells in their own way.

    They size their words with `styles`: a style sheet for `Board` would be that of every game, as
    all their boards are called so.
    """

    DEFAULT_CSS = """
    DesertBoard {
        & #desert { height: 1fr; }
        & #words { width: 1fr; height: 1fr; }
    }
    """

    fresh: frozenset[int] = frozenset()
    """Cells where something has just happened."""

    def make_desert(self) -> CellBoard:
        """The cells, with the id `desert`."""
        raise NotImplementedError

    def draw(self) -> None:
        """Draw the position with all that is pointed at, if there is one and a layout."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """Desert and words."""
        with Horizontal():
            yield self.make_desert()
            yield Static(id="words", markup=False)

    @property
    def desert(self) -> CellBoard:
        """The cells."""
        return self.query_one("#desert", CellBoard)

    @property
    def words(self) -> Static:
        """What stands beside the cells."""
        return self.query_one("#words", Static)

    def on_mount(self) -> None:
        """Draw what was shown before there was a layout."""
        if self.shown is not None:
            self.refresh_board(self.shown)

    def go_to(self, cell: int) -> None:
        """Put the cursor on a cell and say what is there."""
        raise NotImplementedError

    def places(self) -> list[Place]:
        """The cells in sight."""
        desert = self.desert
        found = []
        for cell in range(desert.cells):
            spot = desert.region_of(cell).translate(desert.region.offset - desert.scroll_offset)
            if desert.region.contains_region(spot):
                found.append(Place(spot.x, spot.y, partial(self.go_to, cell)))
        return found

    def flash(self, cells: Iterable[int]) -> None:
        """Show for a moment where something has just happened; the next `draw` begins it."""
        self.fresh = frozenset(cells) if self.shown and self.shown.animate else frozenset()
        if self.fresh:
            self.set_timer(FRESH_SECONDS, self._bd_settle)

    def _bd_settle(self) -> None:
        self.fresh = frozenset()
        self.draw()

    def take_back(self) -> None:
        """Undo at the table, for a key that has nothing to drop on the board."""
        undo = getattr(self.screen, "action_undo", None)
        if undo is not None:
            undo()
