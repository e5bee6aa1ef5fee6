"""Set-up of a match between people on a server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import asdict, evolve

from caravan_tui.bus.lobby_messages import DAYS_A_MOVE, LONGEST_WAIT, SHORTEST_CLOCK
from caravan_tui.engine.record import Seat
from caravan_tui.games.contract import OptionError, OptionValue
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.hosts.lobby import Room
from caravan_tui.i18n import _
from caravan_tui.screens.lobby.match_text import OPEN, days_text
from caravan_tui.screens.seat_plan import SeatPlan
from caravan_tui.screens.setup import SetupScreen
from caravan_tui.widgets.closing import close
from caravan_tui.widgets.fields import Field


class RoomScreen(SetupScreen):
    """Set-up of a match between people: open seats, and what happens when a player leaves."""

    def __init__(self, game_id: str) -> None:
        self.room_values: dict[str, Any] = asdict(Room())
        super().__init__(game_id)

    @property
    def table_key(self) -> str:
        """A table for people of the server is remembered beside that of the keyboard."""
        return f"{self.game_id}@lobby"

    def kinds(self) -> Sequence[tuple[str, str]]:
        """Who can play in a seat; it may wait for a person, too."""
        return [(_("Open for others"), OPEN), *super().kinds()]

    def seat_usual(self, plan: SeatPlan) -> None:
        """Open the second seat."""
        plan.reset(second=OPEN)

    def more_fields(self) -> list[Field]:
        """What happens when a player leaves, the clock, and who sees the match; no seed, which the
        server draws: who knows it knows every hidden card."""
        waits = "" if self.room_values["absent"] != "wait" else _("The match waits for the player.")
        slow = _("Players have days for a move.") if self.room_values["days"] else ""
        lengths = [(days_text(days), days) for days in DAYS_A_MOVE]
        return [
            Field(
                "absent", _("When a player leaves"),
                _("Who takes over the seat. Players who return get it back."),
                [(_("The match waits"), "wait"), *self.app.host.levels()],
            ),
            Field(
                "grace", _("After how many seconds"),
                _("How long a computer player waits before it takes over."),
                low=0, high=LONGEST_WAIT, step=30, obstacle=slow or waits,
            ),
            Field(
                "days", _("By correspondence"),
                _("Days for each move. Nobody has to stay at the table. Then a computer player "
                  "plays the move."), lengths,
            ),
            Field(
                "clock", _("Clock: seconds a turn"),
                _("0: no clock. A computer player plays a turn that is late."),
                low=0, high=LONGEST_WAIT, step=30, obstacle=slow,
            ),
            Field(
                "is_private", _("Private"), _("Only people with the code see it."),
                [(_("No"), False), (_("Yes"), True)],
            ),
        ]  # fmt: skip

    def more_values(self) -> dict[str, Any]:
        """The values of these fields."""
        return dict(self.room_values)

    def take_value(self, name: str, value: Any) -> None:
        """Take the value of a field over."""
        if name in self.room_values:
            self.room_values[name] = value
        else:
            super().take_value(name, value)

    def seats(self) -> list[Seat]:
        """Read who plays; an open seat has no name yet."""
        return [
            Seat(seat.kind, "", seat.style) if seat.kind == OPEN else seat
            for seat in super().seats()
        ]

    def room(self) -> Room:
        """How the match goes. Raises OptionError."""
        room = Room(**self.room_values)
        if room.days:
            return evolve(room, clock=0)
        if 0 < room.clock < SHORTEST_CLOCK:
            problem = _("Enter a number of seconds from {least} to {most}, or 0.")
            raise OptionError(problem.format(least=SHORTEST_CLOCK, most=LONGEST_WAIT))
        return room

    async def create_match(
        self, options: Mapping[str, OptionValue], seats: Sequence[Seat]
    ) -> TableConnection | None:
        """Have the server create the match; None if it waits for others. Raises OptionError."""
        return await self.lobby.create(self.game_id, options, seats, room=self.room())

    def wait(self) -> None:
        """Go back to the lobby, where the match waits."""
        close(self)
        self.app.notify(_("Your match is in the lobby. It starts when all seats are taken."))
