"""Sessions without a process, for what the server does before, beside and after the app."""

from __future__ import annotations

import contextlib
import os

from caravan_tui.sessions.environment import REPAINT_SIGNAL
from caravan_tui.sessions.spawner import Child, Spawner


class StubSpawner(Spawner):
    """Each session prints "Lobby" and runs until it gets a signal; its terminal echoes. It prints
    "Repainted" when it is to paint everything anew."""

    def __init__(self) -> None:
        self._children: set[Child] = set()

    async def spawn(self, terminal: int, environment: dict[str, str]) -> Child:
        slave = os.dup(terminal)
        os.write(slave, b"Lobby\n")

        def end(number: int) -> None:
            if number == REPAINT_SIGNAL:
                os.write(slave, b"Repainted\n")
                return
            self._children.discard(child)
            with contextlib.suppress(OSError):
                os.close(slave)
            child.ended.set_result(128 + number)

        child = Child(0, end)
        self._children.add(child)
        return child

    async def close(self) -> None:
        for child in list(self._children):
            await child.end()
