"""What the table host promises: who sees what, who may do what, what is saved when."""

from __future__ import annotations

import asyncio
import errno
import os
from random import Random
from typing import Any

import msgpack
import msgspec
import pytest
from attrs import evolve

from caravan_tui.bus import autosave
from caravan_tui.bus.messages import (
    Act,
    Chat,
    Done,
    GetPosition,
    Pause,
    Position,
    Redo,
    Refused,
    Undo,
    seat_topic,
    table_topic,
)
from caravan_tui.bus.wording import word
from caravan_tui.engine import Match, Refusal, Seat, Sentence
from caravan_tui.games import registry
from tests.bus.table_help import SOLO, TWO, World, turn_passed, waiting
from tests.support.until import until


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
            position = await world.ask(GetPosition(world.id, seat))
            while not position.over:
                if position.legal:
                    act = Act(world.id, seat, position.version, rng.choice(position.legal))
                    assert isinstance(await world.ask(act), Done)
                position = await ears.get()
            assert isinstance(position, Position)
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
    monkeypatch.setattr(world.match, "game", evolve(world.match.game, view_event=noted))
    await world.act(rng=Random(2))
    assert set(asked) == {*range(count), None}
    actor_sees = waiting(world.seats[0])[0].events
    assert all(event is not None for event in actor_sees)
    assert msgpack.packb(msgspec.to_builtins(actor_sees))
    await world.host.close_all()


async def test_acts_that_are_not_allowed_are_refused_in_words_and_change_nothing(
    solo: World,
) -> None:
    seat, version = solo.match.to_act, solo.match.version
    legal = solo.match.legal(seat)
    before = solo.match.record.to_plain()
    wrong: list[Act | GetPosition | Undo | Redo] = [
        Act(solo.id, seat, version, 123_456_789),
        Act(solo.id, 1 - seat, version, legal[0]),
        Act(solo.id, 7, version, legal[0]),
        Act(solo.id, -1, version, legal[0]),
        Act(solo.id, seat, version + 1, legal[0]),
        Act(solo.id, seat, version - 1, legal[0]),
        GetPosition(solo.id, 9),
        Undo(solo.id, seat),
        Undo(solo.id, 44),
        Redo(solo.id, seat),
        Act("no-such-match", seat, version, legal[0]),
    ]
    for message in wrong:
        answer = await solo.ask(message)
        assert isinstance(answer, Refused), message
        assert answer.id == message.id
        assert word(answer)
    assert solo.match.record.to_plain() == before


async def test_while_paused_nobody_can_act_and_everybody_knows(two: World) -> None:
    seat = two.match.to_act
    assert isinstance(await two.ask(Pause(two.id, True, seat)), Done)
    position = waiting(two.seats[seat])[-1]
    assert position.paused
    assert position.legal == []
    assert any("Ada" in word(m) or "Bo" in word(m) for m in waiting(two.table))
    assert isinstance(await two.act(), Refused)
    assert isinstance(await two.ask(Pause(two.id, False, seat)), Done)
    assert waiting(two.seats[seat])[-1].legal == two.match.legal(seat)
    assert isinstance(await two.act(), Done)


async def test_somebody_else_takes_a_seat(two: World) -> None:
    two.host.reseat(
        two.id, 1, Seat("trader", "Bo's stand-in"), Sentence("player_gave_up", {"name": "Bo"})
    )
    assert two.match.record.seats[1].kind == "trader"
    assert [word(m) for m in waiting(two.table)] == [
        "Bo gave up the match. A computer player takes over."
    ]
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
        for _ in range(3):  # acts come in between
            await asyncio.sleep(0)
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


