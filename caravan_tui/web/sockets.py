"""The websocket of a page: leads to the account's session, and carries keys to it."""

from __future__ import annotations

import asyncio
import contextlib

import msgspec
from aiohttp import WSMessage, WSMsgType, web

from caravan_tui.bus.bucket import Bucket
from caravan_tui.i18n import _, in_language, later
from caravan_tui.server.accounts import Account
from caravan_tui.sessions.admission import CapacityError
from caravan_tui.sessions.environment import client_environment
from caravan_tui.sessions.gate import DoorConnection, Gate, RejectedError
from caravan_tui.sessions.session import BANNED, SessionServices
from caravan_tui.sessions.terminal import MAX_QUEUED
from caravan_tui.web.browsers import Cookies
from caravan_tui.web.connection import PageConnection
from caravan_tui.web.messages import (
    LARGEST,
    Confirm,
    Elsewhere,
    Ended,
    Hello,
    PageMessage,
    Ping,
    Pong,
    Resize,
    decode,
)
from caravan_tui.web.requests import LANGUAGE, ORIGIN, PEER
from caravan_tui.web.session import WebSession

HELLO_SECONDS = 10.0
"""Time for the first message of a page."""
ANSWER_SECONDS = 180.0
"""Time to answer whether a session elsewhere is to end."""
MESSAGES_PER_SECOND, MESSAGE_BURST = 200.0, 1_000
"""Messages of a page, in the long run and at once. A mouse makes a hundred a second."""
TERM = "xterm-256color"

_BUSY = later("Too many new connections. Try again in a minute.")
_STOPPING = later("The server is shutting down. Try again later.")
_ELSEWHERE = later("You are already playing in another terminal.")
_NOT_SIGNED_IN = later("This browser is not signed in.")


class ProtocolError(Exception):
    """A page says what it may not; the text is for the log."""


class SessionSockets:
    """Serves the websockets of pages."""

    def __init__(
        self, services: SessionServices, gate: Gate[DoorConnection], cookies: Cookies
    ) -> None:
        self._services = services
        self._gate = gate
        self._cookies = cookies
        self._sessions: dict[str, WebSession] = {}
        """By account: those that pages show, or may show again."""

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Answer a page that opens its websocket."""
        services, address, language = self._services, request[PEER], request[LANGUAGE]
        browser = self._cookies.read(request.cookies, request[ORIGIN])
        account = None if browser is None else services.accounts.of_key(browser.key)
        if browser is None or account is None:
            with in_language(language):
                raise web.HTTPUnauthorized(text=_(_NOT_SIGNED_IN))
        try:
            self._gate.check(address)
        except RejectedError as error:
            services.audit_log.write("refused", what=str(error), address=address)
            with in_language(language):
                text = _(_STOPPING) if self._gate.is_closed else _(_BUSY)
            raise web.HTTPServiceUnavailable(text=text) from None
        socket = web.WebSocketResponse(
            heartbeat=services.config.keepalive_interval,
            max_msg_size=LARGEST,
            writer_limit=MAX_QUEUED,
        )
        await socket.prepare(request)
        page = PageConnection(
            socket, services.accounts, services.audit_log, browser.key, address,
            account.language or language,
        )  # fmt: skip
        self._gate.add(page)
        self._gate.trust(page.network)
        try:
            await self._serve(socket, page, account)
        except ProtocolError as error:
            services.audit_log.write("refused", what="protocol", address=address, why=str(error))
            with contextlib.suppress(OSError):
                await socket.close(code=1008)
        except (OSError, TimeoutError):  # the connection is broken, or the page says nothing
            pass
        finally:
            self._gate.remove(page)
            with contextlib.suppress(OSError):
                await socket.close()
        return socket

    async def _serve(
        self, socket: web.WebSocketResponse, page: PageConnection, account: Account
    ) -> None:
        """Lead a page to its session, until its connection ends. Raises ProtocolError, OSError or
        TimeoutError."""
        hello = await _hello(socket, HELLO_SECONDS)
        session = await self._session(socket, page, account, hello)
        if session is None:
            return
        showing = asyncio.create_task(session.show(page, hello), name="page")
        try:
            await self._receive(socket, page, session)
        finally:
            session.leave(page)
            showing.cancel()
            await asyncio.gather(showing, return_exceptions=True)

    async def _session(
        self, socket: web.WebSocketResponse, page: PageConnection, account: Account, hello: Hello
    ) -> WebSession | None:
        """The session that a page is to show, started if there is none. None if the page was told
        that there is none for it."""
        services = self._services
        if account.banned:
            services.audit_log.write("refused", what="banned", account=account.id)
            await page.end(Ended(page.translate(BANNED), again=False))
            return None
        running = self._sessions.get(account.id)
        if running is None and account.id in services.lobby.presence and not hello.takes_over:
            await page.send(Elsewhere(page.translate(_ELSEWHERE)))
            hello = await _hello(socket, ANSWER_SECONDS)
            if not hello.takes_over:
                raise ProtocolError("no answer")
            running = self._sessions.get(account.id)  # another window may have been quicker
        if running is not None:
            return running
        try:
            services.admission.check_capacity(page.address, account.id)
        except CapacityError as error:
            await page.end(Ended(page.translate(error.text)))
            return None
        session = WebSession(services, account, page.address, self._forget)
        self._sessions[account.id] = session
        session.terminal.language = page.language
        session.session.resize(hello.columns, hello.rows)
        language = (hello.language or page.language).replace("-", "_")
        sent = {"LANG": f"{language}.UTF-8", "COLORTERM": "truecolor"}
        session.start(client_environment(TERM, sent))
        return session

    def _forget(self, session: WebSession) -> None:
        if self._sessions.get(session.account.id) is session:
            del self._sessions[session.account.id]

    async def _receive(
        self, socket: web.WebSocketResponse, page: PageConnection, session: WebSession
    ) -> None:
        """Carry what a page sends to its session. Raises ProtocolError."""
        limit = Bucket(MESSAGES_PER_SECOND, MESSAGE_BURST)
        async for message in socket:
            if not limit.take():
                raise ProtocolError("too many messages")
            if isinstance(message.data, OSError):  # such as a page that answers no ping of ours
                raise message.data
            said = message.data if message.type is WSMsgType.BINARY else _decoded(message)
            if isinstance(said, Hello):
                raise ProtocolError("out of turn")
            if not session.is_shown_by(page):  # not yet, or no longer
                continue
            match said:
                case bytes():
                    session.terminal.feed(said)
                case Resize(columns=columns, rows=rows):
                    session.session.resize(columns, rows)
                case Confirm():
                    session.confirm(page, said)
                case Ping():
                    await page.send(Pong())


async def _hello(socket: web.WebSocketResponse, seconds: float) -> Hello:
    """The next message, which must be Hello. Raises ProtocolError, TimeoutError, and OSError if the
    connection ends."""
    message = await socket.receive(timeout=seconds)
    if message.type in (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR):
        raise ConnectionResetError
    hello = _decoded(message)
    if not isinstance(hello, Hello):
        raise ProtocolError("no hello")
    return hello


def _decoded(message: WSMessage) -> PageMessage:
    """A text message of a page. Raises ProtocolError."""
    if message.type is not WSMsgType.TEXT:
        raise ProtocolError("no text")
    try:
        return decode(message.data)
    except msgspec.MsgspecError as error:
        raise ProtocolError(str(error)[:100]) from None
