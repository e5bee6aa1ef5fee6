"""Statistics of finished matches: an overview, counts, charts, records."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

from textual import getters, on, work
from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.events import Key
from textual.widget import Widget
from textual.widgets import ContentSwitcher, DataTable, Static

from caravan_tui.games import registry
from caravan_tui.games.registry import game_name
from caravan_tui.i18n import _, _n
from caravan_tui.screens.base import BaseScreen
from caravan_tui.screens.file_dialogs import ask_path, save_text
from caravan_tui.screens.replay.open_replay import look_back
from caravan_tui.screens.statistics.cards import CardGrid
from caravan_tui.screens.statistics.charts import RatingChart, ResultsChart
from caravan_tui.screens.statistics.deeds_page import DeedList, DeedsPage
from caravan_tui.screens.statistics.overview import ENOUGH, Overview
from caravan_tui.screens.statistics.records_page import RecordsPage
from caravan_tui.screens.statistics.tables import CountTable
from caravan_tui.widgets.chart import outcome_signs
from caravan_tui.widgets.closing import close, is_open
from caravan_tui.widgets.commands import Command, bindings, key_name
from caravan_tui.widgets.drawn import pens_of
from caravan_tui.widgets.empty_page import EmptyPage, Way
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.page_tabs import PageTabs
from caravan_tui.widgets.title_bar import TitleBar
from saves import export, road
from saves import statistics as sums
from saves.errors import SaveError
from saves.profile import Result

COMMANDS = (
    Command("statistics.next", "right,l,tab", "page(1)", "Page", "Go to the next page.",
            footer=True, glyph="←→", palette_title="Next page"),
    Command("statistics.before", "left,h,shift+tab", "page(-1)", "Previous page"),
    *(Command(f"statistics.page{number}", str(number), f"pick({number - 1})", "By number",
              f"Page {number}.") for number in range(1, 8)),
    Command("statistics.game", "g", "game(1)", "Game", "Show only the next game, or all again.",
            footer=True, palette_title="Next game"),
    Command("statistics.game_before", "G", "game(-1)", "Previous game"),
    Command("statistics.replay", "enter", "replay", "Replay",
            "Replay the match that did the deed at the cursor.", footer=True),
    Command("statistics.export", "e", "export", "Export",
            "Save all results and statistics as JSON or CSV.", footer=True),
    Command("statistics.keys", "f2", "keys", "Keys", "Show every key of this screen.",
            footer=True),
    Command("statistics.back", "escape,q", "back", "Back", "Go back home.", footer=True,
            glyph="esc"),
)  # fmt: skip

EXPORT_NAME = "caravan-statistics.json"


class StatisticsScreen(BaseScreen[None]):
    """Pages: overview, numbers, rating, results, records, assisted, deeds; of all games or one."""

    COMMANDS: ClassVar[Any] = COMMANDS
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    StatisticsScreen { layout: vertical;
        & > ContentSwitcher { height: 1fr; }
        & #rating, & #results { margin: 1 1 0 1; }
        & DataTable { height: 1fr; width: 1fr; scrollbar-size: 1 1; overflow-x: hidden; }
        & > #caption { height: auto; min-height: 1; max-height: 3; padding: 0 1;
            color: $text-muted; }
    }
    """

    AUTO_FOCUS = ""

    switcher = getters.query_one(ContentSwitcher)

    def __init__(self) -> None:
        super().__init__()
        self.results: list[Result] = []
        self.page = 0
        self.game: str | None = None
        """The game that is shown, None for all."""

    @staticmethod
    def pages() -> list[tuple[str, str]]:
        """The ID of the widget and the title of each page."""
        return [
            ("overview", _("Overview")),
            ("matches", _("Numbers")),
            ("rating", _("Rating")),
            ("results", _("Results")),
            ("records", _("Records")),
            ("assisted", _("Assisted")),
            ("deeds", _("Deeds")),
        ]

    def compose(self) -> ComposeResult:
        """Title, pages, what is on them, a caption."""
        yield TitleBar(_("Statistics"))
        yield PageTabs(id="pages")
        with ContentSwitcher(initial="overview"):
            yield Overview(id="overview")
            yield CountTable(id="matches")
            yield RatingChart(id="rating")
            yield ResultsChart(id="results")
            yield RecordsPage(id="records")
            yield CountTable(id="assisted")
            yield DeedsPage(id="deeds")
            yield EmptyPage(id="nothing")
        yield Static(id="caption", markup=False)
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
        """Read the results and show them."""
        try:
            self.results = await self.app.host.results()
        except SaveError as error:
            self.notify(str(error), severity="error")
        if is_open(self):
            self.show()

    # Showing

    def chosen(self) -> list[Result]:
        """The results of the game that is shown, or of all."""
        return [result for result in self.results if self.game in (None, result.game)]

    def show(self) -> None:
        """Show the current page."""
        words = game_name(self.game) if self.game else _("all games")
        if named := road.load().named(self.app.host.player_name()):
            words = f"{words}   {named}"
        self.query_one(TitleBar).show(_("Statistics"), words)
        self.query_one(PageTabs).show([title for _name, title in self.pages()], self.page)
        name = self.pages()[self.page][0]
        self.switcher.current = name
        show: dict[str, Callable[[], str]] = {
            "overview": self.show_overview,
            "matches": self.show_matches,
            "rating": self.show_rating,
            "results": self.show_results,
            "records": self.show_records,
            "assisted": self.show_assisted,
            "deeds": self.show_deeds,
        }
        caption = show[name]()
        if not caption:
            self.switcher.current = "nothing"
            self.show_why_empty()
        self.query_one("#caption", Static).update(caption)
        self.refresh_bindings()

    def show_why_empty(self) -> None:
        """Say why there is nothing on a page, what will be, and how to get there."""
        empty = self.query_one("#nothing", EmptyPage)
        home = Way(key_name(self, "statistics.back"), _("go home and choose a game"), "screen.back")
        page = self.pages()[self.page][0]
        if page == "assisted":
            heading = _("No match was assisted: no hints, no undo, no branches.")
            words = _(
                "A match with a hint, an undo or a deal that you know is counted here, apart from "
                "the others: wins, ranks and scores, by game and opponents."
            )
            empty.show(heading, words, [home])
            return
        heading, ways = _("No match of yours counts here yet."), [home]
        if sums.own_results(self.chosen()):
            heading = _("Your curve starts after a few more matches.")
        if assisted := self.assisted_way():
            ways.append(assisted)
        empty.show(heading, self.what_is_missing(page), ways)

    def what_is_missing(self, page: str) -> str:
        """How many matches a page needs, and what it shows then."""
        subject = {
            "overview": _("a card for each game: wins, last matches, streak and best score."),
            "matches": _("how many matches you played and won, by game, seats and opponents."),
            "rating": _("how strong you play, beside four of the levels."),
            "results": _("how your share of wins changes, and your scores in each game."),
            "records": _("your best score and widest margin in each game."),
        }[page]
        missing = ENOUGH - len(sums.own_results(self.chosen()))
        if page not in ("rating", "results"):
            return _("Finish a match to see {what}").format(what=subject)
        if 0 < missing < ENOUGH:
            text = _n(
                "Finish {count} more match to see {what}",
                "Finish {count} more matches to see {what}",
                missing,
            )
            return text.format(count=missing, what=subject)
        return _("Finish {count} matches to see {what}").format(count=ENOUGH, what=subject)

    def assisted_way(self) -> Way | None:
        """Where the assisted matches are, if there are any."""
        count = len(sums.own_results(self.chosen(), True))
        if not count:
            return None
        number = [name for name, _title in self.pages()].index("assisted")
        text = _n("Your {count} assisted match", "Your {count} assisted matches", count)
        key = key_name(self, f"statistics.page{number + 1}")
        return Way(key, text.format(count=count), f"screen.pick({number})")

    def titles(self) -> dict[str, str]:
        """The names of the kinds of players."""
        titles = {name: title for title, name in self.app.host.levels()}
        return {"person": _("people"), **titles}

    def levels(self) -> dict[str, float]:
        """The rating of each computer player by its title."""
        return {
            title: sums.RATINGS[name]
            for title, name in self.app.host.levels()
            if name in sums.MARKED
        }

    def show_overview(self) -> str:
        """Show totals and cards. Return the caption; empty if nothing was played."""
        results = sums.own_results(self.chosen())
        self.query_one(Overview).show(results, self.game, self.titles(), self.levels())
        if not results:
            return ""
        if pens_of(self.app, self.app.ascii).has_pixels:
            return _(
                "Blocks: your last {count} matches, newest on the right. Tall: won, low: not won."
            ).format(count=sums.RECENT)
        won, lost = outcome_signs(self.app.ascii)
        return _(
            "Your last {count} matches, newest on the right: {won} won, {lost} not won."
        ).format(count=sums.RECENT, won=won, lost=lost)

    def show_matches(self) -> str:
        """Count the matches that count. Return the caption; empty if there are none."""
        results = sums.own_results(self.chosen())
        table = self.query_one("#matches", CountTable)
        table.show(results, self.game, self.titles())
        if not results:
            return ""
        parts = [_("Rank: mean. Streak: most wins in a row.")]
        if self.game is None:
            by_game = _("{game}: one game.")
            parts.append(by_game.format(game=key_name(self, "statistics.game")))
        if table.needs_scrolling:
            parts.append(_("{arrows}: more groups.").format(arrows="↓ ↑"))
        return " ".join(parts)

    def show_assisted(self) -> str:
        """Count the assisted matches. Return the caption; empty if there are none."""
        results = sums.own_results(self.chosen(), True)
        self.query_one("#assisted", CountTable).show(results, self.game, self.titles())
        if not results:
            return ""
        return _("Matches with hints, undo or branches. They count nowhere else.")

    def show_rating(self) -> str:
        """Draw the rating over time. Return the caption; empty if there is none."""
        results = sums.own_results(self.chosen())
        ratings = sums.ratings(results)
        won = {result.match: result.won for result in results}
        self.query_one("#rating", RatingChart).show(ratings, self.levels(), won)
        if len(ratings) < ENOUGH:
            return ""
        won_sign, lost_sign = outcome_signs(self.app.ascii)
        return _n(
            "Rating {value:.0f}, plus or minus {spread:.0f}, after {count} match against computer "
            "players. The band is the likely range. {won} won, {lost} not won.",
            "Rating {value:.0f}, plus or minus {spread:.0f}, after {count} matches against "
            "computer players. The band is the likely range. {won} won, {lost} not won.",
            len(ratings),
        ).format(
            value=ratings[-1].value,
            spread=2 * ratings[-1].deviation,
            count=len(ratings),
            won=won_sign,
            lost=lost_sign,
        )

    def show_results(self) -> str:
        """Draw each score of one game, or the share of wins. Return the caption."""
        chart = self.query_one(ResultsChart)
        results = sums.own_results(self.chosen())
        won, lost = outcome_signs(self.app.ascii)
        if self.game is None:
            chart.show_shares(results)
            if len(sums.contested(results)) < ENOUGH:
                return ""
            return _(
                "Share of wins in the last {count} matches. {won} won, {lost} not won. "
                "Press {game} for the scores of one game."
            ).format(count=sums.RECENT, won=won, lost=lost, game=key_name(self, "statistics.game"))
        chart.show_scores(results, sums.summarize(results).mean_score)
        if len(results) < ENOUGH:
            return ""
        caption = _("Score of each match, with the mean as a line. {won} won, {lost} not won.")
        return caption.format(won=won, lost=lost)

    def show_records(self) -> str:
        """Show the records. Return the caption; empty if there are none."""
        has_records = self.query_one(RecordsPage).show(self.chosen())
        return _("Assisted matches do not count.") if has_records else ""

    def show_deeds(self) -> str:
        """Show the deeds. Return the caption."""
        return self.query_one(DeedsPage).show(self.chosen(), self.game, self.titles())

    # Commands

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a command can be used on this page."""
        if action == "replay":
            return self.pages()[self.page][0] == "deeds"
        return super().check_action(action, parameters)

    def action_replay(self) -> None:
        """Replay the match of the deed at the cursor."""
        self.query_one(DeedList).open()

    @on(DeedList.Opened)
    @work(exclusive=True, group="replay")
    async def _open_match(self, event: DeedList.Opened) -> None:
        event.stop()
        if event.match is None:
            self.notify(_("This deed waits for you, so there is no match to replay yet."))
        else:
            await look_back(self, event.match)

    def on_key(self, event: Key) -> None:
        """Scroll what is shown."""
        scrolled: list[Widget] = [*self.query(DataTable), *self.query(VerticalScroll)]
        page = next((widget for widget in scrolled if widget.display), None)
        if page is None:
            return
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
        self.page = (self.page + by) % len(self.pages())
        self.show()

    def action_pick(self, page: int) -> None:
        """Go to a page."""
        self.page = page
        self.show()

    def action_game(self, by: int) -> None:
        """Show the next or previous game of those that were played, or all."""
        played = {result.game for result in self.results}
        games: list[str | None] = [None, *(name for name in registry.ids() if name in played)]
        self.game = games[(games.index(self.game) + by) % len(games)]
        self.show()

    @work(exclusive=True, group="dialog")
    async def action_export(self) -> None:
        """Save everything to a file."""

        def check(path: Path) -> str | None:
            if path.suffix in (".json", ".csv"):
                return None
            return _("The file name must end in .json or .csv.")

        label = _("File, .json or .csv:")
        path = await ask_path(self, EXPORT_NAME, ".json", label, check)
        if path is None:
            return
        text = export.as_csv if path.suffix == ".csv" else export.as_json
        try:
            save_text(path, text(self.results))
        except SaveError as error:
            self.notify(str(error), severity="error")
        else:
            self.notify(_("Saved to {path}.").format(path=path))

    def action_keys(self) -> None:
        """Show every key of this screen."""
        self.app.open_keys([(_("Statistics"), COMMANDS)])

    def action_back(self) -> None:
        """Go back home."""
        close(self)
