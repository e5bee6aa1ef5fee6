"""The bus over a Unix socket: the side of the table host.

The other end is a process that talks to a stranger, so nothing it sends is believed: who it is
comes from a token, what it may say from the token's `Access`; frames are bounded in size, time and
number; whatever breaks the form is cut off and logged; and nothing that one connection does
reaches another.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import stat
from hashlib import sha256
from pathlib import Path

from caravan_tui.bus.base import Bus
from caravan_tui.bus.connection import Connection, Limits, OnAnswered
from caravan_tui.bus.permissions import Access

log = logging.getLogger(__name__)


class BusServer:
    """Lets sessions on this machine take part in a bus, each as far as its token allows."""

    def __init__(self, bus: Bus, path: Path, limits: Limits | None = None) -> None:
        """`path`: where the socket shall be; its folder belongs to nobody else (0700)."""
        self.bus = bus
        self.path = path
        self.limits = limits or Limits()
        self._access: dict[bytes, Access] = {}
        self._connections: dict[Connection, bytes | None] = {}
        self._server: asyncio.Server | None = None
        self.on_answered: OnAnswered = lambda _request, _answer, _seconds: None
        """Called for every request of a session that is answered."""

    async def start(self) -> None:
        """Listen. Raises OSError if the folder is not ours alone or the path is too long."""
        folder = self.path.parent
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        facts = folder.lstat()
        if not stat.S_ISDIR(facts.st_mode) or facts.st_uid != os.getuid():
            raise PermissionError(f"{folder} is not a folder of this user")
        folder.chmod(0o700)
        with contextlib.suppress(FileNotFoundError):
            self.path.unlink()
        self._server = await asyncio.start_unix_server(
            self._meet, str(self.path), limit=self.limits.largest
        )
        self.path.chmod(0o600)

    async def close(self) -> None:
        """Cut everyone off and stop listening."""
        if self._server is not None:
            self._server.close()
        connections = list(self._connections)
        for connection in connections:
            connection.cut("the server stops", logging.DEBUG)
        await asyncio.gather(
            *(connection.ended.wait() for connection in connections), return_exceptions=True
        )
        with contextlib.suppress(OSError):
            self.path.unlink()

    def admit(self, access: Access) -> str:
        """A new token with these rights."""
        token = secrets.token_urlsafe(32)
        self._access[_key(token)] = access
        return token

    def revoke(self, token: str) -> None:
        """End the rights of a token and the connection that uses it."""
        key = _key(token)
        self._access.pop(key, None)
        for connection, used in list(self._connections.items()):
            if used == key:
                connection.cut("its token was revoked", logging.INFO)

    def connected(self, token: str) -> bool:
        """Whether somebody is connected with this token."""
        return _key(token) in self._connections.values()

    def _authorize(self, connection: Connection, token: str) -> Access | None:
        """The rights of a token that a connection shows; an older one with it is cut off, unless
        the token is shared."""
        key = _key(token)
        access = self._access.get(key)
        if access is not None:
            for other, used in list(self._connections.items()):
                if used == key and other is not connection and not access.is_shared:
                    other.cut("taken over by a new connection", logging.INFO)
            self._connections[connection] = key
        return access

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = Connection(
            self.bus, self.limits, self._authorize, self.on_answered, reader, writer
        )
        if len(self._connections) >= self.limits.connections:
            log.warning("too many connections: one is turned away")
            writer.close()
            return
        self._connections[connection] = None
        try:
            await connection.run()
        except Exception:
            log.exception("a connection failed")
        finally:
            self._connections.pop(connection, None)
            connection.ended.set()


def _key(token: str) -> bytes:
    return sha256(token.encode("utf-8", "replace")).digest()
