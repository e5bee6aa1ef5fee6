"""A computer seat on the bus: plays a match to its end, obeys, and copes with what goes wrong."""

import asyncio
import time

import msgpack
import pytest

from ai import seat as seats
from ai.pool import Pool
from ai.seat import ComputerSeat
from ai.service import SearchService
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import (
    SEARCH,
    Act,
    Found,
    Hurry,
    Notice,
    Refused,
    Search,
    Thinking,
    Thought,
    seat_topic,
    table_topic,
)
from caravan_tui.bus.table import TableHost
from caravan_tui.engine import IllegalAction, Match, Seat
from caravan_tui.games import registry


def new_match(kinds: list[str], fault: str = "none") -> Match:
    return Match.new("bids", {"fault": fault}, [Seat(kind, kind) for kind in kinds], 3)


class Recorder:
    """Answers searches with the first legal move, and keeps what it was asked."""

    def __init__(self, delay: float = 0.0, action: int | None = None) -> None:
        self.asked: list[Search] = []
        self.hurried: list[Hurry] = []
        self.delay = delay
        self.action = action

    async def serve(self, message: object) -> Found | None:
        if isinstance(message, Hurry):
            self.hurried.append(message)
        if not isinstance(message, Search):
            return None
        self.asked.append(message)
        await asyncio.sleep(self.delay)
        if self.action is not None:
            return Found(message.id, self.action)
        view = msgpack.unpackb(message.view)
        return Found(message.id, (view["hand"] & -view["hand"]).bit_length() - 1)


async def test_two_seats_play_a_match_to_its_end_over_the_bus(toys: str) -> None:
    bus = LocalBus()
    pool = Pool(1, preload=[toys])
    service = SearchService(bus, pool)
    service.start()
    host = TableHost(bus)
    match = new_match(["porter", "master"])
    host.open(match)
    name = match.record.id
    thoughts: list[Thought] = []
    with bus.subscribe(table_topic(name)) as news:
        players = [
            ComputerSeat(bus, name, 0, "bids", "porter", seed=1),
            ComputerSeat(bus, name, 1, "bids", "master", "keen", seed=2, iterations=200),
        ]
        await asyncio.wait_for(asyncio.gather(*(one.run() for one in players)), 20)
        while len(news):
            message = news.get_nowait()
            assert not isinstance(message, Notice), message
            if isinstance(message, Thought):
                thoughts.append(message)
    await service.close()
    assert match.over
    assert [thought.seat for thought in thoughts] == [0, 1] * 3
    assert thoughts[1].found.iterations == 200
    assert thoughts[0].view is not None and thoughts[0].view["seat"] == 0


async def test_a_seat_asks_with_its_view_and_nothing_else(toys: str) -> None:
    bus = LocalBus()
    service = Recorder()
    bus.serve(SEARCH, service.serve)
    host = TableHost(bus)
    match = new_match(["master", "master"])
    host.open(match)
    name = match.record.id
    players = [ComputerSeat(bus, name, seat, "bids", "master", seed=7) for seat in range(2)]
    states = {}
    real = match.act

    def spy(seat: int, action: int) -> list:
        states[match.version] = match.game.view(match.state, seat)
        return real(seat, action)

    match.act = spy  # type: ignore[method-assign]
    await asyncio.wait_for(asyncio.gather(*(one.run() for one in players)), 10)
    assert len(service.asked) == 6
    for search, view in zip(service.asked, states.values(), strict=True):
        assert msgpack.unpackb(search.view) == view
        assert search.seed != match.record.seed
        assert search.seconds <= 3.0


async def test_a_seat_whose_search_is_not_answered_plays_all_the_same(
    toys: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seats, "LATE", 0.1)
    bus = LocalBus()
    bus.serve(SEARCH, Recorder(delay=60).serve)
    host = TableHost(bus)
    match = new_match(["master", "master"])
    host.open(match)
    name = match.record.id
    with bus.subscribe(table_topic(name)) as news:
        players = [
            ComputerSeat(bus, name, seat, "bids", "master", decision_seconds=0.2)
            for seat in range(2)
        ]
        await asyncio.wait_for(asyncio.gather(*(one.run() for one in players)), 15)
        notices = [one for one in news._waiting.values() if isinstance(one, Notice)]
    assert match.over
    assert len(notices) == 2  # one a seat, not one a move


