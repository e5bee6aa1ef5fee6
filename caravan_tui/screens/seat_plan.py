"""Who is to play a match, before it begins: the seats of the set-up, without a widget."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import choice
from typing import Any

from attrs import define, evolve, frozen

from caravan_tui.cast.characters import named
from caravan_tui.engine.record import PERSON, Seat
from caravan_tui.engine.rng import fresh_seed
from caravan_tui.games.spec import Spec
from caravan_tui.hosts.players import chosen_seat, program_name
from caravan_tui.i18n import _
from saves.last_tables import LastSeat, LastTable

DEFAULT_STYLE = ""
RANDOM_STYLE = "chance"
"""The styles that every game has besides its own."""


@define
class PlannedSeat:
    """A seat that is taken."""

    kind: str
    style: str = DEFAULT_STYLE
    name: str = ""
    """The name that was typed; empty: the usual one."""
    character: str = ""
    """Which character sits here; empty until one has come. It stays while levels change."""


@frozen
class Draft:
    """A table that was put together and left before its match began."""

    table: LastTable
    values: Mapping[str, Any]
    """What was chosen besides seats and options, such as the seed."""
    drawn_seed: int
    """The seed of a table for which none was typed: it brings the same players again."""
    characters: Sequence[str] = ()
    """Which character sits in each seat."""


class SeatPlan:
    """The seats that are taken, from the first on; none in between is empty."""

    def __init__(
        self,
        spec: Spec,
        kinds: Sequence[tuple[str, str]],
        levels: Sequence[tuple[str, str]],
        styles: Sequence[tuple[str, str]],
        usual_level: str,
        player_name: str,
    ) -> None:
        """`kinds`: a title and a name for each player that a seat can have; `levels`: those of them
        that are computer players, weakest first; `styles`: theirs, none if they have none."""
        self.spec = spec
        self.kinds = list(kinds)
        self.levels = [name for _title, name in levels]
        self.styles = [DEFAULT_STYLE, *(name for _title, name in styles)]
        if styles:
            self.styles.append(RANDOM_STYLE)
        self.usual_level = usual_level
        self.player_name = player_name
        self._seed = fresh_seed()
        self.seats: list[PlannedSeat] = []
        self._removed: list[tuple[int, PlannedSeat]] = []
        """Who was removed and where they sat, the last one last: they come back first."""
        self.reset()

    def reset(self, second: str = "") -> None:
        """Seat the user, and computer players in the other seats that most matches have.

        `second`: the kind of the second seat, if it is another one.
        """
        self._removed.clear()
        count = min(max(self.spec.min_seats, 2), self.spec.max_seats)
        self.seats = [PlannedSeat(PERSON)]
        self.seats += [PlannedSeat(self.usual_level) for _seat in range(1, count)]
        if second and count > 1:
            self.seats[1].kind = second

    @property
    def seed(self) -> int:
        """The seed of the match: it decides which characters come."""
        return self._seed

    @seed.setter
    def seed(self, seed: int) -> None:
        if seed != self._seed:
            self._seed = seed
            for seat in self.seats:
                seat.character = ""

    def restore(self, seats: Sequence[LastSeat], characters: Sequence[str] = ()) -> None:
        """Seat who sat at the last table; what is unknown by now takes its usual place.

        `characters`: those of a table that was left and is taken up again.
        """
        if not self.spec.min_seats <= len(seats) <= self.spec.max_seats:
            return
        self._removed.clear()
        known = {name for _title, name in self.kinds}
        self.seats = [
            PlannedSeat(
                seat.kind if seat.kind in known else self.usual_level,
                seat.style if seat.style in self.styles else DEFAULT_STYLE,
                seat.name[:16],
            )
            for seat in seats
        ]
        for planned, character in zip(self.seats, characters, strict=False):
            planned.character = character

    def remembered(self) -> tuple[LastSeat, ...]:
        """The seats as the next set-up is to begin with them."""
        return tuple(LastSeat(seat.kind, seat.style, seat.name) for seat in self.seats)

    # Questions

    def __len__(self) -> int:
        return len(self.seats)

    def is_computer(self, seat: int) -> bool:
        """Whether a computer player sits there."""
        return seat < len(self.seats) and self.seats[seat].kind in self.levels

    def is_program(self, seat: int) -> bool:
        """Whether a program of the server plays there."""
        return seat < len(self.seats) and bool(program_name(self.seats[seat].kind))

    @property
    def has_only_computers(self) -> bool:
        """Whether computer players have all seats, so that the user watches."""
        return all(map(self.is_computer, range(len(self.seats))))

    def names(self) -> list[str]:
        """The name of each player; no two are the same. A computer player whose name was not typed
        has that of a character, who tells nothing of a style that is drawn in secret."""
        titles = {kind: title for title, kind in self.kinds}
        typed = {seat.name.casefold() for seat in self.seats if seat.name}
        people = [number for number, seat in enumerate(self.seats) if seat.kind == PERSON]
        players = []
        for number, seat in enumerate(self.seats):
            usual = titles.get(seat.kind, seat.kind)
            if seat.kind in self.levels:
                usual = "" if seat.character.casefold() in typed else seat.character
            if seat.kind == PERSON:
                is_user = number == people[0] and self.player_name
                usual = self.player_name if is_user else _("Player {n}").format(n=number + 1)
            if program := program_name(seat.kind):
                players.append(Seat(seat.kind, program))
                continue
            style = None if seat.style in (DEFAULT_STYLE, RANDOM_STYLE) else seat.style
            players.append(Seat(seat.kind, seat.name or usual, style))
        names = [player.name for player in named(players, self.seed)]
        for seat, name in zip(self.seats, names, strict=True):
            seat.character = name if seat.kind in self.levels and not seat.name else ""
        return names

    def final_seats(self) -> list[Seat]:
        """The seats as a match has them; a random style is drawn now."""
        return [
            evolve(chosen_seat(seat.kind, name), style=self._final_style(number))
            for number, (seat, name) in enumerate(zip(self.seats, self.names(), strict=True))
        ]

    def _final_style(self, seat: int) -> str | None:
        style = self.seats[seat].style
        if style == RANDOM_STYLE:
            style = choice(self.styles[1:-1])
        return style if style and self.is_computer(seat) else None

    # Changes

    def set_count(self, count: int) -> bool:
        """Have this many players; who was removed comes back first, others that are added are like
        the last one that is no person. Whether the game allows it."""
        if not self.spec.min_seats <= count <= self.spec.max_seats:
            return False
        while len(self.seats) < count and self._removed:
            place, seat = self._removed.pop()
            self.seats.insert(min(place, len(self.seats)), seat)
        others = [seat for seat in self.seats if seat.kind != PERSON]
        model = (
            evolve(others[-1], name="", character="") if others else PlannedSeat(self.usual_level)
        )
        while len(self.seats) < count:
            self.seats.append(evolve(model))
        del self.seats[count:]
        return True

    def remove(self, seat: int) -> bool:
        """Empty a seat; the players below move up. Whether the game allows it."""
        if seat >= len(self.seats) or len(self.seats) <= self.spec.min_seats:
            return False
        self._removed.append((seat, self.seats.pop(seat)))
        return True

    def sit_down(self) -> None:
        """Seat the user again: where they sat if they were removed, else on the first seat."""
        for removed in reversed(self._removed):
            place, seat = removed
            if seat.kind == PERSON and len(self.seats) < self.spec.max_seats:
                self._removed.remove(removed)
                self.seats.insert(min(place, len(self.seats)), seat)
                return
        self.set_kind(0, PERSON)

    def set_kind(self, seat: int, kind: str) -> None:
        """Let another player take a seat. A name that was typed stays with its kind of player."""
        planned = self.seats[seat]
        if kind == PERSON:  # a person who was removed and comes back would be one too many
            self._removed = [other for other in self._removed if other[1].kind != PERSON]
        if (planned.kind == PERSON) is not (kind == PERSON):
            planned.name = ""
        planned.kind = kind

    def change_kind(self, seat: int, by: int) -> None:
        """Let the next or previous kind of player take a seat."""
        names = [name for _title, name in self.kinds]
        place = names.index(self.seats[seat].kind)
        self.set_kind(seat, names[(place + by) % len(names)])

    def change_style(self, seat: int, by: int) -> None:
        """Give a computer player the next or previous style; the same character plays it."""
        place = self.styles.index(self.seats[seat].style)
        self.seats[seat].style = self.styles[(place + by) % len(self.styles)]

    def set_levels(self, level: str) -> bool:
        """Give all computer players this level. Whether there are any."""
        computers = [seat for seat in self.seats if seat.kind in self.levels]
        for seat in computers:
            seat.kind = level
        return bool(computers)

    def toggle_watching(self) -> bool:
        """Let computer players take every seat, or let the user sit down in the first one again.
        Whether computer players have all seats now."""
        if any(seat.kind == PERSON for seat in self.seats):
            levels = [seat.kind for seat in self.seats if seat.kind in self.levels]
            for number, seat in enumerate(self.seats):
                if seat.kind == PERSON:
                    self.set_kind(number, levels[0] if levels else self.usual_level)
            return True
        self.set_kind(0, PERSON)
        return False
