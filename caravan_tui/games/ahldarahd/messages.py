"""The words below the board: prompts, what things are, why something is no move, the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from caravan_tui.games.ahldarahd.events import Decline, Trade
from caravan_tui.games.ahldarahd.moves import places
from caravan_tui.games.ahldarahd.pieces import from_plain, line_name
from caravan_tui.games.ahldarahd.text.titles import (
    city_title,
    item_title,
    map_title,
    offer_title,
    route_title,
    with_gold,
)
from caravan_tui.games.ahldarahd.view import (
    AhldarahdView,
    DestructionView,
    TradeView,
    map_names,
    payment,
)
from caravan_tui.games.contract import OVER, Event
from caravan_tui.i18n import _

KeyName = Callable[[str], str]
"""The key of a command, by its id, as the user reads it."""

LINE = 78
"""Columns of a line below the board at 80 x 24."""


def prompt(view: AhldarahdView, names: Sequence[str], key: KeyName, can_accept: bool = True) -> str:
    """What the acting seat is asked to do. `can_accept`: it has what an offer made to it wants."""
    phase = view["phase"]
    seat = view["to_act"]
    if trade := view["trade"] if phase == "answering" else None:
        return _prompt_answer(view, trade, names, key, can_accept)
    if destruction := view["destroy"]:
        return _prompt_payment(view, destruction)
    if phase == "first bid" and view["turned"][seat]:
        text = _("Your camel is turned, so you bid 0. Press {pick} to bid.")
        return text.format(pick=key("ahldarahd.pick"))
    if phase == "first bid" and not view["gold"][seat]:
        text = _("You have no gold, so you bid 0. Press {pick} to bid.")
        return text.format(pick=key("ahldarahd.pick"))
    texts = {
        "free": _("Choose a free route on your map with the arrows, then press {pick}."),
        "opening": _("Choose what to auction with Up and Down. {pick} to open, {trade} to trade"),
        "first bid": _("Set your opening bid with Left and Right, then press {pick}."),
        "raising": _("Set your bid with Left and Right. {pick} to bid, {no} to pass"),
        "naming": _("Who gets the favour of the Shah?"),
        "building": _(
            "Build: choose a route with arrows. {map} map, {trade} trade, {sell} sell, {end} end"
        ),
        "writing": _("Your offer: {give} to give, {want} to ask, {yes} to send, {no} to withdraw"),
        "voting": _("Avert the night with a card, pledge gold, or give nothing."),
        "falling": _("Choose a route to remove, then press {pick}."),
    }
    commands = ("pick", "map", "trade", "sell", "end", "give", "want", "yes", "no")
    keys = {command: key(f"ahldarahd.{command}") for command in commands}
    return texts.get(phase, "").format(**keys)


def _prompt_answer(
    view: AhldarahdView, trade: TradeView, names: Sequence[str], key: KeyName, can_accept: bool
) -> str:
    city_map = from_plain(view["custom"])
    is_counter = bool(trade["offer"])
    giver = trade["to"] if is_counter else trade["from"]
    lines = [line_name(city_map, line) for line in trade["lines"] or ()]
    if not can_accept and is_counter:
        text = _("{no}: decline (you lack what they want). {name} offers you {offer}")
    elif not can_accept:
        text = _("{no}: decline, {counter}: counter (you lack it). {name} offers {offer}")
    elif is_counter:
        text = _("{yes}: accept, {no}: decline. {name} offers you {offer}")
    else:
        text = _("{yes}: accept, {no}: decline, {counter}: counter. {name} offers you {offer}")
    # The keys come first: a line that is still too long is cut at its end, and the whole offer is
    # on the table.
    keys = {command: key(f"ahldarahd.{command}") for command in ("yes", "no", "counter")}
    words = text.format(name=names[giver], offer=offer_title(lines), **keys)
    if len(words) > LINE:
        words = text.format(name=names[giver], offer=offer_title(lines, is_short=True), **keys)
    return words


def _prompt_payment(view: AhldarahdView, destruction: DestructionView) -> str:
    by_gold, with_card = payment(view, view["to_act"], destruction["place"] & 63)
    if destruction["paid"] >= 0:
        text = _("Second payment of two: {gold} gold, or {card}")
    else:
        text = _("First payment of two: {gold} gold, or {card}")
    return text.format(gold=by_gold, card=with_gold(_("a card"), with_card))


def rule(view: AhldarahdView) -> str:
    """The ruling or heading of the rules that fits the moment."""
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


def result(view: AhldarahdView, names: Sequence[str]) -> tuple[list[str], list[list[str]]]:
    """Where the points come from: columns and rows with cities of each map, matches, gold."""
    columns = [_("Player")] + [map_title(name) for name in map_names(view)]
    columns += [_("matching"), _("points"), _("gold")]
    rows = []
    for seat in range(view["seats"]):
        control = [row[seat] for row in view["control"]]
        matching = sum(
            (mask & control[seat]).bit_count()
            for map_index, mask in enumerate(control)
            if map_index != seat
        )
        row = [names[seat]] + [str(mask.bit_count()) for mask in control]
        row += [f"{matching} × 3", str(view["scores"][seat]), str(view["gold"][seat])]
        rows.append(row)
    return columns, rows


def city_words(view: AhldarahdView, city: int) -> str:
    """What it takes to control a city."""
    city_map = from_plain(view["custom"])
    number = city_map.number[city]
    return _("{city}: {number} routes. Hold {need} to control it and get {number} gold.").format(
        city=city_title(city_map.names[city]), number=number, need=number // 2 + 1
    )


def why_not(
    view: AhldarahdView, legal: Sequence[int], seat: int | None, map_index: int, route: int
) -> str:
    """Why nothing can be done with a route, in a few words; empty for a spectator."""
    if seat is None:
        return ""
    if view["phase"] == "free":
        if map_index != seat:
            return _("You can lay free routes only on your own map.")
        return _("This route is taken.")
    if view["phase"] == "falling":
        return _("This route isn't yours, or isn't threatened.")
    name = map_names(view)[map_index]
    if map_index not in (seat, view["seats"]) and view["rights"][map_index] != seat:
        return _("You don't hold {right}.").format(right=item_title(f"right.{name}"))
    if view["routes"][map_index][seat] >> route & 1:
        return _("This route is already yours.")
    if not any(place >> 6 == map_index for place in places(legal, view)):
        return _("You can't afford any route on the {name} map.").format(name=map_title(name))
    route_name = from_plain(view["custom"]).route_name(route)
    return _("You can't afford {route}.").format(route=route_title(route_name))


def answer_words(event: Event, names: Sequence[str], seat: int | None) -> str:
    """How an offer of this seat was answered, empty if the event is something else."""
    match event:
        case Decline(seat=partner, giver=giver) if giver == seat:
            return _("{name} declines your offer.").format(name=names[partner])
        case Trade(giver=giver, partner=partner, lines=lines) if giver == seat:
            return _("{name} accepts your offer: {offer}.").format(
                name=names[partner], offer=offer_title(lines)
            )
    return ""


def next_page(page: int, pages: int, key: KeyName) -> str:
    """What the next press of the key shows; `page` is 0 while the seats are shown."""
    if not page:
        return ""
    if page < pages:
        text = _("Press {info} again to see the known and discarded cards.")
    else:
        text = _("Press {info} again to see the players.")
    return text.format(info=key("ahldarahd.info"))


def why_not_line(is_named: bool, key: KeyName) -> str:
    """Why a line cannot be added to an offer now; `is_named`: the offer has it already."""
    if is_named:
        text = _("That is already in the offer. Press {no} to start over.")
    else:
        text = _("Build your offer from top to bottom. Press {no} to start over.")
    return text.format(no=key("ahldarahd.no"))


def why_not_key(group: str) -> str:
    """Why the key for a group of choices does nothing now."""
    texts = {
        "offer": _("You can't make an offer now."),
        "sell": _("You have no Right to sell."),
        "end": _("You aren't building now."),
        "give": _("You can't add anything to give now."),
        "want": _("You can't ask for anything now."),
        "yes": _("There is nothing to accept or send."),
        "no": _("There is nothing to pass or decline."),
        "counter": _("There is no offer to counter."),
    }
    return texts[group]
