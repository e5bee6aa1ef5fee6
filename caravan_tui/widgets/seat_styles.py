"""The colours of seats in the active theme.

Apart from `marks`, which games use for their texts: those load without Rich.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text

from caravan_tui.widgets.marks import SEAT_COLOURS, seat_mark

if TYPE_CHECKING:
    from textual.widget import Widget


def seat_colour(widget: Widget, seat: int) -> str:
    """The colour of a seat in the active theme, as `#rrggbb`."""
    name = f"seat-{seat + 1}"
    return str(widget.app.theme_variables.get(name, SEAT_COLOURS[name]))


def seat_style(widget: Widget, seat: int, bold: bool = True) -> Style:
    """The style in which a seat's pieces and name are drawn."""
    return Style(color=seat_colour(widget, seat), bold=bold)


def player_text(widget: Widget, seat: int, name: str, ascii_only: bool) -> Text:
    """A player's mark and name, in the colour of the seat."""
    return Text(f"{seat_mark(seat, ascii_only)} {name}", seat_style(widget, seat))
