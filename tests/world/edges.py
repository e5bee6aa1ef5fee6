"""What the product takes from the system besides disk and network: time, chance, identities.

Every module of the product that has imported `time`, `secrets`, `uuid4` or `perf_counter` gets the
world's own, so that the same seed gives the same run.
"""

from __future__ import annotations

import logging
import secrets
import sys
import time
import uuid
from collections.abc import Callable
from random import Random
from typing import Any

from tests.world.loop import START, VirtualLoop

EPOCH = 1_800_000_000
"""When the world begins, in seconds since 1970."""

PRODUCT = ("caravan_tui", "ai", "saves")


class WorldTime:
    """In place of the module `time`."""

    def __init__(self, loop: VirtualLoop) -> None:
        self._loop = loop
        self.jump = 0.0
        """By how much the wall clock is wrong."""

    def time(self) -> float:
        return EPOCH + self._loop.now - START + self.jump

    def monotonic(self) -> float:
        return self._loop.now

    def strftime(self, form: str) -> str:
        return time.strftime(form, time.gmtime(self.time()))

    def __getattr__(self, name: str) -> Any:
        return getattr(time, name)


class WorldSecrets:
    """In place of the module `secrets`: not one is secret."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self.seeds: set[int] = set()
        """What was drawn for a match between people."""

    def randbelow(self, limit: int) -> int:
        drawn = self._rng.randrange(limit)
        if limit > 1 << 60:
            self.seeds.add(drawn)
        return drawn

    def choice(self, letters: Any) -> Any:
        return self._rng.choice(letters)

    def token_urlsafe(self, count: int) -> str:
        return f"{self._rng.getrandbits(8 * count):x}"

    def __getattr__(self, name: str) -> Any:
        return getattr(secrets, name)


class Errors(logging.Handler):
    """Gathers what the product logs as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        line = record.getMessage()
        if record.exc_info and record.exc_info[1] is not None:
            line += f": {record.exc_info[1]!r}"
        self.lines.append(line)


class Edges:
    """See the module. Use `install` and `remove` around a world."""

    def __init__(self, loop: VirtualLoop, seed: int) -> None:
        rng = Random(f"{seed}:edges")
        self.time = WorldTime(loop)
        self.secrets = WorldSecrets(rng)
        self.errors = Errors()
        self._loop = loop
        self._uuid4: Callable[[], uuid.UUID] = lambda: uuid.UUID(
            int=rng.getrandbits(128), version=4
        )
        self._undo: list[tuple[Any, str, Any]] = []
        self._level = 0

    def install(self) -> None:
        """Give every module of the product the world's own edges."""
        instead = {
            id(time): self.time,
            id(secrets): self.secrets,
            id(uuid.uuid4): self._uuid4,
            id(time.perf_counter): self._loop.time,
        }
        for name, module in list(sys.modules.items()):
            if name.split(".")[0] not in PRODUCT:
                continue
            for attribute, value in list(vars(module).items()):
                edge = instead.get(id(value))
                if edge is not None:
                    self._undo.append((module, attribute, value))
                    setattr(module, attribute, edge)
        root = logging.getLogger()
        self._handlers, root.handlers = root.handlers, [self.errors]

    def remove(self) -> None:
        """Give them back what they had."""
        for module, attribute, value in reversed(self._undo):
            setattr(module, attribute, value)
        self._undo.clear()
        logging.getLogger().handlers = self._handlers
