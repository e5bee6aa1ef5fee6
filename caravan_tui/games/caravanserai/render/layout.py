"""Where hexagons and panel lie, at every size."""

from __future__ import annotations

from functools import lru_cache

from attrs import frozen

from caravan_tui.games.caravanserai.pieces import Board
from caravan_tui.widgets.drawing.hexes import SIZES, HexGrid

NARROW, WIDE = 16, 40
"""Columns of the panel: at least, at most."""

KEY_ROWS = 2
"""Rows of a few signs below the smallest hexagons, with a gap."""


@frozen
class Layout:
    """The hexagons on the left, the panel on the right."""

    grid: HexGrid
    panel_x: int
    panel_width: int
    height: int
    key_y: int = -1
    """The row for a few signs below the hexagons; -1: there is none."""

    @property
    def margin(self) -> int:
        """Columns of a piece on each side of its two characters."""
        return max(0, (self.grid.width - 4) // 2)

    @property
    def has_large_pieces(self) -> bool:
        """Whether a piece is larger than two characters."""
        return self.margin > 0


@lru_cache(8)
def layout(board: Board, width: int, height: int) -> Layout:
    """The largest hexagons that leave room for the panel, on `width` columns and `height` rows."""
    left = min(2 * q + r for q, r in zip(board.q, board.r, strict=True))
    right = max(2 * q + r for q, r in zip(board.q, board.r, strict=True))
    top, rows = min(board.r), max(board.r) - min(board.r) + 1
    across, pitch = SIZES[0]
    for size in SIZES:
        columns = size[0] * (right - left + 2) // 2
        tips = 0 if size[1] == 2 else 2 if size[1] < 6 else 4
        pixels = size[1] * rows + tips
        if columns + NARROW + 1 <= width and pixels <= 2 * height:
            across, pitch = size
    columns = across * (right - left + 2) // 2
    panel = max(NARROW, min(WIDE, width - columns - 1))
    space = max(0, width - panel - columns)
    x = space // 2 - across * left // 2 + across // 2
    has_key = across == SIZES[0][0] and height >= (pitch * rows + 1) // 2 + KEY_ROWS
    free = max(0, 2 * (height - KEY_ROWS * has_key) - pitch * rows)
    py = free // 2 - pitch * top
    py += (free // 2) % 2 if pitch == 2 else 1  # text rows lie whole in the smallest hexagons
    return Layout(HexGrid(x, py - (py % 2 if pitch == 2 else 0), across, pitch),
                  width - panel, panel, height, height - 1 if has_key else -1)  # fmt: skip
