"""Open the replay or the analysis of a match, from wherever it is listed."""

from __future__ import annotations

import asyncio
from typing import Any

from caravan_tui.engine.playback import Playback
from caravan_tui.i18n import _
from caravan_tui.presentation.analyses import recall
from caravan_tui.presentation.eyes import people
from caravan_tui.screens.base import BaseScreen


async def playback_of(screen: BaseScreen[Any], match_id: str) -> Playback | None:
    """Load the steps of a match. None, with a notification, if that is not possible."""
    host = screen.app.host
    if not host.saves_matches:
        screen.explain(_("Matches are not saved here, so there is nothing to replay."))
        return None
    match = await host.look_back(match_id)
    if match is None:
        screen.app.show_notices()
        return None
    await recall(host, match)
    return await asyncio.to_thread(Playback, match)


async def look_back(screen: BaseScreen[Any], match_id: str, step: int | None = None) -> None:
    """Open the replay of a match: at a step, or at its start if it is over, else its last step."""
    playback = await playback_of(screen, match_id)
    if playback is not None:
        if step is None:
            step = 0 if playback.over else playback.last
        screen.app.open("replay", playback, people(playback), step)


async def look_into(screen: BaseScreen[Any], match_id: str) -> None:
    """Open the analysis of a match."""
    playback = await playback_of(screen, match_id)
    if playback is not None:
        screen.app.open("analysis", playback, people(playback))
