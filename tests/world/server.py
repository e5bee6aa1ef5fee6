"""One life of the server in the world: the product's own parts, put together as `ssh` does it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from ai.fallback import some_move
from ai.pool import Pool
from ai.service import Progress
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import SearchRequest, SearchResult
from caravan_tui.bus.socket_server import BusServer
from caravan_tui.notices.channels import Channels
from caravan_tui.server.accounts import Accounts
from caravan_tui.server.backend import single_host
from caravan_tui.server.client import Client
from caravan_tui.server.config import Config
from caravan_tui.server.lobby import Lobby
from tests.world.post import Post

if TYPE_CHECKING:
    from tests.world.robots import Robot


WAITING_DAYS = 7.0
"""Days after which a match that nobody joins is removed."""


class WorldPool(Pool):
    """In place of the workers: any move after a while, or none at all when they are lost."""

    def __init__(self, rng: Random) -> None:
        super().__init__(1)
        self._rng = rng
        self.are_lost = False

    def start(self) -> None:
        """Start no process."""

    async def search(
        self,
        request: SearchRequest,
        progress: Progress | None = None,
        owner: str = "",
        is_background: bool = False,
    ) -> SearchResult:
        rng = Random(f"{self._rng.random()}{request.seed}")
        await asyncio.sleep(rng.choice((0.0, 0.1, 0.4, 2.0)))
        if self.are_lost:
            await asyncio.sleep(request.seconds + 60.0)
        return SearchResult(request.id, some_move(request, rng))


class Server:
    """Everything between the bus's socket and the disk."""

    def __init__(
        self,
        home: Path,
        process: str,
        rng: Random,
        now: Callable[[], float] = time.time,
        post: Post | None = None,
    ) -> None:
        """`now`: the wall clock; `post`: who takes the notices, None: nobody is called."""
        self.process = process
        self._now, self._post = now, post
        self.config = Config(
            home=home, host="127.0.0.1", port=0, policy="open", workers=1,
            waiting_days=WAITING_DAYS,
            notices=Channels() if post is None else Channels(ntfy="https://ntfy.example"),
        )  # fmt: skip
        self.events: list[str] = []
        self._rng = rng

    async def start(self) -> None:
        """What a server does first."""
        self.config.make_folders()
        self.bus = LocalBus()
        self.accounts = Accounts(self.config)
        self.bus_server = BusServer(self.bus, self.config.socket)
        self.pool = WorldPool(self._rng)
        self.lobby = Lobby(
            self.bus, self.bus_server, self.config,
            single_host(self.config, self.bus, self.accounts), self.pool, self._log_event,
            pace=0.0, now=self._now,
        )  # fmt: skip
        if self._post is not None:
            self.lobby.away.sender = self._post
        await self.bus_server.start()
        await self.lobby.start()

    async def close(self) -> None:
        """What it does last."""
        for client in list(self.lobby.clients.values()):
            await self.lobby.dismiss(client, is_cut_off=True)
        await self.lobby.close()
        await self.bus_server.close()
        await self.pool.close()

    def _log_event(self, event: str, /, **facts: object) -> None:
        self.events.append(f"{event} {facts.get('reason', '')}".strip())

    async def admit(self, robot: Robot) -> str:
        """A token for a new session of an account, which ends the one before."""
        account = self.accounts.find_by_name(robot.name)
        if account is None:
            account = await self.accounts.create(robot.id, robot.name)
        while (old := self.lobby.clients.get(account.id)) is not None:  # or a third was quicker
            await self.lobby.dismiss(old, is_cut_off=True)
        client = await self.lobby.admit(account, "127.0.0.1")
        assert client is not None
        return client.token

    async def dismiss(self, client: Client, is_cut_off: bool) -> None:
        """End a session, as its connection has ended."""
        await self.lobby.dismiss(client, is_cut_off)
