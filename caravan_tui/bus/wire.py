"""Messages as bytes, and what a stranger's bytes may be.

On a stream each frame is four bytes of length, then the msgpack of a list: a word and its
arguments. From the client: `hello token`, `subscribe n topics`, `unsubscribe n`, `publish topic
message`, `request n topic seconds message`, `serve topic`, `unserve topic`, `answer n message`,
`alive`. From the server: `welcome`, `deliver n message`, `answer n message`, `invoke n topic
message`, `ended n`, `no text`, `alive`.

The msgpack library reads and writes the bytes, msgspec checks what they hold against the types in
`messages.py`. Neither minds a header that claims four billion items, so a stranger's bytes are
looked through first, in one pass that builds nothing (`scan`).
"""

from __future__ import annotations

import asyncio
import struct
import typing
from typing import Any

import msgpack
import msgspec

from caravan_tui.bus.fields import Base
from caravan_tui.bus.messages import Message, Position
from caravan_tui.games import registry

LARGEST = 8 << 20
"""Bytes of a message that a table host sends; what a client may send is far less."""

DEEPEST = 64
"""Containers inside containers; no data of ours comes near."""

LENGTH = struct.Struct(">I")


KINDS: dict[str, type[Base]] = {kind.__name__: kind for kind in typing.get_args(Message)}
"""The classes of all messages by their `type` on the wire."""


class WireError(ValueError):
    """These bytes are not what we write. The text says why, in a few words."""


# Messages


def to_plain(message: Any) -> Any:
    """A message as plain data for msgpack: a dict of its fields and its `type`.

    Raises WireError if it holds what is no plain data.
    """
    try:
        return msgspec.to_builtins(message, builtin_types=(bytes,))
    except (TypeError, ValueError) as error:
        raise WireError(str(error)) from None


def from_plain(plain: Any) -> Message:
    """The message back, its fields checked by their types. Raises WireError."""
    kind = KINDS.get(str(plain.get("type"))) if type(plain) is dict else None
    if kind is None:
        raise WireError("no message")
    try:  # to one class: for a union msgspec would look up all of them again with every call
        message: Any = msgspec.convert(plain, kind, builtin_types=(bytes,))
        if isinstance(message, Position) and message.events:
            game = registry.get(str(message.view.get("game")))
            message = msgspec.structs.replace(message, events=game.read_events(message.events))
    except (ValueError, TypeError, RecursionError) as error:  # msgspec's and the registry's
        raise WireError(f"{kind.__name__}: {str(error)[:80]}") from None
    checked: Message = message
    return checked


def encode(message: Message) -> bytes:
    """A message as bytes. Raises WireError if it holds what msgpack cannot."""
    return _packed(message)


def decode(data: bytes, largest: int = LARGEST) -> Message:
    """The message that these bytes are. Raises WireError for anything else."""
    return from_plain(unpack(data, largest))


def _packed(value: Any) -> bytes:
    try:
        data: bytes = msgpack.packb(value, default=to_plain)
    except (TypeError, ValueError, OverflowError) as error:
        raise WireError(str(error)[:100]) from None
    return data


# Frames


def pack(*items: Any) -> bytes:
    """A frame of these items: plain data and messages. Raises WireError for anything else."""
    body = _packed(items)
    return LENGTH.pack(len(body)) + body


async def read(
    stream: asyncio.StreamReader, largest: int, patience: float, trusted: bool = False
) -> list[Any]:
    """The next frame: a word and its arguments, messages as plain data.

    Waits without limit for a frame to begin; once begun it has `patience` seconds. `trusted`: the
    other end is our own server, so the bytes are not scanned first. Raises WireError if the frame
    is larger than `largest` bytes, comes too slowly, ends half-way or is not what `pack` makes;
    EOFError if the stream ends between two frames.
    """
    first = await stream.read(1)
    if not first:
        raise EOFError
    try:
        async with asyncio.timeout(patience):
            (length,) = LENGTH.unpack(first + await stream.readexactly(LENGTH.size - 1))
            if length > largest:
                raise WireError(f"a frame of {length} bytes")
            body = await stream.readexactly(length)
    except TimeoutError:
        raise WireError("a frame that does not end") from None
    except asyncio.IncompleteReadError:
        raise WireError("a frame that is cut off") from None
    items = _unpacked(body) if trusted else unpack(body, largest)
    if type(items) is not list or not items or type(items[0]) is not str:
        raise WireError("no frame")
    return items


