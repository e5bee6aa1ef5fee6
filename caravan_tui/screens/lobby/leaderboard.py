"""The leaderboards of a server: who is how strong, by game and season."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, ClassVar

from rich.text import Text
from textual import getters, on, work
from textual.app import ComposeResult
from textual.widgets import Static

from caravan_tui.bus.competition_messages import Board, BoardRow
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionError
from caravan_tui.games.registry import game_name
from caravan_tui.i18n import _, _n
from caravan_tui.screens.lobby.server_list import ServerList
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.commands import Command, bindings, key_name
from caravan_tui.widgets.dunes import Dunes, OverDunes
from caravan_tui.widgets.empty_page import ActionLink, EmptyPage
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.page_tabs import PageTabs, page_commands
from caravan_tui.widgets.row_table import RowTable
from caravan_tui.widgets.title_bar import BarButton, TitleBar

COMMANDS = (
    Command("leaderboard.next", "right,tab", "game(1)", "Game", "The next game.", footer=True,
            glyph="←→"),
    Command("leaderboard.previous", "left,shift+tab", "game(-1)", "Previous game"),
    *page_commands("leaderboard.page", "page", 5),
    Command("leaderboard.season", "s", "season(-1)", "Season",
            "The season before, or all seasons together.", footer=True),
    Command("leaderboard.season_after", "S", "season(1)", "Next season"),
    Command("leaderboard.own", "m", "own", "Me", "Go to your own row.", footer=True),
    Command("leaderboard.down", "j", "down", "Down"),
    Command("leaderboard.up", "k", "up", "Up"),
    Command("leaderboard.rules", "f1", "rules", "Rules", "The rules of this game."),
    Command("leaderboard.keys", "f2,question_mark", "keys", "Keys",
            "Show every key of this screen.", footer=True),
    Command("leaderboard.back", "escape,q", "back", "Back", "Go back.", footer=True, glyph="esc"),
)  # fmt: skip

RANK, NUMBERS, NAME = 5, 9, 20
"""Columns of the rank, of each number, and of the name at least."""

WIDEST_NAME = 44


class LeaderboardScreen(ServerList):
    """A tab for each game, and the players of one season or of all."""

    COMMANDS: ClassVar[Any] = COMMANDS
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    LeaderboardScreen {
        & RowTable { padding: 0 1; }
        & > #words { height: auto; padding: 0 1; color: $text-muted; }
        & > EmptyPage { display: none; }
        &.-empty > EmptyPage { display: block; }
        &.-empty > OverDunes, &.-empty > #words { display: none; }
    }
    """

    follows_lobby = False  # ratings change with every match on the server

    tabs = getters.query_one(PageTabs)
    title_line = getters.query_one(TitleBar)
    empty_page = getters.query_one(EmptyPage)

    def __init__(self, game: str = "") -> None:
        """`game`: whose board is shown first."""
        super().__init__()
        games = registry.ids()
        self.page = games.index(game) if game in games else 0
        self.season = 0
        """0: all seasons."""
        self.board: Board | None = None
        self.problem = ""
        """Why there is no board."""

    def compose(self) -> ComposeResult:
        """Title, games, players, words, keys."""
        yield TitleBar(_("Leaderboard"))
        yield PageTabs(id="games", wraps=True)
        with OverDunes():
            yield RowTable[Text]()
            yield Dunes()
        yield EmptyPage(id="no-board")
        yield Static(id="words", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    @property
    def game_id(self) -> str:
        """The game whose board is shown."""
        return registry.ids()[self.page]

    @work(exclusive=True, group="load")
    async def load(self, to_own: bool = False) -> None:
        """Ask for the board; `to_own`: with the cursor on one's own row."""
        competitions = self.lobby.competitions
        try:
            self.board, self.problem = await competitions.board(self.game_id, self.season), ""
        except OptionError as error:
            self.board, self.problem = None, str(error)
        self.show()
        if to_own:
            self.action_own()

    def show(self) -> None:
        """Show the board, or why there is none."""
        if not is_open(self) or not self.is_mounted:
            return
        self.tabs.show([game_name(game) for game in registry.ids()], self.page)
        season = f" {self.season_text()} "
        count = self.board.players if self.board else 0
        players = _n("{count} player", "{count} players", count).format(count=count)
        button = BarButton(season, "screen.season(-1)")
        self.title_line.show(_("Leaderboard"), players if self.board else "", [button])
        rows = self.board.rows if self.board else []
        self.set_class(not rows, "-empty")
        if rows:
            self.fill(rows)
        elif self.problem:
            self.empty_page.show(_("The leaderboard isn't available"), self.problem, [])
        else:
            self.show_empty()

    def season_text(self) -> str:
        """Which season is shown, with the days of its beginning and end."""
        if not self.season:
            return _("all seasons")
        seasons = self.board.seasons if self.board else []
        facts = next((one for one in seasons if one.number == self.season), None)
        text = _("season {number}").format(number=self.season)
        if facts is None:
            return text
        if facts.ended:
            return f"{text}, " + _("until {day}").format(day=day_text(facts.ended))
        if facts.began:
            return f"{text}, " + _("since {day}").format(day=day_text(facts.began))
        return text

    def show_empty(self) -> None:
        """Say how to get onto a board that nobody is on."""
        self.empty_page.show(
            _("Nobody is rated here yet"),
            _(
                "A finished match between people of this server counts, with any number of "
                "players. Matches in which a move was undone after an answer don't."
            ),
            [
                ActionLink(key_name(self, "leaderboard.back"), _("go back and find a match"),
                    "screen.back"),
                ActionLink(key_name(self, "leaderboard.season"), _("look at another season"),
                    "screen.season(-1)"),
            ],
        )  # fmt: skip

    def fill(self, rows: list[BoardRow]) -> None:
        """List the players."""
        cursor = self.table.cursor_row
        width = self.app.size.width
        is_wide = width >= 100
        titles = [_("Rating"), _("Likely"), _("Matches"), _("Won")]
        if is_wide:
            titles.append(_("Last match"))
        numbers = [max(NUMBERS, len(title) + 1) for title in titles]
        fixed = RANK + sum(numbers) + 2 * (len(titles) + 2) + 4
        name_width = min(WIDEST_NAME, max(NAME, width - fixed))
        self.table.clear(columns=True)
        self.table.add_column(Text("", justify="right"), width=RANK)
        self.table.add_column(_("Player"), width=name_width)
        for title, column_width in zip(titles, numbers, strict=True):
            self.table.add_column(Text(title, justify="right"), width=column_width)
        for row in rows:
            style = "bold" if row.is_own else "" if row.rank else "dim"
            name = Text(row.name, style, no_wrap=True)
            if row.is_own:
                name.append("  " + _("(you)"))
            name.truncate(name_width, overflow="ellipsis")
            share = f"{100 * row.wins // row.matches}%" if row.matches else ""
            cells = [str(row.value), f"±{row.spread}", str(row.matches), share]
            if is_wide:
                cells.append(day_text(row.last))
            self.table.add_row(
                Text(f"{row.rank}." if row.rank else "-", style, justify="right"),
                name,
                *(Text(cell, style, justify="right") for cell in cells),
            )
        self.table.move_cursor(row=min(cursor, len(rows) - 1))
        words = _("New players start at 1500. A rating has a rank after five matches.")
        self.query_one("#words", Static).update(words)

    # Commands

    @on(PageTabs.Chosen)
    def _tab_chosen(self, event: PageTabs.Chosen) -> None:
        event.stop()
        self.action_page(event.page)

    def action_page(self, page: int) -> None:
        """Show the board of another game."""
        self.page = page % len(registry.ids())
        self.board = None
        self.load()

    def action_game(self, by: int) -> None:
        """Show the board of the next game."""
        self.action_page(self.page + by)

    def action_season(self, by: int) -> None:
        """Show another season, or all."""
        numbers = [0, *(one.number for one in self.board.seasons)] if self.board else [0]
        if len(numbers) == 2 and not self.season:
            self.explain(_("This is the first season: it has every match."))
            return
        index = numbers.index(self.season) if self.season in numbers else 0
        self.season = numbers[(index + by) % len(numbers)]
        self.load()

    def action_own(self) -> None:
        """Go to one's own row."""
        rows = self.board.rows if self.board else []
        own = [number for number, row in enumerate(rows) if row.is_own]
        if own:
            self.table.move_cursor(row=own[0])
        else:
            self.explain(_("You aren't on this board yet: no match of yours has counted."))

    def action_rules(self) -> None:
        """Open the rules of the game."""
        self.app.open_rules(self.game_id)

    def action_keys(self) -> None:
        """Show every key of this screen."""
        self.app.open_keys([(_("Leaderboard"), COMMANDS)])


def day_text(moment: float) -> str:
    """The day of a moment in seconds since 1970, in UTC."""
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d")
