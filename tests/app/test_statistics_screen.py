"""The statistics: overview, counts, charts, records, and what an empty page says."""

from __future__ import annotations

import asyncio
import csv
import json
import re
from datetime import date, timedelta
from itertools import combinations
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.widgets import DataTable
from textual.widgets._footer import FooterKey

from caravan_tui import i18n
from caravan_tui.cast.characters import CAST
from caravan_tui.games import registry
from caravan_tui.hosts.base import Host
from caravan_tui.presentation.statistics import streak_text
from caravan_tui.screens.game_pictures import EMBLEM_ROWS
from caravan_tui.screens.replay.screen import ReplayScreen
from caravan_tui.screens.setup import SetupScreen
from caravan_tui.screens.statistics import calendar
from caravan_tui.screens.statistics.calendar import WEEK, CalendarPage, DayGrid
from caravan_tui.screens.statistics.cards import CardGrid, RecordCard
from caravan_tui.screens.statistics.cast_gallery import acquaintances
from caravan_tui.screens.statistics.charts import MarginsChart, RatingChart
from caravan_tui.screens.statistics.deeds_page import DeedList, DeedsPage
from caravan_tui.screens.statistics.empty_state_banner import EmptyStateBanner
from caravan_tui.screens.statistics.last_matches import CAMEL_STEP, LastMatches
from caravan_tui.screens.statistics.luck import heading
from caravan_tui.screens.statistics.openings import Group, OpeningBars
from caravan_tui.screens.statistics.opponents import Line, MeetingsChart
from caravan_tui.screens.statistics.overview import Overview
from caravan_tui.screens.statistics.page import EmptyState, Facts, no_match
from caravan_tui.screens.statistics.records_page import RecordsPage
from caravan_tui.screens.statistics.screen import PAGES, StatisticsScreen
from caravan_tui.screens.statistics.tables import below_counts
from caravan_tui.screens.statistics.totals import Totals
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.depth import Depth, Pens
from caravan_tui.widgets.drawing.palette import palette
from caravan_tui.widgets.drawn import pens_of
from caravan_tui.widgets.empty_page import ActionLink, EmptyPage
from caravan_tui.widgets.page_tabs import PageTabs
from caravan_tui.widgets.title_bar import TitleBar
from saves import statistics as sums
from saves.insights import Fortune, Meetings
from saves.profile import Profile, Result, result_of
from tests.nights import mostly_nightly
from tests.support.dialogs import refusal, type_in
from tests.support.matches import ended, keep_results, result, save
from tests.support.screen_text import cells, screen_text, static_text, widget_lines
from tests.support.screens import screen_of
from tests.support.until import until
from tests.support.whole_app import local_screen

pytestmark = pytest.mark.usefixtures("no_workers")


@pytest.mark.parametrize("size", mostly_nightly([(80, 24), (140, 45)]))
async def test_statistics_count_by_game_seats_and_level_and_keep_assisted_apart(
    size: tuple[int, int],
) -> None:
    keep_results(
        result(1), result(2, won=False), result(3, "decktet", kinds=("person", "master")),
        result(4, kinds=("person", "porter", "trader")), result(5, assisted=True),
    )  # fmt: skip
    screen = StatisticsScreen()
    async with local_screen(screen, size) as pilot:
        await until(lambda: screen.query("#counts"), pilot)
        await pilot.press("0")
        table = screen.query_one("#counts", DataTable)
        await until(lambda: table.row_count > 3, pilot)
        counted = cells(table)[:-2]
        rows = {row[0].strip(): [cell.strip() for cell in row[1:]] for row in counted}
        assert rows["All games"][0] == "4" and rows["All games"][1].split() == ["3", "75%"]
        camels = rows["Caravan · camels"]
        assert camels[0] == "3" and camels[1].split() == ["2", "67%"]
        assert rows["Caravan · cards"][0] == "1"
        assert rows["Trader"][0] == "2" and rows["Porter, Trader"][0] == "1"
        assert rows["All games"][-1] == "44 min"
        assert rows["All games"][3:6] == [""] * 3, "scores of different games have no mean"
        assert all(camels[3:6])
        await pilot.press("g")
        assert "Caravan · cards" in screen.query_one(TitleBar).text
        await pilot.press("g")
        rows = {row[0].strip(): row[1:] for row in cells(table)}
        assert rows["2 seats"][0] == "2" and rows["3 seats"][0] == "1"
        await pilot.press("g")
        heading, apart = cells(table)[-2:]
        assert heading[0].strip() == "Assisted matches"
        assert [cell.strip() for cell in apart[:2]] == ["Caravan · camels", "1"]


