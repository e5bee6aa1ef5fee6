"""Searches for accounts: one at a time for each, so that no account holds up the others."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary

from ai.hint import advise
from ai.pool import Pool
from ai.service import Progress
from caravan_tui.bus.messages import SearchRequest, SearchResult
from caravan_tui.engine import Match, Refusal

MAX_WAITING = 4
"""Searches of one account that wait for its turn."""


class AccountSearches:
    """The hints and analyses of every account."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._turns: WeakValueDictionary[str, _Turn] = WeakValueDictionary()

    async def hint(self, account: str, match: Match, seat: int, seconds: float) -> SearchResult:
        """What a search makes of a seat's position. Raises Refusal."""

        async def search(request: SearchRequest, progress: Progress | None = None) -> SearchResult:
            return await self._pool.search(request, progress, account)

        async with self._turn(account):
            return await advise(match.game, match.view(seat), search, seconds)

    async def analyse(
        self, account: str, request: SearchRequest, progress: Progress | None = None
    ) -> SearchResult:
        """Answer a search that a session asks for itself. Raises Refusal, and what `Pool.search`
        raises."""
        async with self._turn(account):
            return await self._pool.search(request, progress, account, is_background=True)

    def _turn(self, account: str) -> _Turn:
        turn = self._turns.get(account)
        if turn is None:
            turn = self._turns[account] = _Turn()
        return turn


class _Turn:
    """Lets one search of an account run while a few wait."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._waiting = 0

    async def __aenter__(self) -> None:
        if self._waiting >= MAX_WAITING:
            raise Refusal("too_many_requests")
        self._waiting += 1
        try:
            await self._lock.acquire()
        finally:
            self._waiting -= 1

    async def __aexit__(self, *_error: object) -> None:
        self._lock.release()
