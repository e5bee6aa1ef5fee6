"""Small sets of ints as bit masks: bit n is set where n is a member."""

from __future__ import annotations

from collections.abc import Iterable


def members(mask: int) -> list[int]:
    """The members of a mask, ascending."""
    numbers = []
    while mask:
        lowest = mask & -mask
        numbers.append(lowest.bit_length() - 1)
        mask ^= lowest
    return numbers


def mask_of(members: Iterable[int]) -> int:
    """The mask of these members."""
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask
