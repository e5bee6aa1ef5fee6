"""What is closed is let go: an evening of matches needs no more memory than one."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest
from textual.dom import DOMNode
from textual.pilot import Pilot

from caravan_tui.games import registry
from caravan_tui.screens.base import BaseScreen
from caravan_tui.screens.home.screen import HomeScreen
from caravan_tui.screens.table.tutorial import TutorialScreen
from tests.support.screens import app_of
from tests.support.until import until
from tests.support.whole_app import local_app

pytestmark = pytest.mark.usefixtures("no_workers")


async def closed(pilot: Pilot[Any]) -> list[weakref.ref[DOMNode]]:
    """Close the top screen; all that it had."""
    screen = pilot.app.screen
    assert isinstance(screen, BaseScreen) and not isinstance(screen, HomeScreen)
    await until(lambda: screen.is_mounted and screen.query("Footer *"), pilot)
    widgets = [weakref.ref(widget) for widget in screen.walk_children(with_self=True)]
    await pilot.press("q")
    await until(lambda: isinstance(pilot.app.screen, HomeScreen), pilot)
    return widgets


async def until_gone(widgets: list[weakref.ref[DOMNode]], pilot: Pilot[Any]) -> None:
    """Wait until nothing holds any of these."""
    assert len(widgets) > 3
    await until(lambda: gc.collect() >= 0 and not any(widget() for widget in widgets), pilot)


@pytest.mark.parametrize("name", ["statistics", "settings", "problems", "road", "saved", "daily"])
async def test_a_closed_screen_leaves_no_widget_behind(name: str) -> None:
    async with local_app((120, 36)) as pilot:
        app_of(pilot.app).open(name)
        await until(lambda: app_of(pilot.app).is_screen_open(name), pilot)
        await until_gone(await closed(pilot), pilot)


@pytest.mark.parametrize("game", registry.ids())
async def test_a_table_that_was_left_leaves_no_widget_behind(game: str) -> None:
    async with local_app((120, 36)) as pilot:
        app_of(pilot.app).start_tutorial(game)
        await until(lambda: isinstance(pilot.app.screen, TutorialScreen), pilot)
        await until_gone(await closed(pilot), pilot)
