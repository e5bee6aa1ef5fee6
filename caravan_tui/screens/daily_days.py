"""The last weeks of the daily desert at a glance: a row a game, a column a day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from rich.text import Text

from caravan_tui.games import registry
from caravan_tui.words import _, _n
from saves import daily as days
from saves.profile import Result

GAMES, DAY = 22, 3
"""Columns of a game's name and of a day."""


def weeks_for(columns: int) -> int:
    """How many weeks have room, at most six."""
    return max(1, min(6, (columns - GAMES) // (7 * DAY)))


def marks(plain: bool) -> tuple[str, str, str]:
    """The signs of a day that was won, played, left out."""
    return ("W", "x", ".") if plain else ("●", "○", "·")


def calendar(results: Sequence[Result], day: date, weeks: int, plain: bool) -> Text:
    """So many weeks up to a day, the newest day last, and what the signs mean."""
    won, played, out = marks(plain)
    shown = [day - timedelta(days=number) for number in reversed(range(7 * weeks))]
    told = Text(no_wrap=True)
    words = _n("The last {count} week", "The last {count} weeks", weeks).format(count=weeks)
    told.append(words + "\n", "bold")
    told.append(" " * GAMES)
    for one in shown:
        told.append(f"{one.day:>2} ", "bold" if one == day else "dim")
    told.append("\n")
    for game_id in registry.ids():
        told.append(f"{_(registry.spec(game_id).title):{GAMES}.{GAMES}}")
        history = days.history(results, game_id)
        for one in shown:
            tries = history.get(one)
            if not tries:
                told.append(f" {out} ", "dim")
            elif tries[0].won:
                told.append(f" {won} ", "bold")
            else:
                told.append(f" {played} ")
        told.append("\n")
    words = _("{won} won   {played} played   {out} left out")
    told.append("\n" + words.format(won=won, played=played, out=out), "dim")
    return told
