"""Tables drawn without an app."""

from __future__ import annotations

from typing import Any

from caravan_tui.games.ahldarahd.render.layout import Layout, layout
from caravan_tui.games.ahldarahd.render.look import Look
from caravan_tui.games.ahldarahd.render.table import draw_ground, draw_table
from caravan_tui.games.ahldarahd.rules import AhldarahdState
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.depth import Depth, Pens
from caravan_tui.widgets.drawing.palette import palette
from caravan_tui.widgets.marks import SEAT_GLYPHS, SEAT_LETTERS
from tests.ahldarahd.positions import GAME, KEYS

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")

SIZES = ((80, 20), (100, 26), (106, 41), (152, 56))
"""Boards that show the seats themselves."""

RAIL_SIZES = ((86, 32), (118, 46), (156, 56))
"""Boards with the seats beside them."""


def plan_of(
    table: AhldarahdState, size: tuple[int, int], has_rail: bool = False, has_info: bool = False
) -> Layout:
    return layout(table.maps, *size, has_rail, has_info=has_info)


def drawn(
    table: AhldarahdState,
    size: tuple[int, int] = (80, 20),
    seat: int | None = 0,
    *,
    ascii_only: bool = False,
    depth: Depth = Depth.TRUE,
    has_rail: bool = False,
    dark: bool = True,
    **more: Any,
) -> Canvas:
    """What a seat sees of a position."""
    view = GAME.view(table, seat)
    plan = plan_of(table, size, has_rail, bool(more.get("page")))
    canvas = Canvas(*size, Pens(palette({}, dark), depth, ascii_only))
    look = Look(
        names=NAMES[: table.seats],
        marks=SEAT_LETTERS if ascii_only else SEAT_GLYPHS,
        ascii=ascii_only,
        has_rail=has_rail,
        **{"key": KEYS.__getitem__, **more},
    )
    draw_ground(canvas, plan, view)
    draw_table(canvas, plan, view, look)
    return canvas


def text(canvas: Canvas) -> list[str]:
    """The characters of a canvas, a line a row."""
    return [canvas.line(y) for y in range(canvas.height)]


def row_of(lines: list[str], words: str) -> str:
    """The first line with these words."""
    return next(line for line in lines if words in line)
