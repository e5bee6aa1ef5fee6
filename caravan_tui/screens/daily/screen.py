"""The daily desert: today's match of each game, and the days before."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

from rich.text import Text
from textual import getters, on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import DataTable, Static

from caravan_tui.games import registry
from caravan_tui.hosts.match_text import ended_text
from caravan_tui.i18n import _, _n
from caravan_tui.screens.base import BaseScreen
from caravan_tui.screens.daily.days import calendar, weeks_for
from caravan_tui.screens.home.game_card import picture_of
from caravan_tui.screens.replay.open_replay import look_back
from caravan_tui.widgets.closing import close, is_open
from caravan_tui.widgets.commands import Command, bindings
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.marks import seat_mark, seat_style
from saves import daily
from saves.errors import LockedError, SaveError
from saves.listing import Entry
from saves.profile import Result

COMMANDS = (
    Command("daily.play", "p,enter", "play", "Play",
            "Play or resume today's match. Your first try counts.", footer=True,
            glyph="Enter"),
    Command("daily.replay", "v", "replay", "Replay", "Replay today's match.", footer=True),
    Command("daily.rules", "f1", "rules", "Rules", "Show the rules of the selected game.",
            footer=True),
    Command("daily.keys", "f2", "keys", "Keys", "Show every key of this screen.", footer=True),
    Command("daily.back", "escape,q", "back", "Back", "Go back home.", footer=True, glyph="esc"),
    Command("daily.down", "j", "down", "Down"),
    Command("daily.up", "k", "up", "Up"),
)  # fmt: skip

WIDE, TALL = 140, 30
"""The terminal from which on there is room for the last weeks and a picture."""

OTHER_COLUMNS = 54
"""Columns of the card, and around the weeks."""

SHOWN_DAYS = 30
"""Days of the history on the card, at most."""


class DailyScreen(BaseScreen[None]):
    """A row for each game; the history of the selected one on the right."""

    COMMANDS: ClassVar[Any] = COMMANDS
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

    table = getters.query_one("#table", DataTable)

    def __init__(self, game: str = "") -> None:
        """`game`: the row to begin with; the first one if it is empty."""
        super().__init__()
        self.first_game = game
        self.results: list[Result] = []
        self.unfinished: dict[str, Entry] = {}
        """Today's unfinished match of each game."""
        self.finished: dict[str, Entry] = {}
        """Today's finished match of each game; the first try."""
        self.day = daily.today()

    def compose(self) -> ComposeResult:
        """What this is, the games, the days."""
        yield Static(id="title", markup=False)
        yield Static(
            _(
                "One match a day in each game, the same for everyone: the same deal and seat, "
                "against a Merchant. Your first try counts. A new day begins at midnight UTC."
            ),
            id="words",
            markup=False,
        )
        with Horizontal():
            with Vertical(id="games"):
                yield DataTable(cursor_type="row", id="table")
                yield Static(id="weeks", markup=False)
            with VerticalScroll(id="card", can_focus=False):
                yield Static(id="facts")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Make the columns, and look for a new day from time to time."""
        for key, title in (("game", _("Game")), ("today", _("Today")), ("streak", _("Days"))):
            self.table.add_column(title, key=key)
        self.set_interval(30.0, self.check_day)

    def on_resize(self) -> None:
        """Show the last weeks where there is room."""
        self.set_class(self.app.size.width >= WIDE and self.app.size.height >= TALL, "-wide")
        if self.table.row_count:
            self.fill()

    def on_screen_resume(self) -> None:
        """Read the results again: a match may have ended."""
        self.load()

    def check_day(self) -> None:
        """Show the time left, and the new day if one has begun."""
        self.show_title()
        if self.day != daily.today():
            self.load()

    @work(exclusive=True, group="load")
    async def load(self) -> None:
        """Read results and saved matches, and show them."""
        self.day = daily.today()
        host = self.app.host
        try:
            self.results = await host.results()
        except SaveError as error:
            self.notify(str(error), severity="error")
        listing = await host.listing()
        if not is_open(self):
            return
        key = self.day.isoformat()
        self.unfinished, self.finished = {}, {}
        for entry in listing.entries:
            header = entry.header
            if header is None or entry.status != "ok" or header.meta.daily != key:
                continue
            if header.over:
                self.finished[header.game] = entry  # the first try comes last in the list
            else:
                self.unfinished.setdefault(header.game, entry)
        self.fill()

    # Showing

    def fill(self) -> None:
        """List the games."""
        cursor = self.table.cursor_row
        if self.first_game:
            cursor, self.first_game = registry.ids().index(self.first_game), ""
        self.table.clear()
        for game_id in registry.ids():
            self.table.add_row(*self.cells(game_id), key=game_id)
        self.table.move_cursor(row=cursor)
        self.show_title()
        weeks = weeks_for(self.app.size.width - OTHER_COLUMNS)
        self.query_one("#weeks", Static).update(
            calendar(self.results, self.day, weeks, self.app.ascii)
        )
        self.show_card()

    def show_title(self) -> None:
        """Show the day, how much of it is left, and the streak."""
        now = datetime.now(UTC)
        midnight = datetime.combine(now.date() + timedelta(days=1), datetime.min.time(), UTC)
        minutes = int((midnight - now).total_seconds()) // 60
        streak = daily.streak(self.results, self.day)
        head = Text(no_wrap=True)
        head.append(_("Daily desert"), "bold")
        head.append(f"  {self.day.isoformat()}")
        left = _("   {hours} h {minutes:02} left")
        head.append(left.format(hours=minutes // 60, minutes=minutes % 60), "dim")
        if streak:
            words = _n("{count} day in a row", "{count} days in a row", streak)
            head.append("   " + words.format(count=streak), "bold")
        self.query_one("#title", Static).update(head)

    def tries(self, game_id: str) -> list[Result]:
        """The results in today's match of a game, the first try first."""
        return daily.history(self.results, game_id).get(self.day, [])

    def cells(self, game_id: str) -> list[Text | str]:
        """The cells of a game."""
        tries = self.tries(game_id)
        if tries:
            today = Text(ended_text(tries[0]), "bold")
        elif game_id in self.unfinished:
            today = Text(_("in progress"), "italic")
        else:
            today = Text(_("not played yet"), "dim")
        played = [result for result in self.results if result.game == game_id]
        streak = daily.streak(played, self.day)
        return [_(registry.spec(game_id).title), today, str(streak) if streak else ""]

    @property
    def game_id(self) -> str:
        """The selected game."""
        if not self.table.row_count:
            return registry.ids()[0]
        return str(self.table.coordinate_to_cell_key(self.table.cursor_coordinate).row_key.value)

    @on(DataTable.RowHighlighted)
    def show_card(self) -> None:
        """Show today's seat, further tries, and the days before."""
        game_id = self.game_id
        today = daily.match_of_day(game_id, self.day)
        card = Text()
        if self.has_class("-wide"):
            picture = picture_of(game_id, self.app.ascii)
            card.append(_(registry.spec(game_id).title) + "\n", "bold")
            card.append(f"\n{picture}\n\n", self.app.theme_variables.get("primary", ""))
        mark = f"{seat_mark(today.seat, self.app.ascii)} "
        card.append(mark, seat_style(self, today.seat))
        seat = _("Today you are seat {seat} of {count}.")
        card.append(seat.format(seat=today.seat + 1, count=today.seats) + "\n")
        for result in self.tries(game_id)[1:]:
            card.append(_("again: {how}").format(how=ended_text(result)) + "\n", "dim")
        history = daily.history(self.results, game_id)
        card.append("\n" + _("Previous days") + "\n", "bold")
        previous = [(day, tries) for day, tries in history.items() if day != self.day]
        for day, tries in previous[:SHOWN_DAYS]:
            card.append(f"{day.isoformat()}  {ended_text(tries[0])}\n")
        if not previous:
            card.append(_("None played yet.") + "\n", "dim")
        first_tries = [tries[0] for tries in history.values()]
        won = sum(result.won for result in first_tries)
        if first_tries:
            words = _n("{count} day, {won} won", "{count} days, {won} won", len(first_tries))
            card.append("\n" + words.format(count=len(first_tries), won=won), "italic")
        self.query_one("#facts", Static).update(card)

    # Commands

    @on(DataTable.RowSelected)
    def _open_row(self, event: DataTable.RowSelected) -> None:
        event.stop()
        if self.is_active:
            self.action_play()

    @work(exclusive=True, group="play")
    async def action_play(self) -> None:
        """Play or resume today's match."""
        game_id, host = self.game_id, self.app.host
        try:
            if game_id in self.unfinished:
                table = await host.open(self.unfinished[game_id].id)
            else:
                is_known = bool(self.tries(game_id))
                if is_known:
                    self.app.notify(_("You have played this match today. This try does not count."))
                table = await host.play_daily(daily.match_of_day(game_id, daily.today()), is_known)
        except LockedError:
            self.notify(_("This match is open in another window."), severity="warning")
            return
        except SaveError as error:
            self.notify(str(error), severity="error")
            return
        for notice in host.notices():
            self.notify(notice, severity="warning", timeout=10)
        if table is not None:
            self.app.open("table", table)

    @work(exclusive=True, group="play")
    async def action_replay(self) -> None:
        """Replay today's match."""
        entry = self.finished.get(self.game_id) or self.unfinished.get(self.game_id)
        if entry is None:
            self.notify(_("You have not played today's match of this game."))
            return
        await look_back(self, entry.id)

    def action_rules(self) -> None:
        """Show the rules of the selected game."""
        self.app.open_rules(self.game_id)

    def action_keys(self) -> None:
        """Show every key of this screen."""
        self.app.open_keys([(_("Daily desert"), COMMANDS)])

    def action_back(self) -> None:
        """Go back home."""
        close(self)

    def action_down(self) -> None:
        """Select the next row."""
        self.table.action_cursor_down()

    def action_up(self) -> None:
        """Select the previous row."""
        self.table.action_cursor_up()
