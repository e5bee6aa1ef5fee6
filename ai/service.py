"""Answers searches that come over the bus: those of sessions that analyse a match of their own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

import msgspec

from ai.levels import UnknownLevelError
from caravan_tui.bus.base import Bus
from caravan_tui.bus.messages import (
    Message,
    Refused,
    SearchProgress,
    SearchRequest,
    SearchResult,
)
from caravan_tui.engine import Refusal
from caravan_tui.games.registry import UnknownGameError, UnknownStyleError

LONGEST = 60.0
"""Most seconds that a request gets, whatever it asks for."""

Progress = Callable[[SearchProgress], None]
"""Called about five times a second with how far a search is."""


class Search(Protocol):
    """How everything in this process asks for a move: `Pool.search`, or a stub of it."""

    def __call__(
        self, request: SearchRequest, progress: Progress | None = None
    ) -> Awaitable[SearchResult]: ...


ThinkAhead = Callable[[SearchRequest], Awaitable[None]]
"""How a computer seat searches on the time of others: `Pool.think_ahead`."""


def serve_searches(bus: Bus, search: Search, topic: str) -> Callable[[], None]:
    """Answer requests on a topic (see `search_topic`); returns what ends that."""

    async def answer(message: Message) -> Message | None:
        if not isinstance(message, SearchRequest):
            return None
        seconds = min(max(0.0, message.seconds), LONGEST)
        try:
            return await search(msgspec.structs.replace(message, seconds=seconds))
        except (UnknownGameError, UnknownLevelError, UnknownStyleError) as error:
            return Refused(message.id, "text", {"text": str(error)})
        except Refusal as refusal:
            return Refused(message.id, refusal.sentence.code, refusal.sentence.values)

    return bus.serve(topic, answer, ())