@pytest.mark.parametrize(
    ("glyphs", "signs"), [("unicode", ()), ("ascii", ("l W", "---- 8 of 12 won"))]
)
async def test_the_overview_has_totals_and_a_card_for_each_game(
    glyphs: str, signs: tuple[str, ...]
) -> None:
    keep_results(*(result(n, won=n % 3 > 0) for n in range(12)))
    screen = StatisticsScreen()
    async with local_screen(screen, glyphs=glyphs) as pilot:
        await until(lambda: "No counted match yet" in screen_text(screen), pilot)
        unplayed = [game_id for game_id in registry.ids() if game_id != "sahara"]
        assert all(registry.game_name(game_id) in screen_text(screen) for game_id in unplayed)
        await until(lambda: not screen.query_one(Overview).max_scroll_y, pilot)  # all games fit
        drawn = screen_text(screen)
        for words in (
            "Caravan · camels",
            "best 21",
            "8 of 12 won",
            "67%",
            "2 wins in a row",
            *signs,
        ):
            assert words in drawn
        assert "2 h 12" in drawn, "the time of all matches"
        assert "Last matches" in drawn and "21 : " in drawn


async def test_at_80_columns_no_card_of_the_overview_is_cut_off_and_won_differs_from_lost() -> None:
    keep_results(*(result(n, game, won=n % 2 > 0) for n, game in enumerate([*registry.ids()] * 2)))
    screen = StatisticsScreen()
    async with local_screen(screen, (80, 24)) as pilot:
        grid = screen.query_one(CardGrid)
        await until(lambda: "Your records" in screen_text(screen), pilot)
        await until(lambda: grid.region.height > 1 and not screen.query_one(Overview).max_scroll_y,
                    pilot)  # fmt: skip
        canvas = Canvas(*grid.size, pens_of(pilot.app, False))
        grid.draw(canvas)
        colours = canvas.pens.palette
        pixels = [half for y in range(grid.rows) for half in canvas.row(y)[:2]]
        won = sum(colours.gain in half for half in pixels)
        lost = sum(colours.loss in half for half in pixels)
        assert won > lost > 0, "tall and low"


async def test_a_click_on_a_card_shows_its_game_alone() -> None:
    keep_results(result(1), result(2, "decktet"))
    screen = StatisticsScreen()
    async with local_screen(screen) as pilot:
        await until(lambda: screen.query_one(CardGrid).region.height > 1, pilot)
        await until(lambda: "best 12" in screen_text(screen), pilot)
        assert await pilot.click(CardGrid, offset=(5, 1))
        await until(lambda: screen.game is not None, pilot)
        assert "Your records" not in screen_text(screen)


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
async def test_rating_and_results_are_charts_with_what_they_mean_in_words(glyphs: str) -> None:
    keep_results(*(result(n, won=n % 3 > 0) for n in range(12)))
    screen = StatisticsScreen()
    async with local_screen(screen, glyphs=glyphs) as pilot:
        await until(lambda: screen.is_loaded, pilot)
        await pilot.press("2")
        for said in ("after 12 matches", "last 10"):
            await until(lambda said=said: said in static_text(screen, "caption"), pilot)
        await until(lambda: ("W" if glyphs == "ascii" else "▲") in screen_text(screen), pilot)
        drawn = screen_text(screen)
        assert "Trader 1200" in drawn and "Caravan master 1600" in drawn
        if glyphs == "ascii":
            assert "*" in drawn and "●" not in drawn
        await pilot.press("g")
        assert "score of each match" in static_text(screen, "caption")


async def test_records_are_the_games_own_beside_score_and_margin() -> None:
    keep_results(
        result(1, records={"longest chain": 7.0}), result(2, records={"longest chain": 5.0})
    )
    screen = StatisticsScreen()
    async with local_screen(screen, glyphs="ascii") as pilot:
        await until(lambda: screen.is_loaded, pilot)
        await pilot.press("8")
        for name, value in (("Highest score", 12), ("Longest chain", 7), ("Widest margin", 7)):
            line = re.compile(f"{name}.* {value} ")
            await until(lambda line=line: line.search(screen_text(screen)), pilot)


async def test_the_records_of_the_overview_stand_by_game_behind_its_name() -> None:
    keep_results(result(1, "ahldarahd"), result(2, "sahara"), result(3, "caravanserai"))
    screen = StatisticsScreen()
    async with local_screen(screen, (80, 24)) as pilot:
        await until(lambda: "Your records" in screen_text(screen), pilot)
        lines = screen_text(screen).split("\n")
        listed = [line for line in lines if re.search(r"(Highest score|Widest margin)", line)]
        assert len(listed) == 2
        first, second = listed
        assert re.search(r"(auctions|camels|hexagons|Ahldarahd|Caravanserai) +Highest score", first)
        assert not re.search(r"(auctions|camels|hexagons|Ahldarahd|Caravanserai)", second), (
            "it is of the game above it"
        )


async def test_the_rating_has_its_likely_range_whole_and_accuracy_names_its_lines() -> None:
    screen = StatisticsScreen()
    async with local_screen(screen, (160, 50)) as pilot:
        await until(lambda: screen.has_example, pilot)
        await pilot.press("x", "2")
        chart = screen.query_one("#rating-chart", RatingChart)
        await until(lambda: chart.figure, pilot)
        figure = chart.figure
        assert figure is not None and figure.band
        for _step, low, high in figure.band:
            assert figure.bottom < low and high < figure.top
        await pilot.press("3")
        for name in ("each match", "mean 85"):
            await until(lambda name=name: name in screen_text(screen), pilot)


