"""The desert of Caravanserai: hexagons whose neighbours never have one tone."""

from __future__ import annotations

from caravan_tui.games.caravanserai.pieces import Board
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, mix, parse
from caravan_tui.widgets.drawing.hexes import HexGrid

CELLS_EACH = 7
"""Cells of a tile."""

_NIGHT_TINTS = (parse("#5a2f33"), None, parse("#39402c"))
_DAY_TINTS = (parse("#f0c8a0"), None, parse("#dfd6a0"))


def draw_ground(canvas: Canvas, grid: HexGrid, board: Board) -> None:
    """Draw all cells, without what lies on them."""
    if not canvas.pens.has_tones:
        return
    colours = canvas.pens.palette
    tints = _NIGHT_TINTS if colours.dark else _DAY_TINTS
    tones: dict[tuple[int, int], Colour] = {}
    for cell, (q, r) in enumerate(zip(board.q, board.r, strict=True)):
        base = mix(colours.dune[1], colours.dune[5], (0.0, 0.36, 0.72)[(q - r) % 3])
        u, v = board.tiles[cell // CELLS_EACH]
        tint = tints[(u - v) % 3]
        tones[q, r] = base if tint is None else mix(base, tint, 0.3)
    grid.draw_ground(canvas, lambda q, r: tones.get((q, r)))
