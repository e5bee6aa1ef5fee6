"""The colours of boards by name, at night and by day, with what they become in 256 and 16 colours.

A theme may replace any of them by a variable of the same name (`dune-1`, `paper`, `seat-2`); what
is behind everything, panels and texts follow the theme's own colours. Names and values are those
of the art direction: grounds stay dark at night and light by day, pieces are the brightest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from caravan_tui.widgets.drawing.colours import Colour, as_hex, parse, readable


class Shade(Struct, frozen=True):
    """A colour as it is, as an index of 256 colours, and as an ANSI number of 16."""

    colour: Colour
    index: int
    ansi: int


def _shades(colours: str, indexes: Sequence[int], ansi: Sequence[int]) -> tuple[Shade, ...]:
    values = colours.split()
    return tuple(
        Shade(parse(value), index, number)
        for value, index, number in zip(values, indexes, ansi, strict=True)
    )


_GROUNDS_NIGHT = {
    "ground": _shades("#14161f", [233], [0]),
    "surface": _shades("#1c1f2b", [234], [0]),
    "panel": _shades("#262a39", [235], [0]),
    "raised": _shades("#323748", [237], [8]),
    "text": _shades("#ece3d0", [254], [15]),
    "soft": _shades("#a9a3a0", [248], [7]),
    "faint": _shades("#6d6a76", [242], [8]),
    "accent": _shades("#f4c95d", [221], [11]),
    "primary": _shades("#e0a458", [179], [3]),
    "gain": _shades("#8fce7e", [114], [10]),
    "loss": _shades("#ef7a78", [210], [9]),
    "ink": _shades("#1a1512", [233], [0]),
}

_GROUNDS_DAY = {
    "ground": _shades("#f6ecd6", [230], [15]),
    "surface": _shades("#efe1c4", [187], [15]),
    "panel": _shades("#e4d2ad", [187], [7]),
    "raised": _shades("#d8c296", [180], [7]),
    "text": _shades("#2b2115", [235], [0]),
    "soft": _shades("#6b5a44", [59], [8]),
    "faint": _shades("#857253", [101], [8]),
    "accent": _shades("#4100c4", [56], [12]),
    "primary": _shades("#9c5a12", [130], [3]),
    "gain": _shades("#2f6b34", [65], [2]),
    "loss": _shades("#a3201f", [88], [1]),
    "ink": _shades("#fffaf0", [231], [15]),
}

_NIGHT = {
    "dune": _shades(
        "#28212a #33282b #3d302d #483930 #533f31 #604b38", [235, 236, 236, 237, 238, 239], [0] * 6
    ),
    "hexagon": _shades("#3f3124 #524130 #664f38", [236, 237, 239], [0] * 3),
    "rim": _shades("#1b1820", [234], [0]),
    "water": _shades("#1d3a4d #24495e", [17, 24], [0, 0]),
    "shore": _shades("#2f5a68", [23], [6]),
    "oasis": _shades("#2f7f86", [30], [6]),
    "palm": _shades("#5f9a4c", [65], [2]),
    "adobe": _shades("#8a6a4a #6d5440", [137, 239], [3, 0]),
    "lamp": _shades("#f4c95d", [221], [3]),
    "felt": _shades("#1a312f", [235], [0]),
    "gold": _shades("#e9b949", [179], [11]),
    "favour": _shades("#c9b6e4", [182], [13]),
    "paper": _shades("#f1e6cc #dccfb0", [187, 187], [15, 7]),
    "paper-ink": _shades("#2b2115", [235], [0]),
    "shade": _shades("#0d0e14", [233], [0]),
    "seat": _shades(
        "#f0703c #56b4e9 #3dbb8a #cc79a7 #e69f00 #f0e442",
        [209, 74, 36, 175, 214, 227], [9, 12, 10, 13, 3, 11],
    ),
    "good": _shades(
        "#e0645c #5b9bd5 #ece3d0 #b5835a #9c9c9c #b07cd8 #4caf6a #e58bb5",
        [167, 67, 254, 137, 247, 140, 71, 175], [1, 4, 15, 3, 7, 5, 2, 13],
    ),
    "block": _shades(
        "#f6efe0 #525c6d #a06ad0 #d64b45 #e3b92d", [255, 60, 134, 203, 178], [15, 8, 5, 1, 11]
    ),
    "face": _shades(
        "#c16980 #9ee685 #f9c40c #e6e2d1 #e95e2b #2288d8",
        [132, 114, 220, 254, 166, 32], [5, 10, 11, 15, 1, 12],
    ),
    "suit": _shades(
        "#4a1c6f #c76d05 #0682f7 #336053 #9a0f04 #49080a",
        [53, 130, 33, 23, 88, 52], [5, 3, 4, 2, 1, 0],
    ),
}  # fmt: skip

_DAY = _NIGHT | {
    "dune": _shades(
        "#d9bd86 #e0c78f #e7d09b #edd9a8 #f2e1b6 #f8eccb", [180, 180, 223, 223, 230, 230], [15] * 6
    ),
    "hexagon": _shades("#c09a58 #d2b375 #e5ce9c", [179, 180, 223], [15] * 3),
    "rim": _shades("#cdb27c", [180], [7]),
    "water": _shades("#a9cfdc #97c3d4", [152, 110], [15, 15]),
    "shore": _shades("#c5dfe2", [152], [6]),
    "oasis": _shades("#4fa3ad", [73], [6]),
    "palm": _shades("#4f8a3d", [65], [2]),
    "adobe": _shades("#b98a58 #a0754a", [137, 131], [3, 7]),
    "lamp": _shades("#f6dc8e", [222], [11]),
    "felt": _shades("#d6e0cd", [151], [15]),
    "gold": _shades("#e9b949", [179], [11]),
    "favour": _shades("#b59ad6", [140], [13]),
    "paper": _shades("#fffaf0 #e9dcc0", [231, 187], [15, 7]),
    "paper-ink": _shades("#2b2115", [235], [0]),
    "shade": _shades("#c9b283", [180], [7]),
    "seat": _shades(
        "#b3261e #00518a #00674b #8a2f6b #8f5100 #5d5300",
        [124, 24, 29, 89, 94, 58], [1, 4, 2, 5, 3, 6],
    ),
    "good": _shades(
        "#943f36 #3a6285 #2b2115 #75502f #65625d #734c86 #2f6f3c #95506b",
        [131, 24, 235, 95, 241, 96, 29, 132], [1, 4, 0, 3, 8, 5, 2, 13],
    ),
    "block": _shades(
        "#fffaf0 #3a3746 #9257c4 #c0362f #c99b00", [231, 238, 98, 124, 178], [7, 0, 5, 1, 11]
    ),
    "face": _shades(
        "#b04a86 #569f52 #e0a800 #efe6cf #bc1d0a #2745c7",
        [132, 71, 178, 230, 124, 26], [5, 2, 3, 15, 1, 4],
    ),
}  # fmt: skip

_THEME_COLOURS = {
    "ground": "background",
    "surface": "surface",
    "panel": "panel",
    "text": "foreground",
    "accent": "accent",
    "primary": "primary",
    "gain": "success",
    "loss": "error",
}
"""Colours that a theme sets under a name of Textual's."""