async def test_a_seat_drops_its_search_when_the_position_changes(toys: str) -> None:
    bus = LocalBus()
    service = Recorder(delay=30)
    bus.serve(SEARCH, service.serve)
    host = TableHost(bus)
    match = new_match(["master", "person"])
    host.open(match)
    name = match.record.id
    task = asyncio.create_task(ComputerSeat(bus, name, 0, "bids", "master").run())
    while not service.asked:
        await asyncio.sleep(0.01)
    legal = match.legal(0)
    await bus.request(table_topic(name), Act(name, 0, match.version, legal[0]))
    began = time.perf_counter()
    while not service.hurried:
        await asyncio.sleep(0.01)
        assert time.perf_counter() - began < 2
    assert service.hurried[0].id == service.asked[0].id
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_the_turn_budget_shortens_later_decisions_of_a_turn() -> None:
    bus = LocalBus()
    service = Recorder(delay=0.2, action=-5)
    bus.serve(SEARCH, service.serve)
    host = TableHost(bus)
    match = Match.new("sahara", {}, [Seat("master"), Seat("master")], 3)
    host.open(match)
    players = [
        ComputerSeat(
            bus,
            match.record.id,
            seat,
            "sahara",
            "master",
            seed=3,
            decision_seconds=0.4,
            turn_seconds=0.45,
        )
        for seat in range(2)
    ]
    tasks = [asyncio.create_task(one.run()) for one in players]

    def turns() -> list[list[float]]:
        grouped: list[list[float]] = []
        last = None
        for ask in service.asked:
            if ask.seat != last:
                grouped.append([])
            last = ask.seat
            grouped[-1].append(ask.seconds)
        return grouped

    began = time.perf_counter()
    while len(turns()) < 3 or max(map(len, turns())) < 3:
        await asyncio.sleep(0.02)
        assert time.perf_counter() - began < 20
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for turn in turns():
        assert turn[0] == 0.4
        assert turn[1:2] == [] or seats.LEAST <= turn[1] < 0.26
        assert set(turn[2:]) <= {seats.LEAST}


@pytest.mark.parametrize(("pace", "counted"), [(0.3, 0.3), (2.0, 0.4)])
async def test_short_pauses_use_up_the_budget_of_a_turn_long_ones_that_were_set_do_not(
    pace: float, counted: float
) -> None:
    bus = LocalBus()
    service = Recorder(action=-5)
    bus.serve(SEARCH, service.serve)
    match = Match.new("sahara", {}, [Seat("porter"), Seat("person")], 3)
    TableHost(bus).open(match)
    while match.to_act == 1:
        match.act(1, match.legal(1)[0])
    seat = ComputerSeat(bus, match.record.id, 0, "sahara", "porter", seed=3, pace=pace)
    position = await seat._look()
    assert position is not None
    await seat._decide(position)
    assert counted - 0.05 < seat._spent < counted + 0.25


async def test_a_long_turn_keeps_some_of_its_budget_for_its_last_steps() -> None:
    bus = LocalBus()
    service = Recorder(action=-5)
    bus.serve(SEARCH, service.serve)
    match = Match.new("sahara", {}, [Seat("master"), Seat("person")], 3)
    TableHost(bus).open(match)
    while match.to_act == 1:
        match.act(1, match.legal(1)[0])
    seat = ComputerSeat(bus, match.record.id, 0, "sahara", "master", turn_seconds=8.0)
    position = await seat._look()
    assert position is not None
    seat._follows, seat._spent, seat._steps = position.version, 5.0, 2
    await seat._decide(position)
    assert abs(service.asked[0].seconds - (8.0 - 1.6 - 5.0)) < 1e-6


async def test_a_turn_of_many_small_decisions_is_not_as_many_full_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waits: list[float] = []
    rest = asyncio.sleep

    async def sleep(seconds: float) -> None:
        if seconds > 0.2:
            waits.append(seconds)
            seconds = 0
        await rest(seconds)

    monkeypatch.setattr(seats.asyncio, "sleep", sleep)
    bus = LocalBus()
    bus.serve(SEARCH, Recorder(action=-5).serve)
    match = Match.new("sahara", {}, [Seat("porter"), Seat("person")], 3)
    TableHost(bus).open(match)
    seat = ComputerSeat(bus, match.record.id, 0, "sahara", "porter", seed=3, pace=5.0)
    for steps in range(seats.FOLLOWED + 2):
        waits.clear()
        seat._follows, seat._steps = match.version, steps
        while match.to_act == 1:
            match.act(1, match.legal(1)[0])
        position = await seat._look()
        assert position is not None
        seat._follows = position.version
        await seat._decide(position)
        paced = 5.0 if steps < seats.FOLLOWED else 5.0 / seats.HASTE
        assert len(waits) == 1 and paced - 0.5 < waits[0] <= paced


