"""Settings that are changed while a board is open."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from textual.pilot import Pilot

from caravan_tui.app import CaravanApp
from caravan_tui.cli.preview import preview_app
from caravan_tui.games import registry
from caravan_tui.presentation.exercises import ListedProblem
from caravan_tui.screens.problems.problem import ProblemScreen
from caravan_tui.screens.settings import SettingsScreen
from caravan_tui.screens.table.board_screen import BoardScreen
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.screens.table.tutorial import TutorialScreen
from tests.app.test_table import at_decision
from tests.support.problems import everything_shipped
from tests.support.screen_text import screen_text
from tests.support.screens import app_of
from tests.support.until import until


async def speak_french(pilot: Pilot[Any], screen: BoardScreen[Any], words: str) -> None:
    """Choose French in the settings, over a screen, and wait for its words."""
    app = pilot.app
    app_of(app).open("settings")
    await until(lambda: isinstance(app.screen, SettingsScreen), pilot)
    app_of(app).apply_settings(msgspec.structs.replace(app_of(app).settings, language="fr"))
    await pilot.press("escape")
    await until(lambda: app.screen is screen and words in screen_text(screen), pilot)


@pytest.mark.parametrize("game", registry.ids())
async def test_a_match_is_played_on_after_a_change_of_language(game: str) -> None:
    match = at_decision(game)
    app = preview_app(match)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen) and app.screen.position, pilot)
        screen = app.screen
        assert isinstance(screen, TableScreen)
        entries = {entry.title for entry in app.get_system_commands(screen)}
        assert "Settings" in entries
        await speak_french(pilot, screen, "Ann joue")
        screen.requests.redo()
        await until(lambda: "Il n’y a rien" in screen_text(screen), pilot)
        version = match.version
        screen.play(match.legal(0)[0])
        await until(lambda: match.version > version, pilot)
        await until(lambda: screen.position and screen.position.version == match.version, pilot)


async def test_a_lesson_goes_on_after_a_change_of_language() -> None:
    app = preview_app(at_decision("decktet"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen), pilot)
        screen = TutorialScreen("decktet")
        app.push_screen(screen)
        await until(lambda: screen.position is not None, pilot)
        await speak_french(pilot, screen, "Bienvenue")


async def test_a_problem_asks_in_another_language() -> None:
    app: CaravanApp = preview_app(at_decision("decktet"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen), pilot)
        screen = ProblemScreen(ListedProblem(everything_shipped("decktet")[:1], 0, "Ann"))
        app.push_screen(screen)
        await until(lambda: app.screen is screen and screen.is_mounted, pilot)
        await speak_french(pilot, screen, "meilleur")
