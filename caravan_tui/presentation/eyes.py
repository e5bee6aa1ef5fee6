"""Whose eyes a match is looked back at with."""

from __future__ import annotations

from caravan_tui.engine.playback import Playback, open_views


def people(playback: Playback) -> list[int]:
    """The seats of the people in a match."""
    seats = playback.match.record.seats
    return [number for number, seat in enumerate(seats) if seat.is_person]


def default_eyes(playback: Playback) -> int | None:
    """Whose view shows a match first: the user's own seat, else what everyone may see."""
    seats = people(playback)
    return seats[0] if len(seats) == 1 else open_views(playback.match, seats)[0]
