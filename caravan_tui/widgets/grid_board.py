"""A board of square cells: drawn line by line, hit by arithmetic, with a cursor and links.

Cells are numbered row by row from the top left. A cell is `width` columns and `height` lines; one
column lies between two columns of cells and, at most zooms, one line between two rows. A *link*
fills the space between two neighbours, to show that they hang together. The widget knows no game:
it is given a face for each cell and draws again only the lines that differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

Line = Sequence[tuple[str, Style]]
"""Text with styles; what is too long is cut, what is short is filled."""

Face = Sequence[Line]
"""The lines of a cell from its top; missing ones are blank."""

RIGHT, DOWN = 0, 1
"""The two ways in which a link leads from a cell."""

Zoom = tuple[int, int, int]
"""Columns and lines of a cell, and lines between two rows (0 or 1)."""

PLAIN = Style()


class GridBoard(ScrollView, can_focus=False):
    """Square cells with faces, fills, links and a cursor."""

    DEFAULT_CSS = """
    GridBoard { width: auto; height: 1fr; scrollbar-size: 1 1; background: $background; }
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

    def __init__(
        self, columns: int, rows: int, zooms: Sequence[Zoom], *, id: str | None = None
    ) -> None:
        """A blank board. `zooms`: the sizes of a cell that the game can draw, small first."""
        super().__init__(id=id)
        self.columns, self.rows = columns, rows
        self.zooms = tuple(zooms)
        self.zoom = self.zooms[0]
        self.cursor: int | None = None
        cells = columns * rows
        self._gb_faces: list[Face] = [()] * cells
        self._gb_fills: list[Style] = [PLAIN] * cells
        self._gb_links: dict[tuple[int, int], tuple[str, Style]] = {}
        self._gb_strips: dict[int, Strip] = {}
        self._gb_pointed: int | None = None

    # The shape

    def need(self, zoom: Zoom) -> Size:
        """Columns and lines of the whole board at a zoom."""
        width, height, gap = zoom
        return Size(self.columns * (width + 1) - 1, self.rows * (height + gap) - gap)

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
            self.virtual_size = size
            self._gb_strips.clear()
            self.refresh()
        return size

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

    def paint(
        self,
        faces: Sequence[Face],
        fills: Sequence[Style],
        links: Mapping[tuple[int, int], tuple[str, Style]] | None = None,
    ) -> None:
        """Show these faces, backgrounds and links; only what differs is drawn again.

        A link is keyed by a cell and `RIGHT` or `DOWN`; its sign is one character.
        """
        links = dict(links or {})
        changed = {
            cell
            for cell in range(self.columns * self.rows)
            if faces[cell] != self._gb_faces[cell] or fills[cell] != self._gb_fills[cell]
        }
        for key in links.keys() | self._gb_links.keys():
            if links.get(key) != self._gb_links.get(key):
                changed.add(key[0])
        self._gb_faces = list(faces)
        self._gb_fills = list(fills)
        self._gb_links = links
        self._gb_dirty(changed)

    def _gb_dirty(self, cells: Iterable[int]) -> None:
        """Draw some cells again, with the space to the right of and below each."""
        regions = []
        for cell in cells:
            region = self.region_of(cell)
            region = Region(region.x, region.y, region.width + 1, region.height + self.zoom[2])
            for line in range(region.y, region.bottom):
                self._gb_strips.pop(line, None)
            regions.append(region.translate(-self.scroll_offset))
        if regions:
            self.refresh(*regions)

    def render_line(self, y: int) -> Strip:
        """One line of the part that is in sight."""
        x, top = self.scroll_offset
        line = y + top
        strip = self._gb_strips.get(line)
        if strip is None:
            strip = self._gb_strips[line] = self._gb_compose(line)
        return strip.crop_extend(x, x + self.size.width, self.rich_style)

    def _gb_compose(self, line: int) -> Strip:
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
                link = self._gb_links.get((cell, RIGHT)) if part == height - 1 else None
            else:
                down = self._gb_links.get((cell, DOWN))
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
        face = self._gb_faces[cell]
        fill = self.rich_style + self._gb_fills[cell]
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

    def move_cursor(self, cell: int | None) -> None:
        """Put the cursor on a cell, scrolling so that it is in sight."""
        before = self.cursor
        if cell == before:
            return
        self.cursor = cell
        self._gb_dirty({at for at in (before, cell) if at is not None})
        if cell is not None:
            self.scroll_to_region(self.region_of(cell), animate=False, force=True)

    def step(self, cell: int, across: int, down: int) -> int:
        """Where an arrow key leads from a cell; the edge holds."""
        row, column = divmod(cell, self.columns)
        column = min(max(column + across, 0), self.columns - 1)
        row = min(max(row + down, 0), self.rows - 1)
        return row * self.columns + column

    # The pointer

    def on_mouse_move(self, event) -> None:
        """Tell which cell the pointer is over, once a cell."""
        cell = self.cell_at(event.x, event.y)
        if cell != self._gb_pointed:
            self._gb_pointed = cell
            self.post_message(self.Pointed(cell))

    def on_leave(self) -> None:
        """The pointer is over no cell any more."""
        if self._gb_pointed is not None:
            self._gb_pointed = None
            self.post_message(self.Pointed(None))

    def on_click(self, event) -> None:
        """Tell which cell was clicked."""
        cell = self.cell_at(event.x, event.y)
        if cell is not None:
            self.post_message(self.Pressed(cell))

    def notify_style_update(self) -> None:
        """Another theme: all lines are drawn again."""
        super().notify_style_update()
        self._gb_strips.clear()
