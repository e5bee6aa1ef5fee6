"""What the tests of screens share: waiting for what a screen does in its own time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Input

from caravan_tui.widgets.dialog import Typed


async def until(pilot: Pilot[Any], so: Callable[[], Any], seconds: float = 15.0) -> None:
    """Wait until something is so; fails after some seconds."""
    for _ in range(int(seconds / 0.02)):
        if so():
            return
        await pilot.pause(0.02)
    raise AssertionError("it did not become so")


def typed_line(pilot: Pilot[Any]) -> list[Input]:
    """The line of the window in which something is typed, once it is there."""
    return list(pilot.app.screen.query(Input)) if isinstance(pilot.app.screen, Typed) else []
