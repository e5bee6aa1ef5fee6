"""The app's own message loop: nothing that a screen does ends it."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

import pytest
from textual.widgets import DataTable
from textual.worker import Worker

from ai.analysis import Analysis
from caravan_tui.cli.preview import random_match
from caravan_tui.engine.playback import Playback
from caravan_tui.screens.analysis import search as analysis_search
from caravan_tui.screens.analysis.screen import AnalysisScreen
from caravan_tui.screens.home.screen import HomeScreen
from caravan_tui.screens.saved.board_picture import BoardPicture
from caravan_tui.screens.saved.screen import SavedScreen
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.widgets.board import Board
from saves.store import Store
from tests.app.looking_back_help import home
from tests.support.known import known
from tests.support.screens import app_of, screen_of
from tests.support.until import until

pytestmark = pytest.mark.usefixtures("no_workers")


def save_matches(*games: str) -> None:
    store = Store()
    for game in games:
        store.save_now(random_match(game, 2, 3, 6))
    store.release_all()


async def test_a_narrower_terminal_over_saved_matches_leaves_the_app_running() -> None:
    save_matches("decktet")
    async with home((150, 40)) as pilot:
        saved = SavedScreen()
        await pilot.app.push_screen(saved)
        await until(lambda: [b for b in saved.query(Board) if b.display and b.is_mounted], pilot)
        await pilot.press("enter")
        await until(lambda: isinstance(pilot.app.screen, TableScreen), pilot)
        await until(lambda: screen_of(pilot.app, TableScreen).position, pilot)
        await pilot.resize_terminal(80, 24)
        for steps in range(12):  # the list is filled, and so the picture changed, several times
            saved.show_match()
            for _step in range(steps):
                await asyncio.sleep(0)
        assert pilot.app.is_running
        await pilot.resize_terminal(150, 40)
        await until(lambda: any(board.display for board in saved.query(Board)), pilot)
        assert pilot.app.is_running and isinstance(pilot.app.screen, TableScreen)


async def test_the_picture_of_saved_matches_follows_the_cursor_from_game_to_game() -> None:
    save_matches("decktet", "caravanserai", "decktet")
    async with home((150, 40)) as pilot:
        saved = SavedScreen()
        await pilot.app.push_screen(saved)

        def pictured() -> list[str]:
            return [type(board).__module__ for board in saved.query(Board) if board.display]

        await until(lambda: saved.query_one(DataTable).row_count == 3 and pictured(), pilot)
        table = saved.query_one(DataTable)
        for row in (0, 1, 2, 1, 0):
            table.move_cursor(row=row)
            game = known(known(saved.current()).header).game
            await until(lambda game=game: pictured() and game in pictured()[0], pilot)
            assert len(pictured()) == 1
        assert len(saved.query_one(BoardPicture).children) == 2


async def test_what_the_app_waits_for_may_be_cancelled_and_work_before_it_starts(
    recwarn: pytest.WarningsRecorder,
) -> None:
    async with home() as pilot:
        app = pilot.app
        cancelled = asyncio.get_running_loop().create_future()
        cancelled.cancel()

        async def wait() -> None:
            await cancelled

        app.call_next(wait)
        app_of(app).start_tutorial("decktet")
        app.workers.cancel_all()  # as when the app ends
        answered = asyncio.Event()
        app.call_later(answered.set)
        await until(answered.is_set, pilot)
        assert app.is_running and len(app.screen_stack) == 2
        gc.collect()
        assert not [str(warning.message) for warning in recwarn if "awaited" in str(warning)]


async def test_results_that_are_read_after_the_home_screen_has_gone_do_no_harm(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with home() as pilot:
        screen, may_go_on = screen_of(pilot.app, HomeScreen), asyncio.Event()
        results = app_of(pilot.app).host.results

        async def slow_results() -> object:
            values = await results()
            await may_go_on.wait()
            return values

        monkeypatch.setattr(app_of(pilot.app).host, "results", slow_results)
        worker: Worker[None] = screen.read_results()
        await until(lambda: worker.is_running, pilot)
        await screen.query("#menu").remove()
        may_go_on.set()
        await until(lambda: worker.is_finished, pilot)
        assert worker.error is None


async def test_an_analysis_that_reports_while_its_screen_is_removed_does_no_harm(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reports = 0

    async def analyse(
        *_arguments: object, progress: Callable[[int, int], None], into: Analysis, **_named: object
    ) -> None:
        nonlocal reports
        while True:  # at each step of the event loop, so also while the widgets go
            reports += 1
            progress(reports, reports + 1)
            await asyncio.sleep(0)

    monkeypatch.setattr(analysis_search, "analyse", analyse)
    match = next(m for m in (random_match("decktet", 2, s, 900) for s in range(1, 9)) if m.over)
    async with home() as pilot:
        screen = AnalysisScreen(Playback(match), [0])
        pilot.app.push_screen(screen)
        await until(lambda: reports > 10, pilot)
        app_of(pilot.app).go_home()
        await until(lambda: not screen.is_attached and not screen.is_searching, pilot)
        assert pilot.app.is_running and len(pilot.app.screen_stack) == 2
