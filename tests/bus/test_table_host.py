"""What the table host promises: who sees what, who may do what, what is saved when."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from random import Random
from typing import Any

import msgpack
import pytest

from caravan_tui.bus.base import Subscription
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import (
    Act,
    Chat,
    Done,
    Look,
    Notice,
    Pause,
    Position,
    Redo,
    Refused,
    Undo,
    UndoAnswer,
    UndoAsked,
    UndoSettled,
    seat_topic,
    table_topic,
    watch_topic,
)
from caravan_tui.bus.table import TableHost
from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry

SOLO = [Seat("person", "Ada"), Seat("porter", "P")]
TWO = [Seat("person", "Ada"), Seat("person", "Bo")]


class World:
    """A bus, a host and one match, with ears on every topic."""

    def __init__(self, seats: list[Seat], game: str = "sahara", **host: Any) -> None:
        self.bus = LocalBus()
        self.host = TableHost(self.bus, **host)
        self.match = Match.new(game, {}, seats, 5)
        self.id = self.match.record.id
        self.seats = [self.bus.subscribe(seat_topic(self.id, n)) for n in range(len(seats))]
        self.watch = self.bus.subscribe(watch_topic(self.id))
        self.table = self.bus.subscribe(table_topic(self.id))
        self.host.open(self.match)

    async def ask(self, message: Any) -> Any:
        return await self.bus.request(table_topic(self.id), message, 5.0)

    async def act(self, seat: int | None = None, rng: Random | None = None) -> Any:
        seat = self.match.to_act if seat is None else seat
        legal = self.match.legal(seat)
        action = rng.choice(legal) if rng else legal[0]
        return await self.ask(Act(self.id, seat, self.match.version, action))

    async def until(self, done: Callable[[], bool], rng: Random | None = None) -> None:
        for _ in range(2_000):
            if done():
                return
            assert isinstance(await self.act(rng=rng), Done)
        raise AssertionError("it never came to that")

    def answer(self, seat: int, undo: str, agrees: bool) -> None:
        self.bus.publish(table_topic(self.id), UndoAnswer(self.id, seat, undo, agrees))


def waiting(subscription: Subscription) -> list[Any]:
    found = []
    while (message := subscription.get_nowait()) is not None:
        found.append(message)
    return found


@pytest.fixture
async def solo() -> AsyncIterator[World]:
    world = World(SOLO)
    yield world
    await world.host.close_all()


@pytest.fixture
async def two() -> AsyncIterator[World]:
    world = World(TWO)
    yield world
    await world.host.close_all()


def turn_passed(world: World) -> Callable[[], bool]:
    """Whether seat 0 has decided and then another seat has."""
    seen = {"own": False, "other": False}

    def check() -> bool:
        to_act = world.match.to_act
        if seen["own"] and to_act == 0 and seen["other"]:
            return True
        if to_act == 0:
            seen["own"] = True
        elif seen["own"]:
            seen["other"] = True
        return False

    return check


async def test_after_an_act_every_seat_and_the_spectators_get_their_own_position(
    solo: World,
) -> None:
    for ears in (*solo.seats, solo.watch):
        (first,) = waiting(ears)
        assert first.history
    seat = solo.match.to_act
    answer = await solo.act()
    assert answer == Done(answer.id, solo.match.version)
    for number, ears in enumerate((*solo.seats, solo.watch)):
        who = number if number < 2 else None
        (position,) = waiting(ears)
        assert position.seat == who
        assert position.view == solo.match.view(who)
        assert position.legal == (solo.match.legal(who) if who == solo.match.to_act else [])
        assert position.version == solo.match.version
        assert position.events
        assert not position.history
        assert (position.undo is None) == (who == seat)


async def test_a_match_is_played_to_its_end_through_the_bus_alone() -> None:
    finished = []

    async def keep(match: Match) -> None:
        finished.append(match.ranks)

    world = World(SOLO, finished=keep)
    rng = Random(3)

    async def play(seat: int) -> Position:
        with world.bus.subscribe(seat_topic(world.id, seat)) as ears:
            position = await world.ask(Look(world.id, seat))
            while not position.over:
                if position.legal:
                    act = Act(world.id, seat, position.version, rng.choice(position.legal))
                    assert isinstance(await world.ask(act), Done)
                position = await ears.get()
            return position

    last = await asyncio.gather(play(0), play(1))
    assert world.match.over
    assert last[0].ranks == last[1].ranks == list(world.match.ranks or ())
    await world.host.close_all()
    assert finished == [world.match.ranks], "told once"


@pytest.mark.parametrize("game", registry.ids())
async def test_what_a_slow_seat_gets_in_one_position_is_what_a_quick_one_got_in_many(
    game: str,
) -> None:
    spec = registry.get(game).spec
    count = max(2, spec.min_seats)
    world = World([Seat("person", str(n)) for n in range(count)], game)
    quick = world.bus.subscribe(seat_topic(world.id, 1))
    rng = Random(1)
    for ears in (quick, world.seats[1]):
        waiting(ears)
    events = []
    for _ in range(25):
        if world.match.over:
            break
        await world.act(rng=rng)
        events += waiting(quick)[0].events
    (slow,) = waiting(world.seats[1])
    assert slow.events == events
    assert slow.view == world.match.view(1)
    await world.host.close_all()


@pytest.mark.parametrize("game", registry.ids())
async def test_events_are_projected_for_the_seat_before_they_are_published(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = max(2, registry.get(game).spec.min_seats)
    world = World([Seat("person", str(n)) for n in range(count)], game)
    asked: list[int | None] = []
    project = world.match.game.view_event

    def noted(event: Any, seat: int | None) -> Any:
        asked.append(seat)
        return project(event, seat)

    for ears in (*world.seats, world.watch):
        waiting(ears)
    monkeypatch.setattr(world.match.game, "view_event", noted, raising=False)
    await world.act(rng=Random(2))
    assert set(asked) == {*range(count), None}
    actor_sees = waiting(world.seats[0])[0].events
    assert all(event is not None for event in actor_sees)
    assert msgpack.packb(actor_sees)
    await world.host.close_all()


async def test_acts_that_are_not_allowed_are_refused_in_words_and_change_nothing(
    solo: World,
) -> None:
    seat, version = solo.match.to_act, solo.match.version
    legal = solo.match.legal(seat)
    before = solo.match.record.to_plain()
    wrong = [
        Act(solo.id, seat, version, 123_456_789),
        Act(solo.id, 1 - seat, version, legal[0]),
        Act(solo.id, 7, version, legal[0]),
        Act(solo.id, -1, version, legal[0]),
        Act(solo.id, seat, version + 1, legal[0]),
        Act(solo.id, seat, version - 1, legal[0]),
        Look(solo.id, 9),
        Undo(solo.id, seat),
        Undo(solo.id, 44),
        Redo(solo.id, seat),
        Act("no-such-match", seat, version, legal[0]),
    ]
    for message in wrong:
        answer = await solo.ask(message)
        assert isinstance(answer, Refused), message
        assert answer.id == message.id
        assert answer.reason
    assert solo.match.record.to_plain() == before


async def test_alone_one_takes_back_freely_and_the_log_is_told_anew(solo: World) -> None:
    await solo.until(turn_passed(solo))
    before = solo.match.record.log[:]
    for ears in (*solo.seats, solo.table):
        waiting(ears)
    position = await solo.ask(Look(solo.id, 0))
    assert position.undo is None
    assert isinstance(await solo.ask(Undo(solo.id, 0)), Done)
    log = solo.match.record.log
    assert len(log) < len(before)
    assert before[: len(log)] == log
    (position,) = waiting(solo.seats[0])
    assert position.history
    assert position.assisted
    assert position.redo
    everything = await solo.ask(Look(solo.id, 0, history=True))
    assert position.events == everything.events
    assert any(isinstance(message, Notice) for message in waiting(solo.table))
    assert isinstance(await solo.ask(Redo(solo.id, 0)), Done)
    assert solo.match.record.log == before
    assert not waiting(solo.seats[0])[0].redo


async def test_between_people_an_undo_of_ones_own_step_needs_nobody(two: World) -> None:
    await two.until(lambda: two.match.to_act == 0)
    await two.act()
    if two.match.to_act != 0:
        await two.until(lambda: two.match.to_act == 0)
        await two.act()
    waiting(two.table)
    assert two.match.to_act == 0, "a turn of this game has several steps"
    assert isinstance(await two.ask(Undo(two.id, 0)), Done)
    told = [message for message in waiting(two.table) if isinstance(message, Notice)]
    assert len(told) == 1, "the others read that something was taken back"


async def ask_for_undo(two: World) -> UndoAsked:
    """Seat 0 has decided, seat 1 has answered, now seat 0 asks to take back."""
    two.match.undo_reveals = lambda seat: False  # type: ignore[method-assign]
    await two.until(turn_passed(two))
    waiting(two.table)
    asked: UndoAsked = await two.ask(Undo(two.id, 0))
    assert isinstance(asked, UndoAsked)
    assert (asked.seat, asked.asked) == (0, [1])
    assert asked in waiting(two.table)
    return asked


async def test_an_undo_over_anothers_move_is_done_when_all_others_agree(two: World) -> None:
    asked = await ask_for_undo(two)
    version = two.match.version
    assert isinstance(await two.ask(Undo(two.id, 0)), Refused), "one question at a time"
    two.answer(0, asked.id, True)
    two.answer(1, "another question", True)
    await asyncio.sleep(0.01)
    assert two.match.version == version, "only who was asked can agree"
    two.answer(1, asked.id, True)
    await asyncio.sleep(0.01)
    assert two.match.version < version
    assert UndoSettled(two.id, asked.id, True, 0) in waiting(two.table)


async def test_an_undo_is_off_when_one_disagrees_or_somebody_plays_on(two: World) -> None:
    asked = await ask_for_undo(two)
    version = two.match.version
    two.answer(1, asked.id, False)
    await asyncio.sleep(0.01)
    assert UndoSettled(two.id, asked.id, False, 0) in waiting(two.table)
    asked = await two.ask(Undo(two.id, 0))
    await two.act()
    heard = waiting(two.table)
    assert UndoSettled(two.id, asked.id, False, 0) in heard
    assert any(isinstance(message, Notice) for message in heard), "all read that it is off"
    two.answer(1, asked.id, True)
    await asyncio.sleep(0.01)
    assert two.match.version > version


async def test_silence_refuses_an_undo() -> None:
    two = World(TWO, undo_seconds=0.05)
    asked = await ask_for_undo(two)
    version = two.match.version
    await asyncio.sleep(0.15)
    heard = waiting(two.table)
    assert UndoSettled(two.id, asked.id, False, 0) in heard
    told = [message.text for message in heard if isinstance(message, Notice)]
    assert len(told) == 1 and two.match.names[1] in told[0], "who was silent is named"
    assert two.match.version == version
    await two.host.close_all()


THREE = [Seat("person", "Ada"), Seat("person", "Bo"), Seat("person", "Cy")]


async def asked_of(world: World) -> UndoAsked | Refused:
    """Seat 0 has decided, others have answered, now seat 0 asks to take back."""
    world.match.undo_reveals = lambda seat: False  # type: ignore[method-assign]
    await world.until(turn_passed(world))
    waiting(world.table)
    answer: UndoAsked | Refused = await world.ask(Undo(world.id, 0))
    return answer


async def test_who_is_away_is_not_asked_about_an_undo_and_holds_none_up() -> None:
    three = World(THREE, present=lambda _match, seat: seat != 2)
    asked = await asked_of(three)
    assert isinstance(asked, UndoAsked) and asked.asked == [1]
    version = three.match.version
    three.answer(1, asked.id, True)
    await asyncio.sleep(0.01)
    assert three.match.version < version
    await three.host.close_all()


async def test_an_undo_over_the_moves_of_people_who_are_all_away_is_refused_at_once() -> None:
    three = World(THREE, present=lambda _match, seat: seat == 0)
    answer = await asked_of(three)
    assert isinstance(answer, Refused)
    assert "Bo, Cy" in answer.reason
    await three.host.close_all()


@pytest.mark.parametrize("agreed", [True, False])
async def test_an_undo_does_not_wait_for_who_leaves_the_table(agreed: bool) -> None:
    three = World(THREE)
    asked = await asked_of(three)
    assert isinstance(asked, UndoAsked) and asked.asked == [1, 2]
    if agreed:
        three.answer(1, asked.id, True)
        await asyncio.sleep(0.01)
    else:
        three.host.went(three.id, 1)
    assert not [one for one in waiting(three.table) if isinstance(one, UndoSettled)]
    three.host.went(three.id, 2)
    heard = waiting(three.table)
    assert UndoSettled(three.id, asked.id, agreed, 0) in heard
    assert any("Cy has gone" in one.text for one in heard if isinstance(one, Notice)) != agreed
    await three.host.close_all()


async def test_between_people_what_was_shown_is_not_taken_back(two: World) -> None:
    await two.until(turn_passed(two))
    two.match.undo_reveals = lambda seat: True  # type: ignore[method-assign]
    answer = await two.ask(Undo(two.id, 0))
    assert isinstance(answer, Refused)
    assert "hidden" in answer.reason


async def test_while_paused_nobody_can_act_and_everybody_knows(two: World) -> None:
    seat = two.match.to_act
    assert isinstance(await two.ask(Pause(two.id, True, seat)), Done)
    position = waiting(two.seats[seat])[-1]
    assert position.paused
    assert position.legal == []
    assert any("Ada" in m.text or "Bo" in m.text for m in waiting(two.table))
    assert isinstance(await two.act(), Refused)
    assert isinstance(await two.ask(Pause(two.id, False, seat)), Done)
    assert waiting(two.seats[seat])[-1].legal == two.match.legal(seat)
    assert isinstance(await two.act(), Done)


async def test_somebody_else_takes_a_seat(two: World) -> None:
    two.host.reseat(two.id, 1, Seat("trader", "Bo's stand-in"), "A trader plays on for Bo.")
    assert two.match.record.seats[1].kind == "trader"
    assert [m.text for m in waiting(two.table)] == ["A trader plays on for Bo."]
    await two.until(turn_passed(two))
    assert isinstance(await two.ask(Undo(two.id, 0)), Done), "now there is nobody to be asked"


async def test_every_act_is_saved_one_at_a_time_and_the_last_state_always() -> None:
    running = 0
    saved: list[int] = []

    async def save(match: Match) -> None:
        nonlocal running
        running += 1
        assert running == 1
        version = match.version
        await asyncio.sleep(0.002)
        saved.append(version)
        running -= 1

    world = World(SOLO, save=save)
    for _ in range(20):
        await world.act()
    await world.host.saved(world.id)
    assert saved[-1] == world.match.version
    assert saved == sorted(set(saved))
    await world.ask(Undo(world.id, 0))
    await world.host.close(world.id)
    assert saved[-1] == world.match.version, "closing waits for the save"
    assert world.host.ids() == []


async def test_a_failing_save_is_told_once_and_play_goes_on_until_it_works_again() -> None:
    broken = True

    async def save(match: Match) -> None:
        if broken:
            raise OSError(28, "No space left on device")

    world = World(SOLO, save=save)
    for _ in range(5):
        assert isinstance(await world.act(), Done)
        await world.host.saved(world.id)
    told = [m for m in waiting(world.table) if isinstance(m, Notice)]
    assert [m.severity for m in told] == ["error"]
    assert "saved: No space left on device. Play goes on." in told[0].text
    broken = False
    await world.act()
    await world.host.saved(world.id)
    assert [m.severity for m in waiting(world.table) if isinstance(m, Notice)] == ["information"]
    await world.host.close_all()


async def test_a_fault_in_a_save_is_told_in_words_for_people() -> None:
    async def save(match: Match) -> None:
        raise KeyError("seats")

    world = World(SOLO, save=save)
    await world.act()
    await world.host.saved(world.id)
    (told,) = [m for m in waiting(world.table) if isinstance(m, Notice)]
    assert "seats" not in told.text and "the log tells what" in told.text
    await world.host.close_all()


async def test_a_match_can_be_closed_and_opened_again(solo: World) -> None:
    await solo.act()
    await solo.host.close(solo.id)
    assert isinstance(await solo.ask(Look(solo.id, 0)), Refused)
    solo.host.open(Match.from_record(solo.match.record))
    with pytest.raises(ValueError, match="open already"):
        solo.host.open(solo.match)
    position = await solo.ask(Look(solo.id, 0, history=True))
    assert position.version == solo.match.version
    assert position.history
    assert position.events


async def test_chat_passes_by_the_host_untouched(two: World) -> None:
    said = Chat(two.id, 0, "Ada", "hello")
    two.bus.publish(table_topic(two.id), said)
    await two.bus.settle()
    assert waiting(two.table) == [said]


async def test_an_act_waits_for_the_save_of_the_one_before_so_a_kill_costs_one_at_most() -> None:
    on_disk = 0

    async def save(match: Match) -> None:
        nonlocal on_disk
        version = match.version
        await asyncio.sleep(0.005)
        on_disk = version

    world = World(SOLO, save=save)
    before_last = 0
    for _ in range(15):
        last = world.match.version
        await world.act()
        assert on_disk >= before_last, "never more than one action behind"
        before_last = last
    await world.host.close_all()
    assert on_disk == world.match.version


async def test_a_disk_that_hangs_does_not_hold_up_play() -> None:
    async def save(match: Match) -> None:
        await asyncio.sleep(0.5)

    world = World(SOLO, save=save, save_patience=0.01)
    began = asyncio.get_running_loop().time()
    for _ in range(5):
        assert isinstance(await world.act(), Done)
    assert asyncio.get_running_loop().time() - began < 0.4
    await world.host.close_all()


async def test_a_hint_marks_the_match_assisted_and_everybody_sees_it(solo: World) -> None:
    waiting(solo.seats[0])
    solo.host.assist(solo.id)
    assert solo.match.record.assisted
    assert waiting(solo.seats[0])[-1].assisted
    solo.host.assist(solo.id)
    assert waiting(solo.seats[0]) == []
