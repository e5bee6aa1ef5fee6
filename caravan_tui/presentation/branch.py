"""Who may sit where in a match that branches off another."""

from __future__ import annotations

from attrs import evolve

from caravan_tui.engine import PERSON, Match, Seat
from caravan_tui.i18n import _


def seatings(match: Match, level: str, name: str) -> list[tuple[str, list[Seat]]]:
    """The seatings to choose from, each in words and as seats; the first is the same as before.

    Once a match is over, its player may also take the seat of a computer player; the seat that is
    left is then played by that level. `level`, `name`: for a match without people.
    """
    seats = match.record.seats
    choices = [(_("same players: {names}").format(names=_names(seats)), list(seats))]
    people = [number for number, seat in enumerate(seats) if seat.is_person]
    if not match.over or len(people) > 1:
        return choices
    player = seats[people[0]].name if people else name
    for number, seat in enumerate(seats):
        if seat.is_person:
            continue
        changed = list(seats)
        changed[number] = Seat(PERSON, player)
        for other in people:
            changed[other] = evolve(seat, kind=seat.kind or level)
        words = _("take the seat of {name}: {names}")
        choices.append((words.format(name=seat.name, names=_names(changed)), changed))
    return choices


def _names(seats: list[Seat]) -> str:
    return ", ".join(seat.name for seat in seats)
