"""Hexagons: the boards of 19, 24, 27 and 30 tiles, and the tables that make rules fast.

Cells are in axial coordinates (q, r). Cell `7 * tile + k` is the centre of a tile (k = 0) or its
rim cell `k - 1`, tiles in the order of (u, v). One more index, `board.cells`, stands for whatever
lies off the board: tables lead to it, and it always counts as occupied.
"""

from __future__ import annotations

from functools import cache

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
    """Tile-steps between two tiles."""
    u, v = a[0] - b[0], a[1] - b[1]
    return max(abs(u), abs(v), abs(u + v))


class Board:
    """One of the four boards. Never changed after it is made, so it is shared by all states."""

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
        self.intermediate = [at for at, ring in enumerate(self.ring) if ring == INTERMEDIATE]
        self.cells = 7 * len(self.tiles)
        self.q: list[int] = []
        self.r: list[int] = []
        for u, v in self.tiles:
            q, r = 2 * u - v, u + 3 * v
            for dq, dr in ((0, 0), *STEPS):
                self.q.append(q + dq)
                self.r.append(r + dr)
        self.index = {(q, r): at for at, (q, r) in enumerate(zip(self.q, self.r, strict=True))}
        self.names = [f"{q},{r}" for q, r in zip(self.q, self.r, strict=True)]
        off = self.cells
        self.neighbours: list[int] = [
            self.index.get((self.q[at] + dq, self.r[at] + dr), off)
            for at in range(self.cells)
            for dq, dr in STEPS
        ]
        """`neighbours[6 * cell + direction]`, the off-board index where there is none."""
        self.rays: list[tuple[int, ...]] = [
            self._ray(at, way) for at in range(self.cells) for way in range(6)
        ]
        """`rays[6 * cell + direction]`: the cells from there to the edge, nearest first."""
        self.distance: list[bytes] = [
            bytes(self._distance(a, b) for b in range(self.cells)) for a in range(self.cells)
        ]
        """`distance[a][b]`: steps from cell to cell on an empty board."""

    def _ray(self, cell: int, way: int) -> tuple[int, ...]:
        found = []
        at = self.neighbours[6 * cell + way]
        while at != self.cells:
            found.append(at)
            at = self.neighbours[6 * at + way]
        return tuple(found)

    def _distance(self, a: int, b: int) -> int:
        q, r = self.q[a] - self.q[b], self.r[a] - self.r[b]
        return max(abs(q), abs(r), abs(q + r))

    def cell_of(self, name: str) -> int:
        """The cell with this notation. Raises KeyError if the board has none."""
        q, r = name.split(",")
        return self.index[int(q), int(r)]


@cache
def _board(number: int) -> Board:
    return Board(CORES[number])


def board_for(seats: int) -> Board:
    """The board of a match with so many seats."""
    return _board((0, 0, 0, 1, 2, 3, 3)[seats])
