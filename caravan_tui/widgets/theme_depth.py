"""Themes on terminals with 256 colours.

Rich takes the nearest colour of such a terminal by hue: dark blues become navy, and cream becomes
pink. A theme of colours that the terminal has stays as it is, with what Textual mixes of them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from textual.theme import Theme

from caravan_tui.widgets.drawing.colours import as_hex, parse
from caravan_tui.widgets.drawing.depth import Depth, Pens
from caravan_tui.widgets.drawing.palette import palette

COLOURS = (
    "primary", "secondary", "accent", "foreground", "background", "surface", "panel", "boost",
    "success", "warning", "error",
)  # fmt: skip
"""The fields of a theme that are colours."""

_HEX_LENGTH = len("#rrggbb")


def theme_at(theme: Theme, depth: Depth) -> Theme:
    """A theme as a terminal of this depth can show it, under the same name."""
    if depth is not Depth.MANY:
        return theme
    pens = Pens(palette(theme.to_color_system().generate(), theme.dark), depth)

    def reduced(colour: str | None) -> str | None:
        """A colour of the terminal; anything but `#rrggbb` stays."""
        if colour is None or len(colour) != _HEX_LENGTH or not colour.startswith("#"):
            return colour
        return as_hex(pens.reduce(parse(colour)))

    fields: dict[str, Any] = {name: reduced(getattr(theme, name)) for name in COLOURS}
    variables = {name: reduced(value) or value for name, value in theme.variables.items()}
    return replace(theme, variables=variables, **fields)
