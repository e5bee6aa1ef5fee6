"""Themes on terminals with 256 and 16 colours.

Rich takes the nearest colour of such a terminal by hue: dark blues become navy, and cream becomes
pink. A theme of colours that the terminal has stays as it is, with what Textual mixes of 256. Of 16
nothing can be mixed: each colour of a theme, and each that Textual would mix, has its role.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from textual.theme import Theme

from caravan_tui.widgets.drawing.colours import as_hex, parse
from caravan_tui.widgets.drawing.depth import Depth, Pens, standard
from caravan_tui.widgets.drawing.palette import palette

COLOURS = (
    "primary", "secondary", "accent", "foreground", "background", "surface", "panel", "boost",
    "success", "warning", "error",
)  # fmt: skip
"""The fields of a theme that are colours."""

_HEX_LENGTH = len("#rrggbb")

_NIGHT_ROLES = {
    "background": 0, "surface": 0, "panel": 8, "foreground": 15, "primary": 3, "secondary": 14,
    "accent": 11, "success": 10, "warning": 11, "error": 9, "soft": 7, "raised": 8, "ink": 0,
}  # fmt: skip
"""The ANSI number of each role at night."""

_DAY_ROLES = {
    "background": 15, "surface": 15, "panel": 7, "foreground": 0, "primary": 4, "secondary": 6,
    "accent": 12, "success": 2, "warning": 5, "error": 1, "soft": 8, "raised": 7, "ink": 15,
}  # fmt: skip
"""By day: no yellow, which some terminals show too bright for a light ground."""

_MIXED = {
    "primary": "text-primary footer-key-foreground block-cursor-background border scrollbar-active"
    " scrollbar-hover markdown-h1-color markdown-h2-color markdown-h3-color",
    "secondary": "text-secondary",
    "accent": "text-accent",
    "success": "text-success",
    "warning": "text-warning",
    "error": "text-error",
    "foreground": "block-cursor-blurred-foreground footer-foreground footer-description-foreground"
    " input-selection-foreground",
    "soft": "scrollbar foreground-muted foreground-disabled text-disabled markdown-h6-color",
    "raised": "block-cursor-blurred-background block-hover-background border-blurred surface-active"
    " input-selection-background screen-selection-background scrollbar-background"
    " scrollbar-background-hover scrollbar-background-active scrollbar-corner-color primary-muted"
    " secondary-muted accent-muted success-muted warning-muted error-muted",
    "panel": "footer-background",
    "ink": "block-cursor-foreground",
}
"""Variables that Textual mixes of a theme's colours, by their role."""


def theme_at(theme: Theme, depth: Depth) -> Theme:
    """A theme as a terminal of this depth can show it, under the same name."""
    if depth is Depth.FEW:
        return _of_roles(theme)
    if depth is not Depth.MANY:
        return theme
    reduced = _reducer(theme, depth)
    fields: dict[str, Any] = {name: reduced(getattr(theme, name)) for name in COLOURS}
    variables = {name: reduced(value) or value for name, value in theme.variables.items()}
    return replace(theme, variables=variables, **fields)


def _of_roles(theme: Theme) -> Theme:
    """A theme of 16 colours; those that it has for pieces are reduced."""
    numbers = _NIGHT_ROLES if theme.dark else _DAY_ROLES
    roles = {role: as_hex(standard(number)) for role, number in numbers.items()}
    reduced = _reducer(theme, Depth.FEW)
    variables = {name: reduced(value) or value for name, value in theme.variables.items()}
    for role, names in _MIXED.items():
        variables |= dict.fromkeys(names.split(), roles[role])
    if theme.dark:  # brighter than titles, as beside them keys are read first
        variables["footer-key-foreground"] = roles["accent"]
    fields: dict[str, Any] = {name: roles[name] for name in COLOURS if name in roles}
    return replace(theme, variables=variables, **fields)


def _reducer(theme: Theme, depth: Depth) -> Callable[[str | None], str | None]:
    """What makes a colour of a theme one of the terminal; anything but `#rrggbb` stays."""
    pens = Pens(palette(theme.to_color_system().generate(), theme.dark), depth)

    def reduced(colour: str | None) -> str | None:
        if colour is None or len(colour) != _HEX_LENGTH or not colour.startswith("#"):
            return colour
        return as_hex(pens.reduce(parse(colour)))

    return reduced
