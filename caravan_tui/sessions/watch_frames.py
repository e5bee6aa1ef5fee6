"""What the server and the process that draws a watched match say to each other."""

from __future__ import annotations

import msgspec

SIZE = (120, 34)
"""Columns and rows of the picture: the log is beside the board."""


class WatchedMatch(msgspec.Struct, frozen=True):
    """What the process draws."""

    match: str
    game: str
    names: list[str]
    kinds: list[str]
    delay: float
    """Seconds by which the picture is behind."""
    language: str


class Picture(msgspec.Struct, frozen=True):
    """What has changed since the last line."""

    rows: dict[int, str]
    """The elements of SVG of each row, by its number."""
    styles: str
    """The classes of all colours."""
