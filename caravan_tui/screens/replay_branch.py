"""Who may sit where in a match that goes on from the middle of another."""

from __future__ import annotations

from attrs import evolve

from caravan_tui.engine import PERSON, Match, Seat
from caravan_tui.words import _


def seatings(match: Match, level: str, name: str) -> list[tuple[str, list[Seat]]]:
    """The seatings to choose from, each in words and as seats; the first is as it was.

    Once a match is over one may also take another's seat: the person who sat elsewhere is then
    played by the level.
    """
    seats = match.record.seats
    found = [(_("as it was: {names}").format(names=_who(seats)), list(seats))]
    people = [number for number, seat in enumerate(seats) if seat.is_person]
    if not match.over or len(people) > 1:
        return found
    me = seats[people[0]].name if people else name
    for number, seat in enumerate(seats):
        if seat.is_person:
            continue
        changed = list(seats)
        changed[number] = Seat(PERSON, me)
        for other in people:
            changed[other] = evolve(seat, kind=seat.kind or level)
        words = _("in the seat of {name}: {names}").format(name=seat.name, names=_who(changed))
        found.append((words, changed))
    return found


def _who(seats: list[Seat]) -> str:
    return ", ".join(seat.name for seat in seats)
