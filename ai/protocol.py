"""What the pool and its workers send each other over their pipes.

To a worker: `Prepare` before the first search in a game, `SearchRequest` or `ThinkAhead`, and
`Stop` to have it end. From a worker: `Ready` once, then for each request `Progress` every so often
and at the end `Progress` with `is_last`, or `Failed`.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from ai.search import RootTable
from caravan_tui.bus.messages import SearchRequest


class Prepare(msgspec.Struct, frozen=True, tag=True):
    """Searches like this will follow: what they need shall be loaded."""

    game: str
    style: str | None
    level: str


class ThinkAhead(msgspec.Struct, frozen=True, tag=True):
    """Search on while another seat is to act in the view; what is learned waits for the decision
    of the view's own seat."""

    request: SearchRequest


class Stop(msgspec.Struct, frozen=True, tag=True):
    """The search with this id shall end at once with what it has."""

    id: str


class Ready(msgspec.Struct, frozen=True, tag=True):
    """The worker can search."""


class Progress(msgspec.Struct, frozen=True, tag=True):
    """What a search knows so far."""

    id: str
    done: float
    """Share of the iterations that were asked for, 0..1."""
    table: RootTable
    is_last: bool = False


class Failed(msgspec.Struct, frozen=True, tag=True):
    """A search ended without an answer."""

    id: str
    error: str


Command = SearchRequest | ThinkAhead | Prepare | Stop
Report = Ready | Progress | Failed

encode: Callable[[Command | Report], bytes] = msgspec.msgpack.Encoder().encode
"""The bytes of a message."""

command: Callable[[bytes], Command] = msgspec.msgpack.Decoder(Command).decode
"""What the pool has sent. Raises msgspec.MsgspecError."""

report: Callable[[bytes], Report] = msgspec.msgpack.Decoder(Report).decode
"""What a worker has sent. Raises msgspec.MsgspecError."""
