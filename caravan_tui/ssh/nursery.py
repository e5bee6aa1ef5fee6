"""A process that has imported all that a session needs, and forks one for each.

It speaks with the server over a socket, one msgpack row a packet: `fork number environment` with
the terminal's descriptor, `kill pid signal`; and back `ready`, `born number pid`, `ended pid code`.
It has one thread and no event loop, so that a fork is safe; it ends when the server does.
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
from typing import Any, NoReturn

import msgpack

from ai.process import die_with_parent

LARGEST = 1 << 16

PRELOADED = (
    "asyncio",
    "caravan_tui.app",
    "caravan_tui.ssh.session",
    "caravan_tui.screens.remote",
    "caravan_tui.screens.lobby",
    "caravan_tui.screens.setup",
    "caravan_tui.screens.table",
    "caravan_tui.screens.result",
    "caravan_tui.screens.rules",
    "caravan_tui.screens.keys",
    "caravan_tui.screens.saved",
    "caravan_tui.screens.settings",
    "caravan_tui.screens.tutorial",
    "caravan_tui.screens.daily",
    "caravan_tui.screens.statistics",
    "caravan_tui.screens.replay",
    "caravan_tui.screens.analysis",
    "caravan_tui.screens.look_back",
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
    "caravan_tui.screens.talk",
    "caravan_tui.screens.home",
    "concurrent.futures.thread",
    "logging.handlers",
    "ai.levels",
    "ai.knowledge",
    "saves.profile",
    "zipfile",
)


def main() -> NoReturn:
    """Import, say ready, fork until the server is gone."""
    die_with_parent()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # the server's end is ours
    link = socket.socket(fileno=int(sys.argv[1]))
    preload()
    try:
        from caravan_tui.ssh.rehearsal import rehearse

        rehearse()
    except Exception as error:  # it only saves time and memory
        print(f"the rehearsal of a session failed: {error!r}", file=sys.stderr, flush=True)
    gc.collect()
    gc.freeze()  # what is shared stays shared
    wake_up, woken = socket.socketpair()
    for end in (wake_up, woken):
        end.setblocking(False)
    signal.set_wakeup_fd(woken.fileno(), warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    link.send(msgpack.packb(["ready"]))
    children: set[int] = set()
    while True:
        readable, _w, _x = select.select([link, wake_up], [], [])
        if wake_up in readable:
            with contextlib.suppress(BlockingIOError):
                wake_up.recv(4096)
        _reap(link, children)
        if link in readable:
            data, rights, _flags, _from = link.recvmsg(LARGEST, socket.CMSG_SPACE(4))
            if not data:
                _leave(children)
            _obey(msgpack.unpackb(data), _descriptor(rights), link, children, (wake_up, woken))


def preload() -> None:
    """Import what sessions need, the games and their boards included."""
    from caravan_tui.games import registry

    for name in PRELOADED:
        importlib.import_module(name)
    for game in registry.ids():
        with contextlib.suppress(ImportError, AttributeError):
            registry.get(game)
            registry.board(game)
    with contextlib.suppress(Exception):  # it only saves time
        warm_up()


def warm_up() -> None:
    """Read the style sheets once, so that what reading them makes (compiled patterns, selectors)
    is shared. Nothing is drawn: what drawing remembers depends on a terminal's colours."""
    from textual.css.stylesheet import Stylesheet
    from textual.dom import DOMNode

    from caravan_tui.screens.themes import THEMES
    from caravan_tui.widgets.marks import SEAT_COLOURS

    variables = {**SEAT_COLOURS, **THEMES[0].to_color_system().generate()}
    front: list[type] = [DOMNode]
    while front:
        kind = front.pop()
        front += kind.__subclasses__()
        sheet = Stylesheet(variables=variables)
        sheet.add_source(getattr(kind, "DEFAULT_CSS", "") or "", scope=kind.__name__)
        with contextlib.suppress(Exception):
            sheet.parse()


def _descriptor(rights: list[tuple[int, int, bytes]]) -> int:
    for level, kind, data in rights:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            numbers = array.array("i")
            numbers.frombytes(data[: numbers.itemsize])
            return numbers[0]
    return -1


def _obey(
    order: list[Any],
    terminal: int,
    link: socket.socket,
    children: set[int],
    mine: tuple[socket.socket, socket.socket],
) -> None:
    word, *rest = order
    if word == "kill":
        pid, number = rest
        if pid in children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)
    elif word == "fork" and terminal >= 0:
        number, environment = rest
        pid = os.fork()
        if pid == 0:
            try:
                signal.set_wakeup_fd(-1)
                for end in (link, *mine):
                    end.close()
                _be_a_session(terminal, environment)
            finally:
                os._exit(70)
        os.close(terminal)
        children.add(pid)
        link.send(msgpack.packb(["born", number, pid]))


def _be_a_session(terminal: int, environment: dict[str, str]) -> NoReturn:
    """In the child: its own session, terminal and environment, then the app."""
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
    from caravan_tui.ssh.session import main as session

    os._exit(session())


def _reap(link: socket.socket, children: set[int]) -> None:
    while children:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if not pid:
            return
        children.discard(pid)
        code = os.waitstatus_to_exitcode(status)
        with contextlib.suppress(OSError):
            link.send(msgpack.packb(["ended", pid, code]))


def _leave(children: set[int]) -> NoReturn:
    for pid in children:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGHUP)
    os._exit(0)


if __name__ == "__main__":
    main()
