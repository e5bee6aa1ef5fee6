"""The physical game: the thirty tiles and the boards of hexagons that they make up.

Cells are in axial coordinates (q, r). Cell `7 * tile + k` is the centre of a tile (k = 0) or its
rim cell `k - 1`, tiles in the order of (u, v).
"""

from __future__ import annotations

from functools import cache
from typing import Final

COLOURS: Final = ("white", "black", "purple", "red", "yellow")
COLOUR_LETTERS: Final = "wbpry"
CATEGORIES: Final = "ABCDEF"
CATEGORY_SIZE: Final = 5
"""Tiles in a category."""
TILE_NAMES: Final = tuple(
    f"{letter}{index}" for letter in CATEGORIES for index in range(CATEGORY_SIZE)
)
PLACES: Final[tuple[str, ...]] = ("centre", "0", "1", "2", "3", "4", "5")
PLAIN: Final = 5
"""The colour of a cell without a caravanserai."""

Tile = tuple[int, int, int, int]
"""Place and colour of the first caravanserai cell, place and colour of the second. Place 0 is the
centre, place k + 1 the rim cell k before the tile is turned."""


# Tiles


def turned(tile: Tile, turn: int) -> Tile:
    """A tile after `turn` sixths of a full turn: rim cell k moves to k + turn (mod 6)."""
    first, colour, second, other = tile
    if first:
        first = (first - 1 + turn) % 6 + 1
    if second:
        second = (second - 1 + turn) % 6 + 1
    return first, colour, second, other


# Boards

DIRECTIONS: Final = ("E", "NE", "NW", "W", "SW", "SE")
STEPS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))

CORES: Final = (
    ((0, 0),),
    ((0, 0), (1, 0)),
    ((0, 0), (1, 0), (0, 1)),
    ((0, 0), (1, 0), (0, 1), (1, 1)),
)
"""The core tiles (u, v) of the four boards."""

CORE: Final = 0
INTERMEDIATE: Final = 1
OUTER: Final = 2


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
