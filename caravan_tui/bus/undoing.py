"""Taking back between people: who has to be asked, and who has been."""

from __future__ import annotations

import asyncio

from attrs import define

from caravan_tui.bus.messages import UndoAsked
from caravan_tui.engine import Match
from caravan_tui.games.contract import CHANCE

_STRIDE = 32
"""Actions looked at in one go, backwards; as far as a match replays cheaply."""


@define
class Asking:
    """An undo that the other people at a table are asked about."""

    message: UndoAsked
    missing: set[int]
    """Seats that have not answered."""
    timer: asyncio.TimerHandle
    agreed: bool = False
    """Whether anybody has agreed."""


def people(match: Match) -> list[int]:
    """The seats in which persons sit."""
    return [number for number, seat in enumerate(match.record.seats) if seat.is_person]


def others_acted(match: Match, seat: int) -> bool:
    """Whether somebody else has decided anything since this seat's last decision.

    A seat that has decided nothing has been answered by everyone who acted.
    """
    last = match.version
    while last > 0:
        first = max(0, last - _STRIDE)
        for ply in reversed(list(match.plies(first, last))):
            if ply.actor == seat:
                return False
            if ply.actor != CHANCE:
                return True
        last = first
    return False
