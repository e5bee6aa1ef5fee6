"""Frames on a stream: four bytes of length, then msgpack. And what stands in them.

A frame is a list of a word and its arguments. From the client: `hello token`, `hear n topics`,
`deaf n`, `say topic message`, `ask n topic seconds message`, `serve topic`, `rest topic`,
`answer n message`, `alive`. From the server: `welcome`, `told n message`, `answer n message`,
`do n topic message`, `ended n`, `no text`, `alive`.
"""

from __future__ import annotations

import asyncio
import struct
from typing import Any

import msgpack

from caravan_tui.bus import strict

LENGTH = struct.Struct(">I")


class FrameError(Exception):
    """What came is no frame of ours: the other end is to be cut off."""


def pack(*items: Any) -> bytes:
    """A frame of these items. Raises TypeError, ValueError or OverflowError if they are not plain
    data."""
    body: bytes = msgpack.packb(items)
    return LENGTH.pack(len(body)) + body


async def read(
    stream: asyncio.StreamReader, largest: int, patience: float, trusted: bool = False
) -> list[Any]:
    """The next frame, waited for as long as none begins; once begun it has `patience` seconds.

    Raises FrameError if it is larger than `largest` bytes, comes too slowly, ends half-way or is
    not what `pack` makes; EOFError if the stream ends between two frames. `trusted`: the other
    end is our own server, so its bytes are not looked through first.
    """
    first = await stream.read(1)
    if not first:
        raise EOFError
    try:
        async with asyncio.timeout(patience):
            head = first + await stream.readexactly(LENGTH.size - 1)
            (length,) = LENGTH.unpack(head)
            if length > largest:
                raise FrameError(f"a frame of {length} bytes")
            body = await stream.readexactly(length)
    except TimeoutError:
        raise FrameError("a frame that does not end") from None
    except asyncio.IncompleteReadError:
        raise FrameError("a frame that is cut off") from None
    try:
        items = msgpack.unpackb(body, raw=False) if trusted else strict.unpack(body, largest)
    except (ValueError, TypeError) as error:
        raise FrameError(f"no msgpack of ours: {error}") from None
    if type(items) is not list or not items or type(items[0]) is not str:
        raise FrameError("no frame")
    return items
