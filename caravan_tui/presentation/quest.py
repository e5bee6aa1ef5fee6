"""A try at a station of the road, as the table shows it: its goal, and how that stands."""

from __future__ import annotations

from caravan_tui.bus.messages import Position
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.i18n import _
from caravan_tui.presentation.stars import star_sign
from caravan_tui.road.goals import Standing, State, standing_in
from caravan_tui.road.stations import Station
from saves import road


class Quest:
    """Follows the goal of a station; does nothing at any other table."""

    def __init__(self, connection: TableConnection) -> None:
        travel = road.load() if connection.road else road.Travel()
        self.station: Station | None = travel.station_of(connection.road)
        """The station; None: the match is no part of a journey."""
        self.seat = connection.own_seats[0] if connection.own_seats else 0
        self.number = travel.number(self.station.id) if self.station else 0
        self.state = self.bonus = State.OPEN
        """How the goal stands, and what earns another star."""
        self.standing: Standing | None = None
        """How it stands in the newest position."""
        self.version = -1
        """The version of the match in the newest position."""
        self.has_asked = False
        """Whether the player knows that the goal is decided."""

    @property
    def title(self) -> str:
        """`The Road 4: The toll of Silvio`; empty without a station."""
        if self.station is None:
            return ""
        text = _("The Road {number}: {station}")
        return text.format(number=self.number, station=_(self.station.title))

    def follow(self, position: Position) -> None:
        """Take a position over. What was decided stays so until it is undone."""
        station = self.station
        if station is None or position.seat != self.seat:
            return
        if position.version < self.version:
            self.state = self.bonus = State.OPEN
            self.has_asked = False
        self.version = position.version
        standing = standing_in(position.view, position.ranks, self.seat)
        if self.state is State.OPEN:
            self.state = station.goal.state(standing)
        if self.bonus is State.OPEN:
            self.bonus = station.bonus.state(standing)
        self.standing = standing

    def words(self, ascii_only: bool, is_narrow: bool) -> str:
        """The goal and how it stands, for the headline; empty without a station."""
        station, standing = self.station, self.standing
        if station is None or standing is None:
            return ""
        goal = (station.goal.short if is_narrow else station.goal.words)(station.game)
        return f"{star_sign(ascii_only)} {goal}: {station.goal.outcome(self.state, standing)}"

    def goal_words(self, ascii_only: bool) -> str:
        """The goal in a few words, and how it was decided once it is; empty without a station."""
        if self.station is None or self.state is not State.OPEN:
            return self.words(ascii_only, is_narrow=True)
        return f"{star_sign(ascii_only)} {self.station.goal.short(self.station.game)}"

    def must_ask(self, position: Position) -> bool:
        """Whether the goal was decided before the end of the match, which the player is to be
        told."""
        return self.state is not State.OPEN and not position.over and not self.has_asked

    def decision_words(self) -> list[str]:
        """What is said once the goal is decided, and of another star."""
        self.has_asked = True
        station = self.station
        assert station is not None
        goal = station.goal.words(station.game)
        if self.state is not State.REACHED:
            return [_("It is out of reach now: {goal}.").format(goal=goal)]
        more = {
            State.OPEN: _("For another star: {goal}"),
            State.REACHED: _("It brings another star: {goal}"),
            State.MISSED: "",
        }[self.bonus].format(goal=station.bonus.words(station.game))
        lines = [_("You have done it: {goal}.").format(goal=goal), more]
        return [line for line in lines if line]
