"""How seats are told apart: a glyph each, with colour only as a second sign."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style

if TYPE_CHECKING:
    from textual.widget import Widget

SEATS = 6

SEAT_GLYPHS = "●■▲♦▼♣"
"""One a seat; all in WGL4 and one cell wide."""

SEAT_LETTERS = "ABCDEF"
"""The same in ASCII."""

SEAT_COLOURS = {
    "seat-1": "#e69f00",
    "seat-2": "#56b4e9",
    "seat-3": "#3dbb8a",
    "seat-4": "#f0e442",
    "seat-5": "#cc79a7",
    "seat-6": "#d55e00",
}
"""The palette of Okabe and Ito, safe for the common colour deficiencies; themes may replace it."""


def seat_mark(seat: int, ascii_only: bool = False) -> str:
    """The glyph of a seat."""
    return (SEAT_LETTERS if ascii_only else SEAT_GLYPHS)[seat]


def seat_colour(widget: Widget, seat: int) -> str:
    """The colour of a seat in the theme in force, as `#rrggbb`."""
    name = f"seat-{seat + 1}"
    return str(widget.app.theme_variables.get(name, SEAT_COLOURS[name]))


def seat_style(widget: Widget, seat: int, bold: bool = True) -> Style:
    """The style in which a seat's pieces and name are drawn."""
    return Style(color=seat_colour(widget, seat), bold=bold)
