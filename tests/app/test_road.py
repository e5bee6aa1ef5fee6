"""The Road: choosing a journey, playing its stations, what a try brings, and the way home."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from textual.pilot import Pilot

from ai.search import choose
from caravan_tui.engine import Match
from caravan_tui.presentation.quest import Quest
from caravan_tui.road.goals import Standing, State, judge
from caravan_tui.road.stations import JOURNEYS, STATIONS
from caravan_tui.screens.home.screen import HomeScreen
from caravan_tui.screens.problems.problem import ProblemScreen
from caravan_tui.screens.road.map import HIGH, RoadMap, layout, nearest, sky_rows
from caravan_tui.screens.road.screen import RoadScreen
from caravan_tui.screens.statistics.screen import StatisticsScreen
from caravan_tui.screens.table.result import ResultScreen
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.screens.table.tutorial import TutorialScreen
from caravan_tui.widgets.chooser import Chooser
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.depth import Pens
from caravan_tui.widgets.drawing.palette import palette
from caravan_tui.widgets.drawing.sprites import sprite
from caravan_tui.widgets.question import Question
from saves import road, tutorial_progress
from saves.road import Travel, Try, Visit
from saves.store import Store
from saves.tutorial_progress import Progress
from tests.saves.helpers import play_on
from tests.support.screen_text import screen_lines, screen_text, static_text, widget_lines
from tests.support.screens import screen_of
from tests.support.until import until
from tests.support.whole_app import local_app, local_screen

pytestmark = pytest.mark.usefixtures("no_workers")

NOW = 1_772_000_000


def journey(passed: int = 0, losses: int = 0, name: str = "short") -> Travel:
    """A journey with so many stations behind the player, and losses at the next one, on disk."""
    stations = JOURNEYS[name].stations
    visits = {station: Visit((Try(station, 1),)) for station in stations[:passed]}
    if losses:
        visits[stations[passed]] = Visit(tuple(Try(f"try{n}", 0) for n in range(losses)))
    honours = tuple(station for station in stations[:passed] if STATIONS[station].honour)
    travel = Travel(name, NOW, visits, honours)
    road.save(travel)
    return travel


def hand(ranks: tuple[int, int]) -> Match:
    """A finished match at the first station, played at random."""
    station = STATIONS["tamrit"]
    for seed in range(100):
        match = Match.new("decktet", {"hands": 1}, station.seats("Ann"), seed)
        play_on(match, 100, seed)
        if match.ranks == ranks:
            return match
    raise AssertionError("no such hand")


def keep(match: Match, travel: Travel, station: str) -> None:
    """Save a match as a try at a station."""
    store = Store()
    store.describe(match.record.id, road=travel.mark_of(station))
    store.save_now(match)
    store.release_all()


@asynccontextmanager
async def on_road(
    size: tuple[int, int] = (80, 24), glyphs: str = "unicode"
) -> AsyncIterator[tuple[Pilot[Any], RoadScreen]]:
    screen = RoadScreen()
    async with local_screen(screen, size, glyphs) as pilot:
        await until(lambda: screen.is_choosing == screen.has_class("-choosing"), pilot)
        await until(lambda: screen.map.travel.stations, pilot)
        yield pilot, screen


def story_of(screen: RoadScreen) -> str:
    return static_text(screen, "story")


async def test_the_first_visit_offers_three_journeys_in_plain_words() -> None:
    async with on_road() as (pilot, screen):
        text = screen_text(pilot.app)
        for words in ("The short journey", "7 stations", "13 stations", "21 stations", "Zubayda"):
            assert words in text
        await pilot.press("down", "enter")
        await until(lambda: not screen.is_choosing, pilot)
        assert road.load().journey == "middle"
        assert "1. The low well" in story_of(screen)
        assert "Batu" in screen_text(pilot.app)
        assert "The low well" in " ".join(widget_lines(screen.map)), "the map names it, too"
        await pilot.press("right")
        await until(lambda: "The salt pans" in " ".join(widget_lines(screen.map)), pilot)


@pytest.mark.parametrize("row, journey", [(0, "short"), (1, "middle")])
async def test_the_first_click_selects_a_journey_and_the_second_sets_out(
    row: int, journey: str
) -> None:
    async with on_road() as (pilot, screen):
        names = ("The short journey", "The long journey")
        await until(lambda: all(name in screen_text(pilot.app) for name in names), pilot)
        where = (5, 3 * row + 1)
        await pilot.click("#journeys", offset=where)
        await until(lambda: "second click sets out" in screen_text(pilot.app), pilot)
        assert screen.is_choosing and screen.journeys.highlighted == row
        await pilot.click("#journeys", offset=where)
        await until(lambda: not screen.is_choosing, pilot)
        assert road.load().journey == journey


async def test_a_station_is_played_at_the_table_with_its_goal_above() -> None:
    journey()
    async with on_road() as (pilot, screen):
        await pilot.press("enter")
        await until(lambda: isinstance(pilot.app.screen, TableScreen), pilot)
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        await until(lambda: table.position is not None, pilot)
        await until(lambda: "win: even" in screen_text(pilot.app).splitlines()[0], pilot)
        assert table.connection.names[1] == "Batu"
        assert table.connection.restart is None  # a known deal would be no new try
        match = table.connection.match
        await pilot.press("q")
        await until(lambda: pilot.app.screen is screen, pilot)
        await until(lambda: "tamrit" in screen.running, pilot)
        assert screen.title_of("go") == "Continue"
        await pilot.press("enter")
        await until(lambda: isinstance(pilot.app.screen, TableScreen), pilot)
        assert pilot.app.screen.connection.match == match  # type: ignore[attr-defined]


@pytest.mark.parametrize("passed, words", [(0, "win: even"), (2, "first to 5")])
async def test_a_long_goal_leaves_the_links_of_the_line_above_in_sight(
    passed: int, words: str
) -> None:
    journey(passed, name="long")
    async with on_road() as (pilot, _screen):
        await pilot.press("enter")
        await until(lambda: isinstance(pilot.app.screen, TableScreen), pilot)
        await until(lambda: words in screen_lines(pilot.app)[0], pilot)
        await until(lambda: "F1 rules  F2 keys  o log" in screen_lines(pilot.app)[0], pilot)


async def test_a_won_try_is_told_and_moves_the_caravan_on() -> None:
    travel = journey()
    keep(hand((1, 2)), travel, "tamrit")
    async with on_road() as (pilot, screen):
        await until(lambda: isinstance(pilot.app.screen, Question), pilot)
        assert "Her name is Patience" in screen_text(pilot.app)
        await pilot.press("enter")
        await until(lambda: pilot.app.screen is screen, pilot)
        assert "2. The salt pans" in story_of(screen)
        assert road.load().visit("tamrit").is_passed
        await pilot.press("left")
        assert "Patience" in story_of(screen)


async def test_a_lost_try_may_be_repeated_at_once() -> None:
    travel = journey()
    keep(hand((2, 1)), travel, "tamrit")
    async with on_road() as (pilot, _screen):
        await until(lambda: isinstance(pilot.app.screen, Question), pilot)
        assert "Batu laughs" in screen_text(pilot.app)
        await pilot.press("enter")
        await until(lambda: isinstance(pilot.app.screen, TableScreen), pilot)


def at_night_wind() -> Travel:
    """The medium journey where it has come to its first station with problems."""
    return journey(JOURNEYS["middle"].stations.index("night-wind"), name="middle")


async def solve(pilot: Pilot[Any], is_right: bool = True) -> None:
    """Answer the problem that is asked."""
    await until(lambda: isinstance(pilot.app.screen, ProblemScreen), pilot)
    screen = pilot.app.screen
    assert isinstance(screen, ProblemScreen)
    await until(lambda: screen.board.has_focus and screen.board.scene is not None, pilot)
    screen.play(screen.problem.answer if is_right else screen.problem.tempting)
    await until(lambda: screen.exercise.is_answered, pilot)


async def test_problems_of_a_station_are_solved_one_after_the_other() -> None:
    at_night_wind()
    async with on_road() as (pilot, screen):
        assert "3 problems" in screen_text(pilot.app)
        await pilot.press("enter")
        await solve(pilot)
        await until(lambda: "1 of 2" in screen_text(pilot.app).splitlines()[0], pilot)
        await pilot.press("q")  # and on another day
        await until(lambda: pilot.app.screen is screen, pilot)
        await until(lambda: screen.title_of("go") == "Continue", pilot)
        await pilot.press("enter")
        await solve(pilot)
        await until(lambda: "reached" in screen_text(pilot.app).splitlines()[0], pilot)
        first = pilot.app.screen
        await pilot.press("enter")
        await until(lambda: pilot.app.screen is not first, pilot)
        await solve(pilot)
        await pilot.press("enter")
        await until(lambda: isinstance(pilot.app.screen, Question), pilot)
        assert "You sleep warm" in screen_text(pilot.app) and "★★★" in screen_text(pilot.app)
        await pilot.press("enter")
        await until(lambda: pilot.app.screen is screen, pilot)
        assert road.load().visit("night-wind").stars == 3


async def test_two_wrong_answers_lose_and_other_problems_follow() -> None:
    at_night_wind()
    async with on_road() as (pilot, _screen):
        await pilot.press("enter")
        await until(lambda: isinstance(pilot.app.screen, ProblemScreen), pilot)
        await pilot.press("N")  # not past a problem without an answer
        await solve(pilot, is_right=False)
        first = pilot.app.screen
        await pilot.press("enter")
        await until(lambda: pilot.app.screen is not first, pilot)
        await solve(pilot, is_right=False)
        await pilot.press("enter")
        await until(lambda: isinstance(pilot.app.screen, Question), pilot)
        assert "three more hands" in screen_text(pilot.app)
        await pilot.press("enter")
        await until(lambda: isinstance(pilot.app.screen, ProblemScreen), pilot)
        task = screen_of(pilot.app, ProblemScreen).exercise.task
        assert task is not None
        assert task.problems == STATIONS["night-wind"].problems_of_try(1)


async def test_a_way_leads_round_after_three_losses_and_not_before() -> None:
    journey(losses=2)
    async with on_road() as (pilot, screen):
        assert "After 1 more loss you can bypass" in screen_text(pilot.app)
        await pilot.press("g")
        assert screen.travel.next_station is STATIONS["tamrit"]
    journey(losses=3)
    async with on_road() as (pilot, screen):
        assert screen.offers("round")
        await pilot.press("g")
        assert "2. The salt pans" in story_of(screen)
        assert road.load().visit("tamrit").is_bypassed
        await pilot.press("left")
        assert "You went round this one." in story_of(screen)


async def test_a_third_loss_offers_the_way_round_at_once() -> None:
    travel = journey(losses=2)
    keep(hand((2, 1)), travel, "tamrit")
    async with on_road() as (pilot, screen):
        await until(lambda: isinstance(pilot.app.screen, Question), pilot)
        await pilot.press("right", "enter")
        await until(lambda: pilot.app.screen is screen, pilot)
        await until(lambda: screen.travel.visit("tamrit").is_bypassed, pilot)


async def test_stations_ahead_tell_nothing_and_cannot_be_played() -> None:
    journey(passed=1)
    async with on_road() as (pilot, screen):
        await pilot.press("right")
        assert "Nobody knows yet" in story_of(screen)
        assert "Davit draws" not in story_of(screen)
        await pilot.press("enter")
        await pilot.pause()
        assert pilot.app.screen is screen
        await pilot.press("c")
        assert "2. The salt pans" in story_of(screen)


async def test_a_click_selects_a_station_and_a_second_sets_out() -> None:
    journey(passed=2)
    async with on_road() as (pilot, screen):
        spot = screen.map.spots[1]
        await pilot.click("#map", offset=(spot.x, spot.y))
        await until(lambda: screen.selected == 1, pilot)
        await pilot.click("#map", offset=(spot.x, spot.y))
        await until(lambda: isinstance(pilot.app.screen, TableScreen), pilot)


async def test_titles_are_chosen_from_those_that_were_earned() -> None:
    journey()
    async with on_road() as (pilot, screen):
        assert not screen.offers("titles")
        await pilot.press("T")
        await pilot.pause()
        assert pilot.app.screen is screen
    journey(passed=5)
    async with on_road() as (pilot, screen):
        await pilot.press("T")
        await until(lambda: isinstance(pilot.app.screen, Chooser), pilot)
        await pilot.press("down", "enter")
        await until(lambda: road.load().title == "Salt-walker", pilot)
        await until(lambda: "Salt-walker" in screen.name_words(), pilot)


async def test_a_station_of_a_game_that_is_new_to_the_player_offers_its_tutorial() -> None:
    journey()
    async with local_app() as pilot:
        app: Any = pilot.app
        app.open("road")
        await until(lambda: "t: learn the game first" in screen_text(pilot.app), pilot)
        await until(lambda: "Tutorial" in screen_lines(pilot.app)[-1], pilot)
        await pilot.press("t")
        await until(lambda: isinstance(pilot.app.screen, TutorialScreen), pilot)
    tutorial_progress.save(STATIONS["tamrit"].game, Progress(3, 3, done=True))
    async with on_road() as (_pilot, screen):
        assert "set out" in screen_text(screen)
        assert "learn the game first" not in screen_text(screen)
        assert not screen.offers("tutorial")


def test_a_tall_map_has_a_sky_and_its_stations_stand_below_it() -> None:
    for count in (7, 13, 21):
        sky = sky_rows(count, 36)
        assert sky >= (7 if count < 21 else 0)
        assert all(sky < spot.y <= 34 for spot in layout(count, 160, 36))
    assert sky_rows(7, 10) == sky_rows(0, 40) == 0


async def test_another_journey_is_begun_after_a_question() -> None:
    journey(passed=3)
    async with on_road() as (pilot, screen):
        await pilot.press("n")
        await until(lambda: isinstance(pilot.app.screen, Question), pilot)
        await pilot.press("right", "enter")
        await until(lambda: screen.is_choosing, pilot)
        assert road.load().honours == ("salt-pans",)
        await until(lambda: pilot.app.screen is screen, pilot)
        await pilot.press("enter")
        await until(lambda: not screen.is_choosing, pilot)
        assert screen.travel.stars == 0


async def test_the_end_of_the_road_tells_how_it_ends() -> None:
    journey(passed=7)
    async with on_road() as (pilot, screen):
        assert "Weeks later a rider comes" in story_of(screen)
        assert "the journey is done" in screen_text(pilot.app)
        assert screen.offers("new")


async def test_a_damaged_file_begins_at_the_choice() -> None:
    journey(passed=3)
    road.path().write_text("{torn")
    async with on_road() as (_pilot, screen):
        assert screen.is_choosing


@pytest.mark.parametrize("count", [7, 13, 21])
@pytest.mark.parametrize("size", [(80, 10), (120, 20), (160, 33), (200, 44)])
def test_stations_stand_apart_and_within_the_map(count: int, size: tuple[int, int]) -> None:
    spots = layout(count, *size)
    assert len({(spot.x, spot.y) for spot in spots}) == count
    assert all(4 <= spot.x < size[0] - 4 and 2 <= spot.y <= size[1] - 2 for spot in spots)
    for number, spot in enumerate(spots):
        for other in spots[number + 1 :]:
            assert abs(spot.x - other.x) >= 9 or abs(spot.y - other.y) >= 2


@pytest.mark.parametrize("count", [7, 13, 21])
def test_the_arrows_reach_every_station(count: int) -> None:
    spots = layout(count, 80, 10)
    reached, fresh = {0}, [0]
    while fresh:
        start = fresh.pop()
        for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            number = nearest(spots, start, *way)
            if number not in reached:
                reached.add(number)
                fresh.append(number)
    assert reached == set(range(count))
    assert layout(0, 80, 10) == []


async def test_plain_terminals_show_states_by_signs() -> None:
    journey(passed=1, losses=1)
    async with on_road(glyphs="ascii") as (pilot, _screen):
        text = screen_text(pilot.app)
        assert "[1 *]" in text
        assert ">2<" in text
        assert "(3)" in text


async def played_quest(pilot: Pilot[Any], station: str, score: tuple[float, ...]) -> TableScreen:
    """The table of a station at which the goal has just been decided by these scores."""
    await pilot.press("enter")
    await until(lambda: isinstance(pilot.app.screen, TableScreen), pilot)
    table = pilot.app.screen
    assert isinstance(table, TableScreen)
    await until(lambda: table.position is not None, pilot)
    assert table.quest.station is STATIONS[station]
    table.quest.state = STATIONS[station].goal.state(Standing(0, score, 1))
    table.endings.ask_for_road()
    await until(lambda: isinstance(pilot.app.screen, Question), pilot)
    return table


async def test_a_goal_that_is_reached_early_leads_on_along_the_road() -> None:
    journey(passed=1)
    async with on_road() as (pilot, screen):
        await played_quest(pilot, "salt-pans", (8, 3))
        text = screen_text(pilot.app)
        assert "You have done it" in text
        assert "For another star" in text
        await pilot.press("enter")
        await until(lambda: pilot.app.screen is screen, pilot)


async def test_a_goal_that_is_out_of_reach_offers_another_try() -> None:
    journey(passed=1)
    async with on_road() as (pilot, _screen):
        table = await played_quest(pilot, "salt-pans", (3, 8))
        assert "out of reach" in screen_text(pilot.app)
        await pilot.press("right", "right", "enter")
        await until(lambda: pilot.app.screen is table, pilot)
        assert table.quest.state is State.MISSED
        assert "missed" in table.quest.words(ascii_only=False, is_narrow=True)
        assert table.position is not None
        assert not table.quest.must_ask(table.position)  # once is enough


async def test_a_match_that_is_no_part_of_a_journey_has_no_goal() -> None:
    async with local_app() as pilot:
        app = pilot.app
        link = await app.host.create("decktet", {}, STATIONS["tamrit"].seats("Ann"), 3)  # type: ignore[attr-defined]
        quest = Quest(link)
        assert (quest.title, quest.words(ascii_only=False, is_narrow=False)) == ("", "")


async def test_the_result_leads_back_to_the_road() -> None:
    travel = journey()
    match = hand((1, 2))
    keep(match, travel, "tamrit")
    async with local_app() as pilot:
        app: Any = pilot.app
        table = TableScreen(await app.host.open(match.record.id))
        await app.push_screen(table)
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        await until(lambda: app.screen.takes_answers, pilot)
        text = screen_text(app)
        assert "The Road 1: The low well" in text
        assert "The goal is reached: the road goes on." in text
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, Question), pilot)
        assert "Patience" in screen_text(app)  # what is told on the map


async def test_home_says_where_the_caravan_is() -> None:
    journey(passed=5)
    async with local_app() as pilot:
        home = pilot.app.screen
        assert isinstance(home, HomeScreen)
        await until(lambda: home.menu.option_count, pilot)
        ids = [option.id for option in home.menu.options]
        home.menu.highlighted = ids.index("road")
        await until(lambda: "Station 6 of 7: The caravan of bells" in screen_text(pilot.app), pilot)
        assert "6/7" in screen_text(pilot.app)
        await pilot.press("enter")
        await until(lambda: isinstance(pilot.app.screen, RoadScreen), pilot)


async def test_a_decided_match_that_was_left_is_counted_and_put_away() -> None:
    travel = journey(passed=1)
    station = STATIONS["salt-pans"]
    match = Match.new("sahara", {"camels": 6, "goods": "short"}, station.seats("Ann"), 5)
    while judge(match, 0, station.goal, station.bonus).goal is State.OPEN:
        for _step in range(10):
            seat = match.to_act
            match.act(seat, choose(match.game, match.view(seat), "greedy", match.version).action)
    assert not match.over
    keep(match, travel, "salt-pans")
    async with on_road() as (pilot, _screen):
        await until(lambda: isinstance(pilot.app.screen, Question), pilot)
        assert road.load().visit("salt-pans").tries
        await until(lambda: not Store().listing().entries, pilot)


async def test_the_title_stands_beside_the_name_in_the_statistics() -> None:
    journey(passed=5)
    road.save(msgspec.structs.replace(road.load(), bears="toll"))
    screen = StatisticsScreen()
    async with local_screen(screen) as pilot:
        await until(lambda: "Toll-breaker" in screen_text(pilot.app), pilot)


async def test_an_undo_opens_a_goal_again() -> None:
    journey(passed=1)
    async with on_road() as (pilot, _screen):
        table = await played_quest(pilot, "salt-pans", (8, 3))
        await pilot.press("escape")
        await until(lambda: pilot.app.screen is table, pilot)
        quest, position = table.quest, table.position
        assert position is not None
        quest.follow(msgspec.structs.replace(position, version=position.version + 1))
        assert quest.state is State.REACHED
        quest.follow(position)
        states: list[State] = [quest.state]
        assert states == [State.OPEN]


@pytest.mark.parametrize("size", [(80, 11), (80, 20), (120, 22), (160, 36)])
@pytest.mark.parametrize("passed", [0, 6])
def test_the_camel_and_the_towns_are_whole_at_the_edges_of_the_map(
    passed: int, size: tuple[int, int]
) -> None:
    """The first and the last station stand near them."""
    travel = journey(passed)
    spot = layout(len(travel.stations), *size)[passed]
    drawn = RoadMap()
    drawn.travel = travel
    canvas = Canvas(*size, Pens(palette({}, True)))
    drawn.draw(canvas)
    camel = sprite("camel-large" if size[1] >= HIGH else "camel")
    ink = canvas.pens.palette.text
    body = {
        (x, py)
        for y in range(size[1])
        for py, row in zip((2 * y, 2 * y + 1), canvas.row(y)[:2], strict=True)
        for x in range(size[0])
        if row[x] == ink and abs(x - spot.x) <= camel.width
        and 2 * spot.y - camel.height <= py < 2 * spot.y
    }  # fmt: skip
    columns = {x for x, _py in body}
    assert max(columns) - min(columns) + 1 == camel.width
    assert min(columns) >= 1 and max(columns) <= size[0] - 2, "there is sand on either side"
