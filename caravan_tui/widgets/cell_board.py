"""What boards of cells share: a zoom that fits, a cursor, the pointer, and drawing what differs.

A board has a face and a fill for each cell, and *links* that lead from a cell in a direction, to
show what hangs together or lies between two cells. It is drawn line by line; a line that is drawn
is kept until something on it changes. The widget knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.style import Style
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

Links = Mapping[tuple[int, int], tuple[str, Style]]
"""One character and its style, by cell and direction."""

PLAIN = Style()


class CellBoard(ScrollView, can_focus=False):
    """Cells with faces, fills, links and a cursor. Subclasses say where a cell lies and how a
    line is drawn."""

    DEFAULT_CSS = """
    CellBoard { height: 1fr; scrollbar-size: 1 1; background: $background; }
    """

    class Pointed(Message):
        """The pointer came over another cell, or left the cells (None)."""

        def __init__(self, cell: int | None) -> None:
            super().__init__()
            self.cell = cell

    class Pressed(Message):
        """A cell was clicked."""

        def __init__(self, cell: int) -> None:
            super().__init__()
            self.cell = cell

    def __init__(self, zooms: Sequence[tuple[int, ...]], *, id: str | None = None) -> None:
        """A board without cells. `zooms`: the sizes of a cell that can be drawn, small first."""
        super().__init__(id=id)
        self.zooms = tuple(zooms)
        self.zoom = self.zooms[0]
        self.cursor: int | None = None
        self._cb_faces: list[Any] = []
        self._cb_fills: list[Style] = []
        self._cb_links: dict[tuple[int, int], tuple[str, Style]] = {}
        self._cb_strips: dict[int, Strip] = {}
        self._cb_pointed: int | None = None

    # For subclasses

    def need(self, zoom: tuple[int, ...]) -> Size:
        """Columns and lines of the whole board at a zoom."""
        raise NotImplementedError

    def region_of(self, cell: int) -> Region:
        """Where a cell lies on the whole board."""
        raise NotImplementedError

    def cell_at(self, x: int, y: int) -> int | None:
        """The cell under a point of the widget, None beside the cells."""
        raise NotImplementedError

    def _cb_compose(self, line: int) -> Strip:
        """Draw a line of the whole board."""
        raise NotImplementedError

    def _cb_drawn(self, cell: int) -> Region:
        """What a cell is drawn on: its region and the links around it."""
        return self.region_of(cell)

    def _cb_linked(self, cell: int, way: int) -> set[int]:
        """The cells that are drawn again when a link changes."""
        return {cell}

    # The shape

    @property
    def cells(self) -> int:
        """How many cells there are, by number from 0."""
        return len(self._cb_faces)

    def _cb_blank(self, cells: int, face: Any) -> None:
        """Begin anew with so many blank cells and no cursor."""
        self._cb_faces = [face] * cells
        self._cb_fills = [PLAIN] * cells
        self._cb_links = {}
        self.cursor = None

    def _cb_measure(self) -> None:
        """Take over another shape or size of the cells: all is drawn again."""
        self._cb_strips.clear()
        self.virtual_size = self.need(self.zoom)
        self.refresh()

    def fit(self, width: int, height: int) -> Size:
        """Take the largest zoom that shows the board whole, else the smallest; its size."""
        best = self.zooms[0]
        for zoom in self.zooms:
            size = self.need(zoom)
            if size.width <= width and size.height <= height:
                best = zoom
        size = self.need(best)
        if best != self.zoom or self.virtual_size != size:
            self.zoom = best
            self._cb_measure()
        return size

    # What is drawn

    def paint(self, faces: Sequence[Any], fills: Sequence[Style], links: Links) -> None:
        """Show these faces, backgrounds and links; only what differs is drawn again."""
        changed = {
            cell
            for cell, face in enumerate(faces)
            if face != self._cb_faces[cell] or fills[cell] != self._cb_fills[cell]
        }
        for key in links.keys() | self._cb_links.keys():
            if links.get(key) != self._cb_links.get(key):
                changed |= self._cb_linked(*key)
        self._cb_faces = list(faces)
        self._cb_fills = list(fills)
        self._cb_links = dict(links)
        self._cb_dirty(changed)

    def _cb_dirty(self, cells: Iterable[int]) -> None:
        """Draw some cells again."""
        regions = []
        for cell in cells:
            region = self._cb_drawn(cell)
            for line in range(region.y, region.bottom):
                self._cb_strips.pop(line, None)
            regions.append(region.translate(-self.scroll_offset))
        if regions:
            self.refresh(*regions)

    def render_line(self, y: int) -> Strip:
        """One line of the part that is in sight."""
        x, top = self.scroll_offset
        line = y + top
        strip = self._cb_strips.get(line)
        if strip is None:
            strip = self._cb_strips[line] = self._cb_compose(line)
        return strip.crop_extend(x, x + self.size.width, self.rich_style)

    def notify_style_update(self) -> None:
        """Another theme: all lines are drawn again."""
        super().notify_style_update()
        self._cb_strips.clear()

    # The cursor

    def move_cursor(self, cell: int | None) -> None:
        """Put the cursor on a cell, scrolling so that it is in sight."""
        before = self.cursor
        if cell == before:
            return
        self.cursor = cell
        self._cb_dirty({at for at in (before, cell) if at is not None})
        if cell is not None:
            self.reveal(cell)

    def reveal(self, cell: int) -> None:
        """Scroll so that a cell is in sight."""
        self.scroll_to_region(self.region_of(cell), animate=False, force=True)

    # The pointer

    def on_mouse_move(self, event) -> None:
        """Tell which cell the pointer is over, once a cell."""
        self._cb_point(self.cell_at(event.x, event.y))

    def on_leave(self) -> None:
        """The pointer is over no cell any more."""
        self._cb_point(None)

    def _cb_point(self, cell: int | None) -> None:
        if cell != self._cb_pointed:
            self._cb_pointed = cell
            self.post_message(self.Pointed(cell))

    def on_click(self, event) -> None:
        """Tell which cell was clicked."""
        cell = self.cell_at(event.x, event.y)
        if cell is not None:
            self.post_message(self.Pressed(cell))
