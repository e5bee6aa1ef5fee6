"""How seats are told apart: a glyph each, with colour only as a second sign."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style

from caravan_tui.widgets import palettes

if TYPE_CHECKING:
    from textual.widget import Widget

SEATS = 6

SEAT_GLYPHS = "●■▲♦▼♣"
"""One a seat; all in WGL4 and one cell wide."""

SEAT_LETTERS = "ABCDEF"
"""The same in ASCII."""

SEAT_COLOURS = {
    name: colour for name, colour in palettes.usual(dark=True).items() if name.startswith("seat-")
}
"""What `seat-1` and so on are where no theme is at hand."""


def seat_mark(seat: int, ascii_only: bool = False) -> str:
    """The glyph of a seat."""
    return (SEAT_LETTERS if ascii_only else SEAT_GLYPHS)[seat]


def short_name(name: str, room: int) -> str:
    """A name in so many columns; the number that tells seats of one name apart stays."""
    head, gap, tail = name.rpartition(" ")
    if len(name) > room and tail.isdigit():
        return head[: max(0, room - len(tail) - 1)].rstrip() + gap + tail
    return name[: max(0, room)]


def seat_colour(widget: Widget, seat: int) -> str:
    """The colour of a seat in the theme in force, as `#rrggbb`."""
    name = f"seat-{seat + 1}"
    return str(widget.app.theme_variables.get(name, SEAT_COLOURS[name]))


def seat_style(widget: Widget, seat: int, bold: bool = True) -> Style:
    """The style in which a seat's pieces and name are drawn."""
    return Style(color=seat_colour(widget, seat), bold=bold)


def good_style(widget: Widget, good: int) -> Style:
    """The style in which a kind of goods is drawn, beside its letter; 0 to 7."""
    name = f"good-{good + 1}"
    usual = palettes.usual(dark=True)[name]
    return Style(color=str(widget.app.theme_variables.get(name, usual)), bold=True)
