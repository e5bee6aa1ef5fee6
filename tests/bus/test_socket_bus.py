"""The bus over a socket: the same promises, and what a hostile other end cannot do."""

from __future__ import annotations

import asyncio
import gc
import stat
import time
from pathlib import Path
from random import Random
from typing import Any

import msgpack
import pytest

from caravan_tui.bus.bucket import Bucket
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import (
    Act,
    Chat,
    Done,
    GetPosition,
    Notice,
    Pause,
    Position,
    Refused,
    SearchRequest,
    SearchResult,
    Undo,
    UndoAnswer,
    seat_topic,
    table_topic,
    watch_topic,
)
from caravan_tui.bus.permissions import Access, clean
from caravan_tui.bus.socket import RefusedError, SocketBus
from caravan_tui.bus.socket_server import BusServer
from tests.bus.socket_help import House, soon
from tests.support.views import view_of


async def test_the_folder_and_the_socket_are_for_this_user_only(house: House) -> None:
    assert stat.S_IMODE(house.server.path.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(house.server.path.stat().st_mode) == 0o600


async def test_a_folder_that_is_not_ours_is_not_used(folder: Path) -> None:
    (folder / "real").mkdir()
    (folder / "link").symlink_to(folder / "real")
    with pytest.raises(PermissionError):
        await BusServer(LocalBus(), folder / "link" / "socket").start()


async def test_two_people_play_a_match_to_its_end_and_one_watches(house: House) -> None:
    async def play(seat: int) -> Position:
        client = await house.client(f"P{seat}", seat)
        rng = Random(seat)
        with client.subscribe(seat_topic(house.id, seat)) as ears:
            position: Any = await client.request(house.table, GetPosition(house.id, seat))
            while not position.over:
                if position.legal:
                    act = Act(house.id, seat, position.version, rng.choice(position.legal))
                    assert isinstance(await client.request(house.table, act), Done)
                position = await ears.get()
            return position  # type: ignore[no-any-return]

    watcher = await house.client("W", None)
    watching = watcher.subscribe(watch_topic(house.id))
    await watcher.request(house.table, GetPosition(house.id, None))
    first, second = await asyncio.gather(play(0), play(1))
    assert house.match.over
    assert first.view == msgpack.unpackb(msgpack.packb(house.match.view(0)))
    assert first.ranks == second.ranks == list(house.match.ranks or ())
    last: Any = await watching.get()
    while not last.over:
        last = await watching.get()
    assert last.seat is None
    assert last.view == msgpack.unpackb(msgpack.packb(house.match.view(None)))


async def test_a_seats_token_lets_nobody_act_look_or_speak_for_another_seat(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    client = await house.client("Mallory", 1)
    version, legal = house.match.version, house.match.legal(0)
    before = house.match.record.to_plain()
    heard = house.bus.subscribe(house.table)
    for message in (
        Act(house.id, 0, version, legal[0]),
        Undo(house.id, 0),
        Pause(house.id, True, 0),
        Pause(house.id, True),
        GetPosition(house.id, 0),
        SearchRequest("sahara", b"", 1, "master", 1, id="s"),
    ):
        answer = await client.request(house.table, message)
        assert isinstance(answer, Refused), message
        assert answer.id == message.id
    for topic in ("ai.search", "lobby", table_topic("another"), seat_topic(house.id, 0)):
        answer = await client.request(topic, Act(house.id, 1, version, 0))
        assert isinstance(answer, Refused)
    client.publish(house.table, Chat(house.id, 0, "Ada", "I give up"))
    client.publish(house.table, Notice(house.id, "The server stops."))
    client.publish(house.table, UndoAnswer(house.id, 0, "x", True))
    client.publish(seat_topic(house.id, 0), Position(house.id, 99, 0, view_of(), []))
    ears = client.subscribe(seat_topic(house.id, 0), "ai.search", watch_topic("another"))
    assert isinstance(await client.request(house.table, GetPosition(house.id, 1)), Position)
    house.bus.publish(seat_topic(house.id, 0), Position(house.id, 1, 0, view_of(secret=1), []))
    assert isinstance(await client.request(house.table, GetPosition(house.id, 1)), Position)
    assert len(ears) == 0
    assert len(heard) == 0
    assert house.match.record.to_plain() == before
    assert sum("Mallory" in record.getMessage() for record in caplog.records) >= 14


async def test_chat_carries_the_name_of_the_token_and_no_control_characters(house: House) -> None:
    client = await house.client("Ada", 0)
    heard = house.bus.subscribe(house.table)
    client.publish(
        house.table, Chat(house.id, 0, "Server", "hi\x1b]0;you\x07 there\u202e\n" + "x" * 9999)
    )
    said: Any = await heard.get()
    assert said.name == "Ada"
    assert said.text.startswith("hi ]0;you there x")
    assert len(said.text) == 500
    for _ in range(50):
        client.publish(house.table, Chat(house.id, 0, "Ada", "spam"))
    await client.request(house.table, GetPosition(house.id, 0))
    assert len(heard) < 10, "chat is rationed"


@pytest.mark.parametrize("text", ["\x1b[2J", "\x9b31m", "a\u2028b", "\u200f\u202e", "\x00\x07\x7f"])
def test_no_text_can_steer_a_terminal(text: str) -> None:
    assert clean(text).isprintable()


async def test_a_wrong_or_revoked_token_is_turned_away(house: House) -> None:
    for token in ("", "x" * 43, "é\ud800"[:1]):
        with pytest.raises(RefusedError):
            await SocketBus.connect(house.server.path, token)
    token = house.token("Ada", 0)
    client = await house.connect(token)
    house.server.revoke(token)
    await client.lost.wait()
    with pytest.raises(RefusedError):
        await SocketBus.connect(house.server.path, token)
    await house.alive()


async def test_a_shared_token_lets_several_in_at_once(house: House) -> None:
    token = house.server.admit(Access("admin", is_shared=True))
    clients = [await house.connect(token) for _client in range(3)]
    await house.alive()
    assert not any(client.lost.is_set() for client in clients)
    house.server.revoke(token)
    for client in clients:
        await client.lost.wait()


async def test_a_token_is_taken_over_by_its_newest_connection(house: House) -> None:
    token = house.token("Ada", 0)
    first = await house.connect(token)
    second = await house.connect(token)
    await first.lost.wait()
    assert isinstance(await second.request(house.table, GetPosition(house.id, 0)), Position)
    assert house.server.connected(token)


async def test_rights_that_are_taken_away_end_what_was_subscribed(house: House) -> None:
    access = Access("Ada")
    access.sit(house.id, 0)
    client = await house.connect(house.server.admit(access))
    ears = client.subscribe(seat_topic(house.id, 0), house.table)
    await client.request(house.table, GetPosition(house.id, 0))
    access.leave(house.id)
    house.bus.publish(house.table, Notice(house.id, "not for her any more"))
    with pytest.raises(StopAsyncIteration):
        await ears.__anext__()
    assert isinstance(await client.request(house.table, GetPosition(house.id, 0)), Refused)
    access.sit(house.id, 0)
    assert isinstance(await client.request(house.table, GetPosition(house.id, 0)), Position)


async def test_a_lost_connection_ends_subscriptions_and_answers_requests(house: House) -> None:
    client = await house.client("Ada", 0)
    house.bus.serve("slow", lambda message: asyncio.sleep(30))
    ears = client.subscribe(house.table)
    await client.request(house.table, GetPosition(house.id, 0))
    asking = asyncio.create_task(client.request(house.table, GetPosition(house.id, 0)))
    await house.server.close()
    assert isinstance(await asking, Refused | Position)
    await client.lost.wait()
    with pytest.raises(StopAsyncIteration):
        while True:
            await ears.__anext__()
    assert isinstance(await client.request(house.table, GetPosition(house.id, 0)), Refused)
    client.publish(house.table, Notice(house.id, "nobody hears"))
    assert client.subscribe(house.table).closed


async def test_requests_time_out_on_their_own_clock(house: House) -> None:
    client = await house.client("Ada", 0)

    async def never(message: Any) -> None:
        await asyncio.Event().wait()

    access = Access("Ada", publishes={"slow": (GetPosition,)})
    client = await house.connect(house.server.admit(access))
    house.bus.serve("slow", never)
    with pytest.raises(TimeoutError):
        await client.request("slow", GetPosition("x", 0), timeout=0.05)
    assert client._waiting == {}


async def test_more_rights_can_be_given_on_a_topic_and_checked_by_the_host(house: House) -> None:
    def check(topic: str, message: Any) -> str | None:
        return "too much" if message.seconds > 1 else None

    access = Access(
        "Ada", subscribes={"lobby"}, publishes={"ai.search": (SearchRequest,)}, check=check
    )
    client = await house.connect(house.server.admit(access))
    house.bus.serve("ai.search", lambda message: SearchResult(message.id, len(message.view)))
    ask = SearchRequest("sahara", b"four", 0, "porter", 1, seconds=1.0)
    assert await client.request("ai.search", ask) == SearchResult(ask.id, 4)
    ask = SearchRequest("sahara", b"four", 0, "porter", 1, seconds=100.0)
    assert isinstance(await client.request("ai.search", ask), Refused)
    ears = client.subscribe("lobby")
    await client.request("ai.search", ask)
    house.bus.publish("lobby", Notice("", "a new match"))
    assert await ears.get() == Notice("", "a new match")


async def test_a_process_with_the_right_can_serve_a_topic(house: House) -> None:
    worker = await house.connect(house.server.admit(Access("worker", serves={"ai.search"})))

    async def think(message: SearchRequest) -> SearchResult:
        if message.seed == 0:
            raise RuntimeError("no idea")
        return SearchResult(message.id, message.seed)

    end = worker.serve("ai.search", think)
    await soon(lambda: "ai.search" in house.bus._servers)
    ask = SearchRequest("sahara", b"", 0, "porter", 42)
    assert await house.bus.request("ai.search", ask) == SearchResult(ask.id, 42)
    failed = await house.bus.request("ai.search", SearchRequest("sahara", b"", 0, "porter", 0))
    assert isinstance(failed, Refused)
    end()
    await soon(lambda: "ai.search" not in house.bus._servers)
    worker.serve("ai.search", think)
    await soon(lambda: "ai.search" in house.bus._servers)
    await worker.close()
    await soon(lambda: "ai.search" not in house.bus._servers)


async def test_a_subscription_dropped_without_close_is_given_up_at_the_server_too(
    house: House,
) -> None:
    client = await house.client("Ada", 0)
    topic = seat_topic(house.id, 0)
    client.subscribe(topic)
    await client.request(house.table, GetPosition(house.id, 0))
    gc.collect()
    house.bus.publish(topic, Position(house.id, 1, 0, view_of(), []))
    await soon(lambda: topic not in house.bus._subscribers)


async def test_every_move_reaches_the_five_others_who_watch(house: House) -> None:
    others = [await house.client(f"W{n}", None) for n in range(5)]
    ears = [other.subscribe(watch_topic(house.id)) for other in others]
    for other in others:
        await other.request(house.table, GetPosition(house.id, None))
    mover = await house.client("Ada", house.match.to_act)
    reached = 0
    for _ in range(10):
        seat = house.match.to_act
        if seat != 0:
            house.match.act(seat, house.match.legal(seat)[0])
            continue
        act = Act(house.id, seat, house.match.version, house.match.legal(seat)[0])
        await mover.request(house.table, act)
        positions: list[Any] = await asyncio.gather(*(ear.get() for ear in ears))
        assert {position.version for position in positions} == {house.match.version}
        reached += 1
    assert reached


class Unsendable:
    """No plain data."""


def odd(house: House) -> Position:
    """A position that no frame can carry."""
    return Position(house.id, 1, 0, view_of(odd=Unsendable()), [])


async def test_what_a_client_cannot_pack_is_logged_and_the_connection_stays(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    client = await house.client("Ada", 0)
    client.publish(house.table, odd(house))
    answer = await client.request(house.table, odd(house))
    assert isinstance(answer, Refused) and answer.code == "unsupported_request"
    assert caplog.text.count("cannot be sent") == 2
    assert isinstance(await client.request(house.table, GetPosition(house.id, 0)), Position)


async def test_a_message_that_cannot_be_packed_cuts_off_the_connection_it_is_for(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    client = await house.client("Ada", 0)
    client.subscribe(seat_topic(house.id, 0))
    await client.request(house.table, GetPosition(house.id, 0))
    house.bus.publish(seat_topic(house.id, 0), odd(house))
    await client.lost.wait()
    assert "cannot be sent" in caplog.text
    await house.alive()


async def test_an_answer_that_cannot_be_packed_is_logged_and_costs_no_connection(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    client = await house.connect(
        house.server.admit(Access("Ada", publishes={"odd": (GetPosition,)}))
    )
    house.bus.serve("odd", lambda message: odd(house))
    asking = asyncio.create_task(client.request("odd", GetPosition("x", 0)))
    await soon(lambda: "an answer on odd cannot be sent" in caplog.text)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    assert not client.lost.is_set()


async def test_a_topic_that_has_a_server_gets_no_second_one(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    rights = Access("worker", serves={"ai.search"})
    first = await house.connect(house.server.admit(rights))
    second = await house.connect(house.server.admit(rights))
    end = first.serve("ai.search", lambda message: SearchResult(message.id, 1))
    with pytest.raises(ValueError, match="has a server already"):
        first.serve("ai.search", lambda message: None)
    await soon(lambda: "ai.search" in house.bus._servers)
    second.serve("ai.search", lambda message: SearchResult(message.id, 2))
    await soon(lambda: "wants to serve ai.search, which has a server" in caplog.text)
    ask = SearchRequest("sahara", b"", 0, "porter", 42)
    assert await house.bus.request("ai.search", ask) == SearchResult(ask.id, 1)
    end()
    end()
    await soon(lambda: "ai.search" not in house.bus._servers)


async def test_a_process_that_ends_while_it_is_asked_leaves_no_request_waiting(
    house: House,
) -> None:
    worker = await house.connect(house.server.admit(Access("worker", serves={"ai.search"})))
    asked = asyncio.Event()

    async def never(message: SearchRequest) -> SearchResult:
        asked.set()
        await asyncio.Event().wait()
        raise AssertionError

    worker.serve("ai.search", never)
    await soon(lambda: "ai.search" in house.bus._servers)
    ask = SearchRequest("sahara", b"", 0, "porter", 42)
    asking = asyncio.create_task(house.bus.request("ai.search", ask))
    await asked.wait()
    await worker.close()
    assert isinstance(await asking, Refused)


async def test_a_server_that_does_not_answer_the_hello_is_given_up(folder: Path) -> None:
    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    listening = await asyncio.start_unix_server(silent, str(folder / "silent"))
    with pytest.raises(TimeoutError):
        await SocketBus.connect(folder / "silent", "token", timeout=0.01)
    listening.close()


async def test_a_server_that_ends_during_the_hello_has_refused(folder: Path) -> None:
    async def deaf(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1_000)
        writer.close()

    listening = await asyncio.start_unix_server(deaf, str(folder / "deaf"))
    with pytest.raises(RefusedError):
        await SocketBus.connect(folder / "deaf", "token")
    listening.close()


async def test_waiting_for_a_bucket_takes_no_more_than_it_gives() -> None:
    bucket = Bucket(200.0, 3)
    began = time.monotonic()
    for _take in range(23):
        await bucket.wait()
    assert time.monotonic() - began > 0.09, "20 of them came at 200 a second"


async def test_every_answered_request_is_reported_with_the_time_it_took(house: House) -> None:
    answered: list[tuple[type, type, float]] = []
    house.server.on_answered = lambda request, answer, seconds: answered.append(
        (type(request), type(answer), seconds)
    )
    bo = await house.client("Bo", 1)
    began = time.monotonic()
    assert isinstance(await bo.request(house.table, GetPosition(house.id, 1)), Position)
    assert isinstance(await bo.request(house.table, GetPosition(house.id, 0)), Refused)
    taken = time.monotonic() - began
    assert [kinds for *kinds, _seconds in answered] == [
        [GetPosition, Position],
        [GetPosition, Refused],
    ]
    assert 0 < answered[0][2] < taken and answered[1][2] == 0
