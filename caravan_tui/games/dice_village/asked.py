"""What is asked, what lies under the cursor and why it is no move: the words of the screen."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.contract import View
from caravan_tui.games.dice_village import text
from caravan_tui.games.dice_village.actions import (
    ADD,
    BUY,
    MOST_DICE,
    REROLL,
    SHIFT,
    TURN,
    VALUE,
    VILLAGE,
    count,
    dice_of,
    faces_of,
    pack,
)
from caravan_tui.games.dice_village.cards import VILLAGES, cards_of
from caravan_tui.games.dice_village.look import Item
from caravan_tui.games.dice_village.outline import Stead, brings, stead
from caravan_tui.games.dice_village.rules import (
    ADDING,
    ENDED,
    PLACING,
    PRICE,
    REROLL_PRICE,
    SELLING,
    SPENDING,
    TURN_PRICE,
)
from caravan_tui.words import _, _n

LINE = 78
"""Columns of the line below the board at 80 x 24."""


def person(view: View, seat: int | None) -> int:
    """Whose dice and hand a seat looks at: its own, a spectator those of who is active."""
    if seat is not None:
        return seat
    return text.active(view) if view["start"] >= 0 else 0


def free_dice(view: View, seat: int | None) -> list[int]:
    """The faces of the unplaced dice that a seat looks at."""
    return faces_of(view["people"][person(view, seat)]["free"])


def choice_words(view: View, item: Item, action: int, names: Sequence[str]) -> str:
    """An item that can be chosen, and what Enter or one more click would do."""
    kind = action >> SHIFT
    if kind == VILLAGE:
        own = (action & VALUE) // VILLAGES == text.active(view)
        tail = _("Enter/click") if own else _("Enter/click sells")
        words = sale_words(view, action, names)
        if len(f"{words} · {tail}") > LINE:
            words = sale_words(view, action, names, letters=True)
    elif kind == ADD:
        words, tail = side_words(view, action & VALUE), _("Enter/click adds it")
    elif kind == BUY:
        words = why_not_buy(view, action & VALUE, None)
        tail = _("Enter/click buys it")
    elif item[0] == "side":
        words, tail = side_words(view, item[1]), _("Enter/click, then its village")
    else:
        words, tail = text.describe(action, view), _("Enter/click places it")
    return f"{words} · {tail}"


def item_words(view: View, item: Item, names: Sequence[str], seat: int | None) -> str:
    """An item that cannot be chosen now, as `seat` sees it."""
    kind, value = item
    if kind == "village":
        return stead_words(view, value, names)
    if kind == "side":
        return why_not_side(view, value)
    if kind == "row":
        return why_not_buy(view, value, seat)
    if kind == "die":
        faces = free_dice(view, seat)
        if value < len(faces):
            return _("{goods}; Enter marks it").format(goods=text.goods(faces[value]))
    return ""


def why_not(view: View, item: Item, names: Sequence[str], seat: int | None) -> str:
    """Why an item cannot be chosen now."""
    if item[0] == "village":
        return why_not_village(view, item[1], names)
    return item_words(view, item, names, seat)


def marked_words(view: View, marked: Sequence[int], legal: Sequence[int]) -> tuple[str, bool]:
    """What dice with these faces can be used for, and whether that is nothing."""
    if not marked:
        return "", False
    faces = " ".join(map(str, marked))
    if reroll_of(view, marked, legal) is None:
        return why_no_favour(view, marked, False), True
    if len(marked) == 1 and any(action >> SHIFT == TURN for action in legal):
        words = _("Marked {dice}: e rolls it again (1 favour), t or b turns it (2 favours)")
    elif len(marked) == 1:
        words = _("Marked {dice}: e rolls it again (1 favour)")
    else:
        words = _("Marked {dice}: e rolls them again (1 favour)")
    return words.format(dice=faces), False


def sale_words(view: View, action: int, names: Sequence[str], letters: bool = False) -> str:
    """What a legal `village` brings, before it is confirmed; `letters`: `2c5f` for the sums."""
    place = stead(view, action & VALUE)
    name = cards_of(view["house"]).village_names[place.village % VILLAGES]
    income, visitor = sums(place, letters)
    # The dice are marked on the tray; the line is to have room for what Enter does.
    if place.owner == text.active(view):
        return _("Your village {village}: {income}; merchants may be added").format(
            village=name, income=income
        )
    return _("{owner}'s village {village}: you {mine}, owner {theirs}").format(
        owner=names[place.owner],
        village=name,
        mine=visitor,
        theirs=income,
    )


def sums(place: Stead, letters: bool) -> tuple[str, str]:
    """What a sale brings the owner and a visitor, in words or in letters."""
    if letters:
        return brings(place), f"{place.visitor}c"
    return text.income(place.coins, place.favours), text.coins(place.visitor)


def stead_words(view: View, village: int, names: Sequence[str]) -> str:
    """A village in words: whose it is and what it earns; in letters where names are long."""
    place = stead(view, village)
    if place.sold >= 0:
        form = _("{owner}'s village {village}, closed by {name}: owner {income}, visitor {visitor}")
    else:
        form = _("{owner}'s village {village}: owner {income}, visitor {visitor}")
    words = ""
    for letters in (False, True):
        income, visitor = sums(place, letters)
        words = form.format(
            owner=names[place.owner],
            village=cards_of(view["house"]).village_names[village % VILLAGES],
            name=names[place.sold],
            income=income,
            visitor=visitor,
        )
        if place.sold < 0 and len(place.stalls) > MOST_DICE:
            words = _("{village}; too large to sell at").format(village=words)
        if len(words) <= LINE:
            break
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
    if phase == SPENDING:
        return _("Merchants are bought now; villages are for the Sell step")
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
    if phase in (SELLING, SPENDING):
        return _("{side}; added in a sale at home").format(side=words)
    return words


def why_not_buy(view: View, merchant: int, seat: int | None) -> str:
    """A merchant of the row that cannot be bought now."""
    cards = cards_of(view["house"])
    words = _("{merchant}: left ({left}) {a}, right ({right}) {b}").format(
        merchant=cards.names[merchant],
        left=cards.face[2 * merchant],
        a=text.reward(2 * merchant, cards),
        right=cards.face[2 * merchant + 1],
        b=text.reward(2 * merchant + 1, cards),
    )
    if view["phase"] == SPENDING and seat is not None and view["people"][seat]["coins"] < PRICE:
        return _("{card}; it costs {price}").format(card=words, price=text.coins(PRICE))
    if view["phase"] in (SELLING, ADDING):
        return _("{card}; bought after all have sold").format(card=words)
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


def prompt(view: View) -> str:
    """What the acting seat is asked."""
    phase = view["phase"]
    if phase == SELLING:
        number = count(view["people"][text.active(view)]["free"])
        return _n(
            "Sell: {number} die to place; mark dice with 1-6 to spend favours",
            "Sell: {number} dice to place; mark dice with 1-6 to spend favours",
            number,
        ).format(number=number)
    if phase == ADDING:
        name = cards_of(view["house"]).village_names[view["village"] % VILLAGES]
        words = _("Sale at your village {village}: add merchants, then sell (s)")
        if not view["people"][text.active(view)]["hand"]:
            words = _("Sale at your village {village}: no merchant to add; s sells")
        return words.format(village=name)
    if phase == PLACING:
        return _("Free placement: choose a side of a merchant, then its village; d gives it up")
    if phase == SPENDING:
        return _("Buy merchants for 5 coins each, or end your step (d)")
    return ""


def nothing_to_choose(view: View) -> str:
    """Why there is no village, merchant or side for the cursor to go to."""
    if view["phase"] == SELLING:
        return _("No open village takes these dice; mark dice for favours, or d ends the step")
    if view["phase"] == ADDING:
        return _("No merchant of your hand can be added; s sells")
    return _("Nothing can be chosen here; d ends the step")


def rule(view: View) -> str:
    """The ruling that fits the moment."""
    return {ADDING: "V-9", PLACING: "V-5", SELLING: "Selling", ENDED: "The end"}.get(
        view["phase"], "A round"
    )


def result(view: View, names: Sequence[str]) -> tuple[list[str], list[list[str]]]:
    """What decides: cards, then coins, then favours; and the merchants laid."""
    titles = [_("Seat"), _("Cards"), _("Coins"), _("Favours"), _("Caravans"), _("In hand")]
    rows = []
    for seat, one in enumerate(view["people"]):
        held = len(one["hand"]) + one["unseen"]
        numbers = [one["laid"], one["coins"], one["favours"], one["dice"], held]
        rows.append([names[seat], *map(str, numbers)])
    return titles, rows
