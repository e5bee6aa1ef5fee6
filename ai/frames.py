"""What host and worker say to each other: msgpack with its length in front."""

from __future__ import annotations

from typing import Any

import msgpack

HEAD = 4
"""Bytes of the length, big-endian."""

LARGEST = 1 << 24
"""Bytes of one message; a longer one means that the other side talks nonsense."""


class FrameError(ValueError):
    """The other side sent something that is no message."""


def pack(message: dict[str, Any]) -> bytes:
    """The bytes of a message."""
    body: bytes = msgpack.packb(message, use_bin_type=True)
    return len(body).to_bytes(HEAD, "big") + body


class Reader:
    """Takes bytes as they come and gives whole messages."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def feed(self, data: bytes) -> list[dict[str, Any]]:
        """The messages that are complete now. Raises FrameError."""
        waiting = self._bytes
        waiting += data
        messages: list[dict[str, Any]] = []
        while len(waiting) >= HEAD:
            length = int.from_bytes(waiting[:HEAD], "big")
            if length > LARGEST:
                raise FrameError(f"a message of {length} bytes")
            if len(waiting) < HEAD + length:
                break
            try:
                message = msgpack.unpackb(bytes(waiting[HEAD : HEAD + length]), raw=False)
            except (ValueError, msgpack.UnpackException) as wrong:
                raise FrameError(str(wrong)) from None
            if not isinstance(message, dict):
                raise FrameError("a message that is no mapping")
            messages.append(message)
            del waiting[: HEAD + length]
        return messages
