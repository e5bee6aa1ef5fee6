"""Sprites: pictures of a few pixels, kept as small text files.

A file begins with its legend, one line for each letter and the name of its colour, such as
`t seat`; after an empty line come the rows, one character a pixel, a dot for nothing:

    a body

    .......aa
    ..aa...a.
    .aaaa.aa.
    aaaaaaa..
    a.a.a.a..
"""

from __future__ import annotations

from functools import cache
from importlib import resources

from attrs import frozen

HOLE = ""
"""The name of a pixel that is nothing."""


@frozen
class Sprite:
    """A picture: the name of the colour of each pixel, row by row."""

    rows: tuple[tuple[str, ...], ...]

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
        wide = (tuple(name for name in row for _twice in (0, 1)) for row in self.rows)
        return Sprite(tuple(row for row in wide for _twice in (0, 1)))


def parse_sprite(text: str) -> Sprite:
    """The sprite in the text of a file.

    Raises ValueError for a letter without a colour, or for rows of different lengths.
    """
    head, _gap, picture = text.strip().partition("\n\n")
    legend = {".": HOLE}
    for line in head.splitlines():
        letter, _space, name = line.partition(" ")
        legend[letter] = name.strip()
    lines = picture.split()
    if not lines or len({len(line) for line in lines}) > 1:
        raise ValueError("a sprite has rows of one length")
    unknown = {letter for line in lines for letter in line} - legend.keys()
    if unknown:
        raise ValueError(f"a sprite has no colour for {', '.join(sorted(unknown))}")
    return Sprite(tuple(tuple(legend[letter] for letter in line) for line in lines))


@cache
def sprite(name: str, package: str = "caravan_tui.widgets.drawing") -> Sprite:
    """The sprite `sprites/<name>.txt` of a package. Raises FileNotFoundError or ValueError."""
    file = resources.files(package) / "sprites" / f"{name}.txt"
    return parse_sprite(file.read_text("utf-8"))
