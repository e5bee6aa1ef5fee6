"""A server's lobby without SSH, and clients that talk to it over the bus."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from ai.fallback import some_move
from ai.pool import Pool
from ai.service import Progress
from caravan_tui.bus.base import Subscription
from caravan_tui.bus.lobby_messages import (
    CreateMatch,
    JoinMatch,
    ListMatches,
    Matches,
    MatchStarted,
    Seated,
    account_topic,
    news_topic,
)
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import (
    LOBBY,
    Act,
    Done,
    GetPosition,
    Position,
    SearchRequest,
    SearchResult,
    table_topic,
)
from caravan_tui.bus.socket import SocketBus
from caravan_tui.bus.socket_server import BusServer
from caravan_tui.server.accounts import Accounts, account_id_of
from caravan_tui.server.backend import single_host
from caravan_tui.server.client import Client
from caravan_tui.server.config import Config
from caravan_tui.server.lobby import Lobby
from tests.support.manual_timers import ManualTimers
from tests.support.until import until


class AnyMove(Pool):
    """Searches nothing: every seat plays any legal move at once."""

    def start(self) -> None:
        """Start no process."""

    async def search(
        self,
        request: SearchRequest,
        progress: Progress | None = None,
        owner: str = "",
        is_background: bool = False,
    ) -> SearchResult:
        return SearchResult(request.id, some_move(request, Random(request.seed)))


class LobbyHarness:
    """A lobby with a bus and a search that plays any move."""

    def __init__(
        self,
        home: Path,
        now: Callable[[], float] = time.time,
        log_event: Callable[..., None] | None = None,
        **more: Any,
    ) -> None:
        """`now`: the wall clock, in seconds since 1970; `log_event`: where events go in place of
        `events`; `more`: settings."""
        self.config = server_config(home, **more)
        self.config.make_folders()
        self.bus = LocalBus()
        self.accounts = Accounts(self.config)
        self.bus_server = BusServer(self.bus, self.config.socket)
        self.backend = single_host(self.config, self.bus, self.accounts)
        self.events: list[str] = []
        self.timers = ManualTimers()
        """The clock of absences and turns."""
        self.lobby = Lobby(
            self.bus, self.bus_server, self.config,
            self.backend,
            AnyMove(),
            log_event or (lambda event, /, **_facts: self.events.append(event)), pace=0.0,
            timers=lambda: self.timers, now=now,
        )  # fmt: skip
        self.clients: list[LobbyClient] = []

    async def start(self) -> LobbyHarness:
        await self.bus_server.start()
        await self.lobby.start()
        return self

    async def close(self) -> None:
        for client in self.clients:
            await client.bus.close()
        await self.lobby.close()
        await self.bus_server.close()

    async def connect(self, name: str) -> LobbyClient:
        """A session of the account with this name, created if there is none."""
        account = self.accounts.find_by_name(name)
        if account is None:
            account = await self.accounts.create(account_id_of(name), name)
        admitted = await self.lobby.admit(account, "127.0.0.1")
        assert admitted is not None
        bus = await SocketBus.connect(self.bus_server.path, admitted.token)
        client = LobbyClient(admitted, bus)
        self.clients.append(client)
        await client.rows()  # by now the server knows the client's subscriptions
        return client


class LobbyClient:
    """One session, as its process sees it."""

    def __init__(self, client: Client, bus: SocketBus) -> None:
        self.client, self.bus = client, bus
        self.id = client.account.id
        self.notifications: Subscription = bus.subscribe(LOBBY, news_topic(self.id))

    async def ask(self, message: Any) -> Any:
        return await self.bus.request(account_topic(self.id), message, 15.0)

    async def receive(self, kind: type, seconds: float = 15.0) -> Any:
        async with asyncio.timeout(seconds):
            async for message in self.notifications:
                if isinstance(message, kind):
                    return message
        raise AssertionError

    async def look(self, match: str, seat: int | None) -> Position:
        answer = await self.bus.request(table_topic(match), GetPosition(match, seat))
        assert isinstance(answer, Position), answer
        return answer

    async def look_until_legal(self, match: str, seat: int) -> Position:
        """The position once this seat may act. Asks less often than what the server cuts off."""
        while not (position := await self.look(match, seat)).legal:
            await asyncio.sleep(0.05)
        return position

    async def rows(self) -> list[Any]:
        answer = await self.ask(ListMatches())
        assert isinstance(answer, Matches)
        return answer.rows


def create_request(
    game: str = "decktet", kinds: tuple[str, ...] = ("person", "open"), **more: Any
) -> Any:
    return CreateMatch(game, {}, list(kinds), [""] * len(kinds), **more)


async def start_match(harness: LobbyHarness, **more: Any) -> tuple[LobbyClient, LobbyClient, str]:
    """Two people at a table."""
    anna, ben = await harness.connect("Anna"), await harness.connect("Ben")
    made = await anna.ask(create_request(**more))
    assert isinstance(made, Seated) and made.waiting
    joined = await ben.ask(JoinMatch((await ben.rows())[0].code))
    assert isinstance(joined, Seated) and joined.seats == [1]
    began = await anna.receive(MatchStarted)
    assert began.match == made.match
    again = await anna.ask(JoinMatch(made.match))
    assert again.seats == [0] and again.names == ["Anna", "Ben"]
    return anna, ben, made.match


async def play_action(harness: LobbyHarness, match: str, clients: list[LobbyClient]) -> int:
    """Have the seat to act play its first legal action; a bot may act before it."""
    for _ in range(20):
        seat = harness.lobby.shared.supervisors[match].match.to_act
        position = await clients[seat].look(match, seat)
        if not position.legal:
            continue
        act = Act(match, seat, position.version, position.legal[0])
        answer = await clients[seat].bus.request(table_topic(match), act)
        if isinstance(answer, Done):
            return seat
    raise AssertionError(answer)


async def play_until(
    harness: LobbyHarness, match: str, seat: int, clients: list[LobbyClient]
) -> None:
    """Play until a turn of this seat begins."""
    supervisor = harness.lobby.shared.supervisors[match]
    while supervisor.match.to_act == seat:
        await play_action(harness, match, clients)
    while supervisor.match.to_act != seat:
        await play_action(harness, match, clients)
    await until(lambda: supervisor.to_act == seat)


def server_config(home: Path, **more: Any) -> Config:
    """The settings of a small server."""
    settings: dict[str, Any] = {
        "home": home, "host": "127.0.0.1", "port": 0, "policy": "open", "workers": 1,
        "shutdown_notice": 0.0, "connections_per_minute": 10_000,
        "connections_per_minute_per_address": 10_000,
    }  # fmt: skip
    return Config(**{**settings, **more})
