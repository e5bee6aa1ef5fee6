"""The lobby of a server: its matches, who is here, and what they say."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import DataTable, Input, RichLog, Static

from caravan_tui.bus.lobby_messages import MatchRow
from caravan_tui.bus.messages import Chat
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionError
from caravan_tui.screens.link import Link
from caravan_tui.screens.room import OPEN, RoomScreen
from caravan_tui.screens.table import TableScreen
from caravan_tui.widgets.commands import Command, bindings, keyed
from caravan_tui.widgets.dialog import Chooser, Question, Typed
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.marks import seat_mark
from caravan_tui.words import _, _n

COMMANDS = (
    Command("lobby.new", "n", "new", "New", "A new match that others can join.", footer=True),
    Command("lobby.code", "c", "code", "Code", "Join a match by its code.", footer=True),
    Command("lobby.watch", "w", "watch", "Watch", "Watch the match that is chosen.", footer=True),
    Command("lobby.give_up", "x", "give_up", "Give up", "Give up your seat in a match for good.",
            footer=True),
    Command("lobby.talk", "t", "talk", "Talk", "Say something to everybody here.", footer=True),
    Command("lobby.rules", "f1", "rules", "Rules", "The rules of the game that is chosen."),
    Command("lobby.keys", "f2", "keys", "Keys", "Every key of this screen.", footer=True),
    Command("lobby.back", "escape,q", "back", "Back", "Back home.", footer=True,
            glyph="esc"),
    Command("lobby.down", "j", "down", "Down"),
    Command("lobby.up", "k", "up", "Up"),
)  # fmt: skip

WIDE = 118
"""From so many columns on the talk stands beside the list."""


class Said(RichLog, can_focus=False):
    """What was said."""


class LobbyScreen(Screen):
    """Matches on top, the one that is chosen in words, the talk below."""

    COMMANDS: ClassVar = COMMANDS
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    LobbyScreen { layout: vertical;
        & > #title { height: 1; background: $panel; padding: 0 1; text-style: bold; }
        & > #middle { height: 1fr; }
        & #matches { height: 1fr; }
        & DataTable { height: 1fr; overflow-x: hidden; }
        & #card { height: auto; min-height: 3; max-height: 6; padding: 0 1; background: $surface; }
        & #talk { height: 6; border-top: solid $panel; padding: 0 1; background: $surface;
            scrollbar-size: 1 1; }
        &.-wide > #middle { layout: horizontal; }
        &.-wide #matches { width: 1fr; }
        &.-wide #talk { width: 46; height: 1fr; border-top: none; border-left: tall $panel; }
        &.-wide #card { max-height: 10; }
        & > Input { height: 1; border: none; display: none; }
        & > Input.-shown { display: block; }
    }
    """

    AUTO_FOCUS = "DataTable"

    def compose(self) -> ComposeResult:
        """Title, list, card, talk, keys."""
        yield Static(id="title", markup=False)
        with Vertical(id="middle"):
            with Vertical(id="matches"):
                yield DataTable(cursor_type="row", zebra_stripes=True)
                yield Static(id="card", markup=False)
            yield Said(id="talk", wrap=True, markup=False, highlight=False, min_width=10)
        yield Input(
            placeholder=_("Say something; Enter sends, Esc stops"), max_length=300, compact=True
        )
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Follow what the server says."""
        self._lo_said = 0
        self._lo_shown: list[str] = []
        """The matches as the list shows them."""
        self.app.host.changed = self.show
        self.set_interval(30.0, self.look)

    def on_resize(self) -> None:
        """The talk stands beside the list where there is room, and the seats have what is left."""
        self.set_class(self.wide, "-wide")
        self._lo_said = 0  # its lines are wrapped anew
        self.show()

    @property
    def wide(self) -> bool:
        """Whether the talk stands beside the list."""
        return self.app.size.width >= WIDE

    def columns(self) -> list[tuple[str, int]]:
        """Titles and widths; the seats have what the others leave."""
        room = self.app.size.width - (46 if self.wide else 0)
        others = [(_("Code"), 4), (_("Game"), 21), (_("State"), 15)]
        seats = max(32, room - sum(width for _title, width in others) - 8)
        return [*others[:2], (_("Seats"), seats), others[2]]

    def on_unmount(self) -> None:
        """Nobody looks at the list any more."""
        self.app.host.changed = lambda: None

    def on_screen_resume(self) -> None:
        """What is new since."""
        self.look()

    @work(exclusive=True, group="look")
    async def look(self) -> None:
        """Ask for the list."""
        await self.app.host.look()

    # what is shown

    @property
    def rows(self) -> list[MatchRow]:
        """The matches as they stand in the list."""
        return self.app.host.rows

    def show(self) -> None:
        """List, people and talk anew."""
        if not (self.is_attached and self.query("#talk")):
            return  # not there yet, or no longer
        host, table = self.app.host, self.query_one(DataTable)
        at = table.cursor_row
        current = self._lo_shown[at] if 0 <= at < len(self._lo_shown) else ""
        self._lo_shown = [row.match for row in self.rows]
        if host.newest in self._lo_shown:
            current, host.newest = host.newest, ""
        if current in self._lo_shown:  # whatever else came or went
            at = self._lo_shown.index(current)
        table.clear(columns=True)
        for title, width in self.columns():
            table.add_column(title, width=width)
        for row in self.rows:
            table.add_row(
                row.code if row.yours or not row.private else "",
                registry.spec(row.game).title,
                seats_text(row, self.app.ascii),
                state_text(self, row),
                key=row.match,
            )
        if self.rows:
            table.move_cursor(row=min(at, len(self.rows) - 1))
        people = _n("{count} here: {names}", "{count} here: {names}", len(host.people)).format(
            count=len(host.people), names=", ".join(host.people)
        )
        self.query_one("#title", Static).update(_("Lobby") + "   " + people)
        self.show_card()
        self.show_talk()

    def show_talk(self) -> None:
        """What was said since."""
        log, chat = self.query_one("#talk", RichLog), self.app.host.chat
        if self._lo_said > len(chat) or not self._lo_said:
            log.clear()
            self._lo_said = 0
        for said in chat[self._lo_said :]:
            log.write(said_text(said))
        self._lo_said = len(chat)

    def chosen(self) -> MatchRow | None:
        """The match under the cursor."""
        at = self.query_one(DataTable).cursor_row
        return self.rows[at] if 0 <= at < len(self.rows) else None

    @on(DataTable.RowHighlighted)
    def show_card(self) -> None:
        """The match under the cursor in words."""
        row = self.chosen()
        if row is None:
            text = keyed(self, _("There is no match yet. n makes one; c joins one by its code."))
        else:
            text = card_text(row, self.app.ascii)
        self.query_one("#card", Static).update(text)

    # commands

    @on(DataTable.RowSelected)
    def _enter(self, event: DataTable.RowSelected) -> None:
        event.stop()
        row = self.chosen()
        if row is None:
            self.action_new()
        elif row.yours or OPEN in row.kinds:
            self.sit(row.match)
        else:
            self.action_watch()

    @work(exclusive=True, group="sit")
    async def sit(self, match: str, watch: bool = False) -> None:
        """Take a seat, or watch; say why not."""
        host = self.app.host
        try:
            link = await (host.look_on(match) if watch else host.join(match))
        except OptionError as error:
            self.notify(str(error), severity="warning")
            return
        self.show_table(link)

    def show_table(self, link: Link | None) -> None:
        """The table, or a word that it waits."""
        if link is None:
            self.notify(_("The match begins when all seats are taken."))
            self.look()
        else:
            self.app.push_screen(TableScreen(link))

    def action_watch(self) -> None:
        """Watch the match under the cursor."""
        row = self.chosen()
        if row is not None:
            self.sit(row.match, watch=True)

    @work
    async def action_code(self) -> None:
        """Join a match by its code, or watch it if it is full."""
        code = await self.app.push_screen_wait(Typed(_("Join"), _("The code of the match:")))
        if not code:
            return
        host = self.app.host
        try:
            link = await host.join(code)
        except OptionError as error:
            row = next((row for row in self.rows if row.code == code.strip().upper()), None)
            if row is not None and not row.started:
                self.notify(str(error), severity="warning")
                return
            try:
                link = await host.look_on(code)
            except OptionError:
                self.notify(str(error), severity="warning")
                return
        self.show_table(link)

    @work
    async def action_new(self) -> None:
        """Choose a game, then its seats."""
        games = list(registry.ids())
        titles = [registry.spec(game).title for game in games]
        index = await self.app.push_screen_wait(Chooser(_("New match"), titles))
        if index is not None:
            self.app.push_screen(RoomScreen(games[index]))

    @work
    async def action_give_up(self) -> None:
        """Give a seat up, after a question."""
        row = self.chosen()
        if row is None or not row.yours:
            self.notify(_("You have no seat in this match."))
            return
        text = (
            _("A level takes your seat for good.") if row.started else _("Your seat is open again.")
        )
        answer = await self.app.push_screen_wait(
            Question(_("Give up?"), text, [("no", _("Stay")), ("yes", _("Give up"))])
        )
        if answer == "yes":
            try:
                await self.app.host.give_up(row.match)
            except OptionError as error:
                self.notify(str(error), severity="warning")
            self.look()

    def action_talk(self) -> None:
        """Open the line."""
        line = self.query_one(Input)
        line.add_class("-shown")
        line.focus()

    @on(Input.Submitted)
    def _said(self, event: Input.Submitted) -> None:
        event.stop()
        if event.value.strip():
            self.app.host.say(event.value)
            event.input.value = ""
        else:
            self.action_back()

    def action_rules(self) -> None:
        """The rules of the game under the cursor."""
        row = self.chosen()
        if row is not None:
            self.app.open_rules(row.game)

    def action_keys(self) -> None:
        """Every key of this screen."""
        self.app.open_keys([(_("Lobby"), COMMANDS)])

    def action_back(self) -> None:
        """Close the line, or go home."""
        line = self.query_one(Input)
        if line.has_class("-shown"):
            line.remove_class("-shown")
            self.query_one(DataTable).focus()
        else:
            self.app.pop_screen()

    def action_down(self) -> None:
        """The next row."""
        self.query_one(DataTable).action_cursor_down()

    def action_up(self) -> None:
        """The row before."""
        self.query_one(DataTable).action_cursor_up()


def seats_text(row: MatchRow, ascii_only: bool = False) -> Text:
    """Who sits where, each with its mark: those who are away in brackets, open seats as such."""
    parts = []
    for seat, (name, kind, here) in enumerate(zip(row.names, row.kinds, row.here, strict=True)):
        who = _("(open)") if kind == OPEN else name if here else f"({name})"
        parts.append(f"{seat_mark(seat, ascii_only)} {who}")
    return Text("  ".join(parts), no_wrap=True, overflow="ellipsis")


def state_text(screen: LobbyScreen, row: MatchRow) -> Text:
    """What a match waits for."""
    if row.over:
        return Text(_("over"))
    if not row.started:
        return Text(_("yours, waits") if row.yours else keyed(screen, _("join: Enter")))
    if row.to_act in row.yours:
        return Text(_("your turn"), "bold reverse")
    if row.yours:
        return Text(_("yours, runs"))
    return Text(keyed(screen, _("runs; watch: w")))


def card_text(row: MatchRow, ascii_only: bool = False) -> str:
    """A match in a few lines: what it is, who sits where, how it goes."""
    first = _("{game}, by {owner}, code {code}").format(
        game=registry.spec(row.game).title, owner=row.owner, code=row.code
    )
    if row.private:
        first += "  " + _("private")
    if row.moves:
        first += "  " + _n(
            "{count} move since you left", "{count} moves since you left", row.moves
        ).format(count=row.moves)
    facts = [
        _("waits for who goes")
        if row.absent == "wait"
        else _("a level plays for who goes, after {seconds} s").format(seconds=row.grace)
    ]
    if row.clock:
        facts.append(_("{seconds} s a turn").format(seconds=row.clock))
    away = [name for name, here in zip(row.names, row.here, strict=True) if name and not here]
    if away:
        facts.append(_("away: {names}").format(names=", ".join(away)))
    if row.watchers:
        facts.append(_("watched by {names}").format(names=", ".join(row.watchers)))
    facts.append(_("idle {minutes} min").format(minutes=row.idle // 60))
    return f"{first}\n{seats_text(row, ascii_only)}\n{' · '.join(facts)}"


def said_text(said: Chat) -> Text:
    """A line of talk."""
    return Text.assemble((f"{said.name}: ", "bold"), said.text)
