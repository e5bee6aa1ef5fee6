"""The colours of seats and goods, and colour-blind palettes for them.

Colours are never the only sign: seats have glyphs, goods and suits have letters. A palette replaces
the colours of the theme. Its colours are at least 43 (seats) and 35 (goods) apart in CIE L*a*b*,
both as they are and as seen with the deficiency that it is named after (`tests/app/vision.py`
simulates it, after Machado, Oliveira and Fernandes 2009), and each is readable on the panels of the
app's own themes.
"""

from __future__ import annotations

from collections.abc import Sequence

USUAL = "usual"
"""The palette that leaves the colours to the theme."""

NAMES = (USUAL, "deuteranopia", "protanopia", "tritanopia")
"""The values of the setting `palette`."""

SEATS_DARK = ("#f0703c", "#56b4e9", "#3dbb8a", "#cc79a7", "#e69f00", "#f0e442")
"""On a dark ground: the colours of Okabe and Ito, the first one lighter. The first five have
the names of the seats in Caravans of Ahldarahd: red, blue, green, purple, orange."""

SEATS_LIGHT = ("#b3261e", "#00518a", "#00674b", "#8a2f6b", "#8f5100", "#5d5300")
"""On a light ground."""

GOODS_DARK = (
    "#e0645c", "#5b9bd5", "#ece3d0", "#b5835a", "#9c9c9c", "#b07cd8", "#4caf6a", "#e58bb5",
)  # fmt: skip
"""On a dark ground; the third is the colour of the text."""

GOODS_LIGHT = (
    "#943f36", "#3a6285", "#2b2115", "#75502f", "#65625d", "#734c86", "#2f6f3c", "#95506b",
)  # fmt: skip
"""On a light ground."""

Grounds = tuple[Sequence[str], Sequence[str]]
"""Colours for a dark ground, and for a light one."""

SEATS: dict[str, Grounds] = {
    "deuteranopia": (
        ("#ffff00", "#0096ff", "#3ca578", "#ffffb4", "#969600", "#78e1ff"),
        ("#d20f00", "#0000ff", "#2d1e00", "#c30f96", "#00003c", "#4b5ad2"),
    ),
    "protanopia": (
        ("#ff5a69", "#b4c3ff", "#ffffb4", "#ff00ff", "#e1780f", "#ffff2d"),
        ("#4b1e00", "#0000ff", "#3c780f", "#00003c", "#0f6978", "#3c5ac3"),
    ),
    "tritanopia": (
        ("#ff5a00", "#7887ff", "#00ff00", "#ff69ff", "#a5962d", "#f0ffff"),
        ("#d20000", "#00003c", "#007869", "#9600f0", "#4b0000", "#c30096"),
    ),
}

GOODS: dict[str, Grounds] = {
    "deuteranopia": (
        ("#ff5a00", "#0096ff", "#fffff0", "#ffff96", "#5ad2ff", "#4ba596", "#4bb45a", "#ffff00"),
        ("#d20f00", "#0000ff", "#000000", "#2d5a2d", "#0f0f4b", "#b400d2", "#000096", "#a52d87"),
    ),
    "protanopia": (
        ("#f0694b", "#2db4ff", "#f0ffff", "#b4a51e", "#e17896", "#ff00ff", "#69ffa5", "#ffff2d"),
        ("#2d1e00", "#0000ff", "#1e0f2d", "#5a6996", "#1e785a", "#5a5ad2", "#3c7800", "#000069"),
    ),
    "tritanopia": (
        ("#ff5a00", "#5a96d2", "#d2ffff", "#c38700", "#f0e178", "#a578ff", "#00ff00", "#ff2dff"),
        ("#d20000", "#6900ff", "#001e00", "#78000f", "#78694b", "#b400c3", "#00781e", "#3c002d"),
    ),
}


def _named(seats: Sequence[str], goods: Sequence[str]) -> dict[str, str]:
    named = {f"seat-{number}": colour for number, colour in enumerate(seats, 1)}
    return named | {f"good-{number}": colour for number, colour in enumerate(goods, 1)}


def usual(dark: bool) -> dict[str, str]:
    """The default colours `seat-1` to `seat-6` and `good-1` to `good-8`, as `#rrggbb`."""
    if dark:
        return _named(SEATS_DARK, GOODS_DARK)
    return _named(SEATS_LIGHT, GOODS_LIGHT)


def colours(palette: str, dark: bool) -> dict[str, str]:
    """The colours that a palette replaces in any theme; none for the usual palette."""
    if palette not in SEATS:
        return {}
    ground = 0 if dark else 1
    return _named(SEATS[palette][ground], GOODS[palette][ground])
