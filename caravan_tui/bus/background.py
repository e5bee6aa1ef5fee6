"""Tasks that nobody waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


class BackgroundTasks:
    """Keeps tasks while they run: an event loop alone would let them be collected unfinished."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Any]) -> None:
        """Begin some work in the running loop."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def cancel(self) -> None:
        """End all of them."""
        for task in list(self._tasks):
            task.cancel()

    async def finish(self) -> None:
        """Wait until all have done their work, or failed."""
        if self._tasks:
            await asyncio.wait(self._tasks)
