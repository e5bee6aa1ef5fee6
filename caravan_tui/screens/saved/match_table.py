"""The table of saved matches: its columns, filter and order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from attrs import frozen
from rich.text import Text
from textual import getters
from textual.widgets import DataTable

from caravan_tui.hosts.match_text import score_text, title_of
from caravan_tui.i18n import _, _p
from caravan_tui.screens.base import BaseApp
from caravan_tui.screens.saved.card import ago_short
from caravan_tui.widgets.marks import seat_mark
from saves.listing import Entry

Sort = Literal["when", "game", "title", "round"]

SORTS: tuple[Sort, ...] = ("when", "game", "title", "round")

OTHER_COLUMNS = 56
"""Columns that a title leaves to the rest of the table, at least."""


@frozen
class Column:
    """A column of the table."""

    title: str
    width: int | None
    """None: as wide as its cells."""


class MatchTable(DataTable[Text | str]):
    """A row for each match, which is its key."""

    app = getters.app(BaseApp)

    def __init__(self) -> None:
        super().__init__(cursor_type="row")
        self.has_seats = False
        """Whether there is room for a column with the marks of the seats."""
        self.room = 0
        """Columns of the terminal that the table has."""

    @property
    def match_id(self) -> str:
        """The match under the cursor; empty in an empty table."""
        if not self.row_count:
            return ""
        return str(self.coordinate_to_cell_key(self.cursor_coordinate).row_key.value)

    def show(self, entries: Sequence[Entry], match_id: str) -> None:
        """List matches, with the cursor on one of them if it is in the list."""
        self.clear(columns=True)
        for column in self.layout_columns():
            self.add_column(column.title, width=column.width)
        for entry in entries:
            self.add_row(*self.cells(entry), key=entry.id)
        ids = [entry.id for entry in entries]
        if match_id in ids:
            self.move_cursor(row=ids.index(match_id))

    def layout_columns(self) -> list[Column]:
        """The columns that fit."""
        round_title = _p("column", "Round")
        if self.has_seats:
            title = max(18, min(40, self.room - OTHER_COLUMNS))
            return [
                Column(_("Match"), title),
                Column(_("Seats"), None),
                Column(_("Score"), None),
                Column(round_title, None),
                Column(_("When"), 6),
            ]
        score = max(10, min(20, self.room - 42))  # a column has a blank on both sides
        return [
            Column(_("Match"), 21),
            Column(_("Score"), score),
            Column(round_title, 5),
            Column(_("When"), 6),
        ]

    def cells(self, entry: Entry) -> list[Text | str]:
        """The cells of a match; one that cannot be opened is dimmed."""
        header = entry.header
        title = title_of(entry)
        if header is None or entry.status != "ok":
            reason = Text(_("?") if entry.status == "unknown" else _("newer"), "dim")
            seats = [Text("–", "dim")] if self.has_seats else []
            return [Text(title, "dim"), *seats, "", "", reason]
        columns = self.layout_columns()
        name = Text(title, "" if header.over else "bold")
        name.truncate(columns[0].width or 0, overflow="ellipsis")
        marks = " ".join(seat_mark(seat, self.app.ascii) for seat in range(len(header.seats)))
        scores = Text(" ".join(score_text(score) for score in header.scores))
        if not self.has_seats:
            scores.truncate(columns[1].width or 0, overflow="ellipsis")
        state = _("ended") if header.over else str(header.round)
        return [
            name, *([marks] if self.has_seats else []), scores, state, ago_short(header.changed),
        ]  # fmt: skip


def filtered(entries: Sequence[Entry], text: str) -> list[Entry]:
    """The matches with every word of a text in their title, game or names."""
    words = text.lower().split()

    def searched(entry: Entry) -> str:
        header = entry.header
        names = [seat.name for seat in header.seats] if header else []
        return " ".join([title_of(entry), header.game if header else "", *names]).lower()

    return [entry for entry in entries if all(word in searched(entry) for word in words)]


def in_order(entries: Sequence[Entry], sort: Sort) -> list[Entry]:
    """The matches sorted by a column."""
    if sort == "game":
        return sorted(entries, key=lambda e: (e.header.game if e.header else "~", -e.changed))
    if sort == "title":
        return sorted(entries, key=lambda entry: title_of(entry).lower())
    if sort == "round":
        return sorted(entries, key=lambda entry: -(entry.header.round if entry.header else 0))
    return sorted(entries, key=lambda entry: -entry.changed)
