"""The spotlight of a tutorial: what is outside is dimmed, whatever the terminal can show."""

from __future__ import annotations

import pytest

from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.depth import BOLD, UNDERLINE, Depth, Pens
from caravan_tui.widgets.drawing.palette import palette


def lit_canvas(depth: Depth, ascii_only: bool = False) -> Canvas:
    """Two texts, of which the first is in the light."""
    canvas = Canvas(20, 2, Pens(palette({}, True), depth, ascii_only))
    canvas.put(1, 0, "lit", (250, 240, 230), bold=True)
    canvas.put(1, 1, "dim", (250, 240, 230), bold=True)
    canvas.dim_outside([(1, 0, 3, 1)])
    return canvas


@pytest.mark.parametrize("depth", list(Depth))
def test_light_and_dark_differ_and_every_text_can_still_be_read(depth: Depth) -> None:
    canvas = lit_canvas(depth)
    _top, _low, chars, inks, attributes = (row[1:4] for row in canvas.row(0))
    _top, _low, dark_chars, dark_inks, dark_attributes = (row[1:4] for row in canvas.row(1))
    assert "".join(chars) == "lit" and "".join(dark_chars) == "dim"
    assert (inks, attributes) != (dark_inks, dark_attributes)
    assert not any(attribute & BOLD for attribute in dark_attributes)
    if not canvas.pens.has_pixels:
        assert all(attribute & UNDERLINE for attribute in attributes)
