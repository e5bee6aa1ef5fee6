"""Checks of words: events, narration, notation and descriptions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import msgpack
import msgspec

from ai.reasons import reason_of_loss
from caravan_tui.games import registry
from caravan_tui.games.contract import (
    CHANCE,
    OVER,
    Event,
    Game,
    Moment,
    State,
    TurnAdvice,
    View,
    each_ending,
    no_end_in_sight,
)
from caravan_tui.widgets.table_commands import TABLE
from tests.kit.checking import NAMES, check, plain, some
from tests.kit.lines import Case, play, rich, seen

WORLDS = 12
"""Imagined worlds in which the reasons of a move are compared."""

LONGEST_REASON = 76
"""Columns that a reason has on a line of its own."""


@check
def events_are_plain_facts(case: Case, seed: int, effort: int) -> None:
    """An event is one of the game's event classes, holds plain data, and comes back from it equal;
    also as each seat sees it."""
    line = rich(case, seed)
    for ply, events in enumerate(line.events):
        for event in events:
            for seat in line.everybody:
                for fact in (event, line.game.view_event(event, seat)):
                    if fact is not None:
                        _plain_fact(line.game, fact, f"ply {ply}: event {fact!r}")


def _plain_fact(game: Game[Any], fact: Any, place: str) -> None:
    assert isinstance(fact, Event), f"{place} is a {type(fact).__name__}"
    for value in msgspec.structs.astuple(fact):
        _plain_value(value, place)
    try:
        assert sent(game, fact) == fact, f"{place} is another one when it is read back"
    except msgspec.ValidationError as error:
        raise AssertionError(f"{place} is not read back: {error}") from error


def _plain_value(value: Any, place: str) -> None:
    """Like a view, but tuples are as good as lists."""
    if type(value) in (list, tuple):
        for item in value:
            _plain_value(item, place)
    else:
        plain(value, place)


def sent(game: Game[Any], event: Event) -> Event:
    """An event as it arrives: through plain data and msgpack."""
    data = msgpack.unpackb(msgpack.packb(msgspec.to_builtins([event])))
    return game.read_events(data)[0]


@check
def every_action_is_narrated(case: Case, seed: int, effort: int) -> None:
    """Every action writes an event; the actor, and whoever sees anything of it, reads a line.
    Events that were sent as plain data are narrated the same."""
    line = rich(case, seed)
    game = line.game
    names = NAMES[: case.seats]
    for ply, events in enumerate(line.events):
        actor = line.actors[ply]
        if actor != CHANCE:
            assert events, f"ply {ply}: action {line.actions[ply]} of {actor} writes no event"
        for seat in line.everybody:
            seat_events = [event for event in (game.view_event(e, seat) for e in events) if event]
            lines = [_line(game, event, names, seat, f"ply {ply}") for event in seat_events]
            if actor != CHANCE and (seat_events or seat == actor):
                assert any(lines), f"ply {ply}: seat {seat} reads nothing of {seat_events}"
            arrived = [sent(game, event) for event in seat_events]
            again = [_line(game, event, names, seat, f"ply {ply}") for event in arrived]
            assert again == lines, f"ply {ply}: when it was sent, {lines} reads {again}"


def _line(
    game: Game[Any], event: Event, names: list[str], seat: int | None, place: str
) -> str | None:
    try:
        text = game.narrate(event, names, seat)
    except Exception as error:
        raise AssertionError(f"{place}: narrating {event!r} to {seat}: {error!r}") from error
    if text is not None:
        assert type(text) is str and text.strip(), f"{place}: {event!r} reads {text!r}"
        assert "\n" not in text, f"{place}: {event!r} takes more than a line"
    return text


@check
def decisions_have_a_kind_and_matches_an_opening(case: Case, seed: int, effort: int) -> None:
    """What sort of decision an action is, is a few words; so is how a seat began the match."""
    line = rich(case, seed)
    game = line.game
    for seat in range(case.seats):
        own = [ply for ply, actor in enumerate(line.actors) if actor == seat]
        turn = [(line.actions[ply], game.view(line.states[ply], seat)) for ply in own]
        for ply, (action, view) in zip(own, turn, strict=True):
            _few_words(game.kind_of_move(action, view), LONGEST_KIND, f"ply {ply}: the kind")
        if turn:
            _few_words(game.opening(turn[:1]), LONGEST_OPENING, f"seat {seat}: the opening")
            _few_words(game.opening(turn[:6]), LONGEST_OPENING, f"seat {seat}: the opening")


LONGEST_KIND, LONGEST_OPENING = 24, 60
"""Columns of these words in the statistics, at most."""


def _few_words(text: object, most: int, place: str) -> None:
    assert type(text) is str and text.strip(), f"{place} is {text!r}"
    assert "\n" not in text and len(text) <= most, f"{place} is too long: {text!r}"


@check
def short_words_are_short(case: Case, seed: int, effort: int) -> None:
    """What an event is called in the log is a text of one line or nothing; what it gains begins
    with its sign, and is some seat's; whether it closes something or is an outcome is a flag."""
    line = rich(case, seed)
    game, names = line.game, NAMES[: case.seats]
    for ply, events in enumerate(line.events):
        for event in events:
            place = f"ply {ply}: {event!r}"
            for seat in line.everybody:
                seat_event = game.view_event(event, seat)
                text = None if seat_event is None else game.shorten(seat_event, names, seat)
                if text is not None:
                    assert text.strip(), f"{place} is shortened to nothing"
                    assert "\n" not in text, f"{place} is shortened to more than a line"
            for seat, gain in game.gains(event):
                assert 0 <= seat < case.seats, f"{place} gains for seat {seat}"
                assert gain[0] in "+-0" and len(gain) <= 10, f"{place} gains {gain!r}"
            assert type(game.closes(event)) is bool, f"{place} closes {game.closes(event)!r}"
            assert type(game.is_outcome(event)) is bool, f"{place} is an outcome or not"
            assert type(game.is_aside(event)) is bool, f"{place} is an aside or not"


