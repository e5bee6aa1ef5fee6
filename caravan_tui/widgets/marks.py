"""Marks that distinguish seats and goods: a glyph for each, with colour only in addition."""

from __future__ import annotations

from caravan_tui.widgets import palettes

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
