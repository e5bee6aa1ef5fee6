"""Where the points of a match came from, and the game's own table beside that or below it."""

from __future__ import annotations

from rich import box
from rich.cells import cell_len
from rich.measure import measure_renderables
from rich.table import Table
from rich.text import Text
from textual import getters
from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.widgets import Static

from caravan_tui.presentation.finished_match import FinishedMatch, OwnTable
from caravan_tui.screens.base import BaseApp
from caravan_tui.screens.table.count_table import CountTable, points_tally
from caravan_tui.screens.table.result_layout import Space, Tables
from caravan_tui.widgets.seat_styles import player_text

MOST_ROOMY = 70
"""Columns up to which the columns of the game's own table stand further apart."""


class PointsPage(VerticalScroll, can_focus=False):
    """The points by source; a panel where it stands below the cards."""

    app = getters.app(BaseApp)

    DEFAULT_CSS = """
    PointsPage { height: 1fr; width: 1fr; align-horizontal: center;
        & #tables { layout: vertical; height: auto; align-horizontal: center; margin-top: 1; }
        & CountTable { width: auto; max-width: 100%; }
        & #detail { width: auto; max-width: 100%; height: auto; margin-top: 1; }
        &.-tight #tables { margin-top: 0; }
        &.-box #tables { max-width: 100%; padding: 0 1; background: $surface; }
        &.-box CountTable { width: 100%; }
        &.-beside { & #tables { layout: horizontal; }
            & #detail { margin: 0 0 0 4; } }
        &.-panel { height: auto; margin-top: 1; background: $surface; padding: 1 2 0 2;
            & #tables { margin-top: 0; }
            & #detail { margin: 0; } } }
    """

    def __init__(self, match: FinishedMatch, id: str) -> None:
        super().__init__(id=id)
        self.match = match
        self.sources = CountTable(points_tally(match.sources, match.broken_ties), match.names,
                                  fills_width=True)  # fmt: skip

    def compose(self) -> ComposeResult:
        """The tables."""
        with Container(id="tables"):
            yield self.sources
            if self.match.own_table is not None:
                yield Static(self._drawn(self.match.own_table), id="detail")

    def fit(self, space: Space) -> int:
        """Lay the tables out. Returns the rows that they need."""
        tables = self._tables()
        places = tables.placed(space)
        is_box = not (places.are_beside or space.is_large)
        self.set_class(is_box, "-box")
        columns = max(tables.source_columns, tables.own_columns) + 2
        self.query_one("#tables").styles.width = columns if is_box else "1fr"
        self.sources.display = places.has_sources
        self.set_class(places.are_beside, "-beside")
        self.set_class(space.is_large, "-panel")
        self.set_class(space.is_tight, "-tight")
        return places.rows

    def _tables(self) -> Tables:
        """How large the tables are."""
        own_table = self.match.own_table
        rows, columns = self.sources.tally.rows, self.sources.get_content_width(None, None)
        if own_table is None:
            return Tables(rows, columns)
        console = self.app.console
        size = measure_renderables(console, console.options, [self._drawn(own_table)])
        return Tables(rows, columns, len(own_table.rows), size.maximum)

    def _drawn(self, own_table: OwnTable) -> Table:
        """The game's own table; closer where columns are many."""
        rows = [[self._cell(words) for words in row] for row in own_table.rows]
        widths = [
            max(cell_len(title), *(row[number].cell_len for row in rows))
            for number, title in enumerate(own_table.columns)
        ]
        has_room = sum(widths) + 3 * len(widths) <= MOST_ROOMY
        table = Table(box=box.SIMPLE_HEAD, padding=(0, int(has_room)), show_edge=False,
                      pad_edge=False)  # fmt: skip
        for number, title in enumerate(own_table.columns):
            table.add_column(title, justify="right" if number else "left")
        for row in rows:
            table.add_row(*row)
        return table

    def _cell(self, words: str) -> Text:
        """A cell; the name of a seat with its mark and in its colour."""
        names = list(self.match.names)
        if words not in names:
            return Text(words)
        return player_text(self, names.index(words), words, self.app.ascii)
