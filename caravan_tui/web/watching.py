"""The watch pages: a match as a spectator sees it, for everybody who has its secret link.

A process without an account draws the match while anybody watches (`sessions.watch_app`). Pages get
what it has drawn as server-sent events, which go one way: there is nothing that a page could send.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections import Counter
from html import escape
from string import Template

import msgspec
from aiohttp import web

from caravan_tui.games import registry
from caravan_tui.i18n import _, _n, in_language, later
from caravan_tui.server.rooms import Room
from caravan_tui.server.watch_links import delay_of, watch_key
from caravan_tui.sessions.environment import client_environment, watch_environment
from caravan_tui.sessions.gate import network_of
from caravan_tui.sessions.session import SessionServices
from caravan_tui.sessions.spawner import Child, make_plain, open_terminal
from caravan_tui.sessions.watch_frames import SIZE, Picture, WatchedMatch
from caravan_tui.web.page import HEADERS, STATIC
from caravan_tui.web.requests import LANGUAGE, PEER

MOST_MATCHES = 8
"""Matches that are drawn at once: each is a process."""
MOST_PAGES, MOST_PAGES_OF_NETWORK = 200, 20
LINGER_SECONDS = 30.0
"""Time for which a match is drawn after its last page is gone."""
CHECK_SECONDS = 1.0
"""Time within which a page notices that its link was revoked."""
HEARTBEAT_SECONDS = 15.0
"""Time after which a page without news gets an empty line, so that proxies keep the connection."""
LONGEST_LINE = 4 << 20
"""Bytes of a line of the drawing process."""

_GONE = later("This link doesn't lead to a match any more.")
_OVER = later("The match is over.")
_FULL = later("Too many people are watching. Try again later.")
_FAILED = later("The picture can't be drawn right now. Try again later.")


class DrawnMatch:
    """A match with the process that draws it, and the newest picture."""

    def __init__(self, services: SessionServices, room: Room, delay: float) -> None:
        self.match = room.match
        self.delay = delay
        self.began = time.monotonic()
        self.rows: dict[int, str] = {}
        self.styles = ""
        self.version = 0
        """How many pictures there were."""
        self.pages = 0
        self.gone_since: float | None = None
        """Since when the server has no such match any more."""
        self.has_failed = False
        self._services = services
        self._has_news: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._buffer = bytearray()
        owner = services.accounts.get(room.owner)
        self._watched = WatchedMatch(
            room.match, room.game, list(room.names), list(room.kinds), delay,
            (owner.language if owner else "") or "en",
        )  # fmt: skip
        self._task = asyncio.create_task(self._draw(), name="watch page")

    async def _draw(self) -> None:
        """Run the process until this is cancelled, or it ends."""
        services = self._services
        token = services.lobby.admit_watch_page(self.match)
        master, slave = open_terminal(*SIZE)
        child: Child | None = None
        loop = asyncio.get_running_loop()
        try:
            make_plain(slave)
            home = services.config.home / "watch"
            home.mkdir(mode=0o700, exist_ok=True)
            environment = client_environment("xterm-256color", {"COLORTERM": "truecolor"})
            environment |= watch_environment(
                msgspec.json.encode(self._watched).decode(), token, home, services.socket
            )
            child = await services.spawner.spawn(slave, environment)
            os.close(slave)
            slave = -1
            loop.add_reader(master, self._read, master)
            await asyncio.shield(child.ended)
        except (OSError, TimeoutError) as error:
            services.audit_log.write("watch_page_failed", match=self.match, reason=str(error))
        finally:
            self.has_failed = True
            self._tell()
            loop.remove_reader(master)
            for end in (master, slave):
                if end >= 0:
                    os.close(end)
            services.lobby.dismiss_watch_page(token)
            if child is not None and not child.ended.done():
                child.kill(9)

    def _read(self, master: int) -> None:
        try:
            data = os.read(master, 1 << 16)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            asyncio.get_running_loop().remove_reader(master)
            return
        self._buffer += data
        *lines, rest = self._buffer.split(b"\n")
        self._buffer = bytearray(rest[-LONGEST_LINE:])
        for line in lines:
            with contextlib.suppress(msgspec.MsgspecError):  # a warning of the interpreter
                picture = msgspec.json.decode(bytes(line), type=Picture)
                self.rows.update(picture.rows)
                self.styles = picture.styles
                self.version += 1
        self._tell()

    def _tell(self) -> None:
        if not self._has_news.done():
            self._has_news.set_result(None)

    async def wait(self, seconds: float) -> None:
        """Wait for another picture, or so long."""
        if self._has_news.done():
            self._has_news = asyncio.get_running_loop().create_future()
        await asyncio.wait({self._has_news}, timeout=seconds)

    async def close(self) -> None:
        """End the process."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


