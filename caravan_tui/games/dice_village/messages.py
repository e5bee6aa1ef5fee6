"""Texts below the board: the prompt, what is under the cursor, and why it can't be chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from caravan_tui.games.dice_village import text
from caravan_tui.games.dice_village.actions import (
    ADD,
    BUY,
    MAX_DICE,
    SHIFT,
    TURN,
    VALUE,
    VILLAGE,
    count,
)
from caravan_tui.games.dice_village.moves import Item, free_faces, reroll_of
from caravan_tui.games.dice_village.pieces import from_plain
from caravan_tui.games.dice_village.rules import PRICE, REROLL_PRICE, TURN_PRICE
from caravan_tui.games.dice_village.state import ADDING, ENDED, PLACING, SELLING, SPENDING
from caravan_tui.games.dice_village.view import DiceVillageView, Village, active, village_of
from caravan_tui.i18n import _, _n

KeyName = Callable[[str], str]
"""The key of a command, by its id, as the user reads it."""

LINE = 78
"""Columns of the line below the board at 80 × 24."""


# What is asked


def prompt(view: DiceVillageView, key: KeyName) -> str:
    """What the acting seat is asked to do."""
    phase = view["phase"]
    player = view["people"][active(view)]
    if phase == SELLING:
        number = count(player["free"])
        return _n(
            "Sell {number} die at villages, or mark dice with 1 to 6 to spend favours.",
            "Sell {number} dice at villages, or mark dice with 1 to 6 to spend favours.",
            number,
        ).format(number=number)
    if phase == ADDING:
        if player["hand"]:
            words = _("Sale at your village {village}: add merchants, then press {key} to sell.")
        else:
            words = _("Sale at your village {village}: no merchants to add. Press {key} to sell.")
        name = village_of(view, view["village"]).name
        return words.format(village=name, key=key("dice_village.sell"))
    if phase == PLACING:
        words = _("Free placement: choose a side, then a village. Press {key} to skip.")
        return words.format(key=key("dice_village.done"))
    if phase == SPENDING:
        words = _("Buy merchants for 5 coins each, or press {key} to finish.")
        return words.format(key=key("dice_village.done"))
    return ""


def rule(view: DiceVillageView) -> str:
    """The ruling or heading of RULES.md that fits the moment."""
    return {ADDING: "V-9", PLACING: "V-5", SELLING: "Selling", ENDED: "The end"}.get(
        view["phase"], "A round"
    )


def nothing_to_choose(view: DiceVillageView, key: KeyName) -> str:
    """Why there is no village, merchant or side that can be chosen."""
    if view["phase"] == ADDING:
        words = _("No merchant in your hand can be added. Press {key} to sell.")
        return words.format(key=key("dice_village.sell"))
    if view["phase"] == SELLING:
        words = _("No open village takes these dice. Mark dice, or press {key} to end the step.")
    else:
        words = _("There is nothing to choose. Press {key} to end the step.")
    return words.format(key=key("dice_village.done"))


# What is under the cursor


def choice_words(
    view: DiceVillageView, item: Item, action: int, names: Sequence[str], key: KeyName
) -> str:
    """An item that can be chosen, and what choosing it would do."""
    kind, value = action >> SHIFT, action & VALUE
    if kind == VILLAGE:
        is_own = village_of(view, value).owner == active(view)
        tail = _("{key}/click") if is_own else _("{key}/click sells")
    elif kind == ADD:
        tail = _("{key}/click adds it")
    elif kind == BUY:
        tail = _("{key}/click buys it")
    elif item[0] == "side":
        tail = _("{key}/click, then its village")
    else:
        tail = _("{key}/click places it")
    tail = tail.format(key=key("dice_village.take"))
    if kind == VILLAGE:
        words = sale_words(view, value, names)
        if len(f"{words} · {tail}") > LINE:
            words = sale_words(view, value, names, in_letters=True)
    elif kind == BUY:
        words = merchant_words(view, value)
    elif item[0] == "side":
        words = side_words(view, item[1])
    else:
        words = text.describe(action, view)
    return f"{words} · {tail}"


def item_words(view: DiceVillageView, item: Item, names: Sequence[str], key: KeyName) -> str:
    """An item that can't be chosen now."""
    kind, value = item
    if kind == "village":
        return village_words(view, value, names)
    if kind == "side":
        return why_not_side(view, value)
    if kind == "row":
        return why_not_merchant(view, value)
    if kind == "die":
        faces = free_faces(view)
        if value < len(faces):
            words = _("{goods}. Press {key} to mark it.")
            return words.format(goods=text.goods(faces[value]), key=key("dice_village.take"))
    return ""


