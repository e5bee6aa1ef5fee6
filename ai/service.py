"""Answers `ai.search` on the bus with the pool."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from ai.knowledge import UnknownStyleError
from ai.levels import UnknownLevelError
from ai.pool import Pool
from caravan_tui.bus.base import Bus
from caravan_tui.bus.messages import (
    SEARCH,
    Hurry,
    Message,
    Refused,
    Search,
    Thinking,
    table_topic,
)
from caravan_tui.games.registry import UnknownGameError

LONGEST = 60.0
"""Most seconds that a request gets, whatever it asks for."""


class SearchService:
    """The server of `ai.search`: answers Search with Found, obeys Hurry, and publishes Thinking on
    the table topic of the request's match."""

    def __init__(self, bus: Bus, pool: Pool) -> None:
        self._bus = bus
        self._pool = pool
        self._end: Callable[[], None] | None = None

    def start(self) -> None:
        """Serve from now on, and start the workers without waiting for them. Needs a running
        loop; to be called after the first frame."""
        if self._end is None:
            self._end = self._bus.serve(SEARCH, self._serve)
            self._pool.start()

    async def close(self) -> None:
        """Serve no longer and end the pool's workers."""
        if self._end is not None:
            self._end()
            self._end = None
        await self._pool.close()

    async def _serve(self, message: Message) -> Message | None:
        if isinstance(message, Hurry):
            if message.match or message.id:
                self._pool.hurry(message.match, message.id)
            return None
        if not isinstance(message, Search):
            return None
        ask = attrs.evolve(message, seconds=min(max(0.0, message.seconds), LONGEST))
        try:
            return await self._pool.search(ask, self._progress if ask.match else None)
        except (UnknownGameError, UnknownLevelError, UnknownStyleError) as wrong:
            return Refused(message.id, str(wrong))

    def _progress(self, thinking: Thinking) -> None:
        self._bus.publish(table_topic(thinking.match), thinking)
