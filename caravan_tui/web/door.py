"""The door for browsers: the page, the accounts of browsers, and the websocket of a session."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from caravan_tui.bus.bucket import Bucket
from caravan_tui.i18n import _, in_language, later
from caravan_tui.server.listening import listening_error
from caravan_tui.server.origins import Origins
from caravan_tui.server.signing_key import signing_key
from caravan_tui.sessions.gate import DoorConnection, Gate, RateLimits
from caravan_tui.sessions.session import SessionServices
from caravan_tui.sessions.sockets import tune_socket
from caravan_tui.web.accounts import BrowserAccounts
from caravan_tui.web.browsers import Cookies
from caravan_tui.web.listener import BoundedProtocol, Connections, client_address
from caravan_tui.web.page import HEADERS, Page, StaticFiles
from caravan_tui.web.requests import LANGUAGE, ORIGIN, PEER, language_of
from caravan_tui.web.sockets import SessionSockets
from caravan_tui.web.watching import WatchPages

LARGEST_BODY = 4 << 10
"""Bytes of a request's body."""
REQUEST_SECONDS = 10.0
"""Time for a request, but for websockets."""
KEEPALIVE_SECONDS = 15.0
"""Time for which a connection without a request is kept."""
REQUESTS_PER_SECOND, REQUEST_BURST = 5.0, 120
"""Requests of one address, in the long run and at once."""
CLOSING_SECONDS = 2.0
"""Time that requests have to end when the server stops."""
LINES_PER_SECOND, LINE_BURST = 0.2, 30
"""Lines of the log about requests that failed, in the long run and at once."""
STREAM = "stream"
"""The name of the route that answers for as long as a page is open."""
SPARE = 100
"""TCP connections beyond four for each session."""

