"""Who is connected."""

from __future__ import annotations


class Presence:
    """The accounts that are connected to this server."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def __contains__(self, account: object) -> bool:
        return account in self._names

    def names(self) -> list[str]:
        """Their names, sorted."""
        return sorted(self._names.values())

    def enter(self, account: str, name: str) -> None:
        """An account is connected."""
        self._names[account] = name

    def leave(self, account: str) -> None:
        """An account is connected no longer."""
        self._names.pop(account, None)
