"""What the local bus promises to publishers, subscribers, servers and those who ask."""

from __future__ import annotations

import asyncio
import gc
import logging
from typing import Any

import pytest

from caravan_tui.bus import base
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import (
    Act,
    Chat,
    Done,
    GetPosition,
    Notice,
    Position,
    Refused,
    SearchProgress,
    SearchRequest,
    SearchResult,
    seat_topic,
    table_topic,
)
from caravan_tui.bus.wording import word
from tests.support.views import view_of

TOPIC = seat_topic("m", 0)
TABLE = table_topic("m")


def position(version: int, seat: int | None = 0, **more: Any) -> Position:
    return Position(
        match="m",
        version=version,
        seat=seat,
        view=view_of(n=version),
        legal=[],
        **({"events": [("step", version)]} | more),
    )


def waiting(subscription: base.Subscription) -> list[Any]:
    messages = []
    while (message := subscription.get_nowait()) is not None:
        messages.append(message)
    return messages


async def test_a_subscriber_in_time_gets_every_message_in_order() -> None:
    bus = LocalBus()

    async def read() -> list[Any]:
        return [message async for message in subscription]

    subscription = bus.subscribe(TOPIC, TABLE)
    reader = asyncio.create_task(read())
    sent: list[Any] = []
    for version in range(5):
        for topic, message in ((TOPIC, position(version)), (TABLE, Notice("m", str(version)))):
            bus.publish(topic, message)
            sent.append(message)
            await asyncio.sleep(0)
    subscription.close()
    assert await reader == sent


async def test_a_slow_subscriber_gets_the_newest_position_with_all_missed_events_in_front() -> None:
    bus = LocalBus()
    slow = bus.subscribe(TOPIC)
    for version in range(1, 101):
        bus.publish(TOPIC, position(version))
    (only,) = waiting(slow)
    assert only.version == 100
    assert only.view == {"n": 100}
    assert only.events == [("step", version) for version in range(1, 101)]
    bus.publish(TOPIC, position(101))
    assert waiting(slow)[0].events == [("step", 101)], "what was fetched comes once"


async def test_positions_of_several_seats_and_matches_do_not_mix() -> None:
    bus = LocalBus()
    both = bus.subscribe(TOPIC)
    for seat in (0, 1, None, 0, 1, None):
        bus.publish(TOPIC, position(1, seat))
    assert [(p.seat, len(p.events)) for p in waiting(both)] == [(0, 2), (1, 2), (None, 2)]


async def test_a_position_with_the_whole_history_replaces_the_events_that_were_missed() -> None:
    bus = LocalBus()
    slow = bus.subscribe(TOPIC)
    bus.publish(TOPIC, position(7))
    bus.publish(TOPIC, position(3, history=True, events=[("all", 3)]))
    bus.publish(TOPIC, position(4))
    (only,) = waiting(slow)
    assert (only.version, only.history, only.events) == (4, True, [("all", 3), ("step", 4)])


async def test_a_slow_subscriber_loses_no_notice_or_chat_while_positions_pass() -> None:
    bus = LocalBus()
    slow = bus.subscribe(TOPIC, TABLE)
    said = [Chat("m", 0, "Ada", str(n)) for n in range(300)]
    noted = [Notice("m", str(n)) for n in range(300)]
    for n in range(300):
        bus.publish(TOPIC, position(n))
        bus.publish(TABLE, said[n])
        bus.publish(TOPIC, SearchProgress(id="s", match="m", seat=1, done=n / 300))
        bus.publish(TABLE, noted[n])
    got = waiting(slow)
    assert [m for m in got if isinstance(m, Chat)] == said
    assert [m for m in got if isinstance(m, Notice)] == noted
    assert [m.done for m in got if isinstance(m, SearchProgress)] == [299 / 300]
    assert slow.dropped == 0


async def test_a_dead_subscriber_neither_stalls_the_others_nor_grows_without_bound(
    caplog: pytest.LogCaptureFixture,
) -> None:
    bus = LocalBus()
    dead = bus.subscribe(TABLE, TOPIC)
    live = bus.subscribe(TABLE)
    got = 0
    with caplog.at_level(logging.WARNING):
        for n in range(base.MOST_WAITING + 500):
            bus.publish(TABLE, Notice("m", str(n)))
            bus.publish(TOPIC, position(n, events=[("step", n)] * 30))
            got += len(waiting(live))
    assert got == base.MOST_WAITING + 500
    assert dead.dropped == 500
    assert len(dead) == base.MOST_WAITING + 1
    left = waiting(dead)
    assert next(m for m in left if isinstance(m, Notice)).code == "500", "the oldest went"
    assert max(len(m.events) for m in left if isinstance(m, Position)) == base.MOST_EVENTS
    assert sum("does not fetch" in record.message for record in caplog.records) == 1


