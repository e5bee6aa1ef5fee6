"""The process of one session: the app that a local player runs, at the end of a socket.

It holds what its account may see and nothing else, and it can do nothing on the server's machine:
no file is written or read outside the account's own folder, nothing is opened or suspended.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import logging
import os
import signal
import sys
import termios
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from textual.app import SystemCommand
from textual.screen import Screen

from caravan_tui import settings
from caravan_tui.app import CaravanApp
from caravan_tui.bus.messages import Notice
from caravan_tui.crashes import quiet_crashes, set_up_log
from caravan_tui.screens.remote import RemoteHost
from caravan_tui.ssh.sheets import SharedStylesheet
from caravan_tui.terminal import set_colours
from caravan_tui.widgets.dialog import Question
from caravan_tui.words import _

log = logging.getLogger(__name__)

SOCKET, TOKEN, ACCOUNT = "CARAVAN_TUI_SOCKET", "CARAVAN_TUI_TOKEN", "CARAVAN_TUI_ACCOUNT"
"""What the server tells a session in its environment."""

NOT_HERE = frozenset({"export", "import", "screenshot", "suspend_process", "open_url"})
"""Actions that touch files outside the account's folder, or the server's machine."""


class SessionApp(CaravanApp):
    """The app in a session of a server."""

    def __init__(self, make_host: Callable[[], Any]) -> None:
        super().__init__(make_host)
        self.stylesheet = SharedStylesheet(variables=self.get_css_variables())

    far = True

    async def on_mount(self) -> None:
        """The end of the line is a reason to leave."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGHUP, signal.SIGTERM):
            loop.add_signal_handler(number, self.leave_quietly)

    def leave_quietly(self) -> None:
        """End at once: the server keeps what there is."""
        self.exit(return_code=0)

    async def begin(self) -> None:
        """Once connected: what happened while away, and back to the table that was cut off."""
        try:
            await super().begin()
        except (OSError, TimeoutError) as error:
            log.warning("no table host: %s", error)
            self.exit(return_code=3, message=_("The table host does not answer; try again."))
            return
        self.host.attend(self)
        self.run_worker(self.watch_line(), group="line")
        await self.host.resume()

    async def watch_line(self) -> None:
        """Without the table host nothing can be played."""
        await self.host.bus.lost.wait()
        self.exit(return_code=0)

    async def run_action(
        self,
        action: Any,
        default_namespace: Any = None,
        namespaces: Mapping[str, Any] | None = None,
    ) -> bool:
        """Every key, button and palette line passes here; some do nothing in a session."""
        name = action if isinstance(action, str) else str(action[-2])
        if name.split("(")[0].split(".")[-1] in NOT_HERE:
            self.notify(_("Files cannot be written or read over SSH."), severity="warning")
            return True
        return await super().run_action(action, default_namespace, namespaces)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """The palette without what a session may not do."""
        titles = {_(name.capitalize()) for name in NOT_HERE}
        return [
            command
            for command in super().get_system_commands(screen)
            if command.title not in titles
        ]

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """A browser would open on the server: show the address instead."""
        self.notify(url, timeout=15)

    def deliver_screenshot(self, *_: Any, **__: Any) -> str | None:
        """Nothing is written on the server."""
        return None

    def tell(self, notice: Notice) -> None:
        """A line of the server for everybody, or for this account; several, which an admin has
        asked for, in a window of their own."""
        if "\n" in notice.text:
            self.push_screen(Question("", notice.text, [("ok", _("Close"))]))
            return
        self.notify(notice.text, severity=notice.severity, timeout=15)


def take_terminal() -> None:
    """Make the terminal this process's own, so that its end is heard as SIGHUP and a new size as
    SIGWINCH. Without it a session whose client is gone would spin for ever."""
    with contextlib.suppress(OSError):
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def main() -> int:
    """Run the app on standard input and output; the exit code."""
    take_terminal()
    socket = os.environ.pop(SOCKET, "")
    token = os.environ.pop(TOKEN, "")
    account = os.environ.pop(ACCOUNT, "")
    try:
        set_up_log()
        kept, _notices = settings.load()
        set_colours(kept.colours)
        app = SessionApp(lambda: RemoteHost(Path(socket), token, account))
        quiet_crashes(app, remote=True)
        app.run(mouse=kept.mouse)
        return app.return_code or 0
    except Exception:  # a traceback would show what this process knows
        number = os.urandom(4).hex()
        log.exception("crash %s", number)
        print(_("The session has ended because of an error (number {number}).").format(
            number=number
        ))  # fmt: skip
        return 1


if __name__ == "__main__":
    sys.exit(main())