class WatchPages:
    """Serves the watch pages."""

    def __init__(self, services: SessionServices) -> None:
        self._services = services
        self._drawn: dict[str, DrawnMatch] = {}
        """By match."""
        self._networks: Counter[str] = Counter()
        self._lingering: dict[str, asyncio.TimerHandle] = {}
        self._closing: set[asyncio.Task[None]] = set()
        self._template = Template((STATIC / "watch.html").read_text("utf-8"))

    async def close(self) -> None:
        """End every process."""
        for handle in self._lingering.values():
            handle.cancel()
        drawn, self._drawn = list(self._drawn.values()), {}
        await asyncio.gather(*(each.close() for each in drawn), *self._closing)

    # Requests

    async def show(self, request: web.Request) -> web.Response:
        """Answer with the page, in the browser's language."""
        room = self._services.lobby.watch_links.find(request.match_info["secret"])
        language = request[LANGUAGE]
        with in_language(language):
            if room is None:
                raise web.HTTPNotFound(text=_(_GONE))
            delay = delay_of(room.game)
            note = _n(
                "This page is {count} second behind, so that it helps nobody at the table.",
                "This page is {count} seconds behind, so that it helps nobody at the table.",
                round(delay),
            ).format(count=round(delay))
            words = {
                "title": f"{registry.short_name(room.game)}: {', '.join(filter(None, room.names))}",
                "note": note if delay else _("You see what everybody at the table sees."),
                "no_script": _("This page needs JavaScript."),
            }
            texts = {
                "starts": _("The picture begins in {seconds} s."),
                "waiting": _("Waiting for the picture…"),
                "lost": _("Reconnecting…"),
            }
        body = self._template.substitute(
            {name: escape(text) for name, text in words.items()},
            language=language,
            columns=SIZE[0],
            rows=SIZE[1],
            texts=escape(msgspec.json.encode(texts).decode(), quote=False),
        )
        headers = {"Cache-Control": "no-store"}
        return web.Response(text=body, content_type="text/html", headers=headers)

    async def stream(self, request: web.Request) -> web.StreamResponse:
        """Send the picture and its changes for as long as the page is open and the link is good."""
        response = web.StreamResponse(
            headers=HEADERS
            | {
                "Content-Type": "text/event-stream; charset=utf-8",
                "Cache-Control": "no-store",
                "X-Accel-Buffering": "no",
            }
        )
        await response.prepare(request)
        secret, network = request.match_info["secret"], network_of(request[PEER])
        try:
            with in_language(request[LANGUAGE]):
                problem = await self._stream(request, response, secret, network)
                await _send(response, "ended", {"text": _(problem), "again": problem == _FULL})
        except (OSError, asyncio.CancelledError):
            pass  # the page is gone, or the server stops
        return response

    async def _stream(
        self, request: web.Request, response: web.StreamResponse, secret: str, network: str
    ) -> str:
        """Serve one page; why it ends. Raises OSError if the page is gone."""
        room = self._services.lobby.watch_links.find(secret)
        if room is None:
            return _GONE
        is_full = (
            self._networks.total() >= MOST_PAGES
            or self._networks[network] >= MOST_PAGES_OF_NETWORK
            or (room.match not in self._drawn and len(self._drawn) >= MOST_MATCHES)
        )
        if is_full:
            self._services.audit_log.write("refused", what="watch pages", address=network)
            return _FULL
        drawn = self._enter(room)
        self._networks[network] += 1
        try:
            return await self._follow(request, response, drawn, watch_key(secret))
        finally:
            self._networks[network] -= 1
            if not self._networks[network]:
                del self._networks[network]
            self._leave(drawn)

    async def _follow(
        self, request: web.Request, response: web.StreamResponse, drawn: DrawnMatch, key: str
    ) -> str:
        waits = max(0, round(drawn.delay - (time.monotonic() - drawn.began)))
        await _send(response, "start", {"seconds": waits})
        sent: dict[int, str] = {}
        styles, version, said = "", 0, time.monotonic()
        while True:
            end = self._why_ended(drawn, key)
            if end:
                return end
            if request.transport is None or request.transport.is_closing():
                raise ConnectionResetError
            if drawn.version != version:
                version = drawn.version
                rows = {y: row for y, row in drawn.rows.items() if sent.get(y) != row}
                changes: dict[str, object] = {"rows": rows}
                if drawn.styles != styles:
                    styles = changes["styles"] = drawn.styles
                sent.update(rows)
                await _send(response, "picture", changes)
                said = time.monotonic()
            elif time.monotonic() - said > HEARTBEAT_SECONDS:
                await response.write(b":\n\n")
                said = time.monotonic()
            if drawn.version == version:
                await drawn.wait(CHECK_SECONDS)

    def _why_ended(self, drawn: DrawnMatch, key: str) -> str:
        """Why a page gets no more; empty if it does."""
        room = self._services.lobby.shared.rooms.get(drawn.match)
        if room is not None:
            if room.watch_key != key:
                return _GONE
            return _FAILED if drawn.has_failed else ""
        now = time.monotonic()
        if drawn.gone_since is None:  # its end is still to be seen
            drawn.gone_since = now
        is_seen = now - drawn.gone_since > drawn.delay + LINGER_SECONDS
        return _OVER if is_seen or drawn.has_failed else ""

    # Processes

    def _enter(self, room: Room) -> DrawnMatch:
        """The match as it is drawn, for one more page."""
        handle = self._lingering.pop(room.match, None)
        if handle is not None:
            handle.cancel()
        drawn = self._drawn.get(room.match)
        if drawn is None or drawn.has_failed:
            drawn = self._drawn[room.match] = DrawnMatch(self._services, room, delay_of(room.game))
        drawn.pages += 1
        return drawn

    def _leave(self, drawn: DrawnMatch) -> None:
        drawn.pages -= 1
        if not drawn.pages and self._drawn.get(drawn.match) is drawn:
            loop = asyncio.get_running_loop()
            self._lingering[drawn.match] = loop.call_later(LINGER_SECONDS, self._end, drawn)

    def _end(self, drawn: DrawnMatch) -> None:
        self._lingering.pop(drawn.match, None)
        if self._drawn.get(drawn.match) is drawn:
            del self._drawn[drawn.match]
        task = asyncio.create_task(drawn.close())
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)


async def _send(response: web.StreamResponse, event: str, facts: dict[str, object]) -> None:
    """Send an event. Raises OSError."""
    data = msgspec.json.encode(facts)  # without line ends
    await response.write(b"event: " + event.encode() + b"\ndata: " + data + b"\n\n")
