"""What the dice of a seat bring at the villages that are open, by its view.

Merchants that could join a sale at home are left out: they are a choice of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import factorial

from caravan_tui.games.dice_village.actions import FACES, MAX_DICE, covers, dice_of, faces_of
from caravan_tui.games.dice_village.pieces import VILLAGES_EACH
from caravan_tui.games.dice_village.view import DiceVillageView, active, village_of

COIN = 3
"""Favours that a coin is worth, to tell which sales are the best."""

Sale = tuple[int, int, int, int]
"""A village, the dice that it takes, and the coins and favours that a sale there brings."""


def open_sales(view: DiceVillageView) -> list[Sale]:
    """What the seat to act would earn at each village that is open."""
    sales = []
    for number in range(VILLAGES_EACH * view["seats"]):
        village = village_of(view, number)
        if village.seller >= 0 or len(village.stalls) > MAX_DICE:
            continue
        is_own = village.owner == active(view)
        income = (village.coins, village.favours) if is_own else (village.visitor, 0)
        sales.append((number, dice_of(village.faces), *income))
    return sales


def best_income(sales: Sequence[Sale], faces: Sequence[int]) -> tuple[int, int]:
    """The coins and favours that dice bring in the best sales, the open market for the rest."""
    return _best(sales, dice_of(list(faces)), len(faces))


def _best(sales: Sequence[Sale], dice: int, left: int) -> tuple[int, int]:
    best = (0, left)  # at the market each die brings a favour
    for place, (_number, need, coins, favours) in enumerate(sales):
        if covers(dice, need):
            rest = left - len(faces_of(need))
            more = _best(sales[place + 1 :], dice - need, rest)
            income = (coins + more[0], favours + more[1])
            if COIN * income[0] + income[1] > COIN * best[0] + best[1]:
                best = income
    return best


def average_income(sales: Sequence[Sale], kept: Sequence[int], rolled: int) -> tuple[float, float]:
    """The coins and favours that some dice bring on average together with others rolled."""
    coins = favours = 0.0
    for roll in combinations_with_replacement(range(1, FACES + 1), rolled):
        ways = factorial(rolled)
        for same in Counter(roll).values():
            ways //= factorial(same)
        income = best_income(sales, [*kept, *roll])
        coins += ways * income[0]
        favours += ways * income[1]
    rolls = float(FACES**rolled)
    return coins / rolls, favours / rolls
