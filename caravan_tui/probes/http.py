"""A small HTTP server for `GET /livez`, `/readyz` and `/metrics`, on the server's own event loop.

It answers one request on a connection and closes it. Whoever is slow, sends too much or comes in
too great a number is closed: nothing that happens here may cost the players anything.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus

from attrs import frozen

from caravan_tui.i18n import _
from caravan_tui.server.listening import listening_error

LARGEST_HEAD = 8 << 10
"""Bytes of a request line with its headers."""
CHUNK = 1 << 10
"""Bytes of what is not looked at, in one piece."""
PATIENCE = 5.0
"""Seconds for a request and its answer."""
MAX_CONNECTIONS = 16
"""At once; a further one is closed."""

TEXT = "text/plain; charset=utf-8"


@frozen
class Page:
    """An answer."""

    body: bytes
    status: HTTPStatus = HTTPStatus.OK
    kind: str = TEXT
    """Its media type."""


def page(text: str, status: HTTPStatus = HTTPStatus.OK) -> Page:
    """A line of text as an answer."""
    return Page(f"{text}\n".encode(), status)


class ProbeServer:
    """Listens on one address and answers with the pages it is given."""

    def __init__(self, pages: Mapping[str, Callable[[], Awaitable[Page]]]) -> None:
        """`pages`: by path."""
        self._pages = pages
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.Task[None]] = set()

    async def start(self, host: str, port: int) -> tuple[str, int]:
        """Listen; the address with the port that was chosen if it is 0. Raises OSError, with a text
        that names the address."""
        try:
            self._server = await asyncio.start_server(self._meet, host, port, limit=LARGEST_HEAD)
        except OSError as error:
            text = _("the metrics can't be served at {address}: {reason}")
            raise listening_error(text, error, host, port) from None
        bound = self._server.sockets[0].getsockname()
        return str(bound[0]), int(bound[1])

    async def close(self) -> None:
        """Stop listening and close every connection."""
        if self._server is not None:
            self._server.close()
        for task in list(self._open):
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(self._open) >= MAX_CONNECTIONS:
            writer.transport.abort()
            return
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        task.add_done_callback(self._open.discard)
        try:
            async with asyncio.timeout(PATIENCE):
                await self._answer(reader, writer)
        except (OSError, EOFError, TimeoutError):
            pass
        finally:
            writer.transport.abort()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.LimitOverrunError:
            answer, has_body = page("too long", HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE), True
        else:
            answer, has_body = await self._page(head)
        lines = [
            f"HTTP/1.1 {answer.status.value} {answer.status.phrase}",
            f"Content-Type: {answer.kind}",
            f"Content-Length: {len(answer.body)}",
            "Cache-Control: no-store",
            "X-Content-Type-Options: nosniff",
            "Connection: close",
        ]
        if answer.status is HTTPStatus.METHOD_NOT_ALLOWED:
            lines.append("Allow: GET, HEAD")
        writer.write("\r\n".join([*lines, "", ""]).encode() + (answer.body if has_body else b""))
        await writer.drain()
        writer.write_eof()
        # Closing while something is unread, such as a body, would reset the connection, and the
        # client might lose the answer.
        for _read in range(LARGEST_HEAD // CHUNK):
            if not await reader.read(CHUNK):
                break

    async def _page(self, head: bytes) -> tuple[Page, bool]:
        """The answer to a request, and whether its body is sent."""
        words = head.partition(b"\r\n")[0].decode("latin-1").split(" ")
        if len(words) != 3 or not words[2].startswith("HTTP/1."):
            return page("bad request", HTTPStatus.BAD_REQUEST), True
        method, path = words[0], words[1].partition("?")[0]
        if method not in ("GET", "HEAD"):
            return page("only GET and HEAD", HTTPStatus.METHOD_NOT_ALLOWED), True
        make = self._pages.get(path)
        if make is None:
            return page("not found", HTTPStatus.NOT_FOUND), method == "GET"
        return await make(), method == "GET"
