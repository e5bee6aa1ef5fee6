"""Keys as fast as key repeat: nothing crashes, and no window closes what is below it."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.events import Paste
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input

from caravan_tui.app import LONGEST_PASTE
from caravan_tui.games import registry
from caravan_tui.screens.analysis.screen import AnalysisScreen
from caravan_tui.screens.daily.screen import DailyScreen
from caravan_tui.screens.home.entries import GAME
from caravan_tui.screens.home.screen import HomeScreen
from caravan_tui.screens.palette import Palette
from caravan_tui.screens.problems.screen import ProblemsScreen
from caravan_tui.screens.replay.screen import ReplayScreen
from caravan_tui.screens.road.screen import RoadScreen
from caravan_tui.screens.rules import RulesScreen
from caravan_tui.screens.saved.screen import SavedScreen
from caravan_tui.screens.settings import SettingsScreen
from caravan_tui.screens.setup import SetupScreen
from caravan_tui.screens.statistics.screen import StatisticsScreen
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.screens.table.tutorial import TutorialScreen
from caravan_tui.widgets.chooser import Chooser
from caravan_tui.widgets.question import Question
from tests.app.fast_keys import (
    LastingApp,
    come_home,
    keys_here,
    lasting_app,
    press_at_once,
    press_by_chance,
    save_matches,
    settle,
)
from tests.support.screens import app_of, tables_of
from tests.support.until import until

pytestmark = pytest.mark.usefixtures("no_workers")


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is exported under a name by chance goes there."""
    monkeypatch.chdir(tmp_path)


SCREENS: dict[str, tuple[type[Screen[Any]], list[str]]] = {
    "home": (HomeScreen, []),
    "table": (TableScreen, ["c"]),
    "saved": (SavedScreen, ["s"]),
    "rules": (RulesScreen, ["f1"]),
    "tutorial": (TutorialScreen, ["t"]),
    "set-up": (SetupScreen, ["enter"]),
    "replay": (ReplayScreen, ["s", "end", "v"]),
    "analysis": (AnalysisScreen, ["s", "end", "a"]),
    "statistics": (StatisticsScreen, ["statistics"]),
    "daily": (DailyScreen, ["daily"]),
    "road": (RoadScreen, ["road"]),
    "problems": (ProblemsScreen, ["problems"]),
    "settings": (SettingsScreen, ["settings"]),
}
"""Each screen that somebody who plays alone reaches, and the keys that lead there from home, or the
name of its place in the list."""

LEAVES = {"q", "escape", "f1", "c", "ctrl+q", "f9"}
"""Keys that close a screen, or open another in its place."""


def state(screen: Screen[object]) -> bool:
    """Whether a screen shows what its keys are for."""
    if isinstance(screen, SavedScreen) and screen.listing is None:
        return False
    return screen.is_mounted and (not isinstance(screen, TableScreen) or bool(screen.position))


def has_crashed(pilot: Pilot[Any]) -> bool:
    """Whether an error has ended the app."""
    assert isinstance(pilot.app, LastingApp)
    return pilot.app.has_crashed


async def open_screen(pilot: Pilot[Any], name: str) -> Screen[Any]:
    """Go to a screen from home, whichever screen is open now."""
    kind, way = SCREENS[name]
    home = await come_home(pilot)
    first = "continue" if name == "home" and home.overview.unfinished else GAME + "decktet"
    home.menu.highlighted = home.menu.get_option_index(first)
    for step in way:
        if step in home.overview.places:
            home.menu.highlighted = home.menu.get_option_index(step)
            step = "enter"
        await pilot.press(step)
    if name == "tutorial":  # a question comes first where one was left: Enter resumes it
        await until(lambda: isinstance(pilot.app.screen, kind | Question), pilot)
        if isinstance(pilot.app.screen, Question):
            await pilot.press("enter")
    await until(lambda: isinstance(pilot.app.screen, kind) and state(pilot.app.screen), pilot)
    return pilot.app.screen


async def press_each_key(name: str, times: int) -> None:
    """Press each key of a screen `times` times at once, from the screen as it is opened."""
    await save_matches(["decktet"])
    async with lasting_app() as pilot:
        screen = await open_screen(pilot, name)
        for key in keys_here(pilot):
            if pilot.app.screen is not screen:
                screen = await open_screen(pilot, name)
            press_at_once(pilot, *[key] * times)
            await settle(pilot)
            assert not has_crashed(pilot), f"{key}, {times} times"
            if isinstance(screen, TableScreen) and key not in LEAVES:
                assert screen in pilot.app.screen_stack, f"{key}, {times} times, leaves the table"


@pytest.mark.nightly
@pytest.mark.parametrize("times", [1, 2, 3])
@pytest.mark.parametrize("name", SCREENS)
async def test_each_key_of_every_screen_crashes_nothing(name: str, times: int) -> None:
    await press_each_key(name, times)


async def test_keys_repeated_at_home_open_what_they_are_for_once() -> None:
    await save_matches(["decktet"])
    async with lasting_app() as pilot:
        app = pilot.app
        for keys in ("c c", "enter enter enter enter", "enter c enter c"):
            await open_screen(pilot, "home")
            press_at_once(pilot, *keys.split())
            await until(lambda: isinstance(app.screen, TableScreen), pilot)
            await settle(pilot)
            tables = [screen for screen in app.screen_stack if isinstance(screen, TableScreen)]
            assert len(tables) == 1, keys
        await open_screen(pilot, "set-up")
        await until(lambda: app.focused is not None, pilot)
        count = len(tables_of(app).ids())
        press_at_once(pilot, "enter", "enter", "enter")
        await until(lambda: isinstance(app.screen, TableScreen), pilot)
        await settle(pilot)
        assert len(tables_of(app).ids()) == count + 1, "Start starts one match"


