"""The analysis of a match: what it shows, stopping, coming back, its price while one plays."""

from __future__ import annotations

import asyncio
from time import perf_counter

import msgpack
import pytest
from textual.widgets import DataTable

from ai.analysis import Turn
from ai.search import choose
from caravan_tui.app import CaravanApp
from caravan_tui.bus.messages import SEARCH, Search
from caravan_tui.engine import Match, Seat
from caravan_tui.engine.playback import Playback, copy_of
from caravan_tui.screens.analysis import AnalysisScreen
from caravan_tui.screens.analysis_search import KEPT_ONES
from caravan_tui.screens.replay import ReplayScreen
from caravan_tui.screens.saved import SavedScreen
from caravan_tui.widgets.dialog import Question
from saves.store import Store
from tests.app.app_help import until
from tests.app.looking_back_help import SIZES, ended, home, text

pytestmark = pytest.mark.usefixtures("no_workers")


def serve_searches(app: CaravanApp, iterations: int = 4) -> list[Search]:
    """Answer searches here, with few iterations; what was asked."""
    asked: list[Search] = []

    def answer(ask: Search) -> object:
        asked.append(ask)
        return choose(ask.game, ask.view, ask.level, ask.seed, iterations, ask.style)

    app.host.bus.serve(SEARCH, answer)
    return asked


