"""The lobby of a server: its matches, its people and their chat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from textual import getters, on, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import DataTable, Input

from caravan_tui.bus.messages import LONGEST_TALK
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionError
from caravan_tui.games.registry import game_name
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.i18n import _, _n
from caravan_tui.screens.base import BaseScreen
from caravan_tui.screens.home.sky import Sky
from caravan_tui.screens.lobby.chat import LobbyChat
from caravan_tui.screens.lobby.match_list import MatchList
from caravan_tui.screens.lobby.match_text import OPEN
from caravan_tui.widgets.chooser import Chooser
from caravan_tui.widgets.closing import close, is_open
from caravan_tui.widgets.commands import Command, bindings, key_name
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.question import Question, TextQuestion
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

CHAT_WIDTH = 46
"""Columns of the chat there."""

REFRESH_SECONDS = 30.0
"""How often the list is asked for, for the times in it."""


class LobbyScreen(BaseScreen[None]):
    """The list of matches, and the chat below or beside it."""

    COMMANDS: ClassVar[Any] = COMMANDS
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    LobbyScreen { layout: vertical;
        & > Sky { display: none; margin-top: 1; }
        &.-tall > Sky { display: block; }
        &.-quiet > Sky { display: none; }
        & > #middle { height: 1fr; }
        &.-wide > #middle { layout: horizontal; }
        &.-wide MatchList { width: 1fr; }
        &.-wide LobbyChat { width: 46; height: 1fr; border-left: tall $panel; }
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
        # the page of an empty lobby has a caravan of its own
        self.set_class(not lobby.rows, "-quiet")
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
            self.explain(str(error), severity="warning")

    @work(exclusive=True, group="join")
    async def watch_match(self, match: str) -> None:
        """Watch a match, or say why not."""
        try:
            self.open_table(await self.lobby.watch(match))
        except OptionError as error:
            self.explain(str(error), severity="warning")

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
            self.explain(_("There is no match to watch yet."))
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
                self.explain(str(error), severity="warning")
                return
            try:
                self.open_table(await self.lobby.watch(code))
            except OptionError:
                self.explain(str(error), severity="warning")

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
            self.explain(_("You have no seat in this match."))
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
                self.explain(str(error), severity="warning")
            self.refresh_list()

    @work(exclusive=True, group="dialog")
    async def action_invite(self) -> None:
        """Ask for a name, and call its player to the selected match."""
        row = self.match_list.selected
        if row is None or not row.own_seats or row.started:
            self.explain(_("Select a match of yours that waits for players."))
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
