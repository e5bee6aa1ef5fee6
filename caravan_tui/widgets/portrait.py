"""The portrait of a player as a widget."""

from __future__ import annotations

from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.seats import (
    PORTRAIT_WIDTH,
    draw_large_portrait,
    draw_portrait,
)
from caravan_tui.widgets.drawn import Drawn

ROWS = 3
"""Rows of a portrait; a large one has twice as many, and twice the columns."""


class Portrait(Drawn):
    """Shows who sits in a seat: a character, or the seat's own head."""

    DEFAULT_CSS = f"""
    Portrait {{ width: {PORTRAIT_WIDTH}; height: {ROWS}; }}
    Portrait.-large {{ width: {2 * PORTRAIT_WIDTH}; height: {2 * ROWS}; }}
    """

    def __init__(self, seat: int = 0, face: str = "", *, large: bool = False) -> None:
        """`face`: the sprite of a character, see `cast.characters`; empty for everybody else."""
        super().__init__(classes="-large" if large else None)
        self.seat = seat
        self.face = face
        self.is_large = large

    def show(self, seat: int, face: str = "") -> None:
        """Show another player."""
        self.seat, self.face = seat, face
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw the portrait on the surface of a card."""
        canvas.fill(0, 0, canvas.width, canvas.height, canvas.pens.palette.surface)
        draw = draw_large_portrait if self.is_large else draw_portrait
        draw(canvas, 0, 0, self.seat, self.face)