def test_luck_that_evened_out_and_still_decided_is_one_sentence() -> None:
    fortune = Fortune(14, 0.04, 0.15, (5, 6), (0, 8), 0, 0, 0.88)
    words = heading(fortune, ascii_only=False)
    assert "evened out (+0.0 ±0.3 wins)" in words and "explains 88% of your results" in words
    assert words.count(".") == 3, "two points in numbers, one at the end"


def test_a_month_of_the_calendar_stands_above_a_week_that_begins_in_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def months(last: date) -> str:
        monkeypatch.setattr(calendar, "today", lambda: last)
        canvas = Canvas(100, 8, Pens(palette({}, True), Depth.TRUE))
        DayGrid().draw(canvas)
        return canvas.line(0)

    monday = date(2026, 11, 30)
    assert "Nov" in months(monday) and "Dec" not in months(monday)
    assert months(monday + timedelta(WEEK)).rstrip().endswith("Dec")


async def test_a_list_of_records_that_is_too_long_says_how_many_more_there_are_and_where() -> None:
    games = list(registry.ids())
    keep_results(*(result(number, game) for number, game in enumerate(games)))
    screen = StatisticsScreen()
    async with local_screen(screen, (160, 50)) as pilot:
        await until(lambda: "Your records" in screen_text(screen), pilot)
        text = screen_text(screen)
        listed = len(re.findall("Highest score|Widest margin", text))
        (more,) = re.findall(r"(\d+) more on the page Records", text)
        assert listed + int(more) == 2 * len(games)
        await pilot.press("g")
        await until(lambda: "Highest score" in screen_text(screen), pilot)
        assert "more on the page" not in screen_text(screen), "those of one game have room"


def nothing_text(screen: StatisticsScreen) -> str:
    """What stands on a page without anything to show."""
    return screen.query_one("#nothing", EmptyPage).text


def keys_named(screen: StatisticsScreen) -> set[str]:
    """The actions that the footer names."""
    return {key.action for key in screen.query(FooterKey)}


EMPTY_PAGES = [key for number, key in enumerate("1234567890") if PAGES[number] is not DeedsPage]
"""The keys of the pages that are empty before the first match; the deeds list what waits."""


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_an_empty_page_says_what_will_be_on_it_and_shows_no_number(
    size: tuple[int, int],
) -> None:
    screen = StatisticsScreen()
    async with local_screen(screen, size) as pilot:
        said = set()
        for key in EMPTY_PAGES:
            await pilot.press(key)
            await until(lambda key=key: screen.page == "1234567890".index(key), pilot)
            await until(lambda: screen.switcher.current == "nothing", pilot)
            words = nothing_text(screen)
            assert words.startswith("No match of yours counts here yet.")
            says_what_counts = "took a hint" in words
            counts_all = PAGES[screen.page] is CalendarPage
            assert says_what_counts != counts_all, "the calendar has assisted matches, too"
            assert "set up a match" in words and "see an example" in words
            await until(lambda: keys_named(screen), pilot)
            assert not keys_named(screen) & {"review", "export", "game(1)"}, "nothing to do it with"
            said.add(words)
            await until(lambda words=words: words.splitlines()[0] in screen_text(screen), pilot)
            below = "\n".join(screen_text(screen).splitlines()[3:])
            assert not re.search(r"\d{2}", below), "nothing that looks like a result"
        assert len(said) == 9


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_an_empty_page_shows_an_example_when_asked_and_says_that_it_is_one(
    size: tuple[int, int],
) -> None:
    screen = StatisticsScreen()
    async with local_screen(screen, size) as pilot:
        drawn = set()
        await until(lambda: screen.has_example, pilot)
        await pilot.press("x")
        for key in EMPTY_PAGES:
            await pilot.press(key)
            await until(lambda key=key: screen.page == "1234567890".index(key), pilot)
            await until(lambda: "An example, not your matches" in screen_text(screen), pilot)
            assert screen.switcher.current == PAGES[screen.page].name_of_page
            assert static_text(screen, "caption").startswith("Example: ")
            assert "hide the example" in screen_text(screen)
            drawn.add(screen_text(screen))
        assert len(drawn) == 9
        assert screen.results == [], "nothing of it counts"
        await pilot.press("x")
        await until(lambda: screen.switcher.current == "nothing", pilot)
        assert not screen.has_class("-example")


