"""The pennants that journeys along the road earn, each with a shape of its own."""

from __future__ import annotations

from typing import Final

from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour

SHAPES: Final = {
    "short": ("xxx", "xx.", "x.."),
    "middle": ("xxxx", "oooo", "xxxx"),
    "long": ("xxxxx", "ooo..", "xxxxx"),
}
"""The pixels of each journey's pennant: `x` in a colour, `o` white."""

SIGNS: Final = {"short": "|>", "middle": "|=>", "long": "|=<"}
"""What stands for them without pixels."""


def draw_pennant(canvas: Canvas, x: int, py: int, journey: str) -> None:
    """A pennant on its staff, whose foot is at a pixel; each journey has another shape."""
    colours = canvas.pens.palette
    for line in range(1, 6):
        canvas.pixel(x, py + 2 - line, colours.text)
    ink: dict[str, Colour] = {"x": colours.seat[0], "o": colours.paper[0]}
    for down, row in enumerate(SHAPES.get(journey, ())):
        for right, name in enumerate(row, 1):
            if name in ink:
                canvas.pixel(x + right, py - 3 + down, ink[name])
