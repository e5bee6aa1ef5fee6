"""What happens in the toy."""

from caravan_tui.games import contract


class Move(contract.Event):
    action: int


EVENTS = Move
