"""Where hexagons and panel lie, at every size."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from attrs import frozen

from caravan_tui.games.caravanserai.pieces import Board, board_for
from caravan_tui.games.caravanserai.view import CaravanseraiView
from caravan_tui.widgets.drawing.hexes import SIZES, SMALLEST, HexGrid

NARROW, WIDE = 16, 40
"""Columns of the panel: at least, at most."""

WINDOW_COLUMNS = 31
"""Columns at the right over which windows lie where nothing is beside the board."""

WINDOW_FRAME = 2
"""Columns of the frame of these windows beside them."""

REGULAR = 3.5
"""Pixels from row to row at which hexagons of four columns are regular."""

EVEN = 4
"""Pixels from row to row with two rows of text each; where they have room, a little more than
regular."""

UNEVEN = 3
"""From how many on a row may be a pixel higher than another: in lower ones that would be seen."""


@frozen
class Layout:
    """The hexagons on the left, the panel on the right."""

    grid: HexGrid
    panel_x: int
    panel_width: int
    height: int

    @property
    def margin(self) -> int:
        """Columns of a piece on each side of its two characters."""
        return max(0, (self.grid.width - 4) // 2)

    @property
    def has_large_pieces(self) -> bool:
        """Whether a piece is larger than two characters."""
        return self.margin > 0


@lru_cache(8)
def layout(board: Board, width: int, height: int, has_pixels: bool = True) -> Layout:
    """The largest hexagons that leave room for the panel, on `width` columns and `height` rows.

    The smallest ones have two rows of text each, or else are as high as fills the rows, so that
    they come near to regular ones. Where they would be too flat for that, or without pixels, they
    have one row each; most of what is free then lies below, for signs.
    """
    left = min(2 * q + r for q, r in zip(board.q, board.r, strict=True))
    right = max(2 * q + r for q, r in zip(board.q, board.r, strict=True))
    top, rows = min(board.r), max(board.r) - min(board.r) + 1
    across, pitch = SMALLEST, float(SIZES[0][1])
    for size in SIZES[1:]:
        columns = size[0] * (right - left + 2) // 2
        tips = 2 if size[1] < 6 else 4
        if columns + NARROW + 1 <= width and size[1] * rows + tips <= 2 * height:
            across, pitch = size
    columns = across * (right - left + 2) // 2
    panel = max(NARROW, min(WIDE, width - columns - 1))
    x = max(0, width - panel - columns) // 2 - across * left // 2 + across // 2
    if across > SMALLEST:
        py: float = max(0, 2 * height - int(pitch) * rows) // 2 - pitch * top + 1
    else:
        highest = min(REGULAR, (2 * height - 1) / rows)
        if has_pixels and highest >= UNEVEN:
            pitch = EVEN if EVEN * rows <= 2 * height else highest
            above = max(0, 2 * height - 1 - pitch * rows) // 2
        else:
            above = max(0, height - rows) // 4 * 2
        py = above + pitch / 2 - pitch * top
    return Layout(HexGrid(x, py, across, pitch), width - panel, panel, height)


def spot(layout: Layout, view: CaravanseraiView, cell: int) -> tuple[int, int]:
    """The column of the first of a cell's two characters, and its row."""
    return spots_of(layout.grid, view["seats"])[cell]


@lru_cache(8)
def spots_of(grid: HexGrid, seats: int) -> Sequence[tuple[int, int]]:
    """The spots of all cells of the board for a number of seats."""
    board = board_for(seats)
    return [
        (int(grid.middle(q, r)[0]) - 1, grid.text_row(r))
        for q, r in zip(board.q, board.r, strict=True)
    ]


EMPTY = (0, 0)
"""Instead of columns, where a row of text has no hexagon."""


@lru_cache(8)
def free_columns(grid: HexGrid, seats: int, height: int) -> Sequence[tuple[int, int]]:
    """Of each row of text the first column of the smallest hexagons, and the one after the last."""
    board, half = board_for(seats), grid.width // 2
    ends: list[tuple[int, int]] = []
    for y in range(height):
        columns = [
            x + 1
            for (x, _row), r in zip(spots_of(grid, seats), board.r, strict=True)
            if not {2 * y, 2 * y + 1}.isdisjoint(grid.lines(r))
        ]
        ends.append((min(columns) - half, max(columns) + half) if columns else EMPTY)
    return ends


@lru_cache(8)
def targets_of(grid: HexGrid, seats: int) -> Sequence[tuple[int, int, int, int, int]]:
    """Where each cell can be clicked: column, row, columns and rows, and the cell."""
    width, usual_rows = grid.width, max(1, int(grid.pitch) // 2)
    targets = []
    for cell, ((x, y), r) in enumerate(zip(spots_of(grid, seats), board_for(seats).r, strict=True)):
        top, rows = y - (usual_rows - 1) // 2, usual_rows
        if width == SMALLEST:  # all whole rows between its tips, which it shares
            top, end = ((grid.tip(row) + 1) // 2 for row in (r, r + 1))
            rows = end - top
        targets.append((x + 1 - width // 2, top, width, rows, cell))
    return targets
