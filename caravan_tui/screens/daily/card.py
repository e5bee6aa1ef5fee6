"""The card of a game in the daily desert: who plays, what there is to do, the days before."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

from rich.text import Text
from textual import getters
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from caravan_tui.engine import problem
from caravan_tui.hosts.match_text import ended_text, score_text
from caravan_tui.i18n import _
from caravan_tui.presentation.daily import attempt_words, weekday
from caravan_tui.presentation.problems import day_words
from caravan_tui.screens.base import BaseApp
from caravan_tui.screens.daily.rivals import Rivals
from caravan_tui.screens.daily.standing import Standing
from caravan_tui.screens.game_pictures import Emblem
from caravan_tui.widgets.commands import key_name
from saves import daily

PLACES = 5
"""Players of yesterday's board that are listed."""

SHOWN_DAYS = 30
"""Days of the history, at most."""


class DailyCard(VerticalScroll, can_focus=False):
    """Describes today's match of one game and how the days before went."""

    app = getters.app(BaseApp)

    DEFAULT_CSS = """
    DailyCard { width: 1fr; height: 1fr; background: $surface; scrollbar-size: 0 0;
        & #facts { padding: 0 1; }
        & Emblem { display: none; margin: 0 0 1 0; }
        &.-tall #facts { padding: 1; }
    }
    """

    def compose(self) -> ComposeResult:
        """The sign of the game, the players, what there is to say."""
        yield Emblem()
        yield Rivals()
        yield Static(_("Reading your results …"), id="facts", markup=False)

    def show(self, standing: Standing, is_tall: bool) -> None:
        """Show a game.

        Args:
            is_tall: there is room for all that is known.
        """
        self.set_class(is_tall, "-tall")
        today = daily.match_of_day(standing.game, standing.day)
        self.query_one(Rivals).show(today.players(self.app.host.player_name()), today.seat)
        self.query_one(Emblem).show(standing.game)
        text = Text.assemble((self._what_to_do(standing), "bold"), "\n")
        if standing.is_unlearned:
            lesson = _("{key}: learn the game first (10 min)")
            text.append(lesson.format(key=key_name(self, "daily.tutorial")) + "\n", "bold")
        text.append_text(self._problem_of_day(standing)).append("\n" if is_tall else "")
        text.append_text(people(standing, PLACES if is_tall else 1))
        for result in standing.tries[1:]:
            text.append(_("again: {how}").format(how=ended_text(result)) + "\n", "dim")
        text.append_text(records(standing, names_best=not is_tall))
        if is_tall:
            text.append_text(all_matches(standing)).append_text(previous_days(standing))
        text.rstrip()
        self.query_one("#facts", Static).update(text)

    def _what_to_do(self, standing: Standing) -> str:
        """What Enter does with today's match."""
        text = _("{key} starts your first try")
        if standing.is_begun:
            text = _("{key} resumes your try")
        elif standing.tries and standing.boards is not None:
            return _("Played: the board opens at midnight UTC.")
        elif standing.tries:
            text = _("{key} plays it once more")
        return text.format(key=key_name(self, "daily.play"))

    def _problem_of_day(self, standing: Standing) -> Text:
        """How the problem of the day went, and the key for it; empty of a game without any."""
        if standing.game not in problem.games():
            return Text()
        text = _("{key} problem of the day: {words}")
        words = day_words(standing.problem)
        return Text(text.format(key=key_name(self, "daily.problem"), words=words) + "\n")


def people(standing: Standing, places: int) -> Text:
    """Who has played today's match on the server, and the first `places` of yesterday's board with
    its seed."""
    text = Text()
    if standing.boards is None:
        return text
    today, yesterday = standing.boards
    names = ", ".join(row.name for row in today.rows)
    text.append(_("Today: {names}").format(names=names or _("nobody yet")) + "\n")
    if yesterday.rows:  # in one line, for the places below it to be seen
        text.append(_("Yesterday"), "bold")
        text.append(" " + _("seed {seed}").format(seed=yesterday.seed) + "\n", "dim")
    for row in yesterday.rows[:places]:
        style = "bold" if row.is_own else ""
        text.append(f"{row.place}. {row.name}  {attempt_words(row)}\n", style)
    return text


def records(standing: Standing, names_best: bool) -> Text:
    """Days played and won, the best score and the days in a row, a line each.

    Args:
        names_best: before the first day, the best score of other matches; assisted ones do not
            count.
    """
    text = Text()
    first_tries = [tries[0] for tries in standing.history.values()]
    if not first_tries:
        if standing.is_begun:
            text.append(_("Begun, and saved after every move.") + "\n", "dim")
            return text
        text.append(_("You have not played this one yet.") + "\n", "dim")
        scores = [result.score or 0.0 for result in standing.results if not result.assisted]
        if scores and names_best:
            best = max(scores)
            text.append("\n").append_text(_facts((_("Best in other matches"), score_text(best))))
        return text
    won = sum(result.won for result in first_tries)
    best = max(result.score or 0.0 for result in first_tries)
    return _facts(
        (_("Days won"), _("{won} of {count}").format(won=won, count=len(first_tries))),
        (_("Best score"), score_text(best)),
        (_("Days in a row"), str(daily.streak(standing.results, standing.day))),
        (_("Most in a row"), str(longest_row(standing.history))),
    )


def all_matches(standing: Standing) -> Text:
    """What the user has done in the game, the daily desert included; empty before the first
    match."""
    played = standing.results
    if not played:
        return Text()
    won = sum(result.won for result in played)
    best = max(result.score or 0.0 for result in played)
    last = max(played, key=lambda result: result.ended)
    heading = _("All your matches in this game")
    if any(result.assisted for result in played):  # the statistics count them apart
        heading = _("All your matches in this game, assisted ones too")
    return Text.assemble(
        ("\n" + heading + "\n", "bold"),
        _facts(
            (_("Won"), _("{won} of {count}").format(won=won, count=len(played))),
            (_("Best score"), score_text(best)),
            (_("Last match"), ended_text(last)),
        ),
    )


def previous_days(standing: Standing) -> Text:
    """How the first tries of the days before ended; empty if there were none."""
    text = Text()
    previous = [(day, tries[0]) for day, tries in standing.history.items() if day != standing.day]
    if previous:
        text.append("\n" + _("Previous days") + "\n", "bold")
    for day, result in previous[:SHOWN_DAYS]:
        text.append(f"{weekday(day)} {day:%m-%d}", "dim")
        text.append(f"  {ended_text(result)}\n", "bold" if result.won else "")
    return text


def _facts(*facts: tuple[str, str]) -> Text:
    """A line for each name and value, the values one below the other."""
    width = max(len(label) for label, _value in facts) + 2
    text = Text()
    for label, value in facts:
        text.append(f"{label:{width}}", "dim")
        text.append(f"{value}\n", "bold")
    return text


def longest_row(days: Iterable[date]) -> int:
    """The most days in a row among these."""
    played = set(days)
    longest = 0
    for day in played:
        if day - timedelta(days=1) not in played:
            count = 1
            while day + timedelta(days=count) in played:
                count += 1
            longest = max(longest, count)
    return longest
