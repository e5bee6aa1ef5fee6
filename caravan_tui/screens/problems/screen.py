"""The problems of each game, those to try again, and the user's own mistakes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar, Final

from rich.text import Text
from textual import getters, on, work
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.widgets import DataTable, Static

from caravan_tui.engine import Match
from caravan_tui.engine import problem as problems
from caravan_tui.engine.problem import Problem, nobody
from caravan_tui.games import registry
from caravan_tui.i18n import _, _n, capital
from caravan_tui.screens.base import BaseScreen
from caravan_tui.screens.home.cutout import NAMES, BoardCutout
from caravan_tui.screens.problems.problem import ProblemScreen
from caravan_tui.screens.problems.words import (
    day_words,
    stars,
    state_mark,
    state_words,
    theme,
    who_finds_it,
)
from caravan_tui.widgets.closing import close, is_open
from caravan_tui.widgets.commands import Command, bindings, key_name
from caravan_tui.widgets.empty_page import EmptyPage, Way
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.page_tabs import PageTabs
from caravan_tui.widgets.title_bar import TitleBar
from saves import daily
from saves import problems as kept
from saves.problems import Tries

PAGES: Final = 9
"""Pages that have a number as key."""

COMMANDS = (
    Command("problems.open", "p,enter", "open", "Try", "Try the selected problem.", footer=True,
            glyph="Enter", in_palette=False),
    Command("problems.day", "d", "day", "Of the day",
            "Try the problem of the day of this game: the same for everyone.", footer=True),
    Command("problems.new", "n", "new", "Next new",
            "Try the first problem that you have not tried.", footer=True),
    Command("problems.page", "tab", "page(1)", "Page", "Show the next page.", footer=True,
            glyph="Tab"),
    Command("problems.before", "shift+tab", "page(-1)", "Page before", "Show the page before."),
    *(Command(f"problems.page{number}", str(number), f"pick({number - 1})", "By number",
              "Show a page.") for number in range(1, PAGES + 1)),
    Command("problems.rules", "f1", "rules", "Rules", "Show the rules of the selected game."),
    Command("problems.keys", "f2", "keys", "Keys", "Show every key of this screen.", footer=True),
    Command("problems.back", "escape,q", "back", "Back", "Go back.", footer=True, glyph="esc"),
    Command("problems.down", "j", "down", "Down"),
    Command("problems.up", "k", "up", "Up"),
    Command("problems.first", "home", "edge(-1)", "First", "Go to the first problem.",
            priority=True),
    Command("problems.last", "end", "edge(1)", "Last", "Go to the last problem.",
            priority=True),
)  # fmt: skip

ROOMY = 100
"""Columns from which on the list has the number of players, too."""

WIDE, TALL = 140, 32
"""Columns and rows from which on the position of the selected problem stands beside the list."""

NARROW: Final = 5
"""Columns of the list without it."""

DUE: Final = "due"
OWN: Final = "own"


class ProblemsScreen(BaseScreen[None]):
    """A page for each game, one for what is to be tried again, one for own mistakes."""

    COMMANDS: ClassVar[Any] = COMMANDS
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    ProblemsScreen { layout: vertical;
        & > #words { height: 1; padding: 0 1; color: $text-muted; text-wrap: nowrap;
            text-overflow: ellipsis; }
        & > Horizontal { height: 1fr; }
        & DataTable { width: 1fr; height: 1fr; scrollbar-size: 1 1; overflow-x: hidden; }
        & #card { width: 28; height: 1fr; padding: 0 1; background: $surface; }
        & #board { display: none; height: 1fr; width: 1fr; }
        & #facts { height: auto; }
        & > EmptyPage { display: none; }
        &.-empty { & > Horizontal { display: none; } & > EmptyPage { display: block; } }
        &.-wide DataTable { width: 56; }
        &.-wide #card { width: 1fr; padding: 0 1 0 2; }
        &.-wide #board { display: block; margin: 1 0 0 0; }
        &.-tall > #words { height: 3; padding: 1; }
    }
    """

    AUTO_FOCUS = "DataTable"

    table = getters.query_one("#table", DataTable)

    def __init__(self, game: str = "", opens_day: bool = False) -> None:
        """`game`: whose page to begin with; the first one's if it is empty. `opens_day`: begin with
        the problem of the day."""
        super().__init__()
        self.opens_day = opens_day
        self.pages: list[str] = [*registry.ids(), DUE, OWN]
        self.page = self.pages.index(game) if game in self.pages else 0
        self.tries = Tries({}, {})
        self.own: list[Problem] = []
        self.rows: list[Problem] = []
        """What the page lists."""

    def compose(self) -> ComposeResult:
        """Pages, the list, and the selected problem beside it."""
        yield TitleBar(_("Problems"))
        yield PageTabs(id="pages")
        yield Static(id="words", markup=False)
        with Horizontal():
            yield DataTable(cursor_type="row", cursor_foreground_priority="renderable", id="table")
            with Vertical(id="card"):
                yield Static(id="facts", markup=False)
                yield Container(id="board")
        yield EmptyPage(id="empty")
        yield Footer(show_command_palette=False, compact=True)

    def on_resize(self) -> None:
        """Show the position where there is room."""
        width, height = self.app.size
        self.set_class(width >= WIDE and height >= TALL, "-wide")
        self.set_class(height >= TALL, "-tall")
        if self.table.row_count and self.has_players != (len(self.table.columns) > NARROW):
            self.fill()
        self.show_card()

    def on_screen_resume(self) -> None:
        """Read what was tried: a problem may have been solved."""
        self.load()
        if self.opens_day:
            self.opens_day = False
            self.call_after_refresh(self.action_day)

    @work(exclusive=True, group="load")
    async def load(self) -> None:
        """Read what was tried and own mistakes, and show the page."""
        self.tries = await asyncio.to_thread(kept.load)
        self.own = await asyncio.to_thread(kept.own)
        if is_open(self):
            self.fill()

    # Showing

    def listed(self, page: str) -> list[Problem]:
        """The problems of a page."""
        if page == OWN:
            return self.own
        if page == DUE:
            everything = [problem for game in registry.ids() for problem in problems.shipped(game)]
            return self.tries.due([*everything, *self.own], daily.today())
        return list(problems.shipped(page))

    def fill(self) -> None:
        """List the problems of the page."""
        page = self.pages[self.page]
        before = self.selected
        self.rows = self.listed(page)
        titles = [registry.kind_name(game) for game in registry.ids()]
        due = len(self.listed(DUE))
        titles += [_("Again ({count})").format(count=due) if due else _("Again"), _("Mistakes")]
        self.query_one(PageTabs).show(titles, self.page)
        self.query_one("#words", Static).update(self.about(page))
        self.make_columns()
        for number, problem in enumerate(self.rows, 1):
            self.table.add_row(*self.cells(problem, number), key=str(number))
        self.fit_columns()
        self.set_class(not self.rows, "-empty")
        if not self.rows:
            self.show_empty(page)
        row = self.rows.index(before) if before in self.rows else self.first_new()
        self.table.move_cursor(row=row)
        solved = self.tries.solved(self.rows)
        counted = _("{solved} of {count} solved").format(solved=solved, count=len(self.rows))
        facts = f"{self.whole_title(page)}   {counted}" if self.rows else self.whole_title(page)
        self.query_one(TitleBar).show(_("Problems"), facts)
        self.show_card()
        self.refresh_bindings()

    def whole_title(self, page: str) -> str:
        """The page in words."""
        return {DUE: _("to try again"), OWN: _("your own mistakes")}.get(
            page, registry.game_name(page) if page in registry.ids() else ""
        )

    def first_new(self) -> int:
        """The first row that was never tried, or the first one."""
        return next(
            (row for row, problem in enumerate(self.rows) if self.tries.of(problem) is None), 0
        )

    def make_columns(self) -> None:
        """Make the columns of the page, as far as there is room; the card has the rest."""
        self.table.clear(columns=True)
        titles = ["", _("No."), _("Level"), _("Game") if self.mixes_games else _("Theme")]
        titles += [_("Players")] if self.has_players else []
        for title in (*titles, _("You")):
            self.table.add_column(title)

    def fit_columns(self) -> None:
        """Make the columns as wide as their texts, also where the table has not been laid out."""
        for column in self.table.ordered_columns:
            cells = [Text.assemble(cell) for cell in self.table.get_column(column.key)]
            column.width = max(cell.cell_len for cell in [column.label, *cells])
            column.auto_width = False

    @property
    def mixes_games(self) -> bool:
        """Whether the page lists problems of several games."""
        return self.pages[self.page] in (DUE, OWN)

    @property
    def has_players(self) -> bool:
        """Whether there is room for the number of players."""
        return self.app.size.width >= ROOMY

    def known_theme(self, problem: Problem) -> str:
        """What a problem is about, once it was tried: before, that would be half the answer."""
        return theme(problem) if self.tries.of(problem) else "?"

    def cells(self, problem: Problem, number: int) -> list[Text]:
        """The cells of a problem."""
        tried, today, is_ascii = self.tries.of(problem), daily.today(), self.app.ascii
        about = registry.kind_name(problem.game) if self.mixes_games else self.known_theme(problem)
        style = "" if tried else "dim"
        cells = [
            Text(state_mark(tried, today, is_ascii), "bold" if tried else "dim"),
            Text(str(number), justify="right"),
            Text(stars(problem, is_ascii)),
            Text(about),
        ]
        if self.has_players:
            cells.append(Text(str(problem.seats), justify="right"))
        return [*cells, Text(state_words(tried, today), style)]

    def about(self, page: str) -> str:
        """What the page is, in a line."""
        if page == DUE:
            return _("What you did not solve at once comes again after 1, 3, 8 and 21 days.")
        if page == OWN:
            return _("Mistakes that the analysis of your own matches has found.")
        return _("One move is clearly the best, and a first look misses it. Easy ones first.")

    def show_empty(self, page: str) -> None:
        """Say why a page is empty, and what to do."""
        back = Way(key_name(self, "problems.page"), _("the next page"), "screen.page(1)")
        if page == DUE:
            words = _("Problems that you do not solve at once come back here.")
            self.query_one(EmptyPage).show(_("Nothing to try again today."), words, [back])
        elif page == OWN:
            words = _(
                "Analyse a match that you have finished: each clear mistake of yours becomes a "
                "problem here."
            )
            self.query_one(EmptyPage).show(_("No mistakes yet."), words, [back])
        else:
            self.query_one(EmptyPage).show(_("This game has no problems yet."), "", [back])

    @property
    def selected(self) -> Problem | None:
        """The problem under the cursor."""
        row = self.table.cursor_row if self.table.row_count else -1
        return self.rows[row] if 0 <= row < len(self.rows) else None

    @property
    def game(self) -> str:
        """The game of the page, or of the selected problem."""
        page = self.pages[self.page]
        if page in registry.ids():
            return page
        return self.selected.game if self.selected else registry.ids()[0]

    @on(DataTable.RowHighlighted)
    def _show_selected(self, event: DataTable.RowHighlighted) -> None:
        event.stop()
        self.show_card()

    def show_card(self) -> None:
        """Describe the selected problem, and the problem of the day."""
        problem = self.selected
        if problem is None:
            return
        tried, today = self.tries.of(problem), daily.today()
        card = Text()
        if tried is not None:
            card.append(f"{theme(problem)}\n", "bold")
        if problem.level:
            card.append(f"{stars(problem, self.app.ascii)}\n")
        card.append(f"{who_finds_it(problem)}\n", "dim")
        players = _n("{count} player", "{count} players", problem.seats)
        card.append(players.format(count=problem.seats) + "\n")
        if problem.level:
            words = _("The best move brings {points} more wins of 100.")
            card.append(words.format(points=round(100 * problem.gap)) + "\n", "dim")
        card.append("\n" + capital(state_words(tried, today)) + "\n", "bold")
        if tried is not None:
            tries = _("Solved {solved}, missed {failed}")
            card.append(tries.format(solved=tried.solved, failed=tried.failed) + "\n", "dim")
        card.append("\n" + _("Problem of the day") + "\n", "bold")
        of_day = problems.of_day(self.game, today)
        if of_day is not None:
            words = day_words(self.tries.on_day(self.game, today))
            card.append(f"{registry.short_name(self.game)}: {words}\n")
        self.query_one("#facts", Static).update(card)
        if self.has_class("-wide"):
            self.show_position(problem)

    @work(exclusive=True, group="board")
    async def show_position(self, problem: Problem) -> None:
        """Show the position of a problem from the seat that decides."""
        try:
            match = await asyncio.to_thread(position_of, problem)
        except ValueError:
            return
        if not is_open(self) or not self.query("#board"):
            return
        board = self.query_one("#board", Container)
        picture = next(iter(board.query_children(BoardCutout)), None)
        if picture is None:
            picture = BoardCutout()
            board.mount(picture)
        picture.show(match, match.to_act)

    # Commands

    @on(DataTable.RowSelected)
    def _open_row(self, event: DataTable.RowSelected) -> None:
        event.stop()
        if self.is_active:
            self.action_open()

    @on(PageTabs.Chosen)
    def _choose_page(self, event: PageTabs.Chosen) -> None:
        event.stop()
        self.action_pick(event.page)

    def open_problem(self, listed: Sequence[Problem], index: int, is_of_day: bool = False) -> None:
        """Open a problem of a list."""
        day = daily.today() if is_of_day else None
        make = partial(ProblemScreen, listed, index, day, self.app.host.player_name())
        try:
            self.app.push_screen(make())
        except ValueError as error:
            self.notify(str(error), severity="warning")

    def action_open(self) -> None:
        """Try the selected problem."""
        if self.selected is not None:
            self.open_problem(self.rows, self.table.cursor_row)

    def action_new(self) -> None:
        """Try the first problem that was never tried."""
        if self.rows:
            self.open_problem(self.rows, self.first_new())

    def action_day(self) -> None:
        """Try the problem of the day of this game, then those of the others."""
        open_day(self, self.game)

    def action_page(self, way: int) -> None:
        """Show the next page, or the one before."""
        self.action_pick((self.page + way) % len(self.pages))

    def action_pick(self, page: int) -> None:
        """Show a page."""
        if page < len(self.pages):
            self.page = page
            self.table.move_cursor(row=0)
            self.rows = []
            self.fill()

    def offers(self, action: str) -> bool:
        """Whether the footer is to name an action: nothing is tried on an empty page."""
        return action not in ("open", "new") or bool(self.rows)

    def action_rules(self) -> None:
        """Show the rules of the selected game."""
        self.app.open_rules(self.game)

    def action_keys(self) -> None:
        """Show every key of this screen."""
        self.app.open_keys([(_("Problems"), COMMANDS)])

    def action_back(self) -> None:
        """Go back."""
        close(self)

    def action_down(self) -> None:
        """Select the next row."""
        self.table.action_cursor_down()

    def action_up(self) -> None:
        """Select the previous row."""
        self.table.action_cursor_up()

    def action_edge(self, way: int) -> None:
        """Select the first row, or the last one."""
        self.table.move_cursor(row=0 if way < 0 else self.table.row_count - 1)


def open_day(screen: BaseScreen[Any], game: str) -> None:
    """Open the problem of the day of a game; those of the other games come next."""
    day = daily.today()
    first = registry.ids().index(game)
    games = [*registry.ids()[first:], *registry.ids()[:first]]
    candidates = (problems.of_day(name, day) for name in games)
    of_day = [problem for problem in candidates if problem is not None]
    if not of_day or of_day[0].game != game:
        screen.notify(_("This game has no problems yet."))
        return
    screen.app.push_screen(ProblemScreen(of_day, 0, day, screen.app.host.player_name()))


def position_of(problem: Problem) -> Match:
    """The position of a problem with names that nobody has. Raises ValueError."""
    match = problem.position(nobody(problem.seats))
    for number, seat in enumerate(match.record.seats):
        match.reseat(number, type(seat)(seat.kind, NAMES[number % len(NAMES)]))
    return match
