"""The physical game: the thirty tiles and the boards of hexagons that they make up.

The tiles are read from `tiles.toml`, the user's own file or the plain data of a match. Cells are in
axial coordinates (q, r). Cell `7 * tile + k` is the centre of a tile (k = 0) or its rim cell
`k - 1`, tiles in the order of (u, v).
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from caravan_tui.games import custom_data as custom_files
from caravan_tui.games.caravanserai.spec import SPEC
from caravan_tui.games.custom_data import CustomDataError, Source

FILE = "tiles.toml"
COLOURS = ("white", "black", "purple", "red", "yellow")
COLOUR_LETTERS = "wbpry"
CATEGORIES = "ABCDEF"
CATEGORY_SIZE = 5
"""Tiles in a category."""
TILE_NAMES = tuple(f"{letter}{index}" for letter in CATEGORIES for index in range(CATEGORY_SIZE))
PLACES = ("centre", "0", "1", "2", "3", "4", "5")
PLAIN = 5
"""The colour of a cell without a caravanserai."""

Tile = tuple[int, int, int, int]
"""Place and colour of the first caravanserai cell, place and colour of the second. Place 0 is the
centre, place k + 1 the rim cell k before the tile is turned."""

_Place = Annotated[int, Meta(ge=0, lt=len(PLACES))]
_Colour = Annotated[int, Meta(ge=0, lt=PLAIN)]
_TwoCells = Annotated[list[Any], Meta(min_length=2, max_length=2)]
_Tiles = Annotated[
    tuple[tuple[_Place, _Colour, _Place, _Colour], ...],
    Meta(min_length=len(TILE_NAMES), max_length=len(TILE_NAMES)),
]


# Tiles


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


def turned(tile: Tile, turn: int) -> Tile:
    """A tile after `turn` sixths of a full turn: rim cell k moves to k + turn (mod 6)."""
    first, colour, second, other = tile
    if first:
        first = (first - 1 + turn) % 6 + 1
    if second:
        second = (second - 1 + turn) % 6 + 1
    return first, colour, second, other


# Boards

DIRECTIONS = ("E", "NE", "NW", "W", "SW", "SE")
STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))

CORES = (
    ((0, 0),),
    ((0, 0), (1, 0)),
    ((0, 0), (1, 0), (0, 1)),
    ((0, 0), (1, 0), (0, 1), (1, 1)),
)
"""The core tiles (u, v) of the four boards."""

CORE, INTERMEDIATE, OUTER = 0, 1, 2


def tile_distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Steps from tile to tile between two tiles."""
    u, v = a[0] - b[0], a[1] - b[1]
    return max(abs(u), abs(v), abs(u + v))


class Board:
    """One of the four boards, of 19, 24, 27 or 30 tiles, with the tables that make rules fast.

    Never changed once it is made, so all states share it. One more index, `cells`, is the cell off
    the board: tables lead to it, and it always counts as occupied.
    """

    __slots__ = (
        "cells",
        "distance",
        "index",
        "intermediate",
        "names",
        "neighbours",
        "q",
        "r",
        "rays",
        "ring",
        "tiles",
    )

    def __init__(self, core: tuple[tuple[int, int], ...]) -> None:
        self.tiles: list[tuple[int, int]] = sorted(
            (u, v)
            for u in range(-3, 5)
            for v in range(-3, 5)
            if min(tile_distance((u, v), c) for c in core) <= OUTER
        )
        self.ring = [min(tile_distance(tile, c) for c in core) for tile in self.tiles]
        self.intermediate = [place for place, ring in enumerate(self.ring) if ring == INTERMEDIATE]
        self.cells = 7 * len(self.tiles)
        self.q: list[int] = []
        self.r: list[int] = []
        for u, v in self.tiles:
            q, r = 2 * u - v, u + 3 * v
            for dq, dr in ((0, 0), *STEPS):
                self.q.append(q + dq)
                self.r.append(r + dr)
        coordinates = list(zip(self.q, self.r, strict=True))
        self.index = {(q, r): cell for cell, (q, r) in enumerate(coordinates)}
        self.names = [f"{q},{r}" for q, r in coordinates]
        self.neighbours: list[int] = [
            self.index.get((q + dq, r + dr), self.cells) for q, r in coordinates for dq, dr in STEPS
        ]
        """`neighbours[6 * cell + direction]`, the index off the board where there is none."""
        self.rays: list[tuple[int, ...]] = [
            self._ray(cell, direction) for cell in range(self.cells) for direction in range(6)
        ]
        """`rays[6 * cell + direction]`: the cells from there to the edge, nearest first."""
        self.distance: list[bytes] = [
            bytes(self._distance(a, b) for b in range(self.cells)) for a in range(self.cells)
        ]
        """`distance[a][b]`: steps from cell to cell on an empty board."""

    def _ray(self, cell: int, direction: int) -> tuple[int, ...]:
        cells = []
        cell = self.neighbours[6 * cell + direction]
        while cell != self.cells:
            cells.append(cell)
            cell = self.neighbours[6 * cell + direction]
        return tuple(cells)

    def _distance(self, a: int, b: int) -> int:
        q, r = self.q[a] - self.q[b], self.r[a] - self.r[b]
        return max(abs(q), abs(r), abs(q + r))

    def has_free_neighbour(self, occupied: bytearray, cell: int) -> bool:
        """Whether a neighbour of a cell is free."""
        return any(not occupied[near] for near in self.neighbours[6 * cell : 6 * cell + 6])

    def cell_of(self, name: str) -> int:
        """The cell with this notation. Raises KeyError if the board has none."""
        q, r = name.split(",")
        return self.index[int(q), int(r)]


@cache
def _board(number: int) -> Board:
    return Board(CORES[number])


def board_for(seats: int) -> Board:
    """The board of a match with this number of seats."""
    return _board((0, 0, 0, 1, 2, 3, 3)[seats])
