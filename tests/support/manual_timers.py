"""A clock that only the test advances."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable
from typing import Any


class ManualTimer:
    """A callback that is due later."""

    def __init__(self, call: Callable[[], object]) -> None:
        self.call = call
        self.is_cancelled = False

    def cancel(self) -> None:
        """Do not call back."""
        self.is_cancelled = True


class ManualTimers:
    """In place of an event loop where a `Timers` is wanted: time stands still until `advance`."""

    def __init__(self) -> None:
        self._now = 1000.0
        self._order = itertools.count()
        self._timers: list[tuple[float, int, ManualTimer]] = []

    def time(self) -> float:
        """Seconds, by which `advance` was called."""
        return self._now

    def call_later(
        self, delay: float, callback: Callable[..., object], /, *args: Any
    ) -> ManualTimer:
        """Call back as soon as the test has advanced the time by `delay` seconds."""
        timer = ManualTimer(lambda: callback(*args))
        heapq.heappush(self._timers, (self._now + delay, next(self._order), timer))
        return timer

    def advance(self, seconds: float) -> None:
        """Let time pass and call back what is due by then, also if it is requested meanwhile."""
        end = self._now + seconds
        while self._timers and self._timers[0][0] <= end:
            due, _number, timer = heapq.heappop(self._timers)
            self._now = max(self._now, due)
            if not timer.is_cancelled:
                timer.call()
        self._now = end
