"""The lines of a log in the line below the board: as many of the last ones as have room."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve
from rich.cells import cell_len

from caravan_tui.widgets.log import Line
from caravan_tui.widgets.prompt import NewsItem

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
    room, and the last ones that have room if not all do. Of turns with outcomes these alone if not
    all steps have room, of several then the newest turn of each seat, then without names, at last
    only the last outcome of each. No seat is left out as long as the end of each turn has room."""
    since = _since(lines, seat)
    if since and all(line.outcomes for line in since):
        if len(since) == 1:
            (turn,), nameless = _named(since), _nameless(since)
            if columns_of([turn]) > room >= columns_of(nameless):
                return nameless
            for outcomes in (_named(_outcomes(since)), _nameless(_outcomes(since))):
                if columns_of([turn]) > room >= columns_of(outcomes):
                    return outcomes  # whole, where all steps would begin in the middle
            return [_cut_to_last_steps(turn, since[0].name, room)]
        newest = _newest_turns(since)
        their_outcomes, last_outcomes = _outcomes(newest), _last_outcomes(newest)
        whole = [_named(turns) for turns in (since, _outcomes(since), newest, their_outcomes)]
        brief = (_nameless(their_outcomes), _named(last_outcomes), _nameless(last_outcomes))
        for news in (*whole, *brief):
            if columns_of(news) <= room:
                return news
        since = last_outcomes
    news = _named(since)
    if len(newest_that_fit(news, room)) < len(news):
        nameless = _nameless(since)
        if len(newest_that_fit(nameless, room)) == len(nameless):
            return nameless
        weightiest = _weightiest(since)
        for fewer in (_named(weightiest), _nameless(weightiest)):
            if columns_of(fewer) <= room:
                return fewer
        shortened = _shortened(_nameless(weightiest), room)
        if len(shortened) > 1 and columns_of(shortened) <= room:
            return shortened
    names = {line.seat: line.name for line in since}
    return [
        _cut_to_last_steps(item, names[item.seat], room) for item in newest_that_fit(news, room)
    ]


def has_outcomes(lines: Sequence[Line], seat: int | None) -> bool:
    """Whether all that the others have done since a seat's own last line came to something that is
    worth a summary."""
    since = _since(lines, seat)
    return bool(since) and all(line.outcomes for line in since)


def _newest_turns(lines: Sequence[Line]) -> list[Line]:
    """The last line of each seat."""
    last = {line.seat: number for number, line in enumerate(lines)}
    return [lines[number] for number in sorted(last.values())]


def _weightiest(lines: Sequence[Line]) -> list[Line]:
    """A line of each seat: the last one that brought something, else the last one."""
    chosen: dict[int | None, int] = {}
    for number, line in enumerate(lines):
        before = chosen.get(line.seat)
        if before is None or line.gain or not lines[before].gain:
            chosen[line.seat] = number
    return [lines[number] for number in sorted(chosen.values())]


def _outcomes(lines: Sequence[Line]) -> list[Line]:
    """Lines with nothing but their outcomes."""
    return [evolve(line, steps=line.outcomes) for line in lines]


def _last_outcomes(lines: Sequence[Line]) -> list[Line]:
    """Lines with nothing but their last outcome, behind an ellipsis where there are others: the
    gain is that of all."""
    return [
        evolve(line, steps=(f"… {line.outcomes[-1]}",)) if len(line.outcomes) > 1 else line
        for line in _outcomes(lines)
    ]


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
    """Drop the first steps until the rest fits into `room` columns, and those that have lost their
    verb with them. Who took them and what came of them stay."""
    text = item.text
    start = f"{name} … " if text.startswith(f"{name} ") else "… "
    steps = text
    while cell_len(text) + MARK_ROOM + len(item.gain) + 1 > room and ", " in steps:
        steps = _without_first_step(steps)
        text = start + steps
    return evolve(item, text=text)


def _shortened(news: Sequence[NewsItem], room: int) -> list[NewsItem]:
    """Drop the first step of the longest of these until all have room, then all steps of the oldest
    that brought something; where nothing can be dropped any more they stay too long."""
    items = list(news)
    while columns_of(items) > room:
        rests = {place: _without_first_step(item.text) for place, item in enumerate(items)}
        longest = max(rests, key=lambda place: bool(rests[place]) * cell_len(items[place].text))
        if not rests[longest]:
            break
        items[longest] = evolve(items[longest], text=f"… {rests[longest]}")
    for place, item in enumerate(items[:-1]):
        if columns_of(items) > room and item.gain:
            items[place] = evolve(item, text="…")
    return items


def _without_first_step(steps: str) -> str:
    """The steps after the first one, and after those that lose their verb with it."""
    rest = steps.partition(", ")[2]
    while rest[:1].isdecimal() and ", " in rest:
        rest = rest.partition(", ")[2]
    return rest
