"""Whether a screen is covered, and whether its layout comes to rest."""

from __future__ import annotations

import asyncio
from typing import Any

from textual.pilot import Pilot

from caravan_tui.screens.too_small import Gate

QUIET = 5
"""Times that all messages are handled without a layout, after which there will be none."""


def is_covered(pilot: Pilot[Any]) -> bool:
    """Whether the screen on top says that the terminal is too small."""
    return any(cover.region.area for cover in pilot.app.screen.query(Gate))


async def until_at_rest(pilot: Pilot[Any], seconds: float = 60.0) -> None:
    """Wait until the screen on top is laid out no more, while nobody acts.

    Raises TimeoutError where sizes go round and round.
    """
    layouts: list[object] = []
    signal = pilot.app.screen.screen_layout_refresh_signal
    signal.subscribe(pilot.app, layouts.append, immediate=True)
    quiet = 0
    async with asyncio.timeout(seconds):
        while quiet < QUIET:
            count = len(layouts)
            await pilot.pause()
            quiet = quiet + 1 if len(layouts) == count else 0
    signal.unsubscribe(pilot.app)
