"""A replay that plays by itself."""

from __future__ import annotations

from collections.abc import Callable

from textual.message_pump import MessagePump
from textual.timer import Timer

PACES = (3.0, 2.0, 1.2, 0.7, 0.4, 0.2, 0.08)
"""Seconds between two steps, slowest first."""

DEFAULT_PACE = 3


class AutoPlay:
    """Calls `step` at a pace that can be changed, until it is stopped."""

    def __init__(self, owner: MessagePump, step: Callable[[], None]) -> None:
        """`owner`: the screen, which the timer ends with."""
        self.pace = DEFAULT_PACE
        """Index into PACES."""
        self._owner = owner
        self._step = step
        self._timer: Timer | None = None

    @property
    def is_playing(self) -> bool:
        """Whether it plays now."""
        return self._timer is not None

    @property
    def seconds(self) -> float:
        """Seconds between two steps."""
        return PACES[self.pace]

    def start(self) -> None:
        """Play, from now on at the pace that is set."""
        self.stop()
        self._timer = self._owner.set_interval(self.seconds, self._step)

    def stop(self) -> None:
        """Stop playing."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def change_pace(self, by: int) -> None:
        """Play faster (1) or slower (-1), as far as there are paces."""
        self.pace = max(0, min(self.pace + by, len(PACES) - 1))
        if self.is_playing:
            self.start()
