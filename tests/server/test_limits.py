"""What one account may cost: searches, rooms, matches, codes."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from caravan_tui.bus.messages import SearchRequest, SearchResult
from caravan_tui.engine import Refusal
from caravan_tui.server.searches import MAX_WAITING, AccountSearches
from tests.support.until import until


class SlowPool:
    """A pool whose searches run until they are let go."""

    def __init__(self) -> None:
        self.running: list[str] = []
        self.most = 0
        self.go = asyncio.Event()

    async def search(
        self, request: SearchRequest, _progress: Any = None, owner: str = "", **_more: Any
    ) -> SearchResult:
        self.running.append(owner)
        self.most = max(self.most, self.running.count(owner))
        await self.go.wait()
        self.running.remove(owner)
        return SearchResult(request.id, 0)


async def test_an_account_has_one_search_at_a_time_and_few_that_wait() -> None:
    pool = SlowPool()
    searches = AccountSearches(pool)  # type: ignore[arg-type]

    def ask() -> SearchRequest:
        return SearchRequest("decktet", b"", 0, "master", 1)

    greedy = [
        asyncio.create_task(searches.analyse("greedy", ask())) for _search in range(MAX_WAITING + 1)
    ]
    await until(lambda: pool.running == ["greedy"])
    with pytest.raises(Refusal, match="too_many_requests"):
        await searches.analyse("greedy", ask())
    anna = asyncio.create_task(searches.analyse("anna", ask()))
    await until(lambda: pool.running == ["greedy", "anna"])
    pool.go.set()
    await asyncio.gather(*greedy, anna)
    assert pool.most == 1
