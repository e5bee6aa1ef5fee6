"""Dice with pips, hollow stalls for dice, and dice of one row."""

from __future__ import annotations

from random import Random

from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import BLACK, WHITE, Colour, contrast, legible, mix
from caravan_tui.widgets.drawing.palette import Palette

LEAST_CONTRAST = 1.25
"""Of a die with what it lies on: below it has an edge."""

PIP_CONTRAST = 3.0
"""Of pips, or a number, with the die below them: at least."""

DIM_STEPS = 8
"""In so many steps a die is dimmed less, until its pips stand out."""

PIPS = {
    1: "....x....",
    2: "x.......x",
    3: "x...x...x",
    4: "x.x...x.x",
    5: "x.x.x.x.x",
    6: "x.xx.xx.x",
}
"""The nine places of a face, row by row."""

GREAT, LARGE, SMALL = 10, 7, 5
"""Pixels of a side. With its shade a great die takes six rows, a large one four, a small one
three."""


def draw_die(
    canvas: Canvas, x: int, y: int, face: int, colour: Colour, size: int = LARGE, *,
    chosen: bool = False, dim: float = 0.0, ground: Colour | None = None,
) -> None:  # fmt: skip
    """Draw a die of `size` pixels: a light upper edge, a dark lower one.

    `dim`: how far its colour is mixed with the `ground` at most, that of the theme by default; its
    pips keep their ink, as the same face with another one would be taken for other goods.
    """
    if not canvas.pens.has_pixels:
        _draw_plain(canvas, x, y, size, str(face), chosen)
        return
    py, inset = 2 * y, int(size > SMALL)
    palette = canvas.pens.palette
    ink = palette.ink if palette.dark else max((BLACK, WHITE), key=lambda p: contrast(p, colour))
    ink = legible(ink, colour)
    colour = dimmed(colour, palette.ground if ground is None else ground, dim, ink)
    canvas.rect(x, py, size, size, colour, rounded=bool(inset))
    if inset:
        canvas.rect(x + 1, py, size - 2, 1, mix(colour, WHITE, 0.35))
    canvas.rect(x + inset, py + size, size - 2 * inset, 1, mix(colour, BLACK, 0.55))
    if is_pale(palette, colour):
        _draw_edge(canvas, x, py, size, palette.adobe[1])
    _draw_pips(canvas, x, py, face, ink, size)
    if chosen:
        # On its upper edge: above it there may be words.
        canvas.rect(x + inset, py, size - 2 * inset, 1, palette.accent)


def draw_stall(
    canvas: Canvas, x: int, y: int, face: int, colour: Colour, ground: Colour, size: int = SMALL,
    depth: float = 0.78,
) -> None:  # fmt: skip
    """Draw the same die as a hollow in a ground: it is still to be filled. `depth`: how far its
    colour is mixed with the ground."""
    if not canvas.pens.has_pixels:
        _draw_plain(canvas, x, y, size, f"({face})", False)
        return
    if not canvas.pens.has_tones:  # no tone lies between the pips and the ground
        _draw_pips(canvas, x, 2 * y, face, colour, size)
        return
    canvas.rect(x, 2 * y, size, size, mix(colour, ground, depth), rounded=size > SMALL)
    _draw_pips(canvas, x, 2 * y, face, mix(colour, canvas.pens.palette.text, 0.15), size)


def dimmed(colour: Colour, ground: Colour, share: float, ink: Colour) -> Colour:
    """A colour mixed with a ground by a share, or by less where the ink on it would be lost."""
    parts = (share * (DIM_STEPS - step) / DIM_STEPS for step in range(DIM_STEPS))
    tones = (mix(colour, ground, part) for part in parts)
    return next((tone for tone in tones if contrast(ink, tone) >= PIP_CONTRAST), colour)


def is_pale(palette: Palette, colour: Colour) -> bool:
    """Whether a die of this colour is seen on the grounds of a light theme by its edge only."""
    if palette.dark:
        return False
    grounds = (palette.surface, palette.felt, palette.paper[0])
    return min(contrast(colour, ground) for ground in grounds) < LEAST_CONTRAST


def _draw_edge(canvas: Canvas, x: int, py: int, size: int, colour: Colour) -> None:
    """The edge of a pale die: its sides, and its upper edge where no pips lie on that."""
    inset = int(size > SMALL)
    for side in (x, x + size - 1):
        canvas.rect(side, py + inset, 1, size - 2 * inset, colour)
    if inset:
        canvas.rect(x + 1, py, size - 2, 1, colour)


def _draw_pips(canvas: Canvas, x: int, py: int, face: int, colour: Colour, size: int) -> None:
    across, down = ((1, 3, 5), (1, 3, 5)) if size == LARGE else ((1, 2, 3), (0, 2, 4))
    side = 1
    if size == GREAT:
        across, down, side = (1, 4, 7), (1, 4, 7), 2
    for number, pip in enumerate(PIPS[face]):
        if pip == "x":
            canvas.rect(x + across[number % 3], py + down[number // 3], side, side, colour)


def _draw_plain(canvas: Canvas, x: int, y: int, size: int, face: str, chosen: bool) -> None:
    """A die without pixels: its number in a box, double where it is chosen."""
    ink = canvas.pens.palette.text
    corners, flat, side = ("╔╗╚╝", "═", "║") if chosen else ("┌┐└┘", "─", "│")
    inner, last = size - 2, max(2, size // 2 - 1)
    canvas.put(x, y, corners[0] + flat * inner + corners[1], ink, bold=chosen)
    for row in range(1, last):
        words = face if row == last // 2 else ""
        canvas.put(x, y + row, side + words.center(inner) + side, ink, bold=True)
    canvas.put(x, y + last, corners[2] + flat * inner + corners[3], ink, bold=chosen)


def draw_chip(
    canvas: Canvas, x: int, y: int, text: str, colour: Colour, *, dim: float = 0.0
) -> int:
    """Draw a die of one row: text on the colour of its good. Returns the column after it.

    `dim` mixes the colour with the ground, and the text takes the colour.
    """
    colours = canvas.pens.palette
    if dim:
        ground = mix(colour, canvas.colour_at(x, y), dim)
        return canvas.put(x, y, text, mix(colour, colours.text, 0.25), ground, bold=True)
    after = canvas.put(x, y, text, colours.ink, colour, bold=True)
    if canvas.pens.has_pixels and len(text) > 2 and is_pale(colours, colour):
        canvas.put(x, y, "▏", colours.adobe[1], colour)
        canvas.put(after - 1, y, "▕", colours.adobe[1], colour)
    return after


def tumbling(count: int, frame: int) -> list[int]:
    """The faces to show in a frame of an animation of rolling dice."""
    rng = Random(frame * 7 + count)
    return [rng.randint(1, 6) for _number in range(count)]
