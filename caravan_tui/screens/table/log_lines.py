"""The lines of a log: the steps of a turn joined, with what they brought."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from attrs import evolve

from caravan_tui.bus.messages import Position
from caravan_tui.games.contract import Event, Game
from caravan_tui.widgets.log import Line

_AMOUNT = re.compile(r"([+-]\d+)([^+-]*)")
"""A number with its sign, and what is counted, in what a step has brought."""


def seat_of_event(game: Game[Any], event: Event) -> int | None:
    """The seat in whose line of the log an event stands; None: nobody's."""
    if game.is_aside(event):
        return None
    seat = getattr(event, "seat", None)
    if isinstance(seat, int) and seat >= 0:
        return seat
    gainers = game.gains(event)
    return gainers[0][0] if len(gainers) == 1 else None


def add_to_log(
    lines: list[Line], game: Game[Any], position: Position, names: Sequence[str]
) -> None:
    """Add the events of a position to a log, as far as its seat may know them: the steps of a turn
    are joined in a line."""
    add_events(lines, game, position.events, position.seat, names)


def add_events(
    lines: list[Line],
    game: Game[Any],
    events: Iterable[Event],
    seat: int | None,
    names: Sequence[str],
) -> None:
    """Add events to a log in the words for a seat, None: for a spectator; the steps of a turn are
    joined in a line."""
    for event in events:
        words = game.shorten(event, names, seat)
        closes = game.closes(event)
        if closes and lines and game.is_aside(event):
            lines[-1] = evolve(lines[-1], is_closed=True)
        if words:
            _add(lines, game, event, words, names)
        if closes and lines:
            lines[-1] = evolve(lines[-1], is_closed=True)


def note_above_turn(lines: list[Line], text: str) -> None:
    """Note something of the newest turn in a line above it, so that its steps stay together."""
    newest = next((n for n in reversed(range(len(lines))) if lines[n].seat is not None), len(lines))
    lines.insert(newest, Line(None, "", (text,), is_closed=True))


def _add(
    lines: list[Line], game: Game[Any], event: Event, words: str, names: Sequence[str]
) -> None:
    seat = seat_of_event(game, event)
    gains = game.gains(event)
    is_aside = game.is_aside(event)
    gain = gains[0][1] if len(gains) == 1 and not is_aside else ""
    last = lines[-1] if lines else None
    joins = is_aside and last is not None and bool(last.outcomes)
    outcomes = (words,) if game.is_outcome(event) or joins else ()
    if last is not None and (last.seat == seat or joins) and not last.is_closed:
        known = last.outcomes
        if joins:  # of itself it would be said of the seat of the line
            known, outcomes = known[:-1], (f"{known[-1]}, {words}",)
        gain = sum_of_gains(last.gain, gain)
        lines[-1] = evolve(
            last,
            steps=(*last.steps, words),
            gain=gain,
            gain_words=game.gain_words(gain),
            outcomes=(*known, *outcomes),
        )
    else:
        name = "" if seat is None else names[seat]
        gain_words = game.gain_words(gain)
        lines.append(Line(seat, name, (words,), gain, outcomes=outcomes, gain_words=gain_words))


def sum_of_gains(*gains: str) -> str:
    """What several steps have brought together: `+4` for `+3` and `+1`, `+2c+1f` for two kinds."""
    totals: dict[str, int] = {}
    for gain in gains:
        for number, kind in _AMOUNT.findall(gain):
            totals[kind] = totals.get(kind, 0) + int(number)
    summed = "".join(f"{total:+d}{kind}" for kind, total in totals.items() if total)
    return summed or ("0" if any(gains) else "")
