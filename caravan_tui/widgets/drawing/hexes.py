"""Hexagons in axial coordinates, pointed side up, with soft slanted edges."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour

QUADRANTS = {
    1: "▘", 2: "▝", 4: "▖", 8: "▗", 6: "▞", 9: "▚", 7: "▛",
    11: "▜", 13: "▙", 14: "▟", 5: "▌", 10: "▐",
}  # fmt: skip
"""Block characters by their quarters: 1 and 2 above, 4 and 8 below, left before right."""

SIZES = ((4, 2), (6, 4), (6, 5), (8, 6), (8, 7), (10, 8))
"""Columns of a hexagon, and pixels from row to row of hexagons; of the smallest ones at least."""

SMALLEST = SIZES[0][0]
"""Columns of the smallest hexagons."""

EPSILON = 1e-9
"""What a sum of fractions may miss a whole number by."""

_SAMPLES = ((0.25, 0.5), (0.75, 0.5), (0.25, 1.5), (0.75, 1.5))


class HexGrid:
    """Where hexagons (q, r) lie: `width` columns each (even), `pitch` pixels from row to row.

    Every hexagon has one whole row of text. The smallest ones are four columns wide, and two in a
    line of pixels above and below, which they share with the rows beside them. Their pitch may be a
    fraction: then some rows are a pixel higher than others, and all of them fill a given height.
    """

    def __init__(self, x: int, py: float, width: int, pitch: float) -> None:
        """`x`, `py`: the middle of hexagon (0, 0) in columns and pixels."""
        self.x, self.py, self.width, self.pitch = x, py, width, pitch

    def middle(self, q: int, r: int) -> tuple[float, float]:
        """The middle of a hexagon in columns and pixels."""
        x = self.x + self.width * q + self.width / 2 * r
        if self.width > SMALLEST:
            return x, self.py + self.pitch * r + 0.5
        return x, (self.tip(r) + self.tip(r + 1) + 1) / 2

    def tip(self, r: int) -> int:
        """The line of pixels in which the smallest hexagons of row r begin, and those of the row
        above end."""
        return math.floor(self.py + self.pitch * (r - 0.5) + EPSILON)

    def lines(self, r: int) -> range:
        """All lines of pixels of the smallest hexagons of row r."""
        return range(self.tip(r), self.tip(r + 1) + 1)

    def text_row(self, r: int) -> int:
        """The row of text that lies whole within the hexagons of row r."""
        if self.width > SMALLEST:
            return math.floor((self.py + self.pitch * r) / 2)
        first, last = self.tip(r), self.tip(r + 1)
        rows = range((first + 1) // 2, (last + 1) // 2)
        return min(rows, key=lambda row: abs(4 * row + 1 - first - last))

    def hex_at(self, x: float, py: float) -> tuple[int, int]:
        """The hexagon under a point: that of the nearest middle."""
        if self.width == SMALLEST:
            return self._smallest_at(x, math.floor(py))
        down = (py - self.py) / self.pitch
        right = (x - self.x) / self.width - down / 2
        q, r, s = round(right), round(down), round(-right - down)
        off_q, off_r, off_s = abs(q - right), abs(r - down), abs(s + right + down)
        if off_q > off_r and off_q > off_s:
            q = -r - s
        elif off_r > off_s:
            r = -q - s
        return q, r

    def _smallest_at(self, x: float, line: int) -> tuple[int, int]:
        """The hexagon of four columns under a column of a line of pixels."""
        r = math.floor((line - self.py) / self.pitch + 0.5)
        r += (self.tip(r + 1) <= line) - (self.tip(r) > line)
        if line == self.tip(r):
            q, column = divmod(x - self.x - SMALLEST / 2 * (r - 2), SMALLEST)
            if 1 <= column < SMALLEST - 1:
                return int(q), r - 1
        return int((x - self.x - SMALLEST / 2 * (r - 1)) // SMALLEST), r

    def draw_ground(self, canvas: Canvas, tone: Callable[[int, int], Colour | None]) -> None:
        """Draw all hexagons that have a tone.

        Four samples a cell, two colours and a quadrant make an edge. Drawn once a size.
        """
        for y in range(canvas.height):
            for x in range(canvas.width):
                self._draw_cell(canvas, x, y, tone)

    def _draw_cell(
        self, canvas: Canvas, x: int, y: int, tone: Callable[[int, int], Colour | None]
    ) -> None:
        quarters = [tone(*self.hex_at(x + right, 2 * y + down)) for right, down in _SAMPLES]
        if not any(quarters):
            return
        ground = canvas.colour_at(x, y)
        filled = [ground if colour is None else colour for colour in quarters]
        main = max(filled, key=filled.count)
        others = [colour for colour in filled if colour != main]
        if not others:
            canvas.fill(x, y, 1, 1, main)
            return
        other = max(others, key=others.count)
        mask = sum(1 << number for number, colour in enumerate(filled) if colour == main)
        if mask in (3, 12):
            top, low = (main, other) if mask == 3 else (other, main)
            canvas.pixel(x, 2 * y, top)
            canvas.pixel(x, 2 * y + 1, low)
        else:
            canvas.block(x, y, QUADRANTS[mask], main, other)


def step(cells: Sequence[tuple[int, int]], cell: int, across: int, down: int) -> int:
    """The index of the cell that an arrow key leads to: beside a cell, or the nearer one above or
    below it. At the edge it stays. `cells`: (q, r) of each."""
    places = {(2 * q + r, r): index for index, (q, r) in enumerate(cells)}
    q, r = cells[cell]
    column = 2 * q + r
    if across:
        return places.get((column + 2 * across, r), cell)
    first = -1 if (r + (down < 0)) % 2 else 1
    for shift in (first, -first, 3 * first, -3 * first):
        index = places.get((column + shift, r + down))
        if index is not None:
            return index
    return cell
