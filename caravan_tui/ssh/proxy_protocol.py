"""The header of a TCP balancer in front of the server: version 2 of the PROXY protocol.

A balancer opens a connection of its own for each client and says first whose it is. That is
believed of the addresses that the administrator names, and of nobody else. What follows the header
is left in the socket, for SSH.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import socket
import struct
from collections.abc import Awaitable, Callable, Sequence

from caravan_tui.server.audit_log import AuditLog

log = logging.getLogger(__name__)

SIGNATURE = b"\r\n\r\n\0\r\nQUIT\n"
PREFIX = struct.Struct("!12sBBH")
"""Signature, version and command, family and transport, length of what follows."""
VERSION = 2
LOCAL, PROXY = 0, 1
ADDRESSES = {0x11: 4, 0x21: 16}
"""Bytes of an address: TCP over IPv4, TCP over IPv6."""
LONGEST = 1024
"""Bytes after the prefix. The addresses take 36; what else balancers add is not looked at."""
HEADER_SECONDS = 5.0
"""Time for a header."""
MAX_PENDING = 200
"""Connections whose header is still missing; a further one is closed."""
PAUSE = 1.0
"""Seconds without accepting where the system has no descriptor left."""

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Receive = Callable[[int], Awaitable[bytes]]


class HeaderError(Exception):
    """There is no header, or one that cannot be used; the text is for the log."""


async def read_header(receive: Receive) -> str | None:
    """Read a header with `receive(count)`, which returns at most so many bytes, and return the
    client's address; None where the balancer connects for itself. Raises HeaderError, and EOFError
    if nothing was sent at all."""
    prefix = await _exactly(receive, PREFIX.size)
    signature, version_and_command, family, length = PREFIX.unpack(prefix)
    if signature != SIGNATURE:
        raise HeaderError("version 1" if signature.startswith(b"PROXY ") else "missing")
    # What follows the header of a strange version may have another length: it is not read.
    version, command = version_and_command >> 4, version_and_command & 15
    if version != VERSION or command not in (LOCAL, PROXY):
        raise HeaderError("wrong version or command")
    if length > LONGEST:
        raise HeaderError("too long")
    rest = await _exactly(receive, length) if length else b""
    if command == LOCAL:
        return None
    size = ADDRESSES.get(family)
    if size is None:
        raise HeaderError("not TCP over IP")
    if length < 2 * size + 4:
        raise HeaderError("too short")
    return plain_address(str(ipaddress.ip_address(rest[:size])))


async def _exactly(receive: Receive, count: int) -> bytes:
    data = b""
    while len(data) < count:
        part = await receive(count - len(data))
        if not part:
            if not data:
                raise EOFError
            raise HeaderError("cut off")
        data += part
    return data


def plain_address(address: str) -> str:
    """An address, of IPv4 also where the system writes it as one of IPv6."""
    parsed = ipaddress.ip_address(address)
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    return str(mapped or parsed)


class ProxyListener:
    """Listens where balancers and clients connect, and hands each connection over with the true
    address of its client."""

    def __init__(
        self,
        proxies: Sequence[Network],
        audit_log: AuditLog,
        serve: Callable[[socket.socket, str], Awaitable[None]],
        banner: Callable[[], bytes],
    ) -> None:
        """`proxies`: whose headers are believed. `serve(socket, address)` takes the socket over.
        `banner()` answers a balancer that connects for itself, to see whether the server works."""
        self._proxies = proxies
        self._audit_log = audit_log
        self._serve = serve
        self._banner = banner
        self._listener: socket.socket | None = None
        self._accepting: asyncio.Task[None] | None = None
        self._pending: set[asyncio.Task[None]] = set()
        self._served: set[asyncio.Task[None]] = set()

    async def start(self, host: str, port: int) -> int:
        """Listen; the port. Raises OSError."""
        loop = asyncio.get_running_loop()
        if host:
            infos = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            self._listener = socket.create_server(infos[0][4][:2], family=infos[0][0])
        elif socket.has_dualstack_ipv6():
            self._listener = socket.create_server(
                ("", port), family=socket.AF_INET6, dualstack_ipv6=True
            )
        else:
            self._listener = socket.create_server(("", port))
        self._listener.setblocking(False)
        self._accepting = loop.create_task(self._accept(self._listener), name="accept")
        return int(self._listener.getsockname()[1])

    def close(self) -> None:
        """Take no more connections, and close those without a header."""
        for task in (self._accepting, *self._pending):
            if task is not None:
                task.cancel()
        if self._listener is not None:
            self._listener.close()

    async def wait_closed(self) -> None:
        """Give up the connections that have not signed in, and wait for all."""
        tasks = [task for task in (self._accepting, *self._pending, *self._served) if task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _accept(self, listener: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                client, peer = await loop.sock_accept(listener)
            except ConnectionError:
                continue  # gone before it was accepted
            except OSError as error:
                log.warning("no connection can be accepted: %s", error)
                await asyncio.sleep(PAUSE)
                continue
            client.setblocking(False)
            address = plain_address(peer[0])
            if not self._is_proxy(address):
                self._hand_over(client, address)
            elif len(self._pending) >= MAX_PENDING:
                self._refuse(client, address, "too many")
            else:
                task = loop.create_task(self._read(client, address), name="proxy header")
                self._pending.add(task)
                task.add_done_callback(self._pending.discard)

    def _is_proxy(self, address: str) -> bool:
        parsed = ipaddress.ip_address(address)
        return any(parsed in network for network in self._proxies)

    async def _read(self, client: socket.socket, proxy: str) -> None:
        loop = asyncio.get_running_loop()
        is_handed_over = False
        try:
            async with asyncio.timeout(HEADER_SECONDS):
                address = await read_header(lambda count: loop.sock_recv(client, count))
            if address is None:
                with contextlib.suppress(OSError):
                    client.send(self._banner())
            else:
                is_handed_over = True
                self._hand_over(client, address)
        except HeaderError as error:
            self._refuse(client, proxy, str(error))
        except TimeoutError:
            self._refuse(client, proxy, "late")
        except (OSError, EOFError):
            pass  # a balancer that only looks whether the port is open
        finally:
            if not is_handed_over:
                client.close()

    def _refuse(self, client: socket.socket, proxy: str, why: str) -> None:
        client.close()
        self._audit_log.write("refused", what="proxy header", address=proxy, why=why)

    def _hand_over(self, client: socket.socket, address: str) -> None:
        task = asyncio.get_running_loop().create_task(self._run(client, address), name="sign in")
        self._served.add(task)
        task.add_done_callback(self._served.discard)

    async def _run(self, client: socket.socket, address: str) -> None:
        try:
            await self._serve(client, address)
        except BaseException:
            client.close()
            raise
