"""Caravans of Ahldarahd in sentences, for line mode: from views, never from a state."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.ahldarahd.actions import (
    ACCEPT,
    BID,
    KIND,
    MOST_GOLD,
    PAYLOAD,
    QUEEN_ITEM,
    RIGHT_ITEM,
    SHAH_ITEM,
    map_of,
    route_of,
)
from caravan_tui.games.ahldarahd.custom import from_plain
from caravan_tui.games.ahldarahd.messages import why_not as why_no_route
from caravan_tui.games.ahldarahd.messages import why_not_group
from caravan_tui.games.ahldarahd.pieces import COLOURS, CityMap, item_name, line_name
from caravan_tui.games.ahldarahd.state import RANSOM
from caravan_tui.games.ahldarahd.text.titles import (
    city_title,
    item_title,
    map_title,
    offer_title,
    place_title,
    with_gold,
)
from caravan_tui.games.ahldarahd.view import (
    AhldarahdView,
    city_owner,
    holder_of,
    map_names,
    owners_of,
    payment,
)
from caravan_tui.games.contract import OVER, Region
from caravan_tui.games.kit.sentences import counted, listed, points, sentence
from caravan_tui.i18n import _, _n


def regions(view: AhldarahdView, names: Sequence[str]) -> Sequence[Region]:
    me = view["seat"]
    parts = [Region("turn", _("The turn"), _turn(view, names))]
    if view["hand"] is not None and me is not None:
        parts.append(Region("hand", _("Your cards"), _hand(view), me))
    parts.append(Region("cards", _("The open cards"), _cards(view)))
    parts.append(Region("favours", _("Favours and Rights of Passage"), _favours(view, names)))
    parts += [
        Region(f"player {seat + 1}", name, _player(view, seat, name), seat)
        for seat, name in enumerate(names)
    ]
    for map_index, colour in enumerate(map_names(view)):
        title = _("The {colour} map").format(colour=map_title(colour))
        parts.append(Region(f"map {colour}", title, _map(view, map_index, names)))
    parts.append(Region("routes", _("Cities, routes and prices of every map"), _prices(view)))
    return parts


def _city_words(view: AhldarahdView) -> list[str]:
    return [city_title(name) for name in from_plain(view["custom"]).names]


def _turn(view: AhldarahdView, names: Sequence[str]) -> list[str]:
    if view["to_act"] == OVER:
        return [_("The match is over.")]
    phases = {
        "dealing": _("The cards are being dealt."),
        "shah": _("The Shah is given to a player."),
        "free": _("Each player lays two free routes."),
        "reveal": _("Cards are turned up."),
        "opening": _("Bidding: an auction is to be opened."),
        "first bid": _("Bidding: the first bid of an auction is due."),
        "raising": _("Bidding: an auction is under way."),
        "naming": _("The winner of the Shah names the player who gets it."),
        "building": _("Building."),
        "paying": _("Building: a destruction is being paid."),
        "writing": _("An offer is being written."),
        "answering": _("An offer waits for its answer."),
        "drawing": _("The bank pays."),
        "nightfall": _("The Night of the Outsider falls."),
        "voting": _("The Night of the Outsider may be averted."),
        "falling": _("The Night of the Outsider: routes fall."),
    }
    lines = [_("Turn {number}.").format(number=view["round"])]
    if view["last"]:
        lines.append(_("This turn is the last."))
    lines.append(phases.get(view["phase"], ""))
    if view["to_act"] >= 0:
        lines.append(_("{name} is to act.").format(name=names[view["to_act"]]))
    for part in (
        _auction(view, names),
        _trade(view, names),
        _destruction(view),
        _night(view, names),
    ):
        lines += part
    return [line for line in lines if line]


def _auction(view: AhldarahdView, names: Sequence[str]) -> list[str]:
    auction = view["auction"]
    if auction is None:
        return []
    item = item_title(item_name(from_plain(view["custom"]), auction["item"]))
    lines = [_("Up for auction: {item}.").format(item=item)]
    if auction["high"] >= 0:
        lines.append(
            _("The highest bid is {gold} gold, by {name}.").format(
                gold=auction["bid"], name=names[auction["high"]]
            )
        )
    bidders = [name for name, is_in in zip(names, auction["in"], strict=True) if is_in]
    lines.append(_("Still bidding: {names}.").format(names=listed(bidders, _("nobody"))))
    return lines


def _trade(view: AhldarahdView, names: Sequence[str]) -> list[str]:
    trade = view["trade"]
    if trade is None:
        return []
    city_map = from_plain(view["custom"])
    lines = [
        _("A trade of {name} with {other}.").format(
            name=names[trade["from"]], other=names[trade["to"]]
        )
    ]
    if trade["offer"]:
        words = offer_title([line_name(city_map, line) for line in trade["offer"]])
        lines.append(_("The first offer: {offer}.").format(offer=words))
    if trade["lines"]:
        words = offer_title([line_name(city_map, line) for line in trade["lines"]])
        lines.append(_("The offer: {offer}.").format(offer=words))
    elif trade["lines"] is not None:
        lines.append(_("The offer names nothing yet."))
    return lines


def _destruction(view: AhldarahdView) -> list[str]:
    destruction = view["destroy"]
    if destruction is None:
        return []
    lines = [_("To be destroyed: {route}.").format(route=_place(view, destruction["place"]))]
    if destruction["paid"] >= 0:
        lines.append(_("The first of two payments is made."))
    return lines


def _night(view: AhldarahdView, names: Sequence[str]) -> list[str]:
    night = view["night"]
    if night is None:
        return []
    lines = [_("The night threatens {city}.").format(city=_city_words(view)[night["city"]])]
    pledged = [
        _("{name} {gold}").format(name=name, gold=gold)
        for name, gold in zip(names, night["pledges"], strict=True)
        if gold
    ]
    if pledged:
        words = _("Pledged of {ransom} gold: {pledges}.")
        lines.append(words.format(ransom=RANSOM, pledges=listed(pledged)))
    return lines


def _place(view: AhldarahdView, place: int) -> str:
    city_map = from_plain(view["custom"])
    colour = map_names(view)[map_of(place)]
    return place_title(f"{colour}:{city_map.route_name(route_of(place))}")


def _hand(view: AhldarahdView) -> list[str]:
    hand = view["hand"] or []
    if not sum(hand):
        return [_("You have no cards.")]
    words = _n("You have {count} card: {cards}.", "You have {count} cards: {cards}.", sum(hand))
    return [words.format(count=sum(hand), cards=counted(hand, _city_words(view)))]


def _cards(view: AhldarahdView) -> list[str]:
    cities = _city_words(view)
    row = listed([cities[card] for card in view["row"]], _("none"))
    deck = _n("{count} card in the deck.", "{count} cards in the deck.", view["deck"])
    lines = [_("Open cards: {cards}.").format(cards=row), deck.format(count=view["deck"])]
    if sum(view["discard"]):
        discard = counted(view["discard"], cities)
        lines.append(_("Discarded: {cards}.").format(cards=discard))
    if view["options"]["outsider"]:
        words = _n("{count} black chip in the bank.", "{count} black chips in the bank.",
                   view["black"])  # fmt: skip
        lines.append(words.format(count=view["black"]))
    return lines


def _favours(view: AhldarahdView, names: Sequence[str]) -> list[str]:
    items = [SHAH_ITEM, SHAH_ITEM + 1, QUEEN_ITEM]
    items += [RIGHT_ITEM + seat for seat in range(view["seats"])]
    lines = []
    for item in items:
        seat = holder_of(view, item)
        title = item_title(item_name(from_plain(view["custom"]), item))
        words = _("{item}: {name}") if seat >= 0 else _("{item}: in the centre")
        lines.append(sentence(words.format(item=title, name=names[seat] if seat >= 0 else "")))
    return lines


def _player(view: AhldarahdView, seat: int, name: str) -> list[str]:
    words = _("{name}, {colour}: {points}, {gold} gold, {cards}, {markers}.")
    lines = [
        words.format(
            name=name,
            colour=map_title(COLOURS[seat]),
            points=points(view["scores"][seat]),
            gold=view["gold"][seat],
            cards=_n("{count} card", "{count} cards", view["hands"][seat]).format(
                count=view["hands"][seat]
            ),
            markers=_n("{count} marker", "{count} markers", view["markers"][seat]).format(
                count=view["markers"][seat]
            ),
        )
    ]
    if view["turned"][seat]:
        lines.append(_("The camel is turned: only bids of 0 in this turn."))
    known_cards: list[int] = view["known"][seat]
    if seat != view["seat"] and any(known_cards):
        known = counted(known_cards, _city_words(view))
        lines.append(_("Known cards: {cards}.").format(cards=known))
    cities = [
        _("{city} ({map})").format(city=city_title(city_name), map=map_title(colour))
        for map_index, colour in enumerate(map_names(view))
        for city, city_name in enumerate(from_plain(view["custom"]).names)
        if view["control"][map_index][seat] >> city & 1
    ]
    lines.append(_("Controls {cities}.").format(cities=listed(cities, _("no city"))))
    return lines


def _map(view: AhldarahdView, map_index: int, names: Sequence[str]) -> list[str]:
    """The cities of a map that have a route, with who controls them and whose their routes are."""
    city_map, owners = from_plain(view["custom"]), owners_of(view, map_index)
    lines = []
    for city, name in enumerate(city_map.names):
        routes = [
            _("to {city} of {name}").format(
                city=city_title(city_map.names[other]), name=names[owners[route]]
            )
            for route, other in _ways(city_map, city)
            if owners[route] >= 0
        ]
        if not routes:
            continue
        owner = city_owner(view, map_index, city)
        words = _("{city}, nobody's: {laid} of {number} routes laid, {routes}.")
        if owner >= 0:
            words = _("{city}, controlled by {name}: {laid} of {number} routes laid, {routes}.")
        lines.append(
            words.format(
                city=city_title(name),
                number=city_map.number[city],
                name=names[owner] if owner >= 0 else "",
                laid=len(routes),
                routes=listed(routes),
            )
        )
    return [*lines, _("All other routes are free.") if lines else _("All routes are free.")]


def _ways(city_map: CityMap, city: int) -> list[tuple[int, int]]:
    """The routes of a city, each with the city at its other end."""
    return [
        (route, ends[0] if ends[1] == city else ends[1])
        for route, ends in enumerate(city_map.ends)
        if city in ends
    ]


def _prices(view: AhldarahdView) -> list[str]:
    """Each city with its routes, which are the same on every map."""
    city_map, lines = from_plain(view["custom"]), []
    for city, name in enumerate(city_map.names):
        by_land: list[str] = []
        by_sea: list[str] = []
        for route, other in _ways(city_map, city):
            words = _("{city} {price}").format(
                city=city_title(city_map.names[other]), price=city_map.price[route]
            )
            (by_land if city_map.land_routes >> route & 1 else by_sea).append(words)
        ways = [
            _("by sea to {cities}").format(cities=listed(by_sea)) if by_sea else "",
            _("by land to {cities}").format(cities=listed(by_land)) if by_land else "",
        ]
        text = _("{city}, number {number}: {ways}.")
        lines.append(
            text.format(
                city=city_title(name),
                number=city_map.number[city],
                ways="; ".join(way for way in ways if way),
            )
        )
    return lines


def question(view: AhldarahdView, legal: Sequence[int], names: Sequence[str]) -> str:
    phase, seat = view["phase"], view["to_act"]
    if seat != view["seat"]:
        return _("You may offer a trade out of turn.")
    bids = [action & PAYLOAD for action in legal if action & KIND == BID]
    texts = {
        "free": _("Lay a free route on your own map, such as: free salt-metals."),
        "opening": _("Open an auction, such as: open card.salt. You may offer a trade first."),
        "first bid": _("Open with a bid from {low} to {high}, such as: bid {low}."),
        "raising": _("Raise to {low} to {high}, or pass.") if bids else _("You can only pass."),
        "naming": _("Who gets the favour of the Shah? Such as: give 0, counted from 0."),
        "building": _("Build routes, trade, or end the building."),
        "writing": _("Write your offer: what you give and want, then send or withdraw it."),
        "voting": _("Avert the night with a card, pledge gold, or give nothing."),
        "falling": _("Choose a route that falls."),
    }
    if phase == "answering":
        can = any(action & KIND == ACCEPT for action in legal)
        return _("Accept, decline or counter?") if can else _("You lack what is asked for.")
    if phase == "paying" and (destruction := view["destroy"]):
        gold, with_card = payment(view, seat, route_of(destruction["place"]))
        words = _("Pay {gold} gold, or {card}.")
        return words.format(gold=gold, card=with_gold(_("a card"), with_card))
    low, high = (min(bids), max(bids)) if bids else (0, 0)
    return texts.get(phase, "").format(low=low, high=high)


def why_not(entry: str, legal: Sequence[int], view: AhldarahdView, names: Sequence[str]) -> str:
    words = entry.lower().split()
    verb, rest = (words[0], words[1:]) if words else ("", [])
    if verb in ("claim", "buy", "destroy", "fall", "free") and rest:
        return _why_no_route(verb, rest, legal, view)
    if verb == "bid" and rest and rest[0].isdecimal():
        bids = [action & PAYLOAD for action in legal if action & KIND == BID]
        if not bids:
            return _("You can't bid now.")
        return _("You can bid from {low} to {high} gold.").format(
            low=min(bids), high=min(MOST_GOLD, max(bids))
        )
    if verb == "open":
        return _("This can't be put up for auction now.")
    groups = {"accept": "yes", "send": "yes", "pass": "no", "decline": "no"}
    return why_not_group(groups.get(verb, verb), view)


def _why_no_route(verb: str, rest: Sequence[str], legal: Sequence[int], view: AhldarahdView) -> str:
    """Why nothing can be done with a route, written as `red:salt-metals`, or `salt-metals`."""
    city_map = from_plain(view["custom"])
    colour, _colon, route_words = rest[0].rpartition(":")
    ends = [city_map.names.index(end) for end in route_words.split("-") if end in city_map.names]
    route = next(
        (number for number, pair in enumerate(city_map.ends) if len(ends) == 2
         and set(pair) == set(ends)),
        -1,
    )  # fmt: skip
    colours = map_names(view)
    if route < 0 or (verb != "free" and colour not in colours):
        example = "free salt-metals" if verb == "free" else f"{verb} {colours[0]}:salt-metals"
        return _("Write a route with its cities and its map, such as: {example}.").format(
            example=example
        )
    seat = view["seat"]
    map_index = colours.index(colour) if colour in colours else (seat or 0)
    if view["phase"] not in ("free", "building", "falling"):
        return _("You aren't building now.")
    owner = owners_of(view, map_index)[route]
    if verb in ("claim", "buy") and owner not in (-1, seat):
        return _("This route is taken.")
    if verb == "claim" and len(rest) >= 3 and rest[2] in city_map.names:
        card = city_map.names.index(rest[2])
        if view["hand"] is not None and not view["hand"][card]:
            return _("You have no card of {city}.").format(city=city_title(rest[2]))
    return why_no_route(view, legal, seat, map_index, route)
