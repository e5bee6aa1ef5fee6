"""What the messages of the bus are made of: their base, and types with bounds.

Most messages may come from a process that talks to a stranger, so what they hold is bounded here,
where it is read. Nothing is checked when a message is made in this process.
"""

from __future__ import annotations

from typing import Annotated, Any
from uuid import uuid4

import msgspec
from msgspec import Meta


class Base(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag=True):
    """The base of all messages. `type`, on the wire, is the name of the class."""


Id = Annotated[str, Meta(max_length=64)]
"""Of a match, a request or a search; a match may also be named by its code."""

SeatNumber = Annotated[int, Meta(ge=-1, le=63)]
"""A seat, from 0; whether it exists is checked where it matters."""

Count = Annotated[int, Meta(ge=-1, le=1 << 53)]
"""A version, a number of iterations, seconds."""

Moves = Annotated[list[Count], Meta(max_length=64)]
"""Some actions of one decision."""

Name = Annotated[str, Meta(max_length=200)]
"""Of a game, a level, a person."""

Talk = Annotated[str, Meta(max_length=1 << 16)]
"""What somebody says, before it is cleaned and cut."""

Seconds = Annotated[float, Meta(ge=0.0, le=86_400.0)]

Names = Annotated[list[Name], Meta(max_length=64)]

Options = Annotated[dict[Name, bool | int | Name], Meta(max_length=100)]
"""Game options that somebody wants."""

ViewBytes = Annotated[bytes, Meta(max_length=1 << 20)]
"""The msgpack of a view."""


def new_id() -> str:
    """The id of a new request, which its answer repeats."""
    return uuid4().hex


def fresh_id() -> Any:
    """The default of an `id`: a new one for each message."""
    return msgspec.field(default_factory=new_id)
