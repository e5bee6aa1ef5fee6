"""Who may open a session: which keys, how many sessions, how many tries of an invite code."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path

import asyncssh

from caravan_tui.i18n import later
from caravan_tui.server.audit_log import AuditLog
from caravan_tui.server.client import Client
from caravan_tui.server.config import Config
from caravan_tui.ssh.gate import RateLimits, network_of

log = logging.getLogger(__name__)

INVITE_ATTEMPTS_PER_MINUTE = 6.0
"""Invite codes that may be tried from one address."""


class CapacityError(Exception):
    """There is no room for another session; `text` says so, in English as in the catalogue."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class Admission:
    """Decides who may open a session."""

    def __init__(self, config: Config, clients: Mapping[str, Client], audit_log: AuditLog) -> None:
        """`clients`: by account, those with a session."""
        self._config = config
        self._clients = clients
        self._audit_log = audit_log
        self._invite_attempts = RateLimits()
        self._keys: tuple[float, asyncssh.SSHAuthorizedKeys | None] = (0.0, None)
        """When the list of keys was changed last, and its contents."""

    def accepts_key(self, key: asyncssh.SSHKey, address: str) -> bool:
        """Whether this key may sign in: any key, unless the policy is a list of keys."""
        if self._config.policy != "keys":
            return True
        keys = self._authorized_keys()
        return keys is not None and keys.validate(key, "", address) is not None

    def _authorized_keys(self) -> asyncssh.SSHAuthorizedKeys | None:
        """The list of keys, read again when its file has changed."""
        path = self._config.keys_file or Path()
        try:
            modified = path.stat().st_mtime
            if modified != self._keys[0]:
                self._keys = modified, asyncssh.read_authorized_keys(str(path))
        except (OSError, ValueError) as error:
            log.warning("the list of keys cannot be read: %s", error)
            self._audit_log.write("keys_unreadable", reason=str(error))
            self._keys = 0.0, None
        return self._keys[1]

    def check_capacity(self, address: str, account_id: str) -> None:
        """Raise CapacityError if the server, or this address, can have no further session.

        A session that the account has already does not count, because a new one replaces it.
        """
        others = [client for client in self._clients.values() if client.account.id != account_id]
        if len(others) >= self._config.max_sessions:
            raise CapacityError(later("The server is full. Try again later."))
        network = network_of(address)
        neighbours = sum(network_of(client.address) == network for client in others)
        if neighbours >= self._config.max_sessions_per_address:
            raise CapacityError(later("Too many sessions from your address."))

    def take_invite_attempt(self, address: str) -> bool:
        """Whether an invite code may be tried from this address now; counts the attempt."""
        rate = INVITE_ATTEMPTS_PER_MINUTE
        return self._invite_attempts.take(address, rate / 60.0, round(rate))
