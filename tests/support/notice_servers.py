"""Servers on this machine that take notices, as ntfy, a webhook and a mail server do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email import message_from_string
from typing import Any

from aiohttp import web


class HttpSink:
    """Takes what is posted to it."""

    def __init__(self) -> None:
        self.url = ""
        self.posts: list[tuple[str, dict[str, Any], dict[str, str]]] = []
        """Path, content and headers of each."""
        self.statuses: list[int] = []
        """What is answered next; 200 once there are no more. 0: nothing, for ever."""

    async def _take(self, request: web.Request) -> web.Response:
        self.posts.append((request.path, await request.json(), dict(request.headers)))
        status = self.statuses.pop(0) if self.statuses else 200
        if status == 0:
            await asyncio.sleep(3_600.0)
        headers = {"Location": f"{self.url}/elsewhere"} if 300 <= status < 400 else {}
        return web.Response(status=status, headers=headers, text="x" * 100_000)

    @property
    def messages(self) -> list[str]:
        """The texts of what was posted."""
        return [content.get("message", content.get("text", "")) for _p, content, _h in self.posts]


@asynccontextmanager
async def http_sink() -> AsyncIterator[HttpSink]:
    """A server at a free port of the loopback."""
    sink = HttpSink()
    app = web.Application()
    app.router.add_post("/{path:.*}", sink._take)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    sink.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield sink
    finally:
        await runner.cleanup()


class MailSink:
    """Takes mail over SMTP, without encryption."""

    def __init__(self) -> None:
        self.port = 0
        self.mails: list[Any] = []
        self.recipients: list[str] = []
        self.replies: dict[str, str] = {}
        """By command, such as `RCPT`, what is answered in place of the usual; `drop` hangs up."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        def say(line: str) -> None:
            writer.write(line.encode() + b"\r\n")

        say("220 sink")
        try:
            while line := (await reader.readline()).decode():
                command = line[:4].strip().upper()
                reply = self.replies.get(command, "")
                if reply == "drop":
                    return
                if command == "RCPT" and not reply:
                    self.recipients.append(line.strip())
                if command == "DATA" and not reply:
                    say("354 go on")
                    text = ""
                    while (part := (await reader.readline()).decode()) != ".\r\n":
                        text += part
                    if self.replies.get("END") == "drop":
                        return
                    if not self.replies.get("END"):
                        self.mails.append(message_from_string(text))
                    reply = self.replies.get("END", "")
                say(reply or ("221 bye" if command == "QUIT" else "250 ok"))
                if command == "QUIT":
                    return
        finally:
            writer.close()


@asynccontextmanager
async def mail_sink() -> AsyncIterator[MailSink]:
    """A mail server at a free port of the loopback."""
    sink = MailSink()
    server = await asyncio.start_server(sink.serve, "127.0.0.1", 0)
    sink.port = server.sockets[0].getsockname()[1]
    try:
        yield sink
    finally:
        server.close()
