"""The lobby of a server: its matches, its people and their chat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from rich.text import Text
from textual import getters, on, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import DataTable, Input, RichLog, Static

from caravan_tui.bus.lobby_messages import MatchRow
from caravan_tui.bus.messages import LONGEST_TALK, Chat
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionError
from caravan_tui.games.registry import game_name
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.hosts.lobby import said_after
from caravan_tui.i18n import _, _n
from caravan_tui.screens.base import BaseApp, BaseScreen
from caravan_tui.screens.home.sky import Sky
from caravan_tui.screens.lobby.match_text import (
    OPEN,
    card_text,
    origin_text,
    seats_text,
    state_text,
    waits_text,
)
from caravan_tui.widgets.closing import close, is_open
from caravan_tui.widgets.commands import Command, bindings, key_name
from caravan_tui.widgets.dialog import Chooser, Question, TextQuestion
from caravan_tui.widgets.drawn import pens_of
from caravan_tui.widgets.empty_page import ActionLink, EmptyPage
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.title_bar import BarButton, TitleBar

COMMANDS = (
    Command("lobby.new", "n", "new", "New", "Create a match that others can join.", footer=True),
    Command("lobby.code", "c", "code", "Code", "Join a match by its code.", footer=True),
    Command("lobby.watch", "w", "watch", "Watch", "Watch the selected match.", footer=True),
    Command("lobby.give_up", "x", "give_up", "Give up", "Leave your seat in a match for good.",
            footer=True),
    Command("lobby.leaderboard", "l", "leaderboard", "Ratings",
            "The ratings of everybody, by game and season.", footer=True),
    Command("lobby.tournaments", "o", "tournaments", "Tournaments",
            "The tournaments and leagues of this server.", footer=True,
            palette_title="Tournaments"),
    Command("lobby.invite", "i", "invite", "Invite",
            "Invite a player to the selected match, in which you have a seat."),
    Command("lobby.notices", "m", "notices", "Notices",
            "How you are notified while you are away: ntfy, webhook or mail."),
    Command("lobby.talk", "t", "talk", "Chat", "Chat with everybody in the lobby.", footer=True),
    Command("lobby.rules", "f1", "rules", "Rules", "The rules of the selected game."),
    Command("lobby.keys", "f2,question_mark", "keys", "Keys", "Show every key of this screen.",
            footer=True),
    Command("lobby.back", "escape,q", "back", "Back", "Go back home.", footer=True,
            glyph="esc"),
    Command("lobby.down", "j", "down", "Down"),
    Command("lobby.up", "k", "up", "Up"),
)  # fmt: skip

WIDE = 118
"""Columns of a terminal from which on the chat stands beside the list."""

TALL = 44
"""Rows of a terminal from which on the caravan of the home screen is above the list."""

CODE, STATE = 4, 16
"""Columns of the code of a match, at least, and of what can be done with it."""

AROUND = 7
"""Columns of blanks around the cells, and of the scroll bar."""

CHAT_WIDTH = 46
"""Columns of the chat there."""

REFRESH_SECONDS = 30.0
"""How often the list is asked for, for the times in it."""


class MatchList(Vertical):
    """The matches of the server, and the selected one in words."""

    DEFAULT_CSS = """
    MatchList { height: 1fr;
        & > DataTable { height: 1fr; overflow-x: hidden; scrollbar-size: 1 1;
            background: $background; }
        & > EmptyPage { display: none; }
        &.-empty > EmptyPage { display: block; }
        &.-empty > DataTable, &.-empty > #card { display: none; }
        & > #card { height: auto; min-height: 3; max-height: 6; padding: 0 1;
            background: $surface; }
    }
    """

    app = getters.app(BaseApp)
    table = getters.query_one(DataTable)
    card = getters.query_one("#card", Static)
    empty_page = getters.query_one(EmptyPage)

    def __init__(self) -> None:
        super().__init__(id="matches")
        self.rows: list[MatchRow] = []
        self.card_width = 78
        """Columns of the words about the selected match."""

    def compose(self) -> ComposeResult:
        """Table above, card below; a page in place of both while there are no matches."""
        # labels and seats keep their colours under the cursor: each has a ground of its own
        yield DataTable[Text](
            cursor_type="row", show_header=False, cursor_foreground_priority="renderable"
        )
        yield Static(id="card", markup=False)
        yield EmptyPage(id="no-matches")

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
            self.table.add_row(Text(code, "bold"), match, state, key=row.match, height=2)
        if rows:
            self.table.move_cursor(row=min(index, len(rows) - 1))
        self.card_width = width - 2
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
                "is joined with its code. Friends who are new here need an invite code to sign in."
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
        """Describe the match under the cursor."""
        row = self.selected
        if row is not None:
            pens = pens_of(self.app, self.app.ascii)
            self.card.update(card_text(row, self.card_width, pens))


class LobbyChat(RichLog, can_focus=False):
    """The chat of the lobby."""

    DEFAULT_CSS = """
    LobbyChat { height: 6; border-top: solid $panel; padding: 0 1; background: $surface;
        border-title-color: $primary; border-title-style: bold; scrollbar-size: 1 1; }
    """

    def __init__(self) -> None:
        super().__init__(id="talk", wrap=True, markup=False, highlight=False, min_width=10)
        self.last_shown: Chat | None = None
        """The last line of the chat that is written."""

    def on_mount(self) -> None:
        """Say what this is, and how to take part."""
        self.border_title = f"{_('Chat')}: {key_name(self, 'lobby.talk')}"

    def show(self, chat: list[Chat]) -> None:
        """Show the lines that are new."""
        new = said_after(chat, self.last_shown)
        if len(new) == len(chat):
            self.clear()
        if not chat:
            self.write(Text(_("Nobody has said anything yet."), "dim"))
        for line in new:
            self.write(self.line(line))
        self.last_shown = chat[-1] if chat else None

    def line(self, chat: Chat) -> Text:
        """A line of chat, with the name lit in front."""
        colour = self.app.theme_variables.get("primary", "")
        return Text.assemble((f"{chat.name} ", f"bold {colour}"), chat.text)

    def rewrap(self, chat: list[Chat]) -> None:
        """Show all lines again, at another width."""
        self.last_shown = None
        self.show(chat)


class LobbyScreen(BaseScreen[None]):
    """The list of matches, and the chat below or beside it."""

    COMMANDS: ClassVar[Any] = COMMANDS
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    LobbyScreen { layout: vertical;
        & > Sky { display: none; margin-top: 1; }
        &.-tall > Sky { display: block; }
        & > #middle { height: 1fr; }
        &.-wide > #middle { layout: horizontal; }
        &.-wide MatchList { width: 1fr; }
        &.-wide LobbyChat { width: 46; height: 1fr; border-left: tall $panel; }
        &.-wide #card { max-height: 10; }
        & > Input { height: 1; border: none; display: none; }
        & > Input.-shown { display: block; }
    }
    """

    AUTO_FOCUS = "DataTable"

    title_line = getters.query_one(TitleBar)
    match_list = getters.query_one(MatchList)
    chat = getters.query_one(LobbyChat)
    chat_input = getters.query_one(Input)

    spare_actions = ("talk",)
    """The chat itself names its key."""

    end_updates: Callable[[], None] | None = None
    """Ends the updates of the list."""

    def compose(self) -> ComposeResult:
        """Title, list, card, chat, keys."""
        yield TitleBar(_("Lobby"))
        yield Sky(id="sky")
        with Vertical(id="middle"):
            yield MatchList()
            yield LobbyChat()
        yield Input(
            placeholder=_("Press Enter to send, {back} to stop").format(
                back=key_name(self, "lobby.back")
            ),
            max_length=LONGEST_TALK,
            compact=True,
        )
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Follow the lobby."""
        self.lobby.is_shown = True
        self.end_updates = self.lobby.on_change(self.show)
        self.set_interval(REFRESH_SECONDS, self.refresh_list)

    def on_unmount(self) -> None:
        """Follow it no more."""
        self.lobby.is_shown = False
        if self.end_updates is not None:
            self.end_updates()

    def on_resize(self) -> None:
        """Put the chat beside the list where there is room."""
        self.set_class(self.is_wide, "-wide")
        self.set_class(self.app.size.height >= TALL, "-tall")
        self.query_one(Sky).refresh(layout=True)
        self.chat.rewrap(self.lobby.chat)
        self.show()

    def on_screen_resume(self) -> None:
        """Ask for what is new since the screen was covered."""
        self.refresh_list()

    @property
    def is_wide(self) -> bool:
        """Whether the chat stands beside the list."""
        return self.app.size.width >= WIDE

    @work(exclusive=True, group="refresh")
    async def refresh_list(self) -> None:
        """Ask for the list."""
        await self.lobby.refresh()

    def show(self) -> None:
        """Show matches, people and chat as they are now."""
        if not is_open(self) or not self.is_mounted:
            return
        lobby = self.lobby
        newest = ""
        if lobby.newest in [row.match for row in lobby.rows]:
            newest, lobby.newest = lobby.newest, ""
        width = self.app.size.width - (CHAT_WIDTH if self.is_wide else 0)
        self.match_list.show(lobby.rows, width, select=newest)
        count = len(lobby.people)
        people = _n("{count} here: {names}", "{count} here: {names}", count).format(
            count=count, names=", ".join(lobby.people)
        )
        button = BarButton(" " + _("Notices") + " ", "screen.notices")
        self.title_line.show(_("Lobby"), people, [button])
        self.chat.show(lobby.chat)

    # Matches

    @on(DataTable.RowSelected)
    def _row_selected(self, event: DataTable.RowSelected) -> None:
        event.stop()
        row = self.match_list.selected
        if row is None:
            self.action_new()
        elif row.own_seats or OPEN in row.kinds:
            self.join(row.match)
        else:
            self.action_watch()

    @work(exclusive=True, group="join")
    async def join(self, match: str) -> None:
        """Take a seat in a match, or say why not."""
        try:
            self.open_table(await self.lobby.join(match))
        except OptionError as error:
            self.notify(str(error), severity="warning")

    @work(exclusive=True, group="join")
    async def watch_match(self, match: str) -> None:
        """Watch a match, or say why not."""
        try:
            self.open_table(await self.lobby.watch(match))
        except OptionError as error:
            self.notify(str(error), severity="warning")

    def open_table(self, connection: TableConnection | None) -> None:
        """Open a table, or say that it waits for others."""
        if connection is None:
            self.notify(_("The match starts when all seats are taken."))
            self.refresh_list()
        else:
            self.app.open("table", connection)

    def action_watch(self) -> None:
        """Watch the match under the cursor."""
        row = self.match_list.selected
        if row is None:
            self.notify(_("There is no match to watch yet."))
        else:
            self.watch_match(row.match)

    @work(exclusive=True, group="dialog")
    async def action_code(self) -> None:
        """Join a match by its code, or watch it if it is full."""
        code = await self.app.push_screen_wait(TextQuestion(_("Join"), _("Code of the match:")))
        if not code:
            return
        try:
            self.open_table(await self.lobby.join(code))
        except OptionError as error:
            known = [row for row in self.lobby.rows if row.code == code.strip().upper()]
            if known and not known[0].started:
                self.notify(str(error), severity="warning")
                return
            try:
                self.open_table(await self.lobby.watch(code))
            except OptionError:
                self.notify(str(error), severity="warning")

    @work(exclusive=True, group="dialog")
    async def action_new(self) -> None:
        """Choose a game, then its seats."""
        games = list(registry.ids())
        titles = [game_name(game) for game in games]
        index = await self.app.push_screen_wait(Chooser(_("New match"), titles))
        if index is not None:
            self.app.open("room", games[index])

    @work(exclusive=True, group="dialog")
    async def action_give_up(self) -> None:
        """Leave a seat for good, after a question."""
        row = self.match_list.selected
        if row is None or not row.own_seats:
            self.notify(_("You have no seat in this match."))
            return
        if row.started:
            text = _("A computer player takes your seat for good.")
        else:
            text = _("Your seat is open again.")
        answer = await self.app.push_screen_wait(
            Question(_("Give up?"), text, [("no", _("Stay")), ("yes", _("Give up"))])
        )
        if answer == "yes":
            try:
                await self.lobby.resign(row.match)
            except OptionError as error:
                self.notify(str(error), severity="warning")
            self.refresh_list()

    @work(exclusive=True, group="dialog")
    async def action_invite(self) -> None:
        """Ask for a name, and call its player to the selected match."""
        row = self.match_list.selected
        if row is None or not row.own_seats or row.started:
            self.notify(_("Select a match of yours that waits for players."))
            return
        name = await self.app.push_screen_wait(TextQuestion(_("Invite"), _("Name of the player:")))
        if not name:
            return
        try:
            await self.lobby.invite(row.match, name.strip())
        except OptionError as error:
            self.notify(str(error), severity="warning")
            return
        self.notify(_("Invited {name}.").format(name=name.strip()))

    # Chat, ratings, rules, keys

    def action_talk(self) -> None:
        """Open the line of the chat."""
        self.chat_input.add_class("-shown")
        self.chat_input.focus()

    @on(Input.Submitted)
    def _chat_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if event.value.strip():
            self.lobby.say(event.value)
            event.input.value = ""
        else:
            self.action_back()

    def action_leaderboard(self) -> None:
        """Open the leaderboard of the game under the cursor."""
        row = self.match_list.selected
        self.app.open("leaderboard", row.game if row else "")

    def action_tournaments(self) -> None:
        """Open the list of tournaments."""
        self.app.open("tournaments")

    def action_notices(self) -> None:
        """Open how the user is called while away."""
        self.app.open("notices")

    def action_rules(self) -> None:
        """Open the rules of the game under the cursor."""
        row = self.match_list.selected
        if row is not None:
            self.app.open_rules(row.game)

    def action_keys(self) -> None:
        """Show every key of this screen."""
        self.app.open_keys([(_("Lobby"), COMMANDS)])

    def action_back(self) -> None:
        """Close the line of the chat, or go home."""
        if self.chat_input.has_class("-shown"):
            self.chat_input.remove_class("-shown")
            self.match_list.table.focus()
        else:
            close(self)

    def action_down(self) -> None:
        """Move to the next row."""
        self.match_list.table.action_cursor_down()

    def action_up(self) -> None:
        """Move to the previous row."""
        self.match_list.table.action_cursor_up()
