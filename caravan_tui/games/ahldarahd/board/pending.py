"""What is not done by a single key, and why."""

from __future__ import annotations

from enum import Enum, auto


class Costly(Enum):
    """What the player is told first and does by asking for it once more."""

    UNSEEN_ROUTE = auto()
    """To have the route to which the cursor went by itself."""
    EMPTY_BUILDING = auto()
    """To end the building with nothing built, while something can be."""
    BARE_OFFER = auto()
    """To send an offer that gives nothing."""
    LATE_WITHDRAWAL = auto()
    """To withdraw an offer where that costs something, as it cannot be undone."""