@check
def the_end_is_announced(case: Case, seed: int, effort: int) -> None:
    """A game that says when its end is near says it at the last decision of every match, to
    everybody, in a label and a line that have room at 80 columns."""
    game = case.game
    if game.near_end is no_end_in_sight:
        return
    for number in range(min(effort, 4) + 1):
        for is_guided in (False, True):
            line = play(case, seed + number, is_guided)
            last = max(ply for ply, actor in enumerate(line.actors) if actor != CHANCE)
            for seat in line.everybody:
                notice = game.near_end(game.view(line.states[last], seat), NAMES[: case.seats])
                assert notice is not None, f"ply {last}: seat {seat} reads nothing of the end"
                assert notice.words.strip() and len(notice.words) <= 78, f"{notice.words!r}"
                assert notice.label.strip() and len(notice.label) <= 16, f"{notice.label!r}"


@check
def notation_is_unique_and_comes_back(case: Case, seed: int, effort: int) -> None:
    """Every action has a notation of one line, no two legal ones share one, reading it gives
    the action back, reading rubbish gives None; every action of a seat is described."""
    line = rich(case, seed)
    game = line.game
    rnd = Random(seed)
    for ply in line.sample(20 * effort):
        state = line.states[ply]
        actor = state.to_act()
        _notes(game, state.legal(), seen(game, state, None if actor == CHANCE else actor), ply, rnd)
        for seat, actions in state.interrupts().items():
            _notes(game, actions, seen(game, state, seat), ply, rnd)


def _notes(game: Game[Any], legal: list[int], view: View, ply: int, rnd: Random) -> None:
    notes = [game.notation(action, view) for action in legal]
    for action, note in zip(legal, notes, strict=True):
        assert type(note) is str and note.strip() == note != "", f"ply {ply}: {action} is {note!r}"
        assert "\n" not in note, f"ply {ply}: the notation of {action} takes more than a line"
    lower = [" ".join(note.split()).lower() for note in notes]
    assert len(set(lower)) == len(lower), f"ply {ply}: two actions share a notation: {notes}"
    if view["seat"] is None:
        return
    for action, note in some(list(zip(legal, notes, strict=True)), 25, rnd):
        for text in (note, f"  {note.upper()} "):
            read = game.parse(text, legal, view)
            assert read == action, f"ply {ply}: '{text}' is read as {read}, not {action}"
        words = game.describe(action, view)
        assert type(words) is str and words.strip(), f"ply {ply}: {note} is described {words!r}"
        assert "\n" not in words, f"ply {ply}: {note} is described in more than a line"
    for rubbish in ("", " ", "?", "no such move", notes[0] + "#", "-", "\x00", "9" * 50):
        try:
            read = game.parse(rubbish, legal, view)
        except Exception as error:
            raise AssertionError(f"ply {ply}: reading {rubbish!r}: {error!r}") from error
        assert read is None, f"ply {ply}: {rubbish!r} is read as {read}"


