"""A board of hexagons: drawn line by line, hit by arithmetic.

Cells are in axial coordinates (q, r), pointy side up: a row of the board is a row of hexagons, each
row half a cell further on than the one above. A cell is `2 * half` columns wide and `rows` lines
high; the face of a cell has four characters, two for its sign and one on either side of it. A link
leads in one of the six `STEPS` and is an edge between two cells.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.strip import Strip

from caravan_tui.widgets.cell_board import PLAIN, CellBoard

FACE = 4
"""Characters of a cell's face."""

ZOOMS = ((2, 1), (2, 2), (3, 2), (3, 3), (4, 3))
"""Half the width of a cell and its height, small first."""

STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""Directions as (q, r): east, then on against the clock."""

Face = tuple[tuple[str, Style], ...]
"""Four characters with their styles."""


class HexBoard(CellBoard, can_focus=False):
    """Hexagons with edges between them."""

    DEFAULT_CSS = """
    HexBoard { width: 1fr; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(ZOOMS, id=id)
        self._hb_where: list[tuple[int, int]] = []
        """Column in half cells and row of each cell, from the upper left."""
        self._hb_at: dict[tuple[int, int], int] = {}
        self._hb_by_row: list[list[int]] = []

    @property
    def half(self) -> int:
        """Half the width of a cell."""
        return self.zoom[0]

    @property
    def lines(self) -> int:
        """Lines of a cell."""
        return self.zoom[1]

    # the shape

    def lay_out(self, cells: Sequence[tuple[int, int]]) -> None:
        """The cells of the board in axial coordinates; their order is their number."""
        left = min(2 * q + r for q, r in cells)
        top = min(r for _, r in cells)
        self._hb_where = [(2 * q + r - left, r - top) for q, r in cells]
        self._hb_at = {where: cell for cell, where in enumerate(self._hb_where)}
        self._hb_by_row = [[] for _ in range(max(row for _, row in self._hb_where) + 1)]
        for cell, (_, row) in enumerate(self._hb_where):
            self._hb_by_row[row].append(cell)
        self._cb_blank(len(cells), ((" ", PLAIN),) * FACE)
        self._cb_measure()

    def need(self, zoom: tuple[int, ...]) -> Size:
        """Columns and lines of the whole board at a zoom."""
        half, lines = zoom
        if not self._hb_where:
            return Size(0, 0)
        columns = max(column for column, _ in self._hb_where) + 2
        return Size(columns * half, len(self._hb_by_row) * lines - (lines > 1))

    def region_of(self, cell: int) -> Region:
        """Where a cell lies on the whole board."""
        column, row = self._hb_where[cell]
        return Region(column * self.half, row * self.lines, 2 * self.half, self.lines)

    # what is drawn

    def _cb_drawn(self, cell: int) -> Region:
        """A cell with the edges above it."""
        above = self.lines - 1
        x, y, width, height = self.region_of(cell)
        return Region(x, y - above, width, height + above)

    def _cb_linked(self, cell: int, way: int) -> set[int]:
        """The cells on both sides of an edge."""
        other = self.neighbour(cell, way)
        return {cell} if other is None else {cell, other}

    def _cb_compose(self, line: int) -> Strip:
        row, part = divmod(line, self.lines)
        if row >= len(self._hb_by_row):
            return Strip([])
        width = self.virtual_size.width
        blank = self.rich_style
        chars = [" "] * width
        styles = [blank] * width
        half = self.half
        for cell in self._hb_by_row[row]:
            column = self._hb_where[cell][0]
            x = column * half
            fill = self._cb_fills[cell]
            for at in range(x, x + 2 * half):
                styles[at] = fill
            if part == 0:
                self._hb_face(cell, x, chars, styles, fill)
        if part == 0:
            for cell in self._hb_by_row[row]:
                self._hb_sides(cell, chars, styles)
        else:
            self._hb_slants(row, part, chars, styles)
        if part == 0 and self.cursor is not None and self._hb_where[self.cursor][1] == row:
            x = self._hb_where[self.cursor][0] * half
            for at in range(x, x + 2 * half):
                styles[at] += Style(reverse=not styles[at].reverse)
        return Strip(_joined(chars, styles), width)

    def _hb_face(
        self, cell: int, x: int, chars: list[str], styles: list[Style], fill: Style
    ) -> None:
        start = x + self.half - FACE // 2
        for at, (char, style) in enumerate(self._cb_faces[cell], start):
            chars[at] = char
            styles[at] = fill + style

    def _hb_sides(self, cell: int, chars: list[str], styles: list[Style]) -> None:
        """Edges to the east and west, and where a cell is one line high, all the others too."""
        x = self._hb_where[cell][0] * self.half
        start = x + self.half - FACE // 2
        for way in range(6):
            edge = self._cb_links.get((cell, way))
            if edge is None or (self.lines > 1 and way not in (0, 3)):
                continue
            east = way in (0, 1, 5)
            spots = range(start + FACE - 1, x + 2 * self.half) if east else range(x, start + 1)
            for at in spots:
                chars[at] = edge[0]
                styles[at] += edge[1]
            if way == 0:
                for at in range(x + 2 * self.half, start + 2 * self.half + 1):
                    if chars[at] == " ":
                        chars[at] = edge[0]
                        styles[at] += edge[1]
            elif way == 3:
                for at in range(start + FACE - 1 - 2 * self.half, x):
                    if chars[at] == " ":
                        chars[at] = edge[0]
                        styles[at] += edge[1]

    def _hb_slants(self, row: int, part: int, chars: list[str], styles: list[Style]) -> None:
        """Edges between a row and the one below it, on a line between them."""
        half, aside = self.half, self.half * part // self.lines
        for cell in self._hb_by_row[row]:
            centre = self._hb_where[cell][0] * half + half
            for way, at in ((4, centre - aside - 1), (5, centre + aside)):
                edge = self._cb_links.get((cell, way))
                below = self.neighbour(cell, way)
                if edge is None and below is not None:
                    edge = self._cb_links.get((below, way - 3))
                if edge is not None:
                    chars[at] = edge[0]
                    styles[at] += edge[1]

    # the cursor

    def reveal(self, cell: int) -> None:
        """Scroll so that a cell and what lies around it is in sight."""
        margins = (2 * self.lines, 4 * self.half, 2 * self.lines, 4 * self.half)
        around = self.region_of(cell).grow(margins)
        self.scroll_to_region(around, animate=False, force=True)

    def neighbour(self, cell: int, way: int) -> int | None:
        """The cell beside a cell in a direction, None off the board."""
        column, row = self._hb_where[cell]
        dq, dr = STEPS[way]
        return self._hb_at.get((column + 2 * dq + dr, row + dr))

    def step(self, cell: int, across: int, down: int) -> int:
        """Where an arrow key leads from a cell: beside it, or the nearer cell above or below."""
        column, row = self._hb_where[cell]
        if across:
            return self._hb_at.get((column + 2 * across, row), cell)
        first = -1 if (row + (down < 0)) % 2 else 1
        for shift in (first, -first, 3 * first, -3 * first):
            found = self._hb_at.get((column + shift, row + down))
            if found is not None:
                return found
        return cell

    # the pointer

    def cell_at(self, x: int, y: int) -> int | None:
        """The cell under a point of the widget, None beside the board."""
        row = (y + self.scroll_offset.y) // self.lines
        if not 0 <= row < len(self._hb_by_row):
            return None
        column = (x + self.scroll_offset.x) // self.half
        cell = self._hb_at.get((column, row))
        return self._hb_at.get((column - 1, row)) if cell is None else cell

    def spot(self, cell: int) -> tuple[int, int]:
        """Where in the widget the middle of a cell is drawn; it may be out of sight."""
        column, row = self._hb_where[cell]
        return (
            column * self.half + self.half - self.scroll_offset.x,
            row * self.lines - self.scroll_offset.y,
        )


def _joined(chars: list[str], styles: list[Style]) -> list[Segment]:
    """Characters as segments of one style each."""
    segments: list[Segment] = []
    start = 0
    for at in range(1, len(chars) + 1):
        if at == len(chars) or styles[at] != styles[start]:
            segments.append(Segment("".join(chars[start:at]), styles[start]))
            start = at
    return segments
