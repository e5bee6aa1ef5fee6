"""Reading msgpack that anybody may have written: bounded before anything is built.

The unpacker of the library makes room for as many items as a header claims and goes a thousand
levels deep. So the bytes are looked through first, in one pass that builds nothing.
"""

from __future__ import annotations

from typing import Any

import msgpack

DEEPEST = 64
"""Containers inside containers; no data of ours comes near."""


class StrictError(ValueError):
    """These bytes are not what we write; the text says why, in a few words."""


def _table() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """For each first byte: how many bytes follow at once, and how many of these are a length."""
    follow = [0] * 256
    length = [0] * 256
    for byte, width in ((0xC4, 1), (0xC5, 2), (0xC6, 4), (0xD9, 1), (0xDA, 2), (0xDB, 4)):
        length[byte] = width
    for byte, width in ((0xDC, 2), (0xDD, 4), (0xDE, 2), (0xDF, 4)):
        length[byte] = width
    for byte, width in ((0xCA, 4), (0xCB, 8), (0xCC, 1), (0xCD, 2), (0xCE, 4), (0xCF, 8)):
        follow[byte] = width
    for byte, width in ((0xD0, 1), (0xD1, 2), (0xD2, 4), (0xD3, 8)):
        follow[byte] = width
    for byte in range(0xA0, 0xC0):
        follow[byte] = byte & 0x1F
    return tuple(follow), tuple(length)


_FOLLOW, _LENGTH = _table()
_NEVER = frozenset((0xC1, 0xC7, 0xC8, 0xC9, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8))
"""The unused byte and the extension types: we write none."""


def scan(data: bytes, start: int = 0, deepest: int = DEEPEST) -> int:
    """Where the one value that begins at `start` ends.

    Raises StrictError if it is not whole, nested too deep, claims more items than bytes are left,
    has an extension type or a key that is no text. Time and memory are bounded by the length.
    """
    end = len(data)
    at = start
    follow, length, never = _FOLLOW, _LENGTH, _NEVER
    left = 1  # items still to come in the container that is being read
    keyed = False  # it is a map: an even number left means that a key is next
    above: list[tuple[int, bool]] = []
    owed = 0  # items still to come in the containers above
    while True:
        while left == 0:
            if not above:
                return at
            left, keyed = above.pop()
            owed -= left
        if at >= end:
            raise StrictError("it is cut off")
        byte = data[at]
        at += 1
        if keyed and not left & 1 and not (0xA0 <= byte < 0xC0 or 0xD9 <= byte <= 0xDB):
            raise StrictError("a key is no text")
        left -= 1
        if byte < 0x80 or byte >= 0xE0:
            continue
        if byte in never:
            raise StrictError("it has a type that is not used")
        if byte < 0xA0:
            many = byte & 0x0F
            mapping = byte < 0x90
        else:
            width = length[byte]
            if not width:
                at += follow[byte]
                continue
            if at + width > end:
                raise StrictError("it is cut off")
            many = int.from_bytes(data[at : at + width], "big")
            at += width
            if byte < 0xDC:
                at += many
                continue
            mapping = byte >= 0xDE
        if mapping:
            many *= 2
        if many + left + owed > end - at:
            raise StrictError("it is cut off")
        if len(above) >= deepest:
            raise StrictError("it is nested too deep")
        above.append((left, keyed))
        owed += left
        left, keyed = many, mapping


def unpack(data: bytes, largest: int, deepest: int = DEEPEST) -> Any:
    """The plain value that these bytes are: None, bool, int, float, str, bytes, list, dict of str.

    Raises StrictError for anything else, within time and memory bounded by `largest` bytes.
    """
    if len(data) > largest:
        raise StrictError(f"it is larger than {largest} bytes")
    if scan(data, 0, deepest) != len(data):
        raise StrictError("something follows its end")
    try:
        return msgpack.unpackb(data, raw=False, strict_map_key=True)
    except (ValueError, TypeError, msgpack.UnpackException) as error:
        raise StrictError(f"it cannot be read: {type(error).__name__}") from None
