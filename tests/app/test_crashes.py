"""What an error of the app's own leaves on the terminal."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot

from caravan_tui.app import CaravanApp
from caravan_tui.cli.preview import random_match
from caravan_tui.hosts.local import LocalHost
from caravan_tui.screens.home.screen import HomeScreen
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.screens.table.tutorial import TutorialScreen
from caravan_tui.terminal.crashes import install_crash_handler
from saves.store import Store
from tests.support.screens import screen_of
from tests.support.until import until

SAVED = "Your match is saved. Start again and choose Continue."


def last_words(pilot: Pilot[Any]) -> str:
    """Let the app fail, and return what it prints after it has left the screen."""
    pilot.app._handle_exception(ValueError("made up"))
    return " ".join(str(line) for line in pilot.app._exit_renderables)


def crashing_app() -> CaravanApp:
    app = CaravanApp(LocalHost, "unicode")
    install_crash_handler(app, lambda: app.is_match_open)
    return app


async def test_a_crash_without_a_match_speaks_of_none(no_workers: None) -> None:
    app = crashing_app()
    async with app.run_test() as pilot:
        await until(lambda: isinstance(app.screen, HomeScreen) and app.host_ready.is_set(), pilot)
        text = last_words(pilot)
        assert "internal error" in text and SAVED not in text
    assert app.return_code == 1


async def test_a_crash_in_a_tutorial_speaks_of_no_match(no_workers: None) -> None:
    app = crashing_app()
    async with app.run_test() as pilot:
        await until(lambda: app.host_ready.is_set(), pilot)
        app.push_screen(TutorialScreen("decktet", "Ann"))
        await until(
            lambda: app.screen.is_mounted and screen_of(app, TutorialScreen).position, pilot
        )
        assert SAVED not in last_words(pilot)


async def test_a_crash_at_a_table_says_how_to_go_on_whatever_lies_over_it(
    no_workers: None,
) -> None:
    match = random_match("decktet", 2, 3, 6)
    store = Store()
    store.save_now(match)
    store.release_all()
    app = crashing_app()
    async with app.run_test() as pilot:
        await until(lambda: app.host_ready.is_set() and app.screen.is_mounted, pilot)
        await pilot.press("c")
        await until(lambda: isinstance(app.screen, TableScreen) and app.screen.position, pilot)
        app.open_rules("decktet")
        assert SAVED in last_words(pilot)
        await app.host.stop()
