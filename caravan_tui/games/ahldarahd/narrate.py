"""Events as lines of the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caravan_tui.games.ahldarahd.titles import (
    city_title,
    item_title,
    line_title,
    map_title,
    offer_title,
    place_title,
    with_gold,
)
from caravan_tui.games.contract import Event
from caravan_tui.words import _, _n


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
        return _("{name} claims {route} with {payment}.").format(
            name=name,
            route=place_title(event[2]),
            payment=with_gold(item_title(f"card.{event[3]}"), event[4]),
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
        return _("{name} pays with {payment}.").format(
            name=name, payment=with_gold(item_title(f"card.{event[2]}"), event[3])
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
