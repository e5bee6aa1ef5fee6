"""One page's connection: a websocket."""

from __future__ import annotations

import asyncio
import contextlib
import time

from aiohttp import web

from caravan_tui.i18n import _, in_language, later
from caravan_tui.server.accounts import Account, Accounts
from caravan_tui.server.audit_log import AuditLog
from caravan_tui.sessions.gate import network_of
from caravan_tui.sessions.session import Session
from caravan_tui.web.messages import Ended, ToPage, encode

_WAITING, _PLAYING = later("no session"), later("playing")
_BUSY = later("Too many new connections. Try again in a minute.")


class PageConnection:
    """A page that has shown the cookie of a browser, as the gate and administrators see it."""

    def __init__(
        self,
        socket: web.WebSocketResponse,
        accounts: Accounts,
        audit_log: AuditLog,
        key: str,
        address: str,
        language: str,
    ) -> None:
        """`key`: the browser's; `language`: that of texts for a page without a session."""
        self._socket = socket
        self._accounts = accounts
        self._audit_log = audit_log
        self._key = key
        self.address = address
        self.language = language
        self.network = network_of(address)
        self.opened = time.monotonic()
        self.session: Session | None = None
        """The session that it shows."""
        self._ending: asyncio.Future[None] | None = None

    # State

    @property
    def account(self) -> Account | None:
        """The account of the browser."""
        return self._accounts.of_key(self._key)

    @property
    def state(self) -> str:
        """How far the client has come, in English as in the catalogue."""
        return _WAITING if self.session is None else _PLAYING

    @property
    def is_stranger(self) -> bool:
        """Whether its browser is not that of an account."""
        return self.account is None

    # To the page

    def translate(self, text: str) -> str:
        """A text, given in English as in the catalogue, in the page's language."""
        with in_language(self.language):
            return _(text)

    async def send(self, message: ToPage) -> None:
        """Send a message. Raises OSError if the connection is broken."""
        await self._socket.send_str(encode(message))

    async def send_bytes(self, data: bytes) -> None:
        """Send what the terminal writes. Raises OSError if the connection is broken."""
        await self._socket.send_bytes(data)

    async def end(self, message: Ended) -> None:
        """Say why this is the end, and close the connection."""
        with contextlib.suppress(OSError):
            await self.send(message)
            await self._socket.close()

    def end_soon(self, message: Ended) -> None:
        """Do so, but wait for nothing: a line that carries nothing any more takes no farewell."""
        if self._ending is None:
            self._ending = asyncio.ensure_future(self.end(message))

    # For the gate and administrators

    def evict(self) -> None:
        """Close the connection to make room for somebody with an account."""
        self.close("made room", _BUSY)

    def close(self, reason: str, text: str) -> None:
        """Close the connection and log the reason. The page shows the text, which is English as
        in the catalogue."""
        seconds = round(time.monotonic() - self.opened)
        self._audit_log.write("closed", what=reason, address=self.address, seconds=seconds)
        if self.session is not None:
            self.session.end(text)
        else:
            self.end_soon(Ended(self.translate(text)))
