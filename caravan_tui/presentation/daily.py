"""The daily desert in marks and words: the last days, the month, a text to share."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import date, timedelta

from attrs import frozen
from rich.text import Text

from caravan_tui.bus.competition_messages import DailyRow
from caravan_tui.games import registry
from caravan_tui.games.registry import game_name
from caravan_tui.hosts.match_text import ended_with_scores, score_text
from caravan_tui.i18n import _, _n, _p
from saves import daily
from saves.daily import Daily
from saves.listing import Entry
from saves.profile import Result

GAMES = 22
"""Columns of a game's name at least."""

MOST_DAYS = 31
"""Days of the longest month."""

DAYS = 7
"""Days of the last week, today included."""


@frozen
class Day:
    """A day, and whether each game that was played on it was won at the first try."""

    day: date
    outcomes: Sequence[bool] = ()


def last_days(results: Sequence[Result], today: date, count: int = DAYS) -> list[Day]:
    """The last days up to today, the oldest first; only first tries count."""
    histories = [daily.history(results, game_id) for game_id in registry.ids()]
    days = [today - timedelta(days=back) for back in reversed(range(count))]
    return [
        Day(day, [history[day][0].won for history in histories if history.get(day)]) for day in days
    ]


def week_text(
    results: Sequence[Result],
    game_id: str,
    today: date,
    ascii_only: bool,
    is_begun: bool = False,
) -> Text:
    """A mark for each of the last days of a game, the newest at the right. `is_begun`: today's
    match is in progress."""
    won, played, skipped = marks(ascii_only)
    own = [result for result in results if result.game == game_id]
    text = Text(style="not bold")
    for day in last_days(own, today):
        mark = (won if day.outcomes[0] else played) if day.outcomes else skipped
        if is_begun and day.day == today and not day.outcomes:
            mark = begun_mark(ascii_only)
        text.append(f"{mark} ", "bold" if day.outcomes else "dim")
    return text


def attempt_words(row: DailyRow) -> str:
    """How a try at the match of a day that is over went: its points, and by how many it was won or
    lost at its table."""
    words = _("{score}, tied on points")
    if row.margin:
        words = _("{score}, {margin} ahead") if row.margin > 0 else _("{score}, {margin} behind")
    return words.format(score=score_text(row.score), margin=score_text(abs(row.margin)))


def day_columns(columns: int) -> int:
    """The columns of a day, from one to three, that fit beside the names."""
    return max(1, min(3, (columns - name_columns()) // MOST_DAYS))


def name_columns() -> int:
    """The columns of the longest name of a game."""
    return max(GAMES, *(len(game_name(game_id)) + 2 for game_id in registry.ids()))


def marks(ascii_only: bool) -> tuple[str, str, str]:
    """The marks of a day on which the match was won, was played, was skipped."""
    return ("W", "x", ".") if ascii_only else ("●", "○", "·")


def in_progress_words(count: int) -> str:
    """How many matches of today were begun and are not over."""
    return _n("{count} in progress", "{count} in progress", count).format(count=count)


def begun_mark(ascii_only: bool) -> str:
    """The mark of a day whose match was begun and is not over."""
    return "~" if ascii_only else "…"


def weekday(day: date) -> str:
    """The short name of the day of the week."""
    names = (
        _p("weekday", "Mon"), _p("weekday", "Tue"), _p("weekday", "Wed"), _p("weekday", "Thu"),
        _p("weekday", "Fri"), _p("weekday", "Sat"), _p("weekday", "Sun"),
    )  # fmt: skip
    return names[day.weekday()]


def month_strip(
    results: Sequence[Result],
    today: date,
    columns: int,
    ascii_only: bool,
    begun: Collection[str] = (),
) -> Text:
    """The days of this month in this many columns. `begun`: the games whose match of today is in
    progress."""
    won, played, skipped = marks(ascii_only)
    first = today.replace(day=1)
    last = (first + timedelta(days=MOST_DAYS)).replace(day=1)
    days = [first + timedelta(days=number) for number in range((last - first).days)]
    width, names = day_columns(columns), name_columns()
    text = Text(no_wrap=True)
    histories = {game_id: daily.history(results, game_id) for game_id in registry.ids()}
    played_days = {day for history in histories.values() for day in history}
    began = min(played_days, default=date.min)
    head = f"{first:%Y-%m}".ljust(names)
    for day in days:  # a number ends in the column of its day
        if width > 2 or day.day % 5 == 0:
            head = head.ljust(names + width * day.day)[: -len(str(day.day))] + str(day.day)
    text.append(head, "bold")
    if width > 2:
        end = names + width * today.day
        text.stylize("reverse", end - len(str(today.day)), end)
    text.append("\n")
    for game_id, history in histories.items():
        text.append(f"{game_name(game_id):{names}.{names}}")
        for day in days:
            tries = history.get(day)
            if tries:
                mark, style = won if tries[0].won else played, "bold"
            elif day == today and game_id in begun:
                mark, style = begun_mark(ascii_only), "bold"
            else:
                mark, style = skipped if began < day <= today else " ", "dim"
            text.append(" " * (width - 1))
            text.append(mark, style)
        text.append("\n")
    text.rstrip()
    return text


def share_text(results: Sequence[Result], today: date, ascii_only: bool) -> str:
    """How today's matches ended, to send to friends: a line for each game played, with the marks of
    its last days, the newest at the right. Nothing of the deal or of a move; empty if none is
    over."""
    lines = []
    for game_id in registry.ids():
        tries = daily.history(results, game_id).get(today)
        if tries:
            days = week_text(results, game_id, today, ascii_only).plain.replace(" ", "")
            game, ended = game_name(game_id), ended_with_scores(tries[0])
            lines.append(_("{days} {game}: {ended}").format(days=days, game=game, ended=ended))
    if not lines:
        return ""
    head = _("Daily desert, {day} (caravan_tui)").format(day=today.isoformat())
    return "\n".join([head, *lines])


def entries_of_day(
    entries: Iterable[Entry], day: date
) -> tuple[dict[str, Entry], dict[str, Entry]]:
    """The saved matches of a day by game: those that are unfinished, and the first try that is
    finished."""
    unfinished: dict[str, Entry] = {}
    finished: dict[str, Entry] = {}
    for entry in entries:
        header = entry.header
        if header is None or entry.status != "ok" or header.meta.daily != day.isoformat():
            continue
        if header.over:
            finished[header.game] = entry  # the first try comes last in the list
        else:
            unfinished.setdefault(header.game, entry)
    return unfinished, finished


def try_words(today: Daily) -> list[str]:
    """What a try at the match of a day is, a sentence or two each."""
    others = _n("a Merchant", "{count} Merchants", today.seats - 1).format(count=today.seats - 1)
    against = _("Against {others}. You are player {seat} of {seats}.")
    return [
        against.format(others=others, seat=today.seat + 1, seats=today.seats),
        _("You have one try that counts, until midnight UTC."),
        _("Leave and come back as often as you like."),
        _("A hint or an undo marks it as assisted."),
    ]


def legend(ascii_only: bool, has_begun: bool = False) -> str:
    """What the marks of days mean. `has_begun`: a match of today is in progress."""
    won, played, skipped = marks(ascii_only)
    words = _("{won} won, {played} not won, {skipped} not played").format(
        won=won, played=played, skipped=skipped
    )
    if not has_begun:
        return words
    return _("{marks}, {begun} in progress").format(marks=words, begun=begun_mark(ascii_only))
