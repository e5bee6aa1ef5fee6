"""The problems of each game, those to try again, and the user's own mistakes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import date
from typing import Any, ClassVar, Final

from rich.style import Style
from rich.text import Text
from textual import getters, on, work
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.events import Key
from textual.widgets import Static

from caravan_tui.engine import problem as problems
from caravan_tui.engine.problem import Problem
from caravan_tui.games import registry
from caravan_tui.i18n import _, _n, capital
from caravan_tui.presentation.exercises import ListedProblem
from caravan_tui.presentation.problem_seats import seated
from caravan_tui.presentation.problems import (
    called,
    day_words,
    difficulty_words,
    of_day_words,
    stars,
    state_mark,
    state_words,
    theme,
    who_finds_it,
    worth_of_answer,
)
from caravan_tui.screens.base import BaseScreen
from caravan_tui.screens.home.cutout import BoardCutout
from caravan_tui.screens.problems.grid import Group, Plaque, ProblemGrid
from caravan_tui.screens.problems.problem import ProblemScreen
from caravan_tui.widgets.closing import close, is_open
from caravan_tui.widgets.commands import Command, bindings, explain_key, key_name
from caravan_tui.widgets.empty_page import ActionLink, EmptyPage
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.page_tabs import PageTabs, page_commands
from caravan_tui.widgets.still_board import StillBoard
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
    *page_commands("problems.page", "pick", PAGES),
    Command("problems.rules", "f1", "rules", "Rules", "Show the rules of the selected game."),
    Command("problems.keys", "f2,question_mark", "keys", "Keys", "Show every key of this screen.",
            footer=True),
    Command("problems.back", "escape,q", "back", "Back", "Go back.", footer=True, glyph="esc"),
    Command("problems.down", "down,j", "move(0, 1)", "Down", "Go a row down."),
    Command("problems.up", "up,k", "move(0, -1)", "Up", "Go a row up."),
    Command("problems.left", "left,h", "move(-1, 0)", "Left", "Go to the problem before."),
    Command("problems.right", "right,l", "move(1, 0)", "Right", "Go to the problem after."),
    Command("problems.group", "pagedown", "group(1)", "Level", "Go to the next level."),
    Command("problems.group_before", "pageup", "group(-1)", "Level before",
            "Go to the level before."),
    Command("problems.first", "home", "edge(-1)", "First", "Go to the first problem.",
            priority=True),
    Command("problems.last", "end", "edge(1)", "Last", "Go to the last problem.",
            priority=True),
)  # fmt: skip

WIDE, TALL = 140, 32
"""Columns and rows from which on a whole board stands beside the list."""

WIDEST = 154
"""Columns from which on the list is wider, too."""

CARPETS: Final = ("gain", "oasis", "favour", "primary", "gold")
"""The colours of the carpets of a page, the first group's first."""

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
        & #left { width: 38; height: 1fr; padding: 0 0 0 1; }
        & #signs { height: 1; color: $text-muted; text-wrap: nowrap; }
        & #card { width: 1fr; height: 1fr; padding: 0 1; background: $surface; }
        & #board { height: 1fr; width: 1fr; }
        & #part { height: 1; color: $text-muted; text-wrap: nowrap; }
        & #facts { height: auto; link-color: $accent; link-style: bold; link-background: $surface; }
        & > EmptyPage { display: none; }
        &.-empty { & > Horizontal { display: none; } & > EmptyPage { display: block; } }
        &.-wide #left { width: 56; }
        &.-widest #left { width: 68; }
        &.-wide #card { padding: 0 1 0 2; }
        &.-tall > #words { height: 3; padding: 1; }
    }
    """

    AUTO_FOCUS = "ProblemGrid"

    grid = getters.query_one(ProblemGrid)

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
        self.last_opened: Problem | None = None
        """The one that was opened last, until the page is shown again."""

    def compose(self) -> ComposeResult:
        """Pages, the list, and the selected problem beside it."""
        yield TitleBar(_("Problems"))
        yield PageTabs(id="pages")
        yield Static(_("Reading the problems …"), id="words", markup=False)
        with Horizontal():
            with Vertical(id="left"):
                yield ProblemGrid()
                yield Static(id="signs", markup=False)
            with Vertical(id="card"):
                yield Static(id="facts", markup=False)
                yield Static(id="part", markup=False)
                yield Container(id="board")
        yield EmptyPage(id="empty")
        yield Footer(show_command_palette=False, compact=True)

    def on_resize(self) -> None:
        """Show the position where there is room."""
        width, height = self.app.size
        self.set_class(width >= WIDE and height >= TALL, "-wide")
        self.set_class(height >= TALL, "-tall")
        self.set_class(width >= WIDEST and height >= TALL, "-widest")
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
            return kept.due_now(self.tries, self.own, daily.today())
        return list(problems.shipped(page))

    def fill(self) -> None:
        """List the problems of the page."""
        page = self.pages[self.page]
        before, last = self.selected, self.last_opened
        self.rows = self.listed(page)
        if last is not None and last in self.rows:
            before = last
        self.last_opened = None
        titles = [registry.kind_name(game) for game in registry.ids()]
        due = len(self.listed(DUE))
        titles += [_("Again ({count})").format(count=due) if due else _("Again"), _("Mistakes")]
        self.query_one(PageTabs).show(titles, self.page)
        self.query_one("#words", Static).update(self.about(page))
        self.query_one("#signs", Static).update(self.sign_words())
        self.set_class(not self.rows, "-empty")
        if not self.rows:
            self.show_empty(page)
        row = self.rows.index(before) if before in self.rows else self.first_new()
        self.grid.show(self.groups(), row)
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

    @property
    def mixes_games(self) -> bool:
        """Whether the page lists problems of several games."""
        return self.pages[self.page] in (DUE, OWN)

    def groups(self) -> list[Group]:
        """The problems of the page by level, or by game where it mixes games."""
        parts: dict[str, list[Problem]] = {}
        for problem in self.rows:
            parts.setdefault(self.heading_of(problem), []).append(problem)
        if self.mixes_games:  # a part each, as games come in any order
            self.rows = [problem for part in parts.values() for problem in part]
        groups: list[Group] = []
        number = 0
        for heading, part in parts.items():
            aside = _("{solved} of {count}").format(solved=self.tries.solved(part), count=len(part))
            plaques = [self.plaque(problem, number + n) for n, problem in enumerate(part, 1)]
            number += len(part)
            colour = CARPETS[len(groups) % len(CARPETS)]
            groups.append(Group(heading, aside, plaques, colour))
        return groups

    def heading_of(self, problem: Problem) -> str:
        """What a problem has in common with those under the same heading."""
        if self.mixes_games:
            return registry.game_name(problem.game)
        return f"{stars(problem, self.app.ascii)}  {difficulty_words(problem)}"

    def plaque(self, problem: Problem, number: int) -> Plaque:
        """The plaque of a problem."""
        tried, today = self.tries.of(problem), daily.today()
        if tried is None:
            return Plaque(number, "", "")
        sign = state_mark(tried, today, self.app.ascii)
        ground = "loss" if tried.is_due(today) else ""
        return Plaque(number, sign, ground, tried.was_solved and not ground)

    def sign_words(self) -> str:
        """What the signs on plaques mean, as far as some are there; how to choose one as long as
        none was tried."""
        today, is_ascii = daily.today(), self.app.ascii
        seen: dict[str, str] = {}
        for problem in self.rows:
            if (tried := self.tries.of(problem)) is not None:
                words = _("try again") if tried.is_due(today) else (
                    _("solved") if tried.was_solved else _("missed, comes again"))  # fmt: skip
                seen[state_mark(tried, today, is_ascii)] = words
        if not seen:
            return _("Choose one with arrows or a click.")
        return "  ".join(f"{sign} {words}" for sign, words in seen.items())

    def about(self, page: str) -> str:
        """What the page is, in a line."""
        if page == DUE:
            return _("What you did not solve at once comes again after 1, 3, 8 and 21 days.")
        if page == OWN:
            return _("Mistakes that the analysis of your own matches has found.")
        words = _("One move is clearly best, and another one tempts.")
        if not problems.games():
            return words
        return f"{words}   {of_day_words(self.tries, daily.today())}"

    def show_empty(self, page: str) -> None:
        """Say why a page is empty, and what to do."""
        back = ActionLink(key_name(self, "problems.page"), _("the next page"), "screen.page(1)")
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
        row = self.grid.cursor
        return self.rows[row] if 0 <= row < len(self.rows) else None

    @property
    def game(self) -> str:
        """The game of the page, or of the selected problem."""
        page = self.pages[self.page]
        if page in registry.ids():
            return page
        return self.selected.game if self.selected else registry.ids()[0]

    @on(ProblemGrid.Highlighted)
    def _show_selected(self, event: ProblemGrid.Highlighted) -> None:
        event.stop()
        self.show_card()

    def show_card(self) -> None:
        """Describe the selected problem, and show its position."""
        problem = self.selected
        if problem is None:
            return
        self.query_one("#facts", Static).update(self.facts(problem))
        self.show_position(problem)

    def facts(self, problem: Problem) -> Text:
        """What is known of a problem without its answer."""
        tried, today = self.tries.of(problem), daily.today()
        number = _("Problem {number}").format(number=self.grid.cursor + 1)
        card = Text.assemble((number, "bold"))
        if problem.level:
            card.append(f"  {stars(problem, self.app.ascii)}")
        card.append("  " + capital(state_words(tried, today)), "bold" if tried else "")
        if tried is not None:
            tries = _("Your tries: solved {solved}, missed {failed}")
            card.append("\n" + tries.format(solved=tried.solved, failed=tried.failed))
            if (name := theme(problem)) != "-":
                card.append("\n" + _("It is about: {theme}.").format(theme=name), "dim")
        card.append("\n").append_text(self.ways(today))
        players = _n("{count} player", "{count} players", problem.seats)
        facts = [f"{players.format(count=problem.seats)}. {who_finds_it(problem)}"]
        if problem.level:
            facts.append(called(_("The best move"), worth_of_answer(problem)[0]))
        for line in facts:
            card.append("\n" + line, "dim")
        return card

    def ways(self, today: date) -> Text:
        """What can be done from here, with the keys for it; a click does it, too."""
        ways = {"open": _("{key}: try it")}
        if problems.of_day(self.game, today) is not None:
            words = day_words(self.tries.on_day(self.game, today))
            ways["day"] = _("{key}: of the day ({words})").format(key="{key}", words=words)
        text = Text()
        for name, words in ways.items():
            key = "Enter" if name == "open" else key_name(self, f"problems.{name}")
            style = Style(meta={"@click": f"screen.{name}"})
            text.append("   " if text else "").append(words.format(key=key), style)
        return text

    @work(exclusive=True, group="board")
    async def show_position(self, problem: Problem) -> None:
        """Show the position of a problem from the seat that decides."""
        try:
            players = seated(problem, self.app.host.player_name())
            match = await asyncio.to_thread(problem.position, players)
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

    @on(StillBoard.Placed)
    def _say_whether_part(self, event: StillBoard.Placed) -> None:
        event.stop()
        words = _("A part; {key} shows the whole board.") if event.is_part else ""
        key = key_name(self, "problems.open")
        self.query_one("#part", Static).update(words.format(key=key))

    # Commands

    @on(ProblemGrid.Opened)
    def _open_clicked(self, event: ProblemGrid.Opened) -> None:
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
        try:
            user = self.app.host.player_name()
            exercise = ListedProblem(listed, index, user, day, self._keep_last)
            self.app.push_screen(ProblemScreen(exercise))
        except ValueError as error:
            self.notify(str(error), severity="warning")

    def _keep_last(self, problem: Problem) -> None:
        self.last_opened = problem

    def action_open(self) -> None:
        """Try the selected problem."""
        if self.selected is not None:
            self.open_problem(self.rows, self.grid.cursor)

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

    def action_move(self, right: int, down: int) -> None:
        """Select the next problem in a direction."""
        if self.rows:
            self.grid.move(right, down)

    def action_group(self, way: int) -> None:
        """Select the first problem of the next group, or of the one before."""
        self.grid.move_group(way)

    def action_edge(self, way: int) -> None:
        """Select the first problem, or the last one."""
        self.grid.go_to(0 if way < 0 else len(self.rows) - 1)

    def on_key(self, event: Key) -> None:
        """Say so when a key does nothing."""
        if text := explain_key(self, event):
            self.explain(text)


def open_day(screen: BaseScreen[Any], game: str) -> None:
    """Open the problem of the day of a game; those of the other games come next."""
    day = daily.today()
    of_day = problems.from_day(game, day)
    if not of_day:
        screen.notify(_("This game has no problems yet."))
        return
    exercise = ListedProblem(of_day, 0, screen.app.host.player_name(), day)
    screen.app.push_screen(ProblemScreen(exercise))