async def test_keys_pressed_while_results_are_read_are_kept_or_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    may_read, results = asyncio.Event(), Host.results

    async def slowly(host: Host) -> list[Result]:
        await may_read.wait()
        return await results(host)

    monkeypatch.setattr(Host, "results", slowly)
    screen = StatisticsScreen()
    async with local_screen(screen) as pilot:
        await pilot.press("x", "3")
        await until(lambda: screen.query_one(PageTabs).page == 2, pilot)
        assert static_text(screen, "caption").startswith("Reading"), "nothing is called empty yet"
        await pilot.press("a")
        await until(lambda: screen.has_explained, pilot)
        messages = [note.message for note in pilot.app._notifications]
        assert messages == ["Your results are still being read."]
        may_read.set()
        await until(lambda: "An example, not your matches" in screen_text(screen), pilot)
        assert PAGES[screen.page].name_of_page == screen.switcher.current == "accuracy"


async def test_above_an_example_of_a_low_terminal_stand_a_heading_and_keys_alone() -> None:
    screen = StatisticsScreen()
    async with local_screen(screen) as pilot:
        await until(lambda: screen.has_example, pilot)
        await pilot.press("x")
        banner = screen.query_one(EmptyStateBanner)
        await until(lambda: banner.size.height == 2, pilot)
        assert "hide the example" in "".join(widget_lines(banner))


async def test_keys_of_an_empty_page_that_fill_more_than_a_row_are_all_whole() -> None:
    screen = StatisticsScreen()
    async with local_screen(screen) as pilot:
        await until(lambda: screen.has_example, pilot)
        await pilot.press("x")
        banner = screen.query_one(EmptyStateBanner)
        links = [
            ActionLink("x", f"look at one of {count} assisted matches") for count in (10, 20, 30)
        ]
        banner.show(EmptyState("Nothing yet", "Matches with hints count apart.", links=links))
        for link in links:
            await until(lambda link=link: link.words in screen_text(screen), pilot)


async def test_an_empty_page_leads_to_a_match_of_the_game_that_is_shown() -> None:
    screen = StatisticsScreen()
    async with local_screen(screen) as pilot:
        await until(lambda: screen.wants_match, pilot)
        await pilot.press("9", "g", "2")
        await until(lambda: screen.game is not None and screen.wants_match, pilot)
        game = screen.game
        await pilot.press("enter")
        await until(lambda: isinstance(pilot.app.screen, SetupScreen), pilot)
        assert screen_of(pilot.app, SetupScreen).game_id == game


async def test_a_page_of_matches_has_no_key_that_leads_away() -> None:
    keep_results(result(1))
    screen = StatisticsScreen()
    async with local_screen(screen) as pilot:
        await until(lambda: "1 of 1 won" in screen_text(screen), pilot)
        assert not screen.has_class("-example") and not screen.wants_match
        await pilot.press("enter")
        assert pilot.app.screen is screen


async def test_a_plot_of_few_matches_says_how_many_are_missing() -> None:
    keep_results(result(1))
    screen = StatisticsScreen()
    async with local_screen(screen) as pilot:
        await until(lambda: screen.is_loaded, pilot)
        await pilot.press("2")
        await until(lambda: "Finish 2 more matches" in nothing_text(screen), pilot)
        await pilot.press("5")  # opponents, where there is no curve
        await until(lambda: "So far: " in nothing_text(screen), pilot)


async def test_an_empty_page_says_what_is_known_of_the_only_match_and_offers_an_example() -> None:
    keep_results(result(1))
    screen = StatisticsScreen()
    async with local_screen(screen) as pilot:
        await until(lambda: screen.is_loaded, pilot)
        await pilot.press("2")
        await until(lambda: "Finish 2 more matches" in nothing_text(screen), pilot)
        await until(lambda: "6 points ahead" in screen_text(screen), pilot)
        page = screen.query_one("#nothing", EmptyPage)
        assert page.links[0].words == "see an example"
        assert ("Opponents", "Trader") in page.numbers
        await pilot.press("x")
        await until(lambda: screen.has_class("-example"), pilot)


async def test_the_export_is_json_or_csv_by_the_name_of_the_file(tmp_path: Path) -> None:
    keep_results(result(1), result(2, won=False))
    screen = StatisticsScreen()
    async with local_screen(screen) as pilot:
        await until(lambda: screen.is_loaded, pilot)
        for name in ("all.json", "all.csv"):
            await pilot.press("e")
            await type_in(pilot, str(tmp_path / name))
            await until((tmp_path / name).exists, pilot)
        assert len(json.loads((tmp_path / "all.json").read_text())["results"]) == 2
        rows = list(csv.DictReader((tmp_path / "all.csv").open()))
        assert [row["match"] for row in rows] == ["m1", "m2"]
        await until(lambda: pilot.app.screen is screen, pilot)
        await pilot.press("e")
        await type_in(pilot, str(tmp_path / "all.xls"))
        assert ".json or .csv" in await refusal(pilot)