class Palette(Struct, frozen=True):
    """The colours of a theme. Groups are tuples, such as a colour for each seat."""

    dark: bool
    ground: Colour
    """Behind everything."""
    surface: Colour
    """Cards of seats, the prompt."""
    panel: Colour
    """Bars."""
    raised: Colour
    """Keys, and places that are empty."""
    text: Colour
    soft: Colour
    faint: Colour
    """Only what repeats."""
    accent: Colour
    """The cursor, the first key, the last move."""
    primary: Colour
    """Titles."""
    gain: Colour
    loss: Colour
    ink: Colour
    """Text on a filled ground."""
    dune: tuple[Colour, ...]
    """Six tones of sand, from the valley to the crest."""
    hexagon: tuple[Colour, ...]
    """Three tones of sand in the sun: hexagons, brighter than what is around them."""
    rim: Colour
    """Gaps between spaces."""
    water: tuple[Colour, ...]
    """The sea and its waves."""
    shore: Colour
    oasis: Colour
    palm: Colour
    adobe: tuple[Colour, ...]
    """Walls, bright and dim."""
    lamp: Colour
    """Windows."""
    felt: Colour
    """The cloth that cards are played on."""
    gold: Colour
    favour: Colour
    paper: tuple[Colour, ...]
    """The face of a card, and its fold."""
    paper_ink: Colour
    shade: Colour
    """The shadow below a card."""
    seat: tuple[Colour, ...]
    good: tuple[Colour, ...]
    """Goods of Caravan."""
    block: tuple[Colour, ...]
    """Goods of Caravanserai: white, black, purple, red, yellow."""
    face: tuple[Colour, ...]
    """Goods of Dice Village, by the face of the die."""
    suit: tuple[Colour, ...]
    """Suits of the Decktet: Moons, Suns, Waves, Leaves, Wyrms, Knots. On paper only."""
    shades: tuple[Shade, ...]
    """Every named colour with its place among 256 and 16 colours."""

    def named(self, name: str) -> Colour:
        """A colour by its name: `accent`, or `seat-2` of a group. Raises AttributeError."""
        group, _dash, number = name.rpartition("-")
        colour: Colour = getattr(self, group)[int(number) - 1] if group else getattr(self, name)
        return colour


