"""What a board shows of a view: villages with their stalls, what a sale takes and brings, and why
something is no move. All from a view and its legal list."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from caravan_tui.games.contract import View
from caravan_tui.words import _

from . import text
from .actions import (
    ADD,
    BUY,
    MOST_DICE,
    PLACE,
    REROLL,
    SHIFT,
    TURN,
    VALUE,
    VILLAGE,
    dice_of,
    faces_of,
    pack,
)
from .cards import FREE_CARAVAN, FREE_MERCHANT, VILLAGES, Cards, cards_of
from .rules import ADDING, PLACING, PRICE, REROLL_PRICE, SELLING, SPENDING, TURN_PRICE


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


def sale_words(view: View, action: int, names: Sequence[str]) -> str:
    """What a legal `village` takes and brings, before it is confirmed."""
    place = stead(view, action & VALUE)
    name = cards_of(view["house"]).village_names[place.village % VILLAGES]
    dice = " ".join(map(str, sorted(place.faces)))
    if place.owner == text.active(view):
        return _("Your village {village}: dice {dice}; {income}; merchants may be added").format(
            village=name, dice=dice, income=text.income(place.coins, place.favours)
        )
    return _("{owner}'s village {village}: dice {dice}; you {mine}, {owner} {theirs}").format(
        owner=names[place.owner],
        village=name,
        dice=dice,
        mine=text.coins(place.visitor),
        theirs=text.income(place.coins, place.favours),
    )


def stead_words(view: View, village: int, names: Sequence[str]) -> str:
    """A village in words: its stalls and what they earn."""
    place = stead(view, village)
    name = cards_of(view["house"]).village_names[village % VILLAGES]
    words = _("{owner}'s village {village}: owner {income}, visitor {visitor}").format(
        owner=names[place.owner],
        village=name,
        income=text.income(place.coins, place.favours),
        visitor=text.coins(place.visitor),
    )
    if place.sold >= 0:
        words = _("{village}; closed by {name}").format(village=words, name=names[place.sold])
    elif len(place.stalls) > MOST_DICE:
        words = _("{village}; too large to sell at").format(village=words)
    return words


def why_not_village(view: View, village: int, names: Sequence[str]) -> str:
    """Why this village cannot be chosen now."""
    place = stead(view, village)
    phase = view["phase"]
    if phase == PLACING:
        if place.owner != text.active(view):
            return _("A merchant is placed in one's own villages")
        if place.sold >= 0:
            return _("This village is closed (V-5)")
        return _("Choose a side of a merchant first")
    if phase == ADDING:
        return _("A sale is under way: add merchants, or sell (s)")
    if phase != SELLING:
        return stead_words(view, village, names)
    if place.sold >= 0:
        return _("Closed until the round ends: the dice of {name} lie there").format(
            name=names[place.sold]
        )
    if len(place.stalls) > MOST_DICE:
        return _("Too large: nobody can ever sell there again (V-12)")
    free = view["people"][text.active(view)]["free"]
    missing = []
    for face in range(1, 7):
        lack = place.faces.count(face) - (free >> 4 * (face - 1) & 15)
        missing += [face] * max(0, lack)
    return _("Dice are missing: {dice}").format(dice=" ".join(map(str, missing)))


def side_words(view: View, side: int) -> str:
    """A side of a merchant in words."""
    cards = cards_of(view["house"])
    return _("{merchant} {way}: {goods} ({face}), earns {reward}").format(
        merchant=cards.names[side >> 1],
        way=text.way(side & 1),
        goods=text.goods(cards.face[side]),
        face=cards.face[side],
        reward=text.reward(side, cards),
    )


def why_not_side(view: View, side: int) -> str:
    """Why this side of a merchant of the hand cannot be used now."""
    words = side_words(view, side)
    phase = view["phase"]
    if phase == ADDING:
        face = cards_of(view["house"]).face[side]
        return _("No free die shows {face} for {side}").format(face=face, side=words)
    if phase == SELLING:
        return _("{side}; added in a sale at an own village").format(side=words)
    return words


def why_not_buy(view: View, merchant: int, seat: int | None) -> str:
    """A merchant of the row that cannot be bought now."""
    cards = cards_of(view["house"])
    words = _("{merchant}: left {left} {a}, right {right} {b}").format(
        merchant=cards.names[merchant],
        left=cards.face[2 * merchant],
        a=text.reward(2 * merchant, cards),
        right=cards.face[2 * merchant + 1],
        b=text.reward(2 * merchant + 1, cards),
    )
    if view["phase"] == SPENDING and seat is not None and view["people"][seat]["coins"] < PRICE:
        return _("{card}; it costs {price}").format(card=words, price=text.coins(PRICE))
    return words


def reroll_of(view: View, faces: Sequence[int], legal: Sequence[int]) -> int | None:
    """The legal reroll of these faces."""
    action = pack(REROLL, dice_of(list(faces)))
    return action if faces and action in legal else None


def why_no_favour(view: View, faces: Sequence[int], turning: bool) -> str:
    """Why favours cannot be spent like this."""
    if view["phase"] != SELLING:
        return _("Favours are spent in one's own Sell step, before or between sales")
    have = view["people"][text.active(view)]["favours"]
    price = TURN_PRICE if turning else REROLL_PRICE
    if have < price:
        return _("That costs {price}; you have {have}").format(
            price=text.favours(price), have=text.favours(have)
        )
    if turning:
        return _("Choose one die to turn (1 to 6)")
    return _("Choose the dice to roll again (1 to 6)")


def merchant_of(action: int) -> int:
    """The side (`add`, `place`) or merchant (`buy`) of an action, -1 for none."""
    kind, value = action >> SHIFT, action & VALUE
    if kind == PLACE:
        return value >> 2
    return value if kind in (ADD, BUY) else -1
