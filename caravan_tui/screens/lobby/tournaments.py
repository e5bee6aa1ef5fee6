"""The tournaments and leagues of a server."""

from __future__ import annotations

from typing import Any, ClassVar

from rich.text import Text
from textual import getters, on, work
from textual.app import ComposeResult
from textual.widgets import DataTable, Static

from caravan_tui.bus.competition_messages import TournamentRow
from caravan_tui.games.contract import OptionError
from caravan_tui.games.registry import game_name
from caravan_tui.hosts.competitions import Change
from caravan_tui.i18n import _
from caravan_tui.presentation.tournaments import (
    facts_text,
    left_text,
    players_text,
    state_text,
)
from caravan_tui.screens.lobby.server_list import ServerList
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.commands import Command, bindings, key_name
from caravan_tui.widgets.dunes import Dunes, OverDunes
from caravan_tui.widgets.empty_page import ActionLink, EmptyPage
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.row_table import RowTable
from caravan_tui.widgets.title_bar import TitleBar

COMMANDS = (
    Command("tournaments.open", "enter", "open", "Open",
            "Show the standings and rounds of the selected tournament.", footer=True,
            glyph="Enter"),
    Command("tournaments.new", "n", "new", "New", "Set up a tournament or a league.", footer=True),
    Command("tournaments.enter", "e", "enter", "Take part",
            "Take part in the selected tournament.", footer=True),
    Command("tournaments.leave", "x", "leave", "Leave", "Leave the selected tournament.",
            footer=True),
    Command("tournaments.down", "j", "down", "Down"),
    Command("tournaments.up", "k", "up", "Up"),
    Command("tournaments.rules", "f1", "rules", "Rules", "The rules of the selected game."),
    Command("tournaments.keys", "f2,question_mark", "keys", "Keys",
            "Show every key of this screen.", footer=True),
    Command("tournaments.back", "escape,q", "back", "Back", "Go back.", footer=True, glyph="esc"),
)  # fmt: skip

STATE = 22
"""Columns of how far a tournament is."""


class TournamentsScreen(ServerList):
    """A list of tournaments, and the selected one in words."""

    COMMANDS: ClassVar[Any] = COMMANDS
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    TournamentsScreen {
        & > #card { height: auto; min-height: 3; padding: 0 1; background: $surface; }
        & > EmptyPage { display: none; }
        &.-empty > EmptyPage { display: block; }
        &.-empty > OverDunes, &.-empty > #card { display: none; }
    }
    """

    empty_page = getters.query_one(EmptyPage)
    card = getters.query_one("#card", Static)

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[TournamentRow] = []
        self.is_loaded = False

    def compose(self) -> ComposeResult:
        """Title, list, card, keys."""
        yield TitleBar(_("Tournaments"))
        with OverDunes():
            yield RowTable[Text](show_header=False)
            yield Dunes()
        yield EmptyPage(id="no-tournaments")
        yield Static(id="card", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    @work(exclusive=True, group="load")
    async def load(self) -> None:
        """Ask for the list."""
        try:
            self.rows = await self.lobby.competitions.tournaments()
        except OptionError as error:
            self.explain(str(error), severity="warning")
        self.is_loaded = True
        self.show()

    def show(self) -> None:
        """Show the tournaments as they are now."""
        if not is_open(self) or not self.is_mounted or not self.is_loaded:
            return
        cursor = max(0, self.table.cursor_row)
        width = max(30, self.app.size.width - STATE - 6)
        self.table.clear(columns=True)
        for column_width in (width, STATE):
            self.table.add_column("", width=column_width)
        for row in self.rows:
            name = Text(row.name, "bold", no_wrap=True)
            if row.match:
                name.append("  " + _("your table is open"), "bold underline")
            elif row.is_entered:
                name.append("  " + _("you take part"), "italic")
            name.truncate(width, overflow="ellipsis")
            name.append(f"\n{game_name(row.game)}, {players_text(row)}", "not bold")
            state = Text(state_text(row), "bold", justify="right")
            below = left_text(row)
            if row.state == "over" and row.winner:
                below = row.winner
            state.append(f"\n{below}", "not bold")
            self.table.add_row(name, state, height=2)
        if self.rows:
            self.table.move_cursor(row=min(cursor, len(self.rows) - 1))
        was_empty = self.has_class("-empty")
        self.set_class(not self.rows, "-empty")
        if was_empty and self.rows and self.focused is None:
            self.table.focus()
        if not self.rows:
            self.show_empty()
        self.show_card()

    def show_empty(self) -> None:
        """Say how to begin while there are none."""
        self.empty_page.show(
            _("No tournament yet"),
            _(
                "Set one up: everyone here can take part until you start it. The server draws the "
                "rounds, opens the tables and keeps the standings."
            ),
            [ActionLink(key_name(self, "tournaments.new"), _("set up a tournament"), "screen.new")],
        )

    @on(DataTable.RowHighlighted)
    def show_card(self) -> None:
        """Describe the tournament under the cursor."""
        row = self.selected
        if row is None:
            return
        card = Text.assemble((row.name, "bold"), "  ", game_name(row.game))
        owner = _("set up by {name}").format(name=row.owner) if row.owner else ""
        card.append(f"  {owner or _('set up by the server')}", "dim")
        card.append(f"\n{facts_text(row)}\n")
        card.append(self.what_to_do(row), "bold")
        self.card.update(card)

    def what_to_do(self, row: TournamentRow) -> str:
        """What the user can do with a tournament now."""
        if row.match:
            return _("{key} shows your table.").format(key=key_name(self, "tournaments.open"))
        if row.may_enter:
            text = _("{key} takes part.").format(key=key_name(self, "tournaments.enter"))
            if row.state == "open" and row.is_manager:
                text += " " + _("Open it to start it.")
            return text
        if row.state == "open" and row.is_manager:
            return _("Open it to start it.")
        if row.state == "open":
            return _("Waits for its organizer to start it.")
        if row.state == "over" and row.winner:
            return _("Winner: {name}").format(name=row.winner)
        if row.winner:
            return _("In the lead: {name}").format(name=row.winner)
        return ""

    @property
    def selected(self) -> TournamentRow | None:
        """The tournament under the cursor."""
        index = self.table.cursor_row
        return self.rows[index] if 0 <= index < len(self.rows) else None

    # Commands

    @on(DataTable.RowSelected)
    def _row_selected(self, event: DataTable.RowSelected) -> None:
        event.stop()
        self.action_open()

    def action_open(self) -> None:
        """Open the tournament under the cursor."""
        row = self.selected
        if row is None:
            self.action_new()
        else:
            self.app.open("tournament", row.tournament)

    def action_new(self) -> None:
        """Set up a tournament."""
        self.app.open("new_tournament")

    def action_enter(self) -> None:
        """Take part in the tournament under the cursor."""
        self.change("enter")

    def action_leave(self) -> None:
        """Leave the tournament under the cursor."""
        self.change("leave")

    @work(exclusive=True, group="change")
    async def change(self, change: Change) -> None:
        """Enter or leave, or say why not."""
        row = self.selected
        if row is None:
            self.explain(_("There is no tournament yet."))
            return
        try:
            await self.lobby.competitions.change(row.tournament, change)
        except OptionError as error:
            self.explain(str(error), severity="warning")
        self.load()

    def action_rules(self) -> None:
        """Open the rules of the game of the tournament under the cursor."""
        if self.selected is not None:
            self.app.open_rules(self.selected.game)
        else:
            self.explain(_("There is no tournament yet."))

    def action_keys(self) -> None:
        """Show every key of this screen."""
        self.app.open_keys([(_("Tournaments"), COMMANDS)])
