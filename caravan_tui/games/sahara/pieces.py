"""The 7 × 7 desert: spaces, goods, chains, and a board with its numbered spaces and cities.

A space is an int 0..48, `row * 7 + column` from the top left; a set of spaces is a bit mask.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

SIZE: Final = 7
SPACES: Final = SIZE * SIZE
SUPPLY: Final = SPACES
"""In place of a space: a camel that has not been placed."""

GOODS: Final[tuple[str, ...]] = (
    "meat", "swords", "salt", "hides", "ivory", "cloth", "gems", "paper",
)  # fmt: skip
"""By good: its name in files and notation. Four common goods, then four rare ones."""
COMMON: Final = 4
"""Goods below this number are common."""
VALUES: Final = (3, 3, 3, 3, 6, 6, 6, 6)
"""By good: the points for delivering it."""


NAMES: Final = tuple(f"{'abcdefg'[space % SIZE]}{space // SIZE + 1}" for space in range(SPACES))
SPACE_OF_NAME: Final = {name: space for space, name in enumerate(NAMES)}

_NOT_FIRST: Final = sum(1 << space for space in range(SPACES) if space % SIZE)
_NOT_LAST: Final = sum(1 << space for space in range(SPACES) if space % SIZE != SIZE - 1)

STEPS: Final = tuple(
    tuple(abs(a // SIZE - b // SIZE) + abs(a % SIZE - b % SIZE) for b in range(SPACES))
    for a in range(SPACES)
)
"""Orthogonal steps from one space to another."""


def chain(space: int, camels: int) -> int:
    """The spaces of `camels` connected to `space` by orthogonal steps, and `space` itself (S-1)."""
    reached = 1 << space
    while True:
        grown = reached | (
            camels
            & (
                reached << SIZE
                | reached >> SIZE
                | (reached & _NOT_LAST) << 1
                | (reached & _NOT_FIRST) >> 1
            )
        )
        if grown == reached:
            return reached
        reached = grown


class Desert:
    """A board: where the numbered spaces and the cities are. Immutable."""

    __slots__ = ("city", "demand", "is_custom", "names", "numbered", "slot")

    def __init__(
        self,
        numbered: Sequence[int],
        demand: Sequence[int],
        cities: Sequence[int],
        names: Sequence[str],
        is_custom: bool = False,
    ) -> None:
        self.numbered = tuple(numbered)
        """The space of each number; number 1 is at index 0, a *slot*."""
        self.demand = tuple(demand)
        """By slot: its demand markers at the start, 0 or 1."""
        self.city = tuple(cities)
        """By good: the space of its city."""
        self.names = tuple(names)
        """By good: the name of its city."""
        self.is_custom = is_custom
        """Whether this is the user's board instead of the built-in one."""
        slot = [-1] * (SPACES + 1)
        for index, space in enumerate(self.numbered):
            slot[space] = index
        self.slot = tuple(slot)
        """By space: its slot, -1 none."""
