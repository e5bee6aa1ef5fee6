"""What happens in Caravanserai, for the log, for animations and for personal records.

Cells are written as in the notation, such as `2,-1`; colours are indices of `pieces.COLOURS`.
"""

from __future__ import annotations

from caravan_tui.games import contract

FROM_MARKET = -1
"""`GoodsWon.source`: the good comes from the market."""
FROM_NOBODY = -2
"""`GoodsWon.source`: neither the market nor an opponent has such a good, or it is not yet known
which opponent gives it."""


class CategoryRemoved(contract.Event):
    """A category of tiles stays in the box."""

    category: int


class TileRemoved(contract.Event):
    """A tile stays in the box."""

    tile: int


class TileLaid(contract.Event):
    u: int
    v: int
    tile: int
    turn: int
    """Sixths of a full turn, counterclockwise."""


class GoodStocked(contract.Event):
    """A good is placed on the board during the set-up."""

    cell: str
    colour: int


class FirstSeatDrawn(contract.Event):
    seat: int


class CaravanStarted(contract.Event):
    """A seat places its first camel."""

    seat: int
    cell: str
    colour: int
    has_good: bool
    """The market had a good of this colour for the seat."""


class DirectionChosen(contract.Event):
    seat: int
    direction: int


class GoodsLaid(contract.Event):
    """A block, or the part of it up to the next caravanserai."""

    seat: int
    colour: int
    size: int
    """Goods of the whole block."""
    left: int
    """Goods of it that are still to be laid."""
    cells: list[str]
    from_board: bool
    """The last of these goods is the one that lay on its cell."""
    to_market: int | None
    """The colour of the good that lay on the last cell and goes to the market."""


class BlockNotCounted(contract.Event):
    """All caravanserais under a block have its colour, so it does not count (K-5)."""

    seat: int
    colour: int
    size: int


class CamelLaidDown(contract.Event):
    seat: int
    cell: str


class CamelPlaced(contract.Event):
    """The camel that ends a placement."""

    seat: int
    cell: str


class GoodsWon(contract.Event):
    """What a camel on a caravanserai wins."""

    seat: int
    colour: int
    source: int
    """The seat that gives a good, or FROM_MARKET or FROM_NOBODY."""
    has_board_good: bool
    """The good that lay on the cell is won too."""


class TailReturned(contract.Event):
    """The end of a placement: as many pieces as it counts come back from the tail."""

    seat: int
    laid: int
    count: int
    camels: int
    """Camels among the pieces that come back."""
    cells: list[str]
    length: int
    """Length of the caravan afterwards."""


class GoodPlaced(contract.Event):
    """A seat puts a good of the market on the board."""

    seat: int
    colour: int
    cell: str


class NoFreeSite(contract.Event):
    """There is no free caravanserai for the goods that a seat would have to put."""

    seat: int
    goods: int


class MarketEmptied(contract.Event):
    """The last good has left the market (K-9)."""

    seat: int
    last_round: int
    seats: int


class RoundStarted(contract.Event):
    number: int
    is_last: bool


class TurnSkipped(contract.Event):
    """A seat cannot place (K-6)."""

    seat: int
    has_camel: bool
    is_final: bool
    """It will never place again."""


class MatchEnded(contract.Event):
    reason: str
    """One of `state.END_REASONS`."""
    lengths: list[int]
    ranks: list[int]
    rounds: int


EVENTS = (
    CategoryRemoved
    | TileRemoved
    | TileLaid
    | GoodStocked
    | FirstSeatDrawn
    | CaravanStarted
    | DirectionChosen
    | GoodsLaid
    | BlockNotCounted
    | CamelLaidDown
    | CamelPlaced
    | GoodsWon
    | TailReturned
    | GoodPlaced
    | NoFreeSite
    | MarketEmptied
    | RoundStarted
    | TurnSkipped
    | MatchEnded
)
