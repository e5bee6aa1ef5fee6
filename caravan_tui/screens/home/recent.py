"""What the home screen shows beside the games where there is room: the user's own matches.

Imported after the first frame.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Sequence

from rich.text import Text
from textual.widget import Widget

from caravan_tui.engine import problem
from caravan_tui.games import registry
from caravan_tui.games.registry import kind_name, short_name
from caravan_tui.hosts.base import Host
from caravan_tui.hosts.match_text import ended_text, score_text, title_of
from caravan_tui.hosts.turns import Turn
from caravan_tui.i18n import _, _n
from caravan_tui.presentation.daily import in_progress_words
from caravan_tui.presentation.problems import day_words, days_tried, of_day_words
from caravan_tui.screens.home.entries import TURNS
from caravan_tui.screens.home.overview import Overview
from caravan_tui.screens.saved.card import ago_short
from caravan_tui.widgets.marks import seat_mark
from caravan_tui.widgets.seat_styles import seat_style
from saves import daily, problems
from saves.header import Header
from saves.listing import Entry
from saves.problems import Tries
from saves.profile import Result
from saves.statistics import own_results, summarize

MOST_UNFINISHED, MOST_FINISHED = 4, 8
"""Matches that are listed, at most: as many as fit below a board."""

MOST_TURNS = 6
"""Matches that wait for the user and are listed, at most: as many as fit on a card at 80 × 24."""


async def read(host: Host, overview: Overview, widget: Widget, ascii_only: bool) -> None:
    """Read the user's matches, results and problems, and note them in the overview. `widget`:
    whose theme colours the seats. Raises SaveError for results that can't be read."""
    results = await host.results()
    listing = await host.listing()
    tries = await asyncio.to_thread(problems.load)
    due = await asyncio.to_thread(problems_due, tries)
    own, entries = own_results(results), listing.entries
    for game_id in registry.ids():
        overview.records[game_id] = record_line(
            [result for result in own if result.game == game_id]
        )
    _note_newest(overview, entries)
    overview.turns = host.turns(listing)
    overview.match_of_day = match_of_day(entries, results)
    overview.badges |= badges(entries, results) | {"problems": problems_badge(tries, due)}
    overview.lists |= {
        TURNS: turns_text(overview.turns),
        "problems": problems_text(tries, due),
        "daily": daily_text(entries, results),
        "saved": unfinished_text(widget, entries, ascii_only),
        "statistics": finished_text(results),
    }


def _note_newest(overview: Overview, entries: Sequence[Entry]) -> None:
    """Note the newest match of all, of each game, and the seats of the one that Continue opens."""
    overview.header = None
    overview.newest.clear()
    unfinished = overview.unfinished and overview.unfinished.id
    # of two in the same second the one that is over: it was finished, the other at most begun
    for entry in sorted(entries, key=lambda entry: (entry.changed, _is_over(entry))):
        if entry.header and entry.status == "ok" and entry.header.game in registry.ids():
            overview.latest[entry.header.game] = entry.id
            overview.newest |= {False: entry} | ({True: entry} if entry.header.over else {})
            if entry.id == unfinished:
                overview.header = entry.header


def _is_over(entry: Entry) -> bool:
    return entry.header is not None and entry.header.over


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


def badges(entries: Sequence[Entry], results: Sequence[Result]) -> dict[str, str]:
    """What waits at the places of the list: unfinished matches, and days that were not played."""
    unfinished = sum(
        entry.status == "ok" and entry.header is not None and entry.header.is_under_way
        for entry in entries
    )
    today = daily.today()
    played = sum(today in daily.history(results, game_id) for game_id in registry.ids())
    begun = len(begun_today(entries))
    of_day = today_words(played, len(registry.ids())) if played else _("new")
    if begun:
        of_day = in_progress_words(begun)
    return {
        "saved": _n("{count} unfinished", "{count} unfinished", unfinished).format(count=unfinished)
        if unfinished
        else "",
        "daily": of_day,
    }


def today_words(done: int, count: int) -> str:
    """How many of the day's matches, one a game, were played."""
    return _("{done} of {count} today").format(done=done, count=count)


def problems_due(tries: Tries) -> int:
    """How many problems are to be tried again, as their list counts them."""
    return len(problems.due_now(tries, problems.own(), daily.today()))


def problems_badge(tries: Tries, due: int) -> str:
    """What waits at the problems: those to try again, else those of the day."""
    if due:
        return _n("{count} to try again", "{count} to try again", due).format(count=due)
    tried, count = days_tried(tries, daily.today())
    if not count:
        return ""
    if not (tried or tries.tried):
        return _("new")
    # not "today": a problem of the list that was tried today is not one of the day
    return _("of the day: {done}/{count}").format(done=tried, count=count)


