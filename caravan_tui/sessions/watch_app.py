"""The process that draws a match for a watch page: the table as a spectator sees it, with no input.

It has the rights of a spectator at one match and no account. Its standard output gets a line of
JSON for each change of the picture, see `watch_frames`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from textual.strip import Strip

from caravan_tui.app import CaravanApp
from caravan_tui.bus.background import BackgroundTasks
from caravan_tui.bus.base import Bus, Subscription
from caravan_tui.bus.handle import RemoteTable
from caravan_tui.bus.messages import Message
from caravan_tui.bus.socket import SocketBus
from caravan_tui.hosts.base import Host
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.i18n import choose
from caravan_tui.screens.table.result import ResultScreen
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.server.timers import Timers
from caravan_tui.sessions.watch_frames import SIZE, Picture, WatchedMatch
from caravan_tui.terminal.capabilities import set_colours
from caravan_tui.terminal.compat import lines_of
from caravan_tui.terminal.svg import RowPictures
from caravan_tui.widgets.dialog import Dialog
from saves.store import Store

log = logging.getLogger(__name__)

FRAME_SECONDS = 0.2
"""Between two looks whether the picture has changed."""
WINDOW_SECONDS = 6.0
"""Time for which a window, such as the count of a hand, lies over the board."""
LARGEST_STYLES = 400
"""Colours after which rows get new classes, so that a long match does not gather them."""


class DelayedBus(Bus):
    """Messages and answers of another bus, all of them so many seconds later. Publishes nothing."""

    def __init__(
        self, bus: Bus, seconds: float, timers: Callable[[], Timers] = asyncio.get_running_loop
    ) -> None:
        """`timers` returns the clock of the delay."""
        self._bus, self._seconds, self._timers = bus, seconds, timers
        self._tasks = BackgroundTasks()

    def subscribe(self, *topics: str) -> Subscription:
        source = self._bus.subscribe(*topics)
        later = Subscription(topics, lambda _subscription: source.close())
        self._tasks.start(self._pass_on(source, later))
        return later

    async def _pass_on(self, source: Subscription, later: Subscription) -> None:
        async for message in source:
            self._timers().call_later(self._seconds, partial(later.put, message))

    def publish(self, topic: str, message: Message) -> None:
        """Say nothing: who watches a page has no voice."""

    async def request(self, topic: str, message: Message, timeout: float = 10.0) -> Message:
        answer = await self._bus.request(topic, message, timeout)
        due: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._timers().call_later(self._seconds, partial(due.set_result, None))
        await due
        return answer


class WatchHost(Host):
    """What the app needs of a host; it holds no tables."""

    saves_matches = False

    def __init__(self) -> None:
        super().__init__(Store())


class WatchTable(TableScreen):
    """A table whose board has no cursor, as nobody can move it."""

    AUTO_FOCUS = ""

    def on_mount(self) -> None:
        """Take the focus away from the board."""
        self.board.can_focus = False
        self.board.can_focus_children = False
        self.set_focus(None)


class WatchApp(CaravanApp):
    """Shows one table, and nothing else."""

    CSS = (
        CaravanApp.CSS
        + """
    Footer, .way, ResultScreen #pages, ResultScreen #answers, ResultScreen #story { display: none; }
    """
    )

    def __init__(self, watched: WatchedMatch, bus: Bus) -> None:
        super().__init__(WatchHost, "unicode")
        self.watched = watched
        self._bus = bus
        self._window: tuple[object, float] = None, 0.0
        """The window over the table, and since when it is there."""

    def go_home(self) -> None:
        """Show the table: there is nothing else."""
        watched = self.watched
        self.push_screen(
            WatchTable(
                TableConnection(
                    bus=self._bus,
                    table=partial(RemoteTable, self._bus, watched.match),
                    match=watched.match,
                    game=watched.game,
                    names=watched.names,
                    kinds=watched.kinds,
                    own_seats=[],
                    is_kept=False,
                    is_shared=True,
                    has_hints=False,
                )
            )
        )

    def notify_talk(self, text: str) -> None:
        """Show nothing: what is said at the table is for those who have come to it."""

    def call_attention(self, text: str) -> None:
        """Nobody has to act."""

    def close_windows(self) -> None:
        """Close a window that has been read; no key closes it here. The result stays."""
        screen, now = self.screen, time.monotonic()
        if screen is not self._window[0]:
            self._window = screen, now
        is_read = now - self._window[1] > WINDOW_SECONDS
        if isinstance(screen, Dialog) and not isinstance(screen, ResultScreen) and is_read:
            screen.action_close()


class Drawing:
    """The rows of a screen as pictures, of which only the changed ones are passed on."""

    def __init__(self, ink: str, ground: str) -> None:
        """`ink`, `ground`: the theme's colours, as `#rrggbb`."""
        self._colours = ink, ground
        self._lines: Sequence[Strip] = []
        self._pictures = RowPictures(ink, ground)

    def changes(self, lines: Sequence[Strip]) -> Picture | None:
        """What has changed since the last call; None if nothing has."""
        if self._pictures.count > LARGEST_STYLES:
            self._pictures, self._lines = RowPictures(*self._colours), []
        known = self._lines
        rows = {
            y: self._pictures.row(line)
            for y, line in enumerate(lines)
            if y >= len(known) or line != known[y]
        }
        self._lines = lines
        return Picture(rows, self._pictures.styles()) if rows else None


def run(text: str, socket: Path, token: str) -> int:
    """Draw a match, given as the JSON of `WatchedMatch`, until the server ends this process; the
    exit code."""
    watched = msgspec.json.decode(text.encode(), type=WatchedMatch)
    set_colours("truecolor")
    output = os.dup(1)
    asyncio.run(_draw(watched, socket, token, output))
    return 0


async def _draw(watched: WatchedMatch, socket: Path, token: str, output: int) -> None:
    bus = await SocketBus.connect(socket, token)
    lost = asyncio.ensure_future(bus.lost.wait())
    app = WatchApp(watched, DelayedBus(bus, watched.delay))
    app.settings.animations = "off"
    app.notices.clear()
    choose(watched.language)
    encoder = msgspec.json.Encoder()
    try:
        async with app.run_test(size=SIZE, notifications=True) as pilot:
            await pilot.pause()
            theme = app.current_theme
            drawing = Drawing(str(theme.foreground), str(theme.background))
            while not lost.done() and app.is_running:
                app.close_windows()
                if isinstance(app.screen, TableScreen | Dialog) and is_begun(app):
                    picture = drawing.changes(lines_of(app.screen))
                    if picture is not None:
                        os.write(output, encoder.encode(picture) + b"\n")
                await asyncio.sleep(FRAME_SECONDS)
    finally:
        lost.cancel()
        with contextlib.suppress(OSError):
            await bus.close()


def is_begun(app: WatchApp) -> bool:
    """Whether the first position has come."""
    tables: list[Any] = [screen for screen in app.screen_stack if isinstance(screen, TableScreen)]
    return any(table.position is not None for table in tables)