# Bytes


def unpack(data: bytes, largest: int, deepest: int = DEEPEST) -> Any:
    """The plain value that these bytes are: None, bool, int, float, str, bytes, list, dict of str.

    Raises WireError for anything else, within time and memory bounded by `largest` bytes.
    """
    if len(data) > largest:
        raise WireError(f"it is larger than {largest} bytes")
    if scan(data, 0, deepest) != len(data):
        raise WireError("something follows its end")
    return _unpacked(data)


def _unpacked(data: bytes) -> Any:
    try:
        return msgpack.unpackb(data, raw=False, strict_map_key=True)
    except (ValueError, TypeError, msgpack.UnpackException) as error:
        raise WireError(f"it cannot be read: {type(error).__name__}") from None


def _tables() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """By the first byte of a value: how many bytes follow, and the width of a length after it."""
    follow, width = [0] * 256, [0] * 256
    for byte in range(0xA0, 0xC0):
        follow[byte] = byte & 0x1F
    for first, sizes in ((0xCA, [4, 8]), (0xCC, [1, 2, 4, 8]), (0xD0, [1, 2, 4, 8])):
        follow[first : first + len(sizes)] = sizes
    for first, sizes in ((0xC4, [1, 2, 4]), (0xD9, [1, 2, 4]), (0xDC, [2, 4]), (0xDE, [2, 4])):
        width[first : first + len(sizes)] = sizes
    return tuple(follow), tuple(width)


_FOLLOW, _WIDTH = _tables()
_UNUSED = frozenset((0xC1, 0xC7, 0xC8, 0xC9, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8))
"""The byte without a meaning and the extension types: we write none."""


def scan(data: bytes, start: int = 0, deepest: int = DEEPEST) -> int:
    """Where the one value that begins at `start` ends.

    Raises WireError if it is not whole, nested more than `deepest` containers deep, claims more
    items than bytes are left, has an extension type or a key that is no text. Takes time and
    memory bounded by the length of the data.
    """
    end = len(data)
    place = start
    follow, widths, unused = _FOLLOW, _WIDTH, _UNUSED
    left = 1  # items still to come in the container that is being read
    keyed = False  # it is a map: an even number left means that a key is next
    above: list[tuple[int, bool]] = []
    owed = 0  # items still to come in the containers above
    while True:
        while left == 0:
            if not above:
                return place
            left, keyed = above.pop()
            owed -= left
        if place >= end:
            raise WireError("it is cut off")
        byte = data[place]
        place += 1
        if keyed and not left & 1 and not (0xA0 <= byte < 0xC0 or 0xD9 <= byte <= 0xDB):
            raise WireError("a key is no text")
        left -= 1
        if byte < 0x80 or byte >= 0xE0:
            continue
        if byte in unused:
            raise WireError("it has a type that is not used")
        if byte < 0xA0:
            items = byte & 0x0F
            is_map = byte < 0x90
        else:
            width = widths[byte]
            if not width:
                place += follow[byte]
                continue
            if place + width > end:
                raise WireError("it is cut off")
            items = int.from_bytes(data[place : place + width], "big")
            place += width
            if byte < 0xDC:  # text or bytes
                place += items
                continue
            is_map = byte >= 0xDE
        if is_map:
            items *= 2
        if items + left + owed > end - place:
            raise WireError("it is cut off")
        if len(above) >= deepest:
            raise WireError("it is nested too deep")
        above.append((left, keyed))
        owed += left
        left, keyed = items, is_map
