"""Points that float up from where they were won, and fade."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from caravan_tui.widgets.drawing.canvas import Canvas, Region
from caravan_tui.widgets.drawing.colours import READABLE, mix, readable

FRAMES, SECONDS = 4, 0.08
"""In which points float where nothing else moves, and between two of them."""

ROWS = 4
"""That points rise while they fade, the last one unseen."""

FADED = 0.7
"""The share of its ground in points that are nearly gone."""


@frozen
class Gain:
    """What was won at a place."""

    text: str
    """Such as `+3`."""
    region: Region


def draw_gains(canvas: Canvas, gains: Sequence[Gain], share_done: float) -> None:
    """Draw points so far on their way up from just above the middle of their places, so that the
    name of a place stays readable."""
    colours = canvas.pens.palette
    for gain in gains:
        x, y, width, height = gain.region
        left = x + (width - len(gain.text)) // 2
        left = max(0, min(left, canvas.width - len(gain.text)))
        row = max(0, y + height // 2 - 1 - int(ROWS * share_done))
        sense = colours.loss if "-" in gain.text else colours.gain
        for column, char in enumerate(gain.text, left):
            ground = canvas.colour_at(column, row)
            ink = mix(readable(sense, ground, READABLE), ground, FADED * share_done)
            canvas.put(column, row, char, ink, bold=True)
