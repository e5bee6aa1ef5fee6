"""The daily desert: today's match of each game, and the days before."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

from rich.text import Text
from textual import getters, on, work
from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.widgets import DataTable, Static

from caravan_tui.bus.competition_messages import DailyBoard
from caravan_tui.engine import problem
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionError
from caravan_tui.games.registry import game_name
from caravan_tui.hosts.match_text import ended_text
from caravan_tui.i18n import _
from caravan_tui.presentation.daily import (
    entries_of_day,
    legend,
    month_strip,
    share_text,
    try_words,
    week_text,
)
from caravan_tui.screens.base import BaseScreen
from caravan_tui.screens.daily.card import DailyCard
from caravan_tui.screens.daily.standing import Standing
from caravan_tui.screens.daily.week import WeekCaravan
from caravan_tui.screens.game_pictures import SIGN_ROWS, SIGN_WIDTH, sign_text
from caravan_tui.screens.home.cutout import pictured
from caravan_tui.screens.problems.screen import open_day
from caravan_tui.screens.replay.open_replay import look_back
from caravan_tui.widgets.closing import close, is_open
from caravan_tui.widgets.commands import Command, bindings
from caravan_tui.widgets.drawn import pens_of
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.question import Question
from caravan_tui.widgets.row_table import RowTable
from caravan_tui.widgets.title_bar import TitleBar
from saves import daily, problems
from saves.errors import SaveError
from saves.listing import Entry
from saves.problems import Tries
from saves.profile import Result
from saves.tutorial_progress import unlearned

COMMANDS = (
    Command("daily.play", "p,enter", "play", "Play",
            "Play or resume today's match. Your first try counts.", footer=True,
            glyph="Enter"),
    Command("daily.replay", "v", "replay", "Replay", "Replay today's match.", footer=True),
    Command("daily.problem", "o", "problem", "Problem",
            "Try the problem of the day of the selected game.", footer=True),
    Command("daily.share", "s", "share", "Share",
            "Copy how today's matches ended, to send it to friends.", footer=True),
    Command("daily.tutorial", "t", "tutorial", "Tutorial",
            "Learn the selected game by playing.", footer=True),
    Command("daily.rules", "f1", "rules", "Rules", "Show the rules of the selected game.",
            footer=True),
    Command("daily.keys", "f2,question_mark", "keys", "Keys", "Show every key of this screen.",
            footer=True),
    Command("daily.back", "escape,q", "back", "Back", "Go back home.", footer=True, glyph="esc"),
    Command("daily.down", "j", "down", "Down"),
    Command("daily.up", "k", "up", "Up"),
)  # fmt: skip

WIDE, WIDEST = 120, 160
"""Columns from which on there is room for the picture of a game, and for a whole board."""

TALL, TALLEST = 30, 44
"""Rows from which on there is room for a board, and for the month."""


class DailyScreen(BaseScreen[None]):
    """A row for each game; the history of the selected one on the right."""

    COMMANDS: ClassVar[Any] = COMMANDS
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    DailyScreen { layout: vertical;
        & > #words { height: auto; padding: 0 1; color: $text-muted; }
        & > Horizontal { height: 1fr; }
        & #weeks { display: none; height: auto; padding: 0 1; background: $surface; }
        & DataTable { width: auto; max-width: 46; height: 1fr; scrollbar-size: 1 1;
            overflow-x: hidden; }
        &.-wide DataTable { width: 1fr; max-width: 100%; }
        & #board { display: none; height: 1fr; width: 80; }
        &.-tall > #words { margin: 1 0; }
        &.-wide DailyCard { width: 46; }
        &.-wide Emblem { display: block; }
        &.-widest DailyCard { width: 36; }
        &.-widest Emblem { display: none; }
        &.-widest Rivals { height: 8; }
        & #caption { dock: top; height: 1; text-align: center; color: $text-muted; }
        &.-widest #board { display: block; }
        &.-month #weeks { display: block; }
        &.-signs DataTable > .datatable--cursor { background: $primary 30%; color: $foreground;
            text-style: bold; }
    }
    """

    AUTO_FOCUS = "DataTable"
    lists_matches = True

    table = getters.query_one("#table", DataTable)

    def __init__(self, game: str = "") -> None:
        """`game`: the row to begin with; the first one if it is empty."""
        super().__init__()
        self.first_game = game
        self.results: list[Result] = []
        self.unlearned: list[str] = []
        """The games whose tutorials have not been finished."""
        self.unfinished: dict[str, Entry] = {}
        """Today's unfinished match of each game."""
        self.finished: dict[str, Entry] = {}
        """Today's finished match of each game; the first try."""
        self.day = daily.today()
        self.boards: dict[str, tuple[DailyBoard, DailyBoard]] = {}
        """On a server: today's and yesterday's board of each game."""
        self.tried = Tries({}, {})
        """What was tried of the problems."""

    def compose(self) -> ComposeResult:
        """What this is, the games, the days."""
        yield TitleBar(_("Daily desert"))
        yield WeekCaravan()
        yield Static(id="words", markup=False)
        with Horizontal():
            yield RowTable[Text](id="table")
            yield DailyCard()
            with Container(id="board"):
                yield Static(id="caption", markup=False)
        yield Static(id="weeks", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Make the columns, and look for a new day from time to time."""
        for key in ("sign", "game", "today"):
            self.table.add_column("", key=key)
        self.set_interval(30.0, self.check_day)

    def on_resize(self) -> None:
        """Show board and month where there is room."""
        self.show_words()
        width, height = self.app.size
        self.set_class(width >= WIDE and height >= TALL, "-wide")
        self.set_class(width >= WIDEST and height >= TALL, "-widest")
        self.set_class(height >= TALL, "-tall")
        self.set_class(height < TALL, "-low")
        self.set_class(height >= TALLEST, "-tallest")
        has_pixels = pens_of(self.app, self.app.ascii).has_pixels
        self.set_class(width >= WIDEST and height >= TALLEST and has_pixels, "-signs")
        self.query_one(WeekCaravan).refresh(layout=True)
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
            self.explain(str(error), severity="error")
        self.boards = await self.server_boards()
        listing = await host.listing()
        self.tried = await asyncio.to_thread(problems.load)
        self.unlearned = await asyncio.to_thread(unlearned)
        if not is_open(self):
            return
        self.unfinished, self.finished = entries_of_day(listing.entries, self.day)
        self.fill()

    async def server_boards(self) -> dict[str, tuple[DailyBoard, DailyBoard]]:
        """Today's and yesterday's board of each game of the server; empty without one."""
        lobby, boards = self.app.host.lobby, {}
        if lobby is None:
            return {}
        ask = lobby.competitions.daily
        try:
            for game_id in registry.ids():
                boards[game_id] = await ask(game_id), await ask(game_id, 1)
        except OptionError as error:
            self.explain(str(error), severity="warning")
        return boards

    def has_begun(self, game_id: str) -> bool:
        """Whether the user has begun today's match of a game, and not finished it."""
        board = self.boards.get(game_id)
        return game_id in self.unfinished or (board is not None and board[0].state == "running")

    @property
    def begun_games(self) -> Sequence[str]:
        """The games whose match of today the user has begun, and not finished."""
        return [game_id for game_id in registry.ids() if self.has_begun(game_id)]

    # Showing

    def fill(self) -> None:
        """List the games."""
        cursor = self.table.cursor_row
        if self.first_game:
            cursor, self.first_game = registry.ids().index(self.first_game), ""
        self.table.clear()
        rows = SIGN_ROWS if self.has_class("-signs") else 2
        self.table.cell_padding = 0 if self.has_class("-signs") else 1
        for game_id in registry.ids():
            self.table.add_row(*self.cells(game_id), key=game_id, height=rows)
        self.fit_columns(self.titles())
        self.table.move_cursor(row=cursor)
        self.show_words()
        self.show_title()
        self.query_one(WeekCaravan).show(self.results, self.day, len(self.begun_games))
        weeks = self.query_one("#weeks", Static)
        columns, begun = self.app.size.width - 4, self.begun_games
        month = month_strip(self.results, self.day, columns, self.app.ascii, begun)
        weeks.update(month)
        self.set_class(self.has_class("-tallest"), "-month")
        self.show_card()

    def titles(self) -> list[str]:
        """The titles of the columns: in a low list, what the marks mean."""
        if self.has_class("-low"):
            return ["", _("7 days: {signs}").format(signs=legend(self.app.ascii)), ""]
        return ["", _("Game, last 7 days"), "" if self.is_merged else _("Today")]

    @property
    def is_merged(self) -> bool:
        """Whether a game has all it says in one column, so that the card beside it is wider."""
        return self.has_class("-signs") or not self.has_class("-wide")

    def fit_columns(self, titles: Sequence[str]) -> None:
        """Make the columns as wide as their texts, also where the table has not been laid out."""
        for column, title in zip(self.table.ordered_columns, titles, strict=True):
            column.label = Text(title)
            if column.key == "sign":
                column.width = SIGN_WIDTH + 1 if self.has_class("-signs") else 0
                column.auto_width = False
                continue
            cells = [Text.assemble(cell) for cell in self.table.get_column(column.key)]
            lines = [line for cell in cells for line in cell.split("\n")]
            column.width = max(line.cell_len for line in [column.label, *lines])
            column.auto_width = False

    def show_words(self) -> None:
        """Say what this is, and what the marks mean; where there is little room, the titles of the
        list say that."""
        if self.app.size.height < TALL:
            words = _("One match a day in each game, with the same deal for everyone.")
            rule = _("Your first try counts; later ones are practice.")
            self.query_one("#words", Static).update(f"{words}\n{rule}")
            return
        words = _(
            "One match a day in each game, the same for everyone, against a Merchant. "
            "Your first try counts."
        )
        signs = legend(self.app.ascii, bool(self.begun_games))
        self.query_one("#words", Static).update(f"{words}   {signs}")

    def show_title(self) -> None:
        """Show the day, and how much of it is left."""
        now = datetime.now(UTC)
        midnight = datetime.combine(now.date() + timedelta(days=1), datetime.min.time(), UTC)
        minutes = int((midnight - now).total_seconds()) // 60
        left = _("the next day begins in {hours} h {minutes:02} min")
        left = left.format(hours=minutes // 60, minutes=minutes % 60)
        self.query_one(TitleBar).show(_("Daily desert"), f"{self.day.isoformat()}   {left}")

    def cells(self, game_id: str) -> list[Text]:
        """The cells of a game: its sign where there is room, its name, how today went and its last
        days."""
        standing = self.standing(game_id)
        if standing.tries:
            today = Text(ended_text(standing.tries[0]), "bold")
        elif standing.is_begun:
            today = Text(_("in progress"), "italic")
        else:
            today = Text(_("not played yet"), "dim")
        is_begun = standing.is_begun
        week = week_text(self.results, game_id, self.day, self.app.ascii, is_begun)
        name = Text(game_name(game_id), "bold")
        name.append("\n").append_text(week)
        if not self.is_merged:
            return [Text(), name, today]
        if not self.has_class("-signs"):
            name = Text(game_name(game_id), "bold").append("\n")
            name.append_text(week).append("  ")
            return [Text(), name.append_text(Text(style="not bold").append_text(today)), Text()]
        name = Text(game_name(game_id), "bold").append("\n")
        name.append_text(Text(style="not bold").append_text(today)).append("\n")
        sign = sign_text(game_id, pens_of(self.app, self.app.ascii))
        return [sign, name.append_text(week), Text()]

    @property
    def game_id(self) -> str:
        """The selected game."""
        if not self.table.row_count:
            return registry.ids()[0]
        return str(self.table.coordinate_to_cell_key(self.table.cursor_coordinate).row_key.value)

    @on(DataTable.RowHighlighted)
    def show_card(self) -> None:
        """Show who plays, further tries, and the days before."""
        self.query_one(DailyCard).show(self.standing(self.game_id), self.has_class("-tall"))
        self.show_board(self.game_id)
        self.refresh_bindings()  # the footer names Replay only where there is something to replay

    def standing(self, game_id: str) -> Standing:
        """Where the user stands in a game."""
        results = [result for result in self.results if result.game == game_id]
        is_begun = self.has_begun(game_id)
        return Standing(
            game=game_id,
            day=self.day,
            results=results,
            is_begun=is_begun,
            is_unlearned=not results and not is_begun and game_id in self.unlearned,
            problem=self.tried.on_day(game_id, self.day),
            boards=self.boards.get(game_id),
        )

    def offers(self, action: str) -> bool:
        """Whether the footer is to name an action: Replay and Share only after today's match."""
        if action == "tutorial":
            return self.standing(self.game_id).is_unlearned
        if action == "problem":
            return self.game_id in problem.games()
        if action == "share":
            return any(self.standing(game_id).tries for game_id in registry.ids())
        return action != "replay" or self.game_id in self.finished

    def title_of(self, action: str) -> str:
        """What the footer calls an action: a match that was begun is continued."""
        return "Continue" if action == "play" and self.has_begun(self.game_id) else ""

    def action_tutorial(self) -> None:
        """Learn the selected game by playing."""
        self.app.start_tutorial(self.game_id)

    @work(exclusive=True, group="board")
    async def show_board(self, game_id: str) -> None:
        """Show today's match as it stands, from the user's own seat, or, before the one try that
        counts has begun, a match that nobody plays; where there is room."""
        if not self.has_class("-widest"):
            return
        entry = self.finished.get(game_id) or self.unfinished.get(game_id)
        shown = await pictured(self.app.host, "daily", game_id, entry.id if entry else "")
        if is_open(self) and self.query("#board"):
            board = self.query_one("#board", Container)
            board.query_one("#caption", Static).update(shown.caption)
            shown.put_into(board)

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
        if game_id in self.unfinished:
            connection = await self.app.connect(host.open(self.unfinished[game_id].id))
        else:
            is_known = bool(self.standing(game_id).tries)
            is_begun = is_known or self.has_begun(game_id)
            if not is_begun and not await self.may_begin(game_id):
                return
            if is_known and game_id not in self.boards:
                self.app.notify(_("You have played this match today. This try does not count."))
            match = daily.match_of_day(game_id, daily.today())
            connection = await self.app.connect(host.play_daily(match, is_known))
        if connection is not None:
            self.app.open("table", connection)

    async def may_begin(self, game_id: str) -> bool:
        """Ask whether the one try that counts is to begin."""
        today = daily.match_of_day(game_id, daily.today())
        against, *rest = try_words(today)
        text = "\n".join([game_name(game_id), against, "", *rest])
        answers = [("yes", _("Start")), ("no", _("Not now"))]  # a try that was begun can be left
        question = Question(_("Start today's try?"), text, answers)
        return await self.app.push_screen_wait(question) == "yes"

    @work(exclusive=True, group="play")
    async def action_replay(self) -> None:
        """Replay today's match."""
        entry = self.finished.get(self.game_id) or self.unfinished.get(self.game_id)
        if entry is None and self.standing(self.game_id).tries:
            self.explain(_("You can replay it after midnight UTC, when everybody has played."))
            return
        if entry is None:
            self.explain(_("You have not played today's match of this game."))
            return
        await look_back(self, entry.id)

    def action_share(self) -> None:
        """Copy how today's matches ended, and show what was copied."""
        text = share_text(self.results, self.day, self.app.ascii)
        if not text:
            self.explain(_("Finish one of today's matches first. Then you can share its result."))
            return
        self.app.copy_to_clipboard(text)
        words = _("Copied, if your terminal allows it:")
        answers = [("ok", _("Close"))]
        self.app.push_screen(Question(_("Share your day"), f"{words}\n\n{text}", answers))

    def action_problem(self) -> None:
        """Try the problem of the day of the selected game."""
        open_day(self, self.game_id)

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
