"""What the table host promises: who sees what, who may do what, what is saved when."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import msgpack
import pytest

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
    seat_topic,
    table_topic,
)
from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from tests.bus.table_help import SOLO, World, turn_passed, waiting


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
