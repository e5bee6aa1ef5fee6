"""Signals that have the process end."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable

SHUTDOWN_SECONDS = 10
"""Seconds that the process has to end after a signal."""


def leave_when_told(leave: Callable[[int], None]) -> None:
    """Have the event loop that runs now call `leave` with the number of the signal when the process
    is told to end or loses its terminal, so that the shell gets its screen, cursor and mouse back.
    The same signal once more ends it at once, and so does a terminal that takes nothing any more,
    after a while."""
    loop = asyncio.get_running_loop()

    def handle(number: int, _frame: object) -> None:
        signal.signal(number, signal.SIG_DFL)
        end_soon()
        loop.call_soon_threadsafe(leave, number)

    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):  # Windows has no SIGHUP
            signal.signal(getattr(signal, name), handle)


def end_soon() -> None:
    """End the process in a while, whatever keeps it."""
    if hasattr(signal, "alarm"):  # not on Windows
        signal.alarm(SHUTDOWN_SECONDS)
