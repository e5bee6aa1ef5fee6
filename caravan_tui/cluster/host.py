"""One host of a cluster: joins it, serves the matches whose leases it has, and leaves in order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any
from uuid import uuid4
from weakref import WeakValueDictionary

from nats.aio.client import Client

import caravan_tui
from caravan_tui.bus.host_messages import (
    EndSession,
    News,
    Reconnected,
    Relay,
    TakeMatch,
    host_topic,
)
from caravan_tui.bus.lobby_messages import (
    AdminRequest,
    CreateMatch,
    Hello,
    JoinMatch,
    LeaveTable,
    ListMatches,
    MakeWatchPage,
    Matches,
    Rematch,
    Resign,
    RevokeWatchPage,
    Seated,
    WatchLink,
    WatchMatch,
)
from caravan_tui.bus.messages import Done, Message, Refused, table_topic
from caravan_tui.bus.nats import NatsBus
from caravan_tui.cluster.accounts import ClusterAccounts
from caravan_tui.cluster.admin import ClusterAdmin
from caravan_tui.cluster.buckets import (
    RETRY_SECONDS,
    Bucket,
    BucketError,
    StaleError,
    until_answered,
)
from caravan_tui.cluster.directory import NOT_HERE, ClusterDirectory
from caravan_tui.cluster.documents import ClusterDocuments
from caravan_tui.cluster.homes import ClusterHomes
from caravan_tui.cluster.leaders import Leaders
from caravan_tui.cluster.leases import Leases
from caravan_tui.cluster.ledger import ClusterLedger
from caravan_tui.cluster.matches import ClusterMatches
from caravan_tui.cluster.members import ENTRY_SECONDS, PROTOCOL, HostInfo, Members
from caravan_tui.cluster.options import (
    ClusterError,
    ClusterOptions,
    check_rights,
    connect,
    unless_denied,
)
from caravan_tui.cluster.presence import ClusterPresence
from caravan_tui.cluster.results import ClusterResults
from caravan_tui.cluster.rooms import ClusterRooms
from caravan_tui.cluster.searching import ClusterPool
from caravan_tui.engine import Refusal
from caravan_tui.i18n import _
from caravan_tui.server.admin import ServerStatus
from caravan_tui.server.backend import Backend
from caravan_tui.server.client import Client as LobbyClient
from caravan_tui.server.config import Config
from caravan_tui.server.lobby import Lobby
from caravan_tui.server.signing_key import signing_key
from saves.errors import UnreachableError

log = logging.getLogger(__name__)

EndSessionHere = Callable[[str, str], Coroutine[Any, Any, None]]

TRASH_SECONDS = 30 * 86_400.0
"""Time that the broker keeps a match that was removed."""
SWEEP_SECONDS = 0.5
"""Between two looks for matches that nobody serves."""
OPEN_SECONDS = 6.0
"""Time in which a match is opened that this host has taken, or another one may try."""
CONNECTED_SECONDS = 0.3
"""Time in which the broker says that it has no connection to a host."""
RETURN_SECONDS = 8.0
"""Time in which the players at this host are led back to a table that has moved."""


class ClusterHost:
    """What makes a server one of several. `join` first, then `attach` the lobby, then `serve`."""

    def __init__(self, options: ClusterOptions, config: Config) -> None:
        self.id = uuid4().hex
        self._options, self._config = options, config
        self._is_serving = False
        """Whether matches may come here."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._sweeping: asyncio.Task[None] | None = None
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._lobby: Lobby | None = None
        self._end_session: EndSessionHere | None = None
        self._pool: ClusterPool | None = None
        self._admin: ClusterAdmin | None = None
        self._write_event: Callable[..., None] | None = None

    async def join(self) -> Backend:
        """Connect to the broker and to the other hosts; what a lobby rests on from now on. Raises
        ClusterError."""
        self._client = await connect(self._options, self._options.name or socket.gethostname())
        try:
            return await unless_denied(self._client, self._join(self._client))
        except ClusterError:
            await self._client.close()
            raise
        except BucketError as error:
            await self._client.close()
            raise ClusterError(
                _("the broker does not store what the cluster needs: {reason}").format(
                    reason=error.strerror
                )
            ) from None

    async def _join(self, client: Client) -> Backend:
        buckets: list[str] = []

        async def bucket(name: str, ttl: float | None = None) -> Bucket:
            buckets.append(f"caravan_{name}")
            return await until_answered(
                lambda: Bucket.open(client, buckets[-1], self._options.replicas, ttl)
            )

        self.bus = NatsBus(client)
        self.members = Members(await bucket("hosts", ENTRY_SECONDS), self.id, self._describe)
        self.leases = Leases(await bucket("leases"), self.members, self._log_event)
        self.rooms = ClusterRooms(await bucket("rooms"), self.leases)
        self.accounts = ClusterAccounts(
            self._config,
            await bucket("accounts"),
            await bucket("names"),
            await bucket("invites"),
            await bucket("mail"),
        )
        self.homes = ClusterHomes(
            await bucket("homes"),
            await bucket("files"),
            self._config.home / "accounts",
            self._on_home_lost,
        )
        self.presence = ClusterPresence(await bucket("sessions"), self.members)
        self.results = ClusterResults(await bucket("results"), self.accounts, self.homes)
        self.homes.on_open = self.results.collect
        self._settings = await bucket("settings")
        self.matches = ClusterMatches(
            await bucket("matches"), await bucket("trash", TRASH_SECONDS), self.leases
        )
        self.documents = ClusterDocuments(await bucket("competition"))
        self.ledger = ClusterLedger(await bucket("played"))
        self._leaders = Leaders(client, buckets, lambda: self._is_duty_here("leaders"))
        copies = (
            self.members, self.leases, self.rooms, self.accounts, self.presence, self.results,
            self.documents, self.ledger,
        )  # fmt: skip

        async def reconnected() -> None:
            self.bus.give_up_requests()
            for host in self.members.live():
                if host != self.id:
                    self.bus.publish(host_topic(host), Reconnected(self.id))
            for copy in copies:
                copy.copy_again()
            self._start(self._announce())

        client._reconnected_cb = reconnected
        for copy in copies:
            await until_answered(copy.start)
        await self._check_versions()
        await until_answered(self.members.join)
        self.homes.start()
        return Backend(
            self.bus, self.accounts, self.rooms, self.matches, self.results, self.presence,
            self.homes, self.documents, self.ledger,
        )  # fmt: skip

    def _log_event(self, event: str, /, **facts: object) -> None:
        if self._write_event is not None:
            self._write_event(event, **facts)

    async def check_host_key(self, fingerprint: str) -> None:
        """Raise ClusterError if the other hosts show another key to players than this one."""
        key, value = "host_key", fingerprint.encode()
        try:
            await until_answered(lambda: self._settings.create(key, value))
        except StaleError:
            entry = await until_answered(lambda: self._settings.get(key))
            if entry is not None and entry.value != value:
                raise ClusterError(
                    _("the other hosts have another key: copy their host_key to {file}").format(
                        file=self._config.host_key
                    )
                ) from None

    async def shared_key(self, path: Path) -> bytes:
        """The key with which every host signs cookies: this host's own, unless another host has
        been quicker. Raises OSError and BucketError."""
        name, own = "web_key", signing_key(path)
        try:
            await until_answered(lambda: self._settings.create(name, own))
        except StaleError:
            entry = await until_answered(lambda: self._settings.get(name))
            if entry is not None and entry.value is not None:
                return entry.value
        return own

    async def _check_versions(self) -> None:
        """Raise ClusterError if a host that is there has a version that cannot serve with this one.
        The word of one that was killed may be left."""
        for host, info in self.members.live().items():
            if info.protocol == PROTOCOL:
                continue
            if info.is_leaving or await self._is_connected(host):
                raise ClusterError(
                    _(
                        "the host {name} runs caravan-tui {other} (protocol {other_protocol}), "
                        "this one {own} (protocol {own_protocol}): they can't serve together. "
                        "Install the same version on all hosts, or stop {name} first."
                    ).format(
                        name=info.name,
                        other=info.version,
                        other_protocol=info.protocol,
                        own=caravan_tui.__version__,
                        own_protocol=PROTOCOL,
                    )
                )

    def _describe(self) -> HostInfo:
        lobby = self._lobby
        return HostInfo(
            self._options.name or socket.gethostname(),
            caravan_tui.__version__,
            tables=len(lobby.shared.supervisors) if lobby else 0,
            sessions=len(lobby.clients) if lobby else 0,
            is_leaving=not self._is_serving,
        )

    async def _announce(self) -> None:
        with contextlib.suppress(BucketError):  # the next beat tells it
            await self.members.announce()

    def attach(
        self, lobby: Lobby, end_session: EndSessionHere, log_event: Callable[..., None]
    ) -> None:
        """Lead the lobby's clients to all hosts. `end_session(account, reason)` ends a session of
        this host and waits for its end; `log_event(name, **facts)` writes a line of the audit
        log."""
        self._lobby, self._end_session, self._write_event = lobby, end_session, log_event
        lobby.directory = ClusterDirectory(
            lobby.shared, self.bus, self.members, self.leases, self.presence, self.take_over
        )
        lobby.competitions.tournaments.is_here = self._is_duty_here
        lobby.away.is_here = self._is_duty_here
        self.leases.on_lost.append(self._on_lease_lost)
        self.leases.on_moved.append(self._on_moved)
        self.members.is_connected = self._is_connected
        self.members.on_lost.append(self._on_host_lost)
        self.presence.on_left.append(self._on_account_left)
        self.bus.serve(host_topic(self.id), self._serve, (TakeMatch, Reconnected))

    def _is_duty_here(self, name: str) -> bool:
        """Whether the rounds of a tournament are drawn here, the notices of an account sent, or
        whatever else has a name done: at one host of all that serve."""
        return self.members.is_in_touch and self._is_serving and self.members.heir(name) == self.id

    def pool(self, workers: int | None, errors: Path) -> ClusterPool:
        """The workers of this host, which also search for the others; see `Pool`."""
        self._pool = ClusterPool(self.bus, workers, errors)
        return self._pool

    def admin_commands(
        self, lobby: Lobby, log_event: Callable[..., None], status: ServerStatus
    ) -> ClusterAdmin:
        """What administrators can ask for here; see `AdminCommands`."""
        self._admin = ClusterAdmin(self.accounts, lobby, log_event, status, self.bus, self.members)
        return self._admin

    async def serve(self) -> None:
        """Tell the others that matches may come here, and take those that nobody serves. Raises
        BucketError, and ClusterError if a right is missing."""
        await self.bus.check_rights(host_topic(self.id))
        check_rights(self._client, has_begun=True)
        self._is_serving = True
        await until_answered(self.members.announce)
        if self._pool is not None:
            self._pool.thinking.start()
        self._leaders.start()
        self._sweeping = asyncio.get_running_loop().create_task(self._keep_sweeping(), name="sweep")

    async def leave(self) -> None:
        """Hand every match over to another host; the sessions must have ended."""
        self._is_serving = False
        if self._pool is not None:
            self._pool.thinking.stop()
        self._leaders.stop()
        if self._sweeping is not None:
            self._sweeping.cancel()
        try:
            await self.members.announce()
        except BucketError as error:
            log.warning("the others are not told that this host leaves: %s", error)
        for match in self.leases.own():
            await self._hand_over(match)

    async def close(self) -> None:
        """Leave the cluster, and close the connection."""
        self._leaders.stop()
        for task in list(self._tasks):
            task.cancel()
        await self.homes.stop()
        for part in (
            self.results, self.accounts, self.presence, self.rooms, self.leases, self.documents,
            self.ledger,
        ):  # fmt: skip
            await part.close()
        await self.members.close()
        await self.bus.close()
        await self._client.close()

    # Matches that come and go

    async def take_over(self, match: str) -> None:
        """Serve a match that no live host serves. Nothing happens if another host is quicker."""
        lobby = self._lobby
        if lobby is None or not self._is_serving:
            return
        async with self._opening.setdefault(match, asyncio.Lock()):
            if self.leases.token(match):
                return
            try:
                if not await self.leases.take(match):
                    return
            except BucketError as error:
                log.warning("the match %s is not taken: %s", match, error)
                return
            await self._open(match)

    async def _open(self, match: str) -> None:
        """Open a match whose lease this host has taken; it is given back if the broker does not say
        in time what is stored of it."""
        assert self._lobby is not None
        shared = self._lobby.shared
        loop = asyncio.get_running_loop()
        end = loop.time() + OPEN_SECONDS
        while True:
            try:
                # What this host served before it lost the match may not be closed yet.
                await shared.hand_over(match)
                room = await self.rooms.adopt(match)
                if room is None:
                    await self.leases.end(match)
                elif room.started:
                    await shared.open(room)
            except (BucketError, UnreachableError) as error:
                log.warning("the match %s cannot be opened yet: %s", match, error)
                if loop.time() > end or not self._is_serving or not self.leases.token(match):
                    break
                await asyncio.sleep(RETRY_SECONDS)
            else:
                return
        self.rooms.forget(match)
        await self.leases.give(match)

    async def _hand_over(self, match: str) -> None:
        assert self._lobby is not None
        await self._lobby.shared.hand_over(match)
        await self.rooms.stored(match)
        heir = self.members.heir(match)
        await self.leases.give(match, heir)
        self.rooms.forget(match)
        self.bus.publish(host_topic(heir), TakeMatch(match))

    def _on_lease_lost(self, match: str) -> None:
        """Another host serves it already."""
        assert self._lobby is not None
        self.rooms.forget(match)
        self._start(self._stop_serving(match))

    async def _stop_serving(self, match: str) -> None:
        assert self._lobby is not None
        async with self._opening.setdefault(match, asyncio.Lock()):
            if not self.leases.token(match):  # else it is served anew
                await self._lobby.shared.hand_over(match)

    def _on_moved(self, match: str) -> None:
        """Lead the players at this host back to a table that is served anew."""
        assert self._lobby is not None
        self.bus.give_up_requests(table_topic(match))
        for client in self._lobby.clients.values():
            if match in client.shared_matches:
                self._start(self._lead_back(client, match))

    async def _lead_back(self, client: LobbyClient, match: str) -> None:
        assert self._lobby is not None
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
            if self.members.is_in_touch:
                await asyncio.gather(*map(self.take_over, self._own_unheld()))

    def _own_unheld(self) -> list[str]:
        """The matches that no live host serves, and that this one is to take."""
        return [
            match
            for match in self.leases.unheld()
            if self.id in (self.members.heir(match), self.leases.holder(match))
        ]

    async def _is_connected(self, host: str) -> bool:
        return await self.bus.is_served(host_topic(host), CONNECTED_SECONDS)

    def _on_host_lost(self, host: str) -> None:
        for account in self.presence.accounts_at(host):
            self._on_account_left(account)
        for match in self.leases.held_by(host):
            self.bus.give_up_requests(table_topic(match))
        # Also those whose heir this host has become only now: two may be lost at a time.
        for match in self._own_unheld():
            self._start(self.take_over(match))

    def _on_host_reconnected(self, host: str) -> None:
        for match in self.leases.held_by(host):
            self.bus.give_up_requests(table_topic(match))

    def _on_account_left(self, account_id: str) -> None:
        """Nobody else tells the tables here that an account is gone whose host was lost."""
        assert self._lobby is not None
        account = self.accounts.get(account_id)
        if account is None or account_id in self.presence:
            return
        for match, supervisor in list(self._lobby.shared.supervisors.items()):
            if account_id in supervisor.present or account_id in supervisor.spectators:
                self._lobby.shared.step_out(account, match)

    # Accounts that come and go

    def _on_home_lost(self, account: str) -> None:
        if self._end_session is not None:
            self._start(self._end_session(account, ""))

    # What other hosts ask

    async def _serve(self, message: Message) -> Message | None:
        if isinstance(message, TakeMatch):
            self._start(self.take_over(message.match))
            return None
        if isinstance(message, Reconnected):
            self._on_host_reconnected(message.host)
            return None
        if isinstance(message, EndSession):
            if self._end_session is not None:
                await self._end_session(message.account, message.reason)
            return Done(message.id)
        if not isinstance(message, Relay):
            return None
        try:
            return await self._answer(message)
        except Refusal as refusal:
            return Refused(message.id, refusal.sentence.code, refusal.sentence.values)

    async def _answer(self, relay: Relay) -> Message | None:
        assert self._lobby is not None
        shared, ask = self._lobby.shared, relay.ask
        if isinstance(ask, ListMatches):
            return Matches(relay.id, shared.rows(relay.account, ask.only_own), [])
        if isinstance(ask, Hello):
            return News(relay.id, shared.news_of_tables(relay.account))
        if isinstance(ask, AdminRequest):
            return None if self._admin is None else await self._admin.answer_host(ask)
        account = await self.accounts.fetch(relay.account)
        if isinstance(ask, CreateMatch):
            if not self._is_serving:
                raise Refusal(NOT_HERE)
            return await shared.create(account, ask, relay.names, dict(relay.options))
        if isinstance(ask, LeaveTable):
            shared.step_out(account, ask.match)
            return Done(relay.id)
        if not isinstance(
            ask, JoinMatch | WatchMatch | Resign | Rematch | MakeWatchPage | RevokeWatchPage
        ):
            return None
        if not self.leases.is_own(ask.match):
            raise Refusal(NOT_HERE)
        async with self._opening.setdefault(ask.match, asyncio.Lock()):
            if not self.leases.is_own(ask.match):  # it was being taken, and is served by now or not
                raise Refusal(NOT_HERE)
        if isinstance(ask, JoinMatch):
            return await shared.join(account, ask.match, ask.id, relay.is_led_back)
        if isinstance(ask, WatchMatch):
            return shared.watch(account, ask.match, ask.id, relay.has_code, relay.is_led_back)
        if isinstance(ask, MakeWatchPage):
            return WatchLink(relay.id, await shared.make_watch_page(account, ask.match))
        if isinstance(ask, RevokeWatchPage):
            await shared.revoke_watch_page(account, ask.match)
            return Done(relay.id)
        if isinstance(ask, Rematch):
            made = await shared.rematch(account, ask.match)
            return Seated(relay.id, made, "", [], [], [], waiting=True)
        is_running = await shared.give_up(account, ask.match)
        return Done(relay.id, version=int(is_running))

    def _start(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
