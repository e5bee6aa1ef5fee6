"""The folders of accounts."""

from __future__ import annotations


class Homes:
    """Keeps the folder of each account, which its sessions read and write, where it is."""

    async def open(self, account: str) -> None:
        """An account signs in: its folder is to be here, as it was left. Raises OSError."""

    async def saved(self, account: str) -> None:
        """Something that must not be lost was written to the folder. Raises OSError."""

    async def close(self, account: str) -> None:
        """The account is connected no longer."""