def sale_words(
    view: DiceVillageView, number: int, names: Sequence[str], in_letters: bool = False
) -> str:
    """What a sale at a village brings. `in_letters`: `2c5f` in place of words."""
    village = village_of(view, number)
    income, visitor = _income(village, in_letters)
    if village.owner == active(view):
        words = _("Your village {village}: {income}. You can add merchants.")
        return words.format(village=village.name, income=income)
    return _("{owner}'s village {village}: you {mine}, owner {theirs}").format(
        owner=names[village.owner], village=village.name, mine=visitor, theirs=income
    )


def _income(village: Village, in_letters: bool) -> tuple[str, str]:
    """What a sale brings the owner and a visitor, in words or in letters."""
    if in_letters:
        return text.income_code(village), f"{village.visitor}c"
    return text.income(village.coins, village.favours), text.coins(village.visitor)


def village_words(view: DiceVillageView, number: int, names: Sequence[str]) -> str:
    """A village in words: whose it is and what it earns, in letters where names are long."""
    village = village_of(view, number)
    if village.seller >= 0:
        form = _("{owner}'s village {village}, closed by {name}: owner {income}, visitor {visitor}")
    elif len(village.stalls) > MAX_DICE:
        form = _("{owner}'s village {village}: owner {income}, visitor {visitor}. Too large.")
    else:
        form = _("{owner}'s village {village}: owner {income}, visitor {visitor}")
    words = ""
    for in_letters in (False, True):
        income, visitor = _income(village, in_letters)
        words = form.format(
            owner=names[village.owner],
            village=village.name,
            name=names[village.seller],
            income=income,
            visitor=visitor,
        )
        if len(words) <= LINE:
            break
    return words


def side_words(view: DiceVillageView, side: int) -> str:
    """A side of a merchant in words."""
    cards = from_plain(view["custom"])
    return _("{goods} ({face}) at the {way}: {reward}").format(
        way=text.side_word(side),
        goods=text.goods(cards.face[side]),
        face=cards.face[side],
        reward=text.reward(side, cards),
    )


def merchant_words(view: DiceVillageView, merchant: int) -> str:
    """Both sides of a merchant in words."""
    cards = from_plain(view["custom"])
    left, right = 2 * merchant, 2 * merchant + 1
    return _("{first} ({left}) {a}, {second} ({right}) {b}").format(
        first=text.goods(cards.face[left]),
        second=text.goods(cards.face[right]),
        left=cards.face[left],
        a=text.reward(left, cards),
        right=cards.face[right],
        b=text.reward(right, cards),
    )


def marked_words(
    view: DiceVillageView, marked: Sequence[int], legal: Sequence[int], key: KeyName
) -> tuple[str, bool]:
    """What dice with these faces can be used for, and whether that is nothing."""
    if not marked:
        return "", False
    if reroll_of(marked, legal) is None:
        return why_no_favour(view, is_turn=False), True
    if len(marked) > 1:
        words = _("Marked {dice}. Press {reroll} to reroll them (1 favour).")
    elif any(action >> SHIFT == TURN for action in legal):
        words = _("Marked {dice}. Press {reroll} to reroll (1 favour), {up} or {down} to turn (2).")
    else:
        words = _("Marked {dice}. Press {reroll} to reroll it (1 favour).")
    return words.format(
        dice=" ".join(map(str, marked)),
        reroll=key("dice_village.reroll"),
        up=key("dice_village.up_face"),
        down=key("dice_village.down_face"),
    ), False


