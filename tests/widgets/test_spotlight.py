"""The spotlight of a tutorial: what is outside is dimmed, whatever the terminal can show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from caravan_tui.engine import Match
from caravan_tui.engine.record import Seat
from caravan_tui.widgets.board import Scene
from caravan_tui.widgets.drawing.canvas import LEAST_DIMMED, LEAST_DIMMED_BY_DAY, Canvas
from caravan_tui.widgets.drawing.colours import contrast
from caravan_tui.widgets.drawing.depth import BOLD, UNDERLINE, Depth, Pens
from caravan_tui.widgets.drawing.palette import palette
from caravan_tui.widgets.drawn_board import DrawnBoard, LitRegion
from tests.kit.check_boards import check_light
from tests.support.screen_app import BoardApp
from tests.support.until import until


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
    chars, inks, attributes = zip(*filter(None, canvas.row(0)[2]), strict=True)
    dark_chars, dark_inks, dark_attributes = zip(*filter(None, canvas.row(1)[2]), strict=True)
    assert "".join(chars) == "lit" and "".join(dark_chars) == "dim"
    assert (inks, attributes) != (dark_inks, dark_attributes)
    assert not any(attribute & BOLD for attribute in dark_attributes)
    if not canvas.pens.has_pixels:
        assert all(attribute & UNDERLINE for attribute in attributes)


@pytest.mark.parametrize("dark", [True, False])
def test_a_pale_text_outside_the_light_is_dimmed_no_further_than_it_can_be_read(dark: bool) -> None:
    colours = palette({}, dark)
    canvas = Canvas(20, 2, Pens(colours, Depth.TRUE, False))
    for y, (ink, ground) in enumerate(((colours.soft, colours.surface), (colours.text, None))):
        canvas.put(1, y, "x", ink, ground)
    canvas.dim_outside([], share=0.5)
    inks = []
    for y in range(2):
        tops, _lows, glyphs = canvas.row(y)
        (ink,) = (glyph[1] for glyph in glyphs if glyph is not None)
        assert contrast(ink, tops[1]) >= LEAST_DIMMED
        inks.append(ink)
    assert inks[1] != colours.text, "a bright one is dimmed"
    if not dark:
        assert contrast(inks[1], tops[1]) >= LEAST_DIMMED_BY_DAY


class Names(DrawnBoard[Any]):
    """Two names, and a light that may end within one."""

    def draw(self, canvas: Canvas, scene: Scene[Any]) -> None:
        canvas.add_target(0, 0, 8, 1, "Spices")
        canvas.add_target(10, 0, 8, 1, "Gems")

    def lit_regions(self, canvas: Canvas, scene: Scene[Any], name: str) -> Sequence[LitRegion]:
        return [(0, 0, 8, 1)] if name == "whole" else [(4, 0, 8, 1)]


async def test_a_light_that_ends_within_a_name_is_caught() -> None:
    app = BoardApp("sahara")
    app.board = board = Names()
    async with app.run_test(size=(80, 24)) as pilot:
        app.show(Match.new("sahara", {}, [Seat("person", "Ann"), Seat("person", "Bea")], 1), 0)
        await until(lambda: board.current_canvas() is not None, pilot)
        check_light(board, ["whole"])
        with pytest.raises(AssertionError, match="a part of Spices"):
            check_light(board, ["half"])


def test_of_the_frame_around_the_cursor_the_accent_stays() -> None:
    colours = palette({}, True)
    canvas = Canvas(6, 3, Pens(colours, Depth.TRUE, False))
    canvas.rect(0, 0, 6, 6, colours.text)
    canvas.rect(1, 1, 1, 1, colours.accent)
    canvas.dim_outside([(2, 1, 2, 1)], [(2, 1, 2, 1)])
    top, low, _glyphs = canvas.row(0)
    assert low[1] == colours.accent and top[1] == low[2] != colours.text
