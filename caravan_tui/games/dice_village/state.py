"""The position of a match of Dice Village: fields, bounds and small queries.

Villages are numbered `owner * 3 + nth`, sides of merchants `merchant * 2 + side`. Dice and actions
are packed (`actions.py`). Numbers in brackets are those of RULES.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Self

from caravan_tui.games.dice_village.actions import (
    FACES,
    LEFT,
    MAX_DICE,
    UNFILLABLE,
    count,
    dice_of,
)
from caravan_tui.games.dice_village.custom import from_plain, to_plain
from caravan_tui.games.dice_village.pieces import (
    FREE_MERCHANT,
    FREE_PLACEMENT,
    MAX_MERCHANTS,
    VILLAGES_EACH,
    Cards,
)
from caravan_tui.games.kit.bitsets import mask_of
from caravan_tui.games.kit.fields import Mask, PerSeat, Plain, Range, Row, Shared
from caravan_tui.games.state import CHANCE, OVER, State

FIRST_DICE: Final = 4
FIRST_FAVOURS: Final = 2
MAX_SEATS: Final = 4

LAST_ROUND: Final = 60
"""The last round if no seat has laid enough cards before it (V-8)."""

STARTING: Final = 0
FILLING: Final = 1
ROLLING: Final = 2
SELLING: Final = 3
ADDING: Final = 4
DRAWING: Final = 5
PLACING: Final = 6
REROLLING: Final = 7
SPENDING: Final = 8
ENDED: Final = 9
"""What is due, in `DiceVillagePosition.phase`: the start seat is drawn; the row is filled; the
seats roll; a seat sells, adds merchants to a sale, draws a free merchant, places a merchant for
free, rolls dice again; a seat buys merchants; the match is over."""


def _read_dice(data: Any) -> int:
    if type(data) is not int or data < 0 or data >> 4 * FACES:
        raise ValueError("not dice")
    if sum(data >> 4 * face & 15 for face in range(FACES)) > MAX_DICE:
        raise ValueError(f"more than {MAX_DICE} dice")
    return data


def _village_count(position: Any) -> int:
    seats: int = position.seats
    return VILLAGES_EACH * seats


DICE: Final = Plain(int, _read_dice)
MERCHANTS: Final = Mask(MAX_MERCHANTS)
AMOUNT: Final = Range(0, 1 << 20)
SIDES: Final = Row(Range(0, 2 * MAX_MERCHANTS - 1), 0, MAX_MERCHANTS)


def _read_sides(data: Any) -> tuple[int, ...]:
    return tuple(SIDES.decode(data, None))


PER_VILLAGE_SIDES: Final = Row(Plain(list, _read_sides), _village_count)


@dataclass(slots=True, eq=False, repr=False, kw_only=True)
class DiceVillagePosition(State):
    """A position. Sets of merchants are masks. Lists are by seat unless they say `By village`."""

    seats: Annotated[int, Range(2, MAX_SEATS)]
    cards: Annotated[Cards, Plain(to_plain, from_plain)]
    phase: Annotated[int, Range(STARTING, ENDED)] = STARTING
    start: Annotated[int, Range(-1, MAX_SEATS - 1)] = -1
    """The seat with the start marker, -1 not known yet."""
    turn: Annotated[int, Range(0, MAX_SEATS - 1)] = 0
    """How many seats have finished the current step. The active seat is `start + turn`."""
    round: Annotated[int, Range(0, LAST_ROUND)] = 0
    filling_for: Annotated[int, Range(ROLLING, SPENDING)] = ROLLING
    """The phase that follows when the row is full: ROLLING or SPENDING."""
    row: Annotated[list[int], Row(Range(0, MAX_MERCHANTS - 1), 0, MAX_SEATS + 1)] = field(
        default_factory=list
    )
    """Merchants for sale, the oldest first."""
    deck: Annotated[int, MERCHANTS]
    """The draw pile: it has no order before a card is drawn."""
    village: Annotated[int, Range(-1, MAX_SEATS * VILLAGES_EACH - 1)] = -1
    """The village of the active seat where a sale is under way, -1 none."""
    added: Annotated[tuple[int, ...], SIDES] = ()
    """Sides added in this sale, in order."""
    rewards: Annotated[tuple[int, ...], Row(Range(FREE_MERCHANT, FREE_PLACEMENT), 0, MAX_DICE)] = ()
    """Free rewards that are still due, in order (V-4)."""
    rolling: Annotated[int, DICE] = 0
    """Dice to be rolled again."""
    dice: Annotated[list[int], PerSeat(Range(FIRST_DICE, MAX_DICE))]
    """How many dice each seat has."""
    free: Annotated[list[int], PerSeat(DICE)]
    """Unplaced dice."""
    coins: Annotated[list[int], PerSeat(AMOUNT)]
    favours: Annotated[list[int], PerSeat(AMOUNT)]
    hand: Annotated[list[int], PerSeat(MERCHANTS)]
    hidden: Annotated[list[int], PerSeat(MERCHANTS)]
    """Merchants of the hand that came from the draw pile: other seats do not know them (V-7)."""
    laid: list[int]
    """Cards on the table. Derived."""
    needs: Annotated[list[int], Shared]
    """By village: the dice that a sale takes. Derived."""
    stalls: Annotated[list[int], Shared]
    """By village: how many stalls it has. Derived."""
    owner_coins: Annotated[list[int], Shared]
    """By village: coins for its owner at every sale. Derived."""
    owner_favours: Annotated[list[int], Shared]
    """By village: favours for its owner at every sale. Derived."""
    visitor_coins: Annotated[list[int], Shared]
    """By village: coins for a visitor at every sale. Derived."""
    left_sides: Annotated[list[tuple[int, ...]], PER_VILLAGE_SIDES, Shared]
    """By village: the sides on its left, from the village outward."""
    right_sides: Annotated[list[tuple[int, ...]], PER_VILLAGE_SIDES, Shared]
    """By village: the sides on its right, from the village outward."""
    sold_by: Annotated[list[int], Row(Range(0, MAX_SEATS), _village_count)]
    """By village: 0 if it is open, else 1 + the seat whose dice are on it."""

    # Made by `python -m tools.copying`.
    def become(self, other: Self) -> None:
        self.seats = other.seats
        self.cards = other.cards
        self.phase = other.phase
        self.start = other.start
        self.turn = other.turn
        self.round = other.round
        self.filling_for = other.filling_for
        self.row = other.row[:]
        self.deck = other.deck
        self.village = other.village
        self.added = other.added
        self.rewards = other.rewards
        self.rolling = other.rolling
        self.dice = other.dice[:]
        self.free = other.free[:]
        self.coins = other.coins[:]
        self.favours = other.favours[:]
        self.hand = other.hand[:]
        self.hidden = other.hidden[:]
        self.laid = other.laid[:]
        self.needs = other.needs
        self.stalls = other.stalls
        self.owner_coins = other.owner_coins
        self.owner_favours = other.owner_favours
        self.visitor_coins = other.visitor_coins
        self.left_sides = other.left_sides
        self.right_sides = other.right_sides
        self.sold_by = other.sold_by[:]

    def own_villages(self) -> None:
        """Give the position lists of its own for what its villages are, before one changes: clones
        share them, as merchants are laid but now and then."""
        self.needs = self.needs[:]
        self.stalls = self.stalls[:]
        self.owner_coins = self.owner_coins[:]
        self.owner_favours = self.owner_favours[:]
        self.visitor_coins = self.visitor_coins[:]
        self.left_sides = self.left_sides[:]
        self.right_sides = self.right_sides[:]

    def active(self) -> int:
        """The seat whose step it is, also while chance is due in it."""
        return (self.start + self.turn) % self.seats

    def to_act(self) -> int:
        phase = self.phase
        if phase in (SELLING, ADDING, SPENDING, PLACING):
            return (self.start + self.turn) % self.seats
        return OVER if phase == ENDED else CHANCE

    def scores(self) -> tuple[float, ...]:
        """The cards on the table of each seat."""
        return tuple(self.laid)

    def outcome(self) -> tuple[int, ...]:
        """Ranks: most cards, then coins, then favours, then shared."""
        keys = list(zip(self.laid, self.coins, self.favours, strict=True))
        return tuple([1 + sum([other > key for other in keys]) for key in keys])

    def tally_village(self, village: int) -> None:
        """Derive from its merchants what a village needs and earns."""
        cards, nth = self.cards, village % VILLAGES_EACH
        sides = self.left_sides[village] + self.right_sides[village]
        self.stalls[village] = 2 + len(sides)
        if len(sides) + 2 > MAX_DICE:
            self.needs[village] = UNFILLABLE
        else:
            dice = dice_of([cards.face[side] for side in sides])
            self.needs[village] = cards.village_need[nth] + dice
        self.owner_coins[village] = cards.village_coins[nth] + sum(cards.coins[s] for s in sides)
        self.owner_favours[village] = sum(cards.favours[side] for side in sides)
        self.visitor_coins[village] = cards.village_visitor_coins[nth] + sum(
            cards.visitor_coins[side] for side in sides
        )

    def restored(self) -> None:
        """Count merchants and dice, so that damaged data is refused before it is played on."""
        seats, cards = self.seats, self.cards
        placed = [side for sides in self.left_sides + self.right_sides for side in sides]
        merchants = mask_of([*self.row, *(side >> 1 for side in placed)])
        total = len(self.row) + len(placed)
        for held in (self.deck, *self.hand):
            merchants |= held
            total += held.bit_count()
        is_sound = (
            merchants == cards.all_merchants
            and total == cards.merchant_count
            and not any(hidden & ~hand for hidden, hand in zip(self.hidden, self.hand, strict=True))
            and all(side & 1 == LEFT for sides in self.left_sides for side in sides)
            and all(side & 1 != LEFT for sides in self.right_sides for side in sides)
            and all(side in placed for side in self.added)
            and all(count(free) <= dice for free, dice in zip(self.free, self.dice, strict=True))
            and max(self.sold_by) <= seats
            and self.filling_for in (ROLLING, SPENDING)
            and self.start < seats
            and self.turn < seats
            and (self.start < 0) == (self.phase == STARTING)
            and (self.village >= 0) == (self.phase == ADDING)
            and (self.village < 0 or self.village // VILLAGES_EACH == self.active())
            and bool(self.rolling) == (self.phase == REROLLING)
        )
        if not is_sound:
            raise ValueError("the merchants and dice do not add up")
        villages = VILLAGES_EACH * seats
        self.needs = [0] * villages
        self.stalls = [0] * villages
        self.owner_coins = [0] * villages
        self.owner_favours = [0] * villages
        self.visitor_coins = [0] * villages
        for village in range(villages):
            self.tally_village(village)
        # A card is one stall, but a village is two.
        self.laid = [
            sum(self.stalls[first : first + VILLAGES_EACH]) - VILLAGES_EACH
            for first in range(0, villages, VILLAGES_EACH)
        ]
