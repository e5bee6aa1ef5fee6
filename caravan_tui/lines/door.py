"""The door to line mode: start and end of the process, signals, and what is opened first."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from caravan_tui import i18n, settings
from caravan_tui.hosts.base import Host
from caravan_tui.hosts.remote import RemoteHost
from caravan_tui.i18n import _
from caravan_tui.lines.console import Console
from caravan_tui.lines.home import Home, parting_words
from caravan_tui.terminal.log_files import FILE, set_up_log

log = logging.getLogger(__name__)

SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
"""They end line mode in the same way as the end of input: the match is saved."""

Opening = Callable[[Home], Awaitable[None]]
"""Opens a room over home."""


def run(
    make_host: Callable[[], Host],
    begin: Opening | None = None,
    reason: str = "",
    is_remote: bool = False,
    is_piped: bool = False,
) -> int:
    """Play in lines on standard input and output; the exit code.

    `begin`: what is opened first, else home; `reason`: why it is line mode, if nobody has asked for
    it; `is_piped`: the input is no terminal, though it looks like one.
    """
    set_up_log()
    try:
        return asyncio.run(_run(make_host, begin, reason, is_remote, is_piped))
    except KeyboardInterrupt:  # before the signals are caught
        return 128 + signal.SIGINT
    except Exception as error:
        number = os.urandom(4).hex()
        log.error("crash %s", number, exc_info=error)
        where = "" if is_remote else _(" in {file}").format(file=FILE)
        text = _("caravan-tui stopped because of an internal error (number {number}{where}).")
        print(text.format(number=number, where=where), file=sys.stderr)
        return 1


async def _run(
    make_host: Callable[[], Host],
    begin: Opening | None,
    reason: str,
    is_remote: bool,
    is_piped: bool,
) -> int:
    i18n.choose("auto")
    user_settings, notices = settings.load()
    i18n.choose(user_settings.language)
    console = Console(is_piped=is_piped)
    with _signals(console) as received:
        console.start()
        console.say(reason, *notices)
        host = make_host()
        host.use(user_settings)
        try:
            await host.start()
        except (OSError, TimeoutError) as error:
            log.warning("no table host: %s", error)
            console.say(_("The server isn't responding. Try again."))
            return 3
        watching = None
        home = Home(host, console)
        try:
            if isinstance(host, RemoteHost):
                watching = asyncio.create_task(_end_when_lost(host, console))
                if host.lobby is not None:
                    host.lobby.on_news(home.receive_news)
            await _open(home, host, begin)
        finally:
            if watching is not None:
                watching.cancel()
            if not is_remote:
                console.say(parting_words(host, home.unsaved))
            await host.stop()
    if received and not is_remote:
        return 128 + received[-1]
    return 0


async def _open(home: Home, host: Host, begin: Opening | None) -> None:
    """What is opened first, and home after it."""
    if isinstance(host, RemoteHost):
        connection = await host.resume()
        if connection is not None:
            home.console.say(*host.notices())
            await home.open(connection)
    if begin is not None and not home.has_quit:
        home.console.say(*host.notices())
        await begin(home)
    if not home.has_quit:
        await home.run()


async def _end_when_lost(host: RemoteHost, console: Console) -> None:
    """Nothing can be played without the server."""
    await host.wait_for_loss()
    console.end()


@contextmanager
def _signals(console: Console) -> Iterator[list[int]]:
    """Have signals end the input, as long as this lasts; the numbers of those that came."""
    loop = asyncio.get_running_loop()
    received: list[int] = []
    before = {}

    def handle(number: int, _frame: object) -> None:
        received.append(number)
        if len(received) > 1:  # once more: at once
            signal.signal(number, signal.SIG_DFL)
        loop.call_soon_threadsafe(console.end)

    for name in SIGNALS:
        if hasattr(signal, name):  # Windows has no SIGHUP
            number = getattr(signal, name)
            before[number] = signal.signal(number, handle)
    try:
        yield received
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
