"""Reviews: kept when an analysis ends, made of the last matches on request, and what the pages of
the statistics make of them."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta
from textwrap import wrap

import pytest

from ai.analysis import Analysis
from ai.search import choose
from caravan_tui import i18n
from caravan_tui.bus.messages import SearchRequest, SearchResult
from caravan_tui.engine import Match
from caravan_tui.engine.playback import Playback
from caravan_tui.games import registry
from caravan_tui.hosts.local import LocalHost
from caravan_tui.hosts.reviewing import beginning_of, review_of
from caravan_tui.presentation.analyses import CACHE, STOPPED, cache_key
from caravan_tui.screens.analysis.screen import AnalysisScreen
from caravan_tui.screens.statistics import calendar, reviewing
from caravan_tui.screens.statistics.accuracy import AccuracyChart, AccuracyPage
from caravan_tui.screens.statistics.calendar import DayGrid, shape
from caravan_tui.screens.statistics.openings import Group, rows_of
from caravan_tui.screens.statistics.opponents import (
    BAR_SHARE,
    Line,
    MeetingsChart,
    best_and_hardest,
    ends_of,
)
from caravan_tui.screens.statistics.screen import BEGINNINGS, PAGES, StatisticsScreen
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import mix
from caravan_tui.widgets.drawing.depth import Depth, Pens
from caravan_tui.widgets.drawing.palette import palette
from caravan_tui.widgets.empty_page import EmptyPage
from saves.insights import Meetings
from saves.profile import Profile, result_of
from saves.reviews import Errors, Part, Review, Reviews
from saves.statistics import Summary, summarize
from tests.support.known import known
from tests.support.matches import ended, keep_results, result, save
from tests.support.screen_text import screen_text, static_text
from tests.support.screens import app_of
from tests.support.until import until
from tests.support.whole_app import local_screen

pytestmark = pytest.mark.usefixtures("no_workers")


@pytest.fixture(autouse=True)
def _no_beginnings() -> None:
    BEGINNINGS.clear()


class Searches(LocalHost):
    """Answers searches here, with few iterations, as long as it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0
        self.limit = 10_000
        """The searches that are answered; those after them never are."""
        self.plies: list[int] = []
        """The decisions that were searched first, by the seed that is made of them."""
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def search(self, request: SearchRequest, progress: object = None) -> SearchResult:
        """The answer to a search."""
        self.count += 1
        if not request.moves:
            self.plies.append(request.seed)
        if self.count > self.limit:
            await asyncio.Event().wait()
        await self.may_answer.wait()
        await asyncio.sleep(0)
        return choose(request.game, request.view, request.level, request.seed, 4, request.style)


def finished(game: str = "decktet") -> Match:
    """A match that is over, saved, and one of the results."""
    match = save(ended(game))
    Profile().add(result_of(match))
    return match


async def test_an_analysis_that_has_ended_is_kept_for_the_statistics() -> None:
    match = finished()
    screen = AnalysisScreen(Playback(match), [0])
    async with local_screen(screen, host=Searches()) as pilot:
        await until(lambda: Reviews().all(), pilot)
    (review,) = Reviews().all()
    own = [verdict for verdict in screen.analysis.verdicts if verdict.seat == 0]
    assert (review.match, review.game, review.seat) == (match.record.id, "decktet", 0)
    assert review.whole.decisions == len(own)
    assert sum(part.decisions for part in review.kinds.values()) == len(own)
    assert set(review.kinds) <= {"leading", "passing", "beating caravans", "playing bandits"}
    assert len(review.luck) == len(review.values) == 2


async def test_an_analysis_of_a_match_that_is_no_result_is_not_kept() -> None:
    screen = AnalysisScreen(Playback(save(ended("decktet"))), [0])
    async with local_screen(screen, host=Searches()) as pilot:
        await until(lambda: screen.analysis.verdicts and not screen.is_searching, pilot)
    assert not Reviews().all()


def test_only_a_seat_that_was_judged_in_a_match_that_is_over_has_a_review() -> None:
    assert review_of(Analysis(), ended("decktet"), 0) is None


