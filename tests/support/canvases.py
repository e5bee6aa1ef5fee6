"""What a board has drawn."""

from __future__ import annotations

from typing import Any

from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawn_board import DrawnBoard


def canvas_of(board: DrawnBoard[Any]) -> Canvas:
    """The canvas of a board that has been shown."""
    canvas = board.current_canvas()
    assert canvas is not None
    return canvas
