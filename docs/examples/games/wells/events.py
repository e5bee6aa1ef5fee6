"""What happens in The Wells, for the log and for animations."""

from caravan_tui.games import contract


class Deal(contract.Event):
    seat: int
    skin: int | None
    """None where the skin is hidden."""


class Well(contract.Event):
    water: int


class Lay(contract.Event):
    seat: int
    skin: int


class Win(contract.Event):
    seat: int
    water: int


EVENTS = Deal | Well | Lay | Win
