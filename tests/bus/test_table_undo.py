"""Taking back at a table: alone freely, between people when all who are there agree."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from caravan_tui.bus.messages import (
    Done,
    GetPosition,
    Notice,
    Redo,
    Refused,
    Undo,
    UndoAsked,
    UndoSettled,
)
from caravan_tui.bus.undo import QUESTION_BURST, UNDO_BURST, others_acted
from caravan_tui.bus.wording import word
from caravan_tui.engine import Match, Seat, UndoRefused
from tests.bus.table_help import TWO, World, turn_passed, waiting


async def test_alone_one_takes_back_freely_and_the_log_is_told_anew(solo: World) -> None:
    await solo.until(turn_passed(solo))
    before = solo.match.record.log[:]
    for ears in (*solo.seats, solo.table):
        waiting(ears)
    position = await solo.ask(GetPosition(solo.id, 0))
    assert position.undo is None
    assert position.undo_assists, "so that the screen can ask first"
    assert isinstance(await solo.ask(Undo(solo.id, 0)), Done)
    log = solo.match.record.log
    assert len(log) < len(before)
    assert before[: len(log)] == log
    (position,) = waiting(solo.seats[0])
    assert position.history
    assert position.assisted
    assert position.redo
    everything = await solo.ask(GetPosition(solo.id, 0, history=True))
    assert position.events == everything.events
    assert isinstance(await solo.ask(Redo(solo.id, 0)), Done)
    assert solo.match.record.log == before
    assert not waiting(solo.seats[0])[0].redo


async def test_an_undo_in_a_long_match_replays_little(monkeypatch: pytest.MonkeyPatch) -> None:
    long = World([Seat("person", "Ada")] * 4, "ahldarahd")
    await long.until(lambda: long.match.version >= 200, Random(3))
    await long.ask(GetPosition(long.id, 0, history=True))
    whole, seat = long.match.version, long.match.to_act
    while long.match.why_no_undo(seat) is not None:
        await long.act()
        seat = long.match.to_act
    replayed = 0
    apply = type(long.match.state).apply

    def counted(*arguments: Any) -> None:
        nonlocal replayed
        replayed += 1
        apply(*arguments)

    monkeypatch.setattr(type(long.match.state), "apply", counted)
    hosted = long.host.hosted(long.id)
    assert hosted is not None
    long.match.undo(seat)
    hosted.publish_history()
    assert 0 < replayed < whole / 2
    monkeypatch.undo()
    assert hosted.history() == [event for ply in long.match.plies() for event in ply.events]


async def test_between_people_an_undo_of_ones_own_step_needs_nobody(two: World) -> None:
    await two.until(lambda: two.match.to_act == 0)
    await two.act()
    if two.match.to_act != 0:
        await two.until(lambda: two.match.to_act == 0)
        await two.act()
    waiting(two.table)
    assert two.match.to_act == 0, "a turn of this game has several steps"
    assert isinstance(await two.ask(Undo(two.id, 0)), Done)
    notices = [message for message in waiting(two.table) if isinstance(message, Notice)]
    assert len(notices) == 1, "the others read that something was taken back"


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
    await two.bus.settle()
    assert two.match.version == version, "only who was asked can agree"
    two.answer(1, asked.id, True)
    await two.bus.settle()
    assert two.match.version < version
    assert UndoSettled(two.id, asked.id, True, 0) in waiting(two.table)


async def test_an_undo_is_off_when_one_disagrees_or_somebody_plays_on(two: World) -> None:
    asked = await ask_for_undo(two)
    version = two.match.version
    two.answer(1, asked.id, False)
    await two.bus.settle()
    assert UndoSettled(two.id, asked.id, False, 0) in waiting(two.table)
    asked = await two.ask(Undo(two.id, 0))
    await two.act()
    heard = waiting(two.table)
    assert UndoSettled(two.id, asked.id, False, 0) in heard
    assert any(isinstance(message, Notice) for message in heard), "all read that it is off"
    two.answer(1, asked.id, True)
    await two.bus.settle()
    assert two.match.version > version


async def test_silence_refuses_an_undo() -> None:
    two = World(TWO, undo_seconds=0.01)
    asked = await ask_for_undo(two)
    version = two.match.version
    heard: list[object] = []
    while not any(isinstance(message, UndoSettled) for message in heard):
        heard.append(await two.table.get())
    assert UndoSettled(two.id, asked.id, False, 0) in heard
    texts = [word(message) for message in heard if isinstance(message, Notice)]
    assert len(texts) == 1 and two.match.names[1] in texts[0], "who was silent is named"
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
    await three.bus.settle()
    assert three.match.version < version
    await three.host.close_all()


async def test_an_undo_over_the_moves_of_people_who_are_all_away_is_refused_at_once() -> None:
    three = World(THREE, present=lambda _match, seat: seat == 0)
    answer = await asked_of(three)
    assert isinstance(answer, Refused)
    assert "Bo, Cy" in word(answer)
    await three.host.close_all()


@pytest.mark.parametrize("agreed", [True, False])
async def test_an_undo_does_not_wait_for_who_leaves_the_table(agreed: bool) -> None:
    three = World(THREE)
    asked = await asked_of(three)
    assert isinstance(asked, UndoAsked) and asked.asked == [1, 2]
    if agreed:
        three.answer(1, asked.id, True)
        await three.bus.settle()
    else:
        three.host.on_player_left(three.id, 1)
    assert not [message for message in waiting(three.table) if isinstance(message, UndoSettled)]
    three.host.on_player_left(three.id, 2)
    heard = waiting(three.table)
    assert UndoSettled(three.id, asked.id, agreed, 0) in heard
    assert (
        any("Cy left without" in word(message) for message in heard if isinstance(message, Notice))
        != agreed
    )
    await three.host.close_all()


async def test_between_people_what_was_shown_is_not_taken_back(two: World) -> None:
    await two.until(turn_passed(two))
    two.match.undo_reveals = lambda seat: True  # type: ignore[method-assign]
    answer = await two.ask(Undo(two.id, 0))
    assert isinstance(answer, Refused)
    assert "hidden" in word(answer)


async def test_who_asked_for_an_undo_and_leaves_has_taken_the_question_along(two: World) -> None:
    asked = await ask_for_undo(two)
    version = two.match.version
    two.host.on_player_left(two.id, 0)
    (settled,) = [m for m in waiting(two.table) if isinstance(m, UndoSettled)]
    assert (settled.undo, settled.granted) == (asked.id, False)
    assert two.match.version == version
    two.host.on_player_left(two.id, 0)
    two.host.on_player_left("no-such-match", 0)
    assert waiting(two.table) == []


async def test_an_undo_that_has_become_impossible_is_settled_as_not_granted(two: World) -> None:
    asked = await ask_for_undo(two)

    def refuse(seat: int) -> None:
        raise UndoRefused("nothing_to_undo")

    two.match.undo = refuse  # type: ignore[method-assign]
    two.answer(1, asked.id, True)
    await two.bus.settle()
    (settled,) = [m for m in waiting(two.table) if isinstance(m, UndoSettled)]
    assert not settled.granted


@pytest.mark.parametrize("game", ["sahara", "decktet"])
def test_who_has_acted_since_a_decision_is_found_however_long_it_is_ago(game: str) -> None:
    match = Match.new(game, {}, TWO, 5)
    rng = Random(5)
    while match.version < 150 and not match.over:
        match.act(match.to_act, rng.choice(match.legal(match.to_act)))
        actors = [ply.actor for ply in match.plies()]
        for seat in range(3):
            since = actors[::-1].index(seat) if seat in actors else len(actors)
            others = {actor for actor in actors[len(actors) - since :] if actor >= 0}
            assert others_acted(match, seat) is bool(others)


def test_where_only_chance_has_played_nobody_has_acted() -> None:
    match = Match.new("decktet", {}, TWO, 5)
    assert match.version > 32, "the deal alone is longer than one look back"
    assert not others_acted(match, 0)


async def test_a_seat_takes_back_and_asks_a_few_times_and_then_not_again_and_again() -> None:
    """Each undo tells everybody the whole log, each question stands before what others do."""
    world = World(TWO, limits_undo=True)
    await world.until(lambda: world.match.why_no_undo(0) is None)
    answers = [
        await world.ask((Redo if turn % 2 else Undo)(world.id, 0)) for turn in range(UNDO_BURST + 4)
    ]
    codes = [getattr(answer, "code", "") for answer in answers]
    assert not any(codes[:UNDO_BURST]) and codes[UNDO_BURST] == "too_many_undos"
    assert all(codes[UNDO_BURST:])
    assert sum(position.history for position in waiting(world.seats[1])) <= 1 + UNDO_BURST / 2

    world = World(TWO, limits_undo=True)
    await world.until(turn_passed(world))
    for _question in range(QUESTION_BURST):
        asked = await world.ask(Undo(world.id, 0))
        assert isinstance(asked, UndoAsked)
        world.answer(1, asked.id, False)
    assert (await world.ask(Undo(world.id, 0))).code == "too_many_undos"
    assert len([m for m in waiting(world.table) if isinstance(m, UndoAsked)]) == QUESTION_BURST
    while world.match.to_act != 1 or world.match.why_no_undo(1) is not None:
        await world.act()
    assert not isinstance(await world.ask(Undo(world.id, 1)), Refused), "each seat has its own"


async def test_at_one_screen_nobody_is_told_to_wait() -> None:
    world = World(TWO)
    await world.until(lambda: world.match.why_no_undo(0) is None)
    for turn in range(4 * UNDO_BURST):
        assert isinstance(await world.ask((Redo if turn % 2 else Undo)(world.id, 0)), Done)