def problems_text(tries: Tries, due: int) -> Text:
    """How the problem of the day of each game went, and how many problems are to be tried again."""
    text = Text()
    today = daily.today()
    text.append(of_day_words(tries, today) + "\n", "bold")
    for game_id in problem.games():
        tried = tries.on_day(game_id, today)
        text.append(f"{short_name(game_id)}: ")
        text.append(day_words(tried) + "\n", "bold" if tried else "dim")
    if due:
        words = _n("{count} problem to try again", "{count} problems to try again", due)
        text.append("\n" + words.format(count=due) + "\n")
    return text


def begun_today(entries: Iterable[Entry]) -> set[str]:
    """The games whose match of the day was begun and is not over."""
    today = daily.today().isoformat()
    return {
        entry.header.game
        for entry in entries
        if entry.status == "ok"
        and entry.header
        and not entry.header.over
        and entry.header.meta.daily == today
    }


def match_of_day(entries: Sequence[Entry], results: Sequence[Result]) -> tuple[str, str]:
    """The game of the day's match that is next: one that was begun, else the first that was not
    tried, else the first one; and the ID of its match, empty if there is none."""
    today = daily.today()
    matches = {
        entry.header.game: entry.id
        for entry in entries
        if entry.status == "ok" and entry.header and entry.header.meta.daily == today.isoformat()
    }
    begun = begun_today(entries)

    def rank(game_id: str) -> int:
        if game_id in begun:
            return 0
        return 2 if today in daily.history(results, game_id) else 1

    game_id = min(registry.ids(), key=rank)
    return game_id, matches.get(game_id, "")


def daily_text(entries: Sequence[Entry], results: Sequence[Result]) -> Text:
    """How today's match of each game went, and the days in a row."""
    text = Text()
    today = daily.today()
    begun = begun_today(entries)
    streak = daily.streak(results, today)
    text.append(_("Daily desert"), "bold")
    if streak:
        words = _n("{count} day in a row", "{count} days in a row", streak)
        text.append("   " + words.format(count=streak))
    text.append("\n")
    for game_id in registry.ids():
        tries = daily.history(results, game_id).get(today, [])
        text.append(f"{short_name(game_id)}: ")
        if tries:
            text.append(ended_text(tries[0]) + "\n", "bold")
        elif game_id in begun:
            text.append(_("in progress") + "\n", "italic")
        else:
            text.append(_("new") + "\n", "dim")
    return text


def turns_text(turns: Sequence[Turn]) -> Text:
    """The matches in which it is the user's turn, in the order of their list."""
    text = Text()
    for turn in turns[:MOST_TURNS]:
        text.append(turn.title, "bold")
        text.append(f"  {turn.players}\n" if turn.players else "\n")
        text.append(f"  {turn.when}\n", "dim")
    more = len(turns) - MOST_TURNS
    if more > 0:
        text.append(_n("and {count} more", "and {count} more", more).format(count=more), "dim")
    return text


def unfinished_text(widget: Widget, entries: Iterable[Entry], ascii_only: bool) -> Text:
    """The unfinished matches, the last one first. `widget`: whose theme colours the seats."""
    text = Text()
    text.append(_("Unfinished") + "\n", "bold")
    unfinished = [
        (title_of(entry), entry.header)
        for entry in entries
        if entry.status == "ok" and entry.header and entry.header.is_under_way
    ]
    for title, header in unfinished[:MOST_UNFINISHED]:
        _add_unfinished(text, widget, title, header, ascii_only)
    more = len(unfinished) - MOST_UNFINISHED
    if more > 0:
        text.append(_n("and {count} more", "and {count} more", more).format(count=more), "dim")
    if not unfinished:
        text.append(_("No match waits for you.") + "\n", "dim")
    return text


def finished_text(results: Sequence[Result]) -> Text:
    """The last results, the newest first; assisted and watched matches are marked as such."""
    text = Text()
    finished = sorted(results, key=lambda result: -result.ended)[:MOST_FINISHED]
    text.append(_("Recent results") + "\n", "bold")
    for result in finished:
        day = time.strftime("%m-%d", time.localtime(result.ended))
        text.append(f"{day}  {kind_name(result.game)}: ")  # a word: assisted is to be read, too
        if result.me is None:
            scores = "  ".join(
                f"{name} {score_text(score)}"
                for name, score in zip(result.names, result.scores, strict=True)
            )
            text.append(scores + "\n", "dim")
        else:
            text.append(ended_text(result) + "\n", "bold" if result.won else "")
    if not finished:
        text.append(_("You have not finished a match yet.") + "\n", "dim")
    return text


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
