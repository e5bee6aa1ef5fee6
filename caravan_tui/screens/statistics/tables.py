"""The table of the statistics: counts of matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text
from textual.widgets import DataTable

from caravan_tui.games.registry import game_name
from caravan_tui.hosts.match_text import score_text
from caravan_tui.i18n import _
from caravan_tui.screens.statistics.words import (
    fitting_name,
    opponents_text,
    seats_text,
    time_text,
)
from caravan_tui.widgets.wrapping import wrap_text
from saves import statistics as sums
from saves.profile import Result
from saves.statistics import Summary

WIDTHS = (23, 7, 11, 5, 5, 6, 6, 7, 8)
"""Of the columns of the counts: 78 together, which leaves room for a scroll bar."""

WON = 2
"""The column of wins, whose cells are bars."""

GAP = 1
"""Columns at the left of a bar."""

SPACIOUS = 44
"""Rows of a terminal from which on every row stands apart."""

ROOMY = 30
"""Rows of a terminal from which on groups stand apart."""


class CountTable(DataTable[Text]):
    """Counts of matches: all, by game, by number of seats, by opponents."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id, cursor_type="none", cell_padding=0)
        self.bar_width = WIDTHS[WON] - GAP

    def column_widths(self) -> list[int]:
        """The widths of the columns: what a terminal has more goes to names and bars first."""
        more = max(0, self.app.size.width - 80)
        others = len(WIDTHS) - 2
        widths = [width + more // (2 * others) for width in WIDTHS]
        widths[0], widths[WON] = WIDTHS[0] + min(20, more // 4), WIDTHS[WON] + min(24, more // 4)
        self.bar_width = widths[WON] - GAP
        return widths

    def show(self, results: Sequence[Result], game: str | None, titles: Mapping[str, str]) -> None:
        """Count results, of all games or one. `titles`: of the kinds of opponents."""
        self.clear(columns=True)
        names = (
            "", _("Matches"), _("Won"), _("Rank"), _("Best"), _("Worst"), _("Mean"), _("Streak"),
            _("Time"),
        )  # fmt: skip
        widths = self.column_widths()
        first = widths[0]
        for number, (name, width) in enumerate(zip(names, widths, strict=True)):
            title = Text(name, justify="right" if number else "left", no_wrap=True)
            self.add_column(title, width=width)
        if not results:
            return
        # Scores of different games have no best and no mean.
        is_one_game = len({result.game for result in results}) == 1
        whole = Text(" " + (_("All games") if game is None else _("All matches")), "bold")
        self.add_row(*self.cells(whole, sums.summarize(results), has_scores=is_one_game))
        if game is None:
            self.add_heading(_("By game"))
            for game_id, summary in sums.breakdown(results, sums.by_game).items():
                row = self.cells(Text("  " + fitting_name(game_name(game_id), first - 3)), summary)
                self.add_row(*row, height=1 + self.spacing)
        if game is not None or self.spacing:
            self.add_heading(_("By number of seats"))
            seats = sums.breakdown(results, sums.by_seats)
            for count in sorted(seats):
                seat_words = Text("  " + seats_text(count))
                row = self.cells(seat_words, seats[count], has_scores=is_one_game)
                self.add_row(*row, height=1 + self.spacing)
        self.add_heading(_("By opponents"))
        opponents = sums.breakdown(results, sums.by_level)
        for against, summary in sorted(opponents.items(), key=lambda pair: -pair[1].matches):
            lines = wrap_text(opponents_text(against, titles), first - 2)  # six names need several
            rivals = Text("\n".join(f"  {line}" for line in lines))
            row = self.cells(rivals, summary, has_scores=is_one_game)
            self.add_row(*row, height=len(lines) + self.spacing)

    @property
    def spacing(self) -> int:
        """Blank rows below each row of counts."""
        return int(self.app.size.height >= SPACIOUS)

    def add_heading(self, words: str) -> None:
        """Say what the rows below are counted by, after a blank row where there is room."""
        if self.app.size.height >= ROOMY:
            self.add_row(Text())
        self.add_row(Text(f" {words}", f"bold {self.colour('primary')}"))

    def colour(self, name: str) -> str:
        """A colour of the theme as a style; empty where there are none."""
        return "" if self.app.no_color else self.app.theme_variables.get(name, "")

    def cells(self, name: Text, summary: Summary, has_scores: bool = True) -> list[Text]:
        """The cells of a summary. `has_scores`: whether they are of one game, so that its scores
        can be compared."""

        def score(value: float | None, form: str = "") -> str:
            if value is None or not has_scores:
                return ""
            return format(value, form) if form else score_text(value)

        style = name.style
        values = [
            Text(str(summary.matches), style),
            self.bar(summary),
            Text("" if summary.mean_rank is None else f"{summary.mean_rank:.1f}", style),
            Text(score(summary.best), style),
            Text(score(summary.worst), style),
            Text(score(summary.mean_score, ".1f"), style),
            Text(str(summary.longest_streak) if summary.contested else "", style),
            Text(time_text(summary.seconds), style),
        ]
        for value in values:
            value.justify = "right"
        return [name, *values]

    def bar(self, summary: Summary) -> Text:
        """Wins and their share on a bar as long as the share."""
        width = self.bar_width
        if summary.share is None:
            return Text("-")
        words = f" {summary.wins}".ljust(width - 4) + f"{summary.share:4.0%}"
        text = Text(words, "bold")
        primary, raised = self.colour("primary"), self.colour("panel")
        if primary and raised:
            filled = round(width * summary.share)
            text.stylize(f"{self.colour('background')} on {primary}", 0, filled)
            text.stylize(f"on {raised}", filled, width)
        return text
