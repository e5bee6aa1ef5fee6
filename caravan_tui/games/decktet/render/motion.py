"""Which cards of the table move now: dealt, laid or raised."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from caravan_tui.games.contract import Event
from caravan_tui.games.decktet.events import HandStarted, Played

DEAL_FRAMES = 4
"""Frames of a deal, before all cards are there."""

LAY_FRAMES = 3
"""Frames in which the cards of a play go to the table."""

RISE_SECONDS = 0.04
"""For which a card is lit before it has risen."""


class Motion(Enum):
    NONE = 0
    DEAL = 1
    LAY = 2
    RISE = 3


class CardMotion:
    """Follows what happens to the cards; knows no screen."""

    def __init__(self) -> None:
        self.newest = Motion.NONE
        """What moves, or moved last."""
        self.player = 0
        """The seat that has laid the newest play."""
        self._raised = 0
        self._rising = 0

    def follow(self, events: Iterable[Event], *, has_hand: bool) -> int:
        """Take in what led to a position, and return the frames in which it is shown. `has_hand`:
        whether cards are seen to be dealt."""
        happened = list(events)
        if has_hand and any(isinstance(event, HandStarted) for event in happened):
            self.newest = Motion.DEAL
            return DEAL_FRAMES
        plays = [event for event in happened if isinstance(event, Played)]
        if not plays:
            return 0
        self.newest, self.player = Motion.LAY, plays[-1].seat
        return LAY_FRAMES

    def raise_cards(self, selected: int) -> bool:
        """Take in which cards are selected now; whether some of them were not when
        this was asked before."""
        if selected == self._raised:
            return False
        self._rising, self._raised = selected & ~self._raised, selected
        if self._rising:
            self.newest = Motion.RISE
        return bool(self._rising)

    @property
    def rising(self) -> int:
        """The cards that rise, if that is what moves."""
        return self._rising if self.newest is Motion.RISE else 0
