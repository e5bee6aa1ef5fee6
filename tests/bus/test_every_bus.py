"""What every bus promises, whatever carries it: in one process, over a socket, between hosts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from nats.aio.client import Client

from caravan_tui.bus.base import Bus, Subscription
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import Chat, Done, GetPosition, Hurry, Notice, Position, Refused
from caravan_tui.bus.nats import NatsBus, subject_of
from caravan_tui.bus.permissions import Access
from caravan_tui.bus.socket import SocketBus
from caravan_tui.bus.socket_server import BusServer
from tests.support.broker import Broker
from tests.support.until import until
from tests.support.views import view_of

TABLE, SEAT = "match.m.table", "match.m.seat.0"
ASKED = (GetPosition, Chat, Hurry)
TALK = 300


class Ends:
    """Two ends of one bus: `here` serves and publishes, `there` subscribes and asks."""

    def __init__(self, here: Bus, there: Bus) -> None:
        self.here, self.there = here, there

    async def subscribe(self, *topics: str) -> Subscription:
        """A subscription of the far end that `here` already reaches."""
        subscription = self.there.subscribe(*topics)
        await self.settle()
        return subscription

    async def settle(self) -> None:
        """Wait until both ends know what the other has subscribed to and serves."""
        for bus in (self.here, self.there):
            if isinstance(bus, NatsBus):
                await bus._sent()
                await bus._client.flush()
        if isinstance(self.there, SocketBus):
            await self.there.request("free", GetPosition("m", None), 5.0)


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    broker = Broker(tmp_path_factory.mktemp("broker"))
    broker.start()
    yield broker
    broker.kill()


@pytest.fixture(params=["local", "socket", "nats"])
async def ends(request: pytest.FixtureRequest, folder: Path, broker: Broker) -> AsyncIterator[Ends]:
    if request.param == "local":
        bus = LocalBus()
        yield Ends(bus, bus)
    elif request.param == "socket":
        bus = LocalBus()
        server = BusServer(bus, folder / "socket")
        await server.start()
        access = Access("there", subscribes={TABLE, SEAT}, publishes={TABLE: ASKED, "free": ASKED})
        there = await SocketBus.connect(server.path, server.admit(access))
        yield Ends(bus, there)
        await there.close()
        await server.close()
    else:
        clients = [Client(), Client()]
        for client in clients:
            await client.connect(broker.url, no_echo=True)
        here, far = (NatsBus(client, f"test{id(clients)}") for client in clients)
        yield Ends(here, far)
        for nats_bus, client in zip((here, far), clients, strict=True):
            await nats_bus.close()
            await client.close()


async def _ignore(_error: Exception) -> None:
    pass


def position(version: int, **more: Any) -> Position:
    return Position(match="m", version=version, seat=0, view=view_of(n=version), legal=[],
                    events=[], **more)  # fmt: skip


async def read(subscription: Subscription, count: int) -> list[Any]:
    async with asyncio.timeout(20.0):
        return [await subscription.get() for _ in range(count)]


async def test_what_is_published_comes_in_its_order(ends: Ends) -> None:
    with await ends.subscribe(TABLE) as subscription:
        sent = [Notice("m", str(number)) for number in range(TALK)]
        for notice in sent:
            ends.here.publish(TABLE, notice)
        assert await read(subscription, TALK) == sent


async def test_a_slow_reader_gets_the_newest_position_and_every_notice(ends: Ends) -> None:
    with await ends.subscribe(SEAT, TABLE) as subscription:
        for version in range(50):
            ends.here.publish(SEAT, position(version))
        ends.here.publish(TABLE, Notice("m", "last"))
        await until(lambda: len(subscription) == 2)
        kinds = {type(message): message for message in await read(subscription, 2)}
        await until(lambda: kinds[Position].version == 49)
        assert kinds[Notice].code == "last"


async def test_who_listens_no_longer_gets_nothing(ends: Ends) -> None:
    subscription = await ends.subscribe(TABLE)
    with await ends.subscribe(TABLE) as other:
        subscription.close()
        await ends.settle()
        ends.here.publish(TABLE, Notice("m", "late"))
        await read(other, 1)
        assert len(subscription) == 0


async def test_a_request_gets_the_answer_of_the_server(ends: Ends) -> None:
    async def answer(request: GetPosition) -> Done:
        await asyncio.sleep(0)
        return Done(request.id, 7)

    end = ends.here.serve(TABLE, answer)
    await ends.settle()
    request = GetPosition("m", None)
    assert await ends.there.request(TABLE, request, 10.0) == Done(request.id, 7)
    end()
    await ends.settle()
    refused = await ends.there.request(TABLE, GetPosition("m", None), 10.0)
    assert isinstance(refused, Refused) and refused.code == "unavailable"


async def test_what_a_server_has_published_comes_before_its_answer(ends: Ends) -> None:
    def answer(request: GetPosition) -> Done:
        ends.here.publish(TABLE, Notice("m", "first"))
        return Done(request.id)

    ends.here.serve(TABLE, answer, ())
    with await ends.subscribe(TABLE) as subscription:
        await ends.there.request(TABLE, GetPosition("m", None), 10.0)
        assert len(subscription) or await read(subscription, 1)


async def test_a_topic_has_one_server(ends: Ends) -> None:
    end = ends.here.serve(TABLE, lambda request: Done(request.id))
    with pytest.raises(ValueError, match="has a server already"):
        ends.here.serve(TABLE, lambda request: Done(request.id))
    end()
    ends.here.serve(TABLE, lambda request: Done(request.id, 2))()


async def test_nobody_serves_and_nobody_understands_are_refused(ends: Ends) -> None:
    refused = await ends.there.request("free", GetPosition("m", None), 10.0)
    assert isinstance(refused, Refused) and refused.code == "unavailable"
    ends.here.serve(TABLE, lambda _request: None)
    await ends.settle()
    refused = await ends.there.request(TABLE, GetPosition("m", None), 10.0)
    assert isinstance(refused, Refused) and refused.code == "unsupported_request"


async def test_a_server_that_fails_is_refused_and_serves_on(ends: Ends) -> None:
    def fail(request: GetPosition) -> Done:
        if request.seat is None:
            raise KeyError("planted")
        return Done(request.id)

    ends.here.serve(TABLE, fail)
    await ends.settle()
    refused = await ends.there.request(TABLE, GetPosition("m", None), 10.0)
    assert isinstance(refused, Refused) and refused.code == "failed"
    if not isinstance(ends.there, SocketBus):  # over a socket a seat needs the right to it
        assert isinstance(await ends.there.request(TABLE, GetPosition("m", 0), 10.0), Done)


async def test_a_request_without_an_answer_in_time_raises(ends: Ends) -> None:
    async def wait(_request: GetPosition) -> None:
        await asyncio.Event().wait()

    ends.here.serve(TABLE, wait)
    await ends.settle()
    with pytest.raises(TimeoutError):
        await ends.there.request(TABLE, GetPosition("m", None), 0.2)


async def test_a_request_that_is_cancelled_as_its_answer_comes_stays_cancelled(ends: Ends) -> None:
    """`asyncio.wait_for` of Python 3.11 gives the answer then, and the task goes on for ever."""

    async def answer(request: GetPosition) -> Done:
        return Done(request.id, 1)

    ends.here.serve(TABLE, answer)
    await ends.settle()
    for steps in range(1_000):
        task = asyncio.create_task(ends.there.request(TABLE, GetPosition("m", None), 10.0))
        for _step in range(steps):
            await asyncio.sleep(0)
        if task.done():
            break
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert steps > 1


async def test_a_server_sees_what_it_wants_of_what_is_published(ends: Ends) -> None:
    seen: list[object] = []
    ends.here.serve(TABLE, seen.append, (Hurry,))
    await ends.settle()
    ends.there.publish(TABLE, Chat("m", None, "Ada", "hello"))
    ends.there.publish(TABLE, Hurry("m"))
    if isinstance(ends.there, SocketBus):
        return  # these need a seat there; see the tests of the socket
    await until(lambda: seen)
    assert seen == [Hurry("m")]


async def test_a_topic_becomes_a_subject_without_signs_that_mean_something() -> None:
    assert subject_of("match.1f.seat.0") == "caravan.match.1f.seat.0"
    for odd in ("a*b", "a>", "a b", "é", "..", "a\r\nPUB x", "=2a="):
        subject = subject_of(odd, "c")
        assert set(subject) <= set("abcdefghijklmnopqrstuvwxyzPUB0123456789=._-"), subject
        assert "" not in subject.split(".")
    assert subject_of("a*b") != subject_of("a=2a=b")


async def test_a_bus_between_hosts_outlives_its_broker(tmp_path: Path) -> None:
    broker = Broker(tmp_path)
    broker.start()
    clients = [Client(), Client()]
    for client in clients:
        await client.connect(
            broker.url, no_echo=True, max_reconnect_attempts=-1,
            reconnect_time_wait=0.05,  # type: ignore[arg-type]
            error_cb=_ignore,
        )  # fmt: skip
    here, there = (NatsBus(client) for client in clients)
    ends = Ends(here, there)
    here.serve(TABLE, lambda request: Done(request.id, 3))
    try:
        with await ends.subscribe(SEAT) as subscription:
            broker.kill()
            await until(lambda: not any(client.is_connected for client in clients))
            with pytest.raises(TimeoutError):
                await there.request(TABLE, GetPosition("m", None), 0.2)
            broker.start()
            await until(lambda: all(client.is_connected for client in clients))
            await ends.settle()
            assert await there.request(TABLE, request := GetPosition("m", None), 10.0) == Done(
                request.id, 3
            )
            here.publish(SEAT, position(5))
            assert (await read(subscription, 1))[0].version == 5
    finally:
        for bus, client in zip((here, there), clients, strict=True):
            await bus.close()
            await client.close()
        broker.kill()


async def test_a_message_that_the_broker_does_not_take_is_refused(
    ends: Ends, caplog: pytest.LogCaptureFixture
) -> None:
    if not isinstance(ends.there, NatsBus):
        return
    much = "x" * (2 << 20)
    ends.there.publish(TABLE, Chat("m", None, "Ada", much))
    assert "more than the broker takes" in caplog.text
    refused = await ends.there.request(TABLE, GetPosition(much, None), 5.0)
    assert isinstance(refused, Refused) and refused.code == "unsupported_request"
