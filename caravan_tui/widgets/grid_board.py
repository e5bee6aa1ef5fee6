"""A board of square cells: drawn line by line, hit by arithmetic.

Cells are numbered row by row from the top left. A cell is `width` columns and `height` lines; one
column lies between two columns of cells and, at most zooms, one line between two rows. A link
leads `RIGHT` or `DOWN` and fills the space between two neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.strip import Strip

from caravan_tui.widgets.cell_board import PLAIN, CellBoard

Line = Sequence[tuple[str, Style]]
"""Text with styles; what is too long is cut, what is short is filled."""

Face = Sequence[Line]
"""The lines of a cell from its top; missing ones are blank."""

RIGHT, DOWN = 0, 1
"""The two ways in which a link leads from a cell."""

Zoom = tuple[int, int, int]
"""Columns and lines of a cell, and lines between two rows (0 or 1)."""


class GridBoard(CellBoard, can_focus=False):
    """Square cells."""

    DEFAULT_CSS = """
    GridBoard { width: auto; }
    """

    def __init__(
        self, columns: int, rows: int, zooms: Sequence[Zoom], *, id: str | None = None
    ) -> None:
        """A blank board. `zooms`: the sizes of a cell that the game can draw, small first."""
        super().__init__(zooms, id=id)
        self.columns, self.rows = columns, rows
        self._cb_blank(columns * rows, ())

    # The shape

    def need(self, zoom: Zoom) -> Size:
        """Columns and lines of the whole board at a zoom."""
        width, height, gap = zoom
        return Size(self.columns * (width + 1) - 1, self.rows * (height + gap) - gap)

    @property
    def cell_size(self) -> tuple[int, int]:
        """Columns and lines of a cell at the present zoom."""
        return self.zoom[0], self.zoom[1]

    def region_of(self, cell: int) -> Region:
        """Where a cell lies on the whole board."""
        row, column = divmod(cell, self.columns)
        width, height, gap = self.zoom
        return Region(column * (width + 1), row * (height + gap), width, height)

    def cell_at(self, x: int, y: int) -> int | None:
        """The cell under a point of the widget; None between the cells and beside the board."""
        width, height, gap = self.zoom
        column, over = divmod(x + self.scroll_offset.x, width + 1)
        row, under = divmod(y + self.scroll_offset.y, height + gap)
        if over == width or under >= height:
            return None
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            return None
        return row * self.columns + column

    def spot(self, cell: int) -> tuple[int, int]:
        """Where in the widget the upper left of a cell is drawn; it may be out of sight."""
        region = self.region_of(cell)
        return region.x - self.scroll_offset.x, region.y - self.scroll_offset.y

    # What is drawn

    def _cb_drawn(self, cell: int) -> Region:
        """A cell with the space to the right of it and below."""
        x, y, width, height = self.region_of(cell)
        return Region(x, y, width + 1, height + self.zoom[2])

    def _cb_compose(self, line: int) -> Strip:
        width, height, gap = self.zoom
        row, part = divmod(line, height + gap)
        if row >= self.rows:
            return Strip([])
        blank = self.rich_style
        segments: list[Segment] = []
        for column in range(self.columns):
            cell = row * self.columns + column
            if part < height:
                segments += self._gb_line(cell, part)
                link = self._cb_links.get((cell, RIGHT)) if part == height - 1 else None
            else:
                down = self._cb_links.get((cell, DOWN))
                before = (width - 1) // 2
                sign, style = down or (" ", PLAIN)
                segments.append(Segment(" " * before, blank))
                segments.append(Segment(sign, blank + style))
                segments.append(Segment(" " * (width - 1 - before), blank))
                link = None
            if column < self.columns - 1:
                sign, style = link or (" ", PLAIN)
                segments.append(Segment(sign, blank + style))
        return Strip(segments, self.columns * (width + 1) - 1)

    def _gb_line(self, cell: int, part: int) -> list[Segment]:
        """One line of one cell, as wide as the cell."""
        face = self._cb_faces[cell]
        fill = self.rich_style + self._cb_fills[cell]
        under_cursor = cell == self.cursor
        if under_cursor:
            fill += Style(reverse=True)
        room = self.zoom[0]
        found = []
        for text, style in face[part] if part < len(face) else ():
            text = text[:room]
            room -= len(text)
            if text:
                found.append(Segment(text, fill if under_cursor else fill + style))
        if room:
            found.append(Segment(" " * room, fill))
        return found

    # The cursor

    def step(self, cell: int, across: int, down: int) -> int:
        """Where an arrow key leads from a cell; the edge holds."""
        row, column = divmod(cell, self.columns)
        column = min(max(column + across, 0), self.columns - 1)
        row = min(max(row + down, 0), self.rows - 1)
        return row * self.columns + column