_GROUPS = frozenset(
    ("dune", "hexagon", "water", "adobe", "paper", "seat", "good", "block", "face", "suit")
)


def palette(variables: Mapping[str, str], dark: bool) -> Palette:
    """The palette of a theme. `variables` are the theme's, as `#rrggbb`; others are ignored.

    Texts that the theme does not set are mixed of its foreground and background.
    """
    return _mixed(tuple(variables.items()), dark)


@lru_cache(maxsize=8)
def _mixed(named: tuple[tuple[str, str], ...], dark: bool) -> Palette:
    """Widgets ask for the palette of the one theme over and over; it takes a millisecond to mix."""
    given = dict(named)
    variables = {**given, **_readable_inks(given)}
    known = (_GROUNDS_NIGHT | _NIGHT) if dark else (_GROUNDS_DAY | _DAY)
    colours: dict[str, tuple[Colour, ...]] = {}
    shades: list[Shade] = []
    for name, usual in known.items():
        values = tuple(
            _shade(variables, _variable(name, number, len(usual)), shade)
            for number, shade in enumerate(usual, 1)
        )
        shades += values
        colours[name] = tuple(value.colour for value in values)
    fields = {
        name.replace("-", "_"): values if name in _GROUPS else values[0]
        for name, values in colours.items()
    }
    return Palette(dark=dark, shades=tuple(shades), **fields)  # type: ignore[arg-type]


def _readable_inks(variables: Mapping[str, str]) -> dict[str, str]:
    """Colours of a theme for texts that may be too bright or too dark for its own ground."""
    inks = {}
    for name in (_THEME_COLOURS[role] for role in ("gain", "loss", "accent", "primary")):
        try:
            ink = parse(str(variables[name])[:7])
            ground = parse(str(variables[_THEME_COLOURS["ground"]])[:7])
        except (KeyError, ValueError):
            continue
        inks[name] = as_hex(readable(ink, ground))
    return inks


def _variable(name: str, number: int, count: int) -> str:
    """The theme variable of a colour: `seat-3`, `paper`."""
    if name in _THEME_COLOURS:
        return _THEME_COLOURS[name]
    return f"{name}-{number}" if count > 1 else name


def _shade(variables: Mapping[str, str], variable: str, usual: Shade) -> Shade:
    """The colour of a variable, or the usual one. Another colour has no index of its own."""
    try:
        colour = parse(str(variables.get(variable, ""))[:7])
    except ValueError:
        return usual
    return usual if colour == usual.colour else Shade(colour, -1, usual.ansi)