@check
def every_decision_has_help(case: Case, seed: int, effort: int) -> None:
    """At every decision the acting seat is told what it can do; whoever asks reads whole lines, and
    no key that does not exist. The end has its help, too."""
    line = rich(case, seed)
    for ply in line.sample(40 * effort, last=True):
        state = line.states[ply]
        actor = state.to_act()
        offered = state.interrupts()
        for seat in line.everybody:
            out_of_turn = [] if seat is None else offered.get(seat, [])
            legal = [*(state.legal() if seat == actor else ()), *out_of_turn]
            can = _help(line.game, seen(line.game, state, seat), legal, case.seats, ply)
            assert can or actor in (CHANCE, OVER) or seat != actor, f"ply {ply}: {seat} has no help"


def _help(game: Game[Any], view: View, legal: list[int], seats: int, ply: int) -> bool:
    """Whether a view's help says what can be done; raise if anything of it is wrong."""
    known = {command.id for command in TABLE}
    if game.spec.id in registry.ids():
        known |= {command.id for command in registry.board(game.spec.id).COMMANDS}

    def key(command: str) -> str:
        assert command in known, f"ply {ply}: help names the key of '{command}'"
        return "K"

    for ascii_only in (False, True):
        help = game.help_for(Moment(view, legal, NAMES[:seats], key, ascii_only))
        lines = [*help.can, *help.cannot, *(text for sign in help.signs for text in sign)]
        for text in lines:
            assert type(text) is str and text.strip(), f"ply {ply}: a line of the help is {text!r}"
            assert not set("{}\n") & set(text), f"ply {ply}: a line of the help is {text!r}"
    return bool(help.can)


@check
def listed_moves_are_told_apart(case: Case, seed: int, effort: int) -> None:
    """No two moves of the list read alike below one heading: whoever reads it has nothing else."""
    line = rich(case, seed)
    for ply in line.sample(40 * effort):
        state = line.states[ply]
        actor = state.to_act()
        if actor in (CHANCE, OVER):
            continue
        view = seen(line.game, state, actor)
        rows = line.game.moves_for(state.legal(), view, NAMES[: case.seats])
        alike = [row for row, count in Counter((row.group, row.words) for row in rows).items()
                 if count > 1]  # fmt: skip
        assert not alike, f"ply {ply}: two moves are listed as {alike[0]}"


@check
def every_listed_move_says_what_it_does(case: Case, seed: int, effort: int) -> None:
    """A row of the list begins with a legal action, and no part of its words or of what stands
    beside them is empty."""
    line = rich(case, seed)
    for ply in line.sample(40 * effort):
        state = line.states[ply]
        actor = state.to_act()
        if actor in (CHANCE, OVER):
            continue
        view, legal = seen(line.game, state, actor), state.legal()
        rows = line.game.moves_for(legal, view, NAMES[: case.seats])
        for row in [*rows, *each_ending(rows)]:
            assert row.actions and row.actions[0] in legal, f"ply {ply}: {row.words!r} is no move"
            assert row.words.strip(), f"ply {ply}: {row.actions[0]} is listed without words"
            for text in (row.words, row.all_asides, row.code_note):
                _has_no_empty_part(text, f"ply {ply}")


EMPTY_PART = re.compile(r"[:;,·]\s*(?:[:;,·]|$)")
"""Where words are missing between or after signs, as in `south-west: ; west: 3 white`."""


def _has_no_empty_part(text: str, place: str) -> None:
    assert not EMPTY_PART.search(text), f"{place}: a part of {text!r} is empty"
    assert text == text.strip(), f"{place}: {text!r} has blanks around it"


