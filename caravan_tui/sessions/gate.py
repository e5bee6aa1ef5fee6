"""All connections of a server: how many there may be, and which are closed to make room.

A stranger is a connection without an account: its key has none, or has not been proved yet.
Strangers are closed where there is no room, so that they cannot keep out anybody who has an
account.
"""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, deque
from collections.abc import Collection
from typing import Generic, Protocol, TypeVar

from caravan_tui.bus.bucket import Bucket
from caravan_tui.server.admin import OpenConnection
from caravan_tui.server.config import Config

MAX_NETWORKS = 10_000
"""Networks of which something is remembered."""
SPARE = 10
"""Connections of an address beyond its sessions, for those that take a session over."""


class GatedConnection(Protocol):
    """What the gate needs to know of a connection."""

    @property
    def network(self) -> str:
        """See `network_of`."""

    @property
    def opened(self) -> float:
        """When it was opened, by the clock `time.monotonic`."""

    @property
    def is_stranger(self) -> bool:
        """Whether no account's key was proved."""

    def evict(self) -> None:
        """Close it to make room."""


class DoorConnection(GatedConnection, OpenConnection, Protocol):
    """What a server needs to know of a connection, whatever door it has come by."""


C = TypeVar("C", bound=GatedConnection)


class RejectedError(Exception):
    """A connection is turned away; the text is a reason for the log."""


def network_of(address: str) -> str:
    """What counts as one address: for IPv6 the /64, which one household or server has."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((int(parsed), 64), strict=False))


class RateLimits:
    """A token bucket for each network."""

    def __init__(self) -> None:
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str, rate: float, burst: int) -> bool:
        """Take a token, of which there are `rate` more a second and `burst` at most. False if
        there is none."""
        if len(self._buckets) > MAX_NETWORKS:
            self._buckets.clear()
        return self._buckets.setdefault(network_of(address), Bucket(rate, burst)).take()


class Gate(Generic[C]):
    """Counts connections and decides who may open one."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._connections: dict[int, C] = {}
        self._last_number = 0
        self._recent: deque[float] = deque()
        """When the latest connections came that count for all addresses together."""
        self._rates = RateLimits()
        self._trusted: dict[str, None] = {}
        """Networks from which an account's key was proved, the latest last."""
        self.is_closed = False
        """Whether the server is shutting down."""

    def __len__(self) -> int:
        return len(self._connections)

    def check(self, address: str) -> None:
        """Count a new connection from this address against the limits, and close a stranger if
        that makes room for it. Raises RejectedError."""
        if self.is_closed:
            raise RejectedError("stopping")
        config, network = self._config, network_of(address)
        per_minute = config.connections_per_minute_per_address
        if not self._rates.take(address, per_minute / 60.0, per_minute):
            raise RejectedError("connections of this address")
        now = time.monotonic()
        while self._recent and now - self._recent[0] > 60.0:
            self._recent.popleft()
        if network not in self._trusted:
            if len(self._recent) >= config.connections_per_minute:
                raise RejectedError("connections")
            self._recent.append(now)
        neighbours = [other for other in self._connections.values() if other.network == network]
        if len(neighbours) >= config.max_sessions_per_address + SPARE:
            self._make_room(neighbours, "connections of this address")
        elif len(self._connections) >= 2 * config.max_sessions + SPARE:
            self._make_room(self._connections.values(), "connections")

    def _make_room(self, connections: Collection[C], reason: str) -> None:
        """Close the oldest stranger of the network that has the most of them. Raises RejectedError
        with this reason if there is none."""
        strangers = [connection for connection in connections if connection.is_stranger]
        if not strangers:
            raise RejectedError(reason)
        counts = Counter(stranger.network for stranger in strangers)
        largest = max(counts.values())
        oldest = min(
            (stranger for stranger in strangers if counts[stranger.network] == largest),
            key=lambda stranger: stranger.opened,
        )
        oldest.evict()
        self.remove(oldest)

    def add(self, connection: C) -> None:
        """Count a connection."""
        self._last_number += 1
        self._connections[self._last_number] = connection

    def remove(self, connection: C) -> None:
        """Stop counting a connection."""
        for number, other in list(self._connections.items()):
            if other is connection:
                del self._connections[number]

    def connections(self) -> list[tuple[int, C]]:
        """Every connection with its number, the oldest first."""
        return list(self._connections.items())

    def trust(self, network: str) -> None:
        """Exempt a network, from which an account's key was proved, from the limit of connections
        a minute that all addresses share: strangers elsewhere cannot use it up."""
        self._trusted.pop(network, None)
        self._trusted[network] = None
        if len(self._trusted) > MAX_NETWORKS:
            del self._trusted[next(iter(self._trusted))]