@pytest.mark.parametrize("size", SIZES)
async def test_the_analysis_shows_curves_turning_points_and_what_was_better(
    size: tuple[int, int],
) -> None:
    match = ended("decktet")
    async with home(size) as pilot:
        asked = serve_searches(pilot.app)
        back = Playback(copy_of(match))
        screen = AnalysisScreen(back, [0])
        pilot.app.push_screen(screen)
        await until(pilot, lambda: screen.found.points and not screen._an_running, 60.0)
        assert all(b"seed" not in ask.view for ask in asked)
        drawn = screen.query_one("#curves").render().plain
        assert "●" in drawn and "■" in drawn and "100 %" in drawn
        table = screen.query_one(DataTable)
        assert table.row_count == len(screen.turns()) > 0
        await pilot.press("tab")
        worst = [one.loss for one in screen.decisions()]
        assert worst == sorted(worst, reverse=True)
        assert all(one.seat == 0 for one in screen.decisions())
        await pilot.press("tab")
        assert table.row_count == len(screen.found.verdicts)
        await pilot.press("down", "down", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        verdict = screen.found.verdicts[2]
        assert pilot.app.screen.at == back.at_ply(verdict.ply)
        count = len(asked)
        await pilot.press("a")
        await until(pilot, lambda: isinstance(pilot.app.screen, AnalysisScreen))
        await pilot.pause(0.1)
        assert len(asked) == count, "what was found is kept"


async def test_an_analysis_can_be_stopped_and_keeps_what_it_has() -> None:
    async with home() as pilot:
        serve_searches(pilot.app)
        screen = AnalysisScreen(Playback(copy_of(ended("decktet"))), [0])
        pilot.app.push_screen(screen)
        await until(pilot, lambda: len(screen.found.points) > 2)
        await pilot.press("x")
        await until(pilot, lambda: not screen._an_running)
        found = len(screen.found.points)
        await pilot.pause(0.1)
        assert len(screen.found.points) == found
        await pilot.press("escape")
        assert pilot.app.screen is not screen


async def test_stopping_is_at_once_and_says_how_to_go_on() -> None:
    async with home() as pilot:
        hurried = asyncio.Event()

        async def slow(ask: Search) -> object:
            await asyncio.sleep(5)
            hurried.set()
            return None

        pilot.app.host.bus.serve(SEARCH, slow)
        screen = AnalysisScreen(Playback(copy_of(ended("decktet"))), [0])
        pilot.app.push_screen(screen)
        await pilot.pause(0.1)
        assert screen.running and screen.query_one("#running").has_class("-shown")
        assert "looks at every decision" in text(pilot, "nothing")
        (task,) = [one for one in screen.workers if one.group == "analysis"]
        began = perf_counter()
        screen.action_stop()
        assert not screen.running and not screen.query_one("#running").has_class("-shown")
        await until(pilot, lambda: task.is_finished)
        assert perf_counter() - began < 2.0, "it waits for the search, which takes 5 s"
        assert "x begins" in text(pilot, "nothing")
        await pilot.press("x")
        await pilot.pause(0.1)
        assert screen.running, "a run that was stopped does not end the next one"
        await pilot.press("escape")
        assert not hurried.is_set()


async def test_who_comes_back_from_the_replay_finds_list_row_and_seat_again() -> None:
    async with home() as pilot:
        serve_searches(pilot.app)
        back = Playback(copy_of(ended("decktet")))
        screen = AnalysisScreen(back, [0])
        pilot.app.push_screen(screen)
        await until(pilot, lambda: screen.found.points and not screen.running, 60.0)
        await pilot.press("p")
        await until(pilot, lambda: screen.found.verdicts and not screen.running, 60.0)
        await pilot.press("tab", "tab", "down", "down", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        assert pilot.app.screen.eyes == 1, "seen with the eyes of who decided"
        await pilot.press("a")
        await until(pilot, lambda: isinstance(pilot.app.screen, AnalysisScreen))
        await pilot.pause(0.1)
        again = pilot.app.screen
        assert (again.seat, again.list, again.query_one(DataTable).cursor_row) == (1, "order", 2)
        assert again.found.verdicts and not again.running


def running(game: str, plies: int = 14, people: int = 1) -> Match:
    """A match in the middle, saved."""
    seats = [Seat("person" if n < people else "trader", f"S{n}") for n in range(2)]
    match = Match.new(game, {}, seats, 1)
    for _ in range(plies):
        match.act(match.to_act, match.legal(match.to_act)[0])
    store = Store()
    store.save_now(match)
    store.release_all()
    return match


@pytest.mark.parametrize(("game", "hides"), [("decktet", True), ("sahara", False)])
async def test_a_match_that_runs_is_analysed_at_the_price_of_a_hint(game: str, hides: bool) -> None:
    match = running(game)
    name = match.record.id
    async with home() as pilot:
        app = pilot.app
        asked = serve_searches(app)
        app.push_screen(SavedScreen())
        await until(pilot, lambda: isinstance(app.screen, SavedScreen) and app.screen.entries)
        await pilot.press("a")
        await until(pilot, lambda: isinstance(app.screen, AnalysisScreen))
        screen = app.screen
        await pilot.pause(0.1)
        assert not asked and "assisted" in text(pilot, "nothing")
        await pilot.press("x")
        await until(pilot, lambda: isinstance(app.screen, Question))
        await pilot.press("escape")
        await pilot.pause(0.1)
        assert not asked and not Store().load(name, True)[0].record.assisted
        await pilot.press("x")
        await until(pilot, lambda: isinstance(app.screen, Question))
        await pilot.press("enter")
        await until(pilot, lambda: screen.found.verdicts and not screen.running, 60.0)
        assert Store().load(name, True)[0].record.assisted
        assert app.host.tables.ids() == [], "the table is put away again"
        looked_at = {msgpack.unpackb(ask.view)["seat"] for ask in asked}
        assert looked_at == ({0} if hides else {0, 1})
        assert {one.seat for one in screen.found.verdicts} == {0}
        before = screen.seat
        await pilot.press("p")
        assert (screen.seat == before) is hides


async def test_several_people_at_one_screen_wait_for_the_end_where_something_is_hidden() -> None:
    match = running("decktet", people=2)
    async with home() as pilot:
        asked = serve_searches(pilot.app)
        pilot.app.push_screen(AnalysisScreen(Playback(copy_of(match)), [0, 1]))
        await pilot.pause(0.1)
        await pilot.press("x", "p")
        await pilot.pause(0.1)
        assert not asked and "Several people" in text(pilot, "nothing")


async def test_a_match_that_another_window_plays_is_not_analysed() -> None:
    match = running("sahara")
    other = Store()
    other.load(match.record.id)
    async with home() as pilot:
        asked = serve_searches(pilot.app)
        pilot.app.push_screen(AnalysisScreen(Playback(copy_of(match)), [0]))
        await pilot.pause(0.1)
        await pilot.press("x")
        await until(pilot, lambda: isinstance(pilot.app.screen, Question))
        await pilot.press("enter")
        await pilot.pause(0.3)
        assert not asked and not match.record.assisted
    other.release_all()


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_what_happened_is_seen_to_be_cut_and_stands_below_in_full(
    size: tuple[int, int],
) -> None:
    match = ended("decktet")
    async with home(size) as pilot:
        serve_searches(pilot.app)
        screen = AnalysisScreen(Playback(copy_of(match)), [0])
        pilot.app.push_screen(screen)
        await until(pilot, lambda: screen.found.turns and not screen._an_running, 60.0)
        table = screen.query_one(DataTable)
        await until(pilot, lambda: table.row_count)
        await pilot.pause(0.1)
        assert table.virtual_size.width <= table.size.width
        told = [str(table.get_row_at(n)[3]) for n in range(table.row_count)]
        whole = []
        for _row in told:
            whole.append(text(pilot, "said"))
            await pilot.press("down")
            await pilot.pause(0.05)
        for short, full in zip(told, whole, strict=True):
            assert short == full or (short.endswith("…") and full.startswith(short[:-1]))
        assert not screen.has_class("-empty") and screen.query_one("#curves").display


async def test_an_analysis_that_has_found_nothing_to_judge_says_so_and_not_that_x_begins() -> None:
    async with home() as pilot:
        serve_searches(pilot.app)
        match = Match.new("sahara", {}, [Seat("person", "Ann"), Seat("greedy", "Bo")], 3)
        match.record.assisted = True
        while match.to_act != 0:  # nobody has had more than one sensible move yet
            match.act(match.to_act, match.legal(match.to_act)[-1])
        match.act(0, match.legal(0)[0])
        screen = AnalysisScreen(Playback(copy_of(match)), [0])
        pilot.app.push_screen(screen)
        await pilot.pause(0.1)
        assert "x begins" in text(pilot, "nothing")
        await pilot.press("x")
        await until(pilot, lambda: screen.key in KEPT_ONES and not screen.running)
        assert not screen.found.points
        assert "no decision with a choice" in text(pilot, "nothing")


async def test_a_change_of_nothing_is_no_turning_point() -> None:
    async with home() as pilot:
        match = ended("decktet")
        serve_searches(pilot.app)
        screen = AnalysisScreen(Playback(copy_of(match)), [0])
        pilot.app.push_screen(screen)
        await until(pilot, lambda: screen.found.points and not screen.running, 60.0)
        screen.found.turns[:] = [Turn(4, 0, 0.13), Turn(5, 1, -0.004), Turn(6, 0, -0.02)]
        screen.show()
        table = screen.query_one(DataTable)
        shown = [str(table.get_row_at(row)[2]) for row in range(table.row_count)]
        assert shown == ["+13%", "-2%"]
        await pilot.press("down")
        back = screen.playback
        assert screen.step_under_cursor() == back.at_ply(6) + 1


async def test_an_analysis_that_is_there_already_is_shown_in_its_full_width() -> None:
    async with home() as pilot:
        serve_searches(pilot.app)
        back = Playback(copy_of(ended("decktet")))
        screen = AnalysisScreen(back, [0])
        pilot.app.push_screen(screen)
        await until(pilot, lambda: screen.found.points and not screen.running, 60.0)
        await pilot.pause(0.1)

        def lines() -> list[str]:
            strips = pilot.app.screen._compositor.render_strips()
            return ["".join(part.text for part in strip) for strip in strips][-12:-4]

        await until(pilot, lambda: "Turning points" in lines()[0])
        await pilot.pause(0.1)
        shown = lines()
        await pilot.press("escape")
        pilot.app.push_screen(AnalysisScreen(back, [0]))
        await until(pilot, lambda: pilot.app.screen is not screen and lines() == shown)
