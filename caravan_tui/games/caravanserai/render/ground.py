"""The desert of Caravanserai: dark dunes, and on them the hexagons in three quiet tones."""

from __future__ import annotations

from caravan_tui.games.caravanserai.pieces import Board
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, mix
from caravan_tui.widgets.drawing.hexes import HexGrid
from caravan_tui.widgets.drawing.sand import sand

CELLS_EACH = 7
"""Cells of a tile."""

SHAPED = 6
"""Columns of a hexagon from which on its edges are seen; below that its tile is tinted, too."""

SHADES, SMALL_SHADES = (0.0, 0.3, 0.6), (0.0, 0.5, 1.0)
"""Between two tones of sand: of hexagons beside each other, also where their edges are not seen.
They stay quiet, so that pieces stand out."""

TINT = 0.3
"""How much lighter or darker a tile is, where its hexagons are small: no neighbour is alike."""

FAR = 0.5
"""How dark the dunes around the hexagons are: the share of what is behind everything."""


def draw_ground(canvas: Canvas, grid: HexGrid, board: Board, width: int | None = None) -> None:
    """Draw all cells, without what lies on them. `width`: the columns that dunes fill around
    them; None: all."""
    if not canvas.pens.has_tones:
        return
    colours = canvas.pens.palette
    columns = canvas.width if width is None else width
    sand(canvas, 0, 0, columns, 2 * canvas.height)
    canvas.tint(0, 0, columns, 2 * canvas.height, colours.ground, FAR)
    tones: dict[tuple[int, int], Colour] = {}
    for cell, (q, r) in enumerate(zip(board.q, board.r, strict=True)):
        is_shaped = grid.width >= SHAPED
        crest = colours.dune[4 if is_shaped else 5]
        tone = mix(colours.dune[2], crest, (SHADES if is_shaped else SMALL_SHADES)[(q - r) % 3])
        if not is_shaped:
            u, v = board.tiles[cell // CELLS_EACH]
            tone = mix(tone, (colours.dune[1], tone, colours.dune[5])[(u - v) % 3], TINT)
        tones[q, r] = tone
    grid.draw_ground(canvas, lambda q, r: tones.get((q, r)))
