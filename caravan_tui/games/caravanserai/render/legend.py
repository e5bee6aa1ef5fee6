"""The signs of the board and the panel explained, with a picture of each."""

from __future__ import annotations

from caravan_tui.games.caravanserai import text
from caravan_tui.games.caravanserai.pieces import COLOUR_LETTERS
from caravan_tui.games.caravanserai.render.cells import site_colours
from caravan_tui.i18n import _
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour

PICTURE_WIDTH = 5
"""Columns of a picture and the blank after it."""

_RED = 3

Pieces = list[tuple[str, Colour, Colour | None]]
"""Text, ink and ground."""


def draw_legend(canvas: Canvas, x: int, y: int, width: int, rows: int) -> None:
    """Draw the five colours, and one row for each sign, most common first."""
    colours = canvas.pens.palette
    end = y + rows
    canvas.put(x, y, _("Signs"), colours.text, bold=True)
    y = _draw_colours(canvas, x, y + 1, width)
    mark, seat = canvas.pens.mark(0), colours.seat[0]
    red, ink, accent = colours.block[_RED], colours.ink, colours.accent
    letter = COLOUR_LETTERS[_RED]
    wall, site_ink = site_colours(colours, _RED)
    tail = "o" if canvas.pens.is_ascii else "°"
    site: Pieces = [(f"⌂{letter}", site_ink, wall)]
    stocked: Pieces = [(f"{letter.upper()}•", ink, red)]
    if not canvas.pens.has_pixels:
        site = [(f"({letter})", colours.text, None)]
        stocked = [(f"[{letter.upper()}]", colours.text, None)]
    rows_of_signs: list[tuple[Pieces, str]] = [
        (site, _("caravanserai")),
        (stocked, _("with a good on it")),
        ([("►", accent, None), *site, ("◄", accent, None)], _("can be chosen")),
        (
            [("«", accent, None), (f"{mark}C", ink, seat), ("»", accent, None)],
            _("the head"),
        ),
        (
            [
                (tail, seat, None),
                (mark, ink, seat),
                (letter, ink, red),
            ],
            _("the tail"),
        ),
        ([("+", ink, accent), (letter, ink, red)], _("would be laid")),
        ([("○", accent, None)], _("could be covered")),
        ([(mark, ink, seat), (letter.upper(), ink, red)], _("free, not counted")),
        ([("×", ink, seat), (letter, ink, red)], _("would come back")),
        ([(mark, ink, seat), (letter, ink, red)], _("a laid good")),
        ([(f"{mark}C", ink, seat)], _("a camel")),
        ([(f"{mark}L", ink, seat)], _("a lying camel")),
    ]
    for pieces, words in rows_of_signs:
        if y >= end:
            return
        column = x
        for piece, piece_ink, ground in pieces:
            column = canvas.put(column, y, piece, piece_ink, ground, bold=True)
        column = max(column + 1, x + PICTURE_WIDTH)
        canvas.put(column, y, words[: x + width - column], colours.soft)
        y += 1


def _draw_colours(canvas: Canvas, x: int, y: int, width: int) -> int:
    """The letters of the five colours with their words; the row after them."""
    colours = canvas.pens.palette
    column = x
    for colour, letter in enumerate(COLOUR_LETTERS):
        word = text.colour_word(colour)
        if column > x and column + 3 + len(word) > x + width:
            column, y = x, y + 1
        column = canvas.put(column, y, letter, colours.ink, colours.block[colour], bold=True)
        column = canvas.put(column, y, f" {word} ", colours.soft)
    return y + 1