async def test_the_service_publishes_how_far_it_is_and_obeys_hurry(toys: str, begin) -> None:
    bus = LocalBus()
    pool = Pool(1, preload=[toys])
    service = SearchService(bus, pool)
    service.start()
    await pool.ready()
    state = begin("bids", fault="slow")
    view = msgpack.packb(registry.get("bids").view(state, 0))
    with bus.subscribe(table_topic("m")) as news:
        ask = Search("bids", view, 0, "master", 1, 10**6, seconds=20.0, match="m")
        answer = asyncio.create_task(bus.request(SEARCH, ask, 30))
        message = await asyncio.wait_for(news.get(), 5)
        assert isinstance(message, Thinking)
        assert (message.id, message.seat) == (ask.id, 0)
        began = time.perf_counter()
        bus.publish(SEARCH, Hurry("m"))
        found = await answer
    assert time.perf_counter() - began < 0.5
    assert isinstance(found, Found) and found.id == ask.id
    await service.close()


async def test_the_service_refuses_what_makes_no_sense_with_one_line(toys: str) -> None:
    bus = LocalBus()
    service = SearchService(bus, Pool(1))
    service.start()
    for ask in (
        Search("chess", b"", 0, "master", 1),
        Search("bids", b"", 0, "champion", 1),
        Search("bids", b"", 0, "master", 1, style="rude"),
    ):
        answer = await bus.request(SEARCH, ask, 2)
        assert isinstance(answer, Refused) and answer.id == ask.id
        assert "\n" not in answer.reason
    await service.close()


async def test_no_position_of_another_seat_reaches_a_computer_seat(toys: str) -> None:
    bus = LocalBus()
    subscribed: list[tuple[str, ...]] = []
    real = bus.subscribe

    def spy(*topics: str):
        subscribed.append(topics)
        return real(*topics)

    bus.subscribe = spy  # type: ignore[method-assign]
    task = asyncio.create_task(ComputerSeat(bus, "m", 1, "bids", "master").run())
    await asyncio.sleep(0.05)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert subscribed == [(seat_topic("m", 1),)]


async def test_a_fault_in_the_seat_itself_stops_no_match(
    toys: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(self: ComputerSeat, position: object) -> None:
        raise RuntimeError("a fault of the seat")

    monkeypatch.setattr(ComputerSeat, "_search", broken)
    bus = LocalBus()
    host = TableHost(bus)
    match = new_match(["master", "master"])
    host.open(match)
    players = [ComputerSeat(bus, match.record.id, seat, "bids", "master") for seat in range(2)]
    await asyncio.wait_for(asyncio.gather(*(one.run() for one in players)), 10)
    assert match.over


async def test_a_seat_waits_for_a_table_that_opens_later(
    toys: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seats, "AGAIN", 0.05)
    bus = LocalBus()
    bus.serve(SEARCH, Recorder().serve)
    match = new_match(["master", "master"])
    players = [ComputerSeat(bus, match.record.id, seat, "bids", "master") for seat in range(2)]
    tasks = asyncio.gather(*(one.run() for one in players))
    await asyncio.sleep(0.2)
    TableHost(bus).open(match)
    await asyncio.wait_for(tasks, 10)
    assert match.over


async def test_a_refused_act_is_tried_again(toys: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "AGAIN", 0.05)
    bus = LocalBus()
    bus.serve(SEARCH, Recorder().serve)
    match = new_match(["master", "master"])
    host = TableHost(bus)
    refusals = 3
    real = match.act

    def full(seat: int, action: int) -> list:
        nonlocal refusals
        if refusals:
            refusals -= 1
            raise IllegalAction("the disk is full")
        return real(seat, action)

    match.act = full  # type: ignore[method-assign]
    host.open(match)
    players = [ComputerSeat(bus, match.record.id, seat, "bids", "master") for seat in range(2)]
    await asyncio.wait_for(asyncio.gather(*(one.run() for one in players)), 10)
    assert match.over and not refusals
