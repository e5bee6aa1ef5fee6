"""A session before the first one, in the process that forks them.

What a session's first screens import, compile and remember (style sheets above all) is made here
once and then shared by all, which costs each of them less memory and less time to its first frame.
Nothing of it reaches a terminal, the server's folders or its bus.
"""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType, FunctionType

from rich.style import Style
from textual.strip import Strip

from caravan_tui.bus.access import Access
from caravan_tui.bus.lobby_messages import (
    LOBBY_ASKS,
    Hello,
    ListMatches,
    Matches,
    Welcome,
    door_topic,
    person_topic,
)
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import LOBBY, Done, Message
from caravan_tui.bus.socket_server import BusServer
from caravan_tui.screens.remote import RemoteHost
from caravan_tui.ssh.session import SessionApp
from caravan_tui.ssh.sheets import SharedStylesheet

PATIENCE = 20.0
"""Seconds after which a rehearsal is given up."""
_NAME = "rehearsal"
_SPENT: list[CodeType] = []
"""Code that has a copy; kept, for sessions would fill the gaps that it leaves."""


def rehearse() -> None:
    """Run the app without a terminal as far as its first screen, and get ready for the fork."""
    called: dict[int, CodeType] = {}

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            called[id(frame.f_code)] = frame.f_code

    SharedStylesheet.learning = True
    sys.setprofile(note)
    try:
        with tempfile.TemporaryDirectory(prefix="caravan_tui-") as folder, _surroundings(folder):
            asyncio.run(_play(Path(folder)))
    finally:
        sys.setprofile(None)
        SharedStylesheet.learning = False
    forget_colours()
    gather(called)


def gather(called: dict[int, CodeType]) -> None:
    """Lay the code that every session runs side by side.

    To run a function is to write into its code object (counts of references, caches), so that the
    page of memory on which it lies is shared no longer, with all the code on it that never runs.
    Equal copies, made one after the other, fill few pages: 1 MiB less for each session.
    """
    copies: dict[int, CodeType] = {}

    def copy(code: CodeType) -> CodeType:
        made = copies.get(id(code))
        if made is None:
            inner = tuple(
                copy(one) if isinstance(one, CodeType) and id(one) in called else one
                for one in code.co_consts
            )
            made = copies[id(code)] = code.replace(co_consts=inner)
        return made

    for one in gc.get_objects():
        if type(one) is FunctionType and id(one.__code__) in called:
            _SPENT.append(one.__code__)
            one.__code__ = copy(one.__code__)


def forget_colours() -> None:
    """Styles remember their codes for the terminal that they were drawn for first."""
    for one in gc.get_objects():
        if type(one) is Style:
            one._ansi = None
        elif type(one) is Strip:
            one._render_cache = None


@contextmanager
def _surroundings(folder: str) -> Iterator[None]:
    """An environment as a session has it, with a folder that is empty."""
    before = dict(os.environ)
    os.environ.clear()
    os.environ.update(
        HOME=folder, CARAVAN_TUI_HOME=folder, TERM="xterm-256color", LANG="en_GB.UTF-8"
    )
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


class _Stage(SessionApp):
    """The app, as far as it needs no process of its own."""

    async def on_mount(self) -> None:
        """The signals are the nursery's."""

    def _print_error_renderables(self) -> None:
        """The server's terminal gets no tracebacks; who rehearses hears of it."""


def _answer(message: Message) -> Message | None:
    """What a lobby without matches says."""
    if isinstance(message, Hello):
        return Welcome(message.id, _NAME, "player", [])
    if isinstance(message, ListMatches):
        return Matches(message.id, [], [_NAME])
    return Done(getattr(message, "id", ""))


async def _play(folder: Path) -> None:
    bus = LocalBus()
    server = BusServer(bus, folder / "bus" / "socket")
    await server.start()
    access = Access(_NAME, hears={LOBBY, person_topic(_NAME)})
    access.says = {door_topic(_NAME): LOBBY_ASKS}
    token = server.admit(access)
    end = bus.serve(door_topic(_NAME), _answer)
    try:
        async with asyncio.timeout(PATIENCE):
            app = _Stage(lambda: RemoteHost(server.path, token, _NAME))
            async with app.run_test(size=(80, 24)) as pilot:
                await pilot.pause()
                await pilot.press("down", "up")
    finally:
        end()
        await server.close()
