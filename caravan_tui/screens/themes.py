"""The app's own themes, beside those that Textual brings."""

from __future__ import annotations

from textual.theme import Theme

from caravan_tui.widgets.marks import SEAT_COLOURS

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
        **SEAT_COLOURS,
        "footer-key-foreground": "#f4c95d",
        "block-cursor-background": "#e0a458",
        "block-cursor-foreground": "#14161f",
    },
)

DESERT_DAY = Theme(
    name="desert-day",
    primary="#9c5a12",
    secondary="#2f5f8a",
    accent="#b3261e",
    foreground="#2b2115",
    background="#f6ecd6",
    surface="#efe1c4",
    panel="#e4d2ad",
    success="#2f6b34",
    warning="#8a5a00",
    error="#a3201f",
    dark=False,
    variables={
        "seat-1": "#8f5100",
        "seat-2": "#00518a",
        "seat-3": "#00674b",
        "seat-4": "#6b5f00",
        "seat-5": "#8a2f6b",
        "seat-6": "#a83200",
        "footer-key-foreground": "#9c5a12",
    },
)

HIGH_CONTRAST = Theme(
    name="high-contrast",
    primary="#ffff00",
    secondary="#00ffff",
    accent="#ffff00",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#1a1a1a",
    success="#00ff66",
    warning="#ffcc00",
    error="#ff6666",
    dark=True,
    variables={
        "seat-1": "#ffffff",
        "seat-2": "#ffb000",
        "seat-3": "#6ee7ff",
        "seat-4": "#ffff66",
        "seat-5": "#ff9de0",
        "seat-6": "#9dff9d",
        "footer-key-foreground": "#ffff00",
        "block-cursor-background": "#ffffff",
        "block-cursor-foreground": "#000000",
    },
)

THEMES = (DESERT_NIGHT, DESERT_DAY, HIGH_CONTRAST)
