"""What happens in the toy."""

from caravan_tui.games import contract


class Move(contract.Event):
    seat: int
    action: int


EVENTS = Move
