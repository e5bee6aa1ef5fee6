"""What is asked, why a route or a key does nothing, and what the points came from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from caravan_tui.games.ahldarahd import map as maps
from caravan_tui.games.ahldarahd.choices import places
from caravan_tui.games.ahldarahd.names import line_name
from caravan_tui.games.ahldarahd.titles import (
    city_title,
    item_title,
    map_names,
    map_title,
    offer_title,
    payment,
    route_title,
    with_gold,
)
from caravan_tui.games.contract import OVER, Event, View
from caravan_tui.words import _

LINE = 78
"""Columns of a line below the board at 80 x 24."""


def prompt(view: View, names: Sequence[str], can_accept: bool = True) -> str:
    """What the acting seat is asked. `can_accept`: it has what an offer made to it wants."""
    phase = view["phase"]
    here = maps.board(view["house"])
    if phase == "answering":
        trade = view["trade"]
        giver = trade["to"] if trade["offer"] else trade["from"]
        lines = [line_name(here, line) for line in trade["lines"]]
        if not can_accept and trade["offer"]:
            text = _("p declines (you lack what is wanted): {name} offers you {offer}")
        elif not can_accept:
            text = _("p declines, c counters (you lack what is wanted): {name} offers {offer}")
        elif trade["offer"]:
            text = _("y accepts, p declines: {name} offers you {offer}")
        else:
            text = _("y accepts, p declines, c counters: {name} offers you {offer}")
        # The keys first: what is still too long is cut at its end, and stands in full on the table.
        asked = text.format(name=names[giver], offer=offer_title(lines))
        if len(asked) > LINE:
            asked = text.format(name=names[giver], offer=offer_title(lines, short=True))
        return asked
    if phase == "paying":
        by_gold, by_card = payment(view, view["to_act"], view["destroy"]["place"] & 63)
        if view["destroy"]["paid"] >= 0:
            text = _("Second payment of two: {gold} gold, or {card}")
        else:
            text = _("First payment of two: {gold} gold, or {card}")
        return text.format(gold=by_gold, card=with_gold(_("a card"), by_card))
    if phase == "free":
        return _("Lay a free route on your map: arrows choose it, Enter lays it")
    if phase == "first bid" and view["turned"][view["to_act"]]:
        return _("Your camel is turned, so you bid 0: Enter bids")
    if phase == "first bid" and not view["gold"][view["to_act"]]:
        return _("You have no gold, so you bid 0: Enter bids")
    texts = {
        "opening": _("Open an auction: Up and Down choose, Enter opens; t trades"),
        "first bid": _("Your opening bid: Left and Right set it, Enter bids"),
        "raising": _("Raise or pass: Left and Right set the bid, Enter bids, p passes"),
        "naming": _("Who gets the favour of the Shah?"),
        "building": _("Build: arrows choose a route, v a map, t trades, s sells, e ends"),
        "writing": _("Your offer: g what you give, d what you want, y sends, p withdraws"),
        "voting": _("Night: avert it with a card, pledge gold, or give nothing"),
        "falling": _("A route must fall: choose which, Enter lets it fall"),
    }
    return texts.get(phase, "")


def rule(view: View) -> str:
    """The ruling that fits the moment."""
    if view["to_act"] == OVER:
        return "End and points"
    return {
        "free": "Set-up",
        "opening": "Bidding",
        "first bid": "A-1",
        "raising": "Bidding",
        "naming": "Bidding",
        "building": "Building",
        "paying": "A-18",
        "writing": "Trading",
        "answering": "Trading",
        "voting": "A-9",
        "falling": "A-9",
    }.get(view["phase"], "A turn")


def result(view: View, names: Sequence[str]) -> tuple[list[str], list[list[str]]]:
    """What the points came from: cities of each map, matches, gold."""
    columns = [_("Seat")] + [map_title(word) for word in map_names(view)]
    columns += [_("matching"), _("points"), _("gold")]
    rows = []
    for seat in range(view["seats"]):
        control = [row[seat] for row in view["control"]]
        matching = sum(
            (mask & control[seat]).bit_count()
            for a_map, mask in enumerate(control)
            if a_map != seat
        )
        row = [names[seat]] + [str(mask.bit_count()) for mask in control]
        row += [f"{matching} × 3", str(view["scores"][seat]), str(view["gold"][seat])]
        rows.append(row)
    return columns, rows


def city_words(view: View, city: int) -> str:
    """What it takes to control a city."""
    here = maps.board(view["house"])
    return _("{city}: {number} routes; {need} take it and pay {number} gold").format(
        city=city_title(here.names[city]),
        number=here.number[city],
        need=here.number[city] // 2 + 1,
    )


def why_not(view: View, legal: Sequence[int], seat: int | None, a_map: int, route: int) -> str:
    """Why nothing can be done with a route, in a few words."""
    here = maps.board(view["house"])
    if seat is None:
        return ""
    others = [place for place in places(legal, view) if place >> 6 == a_map]
    if view["phase"] == "free":
        return _("Free routes are laid on your own map") if a_map != seat else _("It is taken")
    if view["phase"] == "falling":
        return _("This route is not threatened or not yours")
    if a_map not in (seat, view["seats"]) and view["rights"][a_map] != seat:
        return _("You do not hold {right}").format(
            right=item_title(f"right.{map_names(view)[a_map]}")
        )
    if view["routes"][a_map][seat] >> route & 1:
        return _("It is yours already")
    if not others:
        return _("You can pay for nothing on the {name} map").format(
            name=map_title(map_names(view)[a_map])
        )
    return _("{route}: you cannot pay for it").format(route=route_title(here.route_name(route)))


def answer_heard(event: Event, names: Sequence[str], seat: int | None) -> str:
    """How an offer of this seat was answered, if the event tells that; else empty."""
    if event[0] == "decline" and event[2] == seat:
        return _("{name} declines your offer.").format(name=names[event[1]])
    if event[0] == "trade" and event[1] == seat:
        return _("{name} accepts your offer: {offer}.").format(
            name=names[event[2]], offer=offer_title(event[3])
        )
    return ""


def bids(events: Sequence[Event], before: Mapping[int, int]) -> dict[int, int]:
    """What each seat has bid last in the auction that runs, after these events."""
    found = dict(before)
    for event in events:
        if event[0] == "open":
            found = {}
        elif event[0] == "bid":
            found[event[1]] = event[2]
    return found


def page(number: int, pages: int) -> str:
    """What the next press of `i` shows."""
    if not number:
        return ""
    if number < pages:
        return _("i again: the cards that are known and gone")
    return _("i again: the seats")


def gone(named: bool) -> str:
    """Why a row of an offer does nothing now."""
    if named:
        return _("The offer has that already; p withdraws it, to begin anew")
    return _("An offer is written from top to bottom; p withdraws it, to begin anew")


def nothing(group: str) -> str:
    """Why a key does nothing now."""
    texts = {
        "offer": _("No offer can be begun now"),
        "sell": _("You hold no Right that can be sold now"),
        "end": _("You are not building"),
        "give": _("You are not giving anything now"),
        "want": _("You are not wanting anything now"),
        "yes": _("There is nothing to accept or send"),
        "no": _("There is nothing to pass or decline"),
        "counter": _("There is no offer to counter"),
    }
    return texts[group]
