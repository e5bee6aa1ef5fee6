"""Wait for a state instead of for a time."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Callable
from typing import Any

from textual.css.query import NoMatches
from textual.pilot import Pilot


async def until(
    condition: Callable[..., object], pilot: Pilot[Any] | None = None, seconds: float = 60.0
) -> None:
    """Return as soon as `condition()` is true.

    `condition` needs no argument; it may keep a variable of a loop as the default of one.
    Between checks the event loop runs; with `pilot`, its app also handles all messages that wait,
    and its screen must have been composed.
    A condition that looks up a row or a widget that does not exist yet is not true yet.
    Raises AssertionError with the source of the condition after `seconds`, from the lookup that
    failed last.
    """
    end = time.monotonic() + seconds
    while True:
        missing: Exception | None = None
        try:
            if condition() and (pilot is None or pilot.app.screen.is_mounted):
                return
        except (LookupError, NoMatches) as error:
            missing = error
        if time.monotonic() > end:
            message = f"not true after {seconds:g} s: {_source(condition)}"
            raise AssertionError(message) from missing
        await asyncio.sleep(0.01)
        if pilot is not None:
            await pilot.pause()


def _source(condition: Callable[..., object]) -> str:
    try:
        return " ".join(inspect.getsource(condition).split())
    except (OSError, TypeError):
        return repr(condition)
