"""Which keys may sign in: all, or those of a list."""

from __future__ import annotations

import logging
from pathlib import Path

import asyncssh

from caravan_tui.server.audit_log import AuditLog
from caravan_tui.server.config import Config

log = logging.getLogger(__name__)


class KeyList:
    """Decides which keys sign in."""

    def __init__(self, config: Config, audit_log: AuditLog) -> None:
        self._config = config
        self._audit_log = audit_log
        self._keys: tuple[float, asyncssh.SSHAuthorizedKeys | None] = (0.0, None)
        """When the list of keys was changed last, and its contents."""

    def accepts(self, key: asyncssh.SSHKey, address: str) -> bool:
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
