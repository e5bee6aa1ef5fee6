"""The desert of Caravanserai, in three quiet tones."""

from __future__ import annotations

from caravan_tui.games.caravanserai.pieces import Board
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, mix
from caravan_tui.widgets.drawing.hexes import HexGrid

CELLS_EACH = 7
"""Cells of a tile."""

SHAPED = 6
"""Columns of a hexagon from which on its edges are seen; below that its tile is tinted, too."""

SHADES = (0.0, 0.3, 0.6)
"""Between two tones of sand: of hexagons beside each other. They stay quiet, so that pieces stand
out."""

TINT = 0.1
"""How much of its tint a tile has, where its hexagons are small: no neighbour has the same."""


def draw_ground(canvas: Canvas, grid: HexGrid, board: Board) -> None:
    """Draw all cells, without what lies on them."""
    if not canvas.pens.has_tones:
        return
    colours = canvas.pens.palette
    tones: dict[tuple[int, int], Colour] = {}
    for cell, (q, r) in enumerate(zip(board.q, board.r, strict=True)):
        crest = colours.dune[3 if grid.width >= SHAPED else 4]
        tone = mix(colours.dune[1], crest, SHADES[(q - r) % 3])
        if grid.width < SHAPED:
            u, v = board.tiles[cell // CELLS_EACH]
            tone = mix(tone, (colours.loss, tone, colours.gain)[(u - v) % 3], TINT)
        tones[q, r] = tone
    grid.draw_ground(canvas, lambda q, r: tones.get((q, r)))