async def test_a_key_has_the_last_matches_analysed_one_after_the_other() -> None:
    matches = [finished("decktet"), finished("sahara")]
    keep_results(result(1))  # whose match is not saved any more
    screen, host = StatisticsScreen(), Searches()
    async with local_screen(screen, host=host) as pilot:
        await until(lambda: screen.is_loaded, pilot)
        await pilot.press("3")
        await until(
            lambda: "None of these matches" in screen.query_one("#nothing", EmptyPage).text, pilot
        )
        await pilot.press("a")
        await until(lambda: "of 3)" in static_text(screen, "run"), pilot)
        await until(lambda: len(screen.reviews) == 2 and not screen.run.is_active_run, pilot)
        await until(lambda: "All games" in screen_text(screen), pilot)
        assert {review.match for review in Reviews().all()} == {
            match.record.id for match in matches
        }
        count = host.count
        await pilot.press("a")
        await until(lambda: not screen.run.is_active_run, pilot)
        assert host.count == count, "nothing is left to analyse"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_before_the_curve_of_accuracy_the_thirds_of_a_match_fill_the_page(
    size: tuple[int, int], language: str
) -> None:
    i18n.use(language)
    keep_reviews()
    kept = Reviews().path.read_bytes().splitlines(keepends=True)
    Reviews().path.write_bytes(b"".join(kept[:2]))
    screen = StatisticsScreen()
    async with local_screen(screen, size) as pilot:
        await until(lambda: screen.reviews, pilot)
        await pilot.press("3")
        words = i18n._("Chart: these thirds; from {count} matches on, each match.").format(count=3)
        await until(lambda: words in static_text(screen, "caption"), pilot)
        page, chart = screen.query_one(AccuracyPage), screen.query_one(AccuracyChart)
        assert chart.display and page.region.bottom - chart.region.bottom <= 1
        figure = known(chart.figure)
        assert [word for _place, word in figure.steps] == [
            i18n._("early"), i18n._p("part of a match", "middle"), i18n._("late"),
        ]  # fmt: skip
        assert not page.max_scroll_y
        caption = screen.query_one("#caption")
        lines = wrap(static_text(screen, "caption"), caption.size.width)
        assert len(lines) <= caption.size.height, "nothing is cut"


async def test_the_same_key_and_leaving_stop_the_analyses() -> None:
    finished()
    screen, host = StatisticsScreen(), Searches()
    async with local_screen(screen, host=host) as pilot:
        await until(lambda: screen.is_loaded, pilot)
        host.may_answer.clear()
        await pilot.press("a")
        await until(lambda: host.count, pilot)
        await pilot.press("2", "a")
        assert screen.page == 1, "other pages are there meanwhile"
        await until(lambda: not screen.run.is_active_run and not screen.run.display, pilot)
        await pilot.press("a")
        await until(lambda: host.count > 1, pilot)
        await pilot.press("q")
        await until(lambda: not screen.is_attached, pilot)
        host.may_answer.set()
        await pilot.pause()
        assert not Reviews().all()


async def test_what_was_judged_before_the_analyses_were_stopped_is_not_searched_again() -> None:
    match = finished()
    screen, host = StatisticsScreen(), Searches()
    host.limit = 40
    async with local_screen(screen, host=host) as pilot:
        await until(lambda: screen.is_loaded, pilot)
        await pilot.press("a")
        await until(lambda: host.count > host.limit, pilot)
        await pilot.press("a")
        await until(lambda: not screen.run.is_active_run, pilot)
        await until(lambda: cache_key(match, 0) in STOPPED, pilot)
        done = STOPPED[cache_key(match, 0)].done
        assert done
        host.limit, plies = 10_000, len(host.plies)
        await pilot.press("a")
        await until(lambda: cache_key(match, 0) in CACHE, pilot)
        repeated = set(host.plies[plies:]) & set(host.plies[:plies])
        assert len(repeated) <= 1, "only the decision at which it was stopped"


