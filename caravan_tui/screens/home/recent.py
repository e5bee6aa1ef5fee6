"""What the home screen shows beside the games where there is room: the user's own matches.

Imported after the first frame.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from rich.text import Text
from textual.widget import Widget

from caravan_tui.games import registry
from caravan_tui.hosts.match_text import ended_text, score_text, title_of
from caravan_tui.i18n import _, _n
from caravan_tui.screens.saved.card import ago_short
from caravan_tui.widgets.marks import seat_mark, seat_style
from saves import daily
from saves.header import Header
from saves.listing import Entry
from saves.profile import Result
from saves.statistics import own_results, summarize

__all__ = ["own_results", "recent_matches", "record_line"]

MOST_UNFINISHED, MOST_FINISHED = 6, 12
"""Matches that are listed, at most."""

OTHER_ROWS = 20
"""Rows of the list that unfinished matches leave to the rest, two each."""


def record_line(results: Sequence[Result]) -> str:
    """The user's results in one game in one line; empty without any."""
    if not results:
        return ""
    summary = summarize(results)
    best = score_text(summary.best) if summary.best is not None else "-"
    if not summary.contested:
        return _("Your best: {best}").format(best=best)
    return _("You: {wins} of {matches} won, best {best}").format(
        wins=summary.wins, matches=summary.contested, best=best
    )


def recent_matches(
    widget: Widget,
    entries: Iterable[Entry],
    results: Sequence[Result],
    rows: int,
    ascii_only: bool,
) -> Text:
    """List the day's matches, the unfinished ones and the last results.

    `widget`: whose theme colours the seats. `rows`: of the terminal.
    """
    text = Text()
    _add_daily(text, results)
    unfinished = [
        (title_of(entry), entry.header)
        for entry in entries
        if entry.status == "ok" and entry.header and not entry.header.over
    ]
    if unfinished:
        text.append("\n" + _("Unfinished") + "\n", "bold")
    for title, header in unfinished[: min(MOST_UNFINISHED, max(1, (rows - OTHER_ROWS) // 2))]:
        _add_unfinished(text, widget, title, header, ascii_only)
    finished = sorted(results, key=lambda result: -result.ended)[:MOST_FINISHED]
    text.append("\n" + _("Recent results") + "\n", "bold")
    for result in finished:
        day = time.strftime("%m-%d", time.localtime(result.ended))
        text.append(f"{day}  {_(registry.spec(result.game).title)}: ")
        text.append(ended_text(result) + "\n", "bold" if result.won else "")
    if not finished:
        text.append(_("You have not finished a match yet.") + "\n", "dim")
    return text


def _add_daily(text: Text, results: Sequence[Result]) -> None:
    """Add how today's match of each game went."""
    today = daily.today()
    streak = daily.streak(results, today)
    text.append(_("Daily desert"), "bold")
    if streak:
        words = _n("{count} day in a row", "{count} days in a row", streak)
        text.append("   " + words.format(count=streak))
    text.append("\n")
    for game_id in registry.ids():
        tries = daily.history(results, game_id).get(today, [])
        text.append(f"{_(registry.spec(game_id).title)}: ")
        if tries:
            text.append(ended_text(tries[0]) + "\n", "bold")
        else:
            text.append(_("not played yet") + "\n", "dim")


def _add_unfinished(
    text: Text, widget: Widget, title: str, header: Header, ascii_only: bool
) -> None:
    """Add a match in progress: its title, when it was played, and its scores."""
    text.append(f"{title}  ")
    text.append(ago_short(header.changed) + "\n ", "dim")
    for seat in range(len(header.seats)):
        text.append(f" {seat_mark(seat, ascii_only)}", seat_style(widget, seat))
        text.append(score_text(header.scores[seat]))
    text.append("\n")
