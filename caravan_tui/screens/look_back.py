"""The way to the replay and the analysis of a match, from wherever it is named."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from caravan_tui.words import _

if TYPE_CHECKING:
    from textual.screen import Screen

    from caravan_tui.engine.playback import Playback


async def playback_of(screen: Screen, match_id: str) -> Playback | None:
    """The steps of a match. None, with a word to the user, if they cannot be had here."""
    from caravan_tui.engine.playback import Playback

    host = screen.app.host
    look = getattr(host, "look_back", None)
    if look is None:
        screen.notify(_("Matches can be looked back at where they are saved; not here."))
        return None
    match = await look(match_id)
    if match is None:
        for notice in host.notices():
            screen.notify(notice, severity="warning", timeout=10)
        return None
    return await asyncio.to_thread(Playback, match)


def people(playback: Playback) -> list[int]:
    """The seats of the people in a match."""
    seats = playback.match.record.seats
    return [number for number, seat in enumerate(seats) if seat.is_person]


async def look_back(screen: Screen, match_id: str, at: int | None = None) -> None:
    """Open the replay of a match at its last step, or at the one given."""
    from caravan_tui.screens.replay import ReplayScreen

    playback = await playback_of(screen, match_id)
    if playback is not None:
        if at is None:
            at = 0 if playback.over else playback.last
        screen.app.push_screen(ReplayScreen(playback, people(playback), at))


async def look_into(screen: Screen, match_id: str) -> None:
    """Open the analysis of a match."""
    from caravan_tui.screens.analysis import AnalysisScreen

    playback = await playback_of(screen, match_id)
    if playback is not None:
        screen.app.push_screen(AnalysisScreen(playback, people(playback)))
