"""A seat's handle does the same whether the match is in this process or behind a socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from caravan_tui.bus.handle import RemoteTable, Table
from caravan_tui.bus.hosted_match import HostedMatch
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import (
    Chat,
    Hurry,
    Message,
    Position,
    UndoAsked,
    UndoSettled,
    table_topic,
)
from caravan_tui.bus.permissions import Access
from caravan_tui.bus.wording import word
from caravan_tui.engine import Refusal
from tests.bus.socket_help import House, soon


class Place:
    """A house, and its handles of one kind."""

    def __init__(self, house: House, table: Callable[[int | None], Table]) -> None:
        self.house = house
        self.table = table
        hosted = house.host.hosted(house.id)
        assert hosted is not None
        self.hosted: HostedMatch = hosted

    async def play(self, *, seats: set[int]) -> None:
        """Play until each of these seats has decided something."""
        acted: set[int] = set()
        while not seats <= acted:
            seat = self.house.match.to_act
            await self.act(seat)
            acted.add(seat)

    async def act(self, seat: int) -> int:
        match = self.house.match
        return await self.table(seat).act(match.version, match.legal(seat)[0])


@pytest.fixture(params=["local", "remote"])
async def place(request: pytest.FixtureRequest, folder: Path) -> AsyncIterator[Place]:
    house = House(folder)
    await house.server.start()
    if request.param == "local":
        yield Place(house, lambda seat: house.host.table(house.id, seat))
    else:
        access = Access("Ada")
        for seat in (0, 1):
            access.sit(house.id, seat)
        access.watches.add(house.id)
        client = await house.connect(house.server.admit(access))
        yield Place(house, lambda seat: RemoteTable(client, house.id, seat))
    await house.stop()


async def test_an_act_changes_the_match_and_gives_its_version(place: Place) -> None:
    seat = place.house.match.to_act
    before = place.house.match.version
    after = await place.act(seat)
    assert after == place.house.match.version > before
    position = await place.table(seat).look()
    assert (position.seat, position.version) == (seat, after)
    assert not position.history and not position.events


async def test_what_is_not_allowed_is_refused_with_a_reason(place: Place) -> None:
    match = place.house.match
    seat, version = match.to_act, match.version
    other, legal = 1 - seat, match.legal(seat)[0]
    wrong = {
        "position_changed": place.table(seat).act(version + 1, legal),
        "not_your_decision": place.table(other).act(version, legal),
        "not_allowed_now": place.table(seat).act(version, 10**9),
        "nothing_to_undo": place.table(other).undo(),
        "nothing_to_redo": place.table(seat).redo(),
        "no_hints": place.table(seat).hint(),
    }
    for code, request in wrong.items():
        with pytest.raises(Refusal) as caught:
            await request
        assert caught.value.sentence.code == code
        assert word(caught.value.sentence) not in (code, code.replace("_", " "))
    assert match.version == version


async def test_a_seat_undoes_and_plays_again(place: Place) -> None:
    seat = place.house.match.to_act
    await place.act(seat)
    version = place.house.match.version
    assert await place.table(seat).undo() is None
    assert place.house.match.version < version
    assert await place.table(seat).redo() == version


async def test_others_are_asked_about_an_undo_and_answer(place: Place) -> None:
    place.house.match.undo_reveals = lambda seat: False  # type: ignore[method-assign]
    await place.play(seats={0, 1})
    while place.house.match.to_act != 0:
        await place.act(place.house.match.to_act)
    version = place.house.match.version
    with place.table(1).subscribe() as news:
        asked = await place.table(0).undo()
        assert isinstance(asked, UndoAsked) and asked.asked == [1]
        place.table(1).answer_undo(asked.id, True)
        async with asyncio.timeout(60):
            while not isinstance(message := await news.get(), UndoSettled):
                pass
        assert message.granted
    assert place.house.match.version < version


async def test_a_spectator_looks_and_does_nothing_else(place: Place) -> None:
    spectator = place.table(None)
    position = await spectator.look(history=True)
    assert position.seat is None and position.history and position.events and not position.legal
    for request in (spectator.act(position.version, 1), spectator.undo(), spectator.redo()):
        with pytest.raises(Refusal):
            await request


async def test_who_listens_gets_positions_and_talk(place: Place) -> None:
    with place.table(0).subscribe() as messages:
        await place.table(0).look()  # over a socket: the subscription is there
        await place.act(place.house.match.to_act)
        place.table(0).say("Ada", "hello")
        got = [await messages.get() for _ in range(2)]
    assert {type(message) for message in got} == {Position, Chat}


async def test_a_table_that_is_closed_refuses(place: Place) -> None:
    await place.house.host.close(place.house.id)
    with pytest.raises(Refusal) as caught:
        await place.table(0).look()
    assert caught.value.sentence.code == "unavailable"


async def test_computer_seats_are_told_to_hurry(place: Place) -> None:
    hurried: list[int] = []
    place.hosted.hurry = lambda: hurried.append(1)  # type: ignore[method-assign]
    place.table(0).hurry()
    await soon(lambda: hurried == [1])


async def test_at_a_table_that_is_closed_nobody_has_to_hurry(place: Place) -> None:
    hurried: list[int] = []
    place.hosted.hurry = lambda: hurried.append(1)  # type: ignore[method-assign]
    await place.house.host.close(place.house.id)
    place.table(0).hurry()
    with pytest.raises(Refusal):
        await place.table(0).look()  # answered after what was sent before
    assert not hurried


async def test_positions_are_made_only_for_seats_that_are_listened_to(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosted = house.host.hosted(house.id)
    assert hosted is not None
    made: list[int | None] = []
    position = hosted.position

    def spy(seat: int | None, *rest: object) -> Position:
        made.append(seat)
        return position(seat, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(hosted, "position", spy)
    table = house.host.table(house.id, house.match.to_act)
    await table.act(house.match.version, house.match.legal(house.match.to_act)[0])
    assert made == []
    with house.host.table(house.id, None).subscribe():
        seat = house.match.to_act
        await house.host.table(house.id, seat).act(house.match.version, house.match.legal(seat)[0])
    assert made == [None]


async def test_a_computer_seat_gets_a_position_only_when_it_may_decide(house: House) -> None:
    match = house.match
    first = match.to_act
    with house.host.table(house.id, 1 - first).decisions() as decisions:
        assert await anext(decisions) is None
        while match.to_act == first:
            await house.host.table(house.id, first).act(match.version, match.legal(first)[0])
        position = await anext(decisions)
        assert position is not None
        assert (position.seat, position.legal) == (1 - first, match.legal(1 - first))
        await house.host.table(house.id, first).pause(True)
        assert await anext(decisions) is None, "while the match is paused"
        await house.host.table(house.id, first).pause(False)
        assert (await anext(decisions)) is not None


async def test_a_table_that_answers_what_was_not_asked_or_not_at_all_is_a_refusal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bus = LocalBus()
    bus.serve(table_topic("m"), lambda message: Hurry("m"))
    table = RemoteTable(bus, "m", 0)
    with pytest.raises(Refusal) as wrong:
        await table.look()
    assert wrong.value.sentence.code == "failed"

    async def nothing(topic: str, message: Message, timeout: float = 10.0) -> Message:
        raise TimeoutError

    monkeypatch.setattr(bus, "request", nothing)
    with pytest.raises(Refusal) as silent:
        await table.look()
    assert silent.value.sentence.code == "unavailable"
