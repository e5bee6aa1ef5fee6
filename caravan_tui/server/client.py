"""One session of an account, as the lobby knows it, and what it may ask of the search."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from attrs import define, field

from ai import levels
from caravan_tui.bus.bucket import Bucket
from caravan_tui.bus.messages import SEARCH_BURST, SEARCHES_PER_SECOND, SearchRequest
from caravan_tui.bus.permissions import Access
from caravan_tui.engine.rng import LARGEST_SEED
from caravan_tui.server.accounts import Account

# Bounds of a search that a session asks for itself, for an analysis
MAX_VIEW_BYTES = 1 << 16
MAX_SEARCH_SECONDS = 5.0
MAX_ITERATIONS = 100_000


@define(eq=False)
class Limits:
    """How often an account may ask for what costs others something, whatever sessions it has: who
    comes back has no more of it."""

    chats: Bucket = field(factory=lambda: Bucket(0.5, 6))
    """In the lobby."""
    table_talk: Bucket = field(factory=lambda: Bucket(0.5, 6))
    new_matches: Bucket = field(factory=lambda: Bucket(0.5, 40))
    """And tournaments, which it sets up or changes."""
    visits: Bucket = field(factory=lambda: Bucket(0.5, 40))
    """To tables: those who sit there are told of spectators."""
    settings: Bucket = field(factory=lambda: Bucket(0.2, 20))
    """Language and notices, each of which is a file to write."""
    invites: Bucket = field(factory=lambda: Bucket(1 / 30, 5))
    links: Bucket = field(factory=lambda: Bucket(1 / 60, 5))
    """To the account, and to watch pages."""
    wrong_codes: Bucket = field(factory=lambda: Bucket(0.1, 10))


@define(eq=False)
class Client:
    """One session of an account, from its admission to its end."""

    account: Account
    access: Access
    token: str
    address: str
    stop_serving: Callable[[], None]
    """Stops answering the session's requests."""
    since: float = field(factory=time.time)
    """When it was admitted, in seconds since 1970."""
    limits: Limits = field(factory=Limits)
    search_limit: Bucket = field(factory=lambda: Bucket(SEARCHES_PER_SECOND, SEARCH_BURST))
    """Of the session, which counts as well, so as to wait."""
    solo_matches: set[str] = field(factory=set)
    """The open matches that it plays without other people."""
    shared_matches: set[str] = field(factory=set)
    """The matches between people at whose tables it is."""
    is_gone: bool = False

    def search_problem(self, _topic: str, message: Any) -> str | None:
        """Why this search is not allowed, for the log; None if it is, or is no search."""
        if not isinstance(message, SearchRequest):
            return None
        is_bounded = (
            not message.match
            and message.level in levels.SHARED
            and len(message.view) <= MAX_VIEW_BYTES
            and 0 < message.seconds <= MAX_SEARCH_SECONDS
            and 0 <= message.seed <= LARGEST_SEED
            and 0 <= (message.iterations or 0) <= MAX_ITERATIONS
            and not message.allow_fallback
        )
        return None if is_bounded and self.search_limit.take() else "out of bounds"
