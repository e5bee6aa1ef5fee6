"""Where matches between people are stored while they are played."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Collection
from pathlib import Path
from typing import Protocol

from caravan_tui.engine import Match
from saves.errors import SaveError
from saves.store import Store


class MatchStore(Protocol):
    """Stores the matches that this server plays. A match that was loaded or saved is this server's
    until `release`."""

    confirms_saves: bool
    """See `Services`. So it is where another host may go on with what is stored."""

    async def load(self, match_id: str) -> Match:
        """Load a match. Raises SaveError; MissingError if there is none, UnreachableError if that
        cannot be told now."""
        ...

    async def is_new(self, match_id: str) -> bool:
        """Whether nothing was ever stored of a match: none was set aside as damaged or deleted. So
        it is if a server is killed before the first save of a match. Raises UnreachableError."""
        ...

    async def save(self, match: Match) -> None:
        """Store a match as it is when this is called. Raises SaveError."""
        ...

    async def discard(self, match_id: str) -> None:
        """Remove a match that is not open. One that cannot be removed stays."""
        ...

    def may_change(self, match_id: str) -> bool:
        """Whether a match may go on here now: no other host can have taken it."""
        ...

    def release(self, match_id: str) -> None:
        """Let others have a match."""
        ...

    def release_all(self) -> None:
        """Let others have every match."""
        ...

    async def tidy(self, wanted: Collection[str]) -> list[str]:
        """Remove what a killed server left behind, and the matches that are over and not in
        `wanted`. Returns the ids of these."""
        ...


class FolderStore:
    """The matches of one server, in its folder; removed ones stay in the trash for a while."""

    confirms_saves = False

    def __init__(self, home: Path) -> None:
        self.store = Store(home)

    async def load(self, match_id: str) -> Match:
        match, _notes = await asyncio.to_thread(self.store.load, match_id)
        return match

    async def is_new(self, match_id: str) -> bool:
        folders = self.store.folder, self.store.damaged, self.store.trash
        return not any(any(folder.glob(f"{match_id}*")) for folder in folders)

    async def save(self, match: Match) -> None:
        await self.store.save(match)

    async def discard(self, match_id: str) -> None:
        with contextlib.suppress(SaveError):
            await asyncio.to_thread(self.store.delete, match_id)
        self.store.release(match_id)

    def may_change(self, match_id: str) -> bool:
        return True

    def release(self, match_id: str) -> None:
        self.store.release(match_id)

    def release_all(self) -> None:
        self.store.release_all()

    async def tidy(self, wanted: Collection[str]) -> list[str]:
        return await asyncio.to_thread(self.store.tidy, wanted)
