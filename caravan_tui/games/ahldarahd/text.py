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
from caravan_tui.games.ahldarahd.names import COLOURS, item_name, line_name, place_name
from caravan_tui.games.ahldarahd.titles import (
    city_title,
    item_title,
    line_title,
    payment,
    place_title,
    route_title,
    seat_title,
    with_gold,
)
from caravan_tui.games.contract import View
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


def describe(action: int, view: View, names: Sequence[str] = ()) -> str:
    """The action in words, without its subject."""
    here = board(view["house"])
    seats: int = view["seats"]
    kind = action & KIND
    what = action & PAYLOAD
    if kind == CLAIM:
        route = route_of(what >> 1)
        _by_gold, by_card = payment(view, view["to_act"], route)
        return _("claims {route} with {payment}").format(
            route=place_title(place_name(here, seats, what >> 1)),
            payment=with_gold(
                item_title(f"card.{here.names[here.ends[route][what & 1]]}"), by_card
            ),
        )
    if kind == BUY:
        by_gold, _by_card = payment(view, view["to_act"], route_of(what))
        return _("buys {route} for {gold} gold").format(
            route=place_title(place_name(here, seats, what)), gold=by_gold
        )
    if kind == DESTROY:
        return _("destroys {owner}'s route {route}").format(
            owner=_owner(view, what, names), route=place_title(place_name(here, seats, what))
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
        return _("prepares an offer to {partner}").format(partner=_seat(what & 7, names))
    return _describe_plain(kind, what, names)


def _describe_plain(kind: int, what: int, names: Sequence[str]) -> str:
    if kind == OFFER:
        return _("prepares an offer to {partner}").format(partner=_seat(what, names))
    if kind == SHAH:
        return _("gives {colour} the favour of the Shah").format(colour=_seat(what, names))
    if kind == FAVOUR:
        return _("turns the Shah's favour to {colour}").format(colour=_seat(what, names))
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
    return _("pays with {payment}").format(
        payment=with_gold(item_title(f"card.{here.names[what - 1]}"), by_card)
    )


def _seat(seat: int, names: Sequence[str]) -> str:
    """A seat by its name, or by its colour where there are no names."""
    return names[seat] if seat < len(names) else seat_title(seat)


def _owner(view: View, code: int, names: Sequence[str]) -> str:
    for seat, mask in enumerate(view["routes"][map_of(code)]):
        if mask >> route_of(code) & 1:
            return _seat(seat, names)
    return _("nobody")
