"""How a terminal is connected to a match."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from attrs import define, field

from caravan_tui.bus.base import Bus
from caravan_tui.bus.lobby_messages import Clock
from caravan_tui.bus.messages import Chat
from caravan_tui.widgets.log import Line


@define
class Link:
    """How this terminal is connected to a match."""

    bus: Bus
    match: str
    game: str
    names: Sequence[str]
    kinds: Sequence[str]
    """`person` or a level, a seat each."""
    mine: list[int]
    """The seats of the people at this terminal; none: a spectator."""
    close: Callable[[], Awaitable[None]] | None = None
    """Called when the table is left."""
    again: Callable[[], Awaitable[Link]] | None = None
    """Makes the same match anew, with the same deal."""
    fresh: Callable[[], Awaitable[Link]] | None = None
    """Makes a match with the same seats and options, and a new deal."""
    back: str = ""
    """The place of the host to which who leaves comes; empty: home."""
    kept: bool = True
    """Whether the match is among one's own saved ones once it is over, to be looked back at."""
    hints: bool = True
    """Whether hints are given at the table."""
    clock: Clock | None = None
    """What the seat to act had left when the table was come to, where there is a clock."""
    lines: dict[int | None, list[Line]] = field(factory=dict)
    talk: list[Chat] = field(factory=list)
    """What was said at the table."""
