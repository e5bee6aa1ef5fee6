"""Sessions without a process, for what the server does before, beside and after the app."""

from __future__ import annotations

import contextlib
import os

import msgspec

from caravan_tui.sessions.environment import REPAINT_SIGNAL, WATCH
from caravan_tui.sessions.spawner import Child, Spawner


class StubSpawner(Spawner):
    """Each session prints "Lobby" and runs until it gets a signal; its terminal echoes. It prints
    "Repainted" when it is to paint everything anew. A process that draws a match draws what
    `draw` is given."""

    def __init__(self) -> None:
        self._children: set[Child] = set()
        self.drawing: dict[str, tuple[dict[str, str], int]] = {}
        """By match: the environment and the terminal of the process that draws it."""

    async def spawn(self, terminal: int, environment: dict[str, str]) -> Child:
        slave = os.dup(terminal)
        watched = environment.get(WATCH, "")
        match = msgspec.json.decode(watched)["match"] if watched else ""
        if match:
            self.drawing[match] = environment, slave
        else:
            os.write(slave, b"Lobby\n")

        def end(number: int) -> None:
            if number == REPAINT_SIGNAL:
                os.write(slave, b"Repainted\n")
                return
            self._children.discard(child)
            self.drawing.pop(match, None)
            with contextlib.suppress(OSError):
                os.close(slave)
            child.ended.set_result(128 + number)

        child = Child(0, end)
        self._children.add(child)
        return child

    def draw(self, match: str, row: int, text: str) -> None:
        """Have the process of a watched match draw a row."""
        rows = {str(row): f"<text>{text}</text>"}
        os.write(self.drawing[match][1], msgspec.json.encode({"rows": rows, "styles": ""}) + b"\n")

    async def close(self) -> None:
        for child in list(self._children):
            await child.end()
