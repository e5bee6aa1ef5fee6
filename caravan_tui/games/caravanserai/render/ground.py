"""The desert of Caravanserai, in three quiet tones."""

from __future__ import annotations

from caravan_tui.games.caravanserai.pieces import Board
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, mix
from caravan_tui.widgets.drawing.hexes import HexGrid

CELLS_EACH = 7
"""Cells of a tile."""

SHAPED = 6
"""Columns of a hexagon from which on its edges are seen; below that tiles are shaded."""

SHADES = (0.0, 0.3, 0.6)
"""Between two tones of sand: of tiles or hexagons beside each other. They stay quiet, so that
pieces stand out."""


def draw_ground(canvas: Canvas, grid: HexGrid, board: Board) -> None:
    """Draw all cells, without what lies on them."""
    if not canvas.pens.has_tones:
        return
    colours = canvas.pens.palette
    tones: dict[tuple[int, int], Colour] = {}
    for cell, (q, r) in enumerate(zip(board.q, board.r, strict=True)):
        u, v = board.tiles[cell // CELLS_EACH]
        shade = (u - v) % 3 if grid.width < SHAPED else (q - r) % 3
        tones[q, r] = mix(colours.dune[1], colours.dune[3], SHADES[shade])
    grid.draw_ground(canvas, lambda q, r: tones.get((q, r)))
