"""The table of actions: every decision and every draw as a small int.

| from | to | what |
|---|---|---|
| 0 | 0 | end the turn |
| 1 | 49 | lift an empty camel from space `action - 1` |
| 50 | 50 | lift a camel from the supply |
| 51 | 99 | set the lifted camel on space `action - 51` |
| 100 | 148 | pick up the good on space `action - 100` |
| 150 | 153 | chance: seat `action - 150` starts |
| 200 | 1767 | steal; `action - 200` is `(space * 4 + victim) * 8 + good` |
| 1800 | 2191 | chance: a good from the bag; `action - 1800` is `space * 8 + good` |
| 2200 | 40615 | move; `action - 2200` is `((source * 49 + target) * 8 + good) * 2 + under` |

Append only: saves and logs hold these numbers. `under` is 1 for a good that lies under its camel.
"""

from __future__ import annotations

from typing import Final

from caravan_tui.games.sahara.pieces import SPACES

END: Final = 0
LIFT: Final = 1
LIFT_SUPPLY: Final = LIFT + SPACES
SET: Final = 51
PICK: Final = 100
START: Final = 150
STEAL: Final = 200
GOOD: Final = 1800
MOVE: Final = 2200


def pack_steal(space: int, victim: int, good: int) -> int:
    """The theft of a good from a camel of `victim` on `space`."""
    return STEAL + (space * 4 + victim) * 8 + good


def unpack_steal(action: int) -> tuple[int, int, int]:
    """Space, victim, good."""
    rest = action - STEAL
    return rest >> 5, rest >> 3 & 3, rest & 7


def pack_good(space: int, good: int) -> int:
    """The chance that `good` comes from the bag onto `space`."""
    return GOOD + space * 8 + good


def unpack_good(action: int) -> tuple[int, int]:
    """Space, good."""
    rest = action - GOOD
    return rest >> 3, rest & 7


def pack_move(source: int, target: int, good: int, under: int) -> int:
    """A good from a camel on `source` to one on `target`."""
    return MOVE + ((source * SPACES + target) * 8 + good) * 2 + under


def unpack_move(action: int) -> tuple[int, int, int, int]:
    """Source, target, good, under."""
    rest = action - MOVE
    spaces = rest >> 4
    return spaces // SPACES, spaces % SPACES, rest >> 1 & 7, rest & 1
