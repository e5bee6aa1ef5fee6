"""What a board, a log and a prompt show of a position."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from attrs import evolve
from rich.cells import cell_len

from caravan_tui.bus.messages import Position
from caravan_tui.cast.characters import faces
from caravan_tui.games.contract import Event, Game
from caravan_tui.screens.base import BaseApp
from caravan_tui.widgets.board import Scene
from caravan_tui.widgets.log import Line
from caravan_tui.widgets.prompt import NewsItem

_AMOUNT = re.compile(r"([+-]\d+)([^+-]*)")
"""A number with its sign, and what is counted, in what a step has brought."""


def scene_of(
    app: BaseApp,
    game: Game[Any],
    position: Position,
    names: Sequence[str],
    kinds: Sequence[str],
) -> Scene[Any]:
    """The scene of a position; `names` and `kinds`: of each seat, see `TableConnection`."""
    return Scene(
        game=game,
        view=position.view,
        legal=[] if position.paused else position.legal,
        interrupts=position.interrupts,
        seat=position.seat,
        names=names,
        kinds=kinds,
        faces=faces(kinds, names),
        events=[] if position.history else position.events,
        past=position.events if position.history else [],
        ascii=app.ascii,
        animate=app.animated and not position.history,
        over=position.over,
        gains=gains_of(game, position),
    )


def gains_of(game: Game[Any], position: Position) -> dict[int, str]:
    """What the newest move has brought to each seat, such as `+3`."""
    if position.history:
        return {}
    return {seat: gain for event in position.events for seat, gain in game.gains(event)}


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
        lines[-1] = evolve(
            last,
            steps=(*last.steps, words),
            gain=sum_of_gains(last.gain, gain),
            outcomes=(*last.outcomes, *outcomes),
        )
    else:
        name = "" if seat is None else names[seat]
        lines.append(Line(seat, name, (words,), gain, outcomes=outcomes))


def sum_of_gains(*gains: str) -> str:
    """What several steps have brought together: `+4` for `+3` and `+1`, `+2c+1f` for two kinds."""
    totals: dict[str, int] = {}
    for gain in gains:
        for number, kind in _AMOUNT.findall(gain):
            totals[kind] = totals.get(kind, 0) + int(number)
    summed = "".join(f"{total:+d}{kind}" for kind, total in totals.items() if total)
    return summed or ("0" if any(gains) else "")


def last_move(
    game: Game[Any], position: Position, names: Sequence[str], room: int
) -> list[NewsItem]:
    """What has just happened in whole sentences, if another seat did it, or it ends something or
    stands out. If not all have room in so many columns: the last ones of these."""
    sentences: list[NewsItem] = []
    important: list[NewsItem] = []
    is_news = any(game.closes(event) for event in position.events)
    has_outcome = any(game.is_outcome(event) for event in position.events)
    has_ended = False
    for event in position.events:
        text = game.narrate(event, names, position.seat)
        short = game.shorten(event, names, position.seat)
        if not text or short is None:
            continue
        seat = seat_of_event(game, event)
        has_ended = has_ended or game.closes(event)
        joins = game.is_aside(event) and bool(sentences) and not has_ended
        if joins:
            seat = sentences[-1].seat
        before = ""
        if has_outcome and seat is not None:
            if not (joins or game.is_outcome(event)):
                continue  # the outcome is news, not what led to it
            same = sentences[-1] if sentences and sentences[-1].seat == seat else None
            text = f"{names[seat]} {short}"
            if same:
                sentences.pop()
                important.pop()
                text, before = f"{same.text}, {short}", same.gain
        elif seat is not None and cell_len(text) + MARK_ROOM > room:
            text = f"{names[seat]} {short}"
        is_news = is_news or (seat is not None and seat != position.seat)
        gains = game.gains(event)
        gain = gains[0][1] if len(gains) == 1 and not game.is_aside(event) else ""
        gain = sum_of_gains(before, gain)
        amount = gain.lstrip("+-")
        if gain in text or gain == "0" or (amount in text and not amount.isdigit()):
            gain = ""  # the sentence says it
        sentences.append(NewsItem(seat, text, gain))
        if seat is not None or game.closes(event) or game.stands_out(event):
            important.append(sentences[-1])
    if not is_news and not outstanding_news(game, position, names):
        return []
    kept = newest_that_fit(sentences, room)
    return kept if len(kept) == len(sentences) else newest_that_fit(important or sentences, room)


def turn_news(
    game: Game[Any],
    position: Position,
    lines: Sequence[Line],
    names: Sequence[str],
    room: int,
) -> list[NewsItem] | None:
    """What the prompt says of a turn of many steps that another seat plays: nothing while it goes
    on, at its end all of its steps with what they came to, the last ones if not all have room.
    None: the events of the position are told one by one.

    `lines`: the log with the events of the position.
    """
    seats = [seat_of_event(game, event) for event in position.events]
    acting = next((seat for seat in seats if seat is not None), None)
    if not game.sums_up_turns or acting is None or acting == position.seat:
        return None
    if position.view["to_act"] == acting and not position.over:
        return []
    turn = next((line for line in reversed(lines) if line.seat == acting), None)
    if turn is None or not turn.outcomes:
        return None
    news = since_own_move([turn], position.seat, room)
    for event in position.events:
        if seat_of_event(game, event) is None and (text := game.narrate(event, names, None)):
            news.append(NewsItem(None, text))
    return news if len(newest_that_fit(news, room)) == len(news) else news[:1]


def sums_of_turns(
    game: Game[Any],
    before: Sequence[Event],
    position: Position,
    names: Sequence[str],
    room: int,
) -> list[NewsItem]:
    """What the turns of the others came to, if one ends with this position; `before`: the events
    of the round before it. Shorter, and the last ones, if not all have room."""
    events = [*before, *position.events]
    if len(game.sum_up(events, position.seat, False)) <= len(
        game.sum_up(before, position.seat, False)
    ):
        return []
    is_next = position.legal or position.over
    for is_short in (False, True):
        sums = game.sum_up(events, position.seat, is_short)
        news = [
            NewsItem(total.seat, f"{names[total.seat]}: {total.words}", total.gain)
            for total in (sums if is_next else sums[-1:])
        ]
        if len(newest_that_fit(news, room)) == len(news):
            break
    return newest_that_fit(news, room)


def outstanding_news(game: Game[Any], position: Position, names: Sequence[str]) -> list[NewsItem]:
    """What stands out of what has just happened, and no seat did."""
    texts = [
        game.narrate(event, names, position.seat)
        for event in position.events
        if game.stands_out(event)
    ]
    return [NewsItem(None, text) for text in texts if text]


def _since(lines: Sequence[Line], seat: int | None) -> list[Line]:
    """The lines of a log since a seat's own last one, but those that are nobody's."""
    since: list[Line] = []
    for line in reversed(lines):
        if line.seat is not None and line.seat == seat:
            break
        if line.seat is not None:
            since.insert(0, line)
    return since


def steps_since_own_move(lines: Sequence[Line], seat: int | None) -> list[str]:
    """What the others have done since a seat's own last line of the log."""
    return [step for line in _since(lines, seat) for step in line.steps]


