"""The app of somebody who plays alone, whole or with one screen only."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen

from caravan_tui.app import CaravanApp
from caravan_tui.hosts.base import Host
from caravan_tui.hosts.local import LocalHost
from caravan_tui.screens.names import screen_class
from caravan_tui.settings import Settings
from tests.support.screen_app import ScreenApp
from tests.support.until import until


@asynccontextmanager
async def local_app(
    size: tuple[int, int] = (80, 24), glyphs: str = "unicode", notifications: bool = False
) -> AsyncIterator[Pilot[Any]]:
    """The whole app on its home screen; its host keeps matches on disk."""
    app = CaravanApp(LocalHost, glyphs)
    async with app.run_test(size=size, notifications=notifications) as pilot:
        await until(lambda: app.host_ready.is_set(), pilot)
        yield pilot
        await app.host.stop()


class ScreensApp(ScreenApp):
    """Shows one screen and those that it opens."""

    def make_screen(self, name: str, *arguments: Any, **named: Any) -> Screen[Any]:
        """A new screen of this name."""
        make: Any = screen_class(name)
        screen: Screen[Any] = make(*arguments, **named)
        return screen


@asynccontextmanager
async def local_screen(
    screen: Screen[Any],
    size: tuple[int, int] = (80, 24),
    glyphs: str = "unicode",
    settings: Settings | None = None,
    host: Host | None = None,
) -> AsyncIterator[Pilot[Any]]:
    """One screen without a home screen, which is cheaper than `local_app`.

    The host keeps matches on disk unless another one is given, and is not started.
    """
    app = ScreensApp(screen, host or LocalHost(), settings, glyphs == "ascii")
    async with app.run_test(size=size) as pilot:
        await until(lambda: screen in app.screen_stack, pilot)
        yield pilot
        await app.host.stop()
