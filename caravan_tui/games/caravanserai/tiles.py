"""The thirty tiles: read from `tiles.toml`, the user's own file or the plain data of a match."""

from __future__ import annotations

from functools import cache
from typing import Any

from caravan_tui.games import house
from caravan_tui.games.house import HouseError, Source

FILE = "tiles.toml"
GAME_ID = "caravanserai"
COLOURS = ("white", "black", "purple", "red", "yellow")
CATEGORIES = "ABCDEF"
A_CATEGORY = 5
"""Tiles in a category."""
TILE_NAMES = tuple(f"{letter}{index}" for letter in CATEGORIES for index in range(A_CATEGORY))
PLACES = ("centre", "0", "1", "2", "3", "4", "5")
PLAIN = 5
"""What a cell without a caravanserai has for a colour."""

Tile = tuple[int, int, int, int]
"""Place and colour of the first caravanserai cell, place and colour of the second. Place 0 is the
centre, place k + 1 the rim cell k before the tile is turned."""


def line_of_tile(source: Source, name: str) -> int | None:
    """The line (from 1) that defines a tile, None if no line begins with its name."""
    for number, line in enumerate(source.text.splitlines(), 1):
        if line.split("=")[0].strip().strip("\"'") == name:
            return number
    return None


def _cell(source: Source, name: str, text: Any) -> tuple[int, int]:
    line = line_of_tile(source, name)
    words = text.split() if isinstance(text, str) else []
    if len(words) != 2:
        raise HouseError(
            f"tile {name}: a cell is written as a place and a colour, like '0 red'", line
        )
    place, colour = words
    if place not in PLACES:
        raise HouseError(f"tile {name}: place '{place}' is none of {', '.join(PLACES)}", line)
    if colour not in COLOURS:
        raise HouseError(f"tile {name}: colour '{colour}' is none of {', '.join(COLOURS)}", line)
    return PLACES.index(place), COLOURS.index(colour)


def read(source: Source) -> tuple[Tile, ...]:
    """The tiles of a file, in the order of `TILE_NAMES`. Raises HouseError with line and reason."""
    table = source.data.get("tiles")
    if not isinstance(table, dict):
        raise HouseError("there is no table [tiles]", None)
    for key in source.data:
        if key != "tiles":
            raise HouseError(f"unknown table '{key}'; only [tiles] is read", source.line_of(key))
    for name in table:
        if name not in TILE_NAMES:
            raise HouseError(
                f"unknown tile '{name}'; the tiles are A0 to F4", line_of_tile(source, name)
            )
    found: list[Tile] = []
    for name in TILE_NAMES:
        if name not in table:
            raise HouseError(f"tile {name} is missing", source.line_of("[tiles]"))
        cells = table[name]
        if not isinstance(cells, list) or len(cells) != 2:
            raise HouseError(
                f"tile {name}: a tile has exactly two caravanserai cells",
                line_of_tile(source, name),
            )
        (first, colour), (second, other) = (_cell(source, name, cell) for cell in cells)
        if first == second:
            raise HouseError(
                f"tile {name}: both caravanserai cells are in the same place",
                line_of_tile(source, name),
            )
        found.append((first, colour, second, other))
    return tuple(found)


@cache
def built_in() -> tuple[Tile, ...]:
    """The project's own tiles."""
    return house.built_in(GAME_ID, FILE, read)


def of_user() -> tuple[tuple[Tile, ...] | None, str | None]:
    """The user's own tiles or None, and what is wrong with the file if it is refused."""
    return house.of_user(GAME_ID, FILE, read)


def plain(tiles: tuple[Tile, ...]) -> list[list[int]]:
    """Tiles as plain data for a record."""
    return [list(tile) for tile in tiles]


@cache
def _checked(flat: tuple[int, ...]) -> tuple[Tile, ...]:
    tiles = tuple((flat[at], flat[at + 1], flat[at + 2], flat[at + 3]) for at in range(0, 120, 4))
    for first, colour, second, other in tiles:
        fine = 0 <= first < 7 and 0 <= second < 7 and first != second
        if not (fine and 0 <= colour < PLAIN and 0 <= other < PLAIN):
            raise ValueError("the match's tiles are not valid")
    return tiles


def from_plain(data: Any) -> tuple[Tile, ...]:
    """Tiles from plain data, None being the built-in ones. Raises ValueError if it is not that."""
    if data is None:
        return built_in()
    try:
        flat = tuple(int(number) for tile in data for number in tile)
    except (TypeError, ValueError):
        raise ValueError("the match's tiles are not valid") from None
    if len(flat) != 4 * len(TILE_NAMES):
        raise ValueError("the match's tiles are not valid")
    return _checked(flat)


def turned(tile: Tile, turn: int) -> Tile:
    """A tile turned by so many sixths: rim cell k moves to k + turn (mod 6)."""
    first, colour, second, other = tile
    if first:
        first = (first - 1 + turn) % 6 + 1
    if second:
        second = (second - 1 + turn) % 6 + 1
    return first, colour, second, other
