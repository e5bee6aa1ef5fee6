"""The desert of Caravanserai: dark dunes, and on them hexagons in the sun; those with a
caravanserai have its colour."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.caravanserai.pieces import COLOUR_LETTERS, PLAIN, Board
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import BLACK, Colour, contrast, mix
from caravan_tui.widgets.drawing.depth import Depth, Pens
from caravan_tui.widgets.drawing.hexes import HexGrid
from caravan_tui.widgets.drawing.palette import Palette
from caravan_tui.widgets.drawing.sand import sand

_WHITE, _BLACK = COLOUR_LETTERS.index("w"), COLOUR_LETTERS.index("b")

FAR, FAR_BY_DAY = 0.5, 0.85
"""How faint the dunes around the hexagons are: the share of what is behind everything. By day that
is pale, and calm around hexagons that are darker."""

YARD, FULL_YARD = 0.55, 0.85
"""How much of a caravanserai's colour its hexagon has: at least, and at most, by night, so that it
is dimmer than one that can be chosen."""

STEP = 0.05
"""How much more of it is tried at a time."""

SEEN, SEEN_BY_NIGHT = 1.3, 3.0
"""The least contrast of that hexagon with the palest sand, as far as it can have that."""

STONE, SIGN_STONE = 0.3, 0.08
"""How grey that one is by day, when what is around the hexagons is nearly white, too; and how grey
a sign of it is, which has sand around it."""

DEEP, DEEP_BY_NIGHT = 0.22, 0.45
"""How much darker than slate the hexagon of a black one is: on sand slate would be lost, most of
all by night, when it is as bright as sand. It stays slate, so that it is known again when it is
lit."""

NAVY: Colour = (0, 0, 95)
"""That hexagon by night where there are 256 colours: dark slate would become a grey of the sand."""

AROUND, AROUND_SLATE, AROUND_SIGN = 0.5, 0.8, 0.35
"""How much of that it has where a house stands on it, so that the house is seen; by night around a
black one; where a sign stands on it, so that caravans are seen first."""

SPREAD, SPREAD_BY_DAY = 1.3, 1.1
"""How many times as far apart as elsewhere the tones of the sand are where hexagons are small, so
that steps can be counted by eye; by day less, or the palest would be lost on the dunes."""

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
        if grid.width < HOUSED and canvas.pens.depth is Depth.TRUE:
            # Of 256 colours the next one apart is pink.
            plain = _spread(plain, colours)
        if colour != PLAIN:
            is_slate = colour == _BLACK and colours.dark
            around = AROUND_SLATE if is_slate else AROUND if grid.width >= HOUSED else AROUND_SIGN
            plain = mix(plain, yard_colour(colours, colour), around)
        tones[q, r] = plain
    grid.draw_ground(canvas, lambda q, r: tones.get((q, r)))


def _spread(tone: Colour, colours: Palette) -> Colour:
    """A tone of the sand, further from the middle one."""
    by = SPREAD if colours.dark else SPREAD_BY_DAY
    red, green, blue = (
        max(0, min(255, round(middle + by * (part - middle))))
        for part, middle in zip(tone, colours.hexagon[1], strict=True)
    )
    return red, green, blue


def yard_colour(colours: Palette, colour: int) -> Colour:
    """The ground of a hexagon with a caravanserai: its colour over the sand."""
    block = colours.block[colour]
    if colour == _BLACK:
        return mix(block, BLACK, DEEP_BY_NIGHT if colours.dark else DEEP)
    share, least = YARD, SEEN_BY_NIGHT if colours.dark else SEEN
    yard = mix(colours.hexagon[0], block, share)
    while colours.dark and share < FULL_YARD and contrast(yard, colours.hexagon[-1]) < least:
        share += STEP
        yard = mix(colours.hexagon[0], block, share)
    if colours.dark or contrast(yard, colours.hexagon[-1]) >= least:
        return yard
    return mix(block, colours.text, STONE)


def sign_colour(pens: Pens, colour: int) -> Colour:
    """The ground of the sign that is a caravanserai where no house has room."""
    if colour == _BLACK and pens.palette.dark and pens.depth is Depth.MANY:
        return NAVY
    if colour == _WHITE and not pens.palette.dark:
        return mix(pens.palette.block[colour], pens.palette.text, SIGN_STONE)
    return yard_colour(pens.palette, colour)
