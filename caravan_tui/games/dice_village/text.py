"""Actions and events in notation and in words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from caravan_tui.games.contract import EndNotice, Event, seat_name
from caravan_tui.games.dice_village import events
from caravan_tui.games.dice_village.actions import (
    ADD,
    BUY,
    DONE,
    LEFT,
    MARKET,
    MAX_DICE,
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
from caravan_tui.games.dice_village.custom import from_plain
from caravan_tui.games.dice_village.pieces import (
    FREE_CARAVAN,
    FREE_MERCHANT,
    VILLAGES_EACH,
    Cards,
    village_title,
)
from caravan_tui.games.dice_village.rules import LAST_ROUND_CARDS, PRICE
from caravan_tui.games.dice_village.state import LAST_ROUND
from caravan_tui.games.dice_village.view import DiceVillageView, active, village_of
from caravan_tui.i18n import _, _n, later

_WORDS = {SELL: "sell", MARKET: "market", SKIP: "skip", DONE: "done"}
"""By kind of action: its notation, where it has no value."""

OPENING_DEEDS = 3
"""Deeds that are named of a first turn, at most."""

DEAR_SALE = 4
"""Coins of a sale at home that others notice."""


# Notation


THEMES = {
    "Rerolled": later("Reroll"),
    "DieTurned": later("Turning a die"),
    "Visited": later("Visit"),
    "OwnerPaid": later("Visit"),
    "GoodsBrought": later("Sale at home"),
    "MerchantAdded": later("Sale at home"),
    "SoldAtHome": later("Sale at home"),
    "SoldAtMarket": later("Sale at the market"),
    "MerchantPlaced": later("Free merchant"),
    "PlacementSkipped": later("Free merchant"),
    "MerchantBought": later("Buying"),
    "BuyingEnded": later("Buying"),
}
"""What problems are about, by the event that their answer begins with."""


def notation(action: int, view: DiceVillageView) -> str:
    kind, value = action >> SHIFT, action & VALUE
    if kind in _WORDS:
        return _WORDS[kind]
    cards = from_plain(view["custom"])
    if kind == VILLAGE:
        return f"village {village_code(value, cards)}"
    if kind == ADD:
        return f"add {side_code(value, cards)}"
    if kind == REROLL:
        return f"reroll {digits(value)}"
    if kind == TURN:
        return f"turn {value >> 1} {'down' if value & 1 else 'up'}"
    if kind == PLACE:
        village = active(view) * VILLAGES_EACH + (value & 3)
        return f"place {side_code(value >> 2, cards)} {village_code(village, cards)}"
    if kind == BUY:
        return f"buy {cards.names[value]}"
    if kind == START:
        return f"start {value}"
    if kind == ROW:
        return f"row {cards.names[value]}"
    if kind == ROLL:
        return f"roll {active(view)} {digits(value)}"
    merchant = "?" if value == UNKNOWN else cards.names[value]
    return f"draw {active(view)} {merchant}"


def digits(dice: int) -> str:
    """Dice as their faces, ascending: `1126`."""
    return "".join(map(str, faces_of(dice)))


def village_code(village: int, cards: Cards) -> str:
    """A village as `0.16`: its owner and its faces."""
    return f"{village // VILLAGES_EACH}.{cards.village_names[village % VILLAGES_EACH]}"


def side_code(side: int, cards: Cards) -> str:
    """A merchant and one of its sides: `m16 left`."""
    return f"{cards.names[side >> 1]} {'left' if side & 1 == LEFT else 'right'}"


# Goods and income in words


def merchant_name(code: str) -> str:
    """A merchant by the goods of its sides, the left one first: `m41` is `wheat/silk`. A letter
    after its faces, where several have the same ones, stays."""
    name = f"{goods(int(code[1]))}/{goods(int(code[2]))}"
    return f"{name} {code[3:]}" if code[3:] else name


def goods(face: int) -> str:
    """The name of the goods on a face of a die."""
    return (
        _("silk"),
        _("papyrus"),
        _("gold"),
        _("wheat"),
        _("spices"),
        _("porcelain"),
    )[face - 1]


def dice_words(dice: int) -> str:
    """Dice in words, the number of a good only where it is more than one: `2 silk, gold`."""
    faces = faces_of(dice)
    words = []
    for face in sorted(set(faces)):
        number, name = faces.count(face), goods(face)
        words.append(
            name if number == 1 else _("{number} {goods}").format(number=number, goods=name)
        )
    return ", ".join(words)


def coins(number: int) -> str:
    """A number of coins in words."""
    return _n("{number} coin", "{number} coins", number).format(number=number)


def favours(number: int) -> str:
    """A number of favours in words."""
    return _n("{number} favour", "{number} favours", number).format(number=number)


def income(coin_count: int, favour_count: int) -> str:
    """Coins and favours earned together, in words."""
    if coin_count and favour_count:
        text = _("{coins} and {favours}")
        return text.format(coins=coins(coin_count), favours=favours(favour_count))
    return favours(favour_count) if favour_count else coins(coin_count)


def reward(side: int, cards: Cards) -> str:
    """What a side earns its owner, in words."""
    free = cards.free[side]
    if not free:
        return income(cards.coins[side], cards.favours[side])
    if free == FREE_MERCHANT:
        return _("a free merchant")
    return _("a free caravan") if free == FREE_CARAVAN else _("a free placement")


def side_word(side: int) -> str:
    """The side of a merchant that a side number stands for, in words."""
    return _("left") if side & 1 == LEFT else _("right")


# The same in letters, where there is little room


def income_code(coin_count: int, favour_count: int) -> str:
    """Coins and favours earned together, in letters: `2c 5f`."""
    return f"{coin_count}c" + (f" {favour_count}f" if favour_count else "")


def reward_code(side: int, cards: Cards) -> str:
    """What a side earns its owner, in two characters: `2c`, `5f`, `+m`, `+d`, `+p`."""
    free = cards.free[side]
    if free:
        return "+m" if free == FREE_MERCHANT else "+d" if free == FREE_CARAVAN else "+p"
    if cards.favours[side]:
        return f"{cards.favours[side]}f"
    return f"{cards.coins[side]}c"


def free_words(free: int) -> str:
    """A free reward, briefly."""
    if free == FREE_MERCHANT:
        return _("+1 card")
    return _("+1 die") if free == FREE_CARAVAN else _("+1 stall")


def reward_that_fits(side: int, cards: Cards, room: int) -> str:
    """What a side earns its owner, with a plus, as a price has none: in words if these fit into a
    number of columns, else in letters."""
    free = cards.free[side]
    if not free:
        words = "+" + income(cards.coins[side], cards.favours[side])
    else:
        words = free_words(free)
    return words if len(words) <= room else reward_code(side, cards)


# Actions in words


def describe(action: int, view: DiceVillageView, names: Sequence[str] = ()) -> str:
    kind, value = action >> SHIFT, action & VALUE
    cards = from_plain(view["custom"])
    if kind == VILLAGE:
        village = village_of(view, value)
        if village.owner == active(view):
            return _("brings goods to the home village {village}").format(village=village.name)
        text = _("sells at {name}'s village {village} for {coins}")
        owner = seat_name(village.owner, names)
        return text.format(village=village.name, name=owner, coins=coins(village.visitor))
    if kind == ADD:
        return _("adds merchant {merchant} at the {side}: {goods}, earns {reward}").format(
            merchant=merchant_name(cards.names[value >> 1]),
            side=side_word(value),
            goods=goods(cards.face[value]),
            reward=reward(value, cards),
        )
    if kind == SELL:
        return _("sells and takes the income")
    if kind == REROLL:
        return _("rerolls {dice} (1 favour)").format(dice=dice_words(value))
    if kind == TURN:
        face = value >> 1
        text = _("pays 2 favours to turn {face} into {to}")
        return text.format(face=goods(face), to=goods(turned(face, value & 1)))
    if kind == MARKET:
        left = count(view["people"][active(view)]["free"])
        return _("takes the rest to the open market for {favours}").format(favours=favours(left))
    if kind == PLACE:
        side = value >> 2
        return _("places merchant {merchant} at the {side} of village {village}").format(
            merchant=merchant_name(cards.names[side >> 1]),
            side=side_word(side),
            village=village_title(cards.village_names[value & 3]),
        )
    if kind == SKIP:
        return _("skips the free placement")
    if kind == BUY:
        text = _("buys merchant {merchant} for {price}")
        return text.format(merchant=merchant_name(cards.names[value]), price=coins(PRICE))
    if kind == DONE:
        return _("buys nothing more")
    if kind == START:
        return _("{name} gets the start marker").format(name=seat_name(value, names))
    if kind == ROW:
        return _("puts merchant {merchant} up for sale").format(
            merchant=merchant_name(cards.names[value])
        )
    if kind == ROLL:
        return _("rolls {dice}").format(dice=dice_words(value))
    if value == UNKNOWN:
        return _("draws a merchant")
    return _("draws merchant {merchant}").format(merchant=merchant_name(cards.names[value]))


def commits(action: int, view: DiceVillageView) -> bool:
    """A sale at your own village is the village, its merchants, and the sale."""
    kind = action >> SHIFT
    if kind == VILLAGE:
        return (action & VALUE) // VILLAGES_EACH != view["to_act"]
    return kind != ADD


_KINDS = {
    ADD: later("adding merchants"),
    SELL: later("adding merchants"),
    REROLL: later("rerolling"),
    TURN: later("turning dice"),
    MARKET: later("open market"),
    PLACE: later("free placement"),
    SKIP: later("free placement"),
    BUY: later("buying"),
    DONE: later("buying"),
}
"""By kind of action, what sort of decision it is. A sale ends with no further merchant."""


def abstains(action: int, view: DiceVillageView) -> bool:
    """Whether an action leaves undone what it could do: no placement, no merchant."""
    return action >> SHIFT in (SKIP, DONE)


def kind_of_move(action: int, view: DiceVillageView) -> str:
    """What sort of decision an action is."""
    if action >> SHIFT != VILLAGE:
        return _KINDS[action >> SHIFT]
    is_home = village_of(view, action & VALUE).owner == active(view)
    return later("selling at home") if is_home else later("selling abroad")


def opening(turn: Sequence[tuple[int, DiceVillageView]]) -> str:
    """What the dice were used for first, in order: `home sale, market`."""
    deeds: list[str] = []
    for action, view in turn:
        kind = action >> SHIFT
        if kind == VILLAGE:
            is_home = village_of(view, action & VALUE).owner == active(view)
            deeds.append(_("home sale") if is_home else _("sale abroad"))
        elif kind in (REROLL, TURN):
            deeds.append(_("reroll") if kind == REROLL else _("die turned"))
        elif kind in (MARKET, BUY):
            deeds.append(_("market") if kind == MARKET else _("merchant bought"))
    return ", ".join([*dict.fromkeys(deeds)][:OPENING_DEEDS]) or _("nothing")


# Events


def narrate(event: Event, names: Sequence[str], seat: int | None) -> str | None:
    match event:
        case events.RoundStarted(number, player):
            return _("Round {number}: {name} begins").format(number=number, name=names[player])
        case events.StartSeatDrawn(player):
            return _("{name} gets the start marker").format(name=names[player])
        case events.MerchantOffered(merchant):
            return _("Merchant {merchant} is for sale").format(merchant=merchant_name(merchant))
        case events.Rolled(player, dice, unplaced, is_reroll):
            if is_reroll and dice != unplaced:
                text = _("{name} rolls {dice} and has {all}")
            else:
                text = _("{name} rolls {dice}")
            new_dice, unplaced_dice = (" ".join(digits(rolled)) for rolled in (dice, unplaced))
            return text.format(name=names[player], dice=new_dice, all=unplaced_dice)
        case events.Rerolled(player, dice):
            text = _("{name} pays 1 favour to reroll {dice}")
            return text.format(name=names[player], dice=" ".join(digits(dice)))
        case events.DieTurned(player, face, new_face):
            text = _("{name} pays 2 favours and turns {face} into {to}")
            return text.format(name=names[player], face=face, to=new_face)
        case events.Visited(player, owner, village, earned):
            return _("{name} sells at {owner}'s {village}: {coins}").format(
                name=names[player],
                owner=names[owner],
                village=village_title(village),
                coins=coins(earned),
            )
        case events.OwnerPaid(player, village, coin_count, favour_count):
            text = _("{name}, the owner of {village}, gets {income}")
            earned_words = income(coin_count, favour_count)
            return text.format(
                name=names[player], village=village_title(village), income=earned_words
            )
        case events.GoodsBrought(player, village):
            text = _("{name} brings goods to the home village {village}")
            return text.format(name=names[player], village=village_title(village))
        case events.MerchantAdded() | events.MerchantPlaced():
            return _stall_line(event, names)
        case events.SoldAtHome(player, village, coin_count, favour_count):
            text = _("{name} sells at the home village {village}: {income}")
            earned_words = income(coin_count, favour_count)
            return text.format(
                name=names[player], village=village_title(village), income=earned_words
            )
        case events.MerchantDrawn(player, None):
            return _("{name} draws a merchant").format(name=names[player])
        case events.MerchantDrawn(player, str(merchant)):
            text = _("{name} draws merchant {merchant}")
            return text.format(name=names[player], merchant=merchant_name(merchant))
        case events.CaravanGained(player, dice):
            text = _("{name} gets one more caravan: {number} of {most}")
            return text.format(name=names[player], number=dice, most=MAX_DICE)
        case events.SoldAtMarket(player, 0):
            return _("{name} has nothing for the open market").format(name=names[player])
        case events.SoldAtMarket(player, number):
            text = _n(
                "{name} sells {number} good at the open market: {favours}",
                "{name} sells {number} goods at the open market: {favours}",
                number,
            )
            return text.format(name=names[player], number=number, favours=favours(number))
        case events.MerchantBought(player, merchant):
            text = _("{name} buys merchant {merchant} for {price}")
            return text.format(
                name=names[player], merchant=merchant_name(merchant), price=coins(PRICE)
            )
        case events.BuyingEnded(player):
            return _("{name} buys nothing more").format(name=names[player])
        case events.PlacementSkipped(player):
            return _("{name} skips the free placement").format(name=names[player])
        case events.NinthCard(player):
            text = _("{name} has nine cards on the table: this is the last round")
            return text.format(name=names[player])
        case events.NoMerchant(player):
            text = _("{name} gets no free merchant: the pile is empty")
            return text.format(name=names[player])
        case events.NoCaravan(player):
            text = _("{name} gets no free caravan: all six are there already")
            return text.format(name=names[player])
        case events.NoPlacement(player):
            text = _("{name} can't use the free placement: no merchant, or no open village")
            return text.format(name=names[player])
        case events.MatchEnded(rounds):
            return _n(
                "The match ends after {number} round",
                "The match ends after {number} rounds",
                rounds,
            ).format(number=rounds)
    return None


def _stall_line(event: events.MerchantAdded | events.MerchantPlaced, names: Sequence[str]) -> str:
    if isinstance(event, events.MerchantAdded):
        text = _("{name} adds merchant {merchant} at the {side} of village {village}: {goods}")
    else:
        text = _(
            "{name} places merchant {merchant} for free at the {side} of village {village}: {goods}"
        )
    return text.format(
        name=names[event.seat],
        village=village_title(event.village),
        merchant=merchant_name(event.merchant),
        side=side_word(event.side),
        goods=goods(event.face),
    )


def shorten(event: Event, names: Sequence[str], seat: int | None) -> str | None:
    match event:
        case events.GoodsBrought() | events.BuyingEnded() | events.SoldAtMarket(goods=0):
            return None
        case events.Rolled():
            return None  # everybody sees the dice; what they were good for comes after it: a sale
        case events.Rerolled(_, dice):
            return _("rerolls {dice}").format(dice="+".join(digits(dice)))
        case events.DieTurned(_, face, new_face):
            return _("turns {face}→{to}").format(face=face, to=new_face)
        case events.Visited(_, owner, village) if owner == seat:
            return _("sells at your {village}").format(village=village_title(village))
        case events.Visited(_, owner, village):
            text = _("sells at {owner}'s {village}")
            return text.format(village=village_title(village), owner=names[owner])
        case events.OwnerPaid(owner, _, coin_count, favour_count):
            text = _("you get {income}") if owner == seat else _("{name} gets {income}")
            return text.format(name=names[owner], income=income(coin_count, favour_count))
        case events.MerchantAdded(_, village, merchant):
            text = _("adds {merchant} to {village}")
            return text.format(merchant=merchant_name(merchant), village=village_title(village))
        case events.MerchantPlaced(_, village, merchant):
            text = _("places {merchant} at {village}")
            return text.format(merchant=merchant_name(merchant), village=village_title(village))
        case events.SoldAtHome(_, village):
            return _("sells at home ({village})").format(village=village_title(village))
        case events.SoldAtMarket(_, number):
            return _("sells {number} at the market").format(number=number)
        case events.MerchantDrawn(_, None):
            return _("draws a merchant")
        case events.MerchantDrawn(_, str(merchant)):
            return _("draws {merchant}").format(merchant=merchant_name(merchant))
        case events.MerchantBought(_, merchant):
            return _("buys {merchant}").format(merchant=merchant_name(merchant))
        case events.CaravanGained():
            return _("gets a caravan")
        case events.PlacementSkipped():
            return _("skips the free placement")
        case events.NinthCard():
            return _("nine cards: last round")
        case events.MerchantOffered(merchant):
            return _("for sale: {merchant}").format(merchant=merchant_name(merchant))
        case events.NoMerchant() | events.NoCaravan() | events.NoPlacement():
            return _("gets no free reward")
        case events.RoundStarted():
            return narrate(event, names, seat)  # a line of its own
    return narrate(event, names, seat)


def gains(event: Event) -> list[tuple[int, str]]:
    """Coins and favours that are earned or spent, in letters."""
    match event:
        case events.Visited(seat, coins=number):
            return [(seat, f"+{number}c")]
        case events.OwnerPaid(seat, _, coin_count, favour_count):
            return _earned(seat, coin_count, favour_count)
        case events.SoldAtHome(seat, _, coin_count, favour_count):
            return _earned(seat, coin_count, favour_count)
        case events.SoldAtMarket(seat, number) if number:
            return [(seat, f"+{number}f")]
        case events.MerchantBought(seat):
            return [(seat, f"-{PRICE}c")]
    return []


def _earned(seat: int, coin_count: int, favour_count: int) -> list[tuple[int, str]]:
    parts = [f"+{coin_count}c"] if coin_count else []
    parts += [f"+{favour_count}f"] if favour_count else []
    return [(seat, "".join(parts))] if parts else []


_AMOUNT = re.compile(r"([+-])(\d+)([cf])")


def gain_words(gain: str) -> str:
    """A gain in words: `+2 coins +1 favour` for `+2c+1f`."""
    parts = []
    for sign, number, kind in _AMOUNT.findall(gain):
        words = coins(int(number)) if kind == "c" else favours(int(number))
        parts.append(sign + words)
    return " ".join(parts)


def is_outcome(event: Event) -> bool:
    """Sales, purchases and what they bring: not the dice and merchants that led to them."""
    return isinstance(
        event,
        events.Visited
        | events.SoldAtHome
        | events.SoldAtMarket
        | events.MerchantBought
        | events.MerchantPlaced
        | events.MerchantDrawn
        | events.CaravanGained
        | events.NinthCard,
    )


def is_aside(event: Event) -> bool:
    """What visitors bring the owner of a village, and who begins a round."""
    return isinstance(event, events.OwnerPaid | events.RoundStarted | events.StartSeatDrawn)


def closes(event: Event) -> bool:
    match event:
        case events.RoundStarted(number):
            return number > 1
    return isinstance(event, events.MatchEnded)


def near_end(view: DiceVillageView, names: Sequence[str]) -> EndNotice | None:
    """Somebody has nearly all the cards that end the match, or has them (V-8)."""
    laid = [person["laid"] for person in view["people"]]
    most = max(laid)
    name = names[laid.index(most)]
    if most >= LAST_ROUND_CARDS:
        words = _("{name} has {count} cards on the table: this round is the last.")
        return EndNotice(_("last round"), words.format(name=name, count=most))
    if view["round"] >= LAST_ROUND:
        words = _("This round is the last: the match ends after {count} rounds.")
        return EndNotice(_("last round"), words.format(count=LAST_ROUND))
    if most + 1 == LAST_ROUND_CARDS:
        words = _("{name} has {count} cards on the table. The next one makes the round the last.")
        return EndNotice(_("end is near"), words.format(name=name, count=most))
    return None


def records(event: Event) -> list[tuple[int, str, float]]:
    """The coins of a sale at your own village, the dice sold at the open market."""
    match event:
        case events.SoldAtHome(player, coins=earned):
            return [(player, later("most coins in a sale"), earned)]
        case events.SoldAtMarket(player, number):
            return [(player, later("most goods at the market"), number)]
    return []


def triumphs(event: Event) -> list[int]:
    """A dear sale at home, another caravan, the ninth card."""
    match event:
        case events.SoldAtHome(player, coins=earned) if earned >= DEAR_SALE:
            return [player]
        case events.CaravanGained(player) | events.NinthCard(player):
            return [player]
    return []
