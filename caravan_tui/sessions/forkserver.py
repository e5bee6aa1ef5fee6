"""A process that has imported everything a session needs, and forks for each session.

It talks to the server over a socket, one msgpack array a packet. Requests: `fork number
environment`, with the terminal's descriptor, and `kill pid signal`. Events: `ready`, `forked number
pid`, `ended pid code`. It has one thread and no event loop, so that a fork is safe, and ends with
the server.

Why not the fork server of `multiprocessing`? Of Python 3.11 it

- is started with the server's environment, which /proc shows as that of every session, and sends
  each child the server's command line and authentication key;
- runs the server's main module once more, and replaces a child's standard input, the terminal;
- lets `Process.start` wait in the server's event loop, the first time until all imports are done;
- can end unnoticed, with sessions that go on unwatched; the next `start` replaces it silently;
- leaves killing to the server, by an id that the fork server may have reaped meanwhile.

Each can be worked around, but not in less code than the protocol below (`ForkServer`, 80 lines). It
saves no memory: with five idle sessions each took 22.6 MiB (PSS) there and 22.1 MiB here.
"""

from __future__ import annotations

import array
import contextlib
import gc
import importlib
import os
import select
import signal
import socket
import sys
from collections.abc import Callable
from typing import Any, NoReturn

import msgpack

from ai.process import die_with_parent

MAX_MESSAGE = 1 << 16
"""Bytes."""

PRELOADED_MODULES = (
    "asyncio",
    "caravan_tui.app",
    "caravan_tui.sessions.session_app",
    "caravan_tui.hosts.remote",
    "caravan_tui.lines.door",
    "caravan_tui.screens.lobby.screen",
    "caravan_tui.screens.home.cutout",
    "caravan_tui.screens.home.recent",
    "caravan_tui.screens.setup",
    "caravan_tui.screens.table.screen",
    "caravan_tui.screens.table.result",
    "caravan_tui.screens.rules",
    "caravan_tui.screens.keys",
    "caravan_tui.screens.saved.screen",
    "caravan_tui.screens.settings",
    "caravan_tui.screens.table.tutorial",
    "caravan_tui.screens.daily.screen",
    "caravan_tui.screens.road.screen",
    "caravan_tui.screens.statistics.screen",
    "caravan_tui.screens.replay.screen",
    "caravan_tui.screens.analysis.screen",
    "caravan_tui.screens.replay.open_replay",
    "caravan_tui.screens.jump",
    "textual.drivers.linux_driver",
    "textual.widgets._option_list",
    "textual.widgets._footer",
    "textual.widgets._data_table",
    "textual.widgets._input",
    "textual.widgets._select",
    "textual.widgets._checkbox",
    "textual.command",
    "textual.layouts.factory",
    "textual.layouts.grid",
    "textual.layouts.horizontal",
    "textual.layouts.vertical",
    "caravan_tui.screens.table.chat",
    "caravan_tui.screens.home.screen",
    "concurrent.futures.thread",
    "caravan_tui.terminal.log_files",
    "ai.levels",
    "caravan_tui.games.evaluator",
    "saves.profile",
    "zipfile",
)


def main() -> NoReturn:
    """Import, report ready, and fork until the server is gone."""
    die_with_parent()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # this process ends when the server does
    server = socket.socket(fileno=int(sys.argv[1]))
    preload()
    gc.collect()
    gc.freeze()  # keeps the collector from writing to shared pages
    ForkServer(server).run()


def preload() -> None:
    """Import what sessions need, the games and their boards included, and run the app once."""
    from caravan_tui.games import registry  # for the fork server alone

    for name in PRELOADED_MODULES:
        importlib.import_module(name)
    for game in registry.ids():
        with contextlib.suppress(ImportError, AttributeError):
            registry.get(game)
            registry.board(game)
    for step in (parse_default_stylesheets, run_app_once):
        try:
            step()
        except Exception as error:  # it only saves time and memory
            print(f"{step.__name__} failed: {error!r}", file=sys.stderr, flush=True)