@check
def every_turn_can_be_advised(case: Case, seed: int, effort: int) -> None:
    """What a seat plays in a row, as a hint would advise it, has steps and reasons in words."""
    line = rich(case, seed)
    game, names = line.game, NAMES[: case.seats]
    for ply in line.sample(25 * effort):
        seat = line.states[ply].to_act()
        turn: list[tuple[int, Any]] = []
        next_ply = ply
        while (
            next_ply < len(line.actions)
            and line.actors[next_ply] == seat == line.states[next_ply].to_act()
        ):
            turn.append((line.actions[next_ply], seen(game, line.states[next_ply], seat)))
            next_ply += 1
        if seat == CHANCE or not turn:
            continue
        try:
            advice = game.advice_for(turn, seen(game, line.states[next_ply], seat), names)
        except Exception as error:
            raise AssertionError(f"ply {ply}: advising {turn[0][0]}: {error!r}") from error
        assert advice.steps, f"ply {ply}: no steps are advised"
        for text in (*advice.steps, *advice.reasons):
            assert type(text) is str and text.strip(), f"ply {ply}: the advice says {text!r}"
            assert not set("{}\n") & set(text), f"ply {ply}: the advice says {text!r}"
            _has_no_empty_part(text, f"ply {ply}: the advice")
        for text in game.report_turn(turn, seen(game, line.states[next_ply], seat), names):
            _has_no_empty_part(text, f"ply {ply}: the report")
        for text in advice.reasons:  # the why panel says them of another player's move
            spoken_to = {"you", "your", "yours"} & set(re.findall(r"\w+", text.lower()))
            assert not spoken_to, f"ply {ply}: the reason {text!r} speaks to somebody"


@check
def open_reasons_tell_nothing_hidden(case: Case, seed: int, effort: int) -> None:
    """The reasons of a move that are told to everybody are the same in all worlds that look alike
    to a spectator and in which the move is legal."""
    line = rich(case, seed)
    game, names = line.game, NAMES[: case.seats]
    if not game.spec.secrets:
        return
    for ply in line.sample(25 * effort):
        state, action = line.states[ply], line.actions[ply]
        seat = state.to_act()
        if seat < 0 or line.actors[ply] != seat:
            continue
        reasons = _reasons(game, state, action, names).open_reasons
        seen_by_all = seen(game, state, None)
        for number in range(WORLDS):
            world = game.determinize(seen_by_all, Random(seed * WORLDS + number))
            if world.to_act() == seat and action in world.legal():
                others = _reasons(game, world, action, names).open_reasons
                assert list(reasons) == list(others), (
                    f"ply {ply}: {reasons} is told of {action}, "
                    f"{others} where other things are hidden"
                )


def _reasons(game: Game[Any], state: State, action: int, names: Sequence[str]) -> TurnAdvice:
    seat = state.to_act()
    view, after = seen(game, state, seat), state.clone()
    after.apply(action)
    return game.advice_for([(action, view)], seen(game, after, seat), names)


@check
def every_loss_has_its_reason_in_words(case: Case, seed: int, effort: int) -> None:
    """Why one move is worse than another is said in a few words that end no sentence."""
    line = rich(case, seed)
    game, names = line.game, NAMES[: case.seats]
    for ply in line.sample(15 * effort):
        seat, legal = line.states[ply].to_act(), line.states[ply].legal()
        if seat < 0:
            continue
        view = seen(game, line.states[ply], seat)
        for better in {legal[0], legal[-1], legal[len(legal) // 2]} - {line.actions[ply]}:
            try:
                reason = reason_of_loss(game, view, line.actions[ply:], [better], names)
            except Exception as error:
                raise AssertionError(f"ply {ply}: comparing with {better}: {error!r}") from error
            assert type(reason) is str, f"ply {ply}: the reason is {reason!r}"
            assert not set("{}\n") & set(reason), f"ply {ply}: the reason is {reason!r}"
            assert not reason.endswith("."), f"ply {ply}: the reason {reason!r} ends a sentence"
            spoken_to = {"you", "your", "yours"} & set(re.findall(r"\w+", reason.lower()))
            assert not spoken_to, f"ply {ply}: the reason {reason!r} speaks to somebody"
            assert len(reason) <= LONGEST_REASON, f"ply {ply}: the reason {reason!r} is long"
