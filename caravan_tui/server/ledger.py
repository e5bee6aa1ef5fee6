"""The finished matches between people that count for ratings."""

from __future__ import annotations

import asyncio
import logging
from bisect import insort
from collections.abc import Sequence
from pathlib import Path

from caravan_tui.competition.played import Played
from saves.errors import SaveError
from saves.lines import LineFile

log = logging.getLogger(__name__)


class Ledger:
    """Every rated match once. Where they are stored is the matter of the classes below it."""

    def __init__(self) -> None:
        self._known: set[str] = set()
        self._all: list[Played] = []
        self.edition = 0
        """A number that changes when a match comes in between older ones."""

    def all(self) -> Sequence[Played]:
        """Every match, in the order in which they ended. While the edition is the same, new ones
        are at the end."""
        return self._all

    def has(self, match: str) -> bool:
        """Whether a match is counted already."""
        return match in self._known

    async def add(self, played: Played) -> None:
        """Count a match, unless it is counted already. Raises OSError or SaveError."""
        raise NotImplementedError

    def _count(self, played: Played) -> None:
        if played.match in self._known:
            return
        self._known.add(played.match)
        if self._all and _order(played) < _order(self._all[-1]):
            insort(self._all, played, key=_order)
            self.edition += 1
        else:
            self._all.append(played)


def _order(played: Played) -> tuple[float, str]:
    return played.ended, played.match


class LedgerFile(Ledger):
    """The matches of one server, a line each. A damaged line costs one match."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._lines = LineFile(path, Played)
        self._adding = asyncio.Lock()
        try:
            for played in self._lines.read():
                self._count(played)
        except SaveError as error:
            log.error("%s cannot be read: %s", path, error)
        if self._lines.damaged:
            log.error("%s: %d lines cannot be read", path, self._lines.damaged)

    async def add(self, played: Played) -> None:
        async with self._adding:
            if self.has(played.match):
                return
            await asyncio.to_thread(self._lines.add, played)
            self._count(played)
