"""What stands between the network and a session: keys, and refusals."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import asyncssh

from caravan_tui.ssh.visit import Visit
from caravan_tui.words import _

if TYPE_CHECKING:
    from caravan_tui.ssh.server import Server

STOPPING = "stopping"
"""Why there is no new connection: the server ends."""


class Door(asyncssh.SSHServer):
    """One connection: lets a key in, and opens nothing but sessions of the app."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._connection: asyncssh.SSHServerConnection | None = None
        self._fingerprint = ""
        self._address = ""
        self._opened = False
        self._counted = False
        self._told = False

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        peer = conn.get_extra_info("peername")
        self._address = str(peer[0]) if peer else "?"
        why = self._server.why_not_connect(self._address)
        if why:
            self._server.event("refused", what=why, address=self._address)
            text = _("The server stops just now; come back later.")
            if why != STOPPING:
                text = _("Too many new connections; come back in a minute.")
            # Not before asyncssh has said its version: then clients show the text.
            code = asyncssh.DISC_TOO_MANY_CONNECTIONS
            asyncio.get_running_loop().call_soon(conn.disconnect, code, text)
            return
        self._counted = True
        self._server.connections += 1
        self._server.tune(conn.get_extra_info("socket"))

    def connection_lost(self, exc: Exception | None) -> None:
        if self._counted:
            self._counted = False
            self._server.connections -= 1

    def begin_auth(self, username: str) -> bool:
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        self._fingerprint = key.get_fingerprint()
        return self._server.lets_in(key, self._address)

    def password_auth_supported(self) -> bool:
        return False

    def kbdint_auth_supported(self) -> bool:
        return True

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> tuple[str, str, str, list[tuple[str, bool]]] | bool:
        if self._told:
            return False
        self._told = True
        # Asks nothing and lets nobody in: it is how to say something to one without a key.
        if self._server.config.policy == "keys":
            text = _("Your key is not on this server's list.")
        else:
            text = _("You need an SSH key, no password. Make one: ssh-keygen -t ed25519")
        return "caravan_tui", text, "en", []

    def validate_kbdint_response(self, username: str, responses: Any) -> bool:
        return False

    def connection_requested(
        self, dest_host: str, dest_port: int, orig_host: str, orig_port: int
    ) -> Any:
        return self._no_way()

    def unix_connection_requested(self, dest_path: str) -> Any:
        return self._no_way()

    def _no_way(self) -> Any:
        self._server.event("refused", what="forwarding", address=self._address)
        text = _("This server forwards nothing.")
        raise asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, text)

    def session_requested(self) -> Any:
        if self._opened or not self._fingerprint:
            return False  # one session a connection
        self._opened = True
        return Visit(self._server, self._connection, self._fingerprint, self._address)
