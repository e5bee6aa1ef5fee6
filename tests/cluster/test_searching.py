"""Who has a free worker searches for the others, and who dies over it costs one retry."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from random import Random

import pytest
from nats.aio.client import Client

from ai.fallback import some_move
from ai.pool import Pool
from ai.service import Progress
from ai.views import pack
from caravan_tui.bus.messages import Hurry, Refused, SearchRequest, SearchResult
from caravan_tui.bus.nats import NatsBus
from caravan_tui.cluster import searching
from caravan_tui.cluster.searching import BUSY, HURRIES, SEARCHES, ClusterPool, Thinking
from caravan_tui.engine import Match, Seat
from tests.support.broker import Broker, flush
from tests.support.until import until


def request(seconds: float = 1.0) -> SearchRequest:
    match = Match.new("sahara", {}, [Seat("person", "Anna"), Seat("trader", "Omar")], 5)
    seat = match.to_act
    return SearchRequest("sahara", pack(match.view(seat)), seat, "trader", 1, seconds=seconds)


@pytest.fixture
async def buses(broker: Broker) -> AsyncIterator[list[NatsBus]]:
    clients = [Client() for _i in range(3)]
    for client in clients:
        await client.connect(broker.url, no_echo=True)
    buses = [NatsBus(client) for client in clients]
    yield buses
    for bus, client in zip(buses, clients, strict=True):
        await bus.close()
        await client.close()


class Searches:
    """In place of the workers of every pool: any move, and a count of the searches."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done: list[Pool] = []
        self.seconds: list[float] = []
        self.free: dict[Pool, int] = {}
        self.hold = asyncio.Event()
        self.hold.set()
        monkeypatch.setattr(Pool, "idle", property(lambda pool: self.free.get(pool, 0)))
        searches = self

        async def search(
            pool: Pool,
            request: SearchRequest,
            progress: Progress | None = None,
            owner: str = "",
            is_background: bool = False,
        ) -> SearchResult:
            searches.done.append(pool)
            searches.seconds.append(request.seconds)
            free = searches.free.get(pool, 0)
            searches.free[pool] = max(0, free - 1)  # A worker that searches is not idle.
            await searches.hold.wait()
            searches.free[pool] = free
            return SearchResult(request.id, some_move(request, Random(1)))

        monkeypatch.setattr(Pool, "search", search)

    def pool(self, bus: NatsBus, free: int) -> ClusterPool:
        pool = ClusterPool(bus, 1)
        pool._group.is_open = True
        self.free[pool] = free
        return pool


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> Searches:
    return Searches(monkeypatch)


async def test_a_host_whose_workers_are_busy_has_another_search(
    buses: list[NatsBus], searches: Searches
) -> None:
    busy, free = searches.pool(buses[0], 0), searches.pool(buses[1], 1)
    for pool in (busy, free):
        pool.thinking.start()
    await buses[1]._sent()
    await flush(buses[1]._client)
    result = await busy.search(request())
    assert isinstance(result, SearchResult) and searches.done == [free]
    searches.free[busy] = 1
    await busy.search(request())
    assert searches.done[-1] is busy, "it asks nobody while it has a free worker of its own"
    searches.free[busy] = 0
    await busy.search(request(), is_background=True)
    assert searches.done[-1] is busy, "an analysis waits for a worker here"
    for pool in (busy, free):
        pool.thinking.stop()


async def test_a_search_waits_here_if_all_are_busy_or_nobody_thinks(
    buses: list[NatsBus], searches: Searches
) -> None:
    first, second = searches.pool(buses[0], 0), searches.pool(buses[1], 0)
    await first.search(request())
    second.thinking.start()
    await buses[1]._sent()
    await flush(buses[1]._client)
    await first.search(request())
    assert searches.done == [first, first] and searches.seconds == [1.0, 1.0]
    second.thinking.stop()


async def test_a_thinker_that_dies_over_a_search_costs_one_short_retry(
    buses: list[NatsBus], searches: Searches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searching, "LATE_SECONDS", 0.1)
    monkeypatch.setattr(searching, "RETRY_SECONDS", 0.05)

    async def die(_request: SearchRequest) -> None:
        await asyncio.Event().wait()

    buses[1].serve_shared(SEARCHES, die)
    await buses[1]._sent()
    await flush(buses[1]._client)
    pool = searches.pool(buses[0], 0)
    result = await pool.search(request(seconds=0.2))
    assert isinstance(result, SearchResult)
    assert searches.done == [pool] and searches.seconds == [0.05]


async def test_a_thinker_takes_as_many_searches_as_it_has_workers(
    buses: list[NatsBus], searches: Searches
) -> None:
    thinking = Thinking(buses[1], searches.pool(buses[1], 2))
    thinking.start()
    await buses[1]._sent()
    await flush(buses[1]._client)
    searches.hold.clear()
    under_way = [asyncio.create_task(buses[0].request(SEARCHES, request(), 20.0)) for _i in "ab"]
    await until(lambda: thinking.running == 2)
    refused = await buses[0].request(SEARCHES, request(), 20.0)
    assert isinstance(refused, Refused) and refused.code == BUSY
    searches.hold.set()
    assert all(isinstance(answer, SearchResult) for answer in await asyncio.gather(*under_way))
    assert thinking.running == 0
    thinking.stop()


async def test_a_match_that_waits_hurries_those_that_think_for_it(
    buses: list[NatsBus], searches: Searches, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurried: list[str] = []
    monkeypatch.setattr(Pool, "hurry", lambda _pool, match, search="": hurried.append(match))
    thinking = Thinking(buses[1], searches.pool(buses[1], 1))
    thinking.start()
    await asyncio.sleep(0)  # its task subscribes
    await until(lambda: HURRIES in buses[1]._interests)
    await flush(buses[1]._client)
    searches.pool(buses[0], 0).hurry("m")
    await until(lambda: hurried == ["m", "m"])
    buses[0].publish(HURRIES, Hurry("other"))
    await until(lambda: hurried[-1] == "other")
    thinking.stop()


async def test_a_machine_that_only_thinks_searches_and_stops_in_order(
    broker: Broker, buses: list[NatsBus]
) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "caravan_tui", "think", "--cluster", broker.url, "--workers", "1",
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "LANGUAGE": "en"},
    )  # fmt: skip
    assert process.stdout is not None
    line = await asyncio.wait_for(process.stdout.readline(), 120.0)
    assert line.startswith(b"Thinking for the cluster, 1 search"), line
    answer: object = None
    while not isinstance(answer, SearchResult):
        answer = await buses[0].request(SEARCHES, request(5.0), 60.0)
    process.send_signal(signal.SIGTERM)
    assert await asyncio.wait_for(process.wait(), 60.0) == 0
    assert await process.stderr.read() == b""  # type: ignore[union-attr]
