"""What the bus between hosts does with what is odd, too much or broken."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest
from nats import errors as nats_errors
from nats.aio.client import Client

from caravan_tui.bus import nats as nats_bus
from caravan_tui.bus.messages import Chat, Done, GetPosition, Hurry, Notice, Position, Refused
from caravan_tui.bus.nats import NatsBus, subject_of
from tests.support.broker import Broker, flush
from tests.support.until import until
from tests.support.views import view_of

TABLE, SEAT = "match.m.table", "match.m.seat.0"


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    broker = Broker(tmp_path_factory.mktemp("broker"))
    broker.start()
    yield broker
    broker.kill()


@pytest.fixture
async def clients(broker: Broker) -> AsyncIterator[list[Client]]:
    clients = [Client(), Client()]
    for client in clients:
        await client.connect(broker.url, no_echo=True)
    yield clients
    for client in clients:
        await client.close()


@pytest.fixture
async def buses(clients: list[Client]) -> AsyncIterator[list[NatsBus]]:
    buses = [NatsBus(client, f"odd{id(clients)}") for client in clients]
    yield buses
    for bus in buses:
        await bus.close()
        await bus.close()  # a second time does no harm


async def settle(buses: list[NatsBus]) -> None:
    for bus in buses:
        await bus._sent()
        await flush(bus._client)


def odd_position() -> Position:
    """One that holds what msgpack cannot."""
    return Position(match="m", version=1, seat=0, view=view_of(n=object()), legal=[], events=[])


def noting(asked: list[Any]) -> Callable[[Any], Done]:
    """Serves what it is asked, and notes it."""

    def serve(message: Any) -> Done:
        asked.append(message)
        return Done(message.id)

    return serve


async def test_what_cannot_be_sent_is_logged_and_refused(
    buses: list[NatsBus], caplog: pytest.LogCaptureFixture
) -> None:
    here, there = buses
    here.publish(SEAT, odd_position())
    assert "cannot be sent" in caplog.text
    for message in (Chat("m", None, "Ada", "no request"), odd_position()):
        refused = await there.request(TABLE, message, 2.0)
        assert isinstance(refused, Refused) and refused.code == "unsupported_request"

    class Odd:
        id, part = "1", object()

    refused = await there.request(TABLE, Odd(), 2.0)  # type: ignore[arg-type]
    assert isinstance(refused, Refused) and refused.code == "unsupported_request"


async def test_an_answer_that_cannot_be_sent_costs_the_asker_its_time_and_no_more(
    buses: list[NatsBus], caplog: pytest.LogCaptureFixture
) -> None:
    here, there = buses
    here.serve(TABLE, lambda _request: odd_position())
    await settle(buses)
    with pytest.raises(TimeoutError):
        await there.request(TABLE, GetPosition("m", None), 0.3)
    assert "the answer cannot be sent" in caplog.text


async def test_bytes_that_are_no_message_are_logged_and_dropped(
    buses: list[NatsBus], clients: list[Client], caplog: pytest.LogCaptureFixture
) -> None:
    here, _there = buses
    here.serve(TABLE, lambda request: Done(request.id))
    with here.subscribe(TABLE) as subscription:
        await settle(buses)
        await clients[1].publish(subject_of(TABLE, here._prefix), b"\xc1nonsense")
        await until(lambda: "nobody understands" in caplog.text)
        buses[1].publish(TABLE, Notice("m", "whole"))
        assert await subscription.get() == Notice("m", "whole")


async def test_what_is_served_for_this_process_alone_stays_in_it(buses: list[NatsBus]) -> None:
    here, there = buses
    asked: list[Any] = []
    here.local.serve(TABLE, noting(asked))
    with there.subscribe(TABLE) as subscription, there.subscribe(SEAT) as other:
        await settle(buses)
        here.publish(TABLE, Chat("m", None, "Ada", "not for others"))
        here.publish(SEAT, Notice("m", "for all"))
        assert await other.get() == Notice("m", "for all")
        assert len(subscription) == 0
    answer = await here.request(TABLE, GetPosition("m", None))
    assert isinstance(answer, Done)
    refused = await there.request(TABLE, GetPosition("m", None), 2.0)
    assert isinstance(refused, Refused) and refused.code == "unavailable"


async def test_a_request_of_one_host_is_answered_by_one_of_those_that_share_a_topic(
    buses: list[NatsBus], clients: list[Client]
) -> None:
    here, there = buses
    third = NatsBus(clients[1], here._prefix)
    counts = [0, 0]

    def count(number: int) -> Any:
        def answer(request: GetPosition) -> Done:
            counts[number] += 1
            return Done(request.id, number)

        return answer

    ends = [there.serve_shared("any", count(0)), third.serve_shared("any", count(1))]
    await settle([here, there, third])
    for _number in range(20):
        assert isinstance(await here.request("any", GetPosition("m", None), 5.0), Done)
    assert sum(counts) == 20, "one answers, not both"
    for end in ends:
        end()
    await settle([here, there, third])
    refused = await here.request("any", GetPosition("m", None), 2.0)
    assert isinstance(refused, Refused) and refused.code == "unavailable"
    await third.close()


async def test_a_request_to_a_host_that_is_lost_is_refused_at_once(buses: list[NatsBus]) -> None:
    asked = asyncio.Event()

    async def hang(_message: object) -> None:
        asked.set()
        await asyncio.Event().wait()

    one, two = buses
    two.serve(TABLE, hang)
    await settle(buses)
    for topics in ((TABLE,), ()):
        asked.clear()
        asking = asyncio.create_task(one.request(TABLE, GetPosition("m", 0), 60.0))
        await asked.wait()
        one.give_up_requests("match.other.table")
        assert not asking.done()
        one.give_up_requests(*topics)
        answer = await asking
        assert isinstance(answer, Refused) and answer.code == "unavailable"
    assert not one._asked


async def test_a_broker_that_takes_nothing_costs_the_oldest_messages(
    clients: list[Client], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(nats_bus, "MOST_UNSENT", 10)
    stuck = asyncio.Event()
    sent: list[bytes] = []

    async def publish(_subject: str, data: bytes) -> None:
        await stuck.wait()
        sent.append(data)

    monkeypatch.setattr(clients[0], "publish", publish)
    bus = NatsBus(clients[0])
    for number in range(30):
        bus.publish(TABLE, Notice("m", str(number)))
        await asyncio.sleep(0)
    stuck.set()
    await bus._sent()
    assert len(sent) == 11 and b"29" in sent[-1], "the one on its way, and the newest"
    assert caplog.text.count("the oldest go") == 1
    await bus.close()


async def test_what_the_connection_refuses_stops_nothing(
    clients: list[Client], caplog: pytest.LogCaptureFixture
) -> None:
    bus = NatsBus(clients[0])
    await clients[0].close()
    bus.publish(TABLE, Hurry("m"))
    await bus._sent()
    assert "not sent" in caplog.text
    refused = await bus.request(TABLE, GetPosition("m", None), 1.0)
    assert isinstance(refused, Refused) and refused.code == "unavailable"
    await bus.close()


async def test_rights_are_asked_for_with_an_empty_message_on_each_topic(
    buses: list[NatsBus], clients: list[Client]
) -> None:
    here, _there = buses
    heard: list[tuple[str, bytes]] = []

    async def hear(message: Any) -> None:
        heard.append((message.subject, message.data))

    await clients[1].subscribe(f"{here._prefix}.>", cb=hear)
    await flush(clients[1])
    await here.check_rights(TABLE, SEAT)
    expected = [(subject_of(topic, here._prefix), b"") for topic in (TABLE, SEAT)]
    await until(lambda: all(message in heard for message in expected))


async def test_rights_that_no_broker_can_tell_any_more_are_no_error(
    buses: list[NatsBus], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0

    async def fail(timeout: float = 10.0) -> None:
        nonlocal asked
        asked += 1
        raise nats_errors.ConnectionClosedError

    monkeypatch.setattr(buses[0]._client, "flush", fail)
    await buses[0].check_rights(TABLE)
    assert asked == 1


async def test_whether_a_topic_is_served_is_told_without_bothering_who_serves_it(
    buses: list[NatsBus], caplog: pytest.LogCaptureFixture
) -> None:
    here, there = buses
    assert not await there.is_served(TABLE, 5.0)
    asked: list[Any] = []
    end = here.serve(TABLE, noting(asked))
    await settle(buses)
    assert await there.is_served(TABLE, 5.0)
    end()
    await settle(buses)
    assert not await there.is_served(TABLE, 5.0)
    assert not asked and not caplog.records
