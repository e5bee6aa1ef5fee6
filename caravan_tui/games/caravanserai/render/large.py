"""Pieces drawn as things, where hexagons have room: crates of goods, camels, caravanserais."""

from __future__ import annotations

from attrs import frozen

from caravan_tui.games.caravanserai.render.layout import Layout
from caravan_tui.games.caravanserai.state import LYING_DOWN
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import BLACK, WHITE, Colour, mix
from caravan_tui.widgets.drawing.sprites import Sprite, sprite

PACKAGE = "caravan_tui.games.caravanserai"

LIT, SHADED = 0.4, 0.3
"""Shares of white in the upper edge of a crate, and of black in its lower one."""


@frozen
class _Picture:
    """A sprite around a row of text, and the pixels that it begins left of the cell's first column
    and above the row."""

    sprite: Sprite
    left: int
    above: int


def draws_things(canvas: Canvas, layout: Layout) -> bool:
    """Whether pieces are drawn as things; else as letters on plaques."""
    return layout.has_large_pieces and canvas.pens.has_tones


def draw_crate(
    canvas: Canvas, x: int, y: int, margin: int, letter: str, tone: Colour, *, tag: str,
    ground: Colour, underline: bool = False,
) -> None:  # fmt: skip
    """A good as a crate of its colour, with its owner's sign on a tag at its left. `x`, `y`: the
    first of the cell's two columns, and its row."""
    colours = canvas.pens.palette
    left, height = x - margin, 2 + 2 * margin
    canvas.rect(left, 2 * y - margin, margin, height, ground)
    _draw_block(canvas, x, y, margin, tone)
    canvas.put(left + (margin - 1) // 2, y, tag, colours.ink, ground, bold=True)
    canvas.put(x + (1 + margin) // 2, y, letter, colours.ink, tone, bold=True, underline=underline)


def _draw_block(canvas: Canvas, x: int, y: int, margin: int, tone: Colour) -> None:
    """A block of light: lit above, shaded below."""
    top, width, height = 2 * y - margin, 2 + margin, 2 + 2 * margin
    canvas.rect(x, top, width, height, tone)
    canvas.rect(x, top, width, 1, mix(tone, WHITE, LIT))
    canvas.rect(x, top + height - 1, width, 1, mix(tone, BLACK, SHADED))


def draw_camel(
    canvas: Canvas, x: int, y: int, margin: int, kind: int, tag: str, colour: Colour,
    underline: bool = False,
) -> None:  # fmt: skip
    """A camel in its owner's colour, with the owner's sign on its flank."""
    picture = _camel(margin, kind)
    top = 2 * y - picture.above
    canvas.sprite(x - picture.left, top, picture.sprite, {"body": colour})
    ink = canvas.pens.palette.ink
    canvas.put(x, y, tag, ink, colour, bold=True, underline=underline)


def _camel(margin: int, kind: int) -> _Picture:
    """The picture of a camel of a size."""
    if kind == LYING_DOWN:
        return _Picture(sprite("camel-lying", PACKAGE), 2, 1)
    if margin == 1:
        return _Picture(sprite("camel", PACKAGE), 2, 2)
    if margin == 2:
        return _Picture(sprite("camel-small"), 2, 1)
    return _Picture(sprite("camel"), 3, 2)


def draw_house(
    canvas: Canvas, x: int, y: int, letter: str, wall: Colour, ink: Colour, good: Colour | None
) -> None:
    """A caravanserai; `good`: the colour of the good that lies on it, if any."""
    colours = canvas.pens.palette
    canvas.sprite(
        x - 1,
        2 * y - 1,
        sprite("house", PACKAGE),
        {"wall": wall, "shade": mix(wall, BLACK, SHADED), "door": colours.dune[0]},
    )
    if good is None:
        canvas.put(x + 1, y, letter, ink, wall, bold=True)
        return
    _draw_block(canvas, x, y, 1, good)
    canvas.put(x + 1, y, f"{letter.upper()}•", colours.ink, good, bold=True)
