"""What happens in Dice Village, for the log and for animations.

Dice are packed (`actions.py`); villages and merchants have their names of the notation.
"""

from __future__ import annotations

from caravan_tui.games import contract


class StartSeatDrawn(contract.Event, frozen=True):
    """Chance chose who has the start marker."""

    seat: int


class MerchantOffered(contract.Event, frozen=True):
    """A merchant came to the row."""

    merchant: str


class RoundStarted(contract.Event, frozen=True):
    number: int
    seat: int
    """The seat with the start marker."""


class Rolled(contract.Event, frozen=True):
    seat: int
    dice: int
    """The dice as they fell."""
    unplaced: int
    """All unplaced dice of the seat with them."""
    is_reroll: bool


class Rerolled(contract.Event, frozen=True):
    """A seat paid to roll dice again. They fall in the next `Rolled`."""

    seat: int
    dice: int
    """The dice as they were."""


class DieTurned(contract.Event, frozen=True):
    seat: int
    face: int
    new_face: int


class Visited(contract.Event, frozen=True):
    """A seat sold at another seat's village."""

    seat: int
    owner: int
    village: str
    coins: int
    """What the visitor earned."""


class OwnerPaid(contract.Event, frozen=True):
    """A seat earned from a visit to its village."""

    seat: int
    village: str
    coins: int
    favours: int


class GoodsBrought(contract.Event, frozen=True):
    """A sale began at a seat's own village."""

    seat: int
    village: str


class MerchantAdded(contract.Event, frozen=True):
    """A merchant joined a sale at its owner's village."""

    seat: int
    village: str
    merchant: str
    side: int
    """LEFT or RIGHT."""
    face: int


class SoldAtHome(contract.Event, frozen=True):
    """A sale at a seat's own village ended."""

    seat: int
    village: str
    coins: int
    favours: int


class MerchantPlaced(contract.Event, frozen=True):
    """A merchant was placed for free."""

    seat: int
    village: str
    merchant: str
    side: int
    """LEFT or RIGHT."""
    face: int


class PlacementSkipped(contract.Event, frozen=True):
    """A seat did not use a free placement."""

    seat: int


class NoPlacement(contract.Event, frozen=True):
    """A free placement was lost: no merchant in hand, or no open village."""

    seat: int


class MerchantDrawn(contract.Event, frozen=True):
    seat: int
    merchant: str | None
    """None where it is hidden."""


class NoMerchant(contract.Event, frozen=True):
    """A free merchant was lost: the pile is empty."""

    seat: int


class CaravanGained(contract.Event, frozen=True):
    seat: int
    dice: int
    """How many dice the seat has now."""


class NoCaravan(contract.Event, frozen=True):
    """A free caravan was lost: the seat has all of them."""

    seat: int


class NinthCard(contract.Event, frozen=True):
    """A seat laid the card that makes this round the last."""

    seat: int


class SoldAtMarket(contract.Event, frozen=True):
    """A seat ended its Sell step at the open market."""

    seat: int
    goods: int
    """How many dice were left to sell."""


class MerchantBought(contract.Event, frozen=True):
    seat: int
    merchant: str


class BuyingEnded(contract.Event, frozen=True):
    """A seat ended its Spend step."""

    seat: int


class MatchEnded(contract.Event, frozen=True):
    rounds: int
    laid: list[int]
    """By seat: the cards on the table."""


EVENTS = (
    StartSeatDrawn
    | MerchantOffered
    | RoundStarted
    | Rolled
    | Rerolled
    | DieTurned
    | Visited
    | OwnerPaid
    | GoodsBrought
    | MerchantAdded
    | SoldAtHome
    | MerchantPlaced
    | PlacementSkipped
    | NoPlacement
    | MerchantDrawn
    | NoMerchant
    | CaravanGained
    | NoCaravan
    | NinthCard
    | SoldAtMarket
    | MerchantBought
    | BuyingEnded
    | MatchEnded
)
