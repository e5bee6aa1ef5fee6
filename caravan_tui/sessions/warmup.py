"""Runs the app once in the fork server, before the first fork.

What the first screens import, compile and cache (stylesheets above all) is then shared by all
sessions, which saves each of them memory and time to the first frame: also those that cannot go on
with an app on `standby`. Nothing of it reaches a terminal, the server's folders or its bus.

Rearranging the code objects that every session runs, so that they share fewer pages, would save
another 0.3 to 0.5 MiB of 22 MiB a session (PSS of five idle sessions), which is not worth it.
"""

from __future__ import annotations

import asyncio
import gc
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from caravan_tui.bus.lobby_messages import (
    LOBBY_REQUESTS,
    Hello,
    ListMatches,
    Matches,
    Welcome,
    account_topic,
    news_topic,
)
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import LOBBY, Done, Message
from caravan_tui.bus.permissions import Access
from caravan_tui.bus.socket_server import BusServer
from caravan_tui.hosts.remote import RemoteHost
from caravan_tui.sessions.session_app import SessionApp
from caravan_tui.sessions.stylesheet_cache import SharedStylesheet
from caravan_tui.terminal.compat import forget_colours, print_no_errors

TIMEOUT = 20.0
"""Seconds."""
COLOURS: tuple[dict[str, str], ...] = ({}, {"COLORTERM": "truecolor"})
"""The variables of a terminal with 256 colours, and of one with all, as every browser's."""
_ACCOUNT = "warmup"


def warm_up() -> None:
    """Run the app without a terminal up to its first screen, in each depth of colours that most
    terminals have: a stylesheet is another one with other colours."""
    SharedStylesheet.keeps_rules = True
    try:
        for colours in COLOURS:
            with (
                tempfile.TemporaryDirectory(prefix="caravan_tui-") as folder,
                _environment(folder, colours),
            ):
                asyncio.run(_run_app(Path(folder)))
    finally:
        SharedStylesheet.keeps_rules = False
    forget_colours(gc.get_objects())


@contextmanager
def _environment(folder: str, colours: dict[str, str]) -> Iterator[None]:
    """Set the environment of a session, with an empty folder."""
    before = dict(os.environ)
    os.environ.clear()
    os.environ.update(
        HOME=folder, CARAVAN_TUI_HOME=folder, TERM="xterm-256color", LANG="en_GB.UTF-8", **colours
    )
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def _answer(message: Message) -> Message | None:
    """Answer as a lobby without matches."""
    if isinstance(message, Hello):
        return Welcome(message.id, _ACCOUNT, "player", [])
    if isinstance(message, ListMatches):
        return Matches(message.id, [], [_ACCOUNT])
    return Done(getattr(message, "id", ""))


async def _run_app(folder: Path) -> None:
    bus = LocalBus()
    server = BusServer(bus, folder / "bus" / "socket")
    await server.start()
    access = Access(_ACCOUNT, subscribes={LOBBY, news_topic(_ACCOUNT)})
    access.publishes = {account_topic(_ACCOUNT): LOBBY_REQUESTS}
    token = server.admit(access)
    stop_serving = bus.serve(account_topic(_ACCOUNT), _answer)
    try:
        async with asyncio.timeout(TIMEOUT):
            # The class itself: rules are kept by the classes that they are written for.
            app = SessionApp(lambda: RemoteHost(server.path, token, _ACCOUNT))
            print_no_errors(app)  # the caller gets them
            async with app.run_test(size=(80, 24)) as pilot:
                await pilot.pause()
                await pilot.press("down", "up")
    finally:
        stop_serving()
        await server.close()