async def test_page_keys_scroll_the_table_of_counts() -> None:
    levels = ("random", "greedy", "porter", "trader", "merchant", "master")
    opponents = [*combinations(levels, 1), *combinations(levels, 2)]
    keep_results(*(result(n, kinds=("person", *kinds)) for n, kinds in enumerate(opponents)))
    screen = StatisticsScreen()
    async with local_screen(screen) as pilot:
        await until(lambda: screen.is_loaded, pilot)
        await pilot.press("0")
        table = screen.query_one("#counts", DataTable)
        await until(lambda: table.virtual_size.height > table.size.height > 0, pilot)
        await until(lambda: "more groups" in static_text(screen, "caption"), pilot)
        await pilot.wait_for_scheduled_animations()  # the screen has its size
        await pilot.press("pagedown")
        await until(lambda: table.scroll_offset.y > 1, pilot)
        await pilot.press("pageup")
        await until(lambda: table.scroll_offset.y == 0, pilot)


async def test_the_last_matches_are_listed_the_newest_first_without_records_for_losses() -> None:
    keep_results(*(result(n, won=False) for n in range(2)), result(3))
    screen = StatisticsScreen()
    async with local_screen(screen, (160, 50)) as pilot:
        listed = re.compile("([▲▼]) Caravan · camels")
        await until(lambda: len(listed.findall(screen_text(screen))) == 3, pilot)
        assert listed.findall(screen_text(screen)) == ["▲", "▼", "▼"]


async def test_a_single_match_is_told_and_compared_with_nothing() -> None:
    records = {"best season": 0.0, "highest hand": -3.0, "longest caravan": 4.0}
    keep_results(result(1, deeds=("sahara.last_word",), records=records))
    screen = StatisticsScreen()
    async with local_screen(screen, (160, 50)) as pilot:
        words = "9 turns, 6 points ahead, 11 min of play, 2 new deeds"
        await until(lambda: words in screen_text(screen), pilot)
        said = screen_text(screen)
        for more in ("trader", "New deeds: First steps, The last word",
                     "accuracy (3) and luck (4)", "After 3 matches, the curve"):  # fmt: skip
            assert more in said, more
        assert "By opponent" not in said
        assert "Longest caravan 4" in said
        assert not re.search("(?i)best season|highest hand", said), "these are worth nothing"
        keep_results(result(2))
        screen = StatisticsScreen()
        await pilot.app.push_screen(screen)
        await until(lambda: "By opponent" in screen_text(screen), pilot)


def test_a_column_too_narrow_for_a_camel_lists_the_last_matches_without_one() -> None:
    last = LastMatches("last")
    last.show([result(number) for number in range(3)], {}, {})
    for width in (1, CAMEL_STEP - 1, CAMEL_STEP, 42):
        canvas = Canvas(width, 40, Pens(palette({}, True), Depth.TRUE))
        last.draw(canvas)
        assert canvas.line(1)[1:2] == "▲"[: width - 1]


async def test_records_have_large_figures_where_there_is_room() -> None:
    keep_results(result(1), result(2, "decktet"))
    screen = StatisticsScreen()
    async with local_screen(screen, (160, 50)) as pilot:
        await until(lambda: screen.is_loaded, pilot)
        await pilot.press("8")
        await until(lambda: "Caravan · cards" in screen_text(screen), pilot)
        (line, *_more) = [text for text in screen_text(screen).split("\n") if "Highest" in text]
        assert not re.search("[0-9]", line), "its value is drawn, not written"


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_the_example_of_the_overview_fits_a_small_terminal(language: str) -> None:
    i18n.use(language)
    screen = StatisticsScreen()
    async with local_screen(screen) as pilot:
        await until(lambda: screen.is_loaded, pilot)
        await pilot.press("x")
        page = screen.query_one(Overview)
        await until(lambda: page.size.height and page.query_one(CardGrid).size.height, pilot)
        await until(lambda: not page.max_scroll_y, pilot)
        (record,) = [card for card in page.query_one(CardGrid).cards
                     if isinstance(card, RecordCard)]  # fmt: skip
        assert record.title in screen_text(screen)


@pytest.mark.parametrize(("height", "last"), [(12, 8), (20, 16), (40, 16)])
def test_few_openings_are_spread_over_a_high_page(height: int, last: int) -> None:
    bars, won = OpeningBars(), sums.summarize([result(1)])
    rows = [("leads", won), ("waits", won)]
    bars.groups = [Group("Cards", rows), Group("Camels", rows)]
    canvas = Canvas(100, height, Pens(palette({}, True), Depth.TRUE))
    bars.draw(canvas)
    lines = [canvas.line(y) for y in range(height)]
    found = [y for y, line in enumerate(lines) if "Leads" in line or "Waits" in line]
    assert len(found) == 4 and all("100%" in lines[y] for y in found)
    assert found[-1] == last
    assert any("Camels" in line for line in lines[found[1] + 1 : found[2]])


