"""A computer seat on the bus: plays a match to its end, obeys, and copes with what goes wrong."""

import asyncio
from typing import Any

import msgpack
import msgspec
import pytest

from ai import bot as seats
from ai.bot import ComputerSeat
from ai.pool import Pool
from ai.search import choose
from ai.service import serve_searches
from ai.turn_time import MIN_SECONDS, Pacing
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import (
    MoveReport,
    Notice,
    Position,
    Refused,
    SearchProgress,
    SearchRequest,
    SearchResult,
    search_topic,
    table_topic,
)
from caravan_tui.bus.table import TableHost
from caravan_tui.bus.wording import word
from caravan_tui.engine import IllegalAction, Match, Seat
from caravan_tui.games import registry
from caravan_tui.games.contract import Event
from caravan_tui.games.sahara.rules import SaharaState
from tests.ai.beginning import Begin
from tests.support.until import until


def new_match(kinds: list[str], fault: str = "none") -> Match:
    return Match.new("bids", {"fault": fault}, [Seat(kind, kind) for kind in kinds], 3)


class Recorder:
    """Answers searches with the first legal move, and keeps what it was asked."""

    def __init__(self, action: int | None = None, *, never: bool = False) -> None:
        """`never`: no search is answered."""
        self.asked: list[SearchRequest] = []
        self.cancelled: list[SearchRequest] = []
        self.action = action
        self.never = never

    async def search(self, request: SearchRequest, progress: object = None) -> SearchResult:
        self.asked.append(request)
        try:
            if self.never:
                await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled.append(request)
            raise
        if self.action is not None:
            return SearchResult(request.id, self.action)
        view = msgpack.unpackb(request.view)
        return SearchResult(request.id, (view["hand"] & -view["hand"]).bit_length() - 1)


async def test_two_seats_play_a_match_to_its_end_over_the_bus(toys: str) -> None:
    bus = LocalBus()
    pool = Pool(1, preload=[toys])
    await pool.ready()
    host = TableHost(bus)
    match = new_match(["porter", "master"])
    host.open(match)
    name = match.record.id
    thoughts: list[MoveReport] = []
    with bus.subscribe(table_topic(name)) as news:
        players = [
            ComputerSeat(host.table(name, 0), pool.search, "bids", "porter", seed=1),
            ComputerSeat(
                host.table(name, 1), pool.search, "bids", "master", "keen", seed=2, iterations=200
            ),
        ]
        await asyncio.gather(*(player.run() for player in players))
        while len(news):
            message = news.get_nowait()
            assert not isinstance(message, Notice), message
            if isinstance(message, MoveReport):
                thoughts.append(message)
    await pool.close()
    assert match.over
    assert [thought.seat for thought in thoughts] == [0, 1] * 3
    assert thoughts[1].result.iterations == 200
    assert thoughts[0].view is not None and thoughts[0].view["seat"] == 0
    assert thoughts[0].legal > 1


async def test_a_seat_asks_with_its_view_and_nothing_else(toys: str) -> None:
    bus = LocalBus()
    service = Recorder()
    host = TableHost(bus)
    match = new_match(["master", "master"])
    host.open(match)
    name = match.record.id
    players = [
        ComputerSeat(host.table(name, seat), service.search, "bids", "master", seed=7)
        for seat in range(2)
    ]
    states = {}
    real = match.act

    def spy(seat: int, action: int) -> list[Event]:
        states[match.version] = match.game.view(match.state, seat)
        return real(seat, action)

    match.act = spy  # type: ignore[method-assign]
    await asyncio.gather(*(player.run() for player in players))
    assert len(service.asked) == 6
    for search, view in zip(service.asked, states.values(), strict=True):
        assert msgpack.unpackb(search.view) == view
        assert search.seed != match.record.seed
        assert search.seconds <= 3.0


async def test_a_seat_whose_search_is_not_answered_plays_all_the_same(
    toys: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seats, "LATE", 0.01)
    bus = LocalBus()
    service = Recorder(never=True)
    host = TableHost(bus)
    match = new_match(["master", "master"])
    host.open(match)
    name = match.record.id
    with bus.subscribe(table_topic(name)) as news:
        players = [
            ComputerSeat(
                host.table(name, seat), service.search, "bids", "master", pacing=Pacing(0.01)
            )
            for seat in range(2)
        ]
        await asyncio.gather(*(player.run() for player in players))
        notices = [message for message in news._waiting.values() if isinstance(message, Notice)]
    assert match.over
    assert len(notices) == 2  # one a seat, not one a move


