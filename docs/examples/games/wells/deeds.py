"""What is worth doing once in The Wells."""

from __future__ import annotations

from caravan_tui.games.deeds import Chronicle, Deed
from caravan_tui.games.wells.events import Lay, Win
from caravan_tui.games.wells.rules import WellsState
from caravan_tui.i18n import later


def _small_skin(chronicle: Chronicle[WellsState]) -> bool:
    return any(
        event.skin <= 5
        for step in chronicle.steps
        for event in step.events
        if isinstance(event, Lay) and event.seat == chronicle.seat
        if any(isinstance(won, Win) and won.seat == chronicle.seat for won in step.events)
    )


DEEDS = (
    Deed(
        "wells.small_skin",
        later("A cup is enough"),
        later("Take a well with a skin of 5 or less: save the large ones for later."),
        _small_skin,
    ),
)
