"""Actions and events in words and in notation, from a view, never a state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caravan_tui.games.ahldarahd.actions import (
    ACCEPT,
    BID,
    BLACK,
    BUY,
    CLAIM,
    COUNTER,
    DEAL,
    DECLINE,
    DESTROY,
    DISCARD,
    END,
    FALL,
    FAVOUR,
    FREE,
    GIVE_GOLD,
    INTERRUPT,
    KIND,
    NOTHING,
    OFFER,
    OPEN,
    PASS,
    PAY,
    PAYLOAD,
    PLEDGE,
    REVEAL,
    SELL,
    SEND,
    SHAH,
    WANT_ITEM,
    WITHDRAW,
    map_of,
    route_of,
)
from caravan_tui.games.ahldarahd.map import Board, board
from caravan_tui.games.ahldarahd.names import (
    COLOURS,
    item_name,
    line_name,
    map_name,
    place_name,
)
from caravan_tui.games.contract import Event, View
from caravan_tui.words import _, _n


def notation(action: int, view: View) -> str:
    """The action as the rules page writes it."""
    here = board(view["house"])
    seats: int = view["seats"]
    kind = action & KIND
    what = action & PAYLOAD
    if kind == CLAIM:
        card = here.names[here.ends[route_of(what >> 1)][what & 1]]
        return f"claim {place_name(here, seats, what >> 1)} with {card}"
    if kind in (BUY, DESTROY, FALL):
        word = {BUY: "buy", DESTROY: "destroy", FALL: "fall"}[kind]
        return f"{word} {place_name(here, seats, what)}"
    if GIVE_GOLD <= kind <= WANT_ITEM:
        return line_name(here, action)
    if kind == OPEN:
        return f"open {item_name(here, what)}"
    if kind == PAY:
        return f"pay {here.names[what - 1]}" if what else "pay gold"
    if kind == INTERRUPT:
        return f"interrupt {what >> 3} offer {what & 7}"
    if kind == DEAL:
        return f"deal {what >> 4} {here.names[what & 15]}"
    if kind in (REVEAL, DISCARD):
        return f"{'reveal' if kind == REVEAL else 'discard'} {here.names[what]}"
    if kind == FREE:
        return f"free {here.route_name(what)}"
    if kind == SELL:
        return f"sell right.{COLOURS[what]}"
    if kind in _NUMBERED:
        return f"{_NUMBERED[kind]} {what}"
    return _PLAIN[kind]


_NUMBERED = {
    SHAH: "shah",
    BLACK: "black",
    BID: "bid",
    FAVOUR: "give",
    OFFER: "offer",
    PLEDGE: "pledge",
}
_PLAIN = {
    PASS: "pass",
    END: "end",
    SEND: "send",
    WITHDRAW: "withdraw",
    ACCEPT: "accept",
    DECLINE: "decline",
    COUNTER: "counter",
    NOTHING: "nothing",
}


def city_title(name: str) -> str:
    """The commodity of a city as it is written on its cards."""
    titles = {
        "pearls": _("Pearls"),
        "dyes": _("Dyes"),
        "spices": _("Spices"),
        "textiles": _("Textiles"),
        "salt": _("Salt"),
        "gems": _("Gems"),
        "ivory": _("Ivory"),
        "incense": _("Incense"),
        "metals": _("Metals"),
        "horses": _("Horses"),
    }
    return titles.get(name, name.capitalize())


def map_title(name: str) -> str:
    """A map, or the seat of that colour."""
    titles = {
        "red": _("Red"),
        "blue": _("Blue"),
        "green": _("Green"),
        "purple": _("Purple"),
        "orange": _("Orange"),
        "neutral": _("Neutral"),
    }
    return titles[name]


def seat_title(seat: int) -> str:
    """A seat by its colour."""
    return map_title(COLOURS[seat])


def route_title(name: str) -> str:
    """`Salt-Metals` from `salt-metals`."""
    return "-".join(city_title(city) for city in name.split("-"))


def place_title(name: str) -> str:
    """`Salt-Metals on the Red map` from `red:salt-metals`."""
    colour, route = name.split(":")
    return _("{route} on the {colour} map").format(
        route=route_title(route), colour=map_title(colour)
    )


def item_title(name: str) -> str:
    """An item in words, from its notation."""
    if name.startswith("card."):
        return _("a card of {city}").format(city=city_title(name[5:]))
    if name.startswith("right."):
        return _("the {colour} Right of Passage").format(colour=map_title(name[6:]))
    titles = {
        "shah": _("the favour of the Shah"),
        "eyes": _("the Eyes of Shamesh"),
        "queen": _("the Pirate Queen"),
    }
    return titles[name]


def line_title(line: str) -> str:
    """What a line of an offer names, without give or want: `3 gold`, `a card of Salt`."""
    words = line.split()
    if words[1] == "gold":
        return _("{gold} gold").format(gold=words[2])
    if words[1] == "card":
        return item_title(f"card.{words[2]}")
    return item_title(words[1])


def offer_title(lines: Sequence[str]) -> str:
    """Both sides of an offer in words: `3 gold for a card of Salt`."""
    gives = _listed([line_title(line) for line in lines if line.startswith("give")])
    wants = _listed([line_title(line) for line in lines if line.startswith("want")])
    if not wants:
        return _("{things} as a gift").format(things=gives)
    if not gives:
        return _("nothing for {things}").format(things=wants)
    return _("{gives} for {wants}").format(gives=gives, wants=wants)


def _listed(things: list[str]) -> str:
    if len(things) < 2:
        return "".join(things)
    return _("{things} and {last}").format(things=", ".join(things[:-1]), last=things[-1])


def payment(view: View, seat: int, route: int) -> tuple[int, int]:
    """What a payment for a route costs this seat now: gold without a card, gold with one."""
    here: Board = board(view["house"])
    holder = view["eyes"] if here.land >> route & 1 else view["queen"]
    off = 1 if holder == seat else 0
    return max(0, here.price[route] - off), 1 - off


def describe(action: int, view: View) -> str:
    """The action in words, without its subject."""
    here = board(view["house"])
    seats: int = view["seats"]
    kind = action & KIND
    what = action & PAYLOAD
    if kind == CLAIM:
        route = route_of(what >> 1)
        _by_gold, by_card = payment(view, view["to_act"], route)
        return _("claims {route} with a card of {city} and {gold} gold").format(
            route=place_title(place_name(here, seats, what >> 1)),
            city=city_title(here.names[here.ends[route][what & 1]]),
            gold=by_card,
        )
    if kind == BUY:
        by_gold, _by_card = payment(view, view["to_act"], route_of(what))
        return _("buys {route} for {gold} gold").format(
            route=place_title(place_name(here, seats, what)), gold=by_gold
        )
    if kind == DESTROY:
        return _("destroys {owner}'s route {route}").format(
            owner=_owner(view, what), route=place_title(place_name(here, seats, what))
        )
    if kind == FALL:
        return _("lets {route} fall").format(route=place_title(place_name(here, seats, what)))
    if kind == PAY:
        return _describe_payment(what, here, view)
    if GIVE_GOLD <= kind <= WANT_ITEM:
        line = line_name(here, action)
        thing = line_title(line)
        if line.startswith("give"):
            return _("gives {thing}").format(thing=thing)
        return _("wants {thing}").format(thing=thing)
    if kind == OPEN:
        return _("puts up {item}").format(item=item_title(item_name(here, what)))
    if kind == DEAL:
        return _("is dealt a card of {city}").format(city=city_title(here.names[what & 15]))
    if kind == REVEAL:
        return _("turns up a card of {city}").format(city=city_title(here.names[what]))
    if kind == DISCARD:
        return _("discards a card of {city}").format(city=city_title(here.names[what]))
    if kind == FREE:
        return _("lays a free route {route}").format(route=route_title(here.route_name(what)))
    if kind == SELL:
        worth = sum(mask.bit_count() for mask in view["control"][what])
        return _("sells {item} for {gold} gold").format(
            item=item_title(f"right.{COLOURS[what]}"), gold=worth
        )
    if kind == INTERRUPT:
        return _("prepares an offer to {partner}").format(partner=seat_title(what & 7))
    return _describe_plain(kind, what)


def _describe_plain(kind: int, what: int) -> str:
    if kind == OFFER:
        return _("prepares an offer to {partner}").format(partner=seat_title(what))
    if kind == SHAH:
        return _("gives {colour} the favour of the Shah").format(colour=seat_title(what))
    if kind == FAVOUR:
        return _("turns the Shah's favour to {colour}").format(colour=seat_title(what))
    if kind == BLACK:
        return _n("draws {count} black chip", "draws {count} black chips", what).format(count=what)
    if kind == BID:
        return _("bids {gold} gold").format(gold=what)
    if kind == PLEDGE:
        return _("pledges {gold} gold").format(gold=what)
    words = {
        PASS: _("passes"),
        END: _("ends the building"),
        SEND: _("sends the offer"),
        WITHDRAW: _("withdraws the offer"),
        ACCEPT: _("accepts"),
        DECLINE: _("declines"),
        COUNTER: _("makes a counter-offer"),
        NOTHING: _("gives nothing"),
    }
    return words[kind]


def _describe_payment(what: int, here: Board, view: View) -> str:
    route = route_of(view["destroy"]["place"]) if view["destroy"] else 0
    by_gold, by_card = payment(view, view["to_act"], route)
    if not what:
        return _("pays {gold} gold").format(gold=by_gold)
    return _("pays with a card of {city} and {gold} gold").format(
        city=city_title(here.names[what - 1]), gold=by_card
    )


def _owner(view: View, code: int) -> str:
    for seat, mask in enumerate(view["routes"][map_of(code)]):
        if mask >> route_of(code) & 1:
            return seat_title(seat)
    return _("nobody")


def map_names(view: View) -> list[str]:
    """The names of all maps of a match."""
    return [map_name(view["seats"], a_map) for a_map in range(len(view["routes"]))]


def narrate(event: Event, names: Sequence[str], seat: int | None) -> str | None:
    """A line of the log for an event as `seat` sees it."""
    kind = str(event[0])
    if kind in ("bidding", "building", "turn", "stale", "reveal", "night", "quiet"):
        return _narrate_table(event, names)
    if kind in ("not averted", "ransom", "still", "over"):
        return _narrate_table(event, names)
    if kind in ("prepare", "line", "sent", "withdraw", "trade", "decline", "counter"):
        return _narrate_trade(event, names, seat)
    if kind in ("open", "bid", "pass", "win", "favour"):
        return _narrate_auction(event, names)
    return _narrate_seat(event, names, seat)


def _narrate_table(event: Event, names: Sequence[str]) -> str | None:
    kind = event[0]
    if kind == "turn":
        return _("Turn {turn}.").format(turn=event[1])
    if kind == "stale":
        return _("No card was auctioned: the oldest, {city}, is discarded.").format(
            city=city_title(event[1])
        )
    if kind == "reveal":
        return _("A card of {city} is turned up.").format(city=city_title(event[1]))
    if kind == "bidding":
        if event[2]:
            return _("The deck is empty: the last turn. {name} opens the bidding.").format(
                name=names[event[1]]
            )
        return _("{name} opens the bidding.").format(name=names[event[1]])
    if kind == "building":
        return _("{name} builds first.").format(name=names[event[1]])
    if kind == "night":
        return _("The Night of the Outsider falls on {city}.").format(city=city_title(event[1]))
    if kind == "quiet":
        return _("Nobody has anything to fear in {city}.").format(city=city_title(event[1]))
    if kind == "still":
        return _("The deck is empty: the night passes without harm.")
    if kind == "ransom":
        paid = [
            _("{name} {gold}").format(name=names[payer], gold=gold)
            for payer, gold in enumerate(event[1])
            if gold
        ]
        return _("The Outsider is bought off with 10 gold: {paid}.").format(paid=", ".join(paid))
    if kind == "not averted":
        if event[2]:
            return _("Too little was pledged; all of it goes back.")
        return _("Nobody averts the night.")
    return _("The caravans come home: the match is over.")


def _narrate_auction(event: Event, names: Sequence[str]) -> str:
    kind, name = event[0], names[event[1]]
    if kind == "open":
        if event[3] >= 0:
            return _("{name} puts up {item}, which {holder} holds.").format(
                name=name, item=item_title(event[2]), holder=names[event[3]]
            )
        return _("{name} puts up {item}.").format(name=name, item=item_title(event[2]))
    if kind == "bid":
        return _("{name} bids {gold}.").format(name=name, gold=event[2])
    if kind == "pass":
        if event[2]:
            return _("{name} cannot raise.").format(name=name)
        return _("{name} passes.").format(name=name)
    if kind == "favour":
        return _("{name} turns the Shah's favour to {other}.").format(
            name=name, other=names[event[2]]
        )
    if not event[3]:
        return _("{name} gets {item} for nothing.").format(name=name, item=item_title(event[2]))
    return _("{name} gets {item} for {gold} gold.").format(
        name=name, item=item_title(event[2]), gold=event[3]
    )


def _narrate_trade(event: Event, names: Sequence[str], seat: int | None) -> str | None:
    kind, name = event[0], names[event[1]]
    if kind == "line":
        thing = line_title(event[2])
        if event[2].startswith("give"):
            return _("{name} would give {thing}.").format(name=name, thing=thing)
        return _("{name} would want {thing}.").format(name=name, thing=thing)
    other = names[event[2]]
    if kind == "prepare":
        return _("{name} prepares an offer to {other}.").format(name=name, other=other)
    if kind == "sent":
        offer = offer_title(event[3])
        if event[4]:
            return _("{name} answers {other} with {offer}.").format(
                name=name, other=other, offer=offer
            )
        return _("{name} offers {other} {offer}.").format(name=name, other=other, offer=offer)
    if kind == "withdraw":
        return _("{name} withdraws the offer to {other}.").format(name=name, other=other)
    if kind == "trade":
        return _("{other} accepts {name}'s offer: {offer}.").format(
            name=name, other=other, offer=offer_title(event[3])
        )
    if kind == "decline":
        return _("{name} declines {other}'s offer.").format(name=name, other=other)
    return _("{name} prepares a counter-offer to {other}.").format(name=name, other=other)


def _narrate_seat(event: Event, names: Sequence[str], seat: int | None) -> str | None:
    kind, name = event[0], names[event[1]]
    if kind == "deal":
        if event[2] is None:
            return _("{name} is dealt a card.").format(name=name)
        return _("{name} is dealt {card}.").format(name=name, card=item_title(f"card.{event[2]}"))
    if kind == "shah":
        return _("{name} has the favour of the Shah.").format(name=name)
    if kind == "free":
        route = place_title(event[2])
        return _("{name} lays a free route: {route}.").format(name=name, route=route)
    if kind == "claim":
        return _("{name} claims {route} with {card} and {gold} gold.").format(
            name=name,
            route=place_title(event[2]),
            card=item_title(f"card.{event[3]}"),
            gold=event[4],
        )
    if kind == "buy":
        return _("{name} buys {route} for {gold} gold.").format(
            name=name, route=place_title(event[2]), gold=event[3]
        )
    if kind == "destroy":
        return _("{name} sets out to destroy {other}'s route {route}.").format(
            name=name, route=place_title(event[2]), other=names[event[3]]
        )
    if kind == "pay":
        if event[2] is None:
            return _("{name} pays {gold} gold.").format(name=name, gold=event[3])
        return _("{name} pays with {card} and {gold} gold.").format(
            name=name, card=item_title(f"card.{event[2]}"), gold=event[3]
        )
    if kind == "destroyed":
        return _("{other}'s route {route} is destroyed.").format(
            route=place_title(event[2]), other=names[event[3]]
        )
    if kind == "swept":
        return _("{name}'s route {route} is swept away.").format(
            name=name, route=place_title(event[2])
        )
    if kind == "city":
        return _("{name} takes {city} on the {colour} map and is paid {gold} gold.").format(
            name=name, city=city_title(event[3]), colour=map_title(event[2]), gold=event[4]
        )
    if kind == "lost":
        return _("{name} loses {city} on the {colour} map.").format(
            name=name, city=city_title(event[3]), colour=map_title(event[2])
        )
    if kind == "sell":
        return _("{name} sells {item} for {gold} gold.").format(
            name=name, item=item_title(f"right.{event[2]}"), gold=event[3]
        )
    if kind == "end":
        return _("{name} has built.").format(name=name)
    return _narrate_night(event, name)


def _narrate_night(event: Event, name: str) -> str | None:
    kind: Any = event[0]
    if kind == "black":
        if not event[2]:
            return None
        return _n(
            "{name} draws {count} black chip.", "{name} draws {count} black chips.", event[2]
        ).format(name=name, count=event[2])
    if kind == "discard":
        return _("{name} averts the night with {card}.").format(
            name=name, card=item_title(f"card.{event[2]}")
        )
    if kind == "pledge":
        return _("{name} pledges {gold} gold ({total} of 10).").format(
            name=name, gold=event[2], total=event[3]
        )
    if kind == "nothing":
        return _("{name} gives nothing.").format(name=name)
    if kind == "fall":
        return _("{name}'s route {route} falls.").format(name=name, route=place_title(event[2]))
    return None