def since_own_move(lines: Sequence[Line], seat: int | None, room: int) -> list[NewsItem]:
    """The lines of a log since a seat's own last one, shortly: without names if only then all have
    room, and the last ones that have room if not all do. Of several turns with outcomes these
    alone if not all steps have room, at last only the last one of each."""
    since = _since(lines, seat)
    if since and all(line.outcomes for line in since):
        if len(since) == 1:
            (turn,), nameless = _named(since), _nameless(since)
            if columns_of([turn]) > room >= columns_of(nameless):
                return nameless
            return [_cut_to_last_steps(turn, since[0].name, room)]
        for steps in (since, _outcomes(since), _outcomes(since, 1)):
            news = _named(steps)
            if len(newest_that_fit(news, room)) == len(news):
                return news
        since = steps
    news = _named(since)
    if len(newest_that_fit(news, room)) < len(news):
        nameless = _nameless(since)
        if len(newest_that_fit(nameless, room)) == len(nameless):
            return nameless
    names = {line.seat: line.name for line in since}
    return [
        _cut_to_last_steps(item, names[item.seat], room) for item in newest_that_fit(news, room)
    ]


def has_outcomes(lines: Sequence[Line], seat: int | None) -> bool:
    """Whether all that the others have done since a seat's own last line came to something that is
    worth a summary."""
    since = _since(lines, seat)
    return bool(since) and all(line.outcomes for line in since)


def _outcomes(lines: Sequence[Line], most: int = 0) -> list[Line]:
    """Lines with nothing but their outcomes, the last `most` of each; 0: all."""
    return [evolve(line, steps=line.outcomes[-most:]) for line in lines]


def _named(lines: Sequence[Line]) -> list[NewsItem]:
    """Lines of a log as news, with the name of the seat where another one begins."""
    news: list[NewsItem] = []
    for line in lines:
        goes_on = bool(news) and news[-1].seat == line.seat
        words = line.words if goes_on else f"{line.name} {line.words}"
        news.append(NewsItem(line.seat, words, line.gain))
    return news


def _nameless(lines: Sequence[Line]) -> list[NewsItem]:
    """Lines of a log as news with nothing but the sign of their seat before them."""
    return [NewsItem(line.seat, line.words, line.gain) for line in lines]


def _cut_to_last_steps(item: NewsItem, name: str, room: int) -> NewsItem:
    """Drop the first steps until the rest fits into `room` columns. Who took them and what came
    of them stay."""
    text = item.text
    start = f"{name} … " if text.startswith(f"{name} ") else "… "
    steps = text
    while cell_len(text) + MARK_ROOM + len(item.gain) + 1 > room and ", " in steps:
        steps = steps.partition(", ")[2]
        text = start + steps
    return evolve(item, text=text)


GAP = 3
"""Columns between two of them, at most."""

MARK_ROOM = 2
"""Columns of the sign of a seat."""


def columns_of(news: Sequence[NewsItem]) -> int:
    """The columns that these take beside others."""
    return sum(cell_len(item.text) + MARK_ROOM + len(item.gain) + GAP for item in news)


def newest_that_fit(news: Sequence[NewsItem], room: int) -> list[NewsItem]:
    """The last of these that have room in so many columns together; at least one."""
    kept: list[NewsItem] = []
    for item in reversed(news):
        room -= columns_of([item])
        if room < 0 and kept:
            break
        kept.insert(0, item)
    return kept
