"""The process of one session: the app that a local player runs, connected to the server's bus.

It holds only what its account may see, and can do nothing on the server's machine: it reads and
writes no file outside the account's folder, opens nothing and cannot be suspended.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import logging
import os
import sys
import termios
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from attrs import frozen
from textual import work
from textual.app import SystemCommand
from textual.driver import Driver
from textual.screen import Screen

from caravan_tui import settings
from caravan_tui.app import CaravanApp
from caravan_tui.bus.lobby_messages import MatchStarted, WatchLink, YourTurn
from caravan_tui.bus.messages import Notice
from caravan_tui.bus.wording import word
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionError
from caravan_tui.hosts.lobby import News
from caravan_tui.hosts.remote import RemoteHost
from caravan_tui.i18n import _, _n, language
from caravan_tui.lines import door
from caravan_tui.notices.kinds import kind_of
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.sessions import watch_app
from caravan_tui.sessions.environment import (
    ACCOUNT,
    IN_LINES,
    KEY_BAR,
    REPAINT_SIGNAL,
    SOCKET,
    TOKEN,
    WATCH,
)
from caravan_tui.sessions.key_bar import KeyBar
from caravan_tui.sessions.stylesheet_cache import SharedStylesheet
from caravan_tui.terminal.capabilities import set_colours
from caravan_tui.terminal.compat import (
    attach_terminal,
    paint_once,
    set_up_terminal,
    with_late_terminal,
)
from caravan_tui.terminal.crashes import install_crash_handler
from caravan_tui.terminal.log_files import set_up_log
from caravan_tui.widgets.commands import keymap
from caravan_tui.widgets.question import Question

log = logging.getLogger(__name__)

DISABLED_ACTIONS = frozenset({"export", "import", "screenshot", "suspend_process", "open_url"})
"""Actions that touch files outside the account's folder, or the server's machine."""


class SessionApp(CaravanApp):
    """The app in a session of a server."""

    is_remote = True

    def __init__(
        self,
        make_host: Callable[[], RemoteHost],
        has_key_bar: bool = False,
        on_standby: Callable[[], None] | None = None,
    ) -> None:
        """`has_key_bar`: the terminal wants to know the keys of each screen; `on_standby`: the app
        has neither terminal nor account until `begin_session`; this is called when it waits for
        them, with what a newcomer sees on its first screen."""
        self._on_standby = on_standby
        super().__init__(make_host)
        self.stylesheet = SharedStylesheet(variables=self.get_css_variables())
        self.key_bar = KeyBar(self) if has_key_bar else None
        self.matches_to_move = 0
        """Matches that wait for this account, as the home screen shows."""
        self.next_table: MatchStarted | None = None
        """The match that began while the user sat at another table, until that one is left."""

    def leave_on_signal(self, number: int) -> None:
        """The connection is gone: exit at once. The server has saved everything."""
        self.exit(return_code=0)

    def get_driver_class(self) -> type[Driver]:
        """The driver, without a terminal at first in an app on standby."""
        driver = super().get_driver_class()
        return driver if self._on_standby is None else with_late_terminal(driver)

    def begin_session(self, passed: Passed, own: settings.Settings, notices: list[str]) -> None:
        """Go on from standby: with the terminal that standard input and output are by now, and as
        the account of the settings `own`."""
        self._on_standby = None
        self.settings = own
        self.notices = notices
        self.make_host = passed.host
        self.key_bar = KeyBar(self) if passed.has_key_bar else None
        self.glyphs = own.glyphs
        if own.keys:
            self.set_keymap(keymap(own.keys))
        self._show_first()

    @work(group="first frame")
    async def _show_first(self) -> None:
        await paint_once(self, self._use_terminal)
        self.call_after_refresh(self.start_host)

    def _use_terminal(self) -> None:
        attach_terminal(self, self.settings.mouse)
        self.meet_terminal()
        self.wear_own_theme()
        if self.settings.palette != settings.Settings().palette:
            self.refresh_css(animate=False)
        self.use_new_host()
        if self.ascii:
            self.draw_in_ascii(True)
        self.animation_level = "full" if self.animated else "none"
        if language() != "en":
            self.retranslate()

    async def start_host(self) -> None:
        """Show what happened while away, and reopen the match that was cut off."""
        if self._on_standby is not None:
            self.use_new_host()
            self._on_standby()
            return
        try:
            await super().start_host()
        except (OSError, TimeoutError) as error:
            log.warning("no table host: %s", error)
            self.exit(return_code=3, message=_("The server isn't responding. Try again."))
            return
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(REPAINT_SIGNAL, self.paint_anew)
        if self.key_bar is not None:
            self.key_bar.start()
        host = self.host
        assert isinstance(host, RemoteHost)
        host.lobby.on_news(self.receive_news)
        host.lobby.on_change(self.lobby_changed)
        self.refresh_home()
        self.exit_when_lost(host)
        connection = await host.resume()
        if connection is not None:
            self.open("table", connection)

    def paint_anew(self) -> None:
        """Paint everything on a terminal that shows nothing of it yet."""
        set_up_terminal(self)
        self.screen.refresh(layout=True)
        if self.key_bar is not None:
            self.key_bar.repeat()

    @work(group="line")
    async def exit_when_lost(self, host: RemoteHost) -> None:
        """Exit when the connection to the server is lost: nothing can be played without it."""
        await host.wait_for_loss()
        self.exit(return_code=0)

    def lobby_changed(self) -> None:
        """Show on the home screen how many matches wait for this account."""
        lobby = self.host.lobby
        count = len(lobby.to_move()) if lobby is not None else 0
        if count != self.matches_to_move:
            self.matches_to_move = count
            self.refresh_home()

    def receive_news(self, news: News) -> None:
        """Show what the server tells this account."""
        match news:
            case Notice():
                self.show_notice(news)
            case YourTurn():
                title = registry.spec(news.game).title
                self.notify(
                    _("It is your turn: {game}, {code} (in the lobby).").format(
                        game=title, code=news.code
                    )
                )
                self.call_attention(title)
            case MatchStarted():  # whose turn it is, the table says
                title = registry.spec(news.game).title
                self.alert(_("{game} has begun.").format(game=title))
                self.sit_down(news)

    @work(group="began")
    async def sit_down(self, news: MatchStarted) -> None:
        """Open the table of a match that has begun; if the user sits at another one, once that is
        left."""
        title = registry.spec(news.game).title
        lobby = self.host.lobby
        if lobby is None:
            return
        if self.is_screen_open("table"):
            self.next_table = news
            self.notify(
                _("{game} has begun. It opens when you leave this table.").format(game=title)
            )
            return
        try:
            connection = await lobby.join(news.match)
        except OptionError:
            return
        if connection is not None:
            self.open("table", connection)

    def check_screen(self, screen: Screen[Any]) -> None:
        """Lead on to the match that began meanwhile, once no table is open any more."""
        super().check_screen(screen)
        if self.next_table is not None and not self.is_screen_open("table"):
            news, self.next_table = self.next_table, None
            self.sit_down(news)

    async def run_action(
        self,
        action: Any,
        default_namespace: Any = None,
        namespaces: Mapping[str, Any] | None = None,
    ) -> bool:
        """Refuse disabled actions. Every key, button and palette command passes here."""
        name = action if isinstance(action, str) else str(action[-2])
        if name.split("(")[0].split(".")[-1] in DISABLED_ACTIONS:
            self.notify(_("You can't read or write files on a server."), severity="warning")
            return True
        return await super().run_action(action, default_namespace, namespaces)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """The palette without disabled actions, and with what only a session has."""
        titles = {_(name.capitalize()) for name in DISABLED_ACTIONS}
        for command in super().get_system_commands(screen):
            if command.title not in titles:
                yield command
        if isinstance(screen, TableScreen) and screen.connection.is_shared:
            yield SystemCommand(
                _("Watch page"),
                _("Make a secret link for people to watch this match in a browser, or revoke it."),
                partial(self.ask_for_watch_page, screen.connection.match),
            )
        yield SystemCommand(
            _("Play on another device"),
            _("Get a code that links an SSH key or a browser to your account."),
            self.show_link_code,
        )

    @work(group="link")
    async def show_link_code(self) -> None:
        """Show a code that links another key or browser to this account."""
        lobby = self.host.lobby
        if lobby is None:
            return
        try:
            link = await lobby.link_code()
        except OptionError as error:
            self.notify(str(error), severity="warning")
            return
        text = _n(
            "Enter this code where the other device asks for an invite code. It works once, "
            "for {count} minute.",
            "Enter this code where the other device asks for an invite code. It works once, "
            "for {count} minutes.",
            link.minutes,
        ).format(count=link.minutes)
        self.push_screen(Question(link.code, text, [("ok", _("Close"))]))

    @work(group="watch page")
    async def ask_for_watch_page(self, match: str) -> None:
        """Make the link of a match's watch page, or revoke it, as the user chooses."""
        lobby = self.host.lobby
        if lobby is None:
            return
        text = _(
            "Everybody with the link can watch this match in a browser, without an account, as a "
            "spectator sees it. A new link replaces the one that there is. Everybody at the table "
            "is told."
        )
        answers = [("make", _("New link")), ("revoke", _("Revoke link")), ("no", _("Cancel"))]
        answer = await self.push_screen_wait(Question(_("Watch page"), text, answers))
        try:
            if answer == "make":
                link = await lobby.make_watch_page(match)
                self.copy_to_clipboard(link.address)
                self.push_screen(Question(_("Watch page"), link_text(link), [("ok", _("Close"))]))
            elif answer == "revoke":
                await lobby.revoke_watch_page(match)
        except OptionError as error:
            self.notify(str(error), severity="warning")

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Show the address: a browser would open on the server."""
        self.notify(url, timeout=15)

    def deliver_screenshot(self, *_: Any, **__: Any) -> str | None:
        """Nothing is written on the server."""
        return None

    def leave_removed_table(self, table: TableScreen, text: str) -> None:
        """Close the table of a match that is gone, with all that lies over it, and say why."""
        stack = self.screen_stack
        self.go_back_to(stack[stack.index(table) - 1])
        self.push_screen(Question("", text, [("ok", _("Close"))], comes_unasked=True))

    def show_notice(self, notice: Notice) -> None:
        """Show a line of the server; one about a match says that it is gone. Several lines, the
        answer to an administrator, get a window of their own."""
        text = word(notice)
        for screen in self.screen_stack:
            if isinstance(screen, TableScreen) and screen.connection.match == notice.match:
                self.leave_removed_table(screen, text)
                return
        if "\n" in text:
            self.push_screen(Question("", text, [("ok", _("Close"))]))
            return
        self.notify(text, severity=notice.severity, timeout=15)
        if kind_of(notice) is not None:
            self.alert(text)


def link_text(link: WatchLink) -> str:
    """What is said of a link that was just made."""
    text = _("{address}\n\nIt was copied to your clipboard, where the terminal allows it.")
    text = text.format(address=link.address)
    if link.delay:
        later = _n(
            "The page is {count} second behind.", "The page is {count} seconds behind.", link.delay
        )
        text += " " + later.format(count=link.delay)
    return text


def take_terminal() -> None:
    """Make the terminal this process's controlling terminal, so that it gets SIGHUP at its end and
    SIGWINCH for a new size. Without it a session whose client is gone would spin for ever."""
    with contextlib.suppress(OSError):
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@frozen
class Passed:
    """What the server passes to a session in its environment."""

    socket: Path
    token: str
    account: str
    has_key_bar: bool
    in_lines: str
    watched: str

    @classmethod
    def take(cls) -> Passed:
        """Take it out of the environment of this process."""

        def take(name: str) -> str:
            return os.environ.pop(name, "")

        return cls(
            socket=Path(take(SOCKET)),
            token=take(TOKEN),
            account=take(ACCOUNT),
            has_key_bar=bool(take(KEY_BAR)),
            in_lines=take(IN_LINES),
            watched=take(WATCH),
        )

    def host(self) -> RemoteHost:
        """The way to the server's matches."""
        return RemoteHost(self.socket, self.token, self.account)


def main() -> int:
    """Run a session on standard input and output; the exit code."""
    take_terminal()
    return run(Passed.take())


def run(passed: Passed) -> int:
    """Run the app, or what else was asked for, on the terminal that this process has; the exit
    code."""
    try:
        set_up_log()
        if passed.watched:
            return watch_app.run(passed.watched, passed.socket, passed.token)
        user_settings, _notices = settings.load()
        if passed.in_lines or user_settings.interface == "lines":
            return door.run(passed.host, is_remote=True, is_piped=passed.in_lines == "piped")
        set_colours(user_settings.colours)
        app = SessionApp(passed.host, passed.has_key_bar)
        install_crash_handler(app, lambda: app.is_match_open, remote=True)
        app.run(mouse=user_settings.mouse)
        return app.return_code or 0
    except Exception:  # a traceback would show what this process knows
        return report_crash()


def report_crash() -> int:
    """Log the error that is being handled, and print its number; the exit code."""
    number = os.urandom(4).hex()
    log.exception("crash %s", number)
    print(_("The session ended because of an error (ref {number}).").format(
        number=number
    ))  # fmt: skip
    return 1


if __name__ == "__main__":
    sys.exit(main())
