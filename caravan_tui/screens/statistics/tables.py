"""The tables of the statistics: counts and records."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from rich.text import Text
from textual.widgets import DataTable

from caravan_tui.hosts.match_text import score_text
from caravan_tui.i18n import _
from caravan_tui.screens.statistics.words import (
    game_title,
    opponents_text,
    seats_text,
    time_text,
)
from caravan_tui.widgets.wrapping import wrap_text
from saves import statistics as sums
from saves.profile import Result
from saves.statistics import Summary

WIDTHS = (23, 7, 8, 6, 6, 6, 6, 7, 9)
"""Of the columns of the counts: 78 together, which leaves room for a scroll bar."""


class CountTable(DataTable[Text]):
    """Counts of matches: all, by game, by number of seats, by opponents."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id, cursor_type="none", cell_padding=0)

    def show(self, results: Sequence[Result], game: str | None, titles: Mapping[str, str]) -> None:
        """Count results, of all games or one. `titles`: of the kinds of opponents."""
        self.clear(columns=True)
        names = (
            "", _("Matches"), _("Won"), _("Rank"), _("Best"), _("Worst"), _("Mean"), _("Streak"),
            _("Time"),
        )  # fmt: skip
        first = WIDTHS[0] + min(40, max(0, self.app.size.width - 80))
        for number, (name, width) in enumerate(zip(names, WIDTHS, strict=True)):
            title = Text(name, justify="right" if number else "left", no_wrap=True)
            self.add_column(title, width=width if number else first)
        if not results:
            return
        # Scores of different games have no best and no mean.
        is_one_game = len({result.game for result in results}) == 1
        self.add_row(*cells(_("All"), sums.summarize(results), "bold", has_scores=is_one_game))
        if game is None:
            for game_id, summary in sums.breakdown(results, sums.by_game).items():
                self.add_row(*cells("  " + game_title(game_id), summary))
        else:
            self.add_row(Text(_("By number of seats"), "italic"))
            seats = sums.breakdown(results, sums.by_seats)
            for count in sorted(seats):
                self.add_row(*cells("  " + seats_text(count), seats[count]))
        self.add_row(Text(_("By opponents"), "italic"))
        opponents = sums.breakdown(results, sums.by_level)
        for against, summary in sorted(opponents.items(), key=lambda pair: -pair[1].matches):
            lines = wrap_text(opponents_text(against, titles), first - 2)  # six names need several
            name = "\n".join(f"  {line}" for line in lines)
            row = cells(name, summary, has_scores=is_one_game)
            self.add_row(*row, height=len(lines))


class RecordTable(DataTable[Text | str]):
    """The user's records."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id, cursor_type="none")

    def show(self, results: Sequence[Result]) -> None:
        """List the records among these results."""
        self.clear(columns=True)
        for title in (_("Game"), _("Record"), _("Value"), _("When")):
            self.add_column(title)
        for record in sums.records(results):
            day = time.strftime("%Y-%m-%d", time.localtime(record.when))
            value = Text(score_text(record.value), "bold", justify="right")
            self.add_row(game_title(record.game), _(record.name), value, day)


def cells(name: str, summary: Summary, style: str = "", has_scores: bool = True) -> list[Text]:
    """The cells of a summary. `has_scores`: whether they are of one game, so that its scores can be
    compared."""

    def number(value: float | None, form: str = "") -> str:
        if value is None:
            return "-"
        return format(value, form) if form else score_text(value)

    share = f" {summary.share:.0%}" if summary.share is not None else ""
    values = (
        str(summary.matches),
        f"{summary.wins}{share}" if summary.contested else "-",
        number(summary.mean_rank, ".2f"),
        number(summary.best if has_scores else None),
        number(summary.worst if has_scores else None),
        number(summary.mean_score if has_scores else None, ".1f"),
        f"{summary.streak}/{summary.longest_streak}" if summary.contested else "-",
        time_text(summary.seconds),
    )
    return [Text(name, style), *(Text(value, style, justify="right") for value in values)]
