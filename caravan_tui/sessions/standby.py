"""An app that runs without a terminal up to its home screen, and is forked for each session.

Importing is not all that a session does before its first frame: to compose the first screen, find
its styles and lay it out takes longer. Here that is done once, for each depth of colours that most
terminals have. What is left to a session: its settings, its terminal, its host, and to draw.

The app is laid out for one size of a terminal. At another one a session takes half as much time
again, so while nobody comes the app takes the size that was asked for most lately.

The process runs an event loop when it forks. That is safe as long as it has one thread, and nothing
of the loop is the system's but what wakes it up, which a child renews.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import selectors
import shutil
import signal
import socket
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NoReturn

import msgpack
from textual.pilot import Pilot

from ai.process import die_with_parent
from caravan_tui import i18n, settings
from caravan_tui.hosts.remote import RemoteHost
from caravan_tui.sessions import forks
from caravan_tui.sessions.session_app import (
    Passed,
    SessionApp,
    report_crash,
    take_terminal,
)
from caravan_tui.sessions.session_app import run as run_session
from caravan_tui.terminal.capabilities import DEPTHS, depth_of, set_colours
from caravan_tui.terminal.compat import renew_loop, resize_headless
from caravan_tui.terminal.crashes import install_crash_handler
from caravan_tui.terminal.log_files import set_up_log

log = logging.getLogger(__name__)

SIZES = {"256": (80, 24), "truecolor": (112, 32)}
"""Columns and rows for which the app is laid out at first, by its colours: those of a terminal over
SSH, and about those of a browser's window."""
LARGEST = (300, 100)
"""A larger terminal is nobody's window, and would cost all others memory."""
REMEMBERED = 10
"""Sessions whose sizes count."""
QUIET_SECONDS = 1.0
"""Time without a new session before the app is laid out anew."""
LAYOUT_SECONDS = 5.0
"""Time for which a new session waits for that at most."""
LANGUAGE = "en_GB.UTF-8"


def run(server: socket.socket, depth: str, folder: str) -> NoReturn:
    """Keep an app ready for terminals with these colours, one of `DEPTHS`, and fork it as the
    fork server at the other end of `server` asks, until that is gone. `folder`: an account's for
    the app until it has a session; it is removed."""
    die_with_parent()
    signal.set_wakeup_fd(-1)
    os.environ.clear()
    os.environ.update(DEPTHS[depth], HOME=folder, CARAVAN_TUI_HOME=folder, LANG=LANGUAGE)
    loop = asyncio.SelectorEventLoop(selectors.PollSelector())
    standby = Standby(loop, server, depth, folder)
    loop.run_until_complete(standby.run())
    os._exit(standby.exit_code)


