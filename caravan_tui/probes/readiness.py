"""Whether a server should get players: it has started, does not stop, and its disk takes saves."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path

from caravan_tui import files
from caravan_tui.probes.http import Page, page

SAMPLE = 64 << 10
"""Bytes that are written to try the disk: more than the save of most matches."""
FRESH = 10.0
"""Seconds for which what the disk said last still holds."""
WRITE_PATIENCE = 2.0
"""Seconds in which the disk must have taken them."""


class DiskCheck:
    """Tries a folder by writing a file there, and removes it."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._path = folder / "disk-check"
        self._clock = clock
        self._task: asyncio.Task[bool] | None = None
        self._checked = -FRESH
        self._works = False

    async def works(self) -> bool:
        """Whether the disk takes files. One write at a time; of one that hangs nobody waits for
        the end."""
        if self._task is None and self._clock() - self._checked >= FRESH:
            self._task = asyncio.create_task(asyncio.to_thread(self._write))
            self._task.add_done_callback(self._end)
        if self._task is not None:
            await asyncio.wait({self._task}, timeout=WRITE_PATIENCE)
        return self._works and self._task is None

    def _end(self, task: asyncio.Task[bool]) -> None:
        self._task = None
        self._checked = self._clock()
        self._works = not task.cancelled() and task.exception() is None and task.result()

    def _write(self) -> bool:
        try:
            files.write(self._path, os.urandom(SAMPLE))  # a disk that compresses saves nothing
            self._path.unlink()
        except OSError:
            return False
        return True


class Readiness:
    """The pages `/livez` and `/readyz`."""

    def __init__(self, phase: Callable[[], str], disk: DiskCheck) -> None:
        """`phase()`: why the server takes no players by itself, such as `starting`; empty if it
        does."""
        self._phase = phase
        self._disk = disk

    async def problem(self) -> str:
        """Why no player should be sent here; empty if nothing speaks against it."""
        return self._phase() or ("" if await self._disk.works() else "the disk refuses saves")

    async def ready(self) -> Page:
        """The page `/readyz`."""
        problem = await self.problem()
        if problem:
            return page(f"not ready: {problem}", HTTPStatus.SERVICE_UNAVAILABLE)
        return page("ready")

    async def alive(self) -> Page:
        """The page `/livez`: that it comes is the answer."""
        return page("alive")
