"""Events as lines of the log, and as personal records."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.ahldarahd import events
from caravan_tui.games.ahldarahd.text.titles import (
    card_title,
    city_title,
    item_title,
    line_title,
    log_item_title,
    map_title,
    offer_title,
    place_title,
    short_place_title,
    with_gold,
)
from caravan_tui.games.ahldarahd.view import AhldarahdView
from caravan_tui.games.contract import EndNotice, Event, TurnSum, sentence_without_name
from caravan_tui.i18n import _, _n, later

THEMES = {
    "Open": later("Auction"),
    "Bid": later("Auction"),
    "Pass": later("Passing"),
    "Win": later("Auction"),
    "Favour": later("The Shah’s favour"),
    "Claim": later("Claiming a route"),
    "Buy": later("Claiming a route"),
    "Destroy": later("Destruction"),
    "Pay": later("Destruction"),
    "Destroyed": later("Destruction"),
    "Sell": later("Selling"),
    "EndBuilding": later("End of building"),
    "Prepare": later("Trade"),
    "Line": later("Trade"),
    "Offer": later("Trade"),
    "Withdraw": later("Trade"),
    "Trade": later("Trade"),
    "Decline": later("Trade"),
    "Counter": later("Trade"),
    "Discard": later("Night"),
    "Pledge": later("Night"),
    "Nothing": later("Night"),
    "Ransom": later("Night"),
}
"""What problems are about, by the event that their answer begins with."""


def narrate(event: Event, names: Sequence[str], seat: int | None) -> str | None:
    """A line of the log for an event as `seat` sees it."""
    match event:
        # Set-up and turns
        case events.Deal(seat=player, card=None):
            return _("{name} is dealt a card.").format(name=names[player])
        case events.Deal(seat=player, card=str(card)):
            return _("{name} is dealt {card}.").format(name=names[player], card=card_title(card))
        case events.StartShah(seat=player):
            return _("{name} has the favour of the Shah.").format(name=names[player])
        case events.FreeRoute(seat=player, route=route):
            return _("{name} lays a free route: {route}.").format(
                name=names[player], route=place_title(route)
            )
        case events.Turn(number=number):
            return _("Turn {turn}.").format(turn=number)
        case events.Stale(card=card):
            return _("No card was auctioned: the oldest, {city}, is discarded.").format(
                city=city_title(card)
            )
        case events.Reveal(card=card):
            return _("A card of {city} is turned up.").format(city=city_title(card))
        case events.Over():
            return _("The caravans have returned. The match is over.")

        # The bidding
        case events.Bidding(first_seat=player, is_last_turn=True):
            return _("The deck is empty: this is the last turn. {name} opens the bidding.").format(
                name=names[player]
            )
        case events.Bidding(first_seat=player):
            return _("{name} opens the bidding.").format(name=names[player])
        case events.Open(seat=player, item=item, holder=holder) if holder >= 0:
            return _("{name} auctions {item}, which {holder} holds.").format(
                name=names[player], item=item_title(item), holder=names[holder]
            )
        case events.Open(seat=player, item=item):
            return _("{name} auctions {item}.").format(name=names[player], item=item_title(item))
        case events.Bid(seat=player, gold=gold):
            return _("{name} bids {gold}.").format(name=names[player], gold=gold)
        case events.Pass(seat=player, is_forced=True, has_paid=True):
            text = _("{name} can't raise (turned: has paid this turn).")
            return text.format(name=names[player])
        case events.Pass(seat=player, is_forced=True):
            return _("{name} can't raise (too little gold).").format(name=names[player])
        case events.Pass(seat=player):
            return _("{name} passes.").format(name=names[player])
        # Its winner only names who gets the favour.
        case events.Win(seat=player, item="shah", gold=0):
            return _("{name} wins the Shah for nothing.").format(name=names[player])
        case events.Win(seat=player, item="shah", gold=gold):
            text = _("{name} wins the Shah for {gold} gold.")
            return text.format(name=names[player], gold=gold)
        case events.Win(seat=player, item=item, gold=0):
            return _("{name} gets {item} for nothing.").format(
                name=names[player], item=item_title(item)
            )
        case events.Win(seat=player, item=item, gold=gold):
            return _("{name} gets {item} for {gold} gold.").format(
                name=names[player], item=item_title(item), gold=gold
            )
        case events.Favour(seat=player, favourite=favourite) if favourite == player:
            return _("{name} keeps the Shah's favour.").format(name=names[player])
        case events.Favour(seat=player, favourite=favourite):
            return _("{name} gives the Shah's favour to {other}.").format(
                name=names[player], other=names[favourite]
            )

        # The building
        case events.Building(first_seat=player):
            return _("{name} builds first.").format(name=names[player])
        case events.Claim(seat=player, route=route, card=card, gold=gold):
            return _("{name} claims {route} with {payment}.").format(
                name=names[player],
                route=place_title(route),
                payment=with_gold(card_title(card), gold),
            )
        case events.Buy(seat=player, route=route, gold=gold):
            return _("{name} buys {route} for {gold} gold.").format(
                name=names[player], route=place_title(route), gold=gold
            )
        case events.Destroy(seat=player, route=route, owner=owner):
            return _("{name} starts to destroy {other}'s route {route}.").format(
                name=names[player], route=place_title(route), other=names[owner]
            )
        case events.Pay(seat=player, card=None, gold=gold):
            return _("{name} pays {gold} gold.").format(name=names[player], gold=gold)
        case events.Pay(seat=player, card=str(card), gold=gold):
            return _("{name} pays with {payment}.").format(
                name=names[player], payment=with_gold(card_title(card), gold)
            )
        case events.Destroyed(route=route, owner=owner):
            return _("{other}'s route {route} is destroyed.").format(
                route=place_title(route), other=names[owner]
            )
        case events.Sell(seat=player, colour=colour, gold=gold):
            return _("{name} sells {item} for {gold} gold.").format(
                name=names[player], item=item_title(f"right.{colour}"), gold=gold
            )
        case events.TakeCity(seat=player, map=map_name, city=city, gold=gold):
            return _("{name} takes {city} on the {colour} map and is paid {gold} gold.").format(
                name=names[player], city=city_title(city), colour=map_title(map_name), gold=gold
            )
        case events.LoseCity(seat=player, map=map_name, city=city):
            return _("{name} loses {city} on the {colour} map.").format(
                name=names[player], city=city_title(city), colour=map_title(map_name)
            )
        case events.Swept(seat=player, route=route):
            return _("{name} loses the route {route}.").format(
                name=names[player], route=place_title(route)
            )
        case events.EndBuilding(seat=player):
            return _("{name} ends the building.").format(name=names[player])

        # Trades
        case events.Prepare(seat=player, partner=partner):
            return _("{name} prepares an offer to {other}.").format(
                name=names[player], other=names[partner]
            )
        case events.Line(seat=player, line=line) if line.startswith("give"):
            return _("{name} offers {thing}.").format(name=names[player], thing=line_title(line))
        case events.Line(seat=player, line=line):
            return _("{name} asks for {thing}.").format(name=names[player], thing=line_title(line))
        case events.Offer(seat=player, partner=partner, lines=lines, is_counter=True):
            return _("{name} answers {other} with {offer}.").format(
                name=names[player], other=names[partner], offer=offer_title(lines)
            )
        case events.Offer(seat=player, partner=partner, lines=lines):
            return _("{name} offers {other} {offer}.").format(
                name=names[player], other=names[partner], offer=offer_title(lines)
            )
        case events.Withdraw(seat=player, partner=partner):
            return _("{name} withdraws the offer to {other}.").format(
                name=names[player], other=names[partner]
            )
        case events.Trade(giver=giver, partner=partner, lines=lines):
            return _("{other} accepts {name}'s offer: {offer}.").format(
                name=names[giver], other=names[partner], offer=offer_title(lines)
            )
        case events.Decline(seat=player, giver=giver):
            return _("{name} declines {other}'s offer.").format(
                name=names[player], other=names[giver]
            )
        case events.Counter(seat=player, partner=partner):
            return _("{name} prepares a counter-offer to {other}.").format(
                name=names[player], other=names[partner]
            )

        # The Night of the Outsider
        case events.BlackChips(seat=player, count=count) if count:
            words = _n(
                "{name} draws {count} black chip.", "{name} draws {count} black chips.", count
            )
            return words.format(name=names[player], count=count)
        case events.Night(city=city):
            return _("The Night of the Outsider falls on {city}.").format(city=city_title(city))
        case events.SafeNight(city=city):
            return _("No routes in {city} are threatened.").format(city=city_title(city))
        case events.NoNight():
            return _("The deck is empty: the night passes without harm.")
        case events.Discard(seat=player, card=card):
            return _("{name} averts the night with {card}.").format(
                name=names[player], card=card_title(card)
            )
        case events.Pledge(seat=player, gold=gold, total=total):
            return _("{name} pledges {gold} gold ({total} of 10).").format(
                name=names[player], gold=gold, total=total
            )
        case events.Nothing(seat=player):
            return _("{name} gives nothing.").format(name=names[player])
        case events.Ransom(pledges=pledges):
            paid = [
                _("{name} {gold}").format(name=names[payer], gold=gold)
                for payer, gold in enumerate(pledges)
                if gold
            ]
            return _("The Outsider is bought off with 10 gold: {paid}.").format(
                paid=", ".join(paid)
            )
        case events.NotAverted(had_pledges=True):
            return _("The pledges fall short and are returned.")
        case events.NotAverted():
            return _("Nobody averts the night.")
        case events.Fall(seat=player, route=route):
            return _("{name}'s route {route} falls.").format(
                name=names[player], route=place_title(route)
            )
    return None


def shorten(event: Event, names: Sequence[str], seat: int | None) -> str | None:
    """A sentence without the name it begins with; without the gold that `gains` tells beside it,
    in a building without what was paid and whose own map it is, in an auction without who holds
    what is up."""
    match event:
        case events.Prepare() | events.Line():
            return None  # the offer follows
        case events.Claim(seat=player, route=route) | events.Buy(seat=player, route=route):
            return _("builds {route}").format(route=short_place_title(route, player))
        case events.FreeRoute(seat=player, route=route):
            return _("lays {route}").format(route=short_place_title(route, player))
        case events.TakeCity(city=city):
            return _("takes {city}").format(city=city_title(city))
        case events.Sell(colour=colour):
            return _("sells {item}").format(item=log_item_title(f"right.{colour}"))
        case events.Open(item=item):
            return _("auctions {item}").format(item=log_item_title(item))
        # In few columns: the line below the board names what several seats did.
        case events.Pass(is_forced=True, has_paid=True):
            return _("can't raise (has paid)")
        case events.Pass(is_forced=True):
            return _("can't raise (lacks gold)")
        case events.Win(item="shah", gold=0):
            return _("wins the Shah for nothing")
        case events.Win(item="shah", gold=gold):
            return _("wins the Shah for {gold} gold").format(gold=gold)
        case events.Win(item=item, gold=0):
            return _("gets {item} for nothing").format(item=log_item_title(item))
        case events.Win(item=item, gold=gold):
            return _("gets {item} for {gold} gold").format(item=log_item_title(item), gold=gold)
        case events.Favour(seat=player, favourite=favourite) if favourite == player:
            return _("keeps the Shah")
        case events.Favour(favourite=favourite):
            return _("gives the Shah to {other}").format(other=names[favourite])
    text = narrate(event, names, seat)
    return sentence_without_name(event, text, names) if text else None


def gains(event: Event) -> list[tuple[int, str]]:
    """Gold for a city that came under control, and for a Right that was sold."""
    match event:
        case events.TakeCity(seat=seat, gold=gold) | events.Sell(seat=seat, gold=gold):
            return [(seat, _("+{gold} gold").format(gold=gold))]
    return []


def closes(event: Event) -> bool:
    match event:
        case events.Turn(number=number):
            return number > 1
    return isinstance(event, events.Night | events.NoNight | events.Over)


MOST_NAMED = 4
"""Cities that the sum of a building names; more are counted."""

LONGEST_ROUTES = 34
"""Characters of the routes that it names; longer ones are counted."""


def sum_up(events_: Sequence[Event], seat: int | None, is_short: bool) -> list[TurnSum]:
    """The buildings of the others since the seat's own one; before them who won the last auction in
    which the seat has bid, as the buildings would hide its result."""
    won: list[TurnSum] = []
    has_bid = False
    buildings: list[tuple[Sequence[Event], int]] = []
    start = 0
    for number, event in enumerate(events_):
        match event:
            case events.Open():
                has_bid = False
            case events.Bid(seat=bidder) if bidder == seat:
                won, has_bid = [], True
            case events.Win(seat=winner) if has_bid:
                words = shorten(event, (), seat) or ""
                won = [] if winner == seat else [TurnSum(winner, words, "")]
            case events.Building():
                start = number
            case events.EndBuilding(seat=builder):
                steps = events_[start:number]
                start = number + 1
                buildings = [] if builder == seat else [*buildings, (steps, builder)]
                won = [] if builder == seat else won
    names_routes = not is_short and len(buildings) == 1
    sums = [_sum_of(steps, builder, is_short, names_routes) for steps, builder in buildings]
    return [*won, *sums] if sums else []


def _sum_of(steps: Sequence[Event], seat: int, is_short: bool, names_routes: bool) -> TurnSum:
    """What a building came to: routes, destructions, cities and the gold they brought."""
    built = [step.route for step in steps if isinstance(step, events.Claim | events.Buy)]
    destroyed = sum(isinstance(step, events.Destroyed) for step in steps)
    cities = [city_title(step.city) for step in steps if isinstance(step, events.TakeCity)]
    gold = sum(step.gold for step in steps if isinstance(step, events.TakeCity | events.Sell))
    words = []
    routes = ", ".join(short_place_title(route, seat) for route in built)
    if built and names_routes and len(routes) <= LONGEST_ROUTES:
        words.append(_("builds {route}").format(route=routes))
    elif built:
        text = _n("builds {count} route", "builds {count} routes", len(built))
        words.append(text.format(count=len(built)))
    if destroyed:
        text = _n("destroys {count} route", "destroys {count} routes", destroyed)
        words.append(text.format(count=destroyed))
    if cities and (is_short or len(cities) > MOST_NAMED):
        text = _n("takes {count} city", "takes {count} cities", len(cities))
        words.append(text.format(count=len(cities)))
    elif cities:
        words.append(_("takes {city}").format(city=", ".join(cities)))
    return TurnSum(
        seat,
        ", ".join(words) or _("builds nothing"),
        _("+{gold} gold").format(gold=gold) if gold else "",
    )


def near_end(view: AhldarahdView, names: Sequence[str]) -> EndNotice | None:
    """The deck is empty or nearly so."""
    if view["last"]:
        words = _("The deck is empty: the match ends after this turn.")
        return EndNotice(_("last turn"), words)
    if view["deck"] <= view["seats"]:  # the next turn may turn them all up
        words = _n(
            "The deck has {count} card left. The turn after it is empty is the last.",
            "The deck has {count} cards left. The turn after it is empty is the last.",
            view["deck"],
        )
        return EndNotice(_("end is near"), words.format(count=view["deck"]))
    return None


def records(event: Event) -> Sequence[tuple[int, str, float]]:
    """The number of a city that came under control, a sale of Rights, a bid that won."""
    match event:
        case events.TakeCity(seat=seat, gold=gold):
            return ((seat, later("largest city"), gold),)
        case events.Sell(seat=seat, gold=gold):
            return ((seat, later("best sale of Rights"), gold),)
        case events.Win(seat=seat, gold=gold):
            return ((seat, later("highest winning bid"), gold),)
    return ()


def losses(event: Event) -> Sequence[tuple[int, int]]:
    """A route that is destroyed."""
    if isinstance(event, events.Destroyed) and event.owner != event.seat:
        return ((event.seat, event.owner),)
    return ()


def triumphs(event: Event) -> Sequence[int]:
    """A city that comes under control."""
    return (event.seat,) if isinstance(event, events.TakeCity) else ()