class Standby:
    """The app, and the children that go on with it."""

    def __init__(
        self, loop: asyncio.SelectorEventLoop, server: socket.socket, depth: str, folder: str
    ) -> None:
        """`folder`: an account's folder for the app until it has a session; it is removed."""
        self._loop, self._server, self._depth, self._folder = loop, server, depth, folder
        self._children = forks.Children(server)
        self._is_waiting = asyncio.Event()
        self._app = SessionApp(_no_host, on_standby=self._is_waiting.set)
        self._threads = ThreadPoolExecutor()
        loop.set_default_executor(self._threads)
        self._size = SIZES[depth]
        self._asked: deque[tuple[int, int]] = deque(maxlen=REMEMBERED)
        """The sizes of the last terminals, the latest last."""
        self._layout: asyncio.TimerHandle | None = None
        """What is going to lay the app out anew."""
        self._laying_out: asyncio.Task[None] | None = None

    @property
    def exit_code(self) -> int:
        """That of the app, once it has ended."""
        return self._app.return_code or 0

    async def run(self) -> None:
        """Run the app: here until the fork server is gone, in a child until its session ends."""
        await self._app.run_async(size=self._size, auto_pilot=self._settle)

    async def _settle(self, pilot: Pilot[object]) -> None:
        """Wait until the first screen is as a newcomer sees it, and fork the app from then on."""
        await self._is_waiting.wait()
        await self._come_to_rest(pilot)
        # It keeps the collector from writing to shared pages. What is laid out later stays out of
        # it, for the collector to find what the next size replaces.
        gc.freeze()
        shutil.rmtree(self._folder, ignore_errors=True)
        self._loop.add_signal_handler(signal.SIGCHLD, self._children.reap)
        self._pilot = pilot
        self._loop.add_reader(self._server, self._receive)
        forks.send(self._server, "ready")

    async def _come_to_rest(self, pilot: Pilot[object]) -> None:
        """Wait until nothing moves in the app any more, so that it can be forked."""
        await self._app.workers.wait_for_complete()
        await pilot.pause()
        # A fork has none of the threads: those that nobody needs any more end before it.
        self._threads.shutdown()
        self._threads = ThreadPoolExecutor()
        self._loop.set_default_executor(self._threads)
        gc.collect()

    def _receive(self) -> None:
        data, terminal = forks.receive(self._server)
        if not data:
            self._children.end()
            os._exit(0)
        name, *values = msgpack.unpackb(data)
        if name == "kill":
            self._children.kill(*values)
        elif name == "fork" and terminal >= 0:
            self._note_size(terminal)
            self._fork(terminal, *values)

    # The size

    def _note_size(self, terminal: int) -> None:
        """Lay the app out for the size that most of the last terminals had, the latest of them if
        there are several, once nobody comes for a moment."""
        columns, rows = os.get_terminal_size(terminal)
        if columns > LARGEST[0] or rows > LARGEST[1]:
            return
        self._asked.append((columns, rows))
        if self._layout is not None:
            self._layout.cancel()
        wanted = max(reversed(self._asked), key=self._asked.count)
        self._layout = None
        if wanted != self._size:
            self._layout = self._loop.call_later(QUIET_SECONDS, self._begin_layout, wanted)

    def _begin_layout(self, size: tuple[int, int]) -> None:
        self._layout = None
        self._laying_out = asyncio.create_task(self._lay_out(size))

    async def _lay_out(self, size: tuple[int, int]) -> None:
        """Lay the app out for another size. Who comes meanwhile waits. At worst the app has a size
        that no session can use as it is."""
        self._size = size
        self._loop.remove_reader(self._server)
        try:
            async with asyncio.timeout(LAYOUT_SECONDS):
                await resize_headless(self._pilot, size)
                await self._come_to_rest(self._pilot)
        except TimeoutError:
            log.warning("no layout for terminals of %d by %d within %g s", *size, LAYOUT_SECONDS)
        finally:
            self._loop.add_reader(self._server, self._receive)

    # Sessions

    def _fork(self, terminal: int, number: int, environment: dict[str, str]) -> None:
        pid = os.fork()
        if pid:
            os.close(terminal)
            self._children.add(number, pid)
            return
        try:
            self._begin_session(terminal, environment)
        except BaseException:
            os._exit(70)

    def _begin_session(self, terminal: int, environment: dict[str, str]) -> None:
        """In a child: have the app go on at this terminal, or run another one if it does not suit
        the account."""
        self._loop.remove_reader(self._server)
        if self._layout is not None:
            self._layout.cancel()
        self._loop.remove_signal_handler(signal.SIGCHLD)
        self._server.close()
        forks.enter_session(terminal, environment)
        take_terminal()
        passed = Passed.take()
        i18n.choose("auto")  # for what is wrong with the settings, before they are known
        own, notices = settings.load()
        if not self._suits(passed, own):
            os._exit(run_session(passed))
        try:
            set_up_log()
            i18n.choose(own.language)
            set_colours(own.colours)
            renew_loop(self._loop)
            install_crash_handler(self._app, lambda: self._app.is_match_open, remote=True)
            self._app.begin_session(passed, own, notices)
        except Exception:  # a traceback would show what this process knows
            os._exit(report_crash())

    def _suits(self, passed: Passed, own: settings.Settings) -> bool:
        """Whether a session can go on with the app that is ready: not in lines, nor with other
        colours by its settings."""
        if passed.in_lines or passed.watched or own.interface == "lines":
            return False
        return depth_of(dict(os.environ), own.colours) == self._depth


def _no_host() -> RemoteHost:
    """The host of a newcomer, who has nothing yet. It never connects."""
    return RemoteHost(Path(), "", "")