@pytest.mark.parametrize("games", [3, 4])
async def test_the_page_of_records_fills_a_large_terminal(games: int) -> None:
    keep_results(*[result(n, registry.ids()[n % games], won=n % 3 > 0) for n in range(8)])
    screen = StatisticsScreen()
    async with local_screen(screen, (160, 50)) as pilot:
        await until(lambda: screen.is_loaded, pilot)
        await pilot.press("8")
        page, grid = screen.query_one(RecordsPage), screen.query_one("#record-cards", CardGrid)
        chart = screen.query_one(MarginsChart)
        await until(lambda: page.display and grid.cards and grid.size.height, pilot)
        await until(lambda: chart.display is (games == 3), pilot)
        assert grid.rows > EMBLEM_ROWS and grid.columns == (3 if games == 3 else 2)
        below = chart if chart.display else grid
        await until(lambda: below.region.bottom >= 2 * screen.size.height // 3, pilot)
        told = "ahead or behind at the end of each match" in static_text(screen, "caption")
        assert told is (games == 3)
        if games == 3:
            margins = "\n".join(widget_lines(chart))
            assert "+12" in margins and "-1" in margins, "of a win by 17 : 5 and a loss by 4 : 5"


@pytest.mark.parametrize(
    ("count", "words"), [(9, "▲ won, ▼ not won."), (60, "Upper green marks: won")]
)
async def test_the_page_of_the_rating_explains_the_marks_that_it_draws(
    count: int, words: str
) -> None:
    keep_results(*[result(n, won=n % 2 > 0) for n in range(count)])
    screen = StatisticsScreen()
    async with local_screen(screen) as pilot:
        await until(lambda: screen.is_loaded, pilot)
        await pilot.press("2")
        await until(lambda: words in static_text(screen, "caption").replace("\n", " "), pilot)
        signs = "".join(widget_lines(screen.query_one("#results-chart")))
        assert ("▼" in signs) is ("▼" in words)


def test_bars_of_opponents_that_touch_are_of_two_shades() -> None:
    for height, shades in ((9, 2), (40, 1)):
        chart = MeetingsChart()
        lines = [Line(f"Rival {n}", Meetings(4, 4.0)) for n in range(6)]
        chart.rivals = lines
        canvas = Canvas(80, height, Pens(palette({}, True), Depth.TRUE))
        chart.draw(canvas)
        rows = [y for y in range(height) if "Rival" in canvas.line(y)]
        grounds = {canvas.colour_at(40, y) for y in rows}
        assert len(rows) == 6 and len(grounds) == shades


def test_what_is_told_of_a_last_match_ends_with_a_whole_part() -> None:
    last = LastMatches("last")
    last.show([result(number) for number in range(3)], {}, {})
    for width, words in ((42, "9 turns, 7 points ahead"), (60, "11 min of play")):
        canvas = Canvas(width, 40, Pens(palette({}, True), Depth.TRUE))
        last.draw(canvas)
        assert canvas.line(2).rstrip().endswith(words)


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_all_cards_of_records_look_alike_with_every_date_and_without_a_scroll_bar(
    size: tuple[int, int],
) -> None:
    keep_results(
        *[result(number, game) for number, game in enumerate(registry.ids(), 1)],
        result(9, "dice_village", kinds=("person",)),
    )
    screen = StatisticsScreen()
    async with local_screen(screen, size) as pilot:
        await pilot.press("8")
        await until(lambda: screen.query_one(RecordsPage).display, pilot)
        page, grid = screen.query_one(RecordsPage), screen.query_one("#record-cards", CardGrid)
        await until(lambda: grid.cards and grid.size.height, pilot)
        count = sum(len(card.records) for card in grid.cards if isinstance(card, RecordCard))
        await until(
            lambda: len(re.findall(r"\d\d-\d\d\b", "\n".join(widget_lines(grid)))) == count, pilot
        )
        assert grid.region.height <= page.size.height


async def test_names_of_games_are_not_cut_in_the_numbers() -> None:
    keep_results(*[result(number, game) for number, game in enumerate(registry.ids(), 1)])
    screen = StatisticsScreen()
    async with local_screen(screen) as pilot:
        await pilot.press("0")
        table = screen.query_one("#counts", DataTable)
        await until(lambda: table.row_count > 5, pilot)
        names = {row[0].strip() for row in cells(table)}
        assert {"Caravanserai", "Caravan · cards"} <= names


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_numbers_are_by_seats_turn_order_and_month_too_at_every_size(
    size: tuple[int, int],
) -> None:
    keep_results(
        result(1),
        result(2, kinds=("person", "porter", "trader")),
        replace(result(900), me=1),
    )
    screen = StatisticsScreen()
    async with local_screen(screen, size) as pilot:
        await pilot.press("0")
        table = screen.query_one("#counts", DataTable)
        await until(lambda: table.row_count > 5, pilot)
        assert "more groups" not in static_text(screen, "caption"), "all of them are seen"
        names = {row[0].strip() for row in cells(table)}
        assert {"2 seats", "3 seats", "player 1", "player 2", "2023-11", "2023-12"} <= names


async def test_large_cards_of_records_have_the_emblem_of_their_game_small_ones_days_alike() -> None:
    own = {"best season": 5.0, "highest hand": 9.0, "longest caravan": 7.0}
    games = enumerate(registry.ids(), 1)
    keep_results(*[result(number, game, records=own) for number, game in games])
    screen = StatisticsScreen()
    async with local_screen(screen, (160, 50)) as pilot:
        await pilot.press("8")
        grid = screen.query_one("#record-cards", CardGrid)
        await until(lambda: grid.cards and grid.rows > EMBLEM_ROWS, pilot)
        await until(lambda: "Caravan · cards" in widget_lines(grid)[EMBLEM_ROWS + 2], pilot)
        await pilot.resize_terminal(80, 24)
        await until(lambda: grid.rows < EMBLEM_ROWS, pilot)
        await until(lambda: re.search(r"\d\d-\d\d\b", "\n".join(widget_lines(grid))), pilot)
        days = re.findall(r"(\d{4}-)?\d\d-\d\d\b", "\n".join(widget_lines(grid)))
        assert all(days) or not any(days)


def page_number(name: str) -> int:
    """The place of a page among the tabs, from 0."""
    return [page for page, _title in StatisticsScreen.pages()].index(name)


async def test_the_deeds_are_listed_with_the_match_that_did_them() -> None:
    keep_results(
        replace(result(1), deeds=("sahara.last_word",)),
        replace(result(2), deeds=("sahara.last_word", "sahara.two_thefts")),
        replace(result(3, assisted=True), deeds=("sahara.patience",)),
    )
    screen = StatisticsScreen()
    async with local_screen(screen, (80, 24)) as pilot:
        await until(lambda: screen.is_loaded, pilot)
        screen.action_pick(page_number("deeds"))
        await pilot.pause()
        assert "In any game" in screen_text(screen)
        screen.game = "sahara"
        screen.show()
        deeds = screen.query_one(DeedList)
        await until(lambda: len(deeds.groups) == 1, pilot)
        done = {card.name: card.done for card in deeds.cards}
        word, thefts = done["The last word"], done["Den of thieves"]
        assert word and word.match == result(1).match
        assert thefts and thefts.match == result(2).match, "a hidden deed is named once it is done"
        assert done["Patience pays"] is None
        assert "2 of 12" in "\n".join(widget_lines(deeds))
        offered = []
        for card in deeds.cards:
            offered.append(screen.offers("replay") is (card.done is not None))
            await pilot.press("down")
        assert all(offered), "the footer names no replay of what has not been done"


def test_a_match_that_was_not_won_is_called_lost() -> None:
    assert streak_text(-1) == "last match lost" and streak_text(-3) == "last 3 lost"


async def test_the_overview_tells_no_rating_after_one_match_as_the_rating_page_does() -> None:
    keep_results(result(1))
    screen = StatisticsScreen()
    async with local_screen(screen, (80, 24)) as pilot:
        await until(lambda: screen.query_one(Totals).tiles, pilot)
        assert screen.query_one(Totals).tiles[-1].label == "no rating yet"


def test_what_counts_is_told_only_before_a_match_counts() -> None:
    sentence = "does not count"
    assert sentence in no_match(Facts(), "it.").text
    assert sentence not in no_match(Facts(results=[result(1)]), "it.", 3).text


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
async def test_deeds_wait_before_the_first_match_and_the_hidden_ones_keep_their_secret(
    glyphs: str,
) -> None:
    screen = StatisticsScreen()
    async with local_screen(screen, (80, 24), glyphs=glyphs) as pilot:
        screen.action_pick(page_number("deeds"))
        deeds = screen.query_one(DeedList)
        await until(lambda: deeds.groups, pilot)
        names = [card.name for card in deeds.cards]
        assert "Den of thieves" not in names and names.count("1 hidden deed") >= 2
        mark = "> ." if glyphs == "ascii" else "► ·"
        await until(lambda: f"{mark} First steps" in screen_text(screen), pilot)
        await pilot.press("enter")
        await until(lambda: "no match to replay yet" in said(screen), pilot)
        await pilot.press("g")  # a game without a match
        await until(lambda: [group.game for group in deeds.groups] == [registry.ids()[0]], pilot)
        screen.action_pick(page_number("overview"))
        await pilot.press("g")
        assert screen.game is None


def said(screen: StatisticsScreen) -> str:
    """What the app has notified of."""
    return " ".join(str(note.message) for note in screen.app._notifications)


async def test_the_cursor_goes_through_the_deeds_and_scrolls_with_them() -> None:
    screen = StatisticsScreen()
    async with local_screen(screen, (80, 24)) as pilot:
        screen.action_pick(page_number("deeds"))
        deeds, page = screen.query_one(DeedList), screen.query_one(DeedsPage)
        await until(lambda: deeds.groups and page.size.height, pilot)
        await pilot.press("up", "down", "down")
        assert deeds.cursor == 2
        await pilot.press(*["pagedown"] * 20)
        assert deeds.cursor == len(deeds.cards) - 1
        await until(lambda: page.scroll_offset.y > 60, pilot)
        await pilot.press("k", "pageup")
        assert deeds.cursor < len(deeds.cards) - 2
        await pilot.press(*["pageup"] * 20)
        await until(lambda: page.scroll_offset.y == 0, pilot)
        await pilot.click(deeds, offset=(20, 5))
        assert deeds.cursor == 2


async def test_a_deed_opens_the_replay_of_its_match() -> None:
    match = save(ended("sahara"))
    Profile().add(replace(result_of(match), deeds=("sahara.last_word",)))
    screen = StatisticsScreen()
    async with local_screen(screen, (160, 45)) as pilot:
        await until(lambda: screen.is_loaded, pilot)
        screen.action_pick(page_number("deeds"))
        deeds = screen.query_one(DeedList)
        await until(lambda: deeds.groups, pilot)
        screen.game = "sahara"
        screen.show()
        place = [card.name for card in deeds.cards].index("The last word")
        await pilot.press(*["down"] * place, "enter")
        await until(lambda: isinstance(screen.app.screen, ReplayScreen), pilot)


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 60)])
async def test_every_deed_has_room_in_every_language(size: tuple[int, int]) -> None:
    screen = StatisticsScreen()
    async with local_screen(screen, size) as pilot:
        for language in (None, "fr"):
            i18n.use(language)
            screen.action_pick(page_number("deeds"))
            deeds = screen.query_one(DeedList)
            await until(lambda: deeds.groups, pilot)  # noqa: B023
            await pilot.pause()
            text = "\n".join(widget_lines(deeds))
            assert all(card.name in text and card.text in text for card in deeds.cards)