async def test_a_seat_drops_its_search_when_the_position_changes(toys: str) -> None:
    bus = LocalBus()
    service = Recorder(never=True)
    host = TableHost(bus)
    match = new_match(["master", "person"])
    host.open(match)
    name = match.record.id
    task = asyncio.create_task(
        ComputerSeat(host.table(name, 0), service.search, "bids", "master").run()
    )
    await until(lambda: service.asked)
    legal = match.legal(0)
    await host.table(name, 0).act(match.version, legal[0])
    await until(lambda: service.cancelled)
    assert service.cancelled[0].id == service.asked[0].id
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_deep_seat_thinks_ahead_while_a_person_is_to_act(toys: str) -> None:
    bus = LocalBus()
    host = TableHost(bus)
    match = new_match(["master", "person"])
    host.open(match)
    name = match.record.id
    ahead: list[SearchRequest] = []
    cancelled: list[SearchRequest] = []

    async def think_ahead(request: SearchRequest) -> None:
        ahead.append(request)
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.append(request)
            raise

    table = host.table(name, 0)
    seats_asked = [
        ComputerSeat(
            table, Recorder().search, "bids", level, think_ahead=think_ahead, people=people
        )
        for level, people in (("porter", (1,)), ("master", ()), ("master", (1,)))
    ]
    tasks = [asyncio.create_task(seat.run()) for seat in seats_asked]
    await until(lambda: ahead)
    view = msgpack.unpackb(ahead[0].view)
    assert (view["seat"], view["to_act"]) == (0, 1)
    assert ahead[0].seconds == 3.0
    await host.table(name, 1).act(match.version, match.legal(1)[0])
    await until(lambda: cancelled)
    assert [request.id for request in cancelled] == [ahead[0].id], "its own decision has come"
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert len(ahead) <= 2, "neither a weak seat nor one without people thinks ahead"


