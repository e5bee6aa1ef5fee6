"""The clock of a server, which tests replace by one that they advance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol


class Timer(Protocol):
    """A callback that is due later."""

    def cancel(self) -> None:
        """Do not call back."""


class Timers(Protocol):
    """Tells the time and calls back later. An event loop does both."""

    def time(self) -> float:
        """Seconds since some moment in the past."""

    def call_later(self, delay: float, callback: Callable[..., object], /, *args: Any) -> Timer:
        """Call back with `args` in `delay` seconds."""
