"""Over a socket: slow, silent and hostile clients hold up nobody and leave nothing behind."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import socket
import struct
from pathlib import Path
from random import Random
from typing import Any

import pytest

from caravan_tui.bus import wire
from caravan_tui.bus.connection import Limits
from caravan_tui.bus.messages import (
    Act,
    Chat,
    GetPosition,
    Position,
    seat_topic,
)
from caravan_tui.bus.socket import RefusedError
from tests.bus.socket_help import House, descriptors_open, soon
from tests.support.views import view_of


async def test_a_slow_client_gets_the_newest_position_and_every_event_and_chat(
    house: House,
) -> None:
    client = await house.client("Ada", 0)
    topic = seat_topic(house.id, 0)
    ears = client.subscribe(topic, house.table)
    await client.request(house.table, GetPosition(house.id, 0))
    client._reader._transport.pause_reading()  # type: ignore[attr-defined]
    hosted = house.host.hosted(house.id)
    assert hosted is not None
    event = hosted.history()[0]
    many = 3_000
    blob = "x" * 2_000
    for n in range(many):
        view = view_of(game="sahara", blob=blob)
        house.bus.publish(topic, Position(house.id, n, 0, view, [], events=[event] * (n % 3)))
        if n % 10 == 0:
            house.bus.publish(house.table, Chat(house.id, 1, "Bo", str(n)))
            await asyncio.sleep(0)
    client._reader._transport.resume_reading()  # type: ignore[attr-defined]
    chats: list[int] = []
    events, newest = 0, -1
    while newest < many - 1 or len(chats) < many // 10:
        message: Any = await ears.get()
        if isinstance(message, Chat):
            chats.append(int(message.text))
        else:
            assert message.version > newest
            newest = message.version
            events += len(message.events)
    assert events == sum(n % 3 for n in range(many))
    assert chats == list(range(0, many, 10))


@pytest.mark.parametrize("stall", [0.1, 600.0])
async def test_a_frozen_client_stalls_nobody_and_is_cut_off(folder: Path, stall: float) -> None:
    house = House(folder, Limits(stall=stall, beat=600.0, silence=600.0))
    await house.server.start()
    token = house.token("Frozen", 0)
    reader, writer = await house.raw(token)
    topic = seat_topic(house.id, 0)
    writer.write(wire.pack("subscribe", 1, [topic]))
    reader._transport.pause_reading()  # type: ignore[attr-defined]
    other = await house.client("Bo", 1)
    await soon(lambda: house.bus.subscribed([topic]))
    for n in range(300):
        house.bus.publish(topic, Position(house.id, n, 0, view_of(blob="x" * 50_000), []))
        answer = await other.request(house.table, GetPosition(house.id, 1))
        assert isinstance(answer, Position), "long before a stall of 600 s is over"
        if not house.server.connected(token):
            break
    if stall < 600:
        await soon(lambda: not house.server.connected(token))
    writer.close()
    await house.stop()


async def test_a_silent_client_is_cut_off_and_a_living_one_is_not(folder: Path) -> None:
    house = House(folder, Limits(beat=0.05, silence=0.25))
    await house.server.start()
    living = await house.client("Ada", 0)
    token = house.token("Bo", 1)
    _reader, writer = await house.raw(token)
    await soon(lambda: not house.server.connected(token))
    assert not living.lost.is_set()
    assert isinstance(await living.request(house.table, GetPosition(house.id, 0)), Position)
    writer.close()
    await house.stop()


def rude(token: str, house: House) -> dict[str, tuple[bool, bytes]]:
    """Things to send: with a hello before them or not."""
    act = wire.to_plain(Act(house.id, 0, house.match.version, 1))
    look = wire.to_plain(GetPosition(house.id, 0))
    return {
        "garbage": (False, os.urandom(300)),
        "a web browser": (False, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
        "huge before hello": (False, struct.pack(">I", 2_000_000_000) + b"x" * 5_000),
        "nothing at all": (False, b""),
        "half a length": (False, b"\x00\x00"),
        "half a hello": (False, wire.pack("hello", token)[:-3]),
        "no hello": (False, wire.pack("request", 1, house.table, 1.0, look)),
        "hello of a number": (False, wire.pack("hello", 5)),
        "hello of many": (False, wire.pack("hello", token, token)),
        "garbage inside": (True, os.urandom(300)),
        "huge": (True, struct.pack(">I", 2**32 - 1)),
        "too large": (True, struct.pack(">I", 70_000) + b"x" * 70_000),
        "half a frame": (True, struct.pack(">I", 500) + b"x" * 20),
        "empty frame": (True, struct.pack(">I", 0)),
        "not msgpack": (True, struct.pack(">I", 3) + b"\xc1\xc1\xc1"),
        "a pickle": (True, struct.pack(">I", 20) + b"cos\nsystem\n(S'ls'\ntR."[:20]),
        "deep": (True, struct.pack(">I", 5_000) + b"\x91" * 5_000),
        "claims": (True, struct.pack(">I", 50_000) + b"\xdd\x00\x00\xc3\x50" * 10_000),
        "unknown word": (True, wire.pack("exec", "rm -rf")),
        "word missing": (True, wire.pack(1, 2)),
        "a map": (True, struct.pack(">I", 1) + b"\x80"),
        "too few": (True, wire.pack("request", 1)),
        "too many": (True, wire.pack("unsubscribe", 1, 2, 3)),
        "unknown message": (True, wire.pack("publish", house.table, ["Shutdown", {}])),
        "bad message": (True, wire.pack("publish", house.table, ["Act", {"seat": "0"}])),
        "bad seconds": (True, wire.pack("request", 1, house.table, float("nan"), look)),
        "endless seconds": (True, wire.pack("request", 1, house.table, 1e300, look)),
        "bad number": (True, wire.pack("request", "1", house.table, 1.0, look)),
        "bad topic": (True, wire.pack("request", 1, None, 1.0, act)),
        "hear twice": (True, wire.pack("subscribe", 1, []) * 2),
        "hear numbers": (True, wire.pack("subscribe", 1, [1, 2])),
        "hear much": (True, wire.pack("subscribe", 1, [house.table] * 500)),
        "serve": (True, wire.pack("serve", house.table) + wire.pack("serve", 7)),
        "flood": (True, wire.pack("alive") * 5_000),
        "flood of requests": (True, wire.pack("request", 1, house.table, 1.0, look) * 2_000),
        "deaf to a list": (True, wire.pack("unsubscribe", [1])),
        "answer to a list": (True, wire.pack("answer", [1], None)),
    }


async def test_whatever_rude_thing_is_sent_is_cut_off_logged_and_hurts_nobody(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    house = House(folder, Limits(hello=0.2, frame=0.2))
    await house.server.start()
    token = house.token("Rude", 0)
    witness = await house.client("Bo", 1)
    before = house.match.record.to_plain()
    for name, (greets, data) in rude(token, house).items():
        caplog.clear()
        with caplog.at_level(logging.DEBUG):
            reader, writer = await house.raw(token if greets else None)
            with contextlib.suppress(OSError):
                writer.write(data)
                await writer.drain()
            try:
                async with asyncio.timeout(60):
                    with contextlib.suppress(ConnectionError):
                        while await reader.read(1 << 16):
                            pass
            except TimeoutError:
                raise AssertionError(f"{name}: it was not cut off") from None
            writer.close()
        assert any(record.levelno >= logging.WARNING for record in caplog.records), name
        assert not any(record.exc_info for record in caplog.records), name
        assert isinstance(await witness.request(house.table, GetPosition(house.id, 1)), Position), (
            name
        )
    assert house.match.record.to_plain() == before
    await house.alive()
    await house.stop()


async def test_hundreds_of_rude_events_leave_no_descriptor_task_or_subscription(
    folder: Path,
) -> None:
    house = House(folder, Limits(hello=0.5, frame=0.5))
    await house.server.start()
    topic = seat_topic(house.id, 0)
    witness = await house.client("Bo", 1)
    await witness.request(house.table, GetPosition(house.id, 1))
    gc.collect()
    descriptors, tasks = descriptors_open(), len(asyncio.all_tasks())
    rng = Random(1)
    things = [thing for thing in rude("", house).values() if thing[1]]
    for n in range(300):
        greets, data = rng.choice(things)
        token = house.token(f"Rude {n}", 0)
        _reader, writer = await house.raw(token if greets else None)
        with contextlib.suppress(OSError):
            if greets and rng.random() < 0.5:
                writer.write(wire.pack("subscribe", 7, [topic, house.table]))
            writer.write(data[: rng.randrange(1, len(data) + 1)])
            if rng.random() < 0.5:
                await asyncio.sleep(0)
        if rng.random() < 0.5:  # a reset instead of a proper end
            writer.transport.abort()
        else:
            writer.close()
        house.server.revoke(token)
        if n % 20 == 0:
            house.bus.publish(topic, Position(house.id, n, 0, view_of(), []))
            assert isinstance(
                await witness.request(house.table, GetPosition(house.id, 1)), Position
            )
    await soon(lambda: len(house.server._connections) == 1)
    await soon(lambda: len(asyncio.all_tasks()) <= tasks)
    gc.collect()
    await soon(lambda: descriptors_open() <= descriptors)
    assert topic not in house.bus._subscribers
    await house.alive()
    await house.stop()


async def test_half_open_connections_do_not_lock_others_out(folder: Path) -> None:
    house = House(folder, Limits(hello=0.3, connections=20))
    await house.server.start()
    ends = []
    for _ in range(40):
        end = socket.socket(socket.AF_UNIX)
        end.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            end.connect(str(house.server.path))
        ends.append(end)
    while True:  # until those who say nothing are given up
        try:
            await house.alive()
            break
        except (RefusedError, OSError):
            await asyncio.sleep(0.01)
    for end in ends:
        end.close()
    await house.stop()


async def test_a_frame_with_thousands_of_topics_is_cut_off_with_one_line_in_the_log(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    reader, writer = await house.raw(house.token("Ada", 0))
    with caplog.at_level(logging.INFO):
        writer.write(wire.pack("subscribe", 1, [f"t{number}" for number in range(9_000)]))
        assert await reader.read() == b""
    assert len(caplog.records) == 1 and "too many subscriptions" in caplog.text
    writer.close()
    await house.alive()


async def test_subscriptions_without_topics_are_counted(house: House) -> None:
    most = house.server.limits.topics
    reader, writer = await house.raw(house.token("Ada", 0))
    for number in range(most + 1):
        writer.write(wire.pack("subscribe", number, []))
    async with asyncio.timeout(60):
        while await reader.read(1 << 16):
            pass
    writer.close()
    await house.alive()


async def test_who_asks_for_the_forbidden_over_and_over_fills_no_log(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    reader, writer = await house.raw(house.token("Ada", 0))
    with caplog.at_level(logging.INFO):
        for number in range(100):
            writer.write(wire.pack("subscribe", number, ["forbidden"] * 8))
            writer.write(wire.pack("unsubscribe", number))
            for _topic in range(8):
                assert await wire.read(reader, 1000, 5) == ["no", "forbidden"]
    assert 1 <= len(caplog.records) < 40
    writer.close()
    await house.alive()


async def test_what_concerns_nothing_that_was_ever_asked_is_ignored(house: House) -> None:
    token = house.token("Ada", 0)
    reader, writer = await house.raw(token)
    writer.write(wire.pack("unserve", "ai.search"))
    writer.write(wire.pack("answer", 7, None))
    writer.write(wire.pack("unsubscribe", 7))
    writer.write(wire.pack("request", 1, house.table, 5.0, wire.to_plain(GetPosition(house.id, 0))))
    answer = await wire.read(reader, 1 << 20, 5, trusted=True)
    assert answer[:2] == ["answer", 1]
    assert house.server.connected(token)
    writer.close()