class Clock:
    """The time that a seat measures; it passes when the seat sleeps."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        self._rest = asyncio.sleep
        monkeypatch.setattr(seats, "perf_counter", lambda: self.now)
        monkeypatch.setattr(asyncio, "sleep", self._sleep)

    async def _sleep(self, seconds: float) -> None:
        self.now += seconds
        await self._rest(0)


async def test_the_turn_budget_shortens_later_decisions_of_a_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bus = LocalBus()
    service = Recorder(action=-5)
    clock = Clock(monkeypatch)

    async def search(request: SearchRequest, progress: object = None) -> SearchResult:
        clock.now += 0.2
        return await service.search(request)

    host = TableHost(bus)
    match = Match.new("sahara", {}, [Seat("master"), Seat("master")], 3)
    host.open(match)
    players = [
        ComputerSeat(
            host.table(match.record.id, seat),
            search,
            "sahara",
            "master",
            seed=3,
            pacing=Pacing(0.4, 0.45),
        )
        for seat in range(2)
    ]
    tasks = [asyncio.create_task(player.run()) for player in players]

    def turns() -> list[list[float]]:
        grouped: list[list[float]] = []
        last = None
        for ask in service.asked:
            if ask.seat != last:
                grouped.append([])
            last = ask.seat
            grouped[-1].append(ask.seconds)
        return grouped

    while len(turns()) < 3 or max(map(len, turns())) < 3:
        await asyncio.sleep(0)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for turn in turns():
        assert turn[0] == 0.4
        assert turn[1:2] == [] or MIN_SECONDS <= turn[1] < 0.26
        assert set(turn[2:]) <= {MIN_SECONDS}


async def test_a_search_tells_how_far_it_is_and_obeys_hurry(toys: str, begin: Begin) -> None:
    pool = Pool(1, preload=[toys])
    await pool.ready()
    state = begin("bids", fault="slow")
    view = msgpack.packb(registry.get("bids").view(state, 0))
    request = SearchRequest("bids", view, 0, "master", 1, 10**6, seconds=20.0, match="m")
    reports: asyncio.Queue[SearchProgress] = asyncio.Queue()
    answer = asyncio.create_task(pool.search(request, reports.put_nowait))
    report = await reports.get()
    assert (report.id, report.seat) == (request.id, 0)
    pool.hurry("m")
    result = await answer
    assert result.id == request.id and result.iterations < 10**6
    await pool.close()


async def test_over_the_bus_a_search_is_answered_and_nonsense_refused_with_one_line(
    toys: str, begin: Begin
) -> None:
    bus, pool = LocalBus(), Pool(1, preload=[toys])
    topic = search_topic("a" * 32)
    serve_searches(bus, pool.search, topic)
    view = msgpack.packb(registry.get("bids").view(begin("bids"), 0))
    good = SearchRequest("bids", view, 0, "porter", 1, seconds=10.0)
    answer = await bus.request(topic, good, 20)
    assert isinstance(answer, SearchResult) and answer.id == good.id
    for request in (
        SearchRequest("chess", b"", 0, "master", 1),
        SearchRequest("bids", b"", 0, "champion", 1),
        SearchRequest("bids", b"", 0, "master", 1, style="rude"),
    ):
        answer = await bus.request(topic, request, 2)
        assert isinstance(answer, Refused) and answer.id == request.id
        assert "\n" not in word(answer)
    await pool.close()


async def test_no_position_of_another_seat_reaches_a_computer_seat(toys: str) -> None:
    bus, service = LocalBus(), Recorder()
    host = TableHost(bus)
    match = new_match(["master", "master"])
    host.open(match)
    name = match.record.id
    hosted = host.hosted(name)
    assert hosted is not None
    made: list[int | None] = []
    position = hosted.position

    def spy(seat: int | None, *rest: Any) -> Position:
        made.append(seat)
        return position(seat, *rest)

    hosted.position = spy  # type: ignore[method-assign, assignment]
    seat = ComputerSeat(host.table(name, 0), service.search, "bids", "master")
    task = asyncio.create_task(seat.run())
    while match.to_act == 0:
        await asyncio.sleep(0)
    await host.table(name, 1).act(match.version, match.legal(1)[0])
    while len(service.asked) < 2:
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert set(made) == {0}


async def test_a_fault_in_the_search_stops_no_match(
    toys: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(request: object, progress: object = None) -> SearchResult:
        raise RuntimeError("a fault of the search")

    monkeypatch.setattr(seats, "AGAIN", 0.05)
    bus = LocalBus()
    host = TableHost(bus)
    match = new_match(["master", "master"])
    host.open(match)
    players = [
        ComputerSeat(host.table(match.record.id, seat), broken, "bids", "master")
        for seat in range(2)
    ]
    await asyncio.gather(*(player.run() for player in players))
    assert match.over


async def test_a_seat_at_a_table_that_is_not_open_ends(toys: str) -> None:
    match = new_match(["master", "master"])
    table = TableHost(LocalBus()).table(match.record.id, 0)
    service = Recorder()
    await ComputerSeat(table, service.search, "bids", "master").run()
    assert not service.asked


async def test_a_refused_act_is_tried_again(toys: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Clock(monkeypatch)
    bus = LocalBus()
    service = Recorder()
    match = new_match(["master", "master"])
    host = TableHost(bus)
    refusals = 3
    real = match.act

    def full(seat: int, action: int) -> list[Event]:
        nonlocal refusals
        if refusals:
            refusals -= 1
            raise IllegalAction("disk_full")
        return real(seat, action)

    match.act = full  # type: ignore[method-assign]
    host.open(match)
    players = [
        ComputerSeat(host.table(match.record.id, seat), service.search, "bids", "master")
        for seat in range(2)
    ]
    await asyncio.gather(*(player.run() for player in players))
    assert match.over and not refusals


async def test_a_seat_remembers_its_turn_and_nothing_of_it_later() -> None:
    asked: list[SearchRequest] = []

    async def search(request: SearchRequest, progress: object = None) -> SearchResult:
        asked.append(request)
        return choose(request.game, request.view, "greedy", request.seed)

    host = TableHost(LocalBus())
    match = Match.new("sahara", {}, [Seat("porter", "Musa"), Seat("porter", "Batu")], 5)
    host.open(match)
    players = [
        asyncio.create_task(
            ComputerSeat(
                host.table(match.record.id, seat), search, "sahara", "porter", name=name, seed=1
            ).run()
        )
        for seat, name in enumerate(("Musa", "Batu"))
    ]

    def turn() -> int:
        assert isinstance(match.state, SaharaState)
        return match.state.turn

    await until(lambda: turn() > 5)
    for player in players:
        player.cancel()
    by_turn: dict[int, list[SearchRequest]] = {}
    for request in asked:
        by_turn.setdefault(msgpack.unpackb(request.view)["round"], []).append(request)
    assert max(map(len, by_turn.values())) > 3
    for requests in by_turn.values():
        assert [len(request.steps) for request in requests] == list(range(len(requests)))
        assert len({request.judgement for request in requests}) == 1
    assert len({requests[0].judgement for requests in by_turn.values()}) == len(by_turn)


@pytest.mark.parametrize(("level", "is_told"), [("trader", False), ("merchant", True)])
async def test_a_hasty_move_is_told_of_a_level_that_does_not_err_anyway(
    level: str, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def search(request: SearchRequest, progress: object = None) -> SearchResult:
        legal = choose(request.game, request.view, "greedy", request.seed)
        return msgspec.structs.replace(legal, fallback=True)

    host = TableHost(LocalBus())
    match = Match.new("decktet", {"hands": 1}, [Seat(level), Seat(level)], 3)
    host.open(match)
    notes: list[str] = []
    tables = [host.table(match.record.id, seat) for seat in range(2)]
    monkeypatch.setattr(type(tables[0]), "note", lambda _table, code, **_facts: notes.append(code))
    seats = [ComputerSeat(table, search, "decktet", level) for table in tables]
    await asyncio.gather(*(seat.run() for seat in seats))
    assert match.over
    assert notes == (["quick_move"] * 2 if is_told else []), "once for each seat"