async def test_a_subscriber_that_was_dropped_without_close_is_forgotten() -> None:
    bus = LocalBus()
    bus.subscribe(TOPIC)
    gc.collect()
    assert not bus._subscribers
    bus.publish(TOPIC, position(1))


async def test_a_cancelled_wait_loses_no_message() -> None:
    bus = LocalBus()
    subscription = bus.subscribe(TABLE)
    got: list[Any] = []
    for n in range(50):
        getter = asyncio.create_task(subscription.get())
        await asyncio.sleep(0)
        bus.publish(TABLE, Notice("m", str(n)))
        getter.cancel()
        got += await asyncio.gather(getter, return_exceptions=True)
    assert any(isinstance(result, asyncio.CancelledError) for result in got)
    got = [message for message in got if isinstance(message, Notice)] + waiting(subscription)
    assert [m.code for m in got] == [str(n) for n in range(50)]


async def test_closing_ends_the_iteration_after_what_waits() -> None:
    bus = LocalBus()
    with bus.subscribe(TABLE) as subscription:
        bus.publish(TABLE, Notice("m", "last"))
    bus.publish(TABLE, Notice("m", "too late"))
    assert [message.code async for message in subscription] == ["last"]  # type: ignore[union-attr]


async def test_a_request_gets_the_answer_with_its_own_id_whatever_the_order() -> None:
    bus = LocalBus()
    answered: list[int] = []

    async def search(message: SearchRequest) -> SearchResult:
        while message.seed == 1 and len(answered) < 2:
            await asyncio.sleep(0)
        answered.append(message.seed)
        return SearchResult(id=message.id, action=message.seed)

    bus.serve("ai.search", search)
    asked = [SearchRequest("decktet", b"", 0, "porter", seed) for seed in (1, 2, 3)]
    answers = await asyncio.gather(*(bus.request("ai.search", request) for request in asked))
    assert [(a.id, a.action) for a in answers] == [  # type: ignore[union-attr]
        (request.id, request.seed) for request in asked
    ]


async def test_a_request_without_an_answer_in_time_raises_timeout_and_its_work_goes_on() -> None:
    bus = LocalBus()
    finished, go_on = asyncio.Event(), asyncio.Event()

    async def slow(message: Act) -> Done:
        await go_on.wait()
        finished.set()
        return Done(message.id)

    bus.serve(TABLE, slow)
    with pytest.raises(TimeoutError):
        await bus.request(TABLE, Act("m", 0, 0, 1), timeout=0.01)
    go_on.set()
    await bus.settle()
    assert finished.is_set()


async def test_a_message_nobody_understands_is_logged_and_refused(
    caplog: pytest.LogCaptureFixture,
) -> None:
    bus = LocalBus()
    bus.serve(TABLE, lambda message: None)
    ask = GetPosition("m", 0)
    for topic in (TABLE, "no.such.topic"):
        answer = await bus.request(topic, ask)
        assert isinstance(answer, Refused)
        assert answer.id == ask.id
        assert word(answer)
    strange: Any = {"not": "a message"}
    bus.publish(TABLE, strange)
    assert isinstance(await bus.request(TABLE, strange), Refused)
    assert isinstance(await bus.request(TABLE, Notice("m", "no id")), Refused)
    assert len(caplog.records) == 5


async def test_a_server_that_fails_is_logged_and_refuses_and_the_publisher_sees_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    bus = LocalBus()

    def broken(message: Any) -> None:
        raise RuntimeError("secret detail")

    bus.serve(TABLE, broken)
    subscription = bus.subscribe(TABLE)
    bus.publish(TABLE, Notice("m", "hello"))
    await bus.settle()
    answer = await bus.request(TABLE, GetPosition("m", 0))
    assert isinstance(answer, Refused)
    assert "secret" not in word(answer)
    assert len(waiting(subscription)) == 1
    assert sum(record.exc_info is not None for record in caplog.records) == 2


async def test_a_topic_has_one_server_and_can_get_another_after_it_ended() -> None:
    bus = LocalBus()
    end = bus.serve(TABLE, lambda message: Done(message.id, 1))
    with pytest.raises(ValueError, match="already"):
        bus.serve(TABLE, lambda message: None)
    end()
    end()
    bus.serve(TABLE, lambda message: Done(message.id, 2))
    assert (await bus.request(TABLE, GetPosition("m", 0))).version == 2  # type: ignore[union-attr]


def test_publishing_to_subscribers_needs_no_running_loop() -> None:
    bus = LocalBus()
    subscription = bus.subscribe(TABLE)
    bus.serve(TABLE, lambda message: None)
    bus.publish(TABLE, Notice("m", "before the loop"))
    assert len(waiting(subscription)) == 1


async def test_a_closed_subscription_takes_nothing_more() -> None:
    bus = LocalBus()
    subscription = bus.subscribe(TABLE)
    subscription.close()
    subscription.close()
    subscription.put(Notice("m", "too late"))
    assert waiting(subscription) == []
    assert bus.subscribed([TABLE]) == []
