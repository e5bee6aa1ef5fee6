"""The page of records: a card for each game."""

from __future__ import annotations

from itertools import groupby

from textual.app import ComposeResult

from caravan_tui.games.registry import game_name
from caravan_tui.i18n import _
from caravan_tui.screens.game_pictures import EMBLEM_ROWS, EMBLEM_WIDTH
from caravan_tui.screens.statistics.cards import LARGE_ROWS, CardGrid, RecordCard
from caravan_tui.screens.statistics.charts import MarginsChart
from caravan_tui.screens.statistics.overview import MEDIUM, WIDE
from caravan_tui.screens.statistics.page import EmptyState, Facts, StatisticsPage, no_match
from saves import statistics as sums

AROUND = 4
"""Rows of title, pages, caption and keys."""

SQUARE = 4
"""Cards that stand two by two."""

LEAST_CHART = 7
"""Rows below the cards from which on margins are drawn there."""


class RecordsPage(StatisticsPage):
    """Cards of records. Scrolls where they do not fit."""

    name_of_page = "records"

    DEFAULT_CSS = """
    RecordsPage { margin-top: 1;
        & > MarginsChart { display: none; margin: 1 1 0 1; }
    }
    """

    @staticmethod
    def title() -> str:
        """What its tab says."""
        return _("Records")

    def empty_state(self, facts: Facts) -> EmptyState:
        """What an empty page says."""
        return no_match(facts, _("your best score and widest margin in each game."))

    def compose(self) -> ComposeResult:
        """The cards."""
        yield CardGrid(id="record-cards")
        yield MarginsChart(id="margins")

    def show(self, facts: Facts) -> str:
        """Show the records among the user's results."""
        cards = [
            RecordCard(game_name(game), list(records), has_games=False, emblem=game)
            for game, records in groupby(sums.records(facts.own), key=lambda best: best.game)
        ]
        self.query_one(CardGrid).show(cards)
        self.query_one(MarginsChart).show(facts.own)
        self.lay_out()
        if not cards:
            return ""
        parts = [_("Assisted matches do not count.")]
        if self.query_one(MarginsChart).display:
            parts.append(
                _("Below: by how many points you were ahead or behind at the end of each match.")
            )
        return " ".join(parts)

    def on_resize(self) -> None:
        """Share the room anew."""
        self.lay_out()

    def lay_out(self) -> None:
        """Use as many columns as the overview, and rows for the longest card; what is left below
        them has the margins."""
        grid, width = self.query_one(CardGrid), self.app.size.width
        if not grid.cards:
            return
        most, cards = grid.most_records, len(grid.cards)
        columns = min(cards, 3 if width >= WIDE else 2 if width >= MEDIUM else 1)
        if cards == SQUARE:
            columns = min(columns, 2)  # of three the last row would have one card
        lines = -(-cards // columns)
        room = self.app.size.height - AROUND
        sizes = [LARGE_ROWS * most + 3, 2 * most + 2, most + 1]
        if width // columns > EMBLEM_WIDTH + AROUND:
            sizes.insert(1, EMBLEM_ROWS + 2 * most + 4)
            sizes.insert(0, EMBLEM_ROWS + LARGE_ROWS * most + 4)
        rows = next((rows for rows in sizes if lines * (rows + 1) <= room), most + 1)
        grid.set_shape(columns, rows)
        self.styles.margin = (int(lines * (rows + 1) <= room), 0, 0, 0)
        chart, left = self.query_one(MarginsChart), room - lines * (rows + 1) - 1
        chart.display = chart.has_enough and left >= LEAST_CHART
        chart.styles.height = left
