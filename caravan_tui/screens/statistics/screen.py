"""Statistics of finished matches, page by page."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

from attrs import evolve
from textual import getters, on, work
from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.cache import LRUCache
from textual.events import Key
from textual.widget import Widget
from textual.widgets import ContentSwitcher, DataTable, Static

from caravan_tui.games import registry
from caravan_tui.games.registry import game_name
from caravan_tui.hosts.reviewing import Beginning
from caravan_tui.i18n import _, _n, language
from caravan_tui.screens.base import BaseScreen
from caravan_tui.screens.file_dialogs import ask_path, save_text
from caravan_tui.screens.replay.open_replay import look_back
from caravan_tui.screens.statistics import example
from caravan_tui.screens.statistics.accuracy import AccuracyPage
from caravan_tui.screens.statistics.calendar import CalendarPage
from caravan_tui.screens.statistics.cards import CardGrid
from caravan_tui.screens.statistics.deeds_page import DeedList, DeedsPage
from caravan_tui.screens.statistics.empty_state_banner import EmptyStateBanner
from caravan_tui.screens.statistics.luck import LuckPage
from caravan_tui.screens.statistics.openings import OpeningsPage
from caravan_tui.screens.statistics.opponents import OpponentsPage
from caravan_tui.screens.statistics.overview import Overview
from caravan_tui.screens.statistics.page import (
    EmptyState,
    Facts,
    StatisticsPage,
    as_example,
    numbers_of,
)
from caravan_tui.screens.statistics.rating_page import RatingPage
from caravan_tui.screens.statistics.records_page import RecordsPage
from caravan_tui.screens.statistics.reviewing import ReviewRun
from caravan_tui.screens.statistics.tables import NumbersPage
from caravan_tui.widgets.closing import close, is_open
from caravan_tui.widgets.commands import Command, bindings, explain_key, key_name, useful
from caravan_tui.widgets.empty_page import ActionLink, EmptyPage
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.page_tabs import PageTabs, page_commands
from caravan_tui.widgets.title_bar import TitleBar
from saves import export, road
from saves import statistics as sums
from saves.errors import SaveError
from saves.profile import Result
from saves.reviews import Review
from saves.road import Travel

PAGES: tuple[type[StatisticsPage], ...] = (
    Overview,
    RatingPage,
    AccuracyPage,
    LuckPage,
    OpponentsPage,
    OpeningsPage,
    CalendarPage,
    RecordsPage,
    DeedsPage,
    NumbersPage,
)
"""In the order of their tabs; ten at most, as many as there are keys."""

COMMANDS = (
    Command("statistics.next", "right,l,tab", "page(1)", "Page", "Go to the next page.",
            footer=True, glyph="←→", palette_title="Next page"),
    Command("statistics.before", "left,h,shift+tab", "page(-1)", "Previous page"),
    *page_commands("statistics.page", "pick", len(PAGES)),
    Command("statistics.game", "g", "game(1)", "Game", "Show only the next game, or all again.",
            footer=True, palette_title="Next game"),
    Command("statistics.game_before", "G", "game(-1)", "Previous game"),
    Command("statistics.replay", "enter", "replay", "Replay",
            "Replay the match that did the deed at the cursor.", footer=True),
    Command("statistics.play", "enter", "play", "Set up",
            "Set up a match, where a page is still empty.", footer=True, glyph="Enter"),
    Command("statistics.example", "x", "example", "Example",
            "Show by an example what an empty page will look like, or hide it again."),
    Command("statistics.review", "a", "review", "Analyse",
            "Analyse your last matches that are not analysed yet, for accuracy and luck, or stop.",
            footer=True, palette_title="Analyse last matches"),
    Command("statistics.export", "e", "export", "Export",
            "Save all results and statistics as JSON or CSV.", footer=True),
    Command("statistics.keys", "f2,question_mark", "keys", "Keys", "Show every key of this screen.",
            footer=True),
    Command("statistics.back", "escape,q", "back", "Back", "Go back home.", footer=True,
            glyph="esc"),
)  # fmt: skip

EXPORT_NAME = "caravan-statistics.json"

MOST_READ = 300
"""Saved matches that are read for openings and styles, at most."""

REDRAW = 25
"""Matches after which what has been read so far is shown."""

BEGINNINGS: LRUCache[tuple[str, int | None, str], Beginning | None] = LRUCache(1000)
"""How matches began, by match, seat and language, for when the screen is opened again."""


class StatisticsScreen(BaseScreen[None]):
    """The pages of `PAGES`, of all games or one."""

    COMMANDS: ClassVar[Any] = COMMANDS
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    StatisticsScreen { layout: vertical;
        & > ContentSwitcher { height: 1fr; }
        & > EmptyStateBanner { display: none; }
        &.-example > EmptyStateBanner { display: block; }
        & > #caption { height: auto; min-height: 1; max-height: 3; padding: 0 1;
            color: $text-muted; }
    }
    """

    AUTO_FOCUS = ""

    switcher = getters.query_one(ContentSwitcher)
    run = getters.query_one(ReviewRun)

    def __init__(self) -> None:
        super().__init__()
        self.results: list[Result] = []
        self.reviews: list[Review] = []
        self.travel = Travel()
        """How far the player has come on the Road, where a title is earned."""
        self.beginnings: dict[str, Beginning] = {}
        self.page = 0
        self.game: str | None = None
        """The game that is shown, None for all."""
        self.is_loaded = False
        """Whether results and reviews are known."""
        self.is_reading = False
        """Whether saved matches are being read."""
        self.wants_match = False
        """Whether the page is empty for want of a match."""
        self.shows_example = False
        """Whether empty pages show an example, which nobody sees without asking for it."""
        self.has_example = False
        """Whether the page is empty and has an example."""

    @staticmethod
    def pages() -> list[tuple[str, str]]:
        """The id of the widget and the title of each page."""
        return [(page.name_of_page, page.title()) for page in PAGES]

    def compose(self) -> ComposeResult:
        """Title, pages, what is on them, how far an analysis is, a caption."""
        yield TitleBar(_("Statistics"))
        yield PageTabs(id="pages", wraps=True)
        yield EmptyStateBanner()
        with ContentSwitcher(initial=PAGES[0].name_of_page):
            for page in PAGES:
                yield page()
            yield EmptyPage(id="nothing")
        yield ReviewRun()
        yield Static(_("Reading your results …"), id="caption", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Read the results."""
        self.load()

    def on_resize(self) -> None:
        """Fit the columns to the room there is."""
        if self.results:
            self.show()

    @work(exclusive=True, group="load")
    async def load(self) -> None:
        """Read results and reviews and show them, then how the matches began."""
        host = self.app.host
        self.travel = await asyncio.to_thread(road.load)
        try:
            self.results = await host.results()
            self.reviews = await host.reviews()
        except SaveError as error:
            self.notify(str(error), severity="error")
        if not is_open(self):
            return
        self.is_loaded = self.is_reading = True
        self.show()
        await self.read_beginnings()

    async def read_beginnings(self) -> None:
        """Read how the user's last matches began, as far as they are still saved."""
        own = sums.own_results(self.results)[-MOST_READ:]
        for number, result in enumerate(reversed(own), 1):
            key = result.match, result.me, language()
            if key not in BEGINNINGS:
                BEGINNINGS[key] = await self.app.host.beginning(result)
            begun = BEGINNINGS[key]
            if begun is not None:
                self.beginnings[result.match] = begun
            if number % REDRAW == 0 and is_open(self):
                self.show_if_it_needs_beginnings()
        self.is_reading = False
        if is_open(self):
            self.show_if_it_needs_beginnings()

    def show_if_it_needs_beginnings(self) -> None:
        """Show the page again if it is made of saved matches."""
        if PAGES[self.page] in (OpeningsPage, OpponentsPage):
            self.show()

    # Showing

    def chosen(self) -> list[Result]:
        """The results of the game that is shown, or of all."""
        return [result for result in self.results if self.game in (None, result.game)]

    def facts(self) -> Facts:
        """What the pages are made of."""
        levels = self.app.host.levels()
        return Facts(
            results=self.chosen(),
            game=self.game,
            reviews=self.reviews,
            beginnings=self.beginnings,
            titles=self.app.host.opponents(),
            levels={title: sums.RATINGS[name] for title, name in levels if name in sums.MARKED},
            key=lambda command: key_name(self, command),
            is_reading=self.is_reading,
            is_reviewing=self.is_reviewing,
        )

    def show(self) -> None:
        """Show the current page."""
        words = game_name(self.game) if self.game else _("all games")
        if named := self.travel.named(self.app.host.player_name()):
            words = f"{words}   {named}"
        self.query_one(TitleBar).show(_("Statistics"), words)
        self.query_one(PageTabs).show([title for _name, title in self.pages()], self.page)
        if not (self.is_loaded or self.results):
            return
        page, facts = self.query_one(PAGES[self.page]), self.facts()
        self.switcher.current = page.name_of_page
        caption = page.show(facts)
        empty_state = None if caption else self.empty_state_of(page, facts)
        self.has_example = empty_state is not None and empty_state.has_example
        if empty_state is not None and self.has_example and self.shows_example:
            self.query_one(EmptyStateBanner).show(empty_state)
            if caption := page.show(self.example_of(page, facts)):
                caption = as_example(caption)
        self.set_class(empty_state is not None and bool(caption), "-example")
        links = empty_state.links if empty_state is not None else ()
        self.wants_match = any(link.action == "screen.play" for link in links)
        if not caption and empty_state is not None:
            self.switcher.current = "nothing"
            self.query_one("#nothing", EmptyPage).show(
                empty_state.heading, empty_state.text, empty_state.links, empty_state.numbers
            )
        self.query_one("#caption", Static).update(caption)
        self.refresh_bindings()

    def empty_state_of(self, page: StatisticsPage, facts: Facts) -> EmptyState:
        """Why there is nothing on a page, what will be, and how to get there."""
        empty_state = page.empty_state(facts)
        links = list(empty_state.links)
        if not facts.own and (assisted := self.assisted_link()):
            links.append(assisted)
        if empty_state.has_example:
            words = _("hide the example") if self.shows_example else _("see an example")
            link = ActionLink(key_name(self, "statistics.example"), words, "screen.example")
            # Once a match was played, nobody has to be told first how to play one.
            links.insert(0 if facts.own and not self.shows_example else len(links), link)
        return evolve(empty_state, links=links, numbers=numbers_of(facts))

    def example_of(self, page: StatisticsPage, facts: Facts) -> Facts:
        """Invented matches of all games: of one alone they would be too few."""
        matches = example.results(self.app.host.player_name())
        return evolve(
            facts,
            results=matches,
            game=None,
            is_example=True,
            reviews=example.reviews(matches),
            beginnings=example.beginnings(matches) if isinstance(page, OpeningsPage) else {},
        )

    def assisted_link(self) -> ActionLink | None:
        """Where the assisted matches are, if there are any."""
        count = len(sums.own_results(self.chosen(), assisted=True))
        if not count:
            return None
        number = PAGES.index(NumbersPage)
        text = _n(
            "look at your {count} assisted match", "look at your {count} assisted matches", count
        )
        key = key_name(self, f"statistics.page{number + 1}")
        return ActionLink(key, text.format(count=count), f"screen.pick({number})")

    def title_of(self, action: str) -> str:
        """What the footer calls an action now."""
        return "Stop" if action == "review" and self.is_reviewing else ""

    @property
    def is_reviewing(self) -> bool:
        """Whether matches are being analysed."""
        return any(run.is_active_run for run in self.query(ReviewRun))

    # Commands

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a command can be used on this page."""
        if action == "replay":
            return PAGES[self.page] is DeedsPage
        if action == "play":
            return self.wants_match
        if action == "example":
            return self.has_example or not self.is_loaded
        return super().check_action(action, parameters)

    def offers(self, action: str) -> bool:
        """Whether the footer is to name an action: a deed that waits has no match to replay, and
        before the first match that counts nothing is to be analysed."""
        if action == "example":
            return self.has_example
        if action == "review":
            return bool(sums.own_results(self.chosen()))
        if action == "export":
            return bool(self.results) and self.switcher.current != "nothing"
        if action == "game(1)":
            return len(self.games()) > 1
        return action != "replay" or self.query_one(DeedList).has_match

    def action_replay(self) -> None:
        """Replay the match of the deed at the cursor."""
        self.query_one(DeedList).open()

    def action_play(self) -> None:
        """Leave for the set-up of a match, of the game that is shown."""
        game = self.game or registry.by_ease()[0]
        close(self)
        self.app.open("setup", game)

    def action_example(self) -> None:
        """Show an example on empty pages, or hide it again; once it is known which are empty."""
        self.shows_example = not self.shows_example
        self.show()

    @on(DeedList.Opened)
    @work(exclusive=True, group="replay")
    async def _open_match(self, event: DeedList.Opened) -> None:
        event.stop()
        if event.match is None:
            self.notify(_("This deed waits for you, so there is no match to replay yet."))
        else:
            await look_back(self, event.match)

    def on_key(self, event: Key) -> None:
        """Scroll what is shown; say so when a key does nothing."""
        page: Widget = self.query_one(PAGES[self.page])
        page = next(iter(page.query(DataTable)), page)
        actions = {
            "down": page.action_scroll_down,
            "j": page.action_scroll_down,
            "up": page.action_scroll_up,
            "k": page.action_scroll_up,
            "pagedown": page.action_page_down,
            "pageup": page.action_page_up,
        }
        if event.key in actions:
            event.stop()
            with suppress(SkipAction):  # what fits does not scroll
                actions[event.key]()
        elif text := explain_key(self, event):
            self.explain(text)

    @on(CardGrid.GameChosen)
    def _choose_game(self, event: CardGrid.GameChosen) -> None:
        """Show one game alone; a click on its card shows all again."""
        event.stop()
        self.game = None if self.game == event.game else event.game
        self.show()

    @on(PageTabs.Chosen)
    def _choose_page(self, event: PageTabs.Chosen) -> None:
        event.stop()
        self.action_pick(event.page)

    def action_page(self, by: int) -> None:
        """Go to the next or previous page."""
        self.page = (self.page + by) % len(PAGES)
        self.show()

    def action_pick(self, page: int) -> None:
        """Go to a page."""
        self.page = page
        self.show()

    def is_still_loading(self) -> bool:
        """Whether the results are still being read, which is said: a key has to wait for them."""
        if not self.is_loaded:
            self.explain(_("Your results are still being read."))
        return not self.is_loaded

    def action_game(self, by: int) -> None:
        """Show the next or previous game, or all."""
        if self.is_still_loading():
            return
        games = self.games()
        if len(games) < 2:
            self.explain(_("No match has ended yet: there is no game to choose."))
            return
        self.game = games[(games.index(self.game) + by) % len(games)]
        self.show()

    def games(self) -> list[str | None]:
        """The games of which there is something to show, and None for all: those that were played;
        deeds wait in every game."""
        chosen = {self.game, *(result.game for result in self.results)}
        if PAGES[self.page] is DeedsPage:
            chosen.update(registry.ids())
        return [None, *(name for name in registry.ids() if name in chosen)]

    def action_review(self) -> None:
        """Analyse the last matches that are not analysed yet, or stop that."""
        if self.is_still_loading():
            return
        if self.run.is_active_run:
            self.run.stop()
            self.show_run()
            return
        known = {(review.match, review.seat) for review in self.reviews}
        own = sums.own_results(self.chosen())
        waiting = [result for result in reversed(own) if (result.match, result.me) not in known]
        if not own:
            self.explain(_("No match has ended yet: there is nothing to analyse."))
            return
        if not waiting:
            self.explain(_("Every match here has been analysed."))
            return
        self.run.start(waiting)
        self.show_run()

    def show_run(self) -> None:
        """Say what the key does now, at the foot and on an empty page."""
        self.refresh_bindings()
        self.show()

    @on(ReviewRun.Reviewed)
    async def _show_reviewed(self, event: ReviewRun.Reviewed) -> None:
        """Show what another analysis has said, and at the end how many there were."""
        event.stop()
        with suppress(SaveError):  # said when the screen was opened
            self.reviews = await self.app.host.reviews()
        if not is_open(self):
            return
        self.show()
        if event.is_last:
            self.refresh_bindings()
            if not event.done:
                self.explain(_("None of the matches that are left is still saved."))

    @work(exclusive=True, group="dialog")
    async def action_export(self) -> None:
        """Save everything to a file."""
        if self.is_still_loading():
            return
        if not self.results:
            self.explain(_("No match has ended yet: there is nothing to export."))
            return

        def check(path: Path) -> str | None:
            if path.suffix in (".json", ".csv"):
                return None
            return _("The file name must end in .json or .csv.")

        label = _("File, .json or .csv:")
        path = await ask_path(self, EXPORT_NAME, ".json", label, check)
        if path is None:
            return
        if path.suffix == ".csv":
            text = export.as_csv(self.results)
        else:
            text = export.as_json(self.results, self.reviews)
        try:
            save_text(path, text)
        except SaveError as error:
            self.notify(str(error), severity="error")
        else:
            self.notify(_("Saved to {path}.").format(path=path))

    def action_keys(self) -> None:
        """Show every key of this screen."""
        self.app.open_keys([(_("Statistics"), useful(self, COMMANDS))])

    def action_back(self) -> None:
        """Go back home."""
        close(self)
