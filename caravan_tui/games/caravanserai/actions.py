"""The table of actions: every move of every actor as a small stable int. Append-only.

| range | action | actor |
|---|---|---|
| 0 to 5 | direction, in the order of `pieces.DIRECTIONS` | seat |
| 64 + 32 * colour + size | a block, size 1 to 31 | seat |
| 240 | a lying camel | seat |
| 241 | the camel that ends a placement | seat |
| 244 + seat | take a good from that seat | seat |
| 256 + cell | put a good on that cell | seat |
| 512 + cell | the first camel on that cell | seat |
| 1024 + category | a category is left out | chance |
| 1032 + tile | a tile is left out | chance |
| 1064 + seat | the first seat | chance |
| 1280 + cell | a good on that cell at the set-up | chance |
| 8192 + 256 * place + 8 * tile + turn | a tile is laid | chance |

Cells, tiles, colours and places are indices as in `pieces`.
"""

from __future__ import annotations

from typing import Final

BLOCK: Final = 64
LYING: Final = 240
CAMEL: Final = 241
TAKE: Final = 244
PUT: Final = 256
START: Final = 512
OUT_CATEGORY: Final = 1024
OUT_TILE: Final = 1032
FIRST: Final = 1064
GOOD: Final = 1280
TILE: Final = 8192


def block(colour: int, size: int) -> int:
    """A block of `size` goods."""
    return BLOCK + 32 * colour + size


def block_colour(action: int) -> int:
    """The colour of a block."""
    return (action - BLOCK) >> 5


def block_size(action: int) -> int:
    """The goods of a block."""
    return (action - BLOCK) & 31


def cell_of(action: int) -> int | None:
    """The cell of a first camel or of a good that is put, None of any other action of a seat."""
    return action % 256 if action >= PUT else None


def lay_tile(place: int, tile: int, turn: int) -> int:
    """A tile on a place of the board, turned by `turn` sixths."""
    return TILE + 256 * place + 8 * tile + turn


def laid_tile(action: int) -> tuple[int, int, int]:
    """Place, tile and turn of a laid tile."""
    action -= TILE
    return action >> 8, (action >> 3) & 31, action & 7
