"""The desert of Caravanserai: dark dunes, and on them hexagons in the sun; those with a
caravanserai have its colour."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.caravanserai.pieces import COLOUR_LETTERS, PLAIN, Board
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import BLACK, Colour, contrast, mix
from caravan_tui.widgets.drawing.hexes import HexGrid
from caravan_tui.widgets.drawing.palette import Palette
from caravan_tui.widgets.drawing.sand import sand

_BLACK = COLOUR_LETTERS.index("b")

FAR, FAR_BY_DAY = 0.5, 0.85
"""How faint the dunes around the hexagons are: the share of what is behind everything. By day that
is pale, and calm around hexagons that are darker."""

YARD = 0.55
"""How much of a caravanserai's colour its hexagon has."""

PALE_YARD, SEEN = 0.85, 1.3
"""The same where it would be lost on pale sand, and the least contrast with the palest."""

STONE = 0.3
"""How grey that one is by day, when what is around the hexagons is nearly white, too."""

DEEP = 0.22
"""How much darker than slate the hexagon of a black one is: on sand slate would be lost."""

AROUND = 0.5
"""How much of that it has where a house stands on it, so that the house is seen."""

HOUSED = 6
"""Columns of a hexagon from which on there are houses."""


def draw_ground(
    canvas: Canvas, grid: HexGrid, board: Board, cells: Sequence[int], width: int | None = None
) -> None:
    """Draw all cells, without what lies on them. `cells`: the colour of each one's caravanserai.
    `width`: the columns that dunes fill around them; None: all."""
    if not canvas.pens.has_tones:
        return
    colours = canvas.pens.palette
    columns = canvas.width if width is None else width
    far = FAR if colours.dark else FAR_BY_DAY
    sand(canvas, 0, 0, columns, 2 * canvas.height)
    canvas.tint(0, 0, columns, 2 * canvas.height, colours.ground, far)
    tones: dict[tuple[int, int], Colour] = {}
    for q, r, colour in zip(board.q, board.r, cells, strict=True):
        plain = colours.hexagon[(q - r) % len(colours.hexagon)]
        if colour != PLAIN:
            share = AROUND if grid.width >= HOUSED else 1.0
            plain = mix(plain, yard_colour(colours, colour), share)
        tones[q, r] = plain
    grid.draw_ground(canvas, lambda q, r: tones.get((q, r)))


def yard_colour(colours: Palette, colour: int) -> Colour:
    """The ground of a hexagon with a caravanserai: its colour over the sand."""
    block = colours.block[colour]
    if colour == _BLACK:
        return mix(block, BLACK, DEEP)
    yard = mix(colours.hexagon[0], block, YARD)
    if contrast(yard, colours.hexagon[-1]) >= SEEN:
        return yard
    if colours.dark:
        return mix(colours.hexagon[0], block, PALE_YARD)
    return mix(block, colours.text, STONE)
