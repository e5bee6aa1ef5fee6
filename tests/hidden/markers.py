"""What hidden facts look like as bytes, in every way in which this project writes facts."""

from __future__ import annotations

import base64
import json
import re
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgpack

from caravan_tui.games.contract import Game, State

LEAST = 1 << 23
"""Smaller numbers come up by chance: their bytes prove nothing."""

LEAST_ITEMS = 6
"""So do the bytes of shorter lists."""

LEAST_CARDS = 4
"""A set of fewer cards may have been seen in another hand: it proves nothing."""

WORLDS = 2
"""Imagined worlds that show what a seat knows: it is the same in all of them."""


def forms(number: int) -> dict[str, bytes]:
    """A large number as bytes, by the name of the encoding."""
    size = (number.bit_length() + 7) // 8
    wide = max(8, size)
    big, little = number.to_bytes(wide, "big"), number.to_bytes(wide, "little")
    short = number.to_bytes(size, "big")
    encodings = {
        "msgpack": msgpack.packb(number)[1:],
        "big-endian": short,
        "little-endian": short[::-1],
        "decimal": str(number).encode(),
        "decimal in groups": f"{number:,}".encode(),
        "decimal in groups, French": f"{number:,}".replace(",", "\u202f").encode(),
        "hexadecimal": f"{number:x}".encode(),
        "HEXADECIMAL": f"{number:X}".encode(),
        "varint": _varint(number),
        "JSON": json.dumps(number).encode(),
        "float": struct.pack(">d", float(number)),
        "float, little-endian": struct.pack("<d", float(number)),
        "UTF-16": str(number).encode("utf-16-le"),
    }
    for name, raw in (("big", big), ("little", little)):
        for shift in range(3):  # wherever it stands in what was encoded
            inner = base64.b64encode(b"\0" * shift + raw)[4 if shift else 0 :]
            text = inner.rstrip(b"=")[:-1]
            encodings[f"base64 of {name}-endian, {shift}"] = text
            encodings[f"base64url of {name}-endian, {shift}"] = text.translate(_URL)
    return encodings


_URL = bytes.maketrans(b"+/", b"-_")


def _varint(number: int) -> bytes:
    parts = bytearray()
    while number >= 0x80:
        parts.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*parts, number])


def row_form(values: list[int]) -> bytes:
    """A list of numbers as msgpack has it within a longer list."""
    return b"".join(msgpack.packb(value) for value in values)


_STREAM = re.compile(rb"\x78[\x01\x5e\x9c\xda]|\x1f\x8b\x08")


def layers(data: bytes) -> Iterator[bytes]:
    """The bytes, and whatever is deflated in them."""
    yield data
    for start in _STREAM.finditer(data):
        unpacker = zlib.decompressobj(47)  # zlib or gzip, by its header
        try:
            inner = unpacker.decompress(data[start.start() :], 1 << 22)
        except zlib.error:
            continue
        if len(inner) >= 4:
            yield inner


def search(data: bytes, wanted: Mapping[str, bytes]) -> list[str]:
    """The names of the forms that are somewhere in these bytes."""
    return [name for layer in layers(data) for name, form in wanted.items() if form in layer]


def search_files(
    folder: Path, wanted: Mapping[str, bytes], leave_out: Iterable[str] = ()
) -> list[str]:
    """Files below a folder that have one of the forms, or are named after one."""
    places = []
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if any(name == left or name.startswith(f"{left}/") for left in leave_out):
            continue
        data = name.encode() + b"\n" + (path.read_bytes() if path.is_file() else b"")
        places += [f"{name}: {form}" for form in search(data, wanted)]
    return places


def numbers(value: Any) -> Iterator[int]:
    """All numbers in plain data."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from numbers(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from numbers(inner)
    elif type(value) is int:
        yield value


def hidden_forms(game: Game[Any], state: State, seat: int | None) -> dict[str, bytes]:
    """Large numbers of a position that a seat cannot know: hands and piles as sets of bits, and
    each as a list of what is in it. A number that the seat would imagine is known to it."""
    large = {number for number in numbers(game.encode(state)) if number >= LEAST}
    view = game.view(state, seat)
    large -= set(numbers(view))
    for number in range(WORLDS):
        if large:
            large -= set(numbers(game.encode(game.determinize(view, Random(number)))))
    hidden: dict[str, bytes] = {}
    for number in large:
        if number.bit_count() < LEAST_CARDS:
            continue
        hidden[f"{number}"] = msgpack.packb(number)
        hidden[f"{number} in decimals"] = str(number).encode()
        items = [bit for bit in range(number.bit_length()) if number >> bit & 1]
        if len(items) >= LEAST_ITEMS:
            hidden[f"{number} as a list"] = row_form(items)
    return hidden
