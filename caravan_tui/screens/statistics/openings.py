"""The page of openings: how the user begins each game, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen
from rich.cells import cell_len
from textual.app import ComposeResult

from caravan_tui.games.registry import game_name
from caravan_tui.i18n import _, capital
from caravan_tui.screens.statistics.page import EmptyState, Facts, StatisticsPage, no_match
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.shapes import bar
from caravan_tui.widgets.drawn import Drawn
from caravan_tui.widgets.marks import short_name as fitting
from saves import statistics as sums
from saves.profile import Result
from saves.statistics import Summary

NUMBERS_WIDTH = 24
"""Columns of the numbers behind a bar."""

MOST_WORDS, LEAST_BAR = 46, 12
"""Columns of an opening at most, and of its bar at least."""

MOST_PITCH = 4
"""Rows of an opening, at most."""


@frozen
class Group:
    """The openings of a game, the favourite first."""

    title: str
    rows: Sequence[tuple[str, Summary]]


class OpeningBars(Drawn):
    """For each game its favourite openings, each with the share of wins as a bar."""

    DEFAULT_CSS = """
    OpeningBars { width: 100%; height: 1fr; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.groups: Sequence[Group] = ()

    def show(self, groups: Sequence[Group]) -> None:
        """Show the openings of these games."""
        self.groups = groups
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw as many openings of each game as there is room for, the same for all."""
        if not self.groups:
            return
        colours = canvas.pens.palette
        counts = rows_of(self.groups, canvas.height - 1)
        is_airy = sum(counts) + 2 * len(counts) <= canvas.height
        pitch = next(
            (rows for rows in range(MOST_PITCH, 1, -1)
             if rows * sum(counts) + 2 * len(counts) <= canvas.height),
            1,
        )  # fmt: skip
        titles = (_("Times"), _("Won"), _("Rank"))
        ends = [canvas.width - NUMBERS_WIDTH + 8 * number for number in (1, 2, 3)]
        for title, end in zip(titles, ends, strict=True):
            canvas.put(end - cell_len(title), 0, title, colours.soft)
        y = 0
        room = canvas.width - NUMBERS_WIDTH
        words_width = min(MOST_WORDS, room - LEAST_BAR)
        for group, count in zip(self.groups, counts, strict=True):
            canvas.put(0, y, group.title, colours.primary, bold=True)
            y += 1
            for words, summary in group.rows[:count]:
                start = y
                if pitch > 2:  # in the middle of a band
                    canvas.fill(0, y, canvas.width, pitch - 1, colours.surface)
                    y += (pitch - 2) // 2
                canvas.put(2, y, fitting(capital(words), words_width - 3), colours.text)
                share = summary.share
                cells = [str(summary.matches), "–", "–"]
                if share is not None:
                    width = room - words_width
                    bar(canvas, words_width, y, width, share, colours.primary, colours.raised)
                    cells[1:] = [f"{share:.0%}", f"{summary.mean_rank or 0:.1f}"]
                for text, end in zip(cells, ends, strict=True):
                    canvas.put(end - len(text), y, text, colours.text)
                y = start + pitch
            y += (is_airy and pitch == 1) or pitch > 2


def rows_of(groups: Sequence[Group], room: int) -> list[int]:
    """How many openings of each game have room, with a row for its title: one of each game first,
    then one more of each, as long as there are rows."""
    counts = [0] * len(groups)
    free = room + 1 - len(groups)
    while free > 0:
        growing = [place for place, group in enumerate(groups) if counts[place] < len(group.rows)]
        if not growing:
            break
        for place in growing[:free]:
            counts[place] += 1
        free -= len(growing)
    return counts


class OpeningsPage(StatisticsPage):
    """How the user begins."""

    name_of_page = "openings"

    DEFAULT_CSS = """
    OpeningsPage { margin-top: 1; overflow: hidden; }
    """

    @staticmethod
    def title() -> str:
        """What its tab says."""
        return _("Openings")

    def compose(self) -> ComposeResult:
        """The bars."""
        yield OpeningBars()

    def show(self, facts: Facts) -> str:
        """Show the openings of the matches that are still saved."""
        known = [result for result in facts.own if self._opening(facts, result)]
        games = sums.breakdown(known, sums.by_game)
        groups = []
        for game, _summary in sorted(games.items(), key=lambda pair: -pair[1].matches):
            results = [result for result in known if result.game == game]
            rows = sums.breakdown(results, lambda result: self._opening(facts, result))
            favourites = sorted(rows.items(), key=lambda pair: -pair[1].matches)
            groups.append(Group(game_name(game), favourites))
        self.query_one(OpeningBars).show(groups)
        if not groups:
            return ""
        parts = [_("How you began the matches that are still saved, favourites first.")]
        if facts.game is None:
            parts.append(_("{game}: one game.").format(game=facts.key("statistics.game")))
        return " ".join(parts)

    def _opening(self, facts: Facts, result: Result) -> str:
        begun = facts.beginnings.get(result.match)
        return begun.opening if begun else ""

    def empty_state(self, facts: Facts) -> EmptyState:
        """What an empty page says."""
        what = _("how you begin each game, and how often you win from there.")
        if not facts.own:
            return no_match(facts, what)
        if facts.is_reading:
            return EmptyState(_("Reading your saved matches"), "", has_example=False)
        words = _("Openings are read from your saved matches. Keep some of them to see {what}")
        return EmptyState(_("None of these matches is still saved."), words.format(what=what))
