"""Villages and merchants, kept as flat tables for the rules.

A side of a merchant is an int, `merchant * 2 + side`, with LEFT or RIGHT of `actions.py`.
"""

from __future__ import annotations

from typing import Final

from caravan_tui.games.dice_village.actions import dice_of

VILLAGES_EACH: Final = 3
"""Villages of a seat."""

MIN_MERCHANTS: Final = 12
MAX_MERCHANTS: Final = 60
"""Merchants that a file may have."""

MAX_EARNED: Final = 9

COINS: Final = 0
FAVOURS: Final = 1
FREE_MERCHANT: Final = 2
FREE_CARAVAN: Final = 3
FREE_PLACEMENT: Final = 4
REWARDS: Final = {
    "free merchant": FREE_MERCHANT,
    "free caravan": FREE_CARAVAN,
    "free placement": FREE_PLACEMENT,
}


class Cards:
    """The villages and merchants of a match. Immutable."""

    __slots__ = (
        "all_merchants",
        "coins",
        "face",
        "favours",
        "free",
        "is_custom",
        "merchant_count",
        "merchants",
        "names",
        "village_coins",
        "village_faces",
        "village_names",
        "village_need",
        "village_visitor_coins",
        "villages",
        "visitor_coins",
    )

    def __init__(
        self, villages: list[list[int]], merchants: list[list[int]], is_custom: bool
    ) -> None:
        self.villages = villages
        """The rows of `custom.CardsData`."""
        self.merchants = merchants
        """The rows of `custom.CardsData`."""
        self.is_custom = is_custom
        """Whether these are the user's cards instead of the built-in ones."""
        self.village_faces = [(row[0], row[1]) for row in villages]
        self.village_names = [f"{row[0]}{row[1]}" for row in villages]
        """By village of a seat: its name in notation; see `village_title`."""
        self.village_need = [dice_of(row[:2]) for row in villages]
        """By village of a seat: the dice that a sale takes."""
        self.village_coins = [row[2] for row in villages]
        """By village of a seat: coins for its owner at every sale."""
        self.village_visitor_coins = [row[3] for row in villages]
        """By village of a seat: coins for a visitor at every sale."""
        self.merchant_count = len(merchants)
        self.all_merchants = (1 << self.merchant_count) - 1
        """All merchants as a bit mask."""
        self.names = _names(merchants)
        """By merchant: its name in notation."""
        sides = [side for row in merchants for side in (row[:4], row[4:])]
        self.face = [side[0] for side in sides]
        self.coins = [side[2] if side[1] == COINS else 0 for side in sides]
        """By side: coins for the owner at every sale."""
        self.favours = [side[2] if side[1] == FAVOURS else 0 for side in sides]
        """By side: favours for the owner at every sale."""
        self.free = [side[1] if side[1] >= FREE_MERCHANT else 0 for side in sides]
        """By side: the free reward, 0 none."""
        self.visitor_coins = [side[3] for side in sides]
        """By side: coins for a visitor at every sale."""


def village_title(name: str) -> str:
    """A village as people read it, by the dice that it wants: `3+4` for 34, which would be read as
    thirty-four."""
    return "+".join(name)


def _names(merchants: list[list[int]]) -> list[str]:
    """`m16` for faces 1 and 6; a second merchant with these faces is `m16b`, then `m16c`."""
    counts: dict[str, int] = {}
    names = []
    for row in merchants:
        name = f"m{row[0]}{row[4]}"
        nth = counts[name] = counts.get(name, -1) + 1
        names.append(name + (chr(ord("a") + nth) if nth else ""))
    return names