async def test_keys_typed_with_the_one_that_opens_a_field_belong_to_the_field() -> None:
    await save_matches(["decktet", "sahara"])
    async with lasting_app() as pilot:
        app = pilot.app
        saved = await open_screen(pilot, "saved")
        assert isinstance(saved, SavedScreen)
        await until(lambda: saved.entries and app.focused is saved.table, pilot)
        matches = len(saved.entries)
        press_at_once(pilot, "slash", *"cxed", "backspace", "enter")
        await until(lambda: saved.filter_text and app.focused is saved.table, pilot)
        assert saved.filter_text == "cxe"
        assert app.screen is saved
        assert isinstance(saved, SavedScreen) and len(saved.entries) == matches

        rules = await open_screen(pilot, "rules")
        assert isinstance(rules, RulesScreen)
        press_at_once(pilot, "slash", *"the", "enter")
        await until(lambda: rules.searched, pilot)
        await settle(pilot)
        assert rules.searched == "the"
        assert not rules.is_searching
        assert pilot.app.screen is rules

        await open_screen(pilot, "saved")
        press_at_once(pilot, "ctrl+p", *"set")
        await until(lambda: isinstance(app.screen, Palette), pilot)
        await until(lambda: app.screen.query_one(Input).value == "set", pilot)
        await settle(pilot)
        assert isinstance(app.screen, Palette)
        await pilot.press("escape")


async def test_enter_repeated_in_the_list_of_moves_plays_and_stays_at_the_table() -> None:
    await save_matches(["decktet"])
    async with lasting_app() as pilot:
        opened = await open_screen(pilot, "table")
        assert isinstance(opened, TableScreen)
        screen: TableScreen = opened
        for times in (2, 3, 6):
            await until(lambda: screen.position and screen.position.legal, pilot)
            version = screen.position.version if screen.position else 0
            await pilot.press("m")
            await until(lambda: isinstance(pilot.app.screen, Chooser), pilot)
            press_at_once(pilot, *["enter"] * times)
            await until(
                lambda version=version: screen.position and screen.position.version > version, pilot
            )
            await settle(pilot)
            assert screen in pilot.app.screen_stack, times
            if pilot.app.screen is not screen:  # an Enter too many has pressed one of the board's
                await pilot.press("escape")
                await until(lambda: pilot.app.screen is screen, pilot)


async def test_leaving_closes_a_window_that_is_only_being_opened() -> None:
    await save_matches(["decktet"])
    async with lasting_app() as pilot:
        for key in ("f9", "m", "ctrl+p"):
            await open_screen(pilot, "table")
            press_at_once(pilot, *[key, "q"] * 3)
            await settle(pilot)
            await settle(pilot)
            assert not has_crashed(pilot), key


async def test_a_window_that_is_closed_at_once_is_not_set_up_and_searches_no_more() -> None:
    async with lasting_app() as pilot:
        app = pilot.app
        for keys in ("ctrl+p ctrl+p", "ctrl+p enter enter enter", "ctrl+p pageup"):
            await open_screen(pilot, "home")
            press_at_once(pilot, *keys.split())
            await settle(pilot)
            assert not has_crashed(pilot), keys
            assert isinstance(app.screen_stack[1], HomeScreen), keys
            assert len(app.screen_stack) <= 3, "a command of the palette is run once"
        app_of(app).go_home()
        await settle(pilot)
        app.push_screen(Question("Go?", "At once.", [("yes", "Yes")]))
        app_of(app).go_home()
        await settle(pilot)
        assert not has_crashed(pilot)
        assert isinstance(app.screen, HomeScreen)
        press_at_once(pilot, "ctrl+p")
        await until(lambda: isinstance(app.screen, Palette), pilot)
        palette = app.screen
        app_of(app).go_home()
        nothing: Any = partial(asyncio.sleep, 0)
        assert palette.run_worker(nothing).is_cancelled
        await settle(pilot)
        assert not has_crashed(pilot)


async def press_bursts(seed: int, bursts: int) -> None:
    """Bursts of keys by chance in an app with a saved match of each game."""
    await save_matches(registry.ids())
    async with lasting_app() as pilot:
        sent = await press_by_chance(pilot, Random(seed), bursts)
        assert not has_crashed(pilot), sent[-3:]


async def test_keys_by_chance_crash_nothing() -> None:
    await press_bursts(1, 12)


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(100, 132))
async def test_many_keys_by_chance_crash_nothing(seed: int) -> None:
    await press_bursts(seed, 250)


PASTED = {"a line": "x" * 1_000_000, "lines": "é\n" * 500_000, "codes": "\x1b]0;mine\x07" * 100_000}


@pytest.mark.parametrize("kind", PASTED)
async def test_a_pasted_mebibyte_leaves_a_line_that_can_be_typed_in(kind: str) -> None:
    """A search over a million letters took seconds for each key after it."""
    async with lasting_app() as pilot:
        await pilot.press("ctrl+p")
        await until(lambda: isinstance(pilot.app.screen, Palette), pilot)
        line = pilot.app.screen.query_one(Input)
        pilot.app.post_message(Paste(PASTED[kind]))
        await until(lambda: line.value, pilot)
        assert len(line.value) <= LONGEST_PASTE
        assert line.value.isprintable()
        await pilot.press("end", "a")
        await until(lambda: line.value.endswith("a"), pilot)
