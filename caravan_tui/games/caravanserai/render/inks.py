"""The colours and the letters of what lies on the hexagons."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

from caravan_tui.games.caravanserai.pieces import COLOUR_LETTERS
from caravan_tui.games.caravanserai.render.ground import yard_colour
from caravan_tui.games.caravanserai.state import LYING_DOWN, STANDING
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import READABLE, Colour, contrast, lab, mix, readable
from caravan_tui.widgets.drawing.palette import Palette

WALL, SLATE_WALL = 0.6, 0.2
"""How much of the ground of its hexagon the wall of a caravanserai without a good has; of a black
one by night, on a hexagon that is nearly black."""

CHANGED = 0.45
"""How far pieces that the others have just laid are lightened, where no ring has room."""

APART, DEEPER = 20, 0.1
"""How far apart in CIE L*a*b* the colours of a seat and of goods are at least, and by how much more
that of the seat is mixed with that of texts until they are."""

MOST_DEEPER = 7
"""How many mixtures are tried, the first without any of it."""

FAINT_RING = 0.7
"""The share of the colour of texts in the ring of a cell that another choice could cover."""


def site_colours(
    colours: Palette, colour: int, fills_hexagon: bool = False
) -> tuple[Colour, Colour]:
    """Ground and ink of a caravanserai without a good: its colour as a shade, so that a good on it
    stands out. `fills_hexagon`: it has no wall of its own."""
    block, is_slate = colours.block[colour], COLOUR_LETTERS[colour] == "b"
    share = 1.0 if fills_hexagon else SLATE_WALL if is_slate and colours.dark else WALL
    wall = mix(block, yard_colour(colours, colour), share)
    # Slate is about as dark as sand by night: the letter on it has to be seen.
    light = 0.95 if is_slate else 0.7
    inks = (mix(block, colours.text, light), mix(block, colours.ink, 0.85))
    return wall, readable(max(inks, key=lambda ink: contrast(ink, wall)), wall, READABLE)


def letter_of(kind: int) -> str:
    """The letter of a good, or of a camel that stands or lies."""
    return {STANDING: "C", LYING_DOWN: "L"}.get(kind) or COLOUR_LETTERS[kind]


def colour_of(colours: Palette, kind: int, camel: Colour) -> Colour:
    """The ground below that letter: a good has its own, a camel that of its seat."""
    return camel if kind in (STANDING, LYING_DOWN) else colours.block[kind]


def ring_colour(colours: Palette) -> Colour:
    """The colour of the rings around new pieces: that of texts, which no piece and no cursor
    has."""
    return colours.text


def ring_ink(canvas: Canvas, is_reachable: bool) -> Colour:
    """The ink of the ring of a cell that a step could cover: bright for the selected step, else
    faint, but readable on sand."""
    colours = canvas.pens.palette
    if is_reachable or not canvas.pens.has_tones:
        return colours.accent
    return mix(colours.hexagon[1], colours.text, FAINT_RING)


def plan_colour(colours: Palette) -> Colour:
    """The ground of what a step would lay, and of the numbers of directions: the accent colour; by
    day, when that is nearly the purple of goods, the blue of an oasis, which no good has."""
    return colours.accent if colours.dark else colours.oasis


def owner_colour(canvas: Canvas, seat: int) -> Colour:
    """The colour of a seat's pieces: darker than that of the seat where goods beside it have the
    same one, as red by day."""
    colours = canvas.pens.palette
    colour = colours.seat[seat]
    if colours.dark or not canvas.pens.has_tones:
        return colour
    steps = [mix(colour, colours.text, step * DEEPER) for step in range(MOST_DEEPER)]
    return next((each for each in steps if _distance(each, colours.block) >= APART), steps[-1])


def _distance(colour: Colour, others: Sequence[Colour]) -> float:
    """How far a colour is from the nearest of others in CIE L*a*b*."""
    return min(dist(lab(colour), lab(other)) for other in others)


def changed_colour(canvas: Canvas, seat: int) -> Colour:
    """The colour of the pieces of a train that its owner has just laid."""
    return mix(owner_colour(canvas, seat), canvas.pens.palette.text, CHANGED)


def head_ink(colours: Palette, seat: int) -> Colour:
    """The colour of the signs around a head on sand: that of its seat, as the cursor alone has the
    accent."""
    return readable(colours.seat[seat], colours.hexagon[1], 3.0)
