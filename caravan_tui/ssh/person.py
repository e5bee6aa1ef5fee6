"""One session of an account, and what it may ask of the search."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from attrs import define, field

from ai import levels
from caravan_tui.bus.access import Access
from caravan_tui.bus.connection import Bucket
from caravan_tui.bus.messages import Hurry, Search
from caravan_tui.ssh.accounts import Account

LARGEST_VIEW = 1 << 16
LONGEST_SEARCH = 5.0
"""Bounds of a search that a session asks for itself, for an analysis."""


class RefuseError(Exception):
    """The lobby does not do it; the text is a line for the user."""


@define(eq=False)
class Person:
    """One session of an account, from its admission to its end."""

    account: Account
    access: Access
    token: str
    address: str
    end: Callable[[], None]
    """Ends what it serves on its door topic."""
    since: float = field(factory=time.time)
    says: Bucket = field(factory=lambda: Bucket(0.5, 6))
    searches: Bucket = field(factory=lambda: Bucket(1.0, 30))
    alone: set[str] = field(factory=set)
    """Matches it plays alone, which are open."""
    gone: bool = False

    def why_no_search(self, _topic: str, message: Any) -> str | None:
        """Why this may not be asked of the search; None if it may, or is no such thing."""
        if isinstance(message, Hurry):
            seats = self.access.seats.get(message.match)
            return None if seats and not message.id else "not at this table"
        if isinstance(message, Search):
            fits = (
                not message.match
                and message.level in levels.ALL
                and len(message.view) <= LARGEST_VIEW
                and 0 < message.seconds <= LONGEST_SEARCH
            )
            return None if fits and self.searches.take() else "out of bounds"
        return None
