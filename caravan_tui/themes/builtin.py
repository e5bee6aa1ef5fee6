"""The app's own themes, which come on top of Textual's."""

from __future__ import annotations

from collections.abc import Mapping

from textual.theme import Theme

from caravan_tui.i18n import _
from caravan_tui.themes.files import GROUNDS, PIECES, ThemeFile, refusal

DESERT_NIGHT = Theme(
    name="desert-night",
    primary="#e0a458",
    secondary="#6f8fb8",
    accent="#f4c95d",
    foreground="#ece3d0",
    background="#14161f",
    surface="#1c1f2b",
    panel="#262a39",
    success="#7fb77e",
    warning="#f2b134",
    error="#e5646a",
    dark=True,
    variables={
        "footer-key-foreground": "#f4c95d",
        "block-cursor-background": "#e0a458",
        "block-cursor-foreground": "#14161f",
    },
)

DESERT_DAY = Theme(
    name="desert-day",
    primary="#9c5a12",
    secondary="#2f5f8a",
    accent="#4100c4",
    foreground="#2b2115",
    background="#f6ecd6",
    surface="#efe1c4",
    panel="#e4d2ad",
    success="#2f6b34",
    warning="#8a5a00",
    error="#a3201f",
    dark=False,
    variables={
        "footer-key-foreground": "#80480a",
    },
)

HIGH_CONTRAST = Theme(
    name="high-contrast",
    primary="#ffff00",
    secondary="#00ffff",
    accent="#ffff00",
    foreground="#ffffff",
    background="#000000",
    surface="#1c1c1c",
    panel="#3a3a3a",
    success="#00ff66",
    warning="#ffcc00",
    error="#ff6666",
    dark=True,
    variables={
        "soft": "#e4e4e4",
        "faint": "#bcbcbc",
        "text-muted": "#e4e4e4",
        "seat-1": "#ff8a80",
        "seat-2": "#6ec6ff",
        "seat-3": "#7dff9d",
        "seat-4": "#ff9de0",
        "seat-5": "#ffb000",
        "seat-6": "#ffff66",
        "footer-key-foreground": "#ffff00",
        "block-cursor-background": "#ffffff",
        "block-cursor-foreground": "#000000",
    },
)

THEMES = (DESERT_NIGHT, DESERT_DAY, HIGH_CONTRAST)


def theme_of(file: ThemeFile, known: Mapping[str, Theme]) -> Theme:
    """Make a theme of a user's file, with the other colours of one of the known themes.

    Raises ThemeError.
    """
    like = file.like or (DESERT_DAY if file.dark is False else DESERT_NIGHT).name
    if like not in known:
        raise refusal(file.path, _("like: there is no theme '{name}'").format(name=like))
    if file.name in known:
        raise refusal(file.path, _("a theme of this name exists already"))
    base = known[like]
    grounds = {name: getattr(base, name) for name in GROUNDS}
    grounds |= {name: colour for name, colour in file.colours.items() if name in GROUNDS}
    pieces = {name: colour for name, colour in file.colours.items() if name in PIECES}
    dark = base.dark if file.dark is None else file.dark
    return Theme(name=file.name, dark=dark, variables=base.variables | pieces, **grounds)
