"""Hosts of a cluster in one process, each with a lobby, and players at their doors."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from nats.aio.client import Client

from caravan_tui.bus.socket import SocketBus
from caravan_tui.bus.socket_server import BusServer
from caravan_tui.cluster.host import ClusterHost
from caravan_tui.cluster.options import ClusterOptions
from caravan_tui.server.accounts import account_id_of
from caravan_tui.server.lobby import Lobby
from tests.server.lobby_harness import AnyMove, LobbyClient, server_config
from tests.support.broker import Broker
from tests.support.manual_timers import ManualTimers


class Host:
    """One host: what a server is made of, without SSH."""

    def __init__(self, name: str, broker: Broker, home: Path, **more: Any) -> None:
        """`more`: settings."""
        self.name = name
        self.config = server_config(home, **more)
        self.config.make_folders()
        self.events: list[tuple[str, dict[str, object]]] = []
        self.timers = ManualTimers()
        options = ClusterOptions((broker.url,), name=name)
        self.cluster = ClusterHost(options, self.config)
        self.clients: list[LobbyClient] = []

    def _log(self, event: str, /, **facts: object) -> None:
        self.events.append((event, facts))

    async def start(self) -> Host:
        backend = await self.cluster.join()
        self.bus = self.cluster.bus
        self.bus_server = BusServer(self.bus, self.config.socket)
        self.accounts = self.cluster.accounts
        self.lobby = Lobby(
            self.bus.local, self.bus_server, self.config, backend, AnyMove(), self._log,
            pace=0.0, timers=lambda: self.timers,
        )  # fmt: skip
        self.cluster.attach(self.lobby, self._end_session, self._log)
        await self.bus_server.start()
        await self.lobby.start()
        await self.cluster.serve()
        return self

    async def _end_session(self, account: str, _reason: str) -> None:
        client = self.lobby.clients.get(account)
        if client is not None:
            await self.lobby.dismiss(client, is_cut_off=True)

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

    async def leave(self) -> None:
        """Stop in order."""
        for client in list(self.lobby.clients.values()):
            await self.lobby.dismiss(client, is_cut_off=True)
        await self.cluster.leave()
        await self._close()

    async def _close(self) -> None:
        for client in self.clients:
            await client.bus.close()
        await self.lobby.close()
        await self.bus_server.close()
        await self.cluster.close()

    async def fall_silent(self) -> None:
        """Reach the broker no longer, as a host that was killed or whose line was cut."""
        await self.cluster._client._close(Client.CLOSED, do_cbs=False)

    async def close(self) -> None:
        """Whatever state it is in."""
        await self._close()


class ClusterHarness:
    """Hosts that share a broker."""

    def __init__(self, broker: Broker, folder: Path) -> None:
        self.broker, self._folder = broker, folder
        self.hosts: list[Host] = []

    async def host(self, name: str, **more: Any) -> Host:
        """One more host, with these settings."""
        home = self._folder / name
        home.mkdir()
        host = await Host(name, self.broker, home, **more).start()
        self.hosts.append(host)
        return host

    async def close(self) -> None:
        for host in self.hosts:
            async with asyncio.timeout(20.0):
                await host.close()
