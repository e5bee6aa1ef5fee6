"""The Sell step of Dice Village as a small decision problem, solved by tables.

What a seat can do with its dice is a set of offers: dice needed, and what they bring. From it
follow the best plan for every roll and, favour by favour, the exact expectation of rolling any dice
again or turning them. Values are in cards on the table; what a coin, a favour and so on are worth
is given as `Prices`.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Final

from caravan_tui.games.dice_village.actions import GUARD, MAX_DICE, count, dice_of, turned
from caravan_tui.games.dice_village.pieces import (
    FREE_CARAVAN,
    FREE_MERCHANT,
    FREE_PLACEMENT,
    VILLAGES_EACH,
)
from caravan_tui.games.dice_village.rules import DiceVillageState
from caravan_tui.games.dice_village.state import ADDING

MAX_FAVOURS: Final = 6
"""Favours that a table looks ahead; more are kept for later rounds."""

MAX_OFFERS: Final = 1500
"""Offers after which no more are combined: a full hand has tens of thousands."""

PACKED: Final[list[int]] = [0]
"""All sets of 0 to 6 dice, small ones first; a set's place here is its index."""
for _size in range(1, MAX_DICE + 1):
    PACKED.extend(map(dice_of, combinations_with_replacement(range(1, 7), _size)))
INDEX: Final[dict[int, int]] = {dice: place for place, dice in enumerate(PACKED)}
FIRST: Final = [PACKED.index(dice_of((1,) * size)) for size in range(MAX_DICE + 1)] + [len(PACKED)]
"""By number of dice: the index of the first set of that size."""


def _ups(dice: int) -> tuple[int, ...]:
    if count(dice) == MAX_DICE:
        return ()
    return tuple(INDEX[dice + (1 << 4 * face)] for face in range(6))


def _downs(dice: int) -> tuple[int, ...]:
    return tuple(INDEX[dice - (1 << 4 * f)] for f in range(6) if dice >> 4 * f & 15)


def _turns(dice: int) -> tuple[int, ...]:
    places = {
        INDEX[dice - (1 << 4 * f) + (1 << 4 * (turned(f + 1, way) - 1))]
        for f in range(6)
        if dice >> 4 * f & 15
        for way in (0, 1)
    }
    return tuple(sorted(places))


UP: Final = [_ups(dice) for dice in PACKED]
"""The six sets with one die more."""
DOWN: Final = [_downs(dice) for dice in PACKED]
"""The sets with one die less."""
TURNED: Final = [_turns(dice) for dice in PACKED]
"""The sets with one die turned by one."""

Prices = tuple[float, float, float, float, float, float, float]
"""Worth of: a coin, a favour, a card laid from the hand, one more caravan, a merchant drawn, a free
placement, a coin that another seat earns."""


class Step:
    """The value of any unplaced dice of one seat, compared with having none."""

    __slots__ = ("best", "favour", "keeping", "number", "rolled", "values")

    def __init__(self, number: int, offers: dict[int, float], favour: float) -> None:
        self.number = number
        """Unplaced dice."""
        self.favour = favour
        self.best = _plans(number, offers, favour)
        self.values: list[list[float]] = [self.best[FIRST[number] :]]
        """By favours that may be spent: the value of each set of all the dice."""
        self.rolled: list[list[float]] = [[]]
        """By favours: the expected value of keeping a set and rolling the others again with one
        of the favours, before its price."""
        self.keeping: list[list[float]] = [[]]
        """By favours: the best of `rolled` over all that can be kept of a set."""

    def value(self, dice: int, favours: int) -> float:
        """The expected value of the dice, with favours spent optimally."""
        favours = favours if favours < MAX_FAVOURS else MAX_FAVOURS
        while len(self.values) <= favours:
            self._deepen()
        return self.values[favours][INDEX[dice] - FIRST[self.number]]

    def reroll(self, dice: int, favours: int) -> float:
        """The expected value of having these dice and rolling the others, with this many
        favours left for later."""
        favours = favours + 1 if favours < MAX_FAVOURS else MAX_FAVOURS
        while len(self.values) <= favours:
            self._deepen()
        return self.rolled[favours][INDEX[dice]]

    def _deepen(self) -> None:
        """Add the tables of one more favour."""
        number = self.number
        favours = len(self.values)
        low = FIRST[number]
        ev = [0.0] * low
        ev += self.values[favours - 1]
        for place in range(low - 1, -1, -1):
            a, b, c, d, e, f = UP[place]
            ev[place] = (ev[a] + ev[b] + ev[c] + ev[d] + ev[e] + ev[f]) / 6.0
        best = ev[:low]
        for place in range(1, low):
            value = best[place]
            for less in DOWN[place]:
                if best[less] > value:
                    value = best[less]
            best[place] = value
        price = self.favour
        sets = []
        before = self.values[favours - 2] if favours > 1 else None
        for place, value in enumerate(self.values[0], low):
            for less in DOWN[place]:
                other = best[less] - price
                if other > value:
                    value = other
            if before is not None:
                for to in TURNED[place]:
                    other = before[to - low] - 2.0 * price
                    if other > value:
                        value = other
            sets.append(value)
        self.rolled.append(ev)
        self.keeping.append(best)
        self.values.append(sets)


