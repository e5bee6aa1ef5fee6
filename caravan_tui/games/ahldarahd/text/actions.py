"""Actions in notation and in words, from a view, never a state."""

from __future__ import annotations

from collections.abc import Sequence

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
    GIVE_ITEM,
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
    WANT_GOLD,
    WANT_ITEM,
    WITHDRAW,
    map_of,
    route_of,
)
from caravan_tui.games.ahldarahd.custom import from_plain
from caravan_tui.games.ahldarahd.pieces import COLOURS, item_name, line_name, place_name
from caravan_tui.games.ahldarahd.text.titles import (
    card_title,
    city_title,
    item_title,
    line_title,
    place_title,
    route_title,
    seat_title,
    with_gold,
)
from caravan_tui.games.ahldarahd.view import AhldarahdView, owners_of, payment, right_price
from caravan_tui.i18n import _, _n, later

STEPS = frozenset(
    {OPEN, DESTROY, OFFER, INTERRUPT, GIVE_GOLD, GIVE_ITEM, WANT_GOLD, WANT_ITEM, COUNTER}
)
"""Kinds of actions after which the same seat continues its move."""

_WITH_NUMBER = {
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


def notation(action: int, view: AhldarahdView) -> str:
    """The action as the rules page writes it."""
    city_map = from_plain(view["custom"])
    names = city_map.names
    seats = view["seats"]
    kind = action & KIND
    payload = action & PAYLOAD
    if kind == CLAIM:
        card = names[city_map.ends[route_of(payload >> 1)][payload & 1]]
        return f"claim {place_name(city_map, seats, payload >> 1)} with {card}"
    if kind in (BUY, DESTROY, FALL):
        word = {BUY: "buy", DESTROY: "destroy", FALL: "fall"}[kind]
        return f"{word} {place_name(city_map, seats, payload)}"
    if GIVE_GOLD <= kind <= WANT_ITEM:
        return line_name(city_map, action)
    if kind == OPEN:
        return f"open {item_name(city_map, payload)}"
    if kind == PAY:
        return f"pay {names[payload - 1]}" if payload else "pay gold"
    if kind == INTERRUPT:
        return f"interrupt {payload >> 3} offer {payload & 7}"
    if kind == DEAL:
        return f"deal {payload >> 4} {names[payload & 15]}"
    if kind in (REVEAL, DISCARD):
        return f"{'reveal' if kind == REVEAL else 'discard'} {names[payload]}"
    if kind == FREE:
        return f"free {city_map.route_name(payload)}"
    if kind == SELL:
        return f"sell right.{COLOURS[payload]}"
    if kind in _WITH_NUMBER:
        return f"{_WITH_NUMBER[kind]} {payload}"
    return _PLAIN[kind]


def describe(action: int, view: AhldarahdView, names: Sequence[str] = ()) -> str:
    """The action in words, without its subject."""
    kind = action & KIND
    payload = action & PAYLOAD
    words = (
        _describe_building(kind, payload, view, names)
        or _describe_bidding(kind, payload, view, names)
        or _describe_trade(kind, action, view, names)
        or _describe_night(kind, payload, view)
        or _describe_chance(kind, payload, view, names)
    )
    assert words is not None, f"no action: {action}"
    return words


_KINDS = {
    FREE: later("free routes"),
    OPEN: later("auctioning"),
    BID: later("bidding"),
    PASS: later("bidding"),
    FAVOUR: later("the Shah's favour"),
    CLAIM: later("claiming routes"),
    BUY: later("buying routes"),
    DESTROY: later("destroying routes"),
    PAY: later("destroying routes"),
    SELL: later("selling Rights"),
    END: later("ending the building"),
    DISCARD: later("discarding"),
    PLEDGE: later("pledging"),
    NOTHING: later("pledging"),
    FALL: later("removing routes"),
}
"""By kind of action, what sort of decision it is; all others are of a trade."""


def abstains(action: int, view: AhldarahdView) -> bool:
    """Whether an action is a pass, the end of a part of the turn, or a refusal."""
    return action & KIND in (PASS, END, WITHDRAW, DECLINE, NOTHING)


def kind_of_move(action: int, view: AhldarahdView) -> str:
    """What sort of decision an action of a seat is."""
    return _KINDS.get(action & KIND, later("trading"))


def opening(turn: Sequence[tuple[int, AhldarahdView]]) -> str:
    """The cities of the free routes, or the first move where there are none."""
    city_map = from_plain(turn[0][1]["custom"])
    routes = sorted(
        route_title(city_map.route_name(action & PAYLOAD))
        for action, _view in turn
        if action & KIND == FREE
    )
    return ", ".join(routes) if routes else describe(*turn[0])


def _describe_building(
    kind: int, payload: int, view: AhldarahdView, names: Sequence[str]
) -> str | None:
    city_map = from_plain(view["custom"])
    if kind == FREE:
        return _("lays a free route {route}").format(
            route=route_title(city_map.route_name(payload))
        )
    if kind == CLAIM:
        place, route = payload >> 1, route_of(payload >> 1)
        card = card_title(city_map.names[city_map.ends[route][payload & 1]])
        return _("claims {route} with {payment}").format(
            route=place_title(place_name(city_map, view["seats"], place)),
            payment=with_gold(card, payment(view, view["to_act"], route)[1]),
        )
    if kind == BUY:
        return _("buys {route} for {gold} gold").format(
            route=place_title(place_name(city_map, view["seats"], payload)),
            gold=payment(view, view["to_act"], route_of(payload))[0],
        )
    if kind == DESTROY:
        owner = owners_of(view, map_of(payload))[route_of(payload)]
        return _("destroys {owner}'s route {route}").format(
            owner=seat_title(owner, names) if owner >= 0 else _("nobody"),
            route=place_title(place_name(city_map, view["seats"], payload)),
        )
    if kind == PAY:
        destruction = view["destroy"]
        route = route_of(destruction["place"]) if destruction else 0
        by_gold, with_card = payment(view, view["to_act"], route)
        if not payload:
            return _("pays {gold} gold").format(gold=by_gold)
        return _("pays with {payment}").format(
            payment=with_gold(card_title(city_map.names[payload - 1]), with_card)
        )
    if kind == SELL:
        return _("sells {item} for {gold} gold").format(
            item=item_title(f"right.{COLOURS[payload]}"), gold=right_price(view, payload)
        )
    return _("ends the building") if kind == END else None


def _describe_bidding(
    kind: int, payload: int, view: AhldarahdView, names: Sequence[str]
) -> str | None:
    if kind == OPEN:
        item = item_title(item_name(from_plain(view["custom"]), payload))
        return _("auctions {item}").format(item=item)
    if kind == BID:
        return _("bids {gold} gold").format(gold=payload)
    if kind == FAVOUR and payload == view["to_act"]:
        return _("keeps the Shah's favour")
    if kind == FAVOUR:
        return _("gives the Shah's favour to {name}").format(name=seat_title(payload, names))
    return _("passes") if kind == PASS else None


def _describe_trade(
    kind: int, action: int, view: AhldarahdView, names: Sequence[str]
) -> str | None:
    if kind in (OFFER, INTERRUPT):
        return _("prepares an offer to {partner}").format(partner=seat_title(action & 7, names))
    if GIVE_GOLD <= kind <= WANT_ITEM:
        thing = line_title(line_name(from_plain(view["custom"]), action))
        if kind in (GIVE_GOLD, GIVE_ITEM):
            return _("gives {thing}").format(thing=thing)
        return _("wants {thing}").format(thing=thing)
    return {
        SEND: _("sends the offer"),
        WITHDRAW: _("withdraws the offer"),
        ACCEPT: _("accepts"),
        DECLINE: _("declines"),
        COUNTER: _("makes a counter-offer"),
    }.get(kind)


def _describe_night(kind: int, payload: int, view: AhldarahdView) -> str | None:
    city_map = from_plain(view["custom"])
    if kind == DISCARD:
        return _("discards a card of {city}").format(city=city_title(city_map.names[payload]))
    if kind == PLEDGE:
        return _("pledges {gold} gold").format(gold=payload)
    if kind == FALL:
        route = place_title(place_name(city_map, view["seats"], payload))
        return _("removes {route}").format(route=route)
    return _("gives nothing") if kind == NOTHING else None


def _describe_chance(
    kind: int, payload: int, view: AhldarahdView, names: Sequence[str]
) -> str | None:
    cities = from_plain(view["custom"]).names
    if kind == DEAL:
        return _("is dealt a card of {city}").format(city=city_title(cities[payload & 15]))
    if kind == REVEAL:
        return _("turns up a card of {city}").format(city=city_title(cities[payload]))
    if kind == SHAH:
        return _("gives {name} the favour of the Shah").format(name=seat_title(payload, names))
    if kind == BLACK:
        words = _n("draws {count} black chip", "draws {count} black chips", payload)
        return words.format(count=payload)
    return None


def commits(action: int, view: AhldarahdView) -> bool:
    """Steps are what is put up before the first bid, a destruction before its second payment, and
    the lines of an offer."""
    kind = action & KIND
    if kind == PAY:
        destruction = view["destroy"]
        return destruction is not None and destruction["paid"] >= 0
    return kind not in STEPS