def run_app_once() -> None:
    """See `warmup`, which is imported here because it imports the whole app."""
    from caravan_tui.sessions.warmup import warm_up

    warm_up()


def parse_default_stylesheets() -> None:
    """Parse the default stylesheet of every widget, so that compiled patterns and selectors are
    shared. Nothing is drawn: what drawing caches depends on a terminal's colours."""
    # Imported in the fork server alone: who starts one needs no Textual.
    from textual.css.stylesheet import Stylesheet
    from textual.dom import DOMNode

    from caravan_tui.themes.builtin import THEMES
    from caravan_tui.widgets.marks import SEAT_COLOURS

    variables = {**SEAT_COLOURS, **THEMES[0].to_color_system().generate()}
    pending: list[type] = [DOMNode]
    while pending:
        widget = pending.pop()
        pending += widget.__subclasses__()
        stylesheet = Stylesheet(variables=variables)
        stylesheet.add_source(getattr(widget, "DEFAULT_CSS", "") or "", scope=widget.__name__)
        with contextlib.suppress(Exception):
            stylesheet.parse()


class ForkServer:
    """Forks sessions and reports their ends, as the server asks."""

    def __init__(self, server: socket.socket) -> None:
        self._server = server
        self._children: set[int] = set()
        self._wake_up, self._on_signal = socket.socketpair()
        """A signal writes to the one, which makes the other readable."""
        self._requests: dict[str, Callable[[int, list[Any]], None]] = {
            "fork": self._fork,
            "kill": self._kill,
        }

    def run(self) -> NoReturn:
        """Serve requests until the server is gone."""
        for end in (self._wake_up, self._on_signal):
            end.setblocking(False)
        signal.set_wakeup_fd(self._on_signal.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        self._send("ready")
        while True:
            readable, _writable, _errors = select.select([self._server, self._wake_up], [], [])
            if self._wake_up in readable:
                with contextlib.suppress(BlockingIOError):
                    self._wake_up.recv(4096)
            self._reap()
            if self._server in readable:
                data, rights, _flags, _address = self._server.recvmsg(
                    MAX_MESSAGE, socket.CMSG_SPACE(4)
                )
                if not data:
                    self._exit()
                name, *values = msgpack.unpackb(data)
                self._requests[name](_descriptor(rights), values)

    def _send(self, *items: Any) -> None:
        self._server.send(msgpack.packb(items))

    def _fork(self, terminal: int, values: list[Any]) -> None:
        number, environment = values
        if terminal < 0:
            return
        pid = os.fork()
        if pid == 0:
            try:
                signal.set_wakeup_fd(-1)
                for end in (self._server, self._wake_up, self._on_signal):
                    end.close()
                run_session(terminal, environment)
            finally:
                os._exit(70)
        os.close(terminal)
        self._children.add(pid)
        self._send("forked", number, pid)

    def _kill(self, _terminal: int, values: list[Any]) -> None:
        pid, number = values
        if pid in self._children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def _reap(self) -> None:
        """Report the children that have ended."""
        while self._children:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if not pid:
                return
            self._children.discard(pid)
            with contextlib.suppress(OSError):
                self._send("ended", pid, os.waitstatus_to_exitcode(status))

    def _exit(self) -> NoReturn:
        """End the children and this process."""
        for pid in self._children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGHUP)
        os._exit(0)


def run_session(terminal: int, environment: dict[str, str]) -> NoReturn:
    """In the child: take this terminal and environment, and run the app."""
    die_with_parent()
    os.setsid()
    for number in range(3):
        os.dup2(terminal, number)
    if terminal > 2:
        os.close(terminal)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir("/")
    from caravan_tui.sessions.session_app import main as session  # loaded by `preload`

    os._exit(session())


def _descriptor(rights: list[tuple[int, int, bytes]]) -> int:
    """The descriptor that came with a message, -1 if none did."""
    for level, kind, data in rights:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            numbers = array.array("i")
            numbers.frombytes(data[: numbers.itemsize])
            return numbers[0]
    return -1


if __name__ == "__main__":
    main()