class Disk:
    """A disk that can be made to refuse what is written to it."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error
        self.written: list[tuple[str, int]] = []
        """What was written, and the version of the match then."""

    async def save(self, match: Match) -> None:
        self._write("match", match)

    async def keep_result(self, match: Match) -> None:
        self._write("result", match)

    def _write(self, what: str, match: Match) -> None:
        if self.error is not None:
            raise self.error
        self.written.append((what, match.version))


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (errno.ENOSPC, "The disk is full."),
        (errno.EROFS, "The folder is read-only."),
        (errno.EACCES, "You do not have permission."),
        (errno.EIO, "Input/output error."),
    ],
)
async def test_who_looks_after_the_first_save_has_failed_reads_that_the_match_is_not_saved(
    number: int, reason: str
) -> None:
    disk = Disk(OSError(number, os.strerror(number)))
    world = World(SOLO, save=disk.save)
    await world.host.saved(world.id)
    for seat in (0, 1, None):
        position = await world.ask(GetPosition(world.id, seat))
        assert word(position.unsaved) == f"Couldn't save this match: {reason}"
    assert world.host.unsaved() == [world.id]
    disk.error = None
    await world.act()
    await world.host.saved(world.id)
    assert world.host.unsaved() == []
    assert (await world.ask(GetPosition(world.id, 0))).unsaved is None
    await world.host.close_all()


async def test_a_save_that_fails_is_told_in_one_position_and_one_that_works_again_in_another() -> (
    None
):
    disk = Disk()
    world = World(SOLO, save=disk.save)
    await world.host.saved(world.id)
    ears = world.bus.subscribe(seat_topic(world.id, 0))
    changes = [""]

    async def act() -> None:
        assert isinstance(await world.act(), Done), "play goes on"
        await world.host.saved(world.id)
        for position in waiting(ears):
            problem = word(position.unsaved) if position.unsaved else ""
            if problem != changes[-1]:
                changes.append(problem)

    await act()
    disk.error = OSError(errno.ENOSPC, "No space left on device")
    for _ in range(3):
        await act()
    disk.error = None
    for _ in range(2):
        await act()
    assert changes == ["", "Couldn't save this match: The disk is full.", ""]
    await world.host.close_all()


async def test_a_save_that_failed_is_tried_again_without_a_new_action(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usual = autosave.RETRY_SECONDS
    monkeypatch.setattr(autosave, "RETRY_SECONDS", 0.001)
    disk = Disk(OSError(errno.ENOSPC, "No space left on device"))
    world = World(SOLO, save=disk.save)
    await world.host.saved(world.id)
    assert (await world.ask(GetPosition(world.id, 0))).unsaved
    disk.error = None
    async with asyncio.timeout(usual / 2):
        while (await world.ask(GetPosition(world.id, 0))).unsaved:
            await asyncio.sleep(0)
    assert disk.written == [("match", world.match.version)]
    await world.host.close_all()


async def test_a_match_that_is_not_saved_is_tried_once_more_when_it_is_closed() -> None:
    disk = Disk(OSError(errno.ENOSPC, "No space left on device"))
    world = World(SOLO, save=disk.save)
    await world.act()
    await world.host.saved(world.id)
    disk.error = None
    await world.host.close(world.id)
    assert disk.written == [("match", world.match.version)]


async def test_a_fault_in_a_save_is_told_in_words_for_people() -> None:
    world = World(SOLO, save=Disk(KeyError("seats")).save)
    await world.host.saved(world.id)
    unsaved = word((await world.ask(GetPosition(world.id, 0))).unsaved)
    assert "seats" not in unsaved and "See the log" in unsaved
    await world.host.close_all()


async def test_the_result_is_kept_before_the_last_save_so_that_a_kill_between_loses_none() -> None:
    disk = Disk()
    world = World(SOLO, save=disk.save, keep_result=disk.keep_result)
    await world.until(lambda: world.match.over, Random(3))
    await world.host.close(world.id)
    last = world.match.version
    assert disk.written[-2:] == [("result", last), ("match", last)]
    assert [what for what, _version in disk.written].count("result") == 1


async def test_a_result_that_could_not_be_kept_is_tried_until_it_is() -> None:
    disk = Disk()
    results = Disk(OSError(errno.ENOSPC, "No space left on device"))
    world = World(SOLO, save=disk.save, keep_result=results.keep_result)
    await world.until(lambda: world.match.over, Random(3))
    await world.host.saved(world.id)
    unsaved = word((await world.ask(GetPosition(world.id, 0))).unsaved)
    assert unsaved == "Couldn't save the result of this match: The disk is full."
    assert disk.written[-1] == ("match", world.match.version), "the match itself is saved"
    results.error = None
    await world.host.close(world.id)
    assert results.written == [("result", world.match.version)]


async def test_a_match_can_be_closed_and_opened_again(solo: World) -> None:
    await solo.act()
    await solo.host.close(solo.id)
    assert isinstance(await solo.ask(GetPosition(solo.id, 0)), Refused)
    solo.host.open(Match.from_record(solo.match.record))
    with pytest.raises(ValueError, match="open already"):
        solo.host.open(solo.match)
    position = await solo.ask(GetPosition(solo.id, 0, history=True))
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
        for _ in range(20):
            await asyncio.sleep(0)
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
    go_on = asyncio.Event()

    async def save(match: Match) -> None:
        await go_on.wait()

    world = World(SOLO, save=save, save_patience=0.01)
    for _ in range(5):
        assert isinstance(await world.act(), Done), "though no save has ended"
    go_on.set()
    await world.host.close_all()


async def test_a_hint_marks_the_match_assisted_and_everybody_sees_it(solo: World) -> None:
    waiting(solo.seats[0])
    solo.host.assist(solo.id)
    assert solo.match.record.assisted
    assert waiting(solo.seats[0])[-1].assisted
    solo.host.assist(solo.id)
    assert waiting(solo.seats[0]) == []


async def test_nobody_pauses_a_match_that_is_over_and_pausing_twice_is_said_once(
    two: World,
) -> None:
    seat = two.match.to_act
    waiting(two.table)
    for _ in range(2):
        assert isinstance(await two.ask(Pause(two.id, True, seat)), Done)
    assert len(waiting(two.table)) == 1
    assert isinstance(await two.ask(Pause(two.id, False)), Done)
    assert waiting(two.table) == [], "the host goes on without a word"
    rng = Random(3)
    while not two.match.over:
        two.match.act(two.match.to_act, rng.choice(two.match.legal(two.match.to_act)))
    answer = await two.ask(Pause(two.id, True, seat))
    assert isinstance(answer, Refused) and answer.code == "match_over"


async def test_a_match_that_is_being_closed_takes_no_action_undo_or_redo() -> None:
    go_on = asyncio.Event()

    async def save(match: Match) -> None:
        await go_on.wait()

    world = World(SOLO, save=save)
    closing = asyncio.create_task(world.host.close(world.id))
    hosted = world.host.hosted(world.id)
    assert hosted is not None
    while not hosted.is_closing:
        await asyncio.sleep(0)
    version, seat = world.match.version, world.match.to_act
    asked = [
        asyncio.create_task(part)
        for part in (
            hosted.act(seat, version, world.match.legal(seat)[0]),
            hosted.undo(seat, "u"),
            hosted.redo(seat),
        )
    ]
    go_on.set()
    answers = await asyncio.gather(*asked, return_exceptions=True)
    codes = [answer.sentence.code for answer in answers if isinstance(answer, Refusal)]
    assert codes == ["match_closing"] * 3, answers
    assert world.match.version == version
    await closing


async def test_a_fault_in_the_announcement_of_the_end_is_logged_and_the_match_is_saved(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def broken(match: Match) -> None:
        raise RuntimeError("no mail today")

    disk = Disk()
    world = World(SOLO, save=disk.save, finished=broken)
    await world.until(lambda: world.match.over, Random(3))
    await world.host.close(world.id)
    assert disk.written[-1] == ("match", world.match.version)
    assert "is not announced" in caplog.text


async def test_the_end_is_announced_only_when_the_last_position_is_saved() -> None:
    go_on, saved, ends = asyncio.Event(), [-1], list[tuple[int, int]]()

    async def save(match: Match) -> None:
        version = match.version
        await go_on.wait()
        saved.append(version)

    async def finished(match: Match) -> None:
        ends.append((saved[-1], match.version))

    world = World(SOLO, save=save, finished=finished, save_patience=0.0)
    await world.until(lambda: world.match.over, Random(3))
    go_on.set()
    await world.host.close(world.id)
    assert ends == [(world.match.version, world.match.version)]


async def test_an_end_that_cannot_be_saved_is_announced_when_it_can() -> None:
    disk, ends = Disk(OSError(errno.ENOSPC, "No space left on device")), list[int]()

    async def finished(match: Match) -> None:
        ends.append(match.version)

    world = World(SOLO, save=disk.save, finished=finished)
    await world.until(lambda: world.match.over, Random(3))
    await world.host.saved(world.id)
    assert ends == []
    disk.error = None
    await world.host.close(world.id)
    assert ends == [world.match.version]


async def test_an_end_that_cannot_be_announced_is_announced_later() -> None:
    ends = list[int]()

    async def finished(match: Match) -> None:
        ends.append(match.version)
        if len(ends) < 3:
            raise OSError(errno.EAGAIN, "the broker is away")

    world = World(SOLO, save=Disk().save, finished=finished, retry_seconds=0.0)
    await world.until(lambda: world.match.over, Random(3))
    await until(lambda: len(ends) == 3)
    await world.host.close(world.id)
    assert ends == [world.match.version] * 3


async def test_where_saves_are_confirmed_a_seat_is_answered_once_its_action_is_saved() -> None:
    go_on, saved = asyncio.Event(), list[int]()

    async def save(match: Match) -> None:
        version = match.version
        await go_on.wait()
        saved.append(version)

    world = World(SOLO, save=save, confirms_saves=True, save_patience=30.0)
    go_on.set()
    await world.host.saved(world.id)
    go_on.clear()
    version = world.match.version
    acting = asyncio.create_task(world.act())
    await until(lambda: world.match.version > version)
    done, _waiting = await asyncio.wait({acting}, timeout=0.05)
    assert not done, "it is published, and not answered"
    go_on.set()
    assert isinstance(await acting, Done) and saved[-1] == world.match.version
    await world.host.close_all()


async def test_where_saves_are_confirmed_nothing_changes_while_the_last_change_is_unsaved() -> None:
    disk = Disk()
    world = World(SOLO, save=disk.save, confirms_saves=True, save_patience=0.05, retry_seconds=0.0)
    await world.host.saved(world.id)
    disk.error = OSError(errno.EAGAIN, "the broker is away")
    refused = await world.act()
    assert isinstance(refused, Refused) and refused.code == "save_failed", refused
    version = world.match.version
    again = await world.act()
    assert isinstance(again, Refused) and world.match.version == version
    disk.error = None
    assert isinstance(await world.act(), Done) and world.match.version == version + 1
    await world.host.close_all()


async def test_a_save_that_fails_with_a_text_of_its_own_is_told_with_it() -> None:
    class BrokenError(Exception):
        pass

    world = World(SOLO, save=Disk(BrokenError("The shelf is full.")).save)
    await world.host.saved(world.id)
    unsaved = word((await world.ask(GetPosition(world.id, 0))).unsaved)
    assert unsaved == "Couldn't save this match: The shelf is full."
    await world.host.close_all()


async def test_a_match_that_is_not_open_is_closed_and_awaited_without_an_error(
    solo: World,
) -> None:
    await solo.host.close("no-such-match")
    await solo.host.saved("no-such-match")
    assert solo.host.ids() == [solo.id]


async def test_a_seat_is_taken_and_play_is_paused_without_a_word(two: World) -> None:
    hosted = two.host.hosted(two.id)
    assert hosted is not None
    for ears in (two.table, two.watch):
        waiting(ears)
    two.host.reseat(two.id, 1, Seat("trader", "Bo's stand-in"))
    hosted.set_paused(True)
    hosted.set_paused(True)
    hosted.hurry()
    assert waiting(two.table) == []
    (position,) = waiting(two.watch)
    assert position.paused and two.match.record.seats[1].kind == "trader"


async def test_a_save_that_is_refused_is_told_with_the_reason() -> None:
    world = World(SOLO, save=Disk(Refusal("too_many_tables")).save)
    await world.host.saved(world.id)
    unsaved = word((await world.ask(GetPosition(world.id, 0))).unsaved)
    assert unsaved == ("Couldn't save this match: You have too many tables open. Leave one first.")
    await world.host.close_all()


async def test_of_changes_asked_for_at_once_each_waits_for_the_save_of_the_one_before() -> None:
    saved: list[int] = []

    async def save(match: Match) -> None:
        version = match.version
        await asyncio.sleep(0.02)
        saved.append(version)

    world = World(TWO, save=save)
    await world.host.saved(world.id)
    seat = world.match.to_act
    assert isinstance(await world.act(seat), Done)
    version = world.match.version
    saved.clear()
    undo, redo = Undo(world.id, seat), Redo(world.id, seat)
    answers = await asyncio.gather(world.ask(undo), world.ask(redo))
    assert all(isinstance(answer, Done) for answer in answers)
    assert world.match.version == version
    assert min(saved) < version, "the undo was saved before it was played again"
    await world.host.close_all()


async def test_a_match_that_another_host_may_have_is_not_changed_here() -> None:
    has_lease = True
    world: World = World(TWO, may_change=lambda match: has_lease and match == world.match.record.id)
    seat = world.match.to_act
    before, action = world.match.version, world.match.legal(seat)[0]
    has_lease = False
    with pytest.raises(Refusal) as refused:
        await world.host.table(world.match.record.id, seat).act(world.match.version, action)
    assert refused.value.sentence.code == "match_moved" and world.match.version == before
    has_lease = True
    await world.host.table(world.match.record.id, seat).act(world.match.version, action)
    assert world.match.version == before + 1
    await world.host.close_all()


async def test_an_act_that_is_to_be_saved_first_is_refused_where_it_cannot_be() -> None:
    async def fail(match: Match) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    world = World(SOLO, save=fail, confirms_saves=True, save_patience=0.05, retry_seconds=60.0)
    answer = await world.act()
    assert isinstance(answer, Refused), "it stands, but nobody may rely on it"
    assert answer.code == "save_failed", "it says why"


async def test_an_act_that_is_to_be_saved_first_is_answered_after_its_save() -> None:
    saved: list[int] = []

    async def save(match: Match) -> None:
        version = match.version
        await asyncio.sleep(0)
        saved.append(version)

    world = World(SOLO, save=save, confirms_saves=True)
    answer = await world.act()
    assert isinstance(answer, Done) and saved[-1] == world.match.version


async def test_who_wants_to_know_is_told_of_every_change() -> None:
    versions: list[int] = []
    world = World(SOLO, changed=lambda match: versions.append(match.version))
    await world.act()
    assert versions[-1] == world.match.version
