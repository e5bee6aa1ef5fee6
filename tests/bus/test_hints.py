"""Help marks a match as assisted: where hints are given, and by who sits there alone."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from caravan_tui.bus.handle import RemoteTable, Table
from caravan_tui.bus.hosted_match import Services
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import (
    Advice,
    CancelHint,
    Done,
    GetHint,
    Hurry,
    MarkAssisted,
    Refused,
    SearchResult,
    table_topic,
)
from caravan_tui.bus.permissions import Access
from caravan_tui.bus.socket import SocketBus
from caravan_tui.bus.socket_server import BusServer
from caravan_tui.bus.table import TableHost
from caravan_tui.bus.wording import word
from caravan_tui.engine import Match, Seat
from tests.support.until import until


async def advise(match: Match, seat: int) -> SearchResult:
    return SearchResult("", match.legal(seat)[0])


async def silent(match: Match, seat: int) -> SearchResult:
    raise TimeoutError


def new_match() -> Match:
    return Match.new("decktet", {}, [Seat("person", "Ann"), Seat("trader", "Bo")], 3)


async def test_help_marks_the_match_at_a_table_with_hints_and_at_no_other() -> None:
    for advisor, marked in ((advise, True), (None, False)):
        bus, match = LocalBus(), new_match()
        host = TableHost(bus, Services(advise=advisor))
        host.open(match)
        name = match.record.id
        answer = await bus.request(table_topic(name), MarkAssisted(name, 0))
        assert isinstance(answer, Done if marked else Refused)
        assert match.record.assisted is marked


async def test_a_hint_that_cannot_be_had_costs_nothing_and_says_so() -> None:
    bus, match = LocalBus(), new_match()
    TableHost(bus, Services(advise=silent)).open(match)
    name, seat = match.record.id, match.to_act
    answer = await bus.request(table_topic(name), GetHint(name, seat))
    assert isinstance(answer, Refused) and "Try again" in word(answer)
    assert not match.record.assisted


async def test_a_position_has_one_search_and_one_hint_however_often_it_is_asked_for() -> None:
    bus, match = LocalBus(), new_match()
    searched: list[int] = []
    go_on = asyncio.Event()

    async def slow(match: Match, seat: int) -> SearchResult:
        searched.append(seat)
        await go_on.wait()
        return SearchResult("slow", match.legal(seat)[0])

    TableHost(bus, Services(advise=slow)).open(match)
    name, seat = match.record.id, match.to_act
    asked = [
        asyncio.create_task(bus.request(table_topic(name), GetHint(name, seat))) for _ in range(30)
    ]
    while not searched:
        await asyncio.sleep(0)
    go_on.set()
    answers = await asyncio.gather(*asked)
    assert searched == [seat]
    assert all(isinstance(answer, Advice) and answer.result.id == "slow" for answer in answers)
    assert isinstance(await bus.request(table_topic(name), GetHint(name, seat)), Advice)
    assert searched == [seat], "another search could name another move"


async def test_a_search_that_did_not_end_is_no_hint_for_the_next_request() -> None:
    bus, match = LocalBus(), new_match()
    searched: list[int] = []

    async def fall_back(match: Match, seat: int) -> SearchResult:
        searched.append(seat)
        return SearchResult("", match.legal(seat)[0], fallback=True)

    TableHost(bus, Services(advise=fall_back)).open(match)
    name, seat = match.record.id, match.to_act
    for _time in range(2):
        await bus.request(table_topic(name), GetHint(name, seat))
    assert searched == [seat, seat]


class SlowAdvice:
    """Looks for a hint until it may go on, and keeps how the searches ended."""

    def __init__(self) -> None:
        self.searching, self.go_on = asyncio.Event(), asyncio.Event()
        self.cancelled = 0

    async def __call__(self, match: Match, seat: int) -> SearchResult:
        self.searching.set()
        try:
            await self.go_on.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return SearchResult("slow", match.legal(seat)[0])


@pytest.mark.parametrize("is_remote", [False, True])
async def test_a_cancelled_hint_ends_its_search_and_leaves_no_mark(is_remote: bool) -> None:
    bus, match, advice = LocalBus(), new_match(), SlowAdvice()
    host = TableHost(bus, Services(advise=advice))
    host.open(match)
    name, seat = match.record.id, match.to_act
    table: Table = RemoteTable(bus, name, seat) if is_remote else host.table(name, seat)
    asked = asyncio.create_task(table.hint())
    await advice.searching.wait()
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    await bus.settle()
    assert advice.cancelled == 1
    advice.searching.clear()
    again = asyncio.create_task(table.hint())
    await advice.searching.wait()
    assert not match.record.assisted
    advice.go_on.set()
    assert (await again).result.id == "slow", "the next request has a search of its own"
    assert match.record.assisted


@pytest.mark.parametrize("is_lost", [False, True], ids=["out of patience", "lost"])
async def test_a_hint_that_a_session_waits_for_no_longer_ends_and_leaves_no_mark(
    folder: Path, is_lost: bool
) -> None:
    bus, match, advice = LocalBus(), new_match(), SlowAdvice()
    TableHost(bus, Services(advise=advice)).open(match)
    name, seat = match.record.id, match.to_act
    server = BusServer(bus, folder / "bus" / "socket")
    await server.start()
    access = Access("Ann")
    access.sit(name, seat)
    session = await SocketBus.connect(server.path, server.admit(access))
    patience = 10.0 if is_lost else 0.05
    asked = asyncio.create_task(session.request(table_topic(name), GetHint(name, seat), patience))
    await advice.searching.wait()
    if is_lost:
        await session.close()
    await until(lambda: advice.cancelled)
    advice.go_on.set()
    await bus.settle()
    assert not match.record.assisted
    await asyncio.gather(asked, return_exceptions=True)
    await session.close()
    await server.close()


async def test_who_cancels_a_hint_does_not_take_it_from_others() -> None:
    bus, match, advice = LocalBus(), new_match(), SlowAdvice()
    TableHost(bus, Services(advise=advice)).open(match)
    name, seat = match.record.id, match.to_act
    requests = [GetHint(name, seat) for _ in range(2)]
    first, second = (
        asyncio.create_task(bus.request(table_topic(name), request)) for request in requests
    )
    await advice.searching.wait()
    bus.publish(table_topic(name), CancelHint(name, 1 - seat, requests[0].id))
    bus.publish(table_topic(name), CancelHint(name, seat, requests[1].id))
    answer = await second
    assert isinstance(answer, Refused) and answer.code == "hint_cancelled"
    advice.go_on.set()
    assert isinstance(await first, Advice) and not advice.cancelled


def test_only_who_sits_in_a_seat_cancels_its_hint() -> None:
    here = Access("ann")
    here.sit("m", 0)
    message = CancelHint("m", 0, "q")
    assert here.allowed(table_topic("m"), message) == message
    assert here.allowed(table_topic("m"), CancelHint("m", 1, "q")) is None


def test_only_who_sits_in_a_seat_says_that_it_was_helped() -> None:
    here = Access("ann")
    here.sit("m", 0)
    here.watches.add("w")
    message = MarkAssisted("m", 0)
    assert here.allowed(table_topic("m"), message) == message
    assert here.allowed(table_topic("m"), MarkAssisted("m", 1)) is None
    assert here.allowed(table_topic("w"), MarkAssisted("w", 0)) is None


async def test_a_hint_is_only_for_the_seat_whose_decision_it_is() -> None:
    bus, match = LocalBus(), new_match()
    TableHost(bus, Services(advise=advise)).open(match)
    name = match.record.id
    answer = await bus.request(table_topic(name), GetHint(name, 1 - match.to_act))
    assert isinstance(answer, Refused) and answer.code == "hint_not_your_move"
    assert not match.record.assisted


async def test_a_hint_for_a_position_that_has_passed_is_refused_and_costs_nothing() -> None:
    bus, match = LocalBus(), new_match()
    searching, go_on = asyncio.Event(), asyncio.Event()

    async def slow(match: Match, seat: int) -> SearchResult:
        searching.set()
        await go_on.wait()
        return SearchResult("", 0)

    TableHost(bus, Services(advise=slow)).open(match)
    name, seat = match.record.id, match.to_act
    first = asyncio.create_task(bus.request(table_topic(name), GetHint(name, seat)))
    await searching.wait()
    version = match.version
    while match.version == version or match.to_act != seat:
        match.act(match.to_act, match.legal(match.to_act)[0])
    second = await bus.request(table_topic(name), GetHint(name, seat))
    assert isinstance(second, Refused) and second.code == "hint_in_progress"
    go_on.set()
    answer = await first
    assert isinstance(answer, Refused) and answer.code == "position_changed"
    assert not match.record.assisted


async def test_hurry_reaches_the_searches_of_the_match() -> None:
    bus, match = LocalBus(), new_match()
    hurried: list[str] = []
    TableHost(bus, Services(hurry=hurried.append)).open(match)
    name = match.record.id
    bus.publish(table_topic(name), Hurry(name))
    await bus.settle()
    assert hurried == [name]
