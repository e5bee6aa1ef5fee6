"""Actions and events of Dice Village, in notation and in words."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.contract import Event, View, seat_name
from caravan_tui.words import _, _n

from .actions import (
    ADD,
    BUY,
    DONE,
    MARKET,
    MOST_DICE,
    PLACE,
    REROLL,
    ROLL,
    ROW,
    SELL,
    SHIFT,
    SKIP,
    START,
    TURN,
    UNKNOWN,
    VALUE,
    VILLAGE,
    count,
    faces_of,
    turned,
)
from .cards import (
    FREE_CARAVAN,
    FREE_MERCHANT,
    VILLAGES,
    Cards,
    cards_of,
)
from .rules import PRICE

WORD = {
    SELL: "sell",
    MARKET: "market",
    SKIP: "skip",
    DONE: "done",
}


def active(view: View) -> int:
    """The seat whose step it is, also while its dice are rolled."""
    seat: int = (view["start"] + view["turn"]) % view["seats"]
    return seat


def digits(dice: int) -> str:
    """Dice as their faces, rising: `1126`."""
    return "".join(map(str, faces_of(dice)))


def notation(action: int, view: View) -> str:
    """The action as the rules page writes it."""
    kind, value = action >> SHIFT, action & VALUE
    if kind in WORD:
        return WORD[kind]
    cards = cards_of(view["house"])
    if kind == VILLAGE:
        return f"village {village_name(value, cards)}"
    if kind == ADD:
        return f"add {side_name(value, cards)}"
    if kind == REROLL:
        return f"reroll {digits(value)}"
    if kind == TURN:
        return f"turn {value >> 1} {'down' if value & 1 else 'up'}"
    if kind == PLACE:
        here = village_name(active(view) * VILLAGES + (value & 3), cards)
        return f"place {side_name(value >> 2, cards)} {here}"
    if kind == BUY:
        return f"buy {cards.names[value]}"
    if kind == START:
        return f"start {value}"
    if kind == ROW:
        return f"row {cards.names[value]}"
    if kind == ROLL:
        return f"roll {active(view)} {digits(value)}"
    card = "?" if value == UNKNOWN else cards.names[value]
    return f"draw {active(view)} {card}"


def village_name(village: int, cards: Cards) -> str:
    """A village as `0.16`: its owner and its faces."""
    return f"{village // VILLAGES}.{cards.village_names[village % VILLAGES]}"


def side_name(side: int, cards: Cards) -> str:
    """A merchant and the side that shows: `m16 left`."""
    return f"{cards.names[side >> 1]} {'right' if side & 1 else 'left'}"


def goods(face: int) -> str:
    """The name of the goods on a die's face."""
    return (
        _("silk"),
        _("papyrus"),
        _("gold"),
        _("wheat"),
        _("spices"),
        _("porcelain"),
    )[face - 1]


def pile(dice: int) -> str:
    """Dice in words: `2 silk, 1 gold`."""
    parts = []
    for face in range(1, 7):
        number = dice >> 4 * (face - 1) & 15
        if number:
            parts.append(_("{number} {goods}").format(number=number, goods=goods(face)))
    return ", ".join(parts)


def coins(number: int) -> str:
    """So many coins, in words."""
    return _n("{number} coin", "{number} coins", number).format(number=number)


def favours(number: int) -> str:
    """So many favours, in words."""
    return _n("{number} favour", "{number} favours", number).format(number=number)


def income(gold: int, favour: int) -> str:
    """Coins and favours earned together."""
    if gold and favour:
        return _("{coins} and {favours}").format(coins=coins(gold), favours=favours(favour))
    return favours(favour) if favour else coins(gold)


def reward(side: int, cards: Cards) -> str:
    """What a side earns its owner, in words."""
    free = cards.free[side]
    if free:
        return free_reward(free)
    return income(cards.coins[side], cards.favours[side])


def free_reward(free: int) -> str:
    """A free reward in words."""
    if free == FREE_MERCHANT:
        return _("a free merchant")
    return _("a free caravan") if free == FREE_CARAVAN else _("a free placement")


def way(which: int) -> str:
    """The side of a merchant, in words."""
    return _("right") if which else _("left")


def describe(action: int, view: View, names: Sequence[str] = ()) -> str:
    """The action in words, without its subject."""
    kind, value = action >> SHIFT, action & VALUE
    cards = cards_of(view["house"])
    if kind == VILLAGE:
        return _village(value, view, cards, names)
    if kind == ADD:
        return _("adds merchant {merchant} at the {side}: {goods}, earns {reward}").format(
            merchant=cards.names[value >> 1],
            side=way(value & 1),
            goods=goods(cards.face[value]),
            reward=reward(value, cards),
        )
    if kind == SELL:
        return _("sells, and takes the income")
    if kind == REROLL:
        return _("pays 1 favour to roll {dice} again").format(dice=pile(value))
    if kind == TURN:
        return _("pays 2 favours to turn {face} into {to}").format(
            face=goods(value >> 1), to=goods(turned(value >> 1, value & 1))
        )
    if kind == MARKET:
        left = count(view["people"][active(view)]["free"])
        return _("takes the rest to the open market for {favours}").format(favours=favours(left))
    if kind == PLACE:
        side = value >> 2
        return _("tucks merchant {merchant} at the {side} of village {village}").format(
            merchant=cards.names[side >> 1],
            side=way(side & 1),
            village=cards.village_names[value & 3],
        )
    if kind == SKIP:
        return _("gives up the free placement")
    if kind == BUY:
        return _("buys merchant {merchant} for {price}").format(
            merchant=cards.names[value], price=coins(PRICE)
        )
    if kind == DONE:
        return _("buys nothing more")
    return _chance(kind, value, view, cards)