@pytest.mark.parametrize("size", mostly_nightly([(80, 24), (160, 50)]))
async def test_below_a_table_about_one_match_stands_what_further_ones_bring(
    size: tuple[int, int],
) -> None:
    keep_results(result(1))
    screen = StatisticsScreen()
    async with local_screen(screen, size) as pilot:
        await until(lambda: screen.query("#counts"), pilot)
        await pilot.press("0")
        words = "One match so far: every row is about it."
        await until(lambda: words in screen_text(screen), pilot)
        table, few = screen.query_one("#counts"), screen.query_one("#few")
        assert not table.max_scroll_y, "every count is in sight"
        assert few.region.y == table.region.bottom and few.region.height >= 6


@pytest.mark.parametrize(
    ("own", "assisted", "says"),
    [
        (0, 1, "1 assisted match, 11 min at the table"),
        (0, 2, "2 assisted matches, 22 min at the table"),
        (1, 1, "1 match, 11 min at the table, assisted ones left out"),
        (2, 1, "2 matches, 22 min at the table, assisted ones left out"),
        (2, 0, "2 matches, 22 min at the table"),
    ],
)
def test_the_line_below_the_counts_counts_what_the_table_counts(
    own: int, assisted: int, says: str
) -> None:
    counted = [result(number) for number in range(own)]
    apart = [result(number, assisted=True) for number in range(own, own + assisted)]
    assert below_counts(counted, apart) == (says, "")


