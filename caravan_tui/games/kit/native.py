"""Built-in functions written out, for compiled code: there, a call of a built-in one boxes every
number. Interpreted, the built-in ones take the place of these, as they are faster."""

from __future__ import annotations

from bisect import bisect_left

from mypy_extensions import i64


def size(mask: int) -> int:
    """The number of members of a mask."""
    if mask >> 60:
        return size(mask >> 60) + size(mask & (1 << 60) - 1)
    bits: i64 = mask
    bits -= bits >> 1 & 0x0555555555555555  # numbers of more than 62 bits would be objects
    bits = (bits & 0x0333333333333333) + (bits >> 2 & 0x0333333333333333)
    bits = bits + (bits >> 4) & 0x0F0F0F0F0F0F0F0F
    return bits * 0x0101010101010101 >> 56 & 127


def first_from(row: list[int], value: int, low: int = 0) -> int:
    """The place of the first entry of a sorted list that is not below a value, from `low` on."""
    first: i64 = low
    high: i64 = len(row)
    while first < high:
        middle = first + high >> 1
        if row[middle] < value:
            first = middle + 1
        else:
            high = middle
    return first


if __file__.endswith(".py"):
    globals().update(size=int.bit_count, first_from=bisect_left)
