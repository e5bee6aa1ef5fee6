"""One host of a cluster: joins it, serves the matches whose leases it has, and leaves in order."""

from __future__ import annotations

import contextlib
import logging
import socket
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any
from uuid import uuid4

from nats.aio.client import Client

import caravan_tui
from caravan_tui.bus.background import BackgroundTasks
from caravan_tui.bus.host_messages import Reconnected, TakeMatch, host_topic
from caravan_tui.bus.nats import NatsBus
from caravan_tui.cluster.accounts import ClusterAccounts
from caravan_tui.cluster.admin import ClusterAdmin
from caravan_tui.cluster.buckets import Bucket, BucketError, StaleError, until_answered
from caravan_tui.cluster.directory import ClusterDirectory
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
from caravan_tui.cluster.relays import Relays
from caravan_tui.cluster.results import ClusterResults
from caravan_tui.cluster.rooms import ClusterRooms
from caravan_tui.cluster.searching import ClusterPool
from caravan_tui.cluster.takeover import Takeover
from caravan_tui.i18n import _
from caravan_tui.server.admin import ServerStatus
from caravan_tui.server.backend import Backend
from caravan_tui.server.config import Config
from caravan_tui.server.lobby import Lobby
from caravan_tui.server.signing_key import signing_key

log = logging.getLogger(__name__)

EndSessionHere = Callable[[str, str], Coroutine[Any, Any, None]]

TRASH_SECONDS = 30 * 86_400.0
"""Time that the broker keeps a match that was removed."""
CONNECTED_SECONDS = 0.3
"""Time in which the broker says that it has no connection to a host."""


class ClusterHost:
    """What makes a server one of several. `join` first, then `attach` the lobby, then `serve`."""

    def __init__(self, options: ClusterOptions, config: Config) -> None:
        self.id = uuid4().hex
        self._options, self._config = options, config
        self._tasks = BackgroundTasks()
        self._lobby: Lobby | None = None
        self._takeover: Takeover | None = None
        self._admin: ClusterAdmin | None = None
        self._end_session: EndSessionHere | None = None
        self._pool: ClusterPool | None = None
        self._write_event: Callable[..., None] | None = None

    @property
    def arguments(self) -> str:
        """The command-line options for another command to reach this cluster."""
        return self._options.arguments

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
            replicas = self._options.replicas
            return await until_answered(
                lambda: Bucket.open(client, f"caravan_{name}", replicas, ttl)
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
        self._leaders = Leaders(client, buckets, lambda: self._is_responsible_for("leaders"))
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
            self._tasks.start(self._announce())

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

    @property
    def _is_open(self) -> bool:
        """Whether matches may come here."""
        return self._takeover is not None and self._takeover.is_open

    def _describe(self) -> HostInfo:
        lobby = self._lobby
        return HostInfo(
            self._options.name or socket.gethostname(),
            caravan_tui.__version__,
            tables=len(lobby.shared.supervisors) if lobby else 0,
            sessions=len(lobby.clients) if lobby else 0,
            is_leaving=not self._is_open,
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
        self._takeover = Takeover(
            lobby, self.bus, self.members, self.leases, self.rooms, self.accounts, self.presence
        )
        relays = Relays(
            lobby.shared,
            self.accounts,
            self.leases,
            self._takeover,
            end_session,
            lambda: self._admin,
        )
        lobby.directory = ClusterDirectory(
            lobby.shared, self.bus, self.members, self.leases, self.presence, self.take_over
        )
        lobby.competitions.tournaments.is_here = self._is_responsible_for
        lobby.away.is_here = self._is_responsible_for
        self.members.is_connected = self._is_connected
        self.bus.serve(host_topic(self.id), relays.answer, (TakeMatch, Reconnected))

    def _is_responsible_for(self, name: str) -> bool:
        """Whether this host does what one of all that serve does, such as to draw the rounds of a
        tournament, or send the notices of an account."""
        return self.members.is_in_touch and self._is_open and self.members.heir(name) == self.id

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
        assert self._takeover is not None
        self._takeover.is_open = True
        await until_answered(self.members.announce)
        if self._pool is not None:
            self._pool.thinking.start()
        self._leaders.start()
        self._takeover.start()

    async def leave(self) -> None:
        """Hand every match over to another host; the sessions must have ended."""
        assert self._takeover is not None
        self._takeover.stop()
        if self._pool is not None:
            self._pool.thinking.stop()
        self._leaders.stop()
        try:
            await self.members.announce()
        except BucketError as error:
            log.warning("the others are not told that this host leaves: %s", error)
        for match in self.leases.own():
            await self._takeover.hand_over(match)

    async def close(self) -> None:
        """Leave the cluster, and close the connection."""
        self._leaders.stop()
        if self._takeover is not None:
            self._takeover.close()
        self._tasks.cancel()
        await self.homes.stop()
        for part in (
            self.results, self.accounts, self.presence, self.rooms, self.leases, self.documents,
            self.ledger,
        ):  # fmt: skip
            await part.close()
        await self.members.close()
        await self.bus.close()
        await self._client.close()

    async def take_over(self, match: str) -> None:
        """Serve a match that no live host serves. See `Takeover.take_over`."""
        assert self._takeover is not None
        await self._takeover.take_over(match)

    async def _is_connected(self, host: str) -> bool:
        return await self.bus.is_served(host_topic(host), CONNECTED_SECONDS)

    def _on_home_lost(self, account: str) -> None:
        if self._end_session is not None:
            self._tasks.start(self._end_session(account, ""))
