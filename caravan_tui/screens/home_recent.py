"""What the home screen tells beside the games where there is room: one's own matches, the day."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from caravan_tui.games import registry
from caravan_tui.screens.host import title_of
from caravan_tui.screens.result import ended_text, score_text
from caravan_tui.screens.saved_card import ago_short
from caravan_tui.widgets.marks import seat_mark, seat_style
from caravan_tui.words import _, _n
from saves import daily as days
from saves.listing import Entry
from saves.profile import Result

if TYPE_CHECKING:
    from textual.screen import Screen

RUNNING, ENDED = 6, 12
"""Matches that are told of, at most."""


def recent(
    screen: Screen, entries: Iterable[Entry], results: Sequence[Result], rows: int = 60
) -> Text:
    """The day's matches, those that wait, and how the last ones ended; `rows` there are."""
    told = Text()
    write_daily(told, results)
    waiting = [one for one in entries if one.status == "ok" and one.header and not one.header.over]
    if waiting:
        told.append("\n" + _("To go on with") + "\n", "bold")
    for entry in waiting[: min(RUNNING, max(1, (rows - 20) // 2))]:
        write_waiting(screen, told, entry)
    ended = sorted(results, key=lambda one: -one.ended)[:ENDED]
    told.append("\n" + _("Lately ended") + "\n", "bold")
    for one in ended:
        day = time.strftime("%m-%d", time.localtime(one.ended))
        how = "bold" if one.won else ""
        told.append(f"{day}  {_(registry.spec(one.game).title)}: ")
        told.append(ended_text(one) + "\n", how)
    if not ended:
        told.append(_("No match has been played to its end yet.") + "\n", "dim")
    return told


def write_daily(told: Text, results: Sequence[Result]) -> None:
    """How today's match of each game went."""
    today = days.today()
    count = days.streak(results, today)
    told.append(_("Daily desert"), "bold")
    if count:
        told.append(
            "   " + _n("{count} day in a row", "{count} days in a row", count).format(count=count)
        )
    told.append("\n")
    for game_id in registry.ids():
        tries = days.history(results, game_id).get(today, [])
        told.append(f"{_(registry.spec(game_id).title)}: ")
        if tries:
            told.append(ended_text(tries[0]) + "\n", "bold")
        else:
            told.append(_("not played yet") + "\n", "dim")


def write_waiting(screen: Screen, told: Text, entry: Entry) -> None:
    """A match that was begun: what it is, and how its seats stand."""
    header = entry.header
    if header is None:
        return
    told.append(f"{title_of(entry)}  ")
    told.append(ago_short(header.changed) + "\n ", "dim")
    for seat in range(len(header.seats)):
        told.append(f" {seat_mark(seat, screen.app.ascii)}", seat_style(screen, seat))
        told.append(score_text(header.scores[seat]))
    told.append("\n")


def first_words(game_id: str) -> str:
    """How a game begins to tell of itself: the first paragraphs of its rules."""
    text = registry.rules(game_id).split("\n## ")[0]
    parts = [" ".join(part.split()) for part in text.split("\n\n") if not part.startswith("#")]
    return "\n\n".join(part for part in parts if part)