async def test_over_ssh_searches_leave_the_server_time_for_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    finished()
    monkeypatch.setattr(reviewing, "SHARED_PACE", 1000.0)
    screen, host = StatisticsScreen(), Searches()
    async with local_screen(screen, host=host) as pilot:
        app_of(pilot.app).is_remote = True
        await until(lambda: screen.is_loaded, pilot)
        await pilot.press("a")
        await until(lambda: host.count, pilot)
        for _ in range(20):
            await pilot.pause()
        assert host.count == 1


def keep_reviews(count: int = 8) -> None:
    """Results with reviews: won with good luck, lost with bad luck."""
    keep_results(*(result(n, won=n % 2 > 0, kinds=("person", ("porter", "master")[n % 2]))
                   for n in range(count)))  # fmt: skip
    for n in range(count):
        luck = 0.2 if n % 2 else -0.2
        end = (1.0, 0.0) if n % 2 else (0.0, 1.0)
        Reviews().add(
            Review(
                f"m{n}", "sahara", 0, (Part(5, 0.05), Part(5, 0.1), Part(5, 0.2)),
                Errors(0, 2, 1, 0), {"stealing": Part(5, 0.3), "delivering": Part(10, 0.05)},
                (luck, -luck), (0.02, 0.02), end,
            )
        )  # fmt: skip


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
async def test_the_pages_say_accuracy_luck_opponents_and_days(glyphs: str) -> None:
    keep_reviews()
    screen = StatisticsScreen()
    async with local_screen(screen, glyphs=glyphs) as pilot:
        await until(lambda: screen.reviews, pilot)
        said = {
            "3": ["Accuracy", "Caravan · camels", "What costs you most", "Stealing", "86%"],
            "4": ["luck evened out", "100% of your results", "4 of 4 100%", "0 of 4"],
            "5": ["Level: Porter", "Kind of move", "Stealing, accuracy"],
            "7": ["Mon", "Sun"],
        }
        for key, texts in said.items():
            await pilot.press(key)
            for text in texts:
                await until(lambda text=text: text in screen_text(screen), pilot)


async def test_luck_is_not_judged_from_a_single_match() -> None:
    keep_reviews(1)
    screen = StatisticsScreen()
    async with local_screen(screen) as pilot:
        await until(lambda: screen.reviews, pilot)
        await pilot.press("4")
        await until(
            lambda: "analyse 2 more matches" in screen.query_one("#nothing", EmptyPage).text, pilot
        )


async def test_damaged_reviews_cost_only_themselves() -> None:
    keep_reviews()
    lines = Reviews().path.read_bytes().splitlines(keepends=True)
    Reviews().path.write_bytes(b"".join([b"{}\n", *lines[1:-1], lines[-1][:40]]))
    screen = StatisticsScreen()
    async with local_screen(screen) as pilot:
        await until(lambda: len(screen.reviews) == 6, pilot)


async def test_one_game_alone_has_its_own_accuracy() -> None:
    keep_reviews()
    keep_results(result(20, "decktet"))
    screen = StatisticsScreen()
    async with local_screen(screen) as pilot:
        await until(lambda: screen.reviews, pilot)
        await pilot.press("3", "g")
        await until(
            lambda: "None of these matches" in screen.query_one("#nothing", EmptyPage).text, pilot
        )
        await pilot.press("g")
        await until(lambda: "All matches" in screen_text(screen), pilot)


@pytest.mark.parametrize("game", registry.ids())
async def test_every_game_names_its_openings(game: str) -> None:
    match = finished(game)
    opening = beginning_of(match, 0).opening
    screen = StatisticsScreen()
    async with local_screen(screen) as pilot:
        await pilot.press("6")
        await until(lambda: opening[1:] in screen_text(screen), pilot)
        assert "favourites first" in static_text(screen, "caption")


async def test_openings_without_saved_matches_say_where_they_come_from() -> None:
    keep_results(result(1))
    screen = StatisticsScreen()
    async with local_screen(screen) as pilot:
        await pilot.press("6")
        await until(lambda: "is still saved" in screen.query_one("#nothing", EmptyPage).text, pilot)