# Why something can't be chosen


def why_not(view: DiceVillageView, item: Item, names: Sequence[str], key: KeyName) -> str:
    """Why an item can't be chosen now."""
    if item[0] == "village":
        return why_not_village(view, item[1], names, key)
    return item_words(view, item, names, key)


def why_not_village(view: DiceVillageView, number: int, names: Sequence[str], key: KeyName) -> str:
    """Why a village can't be chosen now."""
    village = village_of(view, number)
    phase = view["phase"]
    if phase == PLACING:
        if village.owner != active(view):
            return _("Place merchants in your own villages.")
        if village.seller >= 0:
            return _("This village is closed (V-5).")
        return _("Choose a side of a merchant first.")
    if phase == ADDING:
        words = _("Finish this sale first: add merchants, or press {key} to sell.")
        return words.format(key=key("dice_village.sell"))
    if phase == SPENDING:
        return _("You can buy merchants now. Villages are for the Sell step.")
    if phase != SELLING:
        return village_words(view, number, names)
    if village.seller >= 0:
        words = _("Closed until the round ends: {name} sold here.")
        return words.format(name=names[village.seller])
    if len(village.stalls) > MAX_DICE:
        return _("Too large: nobody can sell here any more (V-12).")
    free, faces = free_faces(view), village.faces
    missing = [face for face in range(1, 7) for _die in range(faces.count(face) - free.count(face))]
    return _("Missing dice: {dice}").format(dice=" ".join(map(str, missing)))


def why_not_side(view: DiceVillageView, side: int) -> str:
    """Why a side of a merchant in hand can't be used now."""
    words = side_words(view, side)
    phase = view["phase"]
    if phase == ADDING:
        face = from_plain(view["custom"]).face[side]
        return _("You have no {face} for {side}.").format(face=face, side=words)
    if phase in (SELLING, SPENDING):
        return _("{side}. Add it in a sale at home.").format(side=words)
    return words


def why_not_merchant(view: DiceVillageView, merchant: int) -> str:
    """Why a merchant of the row can't be bought now."""
    words = merchant_words(view, merchant)
    phase, seat = view["phase"], view["seat"]
    if phase == SPENDING and seat is not None and view["people"][seat]["coins"] < PRICE:
        return _("{card}. It costs {price}.").format(card=words, price=text.coins(PRICE))
    if phase in (SELLING, ADDING):
        return _("{card}. Buy it later.").format(card=words)
    return words


def why_no_favour(view: DiceVillageView, is_turn: bool) -> str:
    """Why favours can't be spent on a turn, or on a reroll."""
    if view["phase"] != SELLING:
        return _("Spend favours in your own Sell step, before or between sales.")
    owned = view["people"][active(view)]["favours"]
    price = TURN_PRICE if is_turn else REROLL_PRICE
    if owned < price:
        words = _("That costs {price}. You have {have}.")
        return words.format(price=text.favours(price), have=text.favours(owned))
    if is_turn:
        return _("Mark one die to turn with keys 1 to 6.")
    return _("Mark the dice to reroll with keys 1 to 6.")


# The end


def result(view: DiceVillageView, names: Sequence[str]) -> tuple[list[str], list[list[str]]]:
    """Column titles and rows: cards, then coins, then favours decide; then the rest."""
    columns = [_("Seat"), _("Cards"), _("Coins"), _("Favours"), _("Caravans"), _("In hand")]
    rows = []
    for name, person in zip(names, view["people"], strict=False):
        held = len(person["hand"]) + person["unseen"]
        numbers = [person["laid"], person["coins"], person["favours"], person["dice"], held]
        rows.append([name, *map(str, numbers)])
    return columns, rows
