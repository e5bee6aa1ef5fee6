"""A process that has imported everything a session needs, and forks for each session.

It talks to the server over a socket, one msgpack array a packet. Requests: `fork number
environment`, with the terminal's descriptor, and `kill pid signal`. Events: `ready`, `forked number
pid`, `ended pid code`. It has one thread and no event loop, so that a fork is safe, and ends with
the server. Below it are the processes that have an app ready, see `standby`: they speak the same.

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

import contextlib
import gc
import importlib
import os
import select
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import msgpack

from ai.process import die_with_parent
from caravan_tui import files
from caravan_tui.sessions import forks
from caravan_tui.terminal.capabilities import DEPTHS, depth_of

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


FOLDER_PREFIX = "caravan_tui-standby-"
"""Of the folder of an app that is not ready yet; the fork server's process follows."""


def main() -> NoReturn:
    """Import, report ready, and fork until the server is gone."""
    die_with_parent()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # this process ends when the server does
    server = socket.socket(fileno=int(sys.argv[1]))
    remove_abandoned_folders()
    preload()
    gc.collect()
    gc.freeze()  # keeps the collector from writing to shared pages
    ForkServer(server, {depth: fork_standby(server, depth) for depth in DEPTHS}).run()


class StandbyProcess(NamedTuple):
    """A process that has an app ready, or will have."""

    pid: int
    way: socket.socket
    folder: str
    """What the app takes for its account's; the process removes it when the app is ready."""

    def abandon(self) -> None:
        """End it before it is ready, and leave nothing behind."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self.pid, 0)
        self.clean_up()

    def clean_up(self) -> None:
        """Remove what it has left, now that it has ended."""
        shutil.rmtree(self.folder, ignore_errors=True)


def remove_abandoned_folders() -> None:
    """Remove the folders of apps that were killed, with their fork server, before they were
    ready."""
    for folder in Path(tempfile.gettempdir()).glob(f"{FOLDER_PREFIX}*"):
        owner = folder.name.removeprefix(FOLDER_PREFIX).partition("-")[0]
        if owner.isdecimal() and not files.is_in_use(folder, int(owner)):
            shutil.rmtree(folder, ignore_errors=True)


def fork_standby(server: socket.socket, depth: str) -> StandbyProcess:
    """Fork the process that keeps an app ready for terminals with these colours, see `standby`."""
    folder = tempfile.mkdtemp(prefix=f"{FOLDER_PREFIX}{os.getpid()}-")
    own, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    pid = os.fork()
    if pid == 0:
        try:
            own.close()
            server.close()
            from caravan_tui.sessions import standby  # imports the whole app

            standby.run(other, depth, folder)
        finally:
            os._exit(70)
    other.close()
    return StandbyProcess(pid, own, folder)


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
    """Forks sessions and reports their ends, as the server asks.

    Sessions at usual terminals are forked by a process that has an app ready for them. What it
    says is passed on. If it ends, this process does, and the server starts another one.
    """

    def __init__(self, server: socket.socket, standbys: Mapping[str, StandbyProcess]) -> None:
        """`standbys`: by the colours of a terminal, the process with an app ready for it."""
        self._server = server
        self._children = forks.Children(server)
        self._wake_up, self._on_signal = socket.socketpair()
        """A signal writes to the one, which makes the other readable."""
        self._requests: dict[str, Callable[[bytes, int, list[Any]], None]] = {
            "fork": self._fork,
            "kill": self._kill,
        }
        self._standbys = dict(standbys)
        self._ready: set[str] = set()
        """Those of them that have an app ready."""

    def run(self) -> NoReturn:
        """Serve requests until the server, or a process with an app ready, is gone."""
        try:
            self._serve()
        except ConnectionError:
            self._exit()

    def _serve(self) -> NoReturn:
        for end in (self._wake_up, self._on_signal):
            end.setblocking(False)
        signal.set_wakeup_fd(self._on_signal.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        forks.send(self._server, "ready")
        while True:
            ways = [standby.way for standby in self._standbys.values()]
            readable, _writable, _errors = select.select(
                [self._server, self._wake_up, *ways], [], []
            )
            if self._wake_up in readable:
                with contextlib.suppress(BlockingIOError):
                    self._wake_up.recv(4096)
            self._children.reap()
            for depth, standby in list(self._standbys.items()):
                if standby.way in readable:
                    self._hear(depth, standby.way)
            if self._server in readable:
                data, terminal = forks.receive(self._server)
                if not data:
                    self._exit()
                name, *values = msgpack.unpackb(data)
                self._requests[name](data, terminal, values)

    def _hear(self, depth: str, way: socket.socket) -> None:
        """Pass on what a process with an app ready says."""
        data, _descriptor = forks.receive(way)
        if not data:
            if depth in self._ready:
                self._exit()
            self._standbys.pop(depth).clean_up()  # it only saves time
            way.close()
        elif msgpack.unpackb(data) == ["ready"]:
            self._ready.add(depth)
        else:
            forks.pass_on(self._server, data)

    def _fork(self, data: bytes, terminal: int, values: list[Any]) -> None:
        number, environment = values
        if terminal < 0:
            return
        depth = depth_of(environment)
        if depth in self._ready:
            forks.pass_on(self._standbys[depth].way, data, terminal)
            os.close(terminal)
            return
        pid = os.fork()
        if pid == 0:
            try:
                signal.set_wakeup_fd(-1)
                ways = [standby.way for standby in self._standbys.values()]
                for end in (self._server, self._wake_up, self._on_signal, *ways):
                    end.close()
                run_session(terminal, environment)
            finally:
                os._exit(70)
        os.close(terminal)
        self._children.add(number, pid)

    def _kill(self, data: bytes, _terminal: int, values: list[Any]) -> None:
        if not self._children.kill(*values):
            for depth in self._ready:
                forks.pass_on(self._standbys[depth].way, data)

    def _exit(self) -> NoReturn:
        """End the children and this process."""
        self._children.end()
        for depth, standby in self._standbys.items():
            if depth not in self._ready:
                standby.abandon()
        os._exit(0)


def run_session(terminal: int, environment: dict[str, str]) -> NoReturn:
    """In the child: take this terminal and environment, and run the app."""
    forks.enter_session(terminal, environment)
    from caravan_tui.sessions.session_app import main as session  # loaded by `preload`

    os._exit(session())


if __name__ == "__main__":
    main()
