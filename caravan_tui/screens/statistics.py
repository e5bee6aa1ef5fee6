"""What the matches that were played to the end come to: counts, plots, records."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from textwrap import wrap
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import ContentSwitcher, DataTable, Static

from caravan_tui.games import registry
from caravan_tui.screens import statistics_plots as plots
from caravan_tui.screens.result import score_text
from caravan_tui.widgets.commands import Command, bindings, keyed
from caravan_tui.widgets.dialog import Typed
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.plot import Plot
from caravan_tui.words import _, _n
from saves import statistics as sums
from saves.errors import SaveError
from saves.profile import Result
from saves.statistics import Summary

COMMANDS = (
    Command("statistics.next", "right,l,tab", "page(1)", "Page", "The next page.", footer=True,
            glyph="←→"),
    Command("statistics.before", "left,h,shift+tab", "page(-1)", "Page before"),
    *(Command(f"statistics.page{number}", str(number), f"pick({number - 1})", "By number",
              f"Page {number}.") for number in range(1, 6)),
    Command("statistics.game", "g", "game(1)", "Game", "Only the next game, or all again.",
            footer=True),
    Command("statistics.game_before", "G", "game(-1)", "Game before"),
    Command("statistics.export", "e", "export", "Export",
            "Write all results and what they come to as JSON or CSV.", footer=True),
    Command("statistics.keys", "f2", "keys", "Keys", "Every key of this screen.", footer=True),
    Command("statistics.back", "escape,q", "back", "Back", "Back home.", footer=True,
            glyph="esc"),
)  # fmt: skip

WIDTHS = (23, 7, 8, 6, 6, 6, 6, 7, 9)
"""Of the columns of the counts: 78 together, so that a scroll bar has its place."""


def time_text(seconds: int) -> str:
    """A length of time: `3 h 05`, `12 min`."""
    minutes = round(seconds / 60)
    if minutes < 60:
        return _("{minutes} min").format(minutes=minutes)
    return _("{hours} h {minutes:02}").format(hours=minutes // 60, minutes=minutes % 60)


def game_title(game_id: str) -> str:
    """The title of a game, its id if it is not here."""
    try:
        return _(registry.spec(game_id).title)
    except registry.UnknownGameError:
        return game_id


def kinds_text(against: str, titles: dict[str, str]) -> str:
    """The other seats in words: `Porter, Trader`."""
    if not against:
        return _("alone")
    return ", ".join(titles.get(kind, kind) for kind in against.split(", "))


class StatisticsScreen(Screen):
    """Pages: matches, rating, results, records, assisted; of all games or one."""

    COMMANDS: ClassVar = COMMANDS
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    StatisticsScreen { layout: vertical;
        & > #title { height: 1; background: $panel; padding: 0 1; }
        & > #pages { height: 1; padding: 0 1; }
        & > ContentSwitcher { height: 1fr; }
        & DataTable { height: 1fr; width: 1fr; scrollbar-size: 1 1; overflow-x: hidden; }
        & #nothing { height: 1fr; padding: 0 4; content-align: center middle;
            text-align: center; background: $surface; }
        & > #said { height: auto; min-height: 1; max-height: 3; padding: 0 1;
            color: $text-muted; }
    }
    """

    AUTO_FOCUS = ""

    def __init__(self) -> None:
        super().__init__()
        self.results: list[Result] = []
        self.page = 0
        self.game: str | None = None
        """The game that is looked at, None: all."""

    @staticmethod
    def pages() -> list[tuple[str, str]]:
        """Which pages there are: what shows them, and their titles."""
        return [
            ("matches", _("Matches")),
            ("rating", _("Rating")),
            ("results", _("Results")),
            ("records", _("Records")),
            ("assisted", _("Assisted")),
        ]

    def compose(self) -> ComposeResult:
        """Title, pages, what is on them, a line of words."""
        yield Static(id="title", markup=False)
        yield Static(id="pages", markup=False)
        with ContentSwitcher(initial="matches"):
            yield DataTable(id="matches", cursor_type="none", cell_padding=0)
            yield Plot(self.app.ascii, id="rating")
            yield Plot(self.app.ascii, id="results")
            yield DataTable(id="records", cursor_type="none")
            yield DataTable(id="assisted", cursor_type="none", cell_padding=0)
            yield Static(id="nothing", markup=False)
        yield Static(id="said", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Read the results."""
        self.load()

    def on_resize(self) -> None:
        """The columns have the room there is now."""
        if self.results:
            self.show()

    @work(exclusive=True, group="load")
    async def load(self) -> None:
        """Read the results and show them."""
        try:
            self.results = await self.app.host.results()
        except SaveError as error:
            self.notify(str(error), severity="error")
        if self.is_attached and self.query("#said"):  # else left meanwhile
            self.show()

    # what is shown

    def chosen(self) -> list[Result]:
        """The results that are looked at."""
        return [one for one in self.results if self.game in (None, one.game)]

    def show(self) -> None:
        """The page that is chosen."""
        name = self.pages()[self.page][0]
        self.query_one(ContentSwitcher).current = name
        head = Text(no_wrap=True)
        head.append(_("Statistics"), "bold")
        head.append("   " + (game_title(self.game) if self.game else _("all games")), "italic")
        self.query_one("#title", Static).update(head)
        tabs = Text(no_wrap=True, overflow="ellipsis")
        for number, (_name, title) in enumerate(self.pages()):
            style = "bold reverse" if number == self.page else ""
            tabs.append(f" {number + 1} {title} ", style)
            tabs.append(" ")
        self.query_one("#pages", Static).update(tabs)
        # What a page says of itself, empty if there is nothing on it.
        said = {
            "matches": lambda: self.show_matches("matches", sums.own(self.chosen())),
            "rating": self.show_rating,
            "results": self.show_results,
            "records": self.show_records,
            "assisted": lambda: self.show_matches("assisted", sums.own(self.chosen(), True)),
        }[name]()
        if not said:  # the page is empty: why stands in the middle
            self.query_one(ContentSwitcher).current = "nothing"
            self.query_one("#nothing", Static).update(self.nothing())
        self.query_one("#said", Static).update(keyed(self, said))

    def nothing(self) -> str:
        """What an empty page says."""
        if self.page == 4:
            return _("No match was assisted: played with hints, taken back or branched off.")
        return _("No match of yours has ended yet that counts here; play one to its end.")

    def titles(self) -> dict[str, str]:
        """The names of the kinds of seats."""
        titles = {name: title for title, name in self.app.host.levels()}
        return {"person": _("people"), **titles}

    def show_matches(self, page: str, results: list[Result]) -> str:
        """Counts: all, by game, by number of seats, by who sat there."""
        table = self.query_one(f"#{page}", DataTable)
        table.clear(columns=True)
        titles = (
            "", _("Played"), _("Won"), _("Rank"), _("Best"), _("Worst"), _("Mean"), _("Streak"),
            _("Time"),
        )  # fmt: skip
        first = WIDTHS[0] + min(40, max(0, self.app.size.width - 80))
        for number, (title, width) in enumerate(zip(titles, WIDTHS, strict=True)):
            right = Text(title, justify="right" if number else "left", no_wrap=True)
            table.add_column(right, width=width if number else first)
        if not results:
            return ""
        table.add_row(*row(_("All"), sums.summarize(results), True))
        if self.game is None:
            for game, found in sums.breakdown(results, sums.by_game).items():
                table.add_row(*row("  " + game_title(game), found))
        else:
            table.add_row(Text(_("By number of seats"), "italic"))
            seats = sums.breakdown(results, sums.by_seats)
            for count in sorted(seats):
                text = _n("{count} seat", "{count} seats", count).format(count=count)
                table.add_row(*row("  " + text, seats[count]))
        table.add_row(Text(_("By who else sat there"), "italic"))
        levels = sums.breakdown(results, sums.by_level)
        for against, found in sorted(levels.items(), key=lambda pair: -pair[1].matches):
            lines = wrap(kinds_text(against, self.titles()), first - 2)  # six names need several
            name = "\n".join(f"  {line}" for line in lines)
            table.add_row(*row(name, found), height=len(lines))
        if page == "assisted":
            return _("With hints, taken back or branched off: none of it counts elsewhere.")
        text = _(
            "Rank: the mean. Best, worst, mean: of the score. Streak: wins in a row now (minus: "
            "without a win), and the longest."
        )
        return text + ("" if self.game else " " + _("g: one game with its seat counts."))

    def show_rating(self) -> str:
        """The rating over time, with the levels as lines."""
        found = sums.ratings(self.chosen())
        levels = {
            title: sums.RATINGS[name]
            for title, name in self.app.host.levels()
            if name in sums.RATINGS
        }
        plots.ratings(self.query_one("#rating", Plot), found, levels, self.app.ascii)
        if not found:
            return ""
        now = found[-1]
        return _n(
            "Rating {value:.0f}, give or take {spread:.0f}, after {count} match against computer "
            "seats (dots: where the true strength lies, most likely).",
            "Rating {value:.0f}, give or take {spread:.0f}, after {count} matches against "
            "computer seats (dots: where the true strength lies, most likely).",
            len(found),
        ).format(value=now.value, spread=2 * now.deviation, count=len(found))

    def show_results(self) -> str:
        """Of one game every score; of all games the share of wins."""
        plot, plain = self.query_one("#results", Plot), self.app.ascii
        results = sums.own(self.chosen())
        won, lost = plots.won_and_lost(plain)
        if self.game is None:
            ranked = [one for one in results if one.seats > 1]
            plots.shares(plot, ranked, plain)
            said = _(
                "Share of wins in the last {count} matches; won {won}, not won {lost}. "
                "g: the scores of one game."
            ).format(count=plots.RECENT, won=won, lost=lost)
            return said if ranked else ""
        plots.scores(plot, results, plain)
        said = _("Score of each match, the line is the mean; won {won}, not won {lost}.")
        return said.format(won=won, lost=lost) if results else ""

    def show_records(self) -> str:
        """The best of everything."""
        table = self.query_one("#records", DataTable)
        table.clear(columns=True)
        for title in (_("Game"), _("Record"), _("How much"), _("When")):
            table.add_column(title)
        found = sums.records(self.chosen())
        for one in found:
            day = time.strftime("%Y-%m-%d", time.localtime(one.when))
            value = Text(score_text(one.value), "bold", justify="right")
            table.add_row(game_title(one.game), _(one.name), value, day)
        return _("Only matches that were not assisted.") if found else ""

    # commands

    def action_page(self, by: int) -> None:
        """The next page or the one before."""
        self.page = (self.page + by) % len(self.pages())
        self.show()

    def on_key(self, event) -> None:  # type: ignore[no-untyped-def]
        """Arrows scroll the table."""
        tables = [table for table in self.query(DataTable) if table.display]
        moves = {"down": "down", "j": "down", "up": "up", "k": "up", "pagedown": "page_down",
                 "pageup": "page_up"}  # fmt: skip
        if tables and event.key in moves:
            event.stop()
            with suppress(SkipAction):  # a table that fits does not scroll
                getattr(tables[0], f"action_scroll_{moves[event.key]}")()

    def action_pick(self, page: int) -> None:
        """A page by its number."""
        self.page = page
        self.show()

    def action_game(self, by: int) -> None:
        """The next game of those that were played, or all."""
        played = {one.game for one in self.results}
        games: list[str | None] = [None, *(name for name in registry.ids() if name in played)]
        self.game = games[(games.index(self.game) + by) % len(games)]
        self.show()

    @work
    async def action_export(self) -> None:
        """Write everything to a file."""
        from caravan_tui.screens.replay_export import in_full, write
        from saves import export

        name = "caravan-statistics.json"

        def check(text: str) -> str | None:
            path = in_full(text, name, ".json")
            if path.suffix not in (".json", ".csv"):
                return _("The file's name ends in .json or .csv.")
            if path.exists():
                return _("{path} is there already.").format(path=path)
            if not path.parent.is_dir():
                return _("There is no folder {path}.").format(path=path.parent)
            return None

        words = _("File, .json or .csv:")
        typed = await self.app.push_screen_wait(
            Typed(_("Export to"), words, str(Path.home() / name), check)
        )
        if typed is None:
            return
        path = in_full(typed, name, ".json")
        text = export.as_csv if path.suffix == ".csv" else export.as_json
        try:
            write(path, text(self.results))
        except SaveError as error:
            self.notify(str(error), severity="error")
        else:
            self.notify(_("Written to {path}.").format(path=path))

    def action_keys(self) -> None:
        """Every key of this screen."""
        self.app.open_keys([(_("Statistics"), COMMANDS)])

    def action_back(self) -> None:
        """Back home."""
        self.app.pop_screen()


def row(name: str, found: Summary, bold: bool = False) -> list[Text]:
    """The cells of a summary."""

    def number(value: float | None, form: str = "") -> str:
        if value is None:
            return "-"
        return format(value, form) if form else score_text(value)

    share = f" {found.share:.0%}" if found.share is not None else ""
    streak = str(found.streak) if found.contested else "-"
    cells = (
        str(found.matches),
        f"{found.wins}{share}" if found.contested else "-",
        number(found.mean_rank, ".2f"),
        number(found.best),
        number(found.worst),
        number(found.mean_score, ".1f"),
        f"{streak}/{found.longest_streak}" if found.contested else "-",
        time_text(found.seconds),
    )
    style = "bold" if bold else ""
    title = Text(name, style)
    return [title, *(Text(cell, style, justify="right") for cell in cells)]
