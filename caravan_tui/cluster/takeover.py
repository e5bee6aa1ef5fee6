"""The matches that come to this host, because nobody else serves them, and those that leave it."""

from __future__ import annotations

import asyncio
import logging
from uuid import uuid4
from weakref import WeakValueDictionary

from caravan_tui.bus.background import BackgroundTasks
from caravan_tui.bus.host_messages import TakeMatch, host_topic
from caravan_tui.bus.messages import table_topic
from caravan_tui.bus.nats import NatsBus
from caravan_tui.cluster.accounts import ClusterAccounts
from caravan_tui.cluster.buckets import RETRY_SECONDS, BucketError
from caravan_tui.cluster.leases import Leases
from caravan_tui.cluster.members import Members
from caravan_tui.cluster.presence import ClusterPresence
from caravan_tui.cluster.rooms import ClusterRooms
from caravan_tui.engine import Refusal
from caravan_tui.server.client import Client
from caravan_tui.server.lobby import Lobby
from saves.errors import UnreachableError

log = logging.getLogger(__name__)

SWEEP_SECONDS = 0.5
"""Between two looks for matches that nobody serves."""
OPEN_SECONDS = 6.0
"""Time in which a match is opened that this host has taken, or another one may try."""
RETURN_SECONDS = 8.0
"""Time in which the players at this host are led back to a table that has moved."""


class Takeover:
    """Takes matches over that no live host serves, and hands those of this host over."""

    def __init__(
        self,
        lobby: Lobby,
        bus: NatsBus,
        members: Members,
        leases: Leases,
        rooms: ClusterRooms,
        accounts: ClusterAccounts,
        presence: ClusterPresence,
    ) -> None:
        self.is_open = False
        """Whether matches may come here."""
        self._lobby, self._bus, self._members = lobby, bus, members
        self._leases, self._rooms = leases, rooms
        self._accounts, self._presence = accounts, presence
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """By match: held while it is opened or closed here."""
        self._sweeping: asyncio.Task[None] | None = None
        self._tasks = BackgroundTasks()
        leases.on_lost.append(self._on_lease_lost)
        leases.on_moved.append(self._on_moved)
        members.on_lost.append(self._on_host_lost)
        presence.on_left.append(self._on_account_left)

    def start(self) -> None:
        """Look for matches that nobody serves, from now on."""
        self._sweeping = asyncio.get_running_loop().create_task(self._keep_sweeping(), name="sweep")

    def stop(self) -> None:
        """Look for none, and take none."""
        self.is_open = False
        if self._sweeping is not None:
            self._sweeping.cancel()

    def close(self) -> None:
        """End what is still under way."""
        self.stop()
        self._tasks.cancel()

    async def take_over(self, match: str) -> None:
        """Serve a match that no live host serves. Nothing happens if another host is quicker."""
        if not self.is_open:
            return
        async with self._opening.setdefault(match, asyncio.Lock()):
            if self._leases.token(match):
                return
            try:
                if not await self._leases.take(match):
                    return
            except BucketError as error:
                log.warning("the match %s is not taken: %s", match, error)
                return
            await self._open(match)

    async def _open(self, match: str) -> None:
        """Open a match whose lease this host has taken; it is given back if the broker does not say
        in time what is stored of it."""
        shared = self._lobby.shared
        loop = asyncio.get_running_loop()
        end = loop.time() + OPEN_SECONDS
        while True:
            try:
                # What this host served before it lost the match may not be closed yet.
                await shared.hand_over(match)
                room = await self._rooms.adopt(match)
                if room is None:
                    await self._leases.end(match)
                elif room.started:
                    await shared.open(room)
            except (BucketError, UnreachableError) as error:
                log.warning("the match %s cannot be opened yet: %s", match, error)
                if loop.time() > end or not self.is_open or not self._leases.token(match):
                    break
                await asyncio.sleep(RETRY_SECONDS)
            else:
                return
        self._rooms.forget(match)
        await self._leases.give(match)

    async def settled(self, match: str) -> bool:
        """Whether this host serves a match, once it is no longer being opened or given up."""
        async with self._opening.setdefault(match, asyncio.Lock()):
            return self._leases.is_own(match)

    async def hand_over(self, match: str) -> None:
        """Serve a match no longer, and have another host take it."""
        await self._lobby.shared.hand_over(match)
        await self._rooms.stored(match)
        heir = self._members.heir(match)
        await self._leases.give(match, heir)
        self._rooms.forget(match)
        self._bus.publish(host_topic(heir), TakeMatch(match))

    def _on_lease_lost(self, match: str) -> None:
        """Another host serves it already."""
        self._rooms.forget(match)
        self._tasks.start(self._stop_serving(match))

    async def _stop_serving(self, match: str) -> None:
        async with self._opening.setdefault(match, asyncio.Lock()):
            if not self._leases.token(match):  # else it is served anew
                await self._lobby.shared.hand_over(match)

    def _on_moved(self, match: str) -> None:
        """Lead the players at this host back to a table that is served anew."""
        self._bus.give_up_requests(table_topic(match))
        for client in self._lobby.clients.values():
            if match in client.shared_matches:
                self._tasks.start(self._lead_back(client, match))

    async def _lead_back(self, client: Client, match: str) -> None:
        directory = self._lobby.directory
        try:
            async with asyncio.timeout(RETURN_SECONDS):
                if match in client.access.watches:
                    await directory.watch(client.account, match, uuid4().hex, True, True)
                else:
                    await directory.join(client.account, match, uuid4().hex, True)
        except (Refusal, TimeoutError) as error:
            log.warning("%s does not get back to %s: %s", client.account.name, match, error)

    async def _keep_sweeping(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            if self._members.is_in_touch:
                self._take_unheld()

    def _take_unheld(self) -> None:
        """Take the matches that no live host serves, if it is for this one to do so."""
        for match in self._leases.unheld():
            if self._members.own_id in (self._members.heir(match), self._leases.holder(match)):
                self.take_later(match)

    def _on_host_lost(self, host: str) -> None:
        for account in self._presence.accounts_at(host):
            self._on_account_left(account)
        for match in self._leases.held_by(host):
            self._bus.give_up_requests(table_topic(match))
        self._take_unheld()  # also those whose heir this host has become only now

    def on_host_reconnected(self, host: str) -> None:
        """Wait for no answer that a host has lost with its connection."""
        for match in self._leases.held_by(host):
            self._bus.give_up_requests(table_topic(match))

    def _on_account_left(self, account_id: str) -> None:
        """Nobody else tells the tables here that an account is gone whose host was lost."""
        account = self._accounts.get(account_id)
        if account is None or account_id in self._presence:
            return
        for match, supervisor in list(self._lobby.shared.supervisors.items()):
            if account_id in supervisor.present or account_id in supervisor.spectators:
                self._lobby.shared.step_out(account, match)

    def take_later(self, match: str) -> None:
        """Have `take_over` done, and wait for nothing."""
        self._tasks.start(self.take_over(match))