_TOO_MANY = later("Too many requests. Try again in a minute.")

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class WebDoor:
    """Where browsers come in."""

    def __init__(self, services: SessionServices, gate: Gate[DoorConnection]) -> None:
        config = services.config
        assert config.web is not None
        self._services = services
        self._rates = RateLimits()
        self._host, self.port = config.web
        self._connections = Connections(4 * config.max_sessions + SPARE, config.web_proxies)
        self._listener: asyncio.Server | None = None
        self._runner: web.AppRunner | None = None
        self.key: bytes | None = None
        """Signs cookies, where it is not that of this host alone."""
        self.gate = gate
        self._watch_pages = WatchPages(services)

    @property
    def origins(self) -> Origins:
        """The addresses under which browsers know the server."""
        return Origins((self._host, self.port), self._services.config.web_origins)

    @property
    def address(self) -> str:
        """What players open."""
        return f"{self.origins.main}/"

    def watch_address(self, secret: str) -> str:
        """The address of the watch page with a secret."""
        return f"{self.origins.main}/watch/{secret}"

    async def open(self) -> None:
        """Listen for browsers. Raises OSError, with a text that names the address."""
        services = self._services
        cookies = Cookies(self.key or signing_key(services.config.web_key))
        accounts = BrowserAccounts(services, cookies)
        files, page = StaticFiles(), Page(services.config.policy)
        sockets = SessionSockets(services, self.gate, cookies)
        app = web.Application(middlewares=[self._check], client_max_size=LARGEST_BODY)
        app.router.add_get("/", page.show)
        app.router.add_get("/static/{name:.+}", files.send)
        app.router.add_get("/api/account", accounts.show)
        app.router.add_post("/api/account", accounts.sign_up)
        app.router.add_post("/api/link", accounts.link)
        app.router.add_post("/api/leave", accounts.leave)
        app.router.add_post("/api/passkey/options", accounts.passkey_options)
        app.router.add_post("/api/passkey", accounts.save_passkey)
        app.router.add_post("/api/passkey/remove", accounts.remove_passkeys)
        app.router.add_post("/api/sign-in/options", accounts.sign_in_options)
        app.router.add_post("/api/sign-in", accounts.sign_in)
        app.router.add_get("/terminal", sockets.serve)
        app.router.add_get("/watch/{secret}", self._watch_pages.show)
        app.router.add_get("/watch/{secret}/events", self._watch_pages.stream, name=STREAM)
        runner = web.AppRunner(
            app,
            access_log=None,
            keepalive_timeout=KEEPALIVE_SECONDS,
            lingering_time=CLOSING_SECONDS,
            shutdown_timeout=CLOSING_SECONDS,
            logger=_quiet_log(),
        )
        await runner.setup()
        self._runner = runner
        make = runner.server
        assert make is not None
        try:
            self._listener = await asyncio.get_running_loop().create_server(
                lambda: BoundedProtocol(self._connections, make), self._host, self.port
            )
        except OSError as error:
            await runner.cleanup()
            text = _("the page can't be served at {address}: {reason}")
            raise listening_error(text, error, self._host, self.port) from None
        self.port = self._listener.sockets[0].getsockname()[1]

    def stop_listening(self) -> None:
        """Let nobody else in."""
        if self._listener is not None:
            self._listener.close()

    async def close(self) -> None:
        """Close what is still open."""
        await self._watch_pages.close()
        if self._runner is not None:
            await self._runner.cleanup()

    @web.middleware
    async def _check(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Let only requests pass that the server's own page may make, and not too many; each answer
        says what the page may do."""
        protocol = None if request.transport is None else request.transport.get_protocol()
        if isinstance(protocol, BoundedProtocol):
            protocol.on_request()
        try:
            response = await self._answer(request, handler)
        except web.HTTPException as error:
            error.headers.update(HEADERS)
            raise
        if not response.prepared:
            response.headers.update(HEADERS)
        return response

    async def _answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        config = self._services.config
        peer = request.remote or "?"
        forwarded = request.headers.getall("X-Forwarded-For", [])
        address = client_address(peer, forwarded, config.web_proxies)
        request[PEER], request[LANGUAGE] = address, language_of(request)
        if not self._rates.take(address, REQUESTS_PER_SECOND, REQUEST_BURST):
            self._services.audit_log.write("refused", what="requests", address=address)
            with in_language(request[LANGUAGE]):
                raise web.HTTPTooManyRequests(text=_(_TOO_MANY))
        origin = self.origins.of_host(request.host)
        if origin is None:
            self._services.audit_log.write("refused", what="host", address=address)
            raise web.HTTPMisdirectedRequest(
                text=f"This server is known as {self.origins.main}. (--web-origin)"
            )
        request[ORIGIN] = origin
        sent_by = request.headers.get("Origin")
        needs_origin = request.method != "GET" or request.path == "/terminal"
        if (sent_by is not None or needs_origin) and not self.origins.is_own(sent_by or ""):
            self._services.audit_log.write("refused", what="origin", address=address)
            raise web.HTTPForbidden(text="Another page may not use this server.")
        is_stream = request.match_info.route.name == STREAM
        if request.path == "/terminal" or is_stream:
            tune(request, config.keepalive_interval)
            return await handler(request)
        try:
            async with asyncio.timeout(REQUEST_SECONDS):
                return await handler(request)
        except TimeoutError:
            raise web.HTTPRequestTimeout from None


class _FewLines(logging.Filter):
    """Lets no stranger fill the log: what is no HTTP is no news, and of all else a few lines."""

    def __init__(self) -> None:
        super().__init__()
        self._lines = Bucket(LINES_PER_SECOND, LINE_BURST)

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, HttpProcessingError | ConnectionError):
            return False
        return self._lines.take()


def _quiet_log() -> logging.Logger:
    """The log of what goes wrong between HTTP and the answers."""
    log = logging.getLogger(f"{__name__}.http")
    for old in [*log.filters]:
        log.removeFilter(old)
    log.addFilter(_FewLines())
    return log


def tune(request: web.Request, keepalive_interval: float) -> None:
    """Keep the queue to a page short."""
    client = request.get_extra_info("socket")
    if isinstance(client, socket.socket) or hasattr(client, "setsockopt"):
        tune_socket(client, keepalive_interval)
