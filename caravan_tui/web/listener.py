"""Bounds on the TCP connections of browsers, before anything is known of them.

aiohttp waits for the head of a first request as long as it takes, and for as many clients as there
are. Here both have bounds.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address

from caravan_tui.sessions.gate import network_of

Network = IPv4Network | IPv6Network

FIRST_REQUEST_SECONDS = 10.0
"""Time for the head of the first request of a connection."""
NO_HTTP = (
    b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\n"
    b"Connection: close\r\n\r\nThis is no HTTP.\n"
)
"""What strangers get who speak something else. aiohttp would send all of it back to them."""
MAX_PER_NETWORK = 60
"""Connections of one address. A browser opens six, and one for each session."""

_METHOD = re.compile(rb"[A-Z]{1,16}( |\Z)")
"""How a request begins, however little of it has come."""


def client_address(peer: str, forwarded: Sequence[str], proxies: Sequence[Network]) -> str:
    """The address of the client: that of the other end, unless it is a proxy that is believed. Then
    the last address in its headers `X-Forwarded-For` (`forwarded`) that is no proxy."""
    hops = [peer] + [
        hop.strip() for line in reversed(forwarded) for hop in reversed(line.split(","))
    ]
    address = peer
    for hop in hops:
        try:
            parsed = ip_address(hop.strip("[]"))
        except ValueError:
            return address
        address = str(getattr(parsed, "ipv4_mapped", None) or parsed)
        if not is_proxy(address, proxies):
            return address
    return address


def is_proxy(address: str, proxies: Sequence[Network]) -> bool:
    """Whether this address is one of a proxy."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    return any(parsed in network for network in proxies)


class Connections:
    """Counts the TCP connections of browsers."""

    def __init__(self, most: int, proxies: Sequence[Network]) -> None:
        """`most`: at once; those of proxies are not counted by address."""
        self._most = most
        self._proxies = proxies
        self._networks: Counter[str] = Counter()
        self.open: set[BoundedProtocol] = set()

    def enter(self, protocol: BoundedProtocol, address: str) -> bool:
        """Count a connection; False if there is no room for it."""
        network = network_of(address)
        is_full = len(self.open) >= self._most or (
            self._networks[network] >= MAX_PER_NETWORK and not is_proxy(address, self._proxies)
        )
        if is_full:
            return False
        self.open.add(protocol)
        self._networks[network] += 1
        return True

    def leave(self, protocol: BoundedProtocol, address: str) -> None:
        """Count a connection no longer."""
        if protocol in self.open:
            self.open.remove(protocol)
            network = network_of(address)
            self._networks[network] -= 1
            if not self._networks[network]:
                del self._networks[network]


class BoundedProtocol(asyncio.Protocol):
    """A connection of a browser, handed over to aiohttp within the bounds."""

    def __init__(self, connections: Connections, make: Callable[[], asyncio.Protocol]) -> None:
        """`make` returns the protocol of aiohttp."""
        self._connections = connections
        self._inner = make()
        self._address = ""
        self._is_counted = False
        self._deadline: asyncio.TimerHandle | None = None
        self._stranger: asyncio.Transport | None = None
        """The connection, until it has begun a request."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        peer = transport.get_extra_info("peername")
        self._address = str(peer[0]) if peer else "?"
        self._is_counted = self._connections.enter(self, self._address)
        if not self._is_counted:
            transport.abort()
            return
        self._stranger = transport
        loop = asyncio.get_running_loop()
        self._deadline = loop.call_later(FIRST_REQUEST_SECONDS, transport.abort)
        self._inner.connection_made(transport)

    def on_request(self) -> None:
        """A request has come in whole."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def data_received(self, data: bytes) -> None:
        if self._stranger is not None and not self._begins_request(self._stranger, data):
            return
        if self._is_counted:
            self._inner.data_received(data)

    def _begins_request(self, stranger: asyncio.Transport, data: bytes) -> bool:
        """Whether the first bytes may be those of a request; the connection ends if not."""
        if stranger.is_closing():
            return False
        if _METHOD.match(data) is None:
            stranger.write(NO_HTTP)
            stranger.close()
            return False
        self._stranger = None
        return True

    def eof_received(self) -> bool | None:
        return self._inner.eof_received() if self._is_counted else None

    def pause_writing(self) -> None:
        if self._is_counted:
            self._inner.pause_writing()

    def resume_writing(self) -> None:
        if self._is_counted:
            self._inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self.on_request()
        if self._is_counted:
            self._inner.connection_lost(exc)
        self._connections.leave(self, self._address)
