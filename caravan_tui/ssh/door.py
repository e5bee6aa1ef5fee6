"""The door for SSH: listens with asyncssh and makes a connection of each client."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import asyncssh

from caravan_tui import files
from caravan_tui.i18n import _
from caravan_tui.server.config import Config
from caravan_tui.server.listening import free_port, listening_error
from caravan_tui.sessions.gate import DoorConnection, Gate
from caravan_tui.sessions.session import SessionServices
from caravan_tui.ssh import algorithms
from caravan_tui.ssh.bounds import COMPRESSION, bound_compression
from caravan_tui.ssh.connection import Connection
from caravan_tui.ssh.keys import KeyList
from caravan_tui.ssh.proxy_protocol import ProxyListener

SOFTWARE = "caravan_tui"
"""What clients are told as the name of the server's program."""
CLOSING_TIMEOUT = 2.0
"""Seconds that connections have to close."""


class SshDoor:
    """Where clients come in by SSH."""

    def __init__(
        self,
        services: SessionServices,
        gate: Gate[DoorConnection],
        phase: Callable[[], str],
    ) -> None:
        """`phase` returns why the server takes no players, empty if it does."""
        self._services = services
        self.gate = gate
        self._phase = phase
        self._keys = KeyList(services.config, services.audit_log)
        self._acceptor: asyncssh.SSHAcceptor | ProxyListener | None = None
        self.port = services.config.port

    async def open(self) -> None:
        """Listen for clients, or for the balancers in front of them. Raises OSError, with a text
        that names the address."""
        config = self._services.config
        try:
            await self._listen(config)
        except OSError as error:
            text = _("SSH can't be served at {address}: {reason}")
            raise listening_error(text, error, config.host, config.port) from None

    async def _listen(self, config: Config) -> None:
        bound_compression()
        options: dict[str, Any] = {
            "server_host_keys": [host_key(config.host_key)],
            "encoding": None,
            "line_editor": False,
            "compression_algs": [COMPRESSION],  # no other, so that every client compresses
            "kex_algs": algorithms.KEX,
            "encryption_algs": algorithms.ENCRYPTION,
            "mac_algs": algorithms.MAC,
            "signature_algs": algorithms.SIGNATURES,
            "keepalive_interval": config.keepalive_interval,
            "keepalive_count_max": 3,
            "login_timeout": config.login_timeout,
            "agent_forwarding": False,
            "x11_forwarding": False,
            "allow_scp": False,
            "gss_host": None,
            "server_version": SOFTWARE,
        }
        if not config.proxies:
            # Left to the system, IPv4 and IPv6 would each get a port of their own.
            port = config.port if config.port or config.host else free_port()
            acceptor = await asyncssh.create_server(self._connection, config.host, port, **options)
            self._acceptor, self.port = acceptor, port or acceptor.get_port()
            return

        async def serve(client: socket.socket, address: str) -> None:
            with contextlib.suppress(OSError, asyncssh.Error):  # the connection has logged it
                await asyncssh.run_server(
                    client, server_factory=lambda: self._connection(address), **options
                )

        def banner() -> bytes:
            return b"" if self._phase() else f"SSH-2.0-{SOFTWARE}\r\n".encode()

        listener = ProxyListener(config.proxies, self._services.audit_log, serve, banner)
        self._acceptor = listener
        self.port = await listener.start(config.host, config.port)

    def _connection(self, address: str = "") -> Connection:
        return Connection(self._services, self.gate, self._keys, address)

    def stop_listening(self) -> None:
        """Let nobody else in."""
        if self._acceptor is not None:
            self._acceptor.close()

    async def close(self) -> None:
        """Close what is still open."""
        if self._acceptor is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CLOSING_TIMEOUT):
                    await self._acceptor.wait_closed()


def host_key(path: Path) -> asyncssh.SSHKey:
    """The server's key, created at the first start. Raises OSError, also if others may read it."""
    if not path.exists():
        key = asyncssh.generate_private_key("ssh-ed25519", comment="caravan_tui")
        files.write(path, key.export_private_key())
    status = path.stat()
    if status.st_mode & 0o077 or status.st_uid != os.getuid():
        text = _("{file}: only the owner may read the server's key (chmod 600)")
        raise PermissionError(errno.EACCES, text.format(file=path))
    return asyncssh.read_private_key(str(path))


def fingerprint(path: Path) -> str:
    """The fingerprint of the server's key, which clients show."""
    return str(asyncssh.read_private_key(str(path)).get_fingerprint())
