"""Marks that distinguish seats and goods: a glyph for each, with colour only in addition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style

from caravan_tui.widgets import palettes

if TYPE_CHECKING:
    from textual.widget import Widget

SEATS = 6

SEAT_GLYPHS = "●■▲♦▼♣"
"""One for each seat; all in WGL4 and one cell wide."""

SEAT_LETTERS = "ABCDEF"
"""The same in ASCII."""

SEAT_COLOURS = {
    name: colour for name, colour in palettes.usual(dark=True).items() if name.startswith("seat-")
}
"""The colours of `seat-1` and so on where a theme does not set them."""


def seat_mark(seat: int, ascii_only: bool = False) -> str:
    """The glyph of a seat."""
    return (SEAT_LETTERS if ascii_only else SEAT_GLYPHS)[seat]


def short_name(name: str, width: int) -> str:
    """A name cut to `width` columns; the number that distinguishes seats of one name stays."""
    head, gap, tail = name.rpartition(" ")
    if len(name) > width and tail.isdigit():
        return head[: max(0, width - len(tail) - 1)].rstrip() + gap + tail
    return name[: max(0, width)]


def seat_colour(widget: Widget, seat: int) -> str:
    """The colour of a seat in the active theme, as `#rrggbb`."""
    name = f"seat-{seat + 1}"
    return str(widget.app.theme_variables.get(name, SEAT_COLOURS[name]))


def seat_style(widget: Widget, seat: int, bold: bool = True) -> Style:
    """The style in which a seat's pieces and name are drawn."""
    return Style(color=seat_colour(widget, seat), bold=bold)
