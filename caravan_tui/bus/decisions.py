"""What a computer seat has to decide: only its newest position, and only while it may act."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import TracebackType

from caravan_tui.bus.messages import Position


class Decisions:
    """The decisions of one seat, newest only; an async iterator until the match is over.

    Gives the seat's position (without events) whenever it may decide or interrupt, and None when
    that has passed: another seat is to act, or the match is paused.
    """

    def __init__(self, seat: int, forget: Callable[[Decisions], None]) -> None:
        """`forget` is called once, when it is closed."""
        self.seat = seat
        self._forget = forget
        self._newest: Position | None = None
        self._has_ended = False
        self._is_closed = False
        self._changed = asyncio.Event()

    def put(self, position: Position | None) -> None:
        """Replace what was there; called by the table."""
        self._newest = position
        self._changed.set()

    def end(self) -> None:
        """There is nothing more to decide; called by the table."""
        self._has_ended = True
        self._changed.set()

    def __aiter__(self) -> Decisions:
        return self

    async def __anext__(self) -> Position | None:
        """The newest position, once it has changed."""
        await self._changed.wait()
        if self._has_ended:
            raise StopAsyncIteration
        self._changed.clear()
        return self._newest

    def close(self) -> None:
        """Get no more."""
        if not self._is_closed:
            self._is_closed = True
            self.end()
            self._forget(self)

    def __enter__(self) -> Decisions:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