def _plans(number: int, offers: dict[int, float], favour: float) -> list[float]:
    """By index, for sets of up to `number` dice: the value of the best sales and the market."""
    best = [0.0] * FIRST[number + 1]
    get = offers.get
    for place in range(1, len(best)):
        value = get(PACKED[place], 0.0)
        for less in DOWN[place]:
            other = best[less] + favour
            if other > value:
                value = other
        best[place] = value
    return best


def plan(dice: int, offers: list[tuple[float, int]], favour: float) -> float:
    """The value of the best sales with these dice and the market for the rest.

    `offers` are value over the market and need, the best first.
    """
    guarded = dice | GUARD
    for value, need in offers:
        if (guarded - need) & GUARD == GUARD:
            return value + favour * count(dice)
    return favour * count(dice)


def offers_of(
    state: DiceVillageState, seat: int, number: int, prices: Prices, keep: list[float]
) -> dict[int, float]:
    """What `number` dice of a seat could bring: the dice that it takes, and its worth.

    `keep` is what each merchant is worth as long as it is in the hand.
    """
    coin, favour, _lay, _die, _draw, place, give = prices
    cards = state.cards
    sold, need = state.sold_by, state.needs
    adding = state.village if state.phase == ADDING else -1
    first = seat * VILLAGES_EACH
    open_own = sum(not sold[v] for v in range(first, first + VILLAGES_EACH))
    hand = state.hand[seat]
    size = hand.bit_count()
    sides = _worth_of_sides(state, seat, prices, keep) if size else []
    plans: dict[tuple[int, int], float] = {(0, 0): 0.0}
    for v in range(len(need)):
        is_own = first <= v < first + VILLAGES_EACH
        if is_own and v == adding:
            group = [(0, 0, 0.0)]
        elif sold[v] or count(need[v]) > number or state.stalls[v] > number:
            continue
        elif is_own:
            worth = coin * state.owner_coins[v] + favour * state.owner_favours[v]
            group = [(need[v], 0, worth)]
        else:
            worth = coin * state.visitor_coins[v] - give * state.owner_coins[v]
            group = [(need[v], 0, worth - 0.5 * give * state.owner_favours[v])]
        if is_own and size:
            group = _expanded(group[0], sides, number)
        more: dict[tuple[int, int], float] = dict(plans)
        for (dice, used), value in plans.items():
            for wanted, hold, worth in group:
                if used & hold:
                    continue
                total = dice + wanted
                if count(total) > number:
                    continue
                key = (total, used | hold)
                worth += value
                if more.get(key, -9.0) < worth:
                    more[key] = worth
        plans = more
        if len(plans) > MAX_OFFERS:
            break
    spare = place if open_own > 1 else 0.0
    free = cards.free
    placers = 0
    for m in range(cards.merchant_count) if place and size > 1 else ():
        if hand >> m & 1 and FREE_PLACEMENT in (free[2 * m], free[2 * m + 1]):
            placers |= 1 << m
    best: dict[int, float] = {}
    for (dice, used), value in plans.items():
        if spare and used & placers and used != hand:
            value += 0.5 * spare
        if best.get(dice, -9.0) < value:
            best[dice] = value
    del best[0]
    return best


def _worth_of_sides(
    state: DiceVillageState, seat: int, prices: Prices, keep: list[float]
) -> list[tuple[int, int, float]]:
    """For every side in the hand: its die, its merchant as a bit, what adding it brings."""
    coin, favour, lay, die, draw, _place, _give = prices
    cards = state.cards
    grown = state.dice[seat] < MAX_DICE
    worths = []
    hand = state.hand[seat]
    while hand:
        bit = hand & -hand
        hand ^= bit
        for side in (2 * bit.bit_length() - 2, 2 * bit.bit_length() - 1):
            worth = lay - keep[side >> 1]
            worth += coin * cards.coins[side] + favour * cards.favours[side]
            free = cards.free[side]
            if free == FREE_CARAVAN and grown:
                worth += die
            elif free == FREE_MERCHANT and state.deck:
                worth += draw
            worths.append((1 << 4 * (cards.face[side] - 1), bit, worth))
    return worths


def _expanded(
    base: tuple[int, int, float], sides: list[tuple[int, int, float]], number: int
) -> list[tuple[int, int, float]]:
    """A sale at an own village with every choice of merchants that the dice might allow."""
    plans: dict[tuple[int, int], float] = {(base[0], base[1]): base[2]}
    for die, bit, worth in sides:
        for (dice, used), value in list(plans.items()):
            if used & bit or count(dice) >= number:
                continue
            key = (dice + die, used | bit)
            if plans.get(key, -9.0) < value + worth:
                plans[key] = value + worth
        if len(plans) > MAX_OFFERS:
            break
    return [(dice, used, value) for (dice, used), value in plans.items()]
