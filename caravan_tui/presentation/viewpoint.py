"""Whose eyes a table is seen with, and the newest position of each seat at this terminal."""

from __future__ import annotations

from caravan_tui.bus.messages import Position
from caravan_tui.games import registry
from caravan_tui.hosts.connection import TableConnection


class Viewpoint:
    """The seat whose view is shown. Where several people share a keyboard, it changes with whoever
    is to decide."""

    def __init__(self, connection: TableConnection) -> None:
        self.connection = connection
        self.game = registry.get(connection.game)
        self.seat: int | None = connection.own_seats[0] if connection.own_seats else None
        """None: a spectator's view."""
        self.positions: dict[int | None, Position] = {}
        """By seat."""

    @property
    def position(self) -> Position | None:
        """The newest position of the seat that is shown; None: nothing has come yet."""
        return self.positions.get(self.seat)

    @property
    def counts(self) -> bool:
        """Whether a seat is played whose match is not marked as assisted yet, as far as that is
        known."""
        position = self.position
        return position is not None and not position.assisted and self.seat is not None
