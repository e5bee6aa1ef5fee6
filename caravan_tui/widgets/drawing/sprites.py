"""Sprites: pictures of a few pixels, kept as small text files.

A file begins with its legend, one line for each letter and the name of its colour, such as
`t seat`; after an empty line come the rows, one character a pixel, a dot for nothing:

    a body

    .......aa
    ..aa...a.
    .aaaa.aa.
    aaaaaaa..
    a.a.a.a..

Instead of a name the legend may have the colour itself, as `#rrggbb`, and behind it another one
for light themes. After another empty line may
come a sign of a few rows of characters, for terminals without pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib import resources

from msgspec import Struct

from caravan_tui.widgets.drawing.colours import Colour, parse

HOLE = ""
"""The name of a pixel that is nothing."""


class Sprite(Struct, frozen=True, cache_hash=True):
    """A picture: the name of the colour of each pixel, row by row."""

    rows: tuple[tuple[str, ...], ...]
    sign: tuple[str, ...] = ()
    """Rows of characters that stand for the picture where there are no pixels."""
    by_day: tuple[tuple[str, str], ...] = ()
    """Colours that the file itself has, and what they are in light themes."""

    def colours(self, dark: bool) -> dict[str, Colour]:
        """The colours that the file itself has, by their names, in dark themes or in light ones."""
        by_day = {} if dark else {name: parse(colour) for name, colour in self.by_day}
        return self.own_colours | by_day

    @property
    def own_colours(self) -> dict[str, Colour]:
        """The colours that the file itself has, by their names."""
        names = {name for row in self.rows for name in row}
        return {name: parse(name) for name in names if name.startswith("#")}

    @property
    def width(self) -> int:
        """Pixels across, which are columns."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Pixels down, two a row of cells."""
        return len(self.rows)

    def doubled(self) -> Sprite:
        """The picture with each pixel twice as wide and as high."""
        return _doubled(self)


@lru_cache(64)
def _doubled(picture: Sprite) -> Sprite:
    wide = (tuple(name for name in row for _twice in (0, 1)) for row in picture.rows)
    return Sprite(tuple(row for row in wide for _twice in (0, 1)))


Paint = tuple[tuple[str, Colour], ...]
"""The names of a sprite's colours, and what they are."""


@lru_cache(256)
def painted(
    sprite: Sprite, paint: Paint, mirrored: bool
) -> Sequence[tuple[int, int, list[Colour]]]:
    """The runs of pixels of a sprite in its colours: row, first column, and the colour of each."""
    colours = dict(paint)
    runs: list[tuple[int, int, list[Colour]]] = []
    for line, names in enumerate(sprite.rows):
        end = -1
        for column, name in enumerate(reversed(names) if mirrored else names):
            colour = colours.get(name)
            if colour is None:
                continue
            if column != end:
                runs.append((line, column, []))
            runs[-1][2].append(colour)
            end = column + 1
    return runs


def parse_sprite(text: str) -> Sprite:
    """The sprite in the text of a file.

    Raises ValueError for a letter without a colour, or for rows of different lengths.
    """
    head, _gap, rest = text.rstrip().partition("\n\n")
    picture, _gap, sign = rest.partition("\n\n")
    legend, by_day = {".": HOLE}, {}
    for line in head.splitlines():
        letter, _space, names = line.partition(" ")
        legend[letter], _space, light = names.strip().partition(" ")
        if light:
            by_day[legend[letter]] = light.strip()
    lines = picture.split()
    if not lines or len({len(line) for line in lines}) > 1:
        raise ValueError("a sprite has rows of one length")
    unknown = {letter for line in lines for letter in line} - legend.keys()
    if unknown:
        raise ValueError(f"a sprite has no colour for {', '.join(sorted(unknown))}")
    rows = tuple(tuple(legend[letter] for letter in line) for line in lines)
    return Sprite(rows, tuple(sign.splitlines()), tuple(by_day.items()))


@cache
def sprite(name: str, package: str = "caravan_tui.widgets.drawing") -> Sprite:
    """The sprite `sprites/<name>.txt` of a package. Raises FileNotFoundError or ValueError."""
    file = resources.files(package) / "sprites" / f"{name}.txt"
    return parse_sprite(file.read_text("utf-8"))
