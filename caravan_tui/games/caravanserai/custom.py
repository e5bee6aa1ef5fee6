"""The tiles as plain data: the user's own, read from TOML and checked."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from caravan_tui.games import custom_data as custom_files
from caravan_tui.games.caravanserai.pieces import COLOURS, PLACES, PLAIN, TILE_NAMES, Tile
from caravan_tui.games.caravanserai.spec import SPEC
from caravan_tui.games.custom_data import CustomDataError, Source

FILE: Final = "tiles.toml"

_Place = Annotated[int, Meta(ge=0, lt=len(PLACES))]
_Colour = Annotated[int, Meta(ge=0, lt=PLAIN)]
_TwoCells = Annotated[list[Any], Meta(min_length=2, max_length=2)]
_Tiles = Annotated[
    tuple[tuple[_Place, _Colour, _Place, _Colour], ...],
    Meta(min_length=len(TILE_NAMES), max_length=len(TILE_NAMES)),
]


def line_of_tile(source: Source, name: str) -> int | None:
    """The line (from 1) that defines a tile, None if no line begins with its name."""
    for number, line in enumerate(source.text.splitlines(), 1):
        if line.split("=")[0].strip().strip("\"'") == name:
            return number
    return None


def _read_cell(source: Source, name: str, text: Any) -> tuple[int, int]:
    line = line_of_tile(source, name)
    words = text.split() if isinstance(text, str) else []
    if len(words) != 2:
        raise CustomDataError(
            f"tile {name}: a cell is written as a place and a colour, like '0 red'", line
        )
    place, colour = words
    if place not in PLACES:
        raise CustomDataError(
            f"tile {name}: place '{place}' is not one of {', '.join(PLACES)}", line
        )
    if colour not in COLOURS:
        raise CustomDataError(
            f"tile {name}: colour '{colour}' is not one of {', '.join(COLOURS)}", line
        )
    return PLACES.index(place), COLOURS.index(colour)


def read(source: Source) -> tuple[Tile, ...]:
    """The tiles of a file, in the order of `TILE_NAMES`. Raises CustomDataError."""
    table = custom_files.convert(
        source.data.get("tiles"), dict[str, Any], "there is no table [tiles]", None
    )
    for key in source.data:
        if key != "tiles":
            raise CustomDataError(
                f"unknown table '{key}'; only [tiles] is read", source.line_of(key)
            )
    for name in table:
        if name not in TILE_NAMES:
            raise CustomDataError(
                f"unknown tile '{name}'; the tiles are A0 to F4", line_of_tile(source, name)
            )
    tiles: list[Tile] = []
    for name in TILE_NAMES:
        if name not in table:
            raise CustomDataError(f"tile {name} is missing", source.line_of("[tiles]"))
        cells = table[name]
        custom_files.convert(
            cells,
            _TwoCells,
            f"tile {name}: a tile has exactly two caravanserai cells",
            line_of_tile(source, name),
        )
        (first, colour), (second, other) = (_read_cell(source, name, cell) for cell in cells)
        if first == second:
            raise CustomDataError(
                f"tile {name}: both caravanserai cells are in the same place",
                line_of_tile(source, name),
            )
        tiles.append((first, colour, second, other))
    return tuple(tiles)


@cache
def built_in() -> tuple[Tile, ...]:
    """The built-in tiles."""
    return custom_files.built_in(SPEC.id, FILE, read)


def custom_data() -> list[list[int]] | None:
    tiles = custom_files.of_user(SPEC.id, FILE, read)[0]
    return None if tiles is None else [list(tile) for tile in tiles]


def custom_notices() -> list[str]:
    notice = custom_files.of_user(SPEC.id, FILE, read)[1]
    return [] if notice is None else [notice]


def from_plain(custom: Any) -> tuple[Tile, ...]:
    """Tiles from what `custom_data` returned, the same object for the same tiles.

    Raises ValueError if it is anything else.
    """
    if custom is None:
        return built_in()
    try:
        return _checked(msgspec.convert(custom, _Tiles))
    except msgspec.ValidationError:
        raise ValueError("the match's tiles are not valid") from None


@lru_cache(maxsize=8)
def _checked(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    if any(first == second for first, _colour, second, _other in tiles):
        raise ValueError("the match's tiles are not valid")
    return tiles
