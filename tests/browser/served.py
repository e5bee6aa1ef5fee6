"""A server for a browser, and how a newcomer joins it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

from caravan_tui.notices.channels import Channels
from caravan_tui.server.accounts import create_invite
from caravan_tui.server.config import Config
from caravan_tui.serving import Server
from tests.browser.chromium import Chromium
from tests.server.lobby_harness import server_config

T = TypeVar("T")


class ThreadedServer:
    """A server on an event loop of its own: the browser's driver blocks that of the test."""

    def __init__(self, home: Path, channels: Channels | None = None) -> None:
        """`channels`: where notices may go; None: nowhere."""
        self.config: Config = server_config(home)
        self.config.notices = channels or Channels()
        self.config.policy = "invite"
        self.config.web = ("127.0.0.1", 0)
        self.address = ""
        self.server: Server | None = None
        self._loop = asyncio.new_event_loop()
        self._ready, self._stop = threading.Event(), asyncio.Event()
        self._thread = threading.Thread(target=lambda: self._loop.run_until_complete(self._run()))

    async def _run(self) -> None:
        self.server = server = Server(self.config, pace=0.0)
        await server.start()
        assert server.web is not None
        self.address = server.web.address
        self._ready.set()
        await self._stop.wait()
        await server.stop()

    def __enter__(self) -> ThreadedServer:
        self._thread.start()
        assert self._ready.wait(60)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(60)
        self._loop.close()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Have the server's event loop do something, and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    def pids(self) -> list[int]:
        """The processes of the sessions."""
        assert self.server is not None
        return [session.pid for session in self.server.sessions]


def join(browser: Chromium, served: ThreadedServer, name: str) -> None:
    """Join with an invite code, up to the home screen."""
    browser.driver.get(served.address)
    browser.fill("invite", create_invite(served.config))
    browser.fill("name", name)
    browser.wait_for_text("Saved matches")