async def test_a_table_that_needs_the_page_has_it_alone() -> None:
    keep_results(*(result(n, kinds=("person", *["trader"] * (n % 3 + 1))) for n in range(9)))
    screen = StatisticsScreen()
    async with local_screen(screen) as pilot:
        await until(lambda: screen.query("#counts"), pilot)
        await pilot.press("0")
        await until(lambda: screen.query_one("#counts", DataTable).row_count > 3, pilot)
        assert not screen.query_one("#few").display


def against(number: int, name: str, level: str, won: bool) -> Result:
    """A match against a character."""
    return replace(result(number, won=won, kinds=("person", level)), names=("Ann", name))


def test_the_cast_is_known_by_its_last_level_and_how_often_it_was_beaten() -> None:
    results = [against(1, "Leila", "porter", True), against(3, "Leila", "trader", False),
               against(2, "Omar", "porter", False), result(4)]  # fmt: skip
    cast = acquaintances(Facts(results=results, titles={"trader": "Trader", "porter": "Porter"}))
    assert len(cast) == len(CAST), "everybody, met or not"
    first, second, third = cast[:3]
    assert (first.character.name, first.level) == ("Leila", "Trader")
    assert first.meetings is not None and (first.meetings.points, first.meetings.count) == (1, 2)
    assert (second.character.name, second.level) == ("Omar", "Porter")
    assert third.meetings is None and not third.level


@pytest.mark.parametrize(("size", "is_shown"), [((80, 24), False), ((160, 50), True)])
async def test_the_cast_stands_below_the_opponents_where_it_has_room(
    size: tuple[int, int], is_shown: bool
) -> None:
    keep_results(*(against(n, "Leila", "porter", n % 2 > 0) for n in range(4)))
    screen = StatisticsScreen()
    async with local_screen(screen, size) as pilot:
        await until(lambda: screen.is_loaded, pilot)
        await pilot.press("5")
        await until(
            lambda: "Leila" in screen_text(screen) or "Porter" in screen_text(screen), pilot
        )
        await until(lambda: "2 of 4" in screen_text(screen), pilot)  # beside the bar
        await until(lambda: ("The cast" in screen_text(screen)) is is_shown, pilot)
        assert all((each.name in screen_text(screen)) is is_shown for each in CAST[-3:])
