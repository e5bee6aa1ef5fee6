"""An app that runs without a terminal up to its home screen, and is forked for each session.

Importing is not all that a session does before its first frame: to compose the first screen, find
its styles and lay it out takes longer. Here that is done once, for each depth of colours that most
terminals have. What is left to a session: its settings, its terminal, its host, and to draw.

The process runs an event loop when it forks. That is safe as long as it has one thread, and nothing
of the loop is the system's but what wakes it up, which a child renews.
"""

from __future__ import annotations

import asyncio
import gc
import os
import selectors
import shutil
import signal
import socket
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
from caravan_tui.terminal.compat import renew_loop
from caravan_tui.terminal.crashes import install_crash_handler, set_up_log

SIZES = {"256": (80, 24), "truecolor": (112, 32)}
"""Columns and rows for which the app is laid out until it has a terminal, by its colours: those of
a terminal over SSH, and about those of a browser's window. Another size costs a bit more."""
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

    @property
    def exit_code(self) -> int:
        """That of the app, once it has ended."""
        return self._app.return_code or 0

    async def run(self) -> None:
        """Run the app: here until the fork server is gone, in a child until its session ends."""
        await self._app.run_async(size=SIZES[self._depth], auto_pilot=self._settle)

    async def _settle(self, pilot: Pilot[object]) -> None:
        """Wait until the first screen is as a newcomer sees it, and fork the app from then on."""
        await self._is_waiting.wait()
        await self._app.workers.wait_for_complete()
        await pilot.pause()
        # A fork has none of the threads: those that nobody needs any more end before it.
        self._threads.shutdown()
        self._loop.set_default_executor(ThreadPoolExecutor())
        shutil.rmtree(self._folder, ignore_errors=True)
        self._loop.add_signal_handler(signal.SIGCHLD, self._children.reap)
        self._loop.add_reader(self._server, self._receive)
        gc.collect()
        gc.freeze()  # keeps the collector from writing to shared pages
        forks.send(self._server, "ready")

    def _receive(self) -> None:
        data, terminal = forks.receive(self._server)
        if not data:
            self._children.end()
            os._exit(0)
        name, *values = msgpack.unpackb(data)
        if name == "kill":
            self._children.kill(*values)
        elif name == "fork" and terminal >= 0:
            self._fork(terminal, *values)

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
