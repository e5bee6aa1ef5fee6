"""What a board shows of a view: villages with their stalls, and what their merchants earn."""

from __future__ import annotations

from attrs import frozen

from caravan_tui.games.contract import View
from caravan_tui.games.dice_village import text
from caravan_tui.games.dice_village.actions import (
    ADD,
    BUY,
    PLACE,
    REROLL,
    SHIFT,
    TURN,
    VALUE,
    VILLAGE,
    dice_of,
    faces_of,
)
from caravan_tui.games.dice_village.cards import (
    FREE_CARAVAN,
    FREE_MERCHANT,
    VILLAGES,
    Cards,
    cards_of,
)
from caravan_tui.words import _


@frozen
class Stall:
    """A stall of a village, from left to right."""

    face: int
    side: int
    """The merchant's side, -1 for the village card itself."""


@frozen
class Stead:
    """A village as it lies on the table."""

    village: int
    """Its number: owner * 3 + nth."""
    stalls: list[Stall]
    left: int
    """How many stalls lie to the left of the village card."""
    coins: int
    """What its owner earns at a sale."""
    favours: int
    visitor: int
    """What a visitor earns at a sale, in coins."""
    sold: int
    """The seat whose dice lie here, -1 if the village is open."""

    @property
    def owner(self) -> int:
        """Whose village it is."""
        return self.village // VILLAGES

    @property
    def faces(self) -> list[int]:
        """The faces of all stalls."""
        return [stall.face for stall in self.stalls]

    @property
    def need(self) -> int:
        """The dice that a sale takes, packed; only for as many as a seat can have."""
        return dice_of(self.faces)


def stead(view: View, village: int) -> Stead:
    """A village of the view."""
    cards = cards_of(view["house"])
    owner, nth = divmod(village, VILLAGES)
    shown = view["people"][owner]["villages"][nth]
    left, right = shown["left"], shown["right"]
    sides = left + right
    low, high = cards.village_faces[nth]
    stalls = [Stall(cards.face[side], side) for side in reversed(left)]
    stalls += [Stall(low, -1), Stall(high, -1)]
    stalls += [Stall(cards.face[side], side) for side in right]
    return Stead(
        village,
        stalls,
        len(left),
        cards.village_owner[nth] + sum(cards.coins[side] for side in sides),
        sum(cards.favours[side] for side in sides),
        cards.village_visitor[nth] + sum(cards.visit[side] for side in sides),
        shown["sold"] - 1,
    )


def brings(place: Stead) -> str:
    """What a sale brings the owner of a village, in letters: `2c5f`."""
    return f"{place.coins}c" + (f"{place.favours}f" if place.favours else "")


def code(side: int, cards: Cards) -> str:
    """What a side earns its owner, in two characters: `2c`, `5f`, `+m`, `+d`, `+p`."""
    free = cards.free[side]
    if free:
        return "+m" if free == FREE_MERCHANT else "+d" if free == FREE_CARAVAN else "+p"
    if cards.favours[side]:
        return f"{cards.favours[side]}f"
    return f"{cards.coins[side]}c"


def earned(side: int, cards: Cards) -> str:
    """What a tucked side earns its owner at every sale, in two characters; free ones nothing."""
    return "--" if cards.free[side] else code(side, cards)


def short_reward(side: int, cards: Cards) -> str:
    """What a side earns its owner, in at most five characters."""
    free = cards.free[side]
    if free == FREE_MERCHANT:
        return _("+card")
    if free == FREE_CARAVAN:
        return _("+die")
    if free:
        return _("+put")
    return code(side, cards)


def long_reward(side: int, cards: Cards) -> str:
    """What a side earns its owner: in words, but what is had once in its sign."""
    if cards.free[side]:
        return short_reward(side, cards)
    return text.income(cards.coins[side], cards.favours[side])


def dice_for(view: View, action: int) -> list[int]:
    """The faces that an action takes from the unplaced dice."""
    kind, value = action >> SHIFT, action & VALUE
    if kind == VILLAGE:
        return stead(view, value).faces
    if kind == ADD:
        return [cards_of(view["house"]).face[value]]
    if kind == REROLL:
        return faces_of(value)
    if kind == TURN:
        return [value >> 1]
    return []


def merchant_of(action: int) -> int:
    """The side (`add`, `place`) or merchant (`buy`) of an action, -1 for none."""
    kind, value = action >> SHIFT, action & VALUE
    if kind == PLACE:
        return value >> 2
    return value if kind in (ADD, BUY) else -1