def _village(village: int, view: View, cards: Cards, names: Sequence[str]) -> str:
    owner, nth = divmod(village, VILLAGES)
    name = cards.village_names[nth]
    if owner == active(view):
        return _("brings goods to the home village {village}").format(village=name)
    tucked = view["people"][owner]["villages"][nth]
    earned = cards.village_visitor[nth]
    earned += sum(cards.visit[side] for side in tucked["left"] + tucked["right"])
    return _("sells at village {village} of {name} for {coins}").format(
        village=name, name=seat_name(owner, names), coins=coins(earned)
    )


def _chance(kind: int, value: int, view: View, cards: Cards) -> str:
    if kind == START:
        return _("seat {seat} begins").format(seat=value + 1)
    if kind == ROW:
        return _("merchant {merchant} comes to the row").format(merchant=cards.names[value])
    if kind == ROLL:
        return _("rolls {dice}").format(dice=pile(value))
    if value == UNKNOWN:
        return _("draws a merchant unseen")
    return _("draws merchant {merchant}").format(merchant=cards.names[value])


def narrate(event: Event, names: Sequence[str], seat: int | None) -> str | None:
    """A line of the log for an event, None if it is not worth one."""
    kind = event[0]
    if kind == "round":
        return _("Round {number}: {name} begins").format(number=event[1], name=names[event[2]])
    if kind == "start":
        return _("{name} has the start marker").format(name=names[event[1]])
    if kind == "row":
        return _("Merchant {merchant} comes to the row").format(merchant=event[1])
    if kind == "over":
        return _n(
            "The match ends after {number} round", "The match ends after {number} rounds", event[1]
        ).format(number=event[1])
    name = names[event[1]]
    if kind == "visit":
        return _("{name} sells at village {village} of {owner}: {coins}").format(
            name=name, owner=names[event[2]], village=event[3], coins=coins(event[4])
        )
    if kind == "host":
        return _("{name} earns {income} as the owner of village {village}").format(
            name=name, village=event[2], income=income(event[3], event[4])
        )
    if kind in ("roll", "reroll", "turn", "market"):
        return _dice_line(event, name)
    if kind in ("bring", "add", "sell", "place"):
        return _village_line(event, name)
    if kind == "draw":
        if event[2] is None:
            return _("{name} draws a merchant unseen").format(name=name)
        return _("{name} draws merchant {merchant}").format(name=name, merchant=event[2])
    if kind == "caravan":
        return _("{name} gets one more caravan: {number} of {most}").format(
            name=name, number=event[2], most=MOST_DICE
        )
    if kind == "buy":
        return _("{name} buys merchant {merchant} for {price}").format(
            name=name, merchant=event[2], price=coins(PRICE)
        )
    line = {
        "done": _("{name} buys nothing more"),
        "skip": _("{name} gives up the free placement"),
        "ninth": _("{name} has nine cards on the table: this round is the last"),
        "no merchant": _("{name} gets no free merchant: the pile is empty"),
        "no caravan": _("{name} gets no free caravan: it has all six"),
        "no placement": _("{name} has nothing to place, or no open village: it is lost"),
    }.get(kind)
    return line.format(name=name) if line else None


def _dice_line(event: Event, name: str) -> str:
    kind = event[0]
    if kind == "roll":
        if event[4] and event[2] != event[3]:
            return _("{name} rolls {dice} and has {all}").format(
                name=name, dice=digits(event[2]), all=digits(event[3])
            )
        return _("{name} rolls {dice}").format(name=name, dice=digits(event[2]))
    if kind == "reroll":
        return _("{name} pays 1 favour and takes {dice} to roll again").format(
            name=name, dice=digits(event[2])
        )
    if kind == "turn":
        return _("{name} pays 2 favours and turns {face} into {to}").format(
            name=name, face=event[2], to=event[3]
        )
    if not event[2]:
        return _("{name} has nothing for the open market").format(name=name)
    return _n(
        "{name} sells {number} good at the open market: {favours}",
        "{name} sells {number} goods at the open market: {favours}",
        event[2],
    ).format(name=name, number=event[2], favours=favours(event[2]))


def _village_line(event: Event, name: str) -> str:
    kind = event[0]
    if kind == "bring":
        return _("{name} brings goods to the home village {village}").format(
            name=name, village=event[2]
        )
    if kind == "sell":
        return _("{name} sells at the home village {village}: {income}").format(
            name=name, village=event[2], income=income(event[3], event[4])
        )
    text = (
        _("{name} adds merchant {merchant} at the {side} of village {village}: {goods}")
        if kind == "add"
        else _("{name} tucks merchant {merchant} free at the {side} of village {village}: {goods}")
    )
    return text.format(
        name=name, village=event[2], merchant=event[3], side=way(event[4]), goods=goods(event[5])
    )
