"""The last weeks of the daily desert: a row for each game, a column for each day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from rich.text import Text

from caravan_tui.games import registry
from caravan_tui.i18n import _, _n
from saves import daily
from saves.profile import Result

GAMES, DAY = 22, 3
"""Columns of a game's name and of a day."""


def weeks_for(columns: int) -> int:
    """The number of weeks that fit, from one to six."""
    return max(1, min(6, (columns - GAMES) // (7 * DAY)))


def marks(ascii_only: bool) -> tuple[str, str, str]:
    """The marks of a day on which the match was won, was played, was skipped."""
    return ("W", "x", ".") if ascii_only else ("●", "○", "·")


def calendar(results: Sequence[Result], today: date, weeks: int, ascii_only: bool) -> Text:
    """A calendar of this many weeks up to today, with a legend."""
    won, played, skipped = marks(ascii_only)
    days = [today - timedelta(days=number) for number in reversed(range(7 * weeks))]
    text = Text(no_wrap=True)
    title = _n("The last {count} week", "The last {count} weeks", weeks).format(count=weeks)
    text.append(title + "\n", "bold")
    text.append(" " * GAMES)
    for day in days:
        text.append(f"{day.day:>2} ", "bold" if day == today else "dim")
    text.append("\n")
    for game_id in registry.ids():
        text.append(f"{_(registry.spec(game_id).title):{GAMES}.{GAMES}}")
        history = daily.history(results, game_id)
        for day in days:
            tries = history.get(day)
            if not tries:
                text.append(f" {skipped} ", "dim")
            elif tries[0].won:
                text.append(f" {won} ", "bold")
            else:
                text.append(f" {played} ")
        text.append("\n")
    legend = _("{won} won   {played} played   {skipped} skipped")
    text.append("\n" + legend.format(won=won, played=played, skipped=skipped), "dim")
    return text
