"""The daily desert: today's match of each game, and how one did on the days before."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import ClassVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import DataTable, Static

from caravan_tui.games import registry
from caravan_tui.screens.daily_days import calendar, weeks_for
from caravan_tui.screens.game_card import picture_of
from caravan_tui.screens.link import Link
from caravan_tui.screens.result import ended_text
from caravan_tui.screens.table import TableScreen
from caravan_tui.widgets.commands import Command, bindings
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.marks import seat_mark, seat_style
from caravan_tui.words import _, _n
from saves import daily as days
from saves.daily import Daily
from saves.errors import LockedError, SaveError
from saves.listing import Entry
from saves.profile import Result

COMMANDS = (
    Command("daily.play", "p,enter", "play", "Play",
            "Play today's match, or go on with it; the first try counts.", footer=True,
            glyph="Enter"),
    Command("daily.replay", "v", "replay", "Replay", "Look at today's match again.",
            footer=True),
    Command("daily.rules", "f1", "rules", "Rules", "The rules of the game that is chosen.",
            footer=True),
    Command("daily.keys", "f2", "keys", "Keys", "Every key of this screen.", footer=True),
    Command("daily.back", "escape,q", "back", "Back", "Back home.", footer=True, glyph="esc"),
    Command("daily.down", "j", "down", "Down"),
    Command("daily.up", "k", "up", "Up"),
)  # fmt: skip

WIDE, TALL = 140, 30
"""The terminal from which on there is room for the last weeks and a picture."""

BESIDE = 54
"""Columns of the card, and around the weeks."""

SHOWN_DAYS = 30
"""Days of which the history is told."""


class DailyScreen(Screen):
    """A row a game; the history of the one under the cursor on the right."""

    COMMANDS: ClassVar = COMMANDS
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    DailyScreen { layout: vertical;
        & > #title { height: 1; background: $panel; padding: 0 1; }
        & > #words { height: auto; padding: 0 1; margin: 1 0; color: $text-muted; }
        & > Horizontal { height: 1fr; }
        & DataTable { width: 1fr; height: 1fr; scrollbar-size: 1 1; }
        & #games { width: 1fr; height: 1fr; }
        & #weeks { display: none; height: auto; padding: 1 2; }
        & #card { width: 32; height: 1fr; border-left: tall $panel; padding: 0 1; }
        &.-wide DataTable { height: auto; }
        &.-wide #weeks { display: block; }
        &.-wide #card { width: 50; }
    }
    """

    AUTO_FOCUS = "DataTable"

    def __init__(self) -> None:
        super().__init__()
        self.results: list[Result] = []
        self.running: dict[str, Entry] = {}
        """Today's match of a game that has been begun and not ended."""
        self.ended: dict[str, Entry] = {}
        """Today's match of a game that has ended; the first try."""
        self.day = days.today()

    def compose(self) -> ComposeResult:
        """What it is, the games, the days."""
        yield Static(id="title", markup=False)
        yield Static(
            _(
                "One match a day and game, the same for everybody: the same deal, the same seat, "
                "against the level Merchant. The first try counts. A new day begins at midnight "
                "UTC."
            ),
            id="words",
            markup=False,
        )
        with Horizontal():
            with Vertical(id="games"):
                yield DataTable(cursor_type="row")
                yield Static(id="weeks", markup=False)
            with VerticalScroll(id="card", can_focus=False):
                yield Static(id="facts")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Columns."""
        table = self.query_one(DataTable)
        for key, title in (("game", _("Game")), ("today", _("Today")), ("streak", _("Days"))):
            table.add_column(title, key=key)
        self.set_interval(30.0, self.tick)

    def on_resize(self) -> None:
        """The last weeks are shown where there is room."""
        self.set_class(self.app.size.width >= WIDE and self.app.size.height >= TALL, "-wide")
        if self.query_one(DataTable).row_count:
            self.fill()

    def on_screen_resume(self) -> None:
        """A match may have ended."""
        self.load()

    def tick(self) -> None:
        """A new day may have begun."""
        self.show_title()
        if self.day != days.today():
            self.load()

    @work(exclusive=True, group="load")
    async def load(self) -> None:
        """Read results and saved matches, and show them."""
        self.day = days.today()
        host = self.app.host
        try:
            self.results = await host.results()
        except SaveError as error:
            self.notify(str(error), severity="error")
        listing = await host.listing()
        if not (self.is_attached and self.query("#facts")):
            return  # left meanwhile
        key = self.day.isoformat()
        self.running, self.ended = {}, {}
        for entry in listing.entries:
            header = entry.header
            if header is None or entry.status != "ok" or header.meta.daily != key:
                continue
            if header.over:
                self.ended[header.game] = entry  # the first try comes last in the list
            else:
                self.running.setdefault(header.game, entry)
        self.fill()

    def fill(self) -> None:
        """A row a game."""
        table = self.query_one(DataTable)
        at = table.cursor_row
        table.clear()
        for game_id in registry.ids():
            table.add_row(*self.row(game_id), key=game_id)
        table.move_cursor(row=at)
        self.show_title()
        count = weeks_for(self.app.size.width - BESIDE)
        weeks = calendar(self.results, self.day, count, self.app.ascii)
        self.query_one("#weeks", Static).update(weeks)
        self.show_card()

    def show_title(self) -> None:
        """The day, how long it lasts, the streak."""
        now = datetime.now(UTC)
        midnight = datetime.combine(now.date() + timedelta(days=1), datetime.min.time(), UTC)
        left = int((midnight - now).total_seconds()) // 60
        count = days.streak(self.results, self.day)
        head = Text(no_wrap=True)
        head.append(_("Daily desert"), "bold")
        head.append(f"  {self.day.isoformat()}")
        head.append(
            _("   {hours} h {minutes:02} left").format(hours=left // 60, minutes=left % 60), "dim"
        )
        if count:
            head.append(
                "   " + _n("{count} day in a row", "{count} days in a row", count).format(
                    count=count
                ),
                "bold",
            )  # fmt: skip
        self.query_one("#title", Static).update(head)

    def tries(self, game_id: str) -> list[Result]:
        """What was played of today's match, the first try first."""
        return days.history(self.results, game_id).get(self.day, [])

    def row(self, game_id: str) -> list[Text | str]:
        """The cells of a game."""
        tries = self.tries(game_id)
        if tries:
            first = tries[0]
            today = Text(ended_text(first), "bold")
        elif game_id in self.running:
            today = Text(_("begun"), "italic")
        else:
            today = Text(_("not played yet"), "dim")
        count = days.streak([one for one in self.results if one.game == game_id], self.day)
        return [_(registry.spec(game_id).title), today, str(count) if count else ""]

    def game_id(self) -> str:
        """The game under the cursor."""
        table = self.query_one(DataTable)
        if not table.row_count:
            return registry.ids()[0]
        return str(table.coordinate_to_cell_key(table.cursor_coordinate).row_key.value)

    @on(DataTable.RowHighlighted)
    def show_card(self) -> None:
        """Today's seat, further tries, the days before."""
        game_id = self.game_id()
        daily = days.of(game_id, self.day)
        card = Text()
        if self.has_class("-wide"):
            picture = picture_of(game_id, self.app.ascii)
            card.append(_(registry.spec(game_id).title) + "\n", "bold")
            card.append(f"\n{picture}\n\n", self.app.theme_variables.get("primary", ""))
        mark = f"{seat_mark(daily.seat, self.app.ascii)} "
        card.append(mark, seat_style(self, daily.seat))
        card.append(
            _("Today you are seat {seat} of {count}.").format(
                seat=daily.seat + 1, count=daily.seats
            )
        )
        card.append("\n")
        for one in self.tries(game_id)[1:]:
            card.append(_("again: {how}").format(how=ended_text(one)) + "\n", "dim")
        history = days.history(self.results, game_id)
        card.append("\n" + _("The days before") + "\n", "bold")
        shown = [(day, tries) for day, tries in history.items() if day != self.day][:SHOWN_DAYS]
        for day, tries in shown:
            card.append(f"{day.isoformat()}  {ended_text(tries[0])}\n")
        if not shown:
            card.append(_("None has been played yet.") + "\n", "dim")
        first = [tries[0] for tries in history.values()]
        won = sum(one.won for one in first)
        if first:
            card.append(
                "\n" + _n("{count} day, {won} won", "{count} days, {won} won", len(first)).format(
                    count=len(first), won=won
                ),
                "italic",
            )  # fmt: skip
        self.query_one("#facts", Static).update(card)

    # commands

    @on(DataTable.RowSelected)
    def _selected(self, event: DataTable.RowSelected) -> None:
        event.stop()
        self.action_play()

    @work(exclusive=True, group="play")
    async def action_play(self) -> None:
        """Play today's match, or go on with it."""
        game_id, host = self.game_id(), self.app.host
        link: Link | None = None
        try:
            if game_id in self.running:
                link = await host.open(self.running[game_id].id)
            else:
                known = bool(self.tries(game_id))
                if known:
                    self.app.notify(_("You have played it today: this try does not count."))
                daily: Daily = days.of(game_id, days.today())
                link = await host.play_daily(daily, known)
        except LockedError:
            self.notify(_("This match is being played in another window."), severity="warning")
            return
        except SaveError as error:
            self.notify(str(error), severity="error")
            return
        for notice in host.notices():
            self.notify(notice, severity="warning", timeout=10)
        if link is not None:
            self.app.push_screen(TableScreen(link))

    @work(exclusive=True, group="play")
    async def action_replay(self) -> None:
        """Look at today's match again."""
        from caravan_tui.screens.look_back import look_back

        entry = self.ended.get(self.game_id()) or self.running.get(self.game_id())
        if entry is None:
            self.notify(_("Today's match of this game has not been played."))
            return
        await look_back(self, entry.id)

    def action_rules(self) -> None:
        """The rules of the game under the cursor."""
        self.app.open_rules(self.game_id())

    def action_keys(self) -> None:
        """Every key of this screen."""
        self.app.open_keys([(_("Daily desert"), COMMANDS)])

    def action_back(self) -> None:
        """Back home."""
        self.app.pop_screen()

    def action_down(self) -> None:
        """The next row."""
        self.query_one(DataTable).action_cursor_down()

    def action_up(self) -> None:
        """The row before."""
        self.query_one(DataTable).action_cursor_up()
