"""The matches of a server in a list, and the selected one below it."""

from __future__ import annotations

from rich.text import Text
from textual import getters, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import DataTable

from caravan_tui.bus.lobby_messages import MatchRow
from caravan_tui.games.registry import game_name
from caravan_tui.i18n import _
from caravan_tui.screens.base import BaseApp
from caravan_tui.screens.lobby.card import LobbyCard
from caravan_tui.screens.lobby.match_text import origin_text, seats_text, state_text, waits_text
from caravan_tui.widgets.commands import key_name
from caravan_tui.widgets.drawn import pens_of
from caravan_tui.widgets.empty_page import ActionLink, EmptyPage
from caravan_tui.widgets.row_table import RowTable

CODE, STATE = 4, 16
"""Columns of the code of a match, at least, and of what can be done with it."""

LABEL_COLUMN = 2
"""The column of the label, after code and match."""

AROUND = 7
"""Columns of blanks around the cells, and of the scroll bar."""

ROW_HEIGHT = 2
"""Rows of a match in the list."""


class MatchList(Vertical):
    """The matches of the server, and below them the selected one with all the room that is left."""

    DEFAULT_CSS = """
    MatchList { height: 1fr;
        & > RowTable { height: 1fr; overflow-x: hidden; scrollbar-size: 1 1;
            background: $background; }
        & > EmptyPage { display: none; }
        &.-empty > EmptyPage { display: block; }
        &.-empty > RowTable, &.-empty > LobbyCard { display: none; }
    }
    """

    app = getters.app(BaseApp)
    table = getters.query_one(RowTable)
    card = getters.query_one(LobbyCard)
    empty_page = getters.query_one(EmptyPage)

    def __init__(self) -> None:
        super().__init__(id="matches")
        self.rows: list[MatchRow] = []

    def compose(self) -> ComposeResult:
        """Table above, card below; a page in place of both while there are no matches."""
        yield RowTable[Text](show_header=False)
        yield LobbyCard()
        yield EmptyPage(id="no-matches")

    def on_mount(self) -> None:
        """Let the label of what can be done with a match be clicked."""
        self.table.button_columns = (LABEL_COLUMN,)

    def on_resize(self) -> None:
        """Give the card what the list leaves."""
        self.show_card()

    @property
    def selected(self) -> MatchRow | None:
        """The match under the cursor."""
        index = self.table.cursor_row
        return self.rows[index] if 0 <= index < len(self.rows) else None

    def show(self, rows: list[MatchRow], width: int, select: str = "") -> None:
        """Show these matches in `width` columns; the cursor stays at its match, or goes to the
        one with the id `select`."""
        index = max(0, self.table.cursor_row)
        current = select or (self.selected.match if self.selected else "")
        matches = [row.match for row in rows]
        if current in matches:
            index = matches.index(current)
        self.rows = list(rows)
        pens = pens_of(self.app, self.app.ascii)
        codes = [row.code if row.own_seats or not row.private else "" for row in rows]
        code_width = max(CODE, *map(len, codes), 0)
        match_width = max(20, width - code_width - STATE - AROUND)
        self.table.clear(columns=True)
        for column_width in (code_width, match_width, STATE):
            self.table.add_column("", width=column_width)
        join_key, watch_key = _("Enter"), key_name(self, "lobby.watch")
        for row, code in zip(rows, codes, strict=True):
            match = Text(no_wrap=True)
            match.append(game_name(row.game), "bold")
            match.append("  " + origin_text(row))
            match.truncate(match_width, overflow="ellipsis")
            match.append("\n").append_text(seats_text(row, match_width, pens))
            label = state_text(row, join_key, watch_key, pens)
            # not justified, which would strip the blank at the end of a label
            state = Text(" " * (STATE - label.cell_len), no_wrap=True).append_text(label)
            state.append(f"\n{waits_text(row):>{STATE - 1}}")
            self.table.add_row(Text(code, "bold"), match, state, key=row.match, height=ROW_HEIGHT)
        if rows:
            self.table.move_cursor(row=min(index, len(rows) - 1))
        self.show_whether_empty()
        self.show_card()

    def show_whether_empty(self) -> None:
        """Say how to begin while there are no matches."""
        is_empty = not self.rows
        was_empty = self.has_class("-empty")
        self.set_class(is_empty, "-empty")
        if was_empty and not is_empty and self.screen.focused is None:
            self.table.focus()
        if not is_empty:
            return
        self.empty_page.show(
            _("No match is open yet"),
            _(
                "Create one with open seats: everyone here sees it and can join. A private match "
                "is joined with its code. Friends who are new here may need an invite code."
            ),
            [
                ActionLink(key_name(self, "lobby.new"), _("create a match"), "screen.new"),
                ActionLink(
                    key_name(self, "lobby.code"), _("join a match by its code"), "screen.code"
                ),
            ],
        )

    @on(DataTable.RowHighlighted)
    def show_card(self) -> None:
        """Describe the match under the cursor in the rows that the list leaves; a list that is
        longer than its room ends with a whole match."""
        row, (width, height) = self.selected, self.size
        if row is None or not width:
            return
        least = self.card.rows_needed(row, width)
        least += (height - least) % ROW_HEIGHT
        self.card.show(row, width, max(least, height - ROW_HEIGHT * len(self.rows)))
