"""Checks of words: events, narration, notation and descriptions."""

from __future__ import annotations

from random import Random
from typing import Any

import msgpack

from caravan_tui.games.contract import CHANCE, Event, Game, View
from tests.kit.checking import NAMES, check, plain, some
from tests.kit.lines import Case, rich, seen


@check
def events_are_plain_facts(case: Case, seed: int, effort: int) -> None:
    """An event is a tuple of a kind and plain data, also as each seat is told it."""
    line = rich(case, seed)
    for ply, events in enumerate(line.events):
        for event in events:
            for seat in line.everybody:
                shown = line.game.view_event(event, seat)
                for fact in (event, shown) if shown is not None else (event,):
                    place = f"ply {ply}: event {fact!r}"
                    assert type(fact) is tuple, f"{place} is a {type(fact).__name__}"
                    assert fact and type(fact[0]) is str, f"{place} has no kind"
                    _plain_fact(list(fact), place)


def _plain_fact(data: Any, place: str) -> None:
    """Like a view, but tuples are as good as lists."""
    if type(data) in (list, tuple):
        for value in data:
            _plain_fact(value, place)
    else:
        plain(data, place)


@check
def every_action_is_told(case: Case, seed: int, effort: int) -> None:
    """Every action writes an event; the actor, and whoever is told anything of it, reads a line.
    Events that travelled through msgpack are narrated the same."""
    line = rich(case, seed)
    game = line.game
    names = NAMES[: case.seats]
    for ply, events in enumerate(line.events):
        actor = line.actors[ply]
        if actor != CHANCE:
            assert events, f"ply {ply}: action {line.actions[ply]} of {actor} writes no event"
        for seat in line.everybody:
            shown = [event for event in (game.view_event(e, seat) for e in events) if event]
            lines = [_line(game, event, names, seat, f"ply {ply}") for event in shown]
            if actor != CHANCE and (shown or seat == actor):
                assert any(lines), f"ply {ply}: seat {seat} reads nothing of {shown}"
            travelled = [tuple(msgpack.unpackb(msgpack.packb(event))) for event in shown]
            again = [_line(game, event, names, seat, f"ply {ply}") for event in travelled]
            assert again == lines, f"ply {ply}: after msgpack {lines} reads {again}"


def _line(game: Game, event: Event, names: list[str], seat: int | None, place: str) -> str | None:
    try:
        text = game.narrate(event, names, seat)
    except Exception as error:
        raise AssertionError(f"{place}: narrating {event!r} to {seat}: {error!r}") from error
    if text is not None:
        assert type(text) is str and text.strip(), f"{place}: {event!r} reads {text!r}"
        assert "\n" not in text, f"{place}: {event!r} takes more than a line"
    return text


@check
def notation_is_unique_and_comes_back(case: Case, seed: int, effort: int) -> None:
    """Every action has a notation of one line, no two legal ones share one, reading it gives the
    action back, reading rubbish gives nothing; every action of a seat is described."""
    line = rich(case, seed)
    game = line.game
    rnd = Random(seed)
    for ply in line.sample(40 * effort):
        state = line.states[ply]
        actor = state.to_act()
        _notes(game, state.legal(), seen(game, state, None if actor == CHANCE else actor), ply, rnd)
        for seat, actions in state.interrupts().items():
            _notes(game, actions, seen(game, state, seat), ply, rnd)


def _notes(game: Game, legal: list[int], view: View, ply: int, rnd: Random) -> None:
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