@pytest.mark.parametrize(
    ("size", "weeks"), [((78, 17), 18), ((118, 30), 54), ((158, 44), 54), ((78, 9), 18)]
)
def test_the_calendar_has_as_many_weeks_as_fit(size: tuple[int, int], weeks: int) -> None:
    bands, in_band, pitch, step = shape(*size)
    assert bands * in_band == weeks
    assert 5 + in_band * pitch <= size[0] and bands * (1 + 7 * step) <= size[1]


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
async def test_a_day_says_how_many_matches_it_had(
    glyphs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_results(*(result(n) for n in range(3)))
    day = date.fromtimestamp(Profile().results()[0].ended)
    monkeypatch.setattr(calendar, "today", lambda: day + timedelta(1))
    screen = StatisticsScreen()
    async with local_screen(screen, glyphs=glyphs) as pilot:
        await pilot.press("7")
        await until(lambda: "in a row now" in static_text(screen, "caption"), pilot)
        grid = screen.query_one(DayGrid)
        assert sum(grid.days.counts.values()) == 3
        await until(lambda: str(max(grid.days.counts.values())) in screen_text(screen), pilot)


def test_the_best_and_the_worst_of_many_opponents_are_listed() -> None:
    lines = [Line(str(number), None) for number in range(9)]
    assert ends_of(lines, 9) == lines
    names = [line.name for line in ends_of(lines, 5)]
    assert names == ["0", "1", "5 between them", "7", "8"]


def test_every_game_has_an_opening_before_one_has_many() -> None:
    summary: Summary = summarize([])
    groups = [Group("a", [("x", summary)] * 9), Group("b", [("y", summary)])]
    assert rows_of(groups, 5) == [3, 1]
    assert rows_of(groups, 20) == [9, 1]


def test_a_batch_is_small_and_pages_have_keys() -> None:
    assert reviewing.BATCH == 5
    assert len(PAGES) <= 10


def rivals_of(*counts: tuple[str, int, float]) -> list[Line]:
    return [Line(name, Meetings(count, points)) for name, count, points in counts]


def test_the_best_and_the_hardest_opponent_are_the_surest_of_those_with_the_same_share() -> None:
    rivals = rivals_of(("Batu", 3, 3), ("Leila", 9, 9), ("Omar", 4, 2), ("Wei", 3, 0), ("Zo", 8, 0))
    ends = best_and_hardest(rivals)
    assert ends is not None and [line.name for line in ends] == ["Leila", "Zo"]
    assert best_and_hardest(rivals[:1]) is None
    assert best_and_hardest(rivals_of(("Batu", 4, 2), ("Wei", 8, 4))) is None, "they are alike"


@pytest.mark.parametrize("depth", [Depth.TRUE, Depth.NONE])
@pytest.mark.parametrize("columns", [78, 158])
def test_opponents_are_bars_of_what_was_won_below_the_names_of_the_best_and_the_hardest(
    columns: int, depth: Depth
) -> None:
    chart = MeetingsChart()
    chart.rivals = rivals_of(("Batu, Porter", 8, 6), ("Leila, Caravan master", 6, 0))
    chart.rating = 1187.4
    canvas = Canvas(columns, 12, Pens(palette({}, dark=True), depth))
    chart.draw(canvas)
    said = [canvas.line(y) for y in range(canvas.height)]
    head = "Best against: Batu, Porter 6 of 8   Hardest: Leila, Caravan master 0 of 6"
    assert head in said[0] and "Opponent (you: 1187)" in said[2]
    row = next(y for y, line in enumerate(said) if line.lstrip().startswith("Batu"))
    assert "75%" in said[row] and said[row].rstrip().endswith("6 of 8")
    if depth is Depth.NONE:
        assert said[row].count("#") > said[row].count("-") > 0
        return
    colours = canvas.pens.palette
    won, lost = (
        list(canvas.row(row)[0]).count(mix(colours.surface, colour, BAR_SHARE))
        for colour in (colours.gain, colours.loss)
    )
    assert won > 2 * lost > 0, "three quarters of the bar"
