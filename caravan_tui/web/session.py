"""A session that a page shows, and that outlives the page's connection for a while."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable

from caravan_tui.i18n import later
from caravan_tui.server.accounts import Account
from caravan_tui.server.timers import Timer
from caravan_tui.sessions.environment import KEY_BAR, REPAINT_SIGNAL
from caravan_tui.sessions.session import Session, SessionServices
from caravan_tui.sessions.terminal import ClientTerminal
from caravan_tui.web.connection import PageConnection
from caravan_tui.web.messages import Attached, Confirm, Ended, Hello
from caravan_tui.web.output import Output, Window

RECONNECT_SECONDS = 60.0
"""Time for which a session waits for its page to come back."""
CHUNK = 16 << 10
"""Bytes of one message to a page."""

_QUEUE = "page"
_CRASHED = later("Internal server error (ref {number}). Please try again.")
_QUIT = later("You left. Your matches are saved.")
_FAILED = later("The session ended unexpectedly. Your matches are saved.")
_REPLACED = later("You continued in another window.")


class WebSession:
    """A session of an account, and the page that shows it: one at a time, or none for a moment.

    What the page has not confirmed is kept, and sent again to the same page when it comes back, so
    that no frame is lost. Another page, or one that was loaded again, gets the whole screen.
    """

    def __init__(
        self,
        services: SessionServices,
        account: Account,
        address: str,
        on_end: Callable[[WebSession], None],
    ) -> None:
        """`on_end` is called with the session when it is over."""
        self.id = secrets.token_urlsafe(18)
        self.output = Output()
        self.window = Window()
        self.account = account
        self._services = services
        self._on_end = on_end
        terminal = ClientTerminal(self._take, services.timers().time)
        self.session = Session(services, terminal, account.id, address)
        self._page: PageConnection | None = None
        self._has_news = asyncio.Event()
        self._farewell: Ended | None = None
        """What the page is told at the end; None while the session runs."""
        self._waiting: Timer | None = None
        """Ends the session whose page does not come back."""
        self._running: asyncio.Task[None] | None = None

    @property
    def terminal(self) -> ClientTerminal:
        """The session's terminal, which is that of any page."""
        return self.session.terminal

    def start(self, environment: dict[str, str]) -> None:
        """Run the app; see `Session.play`."""
        self._services.sessions.add(self.session)
        self._running = asyncio.create_task(self._run(environment), name="web session")

    async def _run(self, environment: dict[str, str]) -> None:
        session, text = self.session, _FAILED
        try:
            code = await session.play(self.account, environment | {KEY_BAR: "1"})
            text = session.end_reason or (_FAILED if code else _QUIT)
        except Exception as error:
            number = self._services.audit_log.write_crash(error)
            text = self.terminal.translate(_CRASHED, number=number)
        finally:
            self._services.sessions.discard(session)
            self._farewell = Ended(self.terminal.translate(text))
            session.ended.set()
            if self._waiting is not None:
                self._waiting.cancel()
            self._on_end(self)
            self._has_news.set()

    # The page

    async def show(self, page: PageConnection, hello: Hello) -> None:
        """Show the session in a page until it is gone, another page shows it, or the session is
        over. Raises OSError if the page's connection breaks."""
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
        before, self._page = self._page, page
        page.session = self.session
        if before is not None:  # its line may be dead: nobody waits for it
            before.end_soon(Ended(self.terminal.translate(_REPLACED)))
        is_new = self.output.end == 0
        goes_on = hello.session == self.id and self.output.has(hello.offset)
        offset = hello.offset if goes_on else self.output.end
        self.output.forget(offset)
        self.window.restart()
        self._let_write()
        self.session.resize(hello.columns, hello.rows)
        try:
            await page.send(Attached(self.id, offset, not goes_on))
            if not goes_on and not is_new:
                self.session.signal(REPAINT_SIGNAL)
            await self._send(page, offset)
        finally:
            self.leave(page)

    async def _send(self, page: PageConnection, offset: int) -> None:
        while self._page is page:
            self._has_news.clear()
            if data := self.output.since(offset, CHUNK):
                await page.send_bytes(data)
                offset += len(data)
                self.window.on_sent(offset)
            elif self._farewell is not None:
                await page.end(self._farewell)
                return
            else:
                await self._has_news.wait()

    def is_shown_by(self, page: PageConnection) -> bool:
        """Whether this is the page that shows the session."""
        return page is self._page

    def leave(self, page: PageConnection) -> None:
        """A page shows the session no longer: wait for it, or for another one."""
        if self._page is not page:
            return
        self._page = None
        if self._farewell is None:
            self._waiting = self._services.timers().call_later(
                RECONNECT_SECONDS, self.terminal.close
            )

    def confirm(self, page: PageConnection, message: Confirm) -> None:
        """A page has drawn what was sent up to an offset."""
        if page is not self._page or not self.output.has(message.offset):
            return
        was_full = self.terminal.is_blocked
        self.output.forget(message.offset)
        self.window.on_confirmed(message.offset, was_full)
        self._let_write()

    # Output

    def _take(self, data: bytes) -> None:
        self.output.append(data)
        if len(self.output) >= self.window.size:
            self.terminal.pause_writing(_QUEUE)
        self._has_news.set()

    def _let_write(self) -> None:
        if len(self.output) < self.window.size:
            self.terminal.resume_writing(_QUEUE)
