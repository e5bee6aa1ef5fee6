"""One tournament: its standings, and its rounds table by table."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import frozen
from rich.text import Text
from textual import getters, on, work
from textual.app import ComposeResult
from textual.widgets import DataTable, Static

from caravan_tui.bus.competition_messages import RoundRow, TableRow, TournamentView
from caravan_tui.games.contract import OptionError
from caravan_tui.games.registry import game_name
from caravan_tui.hosts.competitions import Change
from caravan_tui.i18n import _
from caravan_tui.presentation.tournaments import (
    facts_text,
    format_help,
    left_text,
    players_text,
    points_text,
    state_text,
)
from caravan_tui.screens.lobby.server_list import ServerList
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.commands import Command, bindings, key_name
from caravan_tui.widgets.dunes import Dunes, OverDunes
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.page_tabs import PageTabs, page_commands
from caravan_tui.widgets.question import Question
from caravan_tui.widgets.row_table import RowTable
from caravan_tui.widgets.title_bar import TitleBar

COMMANDS = (
    Command("tournament.table", "p", "table", "Your table", "Go to your table.", footer=True),
    Command("tournament.enter", "e", "enter", "Take part", "Take part in this tournament.",
            footer=True),
    Command("tournament.leave", "x", "leave", "Leave", "Leave this tournament.", footer=True),
    Command("tournament.start", "s", "start", "Start", "Draw the first round. Only the organizer.",
            footer=True),
    Command("tournament.cancel", "C", "cancel", "Cancel",
            "Cancel this tournament. Only the organizer."),
    Command("tournament.page", "tab,right,left", "other_page", "Page",
            "Standings, or rounds.", footer=True, glyph="tab"),
    *page_commands("tournament.page", "page", 2),
    Command("tournament.down", "j", "down", "Down"),
    Command("tournament.up", "k", "up", "Up"),
    Command("tournament.rules", "f1", "rules", "Rules", "The rules of the game."),
    Command("tournament.keys", "f2,question_mark", "keys", "Keys", "Show every key of this screen.",
            footer=True),
    Command("tournament.back", "escape,q", "back", "Back", "Go back.", footer=True, glyph="esc"),
)  # fmt: skip

NUMBER = 8
"""Columns of a number in the standings."""


@frozen
class Line:
    """A row of the rounds: a heading, a table or byes."""

    text: Text
    state: str = ""
    table: TableRow | None = None


class TournamentScreen(ServerList):
    """Two pages: standings, and rounds with the newest first."""

    COMMANDS: ClassVar[Any] = COMMANDS
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    TournamentScreen {
        & > #card { height: auto; min-height: 2; padding: 0 1; background: $surface; }
    }
    """

    tabs = getters.query_one(PageTabs)
    title_line = getters.query_one(TitleBar)
    card = getters.query_one("#card", Static)

    def __init__(self, tournament: str) -> None:
        super().__init__()
        self.tournament = tournament
        self.view: TournamentView | None = None
        self.page = 0
        self.lines: list[Line] = []

    def compose(self) -> ComposeResult:
        """Title, pages, rows, what can be done, keys."""
        yield TitleBar(_("Tournament"))
        yield PageTabs(id="pages")
        with OverDunes():
            yield RowTable[Text]()
            yield Dunes()
        yield Static(id="card", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Keep the time that is left right."""
        self.set_interval(30.0, self.show)

    @work(exclusive=True, group="load")
    async def load(self) -> None:
        """Ask how the tournament stands."""
        try:
            self.view = await self.lobby.competitions.tournament(self.tournament)
        except OptionError as error:
            self.explain(str(error), severity="warning")
        self.show()

    # Showing

    def show(self) -> None:
        """Show everything as it is now."""
        view = self.view
        if view is None or not is_open(self) or not self.is_mounted:
            return
        row = view.row
        words = [game_name(row.game), players_text(row), state_text(row), left_text(row)]
        self.title_line.show(row.name, " · ".join(filter(None, words)))
        self.tabs.show([_("Standings"), _("Rounds")], self.page)
        cursor = max(0, self.table.cursor_row)
        self.table.clear(columns=True)
        if self.page == 0:
            self.show_standings(view)
        else:
            self.show_rounds(view)
        if self.table.row_count:
            self.table.move_cursor(row=min(cursor, self.table.row_count - 1))
        self.card.update(self.card_text(view))
        self.refresh_bindings()

    def show_standings(self, view: TournamentView) -> None:
        """List the players by their place."""
        is_wide = self.app.size.width >= 100
        titles = [_("Points"), _("Buchholz"), _("Sonneb."), _("Won"), _("Played")]
        if not is_wide:
            titles.pop(2)
        numbers = [max(NUMBER, len(title) + 1) for title in titles]
        width = self.app.size.width - sum(numbers) - 2 * (len(numbers) + 2) - 8
        name_width = min(44, max(16, width))
        self.table.add_column("", width=5)
        self.table.add_column(_("Player"), width=name_width)
        for title, column_width in zip(titles, numbers, strict=True):
            self.table.add_column(Text(title, justify="right"), width=column_width)
        has_begun = bool(view.rounds)
        for place in view.places:
            style = "bold" if place.is_own else "dim" if place.has_left else ""
            name = Text(place.name, style, no_wrap=True)
            if place.is_own:
                name.append("  " + _("(you)"))
            if place.has_left:
                name.append("  " + _("(left)"))
            name.truncate(name_width, overflow="ellipsis")
            cells = [points_text(place.points), points_text(place.buchholz)]
            if is_wide:
                cells.append(points_text(place.sonneborn))
            cells += [str(place.wins), str(place.played)]
            self.table.add_row(
                Text(f"{place.rank}." if has_begun else "-", style, justify="right"),
                name,
                *(Text(cell if has_begun else "", style, justify="right") for cell in cells),
            )

    def show_rounds(self, view: TournamentView) -> None:
        """List the rounds, the newest first."""
        self.lines = []
        for number in range(len(view.rounds), 0, -1):
            self.lines += self.round_lines(number, view.rounds[number - 1])
        state_width = 20
        width = max(30, self.app.size.width - state_width - 6)
        self.table.add_column("", width=width)
        self.table.add_column("", width=state_width)
        for line in self.lines:
            text = line.text.copy()
            text.truncate(width, overflow="ellipsis")
            self.table.add_row(text, Text(line.state, justify="right"))

    def round_lines(self, number: int, drawn: RoundRow) -> list[Line]:
        """A round: its heading, its tables, its byes."""
        is_league = self.view is not None and self.view.row.format == "league"
        title = _("Week {number}") if is_league else _("Round {number}")
        lines = [Line(Text(title.format(number=number), "bold"))]
        for table in drawn.tables:
            text = Text("  ", no_wrap=True)
            for seat, name in enumerate(table.names):
                if seat:
                    text.append(" - ")
                text.append(name, "bold" if table.is_own else "")
                if seat in table.absent:
                    text.append(" " + _("(absent)"), "dim")
            state = _("running")
            if table.points:
                state = " : ".join(map(points_text, table.points))
            lines.append(Line(text, state, table))
        if drawn.byes:
            lines.append(Line(Text("  " + ", ".join(drawn.byes), no_wrap=True), _("bye")))
        return lines

    def card_text(self, view: TournamentView) -> Text:
        """How it is played, and what to do now."""
        row = view.row
        text = Text(f"{facts_text(row)}\n")
        help_text = format_help(row.format)
        if row.match:
            help_text = _("Your match is on. {key} goes to your table.").format(
                key=key_name(self, "tournament.table")
            )
        elif row.state == "open" and row.is_manager:
            help_text = _("{key} starts it. Until then players can take part.").format(
                key=key_name(self, "tournament.start")
            )
        elif row.may_enter:
            help_text += " " + _("{key} takes part.").format(key=key_name(self, "tournament.enter"))
        elif row.state == "over" and row.winner:
            help_text = _("Winner: {name}").format(name=row.winner)
        return text.append(help_text, "bold")

    def offers(self, action: str) -> bool:
        """Whether the footer is to name an action now."""
        if self.view is None:
            return action not in ("table", "enter", "leave", "start")
        row = self.view.row
        return {
            "table": bool(row.match),
            "enter": row.may_enter,
            "leave": row.is_entered and row.state in ("open", "running"),
            "start": row.is_manager and row.state == "open",
        }.get(action, True)

    # Commands

    @on(PageTabs.Chosen)
    def _tab_chosen(self, event: PageTabs.Chosen) -> None:
        event.stop()
        self.action_page(event.page)

    def action_page(self, page: int) -> None:
        """Show the standings or the rounds."""
        self.page = page
        self.show()

    def action_other_page(self) -> None:
        """Show the other page."""
        self.action_page(1 - self.page)

    @on(DataTable.RowSelected)
    def _row_selected(self, event: DataTable.RowSelected) -> None:
        event.stop()
        if self.page == 0:
            self.action_page(1)
            return
        index = event.cursor_row
        table = self.lines[index].table if index < len(self.lines) else None
        if table is None:
            self.explain(_("Select a match to go to its table."))
        elif table.points:
            self.explain(_("This match is over. Your own matches are among your saved ones."))
        elif table.is_own:
            self.go_to_table(table.match)
        else:
            self.watch_match(table.match)

    def action_table(self) -> None:
        """Go to one's own table."""
        if self.view is not None and self.view.row.match:
            self.go_to_table(self.view.row.match)
        else:
            self.explain(_("You have no match here now."))

    @work(exclusive=True, group="table")
    async def go_to_table(self, match: str) -> None:
        """Sit down, or say why not."""
        try:
            connection = await self.lobby.join(match)
        except OptionError as error:
            self.explain(str(error), severity="warning")
            return
        if connection is not None:
            self.app.open("table", connection)

    @work(exclusive=True, group="table")
    async def watch_match(self, match: str) -> None:
        """Watch a match, or say why not."""
        try:
            connection = await self.lobby.watch(match)
        except OptionError as error:
            self.explain(str(error), severity="warning")
            return
        if connection is not None:
            self.app.open("table", connection)

    def action_enter(self) -> None:
        """Take part."""
        self.change("enter")

    @work(exclusive=True, group="dialog")
    async def action_leave(self) -> None:
        """Leave; once it has begun, after a question."""
        view = self.view
        if view is not None and view.row.state == "running" and view.row.is_entered:
            text = _("You won't be paired in later rounds. You keep the match you are playing.")
            answers = [("no", _("Stay")), ("yes", _("Leave"))]
            if await self.app.push_screen_wait(Question(_("Leave?"), text, answers)) != "yes":
                return
        self.change("leave")

    def action_start(self) -> None:
        """Draw the first round."""
        self.change("start")

    @work(exclusive=True, group="dialog")
    async def action_cancel(self) -> None:
        """Cancel it, after a question."""
        answers = [("no", _("Keep it")), ("yes", _("Cancel it"))]
        text = _(
            "There will be no further round and no winner. Matches in progress can be finished."
        )
        question = Question(_("Cancel the tournament?"), text, answers)
        if await self.app.push_screen_wait(question) == "yes":
            self.change("cancel")

    @work(exclusive=True, group="change")
    async def change(self, change: Change) -> None:
        """Do it, or say why not."""
        try:
            self.view = await self.lobby.competitions.change(self.tournament, change)
        except OptionError as error:
            self.explain(str(error), severity="warning")
        self.show()

    def action_rules(self) -> None:
        """Open the rules of the game."""
        if self.view is not None:
            self.app.open_rules(self.view.row.game)

    def action_keys(self) -> None:
        """Show every key of this screen."""
        self.app.open_keys([(_("Tournament"), COMMANDS)])
