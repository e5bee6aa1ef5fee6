"""A caravan on the dunes, where a page has nothing to say."""

from __future__ import annotations

from textual.containers import Vertical

from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import parse
from caravan_tui.widgets.drawing.sand import DUSK, NOON, Panorama
from caravan_tui.widgets.drawn import Drawn

LEAST_ROWS = 5
"""Rows of the picture, at least."""

_NIGHT, _DAY = parse("#120d14"), parse("#6b4a2a")
"""Camels and their rope, as on the home screen."""


def draw_dunes(canvas: Canvas, y: int, rows: int) -> bool:
    """Draw a caravan into so many rows; return whether there is room for it, and pixels."""
    if not canvas.pens.has_pixels or rows < LEAST_ROWS:
        return False
    is_dark = canvas.pens.palette.dark
    panorama = Panorama(canvas, y, rows, DUSK if is_dark else NOON)
    panorama.draw(town=False)
    coat = _NIGHT if is_dark else _DAY
    panorama.caravan([coat] * 4, canvas.width * 0.52, coat)
    return True


class Dunes(Drawn):
    """Fills the rows that a short list leaves."""

    DEFAULT_CSS = """
    Dunes { width: 100%; height: 1fr; }
    """

    def draw(self, canvas: Canvas) -> None:
        """Draw the caravan, a blank row below the list."""
        draw_dunes(canvas, 1, canvas.height - 1)


class OverDunes(Vertical):
    """A list as high as it needs to be, and below it `Dunes` in the rows that are left."""

    DEFAULT_CSS = """
    OverDunes { height: 1fr;
        & > * { height: auto; max-height: 100%; }
        & > Dunes { height: 1fr; }
    }
    """
