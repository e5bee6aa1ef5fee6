"""Dice Village in sentences, for line mode: from views, never from a state."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.contract import Region
from caravan_tui.games.dice_village import text
from caravan_tui.games.dice_village.actions import (
    ADD,
    BUY,
    MAX_DICE,
    REROLL,
    SHIFT,
    TURN,
    VILLAGE,
    count,
    dice_of,
    faces_of,
    pack,
)
from caravan_tui.games.dice_village.custom import from_plain
from caravan_tui.games.dice_village.messages import (
    why_no_favour,
    why_not_merchant,
    why_not_side,
    why_not_village,
)
from caravan_tui.games.dice_village.moves import free_faces
from caravan_tui.games.dice_village.pieces import VILLAGES_EACH
from caravan_tui.games.dice_village.rules import PRICE
from caravan_tui.games.dice_village.state import ADDING, PLACING, SELLING, SPENDING
from caravan_tui.games.dice_village.view import DiceVillageView, Stall, active, village_of
from caravan_tui.games.kit.sentences import listed, sentence
from caravan_tui.i18n import _, _n


def regions(view: DiceVillageView, names: Sequence[str]) -> Sequence[Region]:
    me = view["seat"]
    parts = [Region("round", _("The round"), _round(view, names))]
    if me is not None:
        parts.append(Region("dice", _("Your dice"), [_dice(view, me, names[me])], me))
        parts.append(Region("hand", _("Your merchants in hand"), _hand(view, me), me))
    parts.append(Region("row", _("Merchants for sale"), _row(view)))
    for seat, name in enumerate(names):
        parts.append(Region(f"player {seat + 1}", name, _player(view, seat, name, names), seat))
    return parts


def _round(view: DiceVillageView, names: Sequence[str]) -> list[str]:
    lines = [_("Round {number}.").format(number=view["round"])]
    if view["start"] >= 0:
        lines.append(_("{name} has the start marker.").format(name=names[view["start"]]))
        steps = {SELLING: _("the Sell step"), ADDING: _("a sale at home"),
                 PLACING: _("a free placement"), SPENDING: _("the Spend step")}  # fmt: skip
        if step := steps.get(view["phase"]):
            lines.append(_("{name} is in {step}.").format(name=names[active(view)], step=step))
    if view["village"] >= 0:
        village = village_of(view, view["village"])
        lines.append(
            _("A sale is under way at {owner}'s village {village}.").format(
                owner=names[village.owner], village=_code(view, village.number)
            )
        )
        added = [_side(view, side) for side in view["added"]]
        if added:
            lines.append(_("Added in this sale: {merchants}.").format(merchants=listed(added)))
    if view["rewards"]:
        rewards = [_("a free merchant"), _("a free caravan"), _("a free placement")]
        due = listed([rewards[reward - 2] for reward in view["rewards"]])
        lines.append(_("Still due: {rewards}.").format(rewards=due))
    if view["rolling"]:
        dice = text.dice_words(view["rolling"])
        lines.append(_("To be rerolled: {dice}.").format(dice=dice))
    return lines


def _code(view: DiceVillageView, number: int) -> str:
    return text.village_code(number, from_plain(view["custom"]))


def _side(view: DiceVillageView, side: int) -> str:
    """A side of a merchant with what is typed for it: `m16 left, silk, earns 1 coin`."""
    cards = from_plain(view["custom"])
    words = _("{code}, {goods}, earns {reward}")
    return words.format(
        code=text.side_code(side, cards),
        goods=text.goods(cards.face[side]),
        reward=text.reward(side, cards),
    )


def _merchant(view: DiceVillageView, merchant: int) -> str:
    """A merchant with both sides."""
    cards = from_plain(view["custom"])
    left, right = 2 * merchant, 2 * merchant + 1
    words = _("{code}: left {first}, earns {a}; right {second}, earns {b}.")
    return words.format(
        code=cards.names[merchant],
        first=_face(cards.face[left]),
        a=text.reward(left, cards),
        second=_face(cards.face[right]),
        b=text.reward(right, cards),
    )


def _face(face: int) -> str:
    """A good with its face: `silk 1`."""
    return f"{text.goods(face)} {face}"


def _dice(view: DiceVillageView, seat: int, name: str) -> str:
    """The dice of a seat that are not placed."""
    person = view["people"][seat]
    faces = faces_of(person["free"])
    if not faces:
        words = _n("{name} has {count} caravan, none of its dice is free.",
                   "{name} has {count} caravans, none of their dice is free.",
                   person["dice"])  # fmt: skip
        return words.format(name=name, count=person["dice"])
    words = _n("{name}, {count} die of {all} free: {dice}.",
               "{name}, {count} dice of {all} free: {dice}.", len(faces))  # fmt: skip
    return words.format(
        name=name, count=len(faces), all=person["dice"], dice=listed(map(_face, faces))
    )


def _hand(view: DiceVillageView, seat: int) -> list[str]:
    merchants = view["people"][seat]["hand"]
    lines = [_merchant(view, merchant) for merchant in merchants]
    return lines or [_("You have no merchant in hand.")]


def _row(view: DiceVillageView) -> list[str]:
    lines = [_merchant(view, merchant) for merchant in view["row"]]
    pile = _n("{count} merchant in the pile.", "{count} merchants in the pile.", view["deck"])
    price = _("Each costs {price}.").format(price=text.coins(PRICE))
    return [*lines, f"{price} {pile.format(count=view['deck'])}"]


def _player(view: DiceVillageView, seat: int, name: str, names: Sequence[str]) -> list[str]:
    person = view["people"][seat]
    words = _("{name}: {laid} cards on the table, {income}, {dice} caravans.")
    lines = [
        words.format(
            name=name,
            laid=person["laid"],
            income=f"{text.coins(person['coins'])}, {text.favours(person['favours'])}",
            dice=person["dice"],
        )
    ]
    lines += [_village(view, seat * VILLAGES_EACH + nth, names) for nth in range(VILLAGES_EACH)]
    if seat != view["seat"]:
        lines.append(_dice(view, seat, name))
        known = [from_plain(view["custom"]).names[merchant] for merchant in person["hand"]]
        held = len(known) + person["unseen"]
        words = _n("{count} merchant in hand", "{count} merchants in hand", held)
        text_held = words.format(count=held)
        if known:
            text_held = _("{held}, known: {names}").format(held=text_held, names=listed(known))
        lines.append(sentence(text_held))
    return lines


def _village(view: DiceVillageView, number: int, names: Sequence[str]) -> str:
    """A village: its stalls from left to right, what a sale earns, whether it is open."""
    village = village_of(view, number)
    stalls = listed(_stall(view, stall) for stall in village.stalls)
    words = _("Village {code}: stalls {stalls}; owner {income}, visitor {visitor}, {state}.")
    if village.seller >= 0:
        state = _("closed, {name} sold here").format(name=names[village.seller])
    elif len(village.stalls) > MAX_DICE:
        state = _("too large for a sale")
    else:
        state = _("open")
    return words.format(
        code=_code(view, number),
        stalls=stalls,
        income=text.income(village.coins, village.favours),
        visitor=text.coins(village.visitor),
        state=state,
    )


def _stall(view: DiceVillageView, stall: Stall) -> str:
    """A stall: the good, and whose it is where a merchant has put it up."""
    if stall.side < 0:
        return _face(stall.face)
    name = from_plain(view["custom"]).names[stall.side >> 1]
    return _("{goods} of {merchant}").format(goods=_face(stall.face), merchant=name)


def question(view: DiceVillageView, legal: Sequence[int], names: Sequence[str]) -> str:
    phase, seat = view["phase"], active(view)
    if phase == SELLING:
        dice = listed(map(_face, free_faces(view)))
        fits = sum(action >> SHIFT == VILLAGE for action in legal)
        words = _n(
            "Your dice: {dice}. They fit {count} village. Sell there, spend favours, or go to the "
            "open market.",
            "Your dice: {dice}. They fit {count} villages. Sell at one, spend favours, or go to "
            "the open market.",
            fits,
        )
        return words.format(dice=dice, count=fits)
    if phase == ADDING:
        code = _code(view, view["village"])
        if any(action >> SHIFT == ADD for action in legal):
            return _("Sale at your village {village}: add a merchant, or sell.").format(
                village=code
            )
        return _("Sale at your village {village}: no merchant can be added. Sell.").format(
            village=code
        )
    if phase == PLACING:
        return _("Free placement: place a merchant at one of your villages, or skip.")
    if phase == SPENDING:
        owned = text.coins(view["people"][seat]["coins"])
        return _("You have {coins}. Buy merchants for {price} each, or be done.").format(
            coins=owned, price=text.coins(PRICE)
        )
    return ""


def why_not(entry: str, legal: Sequence[int], view: DiceVillageView, names: Sequence[str]) -> str:
    words = entry.lower().split()
    verb, rest = (words[0], words[1:]) if words else ("", [])
    cards = from_plain(view["custom"])
    if verb == "village" and rest:
        codes = {_code(view, number): number for number in range(3 * view["seats"])}
        if rest[0] in codes and pack(VILLAGE, codes[rest[0]]) in legal:
            return ""
        if rest[0] in codes:
            return why_not_village(view, codes[rest[0]], names, _say)
        return _("Write a village as its owner, counted from 0, and its stalls, such as 0.16.")
    if verb in ("buy", "add", "place") and rest:
        if rest[0] not in cards.names:
            return _("There is no merchant '{name}'.").format(name=rest[0])
        merchant = cards.names.index(rest[0])
        if verb == "buy":
            if merchant not in view["row"]:
                return _("Merchant {name} is not for sale.").format(name=rest[0])
            return why_not_merchant(view, merchant)
        if merchant not in view["people"][active(view)]["hand"]:
            return _("Merchant {name} is not in your hand.").format(name=rest[0])
        return sentence(why_not_side(view, 2 * merchant + ("right" in rest)))
    if verb in ("reroll", "turn"):
        kind = REROLL if verb == "reroll" else TURN
        if not any(action >> SHIFT == kind for action in legal):
            return why_no_favour(view, is_turn=verb == "turn")
        wanted = [int(face) for face in "".join(rest) if face in "123456"]
        have = count(dice_of(free_faces(view)))
        if len(wanted) > have or any(
            wanted.count(face) > free_faces(view).count(face) for face in wanted
        ):
            dice = listed(map(_face, free_faces(view)))
            return _("Your free dice are {dice}.").format(dice=dice)
        return _("Write the faces of the dice, such as: reroll 116, or: turn 6 down.")
    if verb == "sell" and view["phase"] == SELLING:
        return _("Choose a village first, such as: village 0.16.")
    if verb in ("market", "done", "skip") and not any(action >> SHIFT == BUY for action in legal):
        return _("That isn't allowed now.")
    return ""


def _say(command: str) -> str:
    """What is typed in place of the key of a command."""
    return {"dice_village.sell": "sell"}.get(command, "market")
