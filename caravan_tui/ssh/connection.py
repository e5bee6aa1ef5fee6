"""One SSH connection: proves its key, and opens a session of the app and nothing else."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import NoReturn

import asyncssh

from caravan_tui.i18n import _, later
from caravan_tui.server.accounts import Account, account_id_of
from caravan_tui.server.timers import Timer
from caravan_tui.sessions.gate import DoorConnection, Gate, RejectedError, network_of
from caravan_tui.sessions.session import SessionServices
from caravan_tui.sessions.sockets import tune_socket
from caravan_tui.ssh.algorithms import demand_strong_signature, is_strong
from caravan_tui.ssh.bounds import BoundedChannel, bounded_channel
from caravan_tui.ssh.channel import SessionChannel
from caravan_tui.ssh.keys import KeyList

_SIGNING_IN, _NO_SESSION = later("signing in"), later("no session")
_ANSWERING, _PLAYING = later("answering questions"), later("playing")
_BUSY = later("Too many new connections. Try again in a minute.")


class Connection(asyncssh.SSHServer):
    """One connection. Accepts keys only; everything but a session is refused."""

    def __init__(
        self,
        services: SessionServices,
        gate: Gate[DoorConnection],
        keys: KeyList,
        address: str = "",
    ) -> None:
        """`address`: the client's, where it is not that of the other end of the socket."""
        self._services = services
        self._gate = gate
        self._keys = keys
        self._connection: asyncssh.SSHServerConnection | None = None
        self._fingerprint = ""
        self._is_proved = False
        self._deadline: Timer | None = None
        self._is_key_weak = False
        self._has_shown_hint = False
        self.address = address
        self.network = ""
        self.opened = time.monotonic()
        self.channel: SessionChannel | None = None

    # State

    @property
    def account(self) -> Account | None:
        """The account whose key was proved."""
        if not self._is_proved:
            return None
        return self._services.accounts.of_key(account_id_of(self._fingerprint))

    @property
    def state(self) -> str:
        """How far the client has come, in English as in the catalogue."""
        if not self._is_proved:
            return _SIGNING_IN
        channel = self.channel
        if channel is None or not channel.is_running or channel.session is None:
            return _NO_SESSION
        return _ANSWERING if channel.session.client is None else _PLAYING

    @property
    def is_stranger(self) -> bool:
        """Whether no account's key was proved."""
        return self.account is None

    # Lifecycle

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        if not self.address:
            peer = conn.get_extra_info("peername")
            self.address = str(peer[0]) if peer else "?"
        self.network = network_of(self.address)
        try:
            self._gate.check(self.address)
        except RejectedError as error:
            self._services.audit_log.write("refused", what=str(error), address=self.address)
            text = _("The server is shutting down. Try again later.")
            if not self._gate.is_closed:
                text = _(_BUSY)
            # Clients show the text only after asyncssh has sent its version.
            code = asyncssh.DISC_TOO_MANY_CONNECTIONS
            asyncio.get_running_loop().call_soon(conn.disconnect, code, text)
            return
        self._gate.add(self)
        tune_socket(conn.get_extra_info("socket"), self._services.config.keepalive_interval)

    def auth_completed(self) -> None:
        self._is_proved = True
        if not self.is_stranger:
            self._gate.trust(self.network)
        self._deadline = self._services.timers().call_later(
            self._services.config.session_request_timeout, self._check_session
        )

    def _check_session(self) -> None:
        if self.channel is None or not self.channel.is_running:
            self.close("no session", later("No session was opened."))

    def session_requested(self) -> tuple[BoundedChannel, SessionChannel] | bool:
        if self.channel is not None or self._connection is None or not self._fingerprint:
            return False  # one session for each connection
        self.channel = SessionChannel(
            self._services, self._connection, self._fingerprint, self.address
        )
        return bounded_channel(self._connection, self._log_forwarding), self.channel

    def evict(self) -> None:
        """Close the connection to make room for somebody with an account."""
        self.close("made room", _BUSY)

    def close(self, reason: str, text: str) -> None:
        """Close the connection and log the reason. The client sees the text, which is English as
        in the catalogue."""
        seconds = round(time.monotonic() - self.opened)
        self._services.audit_log.write("closed", what=reason, address=self.address, seconds=seconds)
        channel = self.channel
        if channel is not None and channel.is_running and channel.session is not None:
            channel.session.end(text)
        elif self._connection is not None:
            self._connection.disconnect(asyncssh.DISC_BY_APPLICATION, _(text))

    def connection_lost(self, exc: Exception | None) -> None:
        if isinstance(exc, (asyncssh.CompressionError, asyncssh.ProtocolError)):
            self._services.audit_log.write(
                "refused", what="protocol", address=self.address, why=exc.reason
            )
        if self._deadline is not None:
            self._deadline.cancel()
        self._gate.remove(self)

    # Authentication

    def begin_auth(self, username: str) -> bool:
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        if not is_strong(key):
            self._is_key_weak = True
            return False
        demand_strong_signature(key)
        self._fingerprint = key.get_fingerprint()
        return self._keys.accepts(key, self.address)

    def password_auth_supported(self) -> bool:
        return False

    # Keyboard-interactive authentication asks nothing and accepts nobody: it is the only way to
    # show a text to a client without a key.

    def kbdint_auth_supported(self) -> bool:
        return True

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> tuple[str, str, str, list[tuple[str, bool]]] | bool:
        if self._has_shown_hint:
            return False
        self._has_shown_hint = True
        if self._services.config.policy == "keys":
            text = _("Your key is not on this server's list.")
        elif self._is_key_weak:
            text = _("Your SSH key is too weak. Create another: ssh-keygen -t ed25519")
        else:
            text = _("You need an SSH key, not a password. Create one: ssh-keygen -t ed25519")
        return "caravan_tui", text, "en", []

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        return False

    # Forwarding

    def connection_requested(
        self, dest_host: str, dest_port: int, orig_host: str, orig_port: int
    ) -> NoReturn:
        self._refuse_forwarding("TCP")

    def unix_connection_requested(self, dest_path: str) -> NoReturn:
        self._refuse_forwarding("Unix")

    def tun_requested(self, unit: int | None) -> NoReturn:
        self._refuse_forwarding("tun")

    def tap_requested(self, unit: int | None) -> NoReturn:
        self._refuse_forwarding("tap")

    def server_requested(self, listen_host: str, listen_port: int) -> bool:
        self._log_forwarding("TCP listener")
        return False

    def unix_server_requested(self, listen_path: str) -> bool:
        self._log_forwarding("Unix listener")
        return False

    def _refuse_forwarding(self, kind: str) -> NoReturn:
        self._log_forwarding(kind)
        text = _("This server doesn't allow forwarding.")
        raise asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, text)

    def _log_forwarding(self, kind: str) -> None:
        self._services.audit_log.write(
            "refused", what="forwarding", kind=kind, address=self.address
        )
