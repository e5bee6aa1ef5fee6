"""The legal actions as a short list to choose from: one entry a thing, amounts inside an entry.

Routes are not in the list until one is chosen on the map; then its ways of payment are.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define

from caravan_tui.games.ahldarahd.actions import (
    ACCEPT,
    BID,
    BUY,
    CLAIM,
    COUNTER,
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
    RIGHT_ITEM,
    SELL,
    SEND,
    SHAH_ITEM,
    WANT_GOLD,
    WANT_ITEM,
    WITHDRAW,
    route_of,
)
from caravan_tui.games.ahldarahd.map import Board, board
from caravan_tui.games.ahldarahd.names import COLOURS, line_name, place_name
from caravan_tui.games.ahldarahd.text import describe
from caravan_tui.games.ahldarahd.titles import (
    city_title,
    map_title,
    payment,
    route_title,
    short_line_title,
    with_gold,
)
from caravan_tui.games.contract import Event, View
from caravan_tui.words import _


@define
class Entry:
    """A line to choose: one action, or one of several amounts."""

    label: str
    actions: list[int]
    group: str = ""
    """`way` (of a chosen route), `give`, `want`, `offer`, `sell`, `end`, `no`, or empty."""


def place_of(action: int, view: View) -> int:
    """The route on a map that an action is about, -1 if it is about none."""
    kind = action & KIND
    if kind == CLAIM:
        return (action & PAYLOAD) >> 1
    if kind in (BUY, DESTROY, FALL):
        return action & PAYLOAD
    if kind == FREE:
        active: int = view["active"]
        return active << 6 | action & PAYLOAD
    return -1


def places(legal: Sequence[int], view: View) -> set[int]:
    """The routes that legal actions are about."""
    found = {place_of(action, view) for action in legal}
    found.discard(-1)
    return found


def touched(view: View, events: Sequence[Event]) -> frozenset[int]:
    """The routes that something has just happened to."""
    here, seats = board(view["house"]), view["seats"]
    named = {
        event[2]
        for event in events
        if event[0] in ("claim", "buy", "free", "fall", "destroy", "destroyed")
    }
    return frozenset(
        code
        for a_map in range(len(view["routes"]) if named else 0)
        for code in range(a_map << 6, (a_map << 6) + len(here.price))
        if place_name(here, seats, code) in named
    )


def entries(
    legal: Sequence[int], interrupts: Sequence[int], view: View, place: int, names: Sequence[str]
) -> list[Entry]:
    """The list for this moment; `place` is the route chosen on the map, -1 none."""
    found: list[Entry] = []
    amounts: dict[int, Entry] = {}
    for action in legal:
        kind = action & KIND
        where = place_of(action, view)
        if where >= 0:
            if where == place:
                found.append(Entry(_way(action, view), [action], "way"))
            continue
        if kind in (BID, PLEDGE, GIVE_GOLD, WANT_GOLD):
            if kind in amounts:
                amounts[kind].actions.append(action)
                continue
            group = {GIVE_GOLD: "give", WANT_GOLD: "want"}.get(kind, "")
            entry = amounts[kind] = Entry("", [action], group)
            found.append(entry)
            continue
        found.append(Entry(label(action, view, names), [action], _group(kind)))
    found += [
        Entry(_("Offer {name} a trade").format(name=names[action & 7]), [action], "offer")
        for action in interrupts
    ]
    return found


def after_line(found: Sequence[Entry], events: Sequence[Event], seat: int | None) -> int:
    """Which entry to mark when this seat has just written a line of an offer: what it may want
    after what it gives, then the sending, never the withdrawal; -1 if it has written none."""
    for event in events:
        if event[0] == "line" and event[1] == seat:
            gave = event[2].startswith("give")
            for group in ("want", "yes") if gave else ("yes",):
                for number, entry in enumerate(found):
                    if entry.group == group:
                        return number
    return -1


def _group(kind: int) -> str:
    return {
        OFFER: "offer",
        INTERRUPT: "offer",
        SELL: "sell",
        END: "end",
        GIVE_ITEM: "give",
        WANT_ITEM: "want",
        PASS: "no",
        DECLINE: "no",
        WITHDRAW: "no",
        ACCEPT: "yes",
        SEND: "yes",
        COUNTER: "counter",
    }.get(kind, "")


def label(action: int, view: View, names: Sequence[str]) -> str:
    """An action in the few words of a list."""
    here = board(view["house"])
    kind = action & KIND
    what = action & PAYLOAD
    if kind in (BID, PLEDGE):
        seat = view["to_act"]
        left = view["gold"][seat] - what
        text = _("Bid {gold}, leaves {left}") if kind == BID else _("Pledge {gold}, leaves {left}")
        return text.format(gold=what, left=left)
    if kind == OPEN:
        return _item(what, here, view) + _holder(what, view, names)
    if kind in (GIVE_GOLD, GIVE_ITEM):
        return _("Give {thing}").format(thing=short_line_title(line_name(here, action)))
    if kind in (WANT_GOLD, WANT_ITEM):
        return _("Want {thing}").format(thing=short_line_title(line_name(here, action)))
    if kind == OFFER:
        return _("Offer {name} a trade").format(name=names[what])
    if kind == FAVOUR:
        return _("{name} gets the Shah").format(name=names[what])
    if kind == SELL:
        worth = sum(mask.bit_count() for mask in view["control"][what])
        return _("Sell the {colour} Right for {gold} gold").format(
            colour=map_title(COLOURS[what]), gold=worth
        )
    if kind == PAY:
        route = route_of(view["destroy"]["place"])
        by_gold, by_card = payment(view, view["to_act"], route)
        if not what:
            return _("Pay {gold} gold").format(gold=by_gold)
        return _("Pay with {payment}").format(
            payment=with_gold(city_title(here.names[what - 1]), by_card)
        )
    if kind == DISCARD:
        return _("Discard {city}").format(city=city_title(here.names[what]))
    words = {
        PASS: _("Pass"),
        END: _("End the building"),
        SEND: _("Send the offer"),
        WITHDRAW: _("Withdraw it"),
        ACCEPT: _("Accept"),
        DECLINE: _("Decline"),
        COUNTER: _("Make a counter-offer"),
        NOTHING: _("Give nothing"),
    }
    return words.get(kind) or _capital(describe(action, view))


def _item(item: int, here: Board, view: View) -> str:
    """An item that may be put up, in a word or two."""
    if item < RIGHT_ITEM:
        return _("Card: {city}").format(city=city_title(here.names[item]))
    if item < SHAH_ITEM:
        worth = sum(mask.bit_count() for mask in view["control"][item - RIGHT_ITEM])
        return _("Right: {colour} {gold}").format(
            colour=map_title(COLOURS[item - RIGHT_ITEM]), gold=worth
        )
    return (_("Shah"), _("Eyes"), _("Queen"))[item - SHAH_ITEM]


def _holder(item: int, view: View, names: Sequence[str]) -> str:
    """` (Anna)` for an item that a seat holds."""
    if item < RIGHT_ITEM:
        return ""
    if item < SHAH_ITEM:
        seat = view["rights"][item - RIGHT_ITEM]
    else:
        seat = (view["shah"], view["eyes"], view["queen"])[item - SHAH_ITEM]
    return f" ({names[seat]})" if seat >= 0 else ""


def _way(action: int, view: View) -> str:
    """How a route may be had, with the price."""
    here = board(view["house"])
    kind = action & KIND
    what = action & PAYLOAD
    seat = view["to_act"]
    if kind == CLAIM:
        route = route_of(what >> 1)
        city = city_title(here.names[here.ends[route][what & 1]])
        gold = payment(view, seat, route)[1]
        return _("Claim with {payment}").format(payment=with_gold(city, gold))
    if kind == BUY:
        gold = payment(view, seat, route_of(what))[0]
        return _("Buy for {gold} gold").format(gold=gold)
    if kind == DESTROY:
        by_gold, by_card = payment(view, seat, route_of(what))
        return _("Destroy: twice {gold} gold or {card}").format(
            gold=by_gold, card=with_gold(_("a card"), by_card)
        )
    if kind == FALL:
        title = route_title(here.route_name(route_of(what)))
        return _("Let {route} fall").format(route=title)
    return _("Lay the free route {route}").format(route=route_title(here.route_name(what)))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
