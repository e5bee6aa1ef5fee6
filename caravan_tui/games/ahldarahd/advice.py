"""Advice in Caravans of Ahldarahd: hints, why a move is worse, and the list of moves."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from attrs import frozen

from caravan_tui.games.ahldarahd.actions import (
    ACCEPT,
    BID,
    BUY,
    CITIES,
    CLAIM,
    DECLINE,
    DESTROY,
    END,
    EYES_ITEM,
    FAVOUR,
    FREE,
    GIVE_GOLD,
    GIVE_ITEM,
    INTERRUPT,
    KIND,
    OFFER,
    OPEN,
    PASS,
    PAYLOAD,
    PLEDGE,
    QUEEN_ITEM,
    RIGHT_ITEM,
    SELL,
    SEND,
    SHAH_ITEM,
    WANT_GOLD,
    WANT_ITEM,
    WITHDRAW,
    route_of,
)
from caravan_tui.games.ahldarahd.custom import from_plain
from caravan_tui.games.ahldarahd.moves import is_thing, label, place_of
from caravan_tui.games.ahldarahd.pieces import item_name, line_name
from caravan_tui.games.ahldarahd.scoring import city_points, nearest_goal, route_gain
from caravan_tui.games.ahldarahd.text.items import merit_of, why_item
from caravan_tui.games.ahldarahd.text.titles import (
    city_title,
    item_title,
    map_title,
    offer_title,
    route_title,
    short_item_title,
    short_line_title,
    with_gold,
)
from caravan_tui.games.ahldarahd.view import (
    AhldarahdView,
    cards_held,
    determinize,
    holder_of,
    map_names,
    other_party,
    payment,
    right_price,
)
from caravan_tui.games.contract import (
    ListedMove,
    TriedMove,
    TurnAdvice,
)
from caravan_tui.games.kit.bitsets import members
from caravan_tui.i18n import _, _n, capital

NEAR_ROUTES = 3
"""Routes from the control of a city up to which it is worth speaking of."""

LONGEST_TERMS = 50
"""Characters of the terms of a trade up to which a line names what is traded, else it counts it."""

LONGEST_PAIR = 60
"""Characters of the terms of two trades up to which a line names both."""


def explain_turn(
    turn: Sequence[tuple[int, AhldarahdView]], after: AhldarahdView, names: Sequence[str]
) -> TurnAdvice:
    """A turn in words, and what it brings."""
    first = turn[0][1]
    seat = first["to_act"]
    steps = _steps(turn, names)
    reasons: list[str] = []
    hidden: dict[str, str] = {}
    if turn[0][0] == WITHDRAW and first["trade"] is not None:
        steps[0] = _("First withdraw this offer.") if len(turn) > 1 else _("Withdraw this offer.")
        text = _("As far as is known, no trade with {name} helps both sides now.")
        reasons.append(text.format(name=names[other_party(first["trade"], seat)]))
    for map_index, (old, new) in enumerate(zip(first["control"], after["control"], strict=True)):
        won = members(new[seat] & ~old[seat])
        reasons += [_city_reason(after, map_index, city) for city in won]
    gain = int(after["scores"][seat] - first["scores"][seat])
    if gain > 0:
        text = _n("Together {gain} point.", "Together {gain} points.", gain)
        reasons.append(text.format(gain=gain))
    elif not reasons:
        reasons += _toward_city(turn, after)
    gold = after["gold"][seat] - first["gold"][seat]
    if gold and any(action & KIND in (CLAIM, BUY, SELL) for action, _view in turn):
        text = _("Gold goes from {old} to {new}.")
        reasons.append(text.format(old=first["gold"][seat], new=after["gold"][seat]))
    for action, view in turn:
        if action & KIND == BID and not action & PAYLOAD:
            reasons.append(_("A bid of 0 costs nothing if nobody bids more."))
        if action & KIND == OPEN:
            reasons += _why_put_up(action & PAYLOAD, view, seat)
        elif action & KIND == END:
            saved = _why_saved(view, seat)
            if view["hands"][seat] and not view["last"]:  # what it could have laid with its cards
                hidden.update(dict.fromkeys(saved, ""))
            reasons += saved
        if action & KIND == BID and (action & PAYLOAD):
            if auction := view["auction"]:
                reasons += _why_put_up(auction["item"], view, seat)
            text = _("If the bid wins, {left} gold is left to build with.")
            reasons.append(text.format(left=view["gold"][seat] - (action & PAYLOAD)))
        elif action & KIND == PASS and view["phase"] == "raising":
            reasons += _why_saved(view, seat)
        elif action & KIND == DECLINE:
            reasons.append(_why_declined(view))
            if _cards_asked(view):
                hidden[reasons[-1]] = _("It judges it a bad deal, or can't pay for it.")
        elif action & KIND in (SEND, ACCEPT):
            reasons += _why_traded(action & KIND == ACCEPT, view, seat)
    return TurnAdvice(steps, list(dict.fromkeys(reasons)), hidden=hidden)


def _steps(turn: Sequence[tuple[int, AhldarahdView]], names: Sequence[str]) -> list[str]:
    """A turn as instructions, an offer that it writes as a whole in one."""
    steps: list[str] = []
    lines: list[int] = []
    offer: tuple[int, AhldarahdView] | None = None
    for action, view in turn:
        kind = action & KIND
        if kind == OFFER:
            offer = (action & PAYLOAD, view)
        elif offer is not None and GIVE_GOLD <= kind < SEND:
            lines.append(action)
            continue
        elif offer is not None and kind == SEND:
            text, terms = _("Offer {name} this trade: {terms}."), _terms(lines, offer[1])
            steps[-1] = text.format(name=names[offer[0]], terms=terms)
            offer = None
            continue
        steps.append(_step_words(action, view, names))
    if offer is not None:  # it is not sent in this turn
        steps += [_step_words(line, offer[1], names) for line in lines]
    return steps


def _why_traded(is_answer: bool, view: AhldarahdView, seat: int) -> list[str]:
    """What is good about a trade to a seat that offers it, or accepts it: what it gets.
    `view`: before it, with all its lines."""
    trade = view["trade"]
    item_kind, gold_kind = (GIVE_ITEM, GIVE_GOLD) if is_answer else (WANT_ITEM, WANT_GOLD)
    reasons = []
    for line in (trade["lines"] if trade else None) or ():
        if line & KIND == gold_kind:
            text = _("It brings {gold} gold to build with.")
            reasons.append(text.format(gold=line & PAYLOAD))
        elif line & KIND == item_kind:
            reasons += _why_wanted(line & PAYLOAD, view, seat)
    return reasons


def _why_declined(view: AhldarahdView) -> str:
    """Which card is asked for that the seat to act does not hold; else that it judges the offer to
    be a bad one."""
    trade, hand = view["trade"], view["hand"]
    asked = _cards_asked(view)
    missing = next((item for item in asked if hand is not None and not hand[item]), None)
    if missing is None:
        terms = _terms((trade["lines"] if trade else None) or (), view, is_answer=True)
        return _("It judges it a bad deal to give {terms}.").format(terms=terms)
    item = item_title(item_name(from_plain(view["custom"]), missing))
    return _("The offer asks for {item}, which is not in hand.").format(item=item)


def _cards_asked(view: AhldarahdView) -> list[int]:
    """The wares that the offer asks for."""
    trade = view["trade"]
    return [
        line & PAYLOAD
        for line in (trade["lines"] if trade else None) or ()
        if line & KIND == WANT_ITEM and line & PAYLOAD < RIGHT_ITEM
    ]


def _why_saved(view: AhldarahdView, seat: int) -> list[str]:
    """What a seat keeps its gold and its cards for: the city that it can control soonest, if it
    cannot have one at once."""
    gold = view["gold"][seat]
    is_building = view["phase"] == "building"
    if is_building and view["last"]:
        return [_("Gold that is left breaks ties.")] if gold else []
    if is_building and (not gold or _wins_now(view, seat)):
        return _kept(gold, view["hands"][seat])
    if not gold:
        return []
    goal = nearest_goal(view, seat)
    if goal is None:
        return []
    city_map = from_plain(view["custom"])
    text = _n(
        "It keeps {gold} gold for {city} on the {map} map: {missing} more route wins it.",
        "It keeps {gold} gold for {city} on the {map} map: {missing} more routes win it.",
        goal.missing,
    )
    if gold < _cheapest(view, seat, goal.map_index, goal.city):
        text = _n(
            "It keeps {gold} gold for {city} on the {map} map: {missing} more route, paid with a "
            "card, wins it.",
            "It keeps {gold} gold for {city} on the {map} map: {missing} more routes, paid with "
            "cards, win it.",
            goal.missing,
        )
    return [
        text.format(
            gold=gold,
            city=city_title(city_map.names[goal.city]),
            map=map_title(map_names(view)[goal.map_index]),
            missing=goal.missing,
        )
    ]


def _wins_now(view: AhldarahdView, seat: int) -> bool:
    """Whether a seat that builds can lay a route that brings a city."""
    return any(
        route_gain(view, seat, code >> 6, route_of(code)).cities
        for action in determinize(view, Random(0)).legal()
        if action & KIND in (CLAIM, BUY) and (code := place_of(action, view)) >= 0
    )


def _cheapest(view: AhldarahdView, seat: int, map_index: int, city: int) -> int:
    """The gold that the cheapest free route into a city costs without a card."""
    city_map, taken = from_plain(view["custom"]), 0
    for routes in view["routes"][map_index]:
        taken |= routes
    free = members(city_map.routes_of[city] & ~taken)
    return min((payment(view, seat, route)[0] for route in free), default=0)


def _kept(gold: int, cards: int) -> list[str]:
    """What is left for later turns."""
    reasons = []
    if gold:
        reasons.append(_("It keeps {gold} gold for later turns.").format(gold=gold))
    if cards:
        text = _n(
            "It keeps {count} card for later turns.",
            "It keeps {count} cards for later turns.",
            cards,
        )
        reasons.append(text.format(count=cards))
    return reasons


def explain_loss(played: TriedMove, preferred: TriedMove, names: Sequence[str]) -> str:
    """What a move gives away beside a better one: a city, an auction, gold, routes."""
    view: AhldarahdView = played.before
    seat, after, better = view["to_act"], played.after, preferred.after
    city_map = from_plain(view["custom"])
    kind, better_kind = played.action & KIND, preferred.action & KIND
    for map_index, (mine, best) in enumerate(zip(after["control"], better["control"], strict=True)):
        for city in members(best[seat] & ~mine[seat]):
            text = _("does not win {city} on the {map} map")
            name = city_title(city_map.names[city])
            return text.format(city=name, map=map_title(map_names(view)[map_index]))
    auction = view["auction"]
    if auction is not None:
        item = item_title(item_name(city_map, auction["item"]))
        gold, gold_better = played.action & PAYLOAD, preferred.action & PAYLOAD
        if kind == PASS and better_kind == BID:
            text = _("gives up {item}, worth a bid of {gold}")
            return text.format(item=item, gold=gold_better)
        if kind == BID and better_kind == PASS:
            left, goal = view["gold"][seat] - gold, nearest_goal(view, seat)
            if gold and goal is not None and goal.missing <= NEAR_ROUTES:
                text = _n(
                    "offers {gold} gold for {item}: {city} is {missing} route away",
                    "offers {gold} gold for {item}: {city} is {missing} routes away",
                    goal.missing,
                )
                name = city_title(city_map.names[goal.city])
                return text.format(gold=gold, item=item, city=name, missing=goal.missing)
            text = _("offers {gold} gold for {item}: {left} left to build with")
            return text.format(gold=gold, item=item, left=left)
        if kind == better_kind == BID:
            text = _("offers {gold} gold for {item} where {better} would do")
            if gold < gold_better:
                text = _("offers only {gold} gold for {item}, not {better}")
            return text.format(gold=gold, item=item, better=gold_better)
    if kind == END and better_kind in (CLAIM, BUY):
        text = _("builds no more, with {gold} gold left")
        return text.format(gold=view["gold"][seat])
    if kind == better_kind == FAVOUR:
        places = [
            (seat - (tried.action & PAYLOAD)) % view["seats"] + 1 for tried in (played, preferred)
        ]
        return _("builds at place {place}, not {better}").format(place=places[0], better=places[1])
    sold = RIGHT_ITEM + (played.action & PAYLOAD)
    is_kept = better_kind != SELL or (kind == SELL and holder_of(better, sold) == seat)
    if kind == SELL and is_kept and better["rights"] != after["rights"]:
        if played.action & PAYLOAD == seat:
            return _("no longer shuts others out of the home map")
        colour = map_title(map_names(view)[played.action & PAYLOAD])
        return _("gives up building on the {map} map").format(map=colour)
    if kind == better_kind == OPEN:
        items = played.action & PAYLOAD, preferred.action & PAYLOAD
        return _why_not_open(*items, view, seat, names)
    if reason := _why_not_trade(played, preferred, view, names):
        return reason
    missing, missing_better = _missing(after, seat), _missing(better, seat)
    if missing_better and (not missing or missing > missing_better):
        if not missing:
            return _("leaves no city in reach")
        text = _("is {count} routes short of a city, not {better}")
        return text.format(count=missing, better=missing_better)
    gold_less = better["gold"][seat] - after["gold"][seat]
    if gold_less > 0:
        return _("leaves {count} gold less").format(count=gold_less)
    cards_less = better["hands"][seat] - after["hands"][seat]
    if cards_less > 0:
        text = _n("leaves {count} card fewer", "leaves {count} cards fewer", cards_less)
        return text.format(count=cards_less)
    if kind == better_kind == CLAIM:
        routes = (route_of(place_of(tried.action, view)) for tried in (played, preferred))
        price, price_better = (payment(view, seat, route)[0] for route in routes)
        if price < price_better:
            text = _("spends a card where {gold} gold would do: elsewhere it saves {better}")
            return text.format(gold=price, better=price_better)
    return ""


def _why_not_open(
    item: int, better: int, view: AhldarahdView, seat: int, names: Sequence[str]
) -> str:
    """What an auction gives away beside that of a better item: what is held, or what that item
    would open."""
    city_map = from_plain(view["custom"])
    title = item_title(item_name(city_map, better))
    if better >= RIGHT_ITEM and holder_of(view, better) == seat:
        return _("leaves it to others to put up {item}, held so far").format(item=title)
    if item >= RIGHT_ITEM and holder_of(view, item) == seat:
        return _("puts up {item}, held already").format(item=item_title(item_name(city_map, item)))
    if better < RIGHT_ITEM:
        held = sum(
            1 for route in members(view["routes"][seat][seat]) if better in city_map.ends[route]
        )
        missing = city_map.need[better] - held
        if missing <= 0:
            return _("skips {item}, a payment for routes").format(item=title)
        text = _n(
            "skips {item}: the city at home is {count} route away",
            "skips {item}: the city at home is {count} routes away",
            missing,
        )
        return text.format(item=title, count=missing)
    if better == RIGHT_ITEM + seat:
        return _("skips {item}, which shuts others out of the home map").format(item=title)
    if better < SHAH_ITEM:
        goal = nearest_goal(view, seat, better - RIGHT_ITEM)
        price = right_price(view, better - RIGHT_ITEM)
        if goal is None or goal.missing > NEAR_ROUTES:
            return _("skips {item}, which sells for {gold} gold").format(item=title, gold=price)
        text = _n(
            "skips {item}: {city} there is {count} route away",
            "skips {item}: {city} there is {count} routes away",
            goal.missing,
        )
        city = city_title(city_map.names[goal.city])
        return text.format(item=title, city=city, count=goal.missing)
    holder = holder_of(view, better)
    if holder < 0:
        return _("skips {item}, which nobody holds").format(item=title)
    return _("skips {item}, which {name} holds").format(item=title, name=names[holder])


def _why_not_trade(
    played: TriedMove, preferred: TriedMove, view: AhldarahdView, names: Sequence[str]
) -> str:
    """What a trade, or none, gives away beside the better choice."""
    kind, better_kind = played.action & KIND, preferred.action & KIND
    if trade := view["trade"] if view["phase"] == "answering" else None:
        lines = trade["lines"] or []
        if kind == ACCEPT:
            return _("gives {terms}").format(terms=_terms(lines, view, is_answer=True))
        if better_kind == ACCEPT:
            return _("turns down {terms}").format(terms=_terms(lines, view))
        return ""
    if kind == OFFER != better_kind:
        text = _("offers {name} {terms}")
        return text.format(name=names[played.action & PAYLOAD], terms=_offered(played, view))
    if better_kind == OFFER != kind:
        text = _("does not offer {name} {terms}")
        name = names[preferred.action & PAYLOAD]
        return text.format(name=name, terms=_offered(preferred, view))
    if OFFER in (kind, better_kind) or view["phase"] == "writing":
        terms, terms_better = _offered(played, view), _offered(preferred, view)
        if terms and terms_better and terms != terms_better:
            if len(terms) + len(terms_better) > LONGEST_PAIR:
                return _("offers {terms}").format(terms=terms)
            return _("offers {terms}, not {better}").format(terms=terms, better=terms_better)
    return ""


def _offered(tried: TriedMove, view: AhldarahdView) -> str:
    """What the offer that a turn writes comes to; empty if it writes none."""
    trade = view["trade"]
    lines = list(trade["lines"] or []) if trade is not None else []
    lines += [action for action, _view in tried.turn if GIVE_GOLD <= action & KIND < SEND]
    return _terms(lines, view)


def _terms(lines: Sequence[int], view: AhldarahdView, is_answer: bool = False) -> str:
    """Both sides of an offer in words. `is_answer`: as who answers it sees them."""
    city_map = from_plain(view["custom"])
    named = [line_name(city_map, line) for line in lines]
    if is_answer:
        other = {"give": "want", "want": "give"}
        named = [other[line.split()[0]] + line[len("give") :] for line in named]
    terms = offer_title(named, is_short=True) if named else ""
    if len(terms) <= LONGEST_TERMS:
        return terms
    sides = [sum(line.startswith(side) for line in named) for side in ("give", "want")]
    gives, wants = (
        _n("{count} thing", "{count} things", count).format(count=count) if count else _("nothing")
        for count in sides
    )
    return _("{gives} for {wants}").format(gives=gives, wants=wants)


def _missing(view: AhldarahdView, seat: int) -> int:
    """How many routes the city misses that a seat can control soonest; 0 if there is none."""
    goal = nearest_goal(view, seat)
    return 0 if goal is None else goal.missing


def gain_words(view: AhldarahdView, map_index: int, route: int) -> str:
    """What a route brings the seat to act: `wins Gems: +5 gold, +4 points`; empty if nothing."""
    gain = route_gain(view, view["to_act"], map_index, route)
    if not gain.cities:
        return ""
    names = from_plain(view["custom"]).names
    text = _n(
        "wins {cities}: +{gold} gold, +{points} point",
        "wins {cities}: +{gold} gold, +{points} points",
        gain.points,
    )
    cities = "+".join(city_title(names[city]) for city in gain.cities)
    return text.format(cities=cities, gold=gain.gold, points=gain.points)


def list_moves(
    legal: Sequence[int], view: AhldarahdView, names: Sequence[str]
) -> Sequence[ListedMove]:
    """Everything that can be played, routes below their map, the own map first, on each those that
    bring most, then routes to destroy; at the right what a move costs and brings."""
    routes: list[tuple[_RouteOrder, ListedMove]] = []
    others: list[ListedMove] = []
    for action in legal:
        code = place_of(action, view)
        if code >= 0:
            routes.append((_order_of_route(action, code, view), _listed_route(action, code, view)))
        else:
            aside = _aside(action, view)
            group = _("Or") if routes else ""
            if action & KIND == SELL:
                group = _("Sell a Right of Passage")
            elif action & KIND == END and routes:
                group = _("End")
            words = label(action, view, names)
            if action & KIND in (BID, PLEDGE):
                words, aside = _amount_words(action, view)
                if view["auction"] is not None:
                    group = _worth_bidding_for(view["auction"]["item"], view)
            elif action & KIND == PASS and others:
                group = _("Or")
            elif action & KIND == OPEN:
                group = _("Auction")
            elif action & KIND in (OFFER, INTERRUPT):
                group = _("Trade")
            elif is_thing(action):
                words, aside, group = _listed_thing(action, view, names)
            elif action & KIND in (SEND, WITHDRAW) and others:
                group = _("Or")
            others.append(ListedMove([action], words, aside, group))
    routes.sort(key=lambda row: row[0])
    return [*(row for _order, row in routes), *others]


_RouteOrder = tuple[bool, bool, int, int, int, int, int, int]
"""Where a route stands in the list: whether it is destroyed, whether it is on another's map, by its
map, by the points and the gold that it brings, by how
near it brings a city and how much that pays, and by its number."""


def _order_of_route(action: int, code: int, view: AhldarahdView) -> _RouteOrder:
    map_index, route = code >> 6, route_of(code)
    gain = route_gain(view, view["to_act"], map_index, route)
    place = action & KIND == DESTROY, map_index != view["to_act"], map_index
    if action & KIND not in (CLAIM, BUY, FREE):
        return *place, 0, 0, 0, 0, route
    steps = _progress(view, map_index, _routes_after(action, code, view), route)
    nearest = min(((step.missing, -step.number) for step in steps), default=(0, 0))
    return *place, -gain.points, -gain.gold, *nearest, route


@frozen
class _Progress:
    """How far a city at an end of a route is from the control of a seat."""

    city: str
    held: int
    need: int
    number: int
    """All routes of the city, and the gold that it pays."""

    @property
    def missing(self) -> int:
        """The routes that it still takes."""
        return max(0, self.need - self.held)


def _missing_words(steps: Sequence[_Progress]) -> list[str]:
    """How many more routes win each city, `Gems 1 more`, after the first one in the number alone.
    What it takes is told, not what there is: that would be one more number than the map has."""
    return [
        (_("{city} {count}") if number else _("{city} {count} more")).format(
            city=step.city, count=step.missing
        )
        for number, step in enumerate(steps)
    ]


def _progress(view: AhldarahdView, map_index: int, routes: int, route: int) -> list[_Progress]:
    """How far the cities at the ends of a route are from the control of the seat to act once it has
    these routes; without those that it controls already."""
    city_map = from_plain(view["custom"])
    control = view["control"][map_index][view["to_act"]]
    return [
        _Progress(
            city_title(city_map.names[city]),
            (routes & city_map.routes_of[city]).bit_count(),
            city_map.need[city],
            city_map.number[city],
        )
        for city in city_map.ends[route]
        if not control >> city & 1
    ]


def _routes_after(action: int, code: int, view: AhldarahdView) -> int:
    """The routes of the seat to act on the map of a route that it lays or lets fall."""
    routes, bit = view["routes"][code >> 6][view["to_act"]], 1 << route_of(code)
    return routes | bit if action & KIND in (CLAIM, BUY, FREE) else routes & ~bit


def _amount_words(action: int, view: AhldarahdView) -> tuple[str, str]:
    """A bid or a pledge, and what is left."""
    gold = action & PAYLOAD
    text = _("Bid {gold}") if action & KIND == BID else _("Pledge {gold}")
    left = view["gold"][view["to_act"]] - gold
    return text.format(gold=gold), _("keeps {gold} gold").format(gold=left)


def _listed_thing(line: int, view: AhldarahdView, names: Sequence[str]) -> tuple[str, str, str]:
    """Something that an offer may name, whether the other player has it, and a heading."""
    words = capital(short_line_title(line_name(from_plain(view["custom"]), line)))
    if line & KIND in (GIVE_GOLD, GIVE_ITEM):
        return words, "", _("You give")
    aside, trade, item = "", view["trade"], line & PAYLOAD
    if trade is not None and line & KIND == WANT_ITEM and item < CITIES:
        other = other_party(trade, view["to_act"])
        least, most = cards_held(view, other)[item]
        text = _("{name} may have it") if most else _("{name} can't have it")
        aside = (_("{name} has it") if least else text).format(name=names[other])
    return words, aside, _("You want")


def _worth_bidding_for(item: int, view: AhldarahdView) -> str:
    """What an item is good for to who bids for it, as a heading."""
    words = why_item(item, view, view["to_act"]).rstrip(".")
    title = short_item_title(item_name(from_plain(view["custom"]), item))
    if title in words:
        return words
    return _("{item}: {words}").format(item=title, words=words[:1].lower() + words[1:])


def _listed_route(action: int, code: int, view: AhldarahdView) -> ListedMove:
    """What can be done with a route, below the heading of its map."""
    city_map = from_plain(view["custom"])
    kind, route = action & KIND, route_of(code)
    title, colour = route_title(city_map.route_name(route)), map_title(map_names(view)[code >> 6])
    by_gold, with_card = payment(view, view["to_act"], route)
    cost = gain = ""
    if kind != DESTROY:
        steps = _progress(view, code >> 6, _routes_after(action, code, view), route)
        gain = ", ".join(_missing_words(steps))
    if kind in (CLAIM, BUY, FREE):
        gain = gain_words(view, code >> 6, route) or gain
    if kind == CLAIM:
        city = city_title(city_map.names[city_map.ends[route][action & 1]])
        words = _("Claim {route} with {card}").format(route=title, card=city)
        cost = _("{gold} gold").format(gold=-with_card) if with_card else ""
    elif kind == BUY:
        words = _("Buy {route}").format(route=title)
        cost = _("{gold} gold").format(gold=-by_gold)
    elif kind == DESTROY:
        words = _("Destroy {route}, {colour} map").format(route=title, colour=colour)
        card = with_gold(_("a card"), with_card)
        cost = _("twice {gold} gold or {card}").format(gold=by_gold, card=card)
    elif kind == FREE:
        words = title  # its heading says that it is laid, and for nothing
    else:
        words = _("Remove {route}").format(route=title)
    heading = _("{colour} map · how many more routes then win each city")
    if kind == FREE:
        heading = _("{colour} map: a free route · how many more win each city")
    if kind == DESTROY:
        heading = _("Destroy another's route: two payments for one")
    group = heading.format(colour=colour)
    return ListedMove([action], words, " · ".join(part for part in (cost, gain) if part), group)


def _aside(action: int, view: AhldarahdView) -> str:
    """What a move that is about no route is worth, in a few words."""
    kind, payload = action & KIND, action & PAYLOAD
    if kind == SELL:
        return _("+{gold} gold").format(gold=right_price(view, payload))
    if kind == END:
        return _("keeps {gold} gold").format(gold=view["gold"][view["to_act"]])
    if kind != OPEN:
        return ""
    if payload < RIGHT_ITEM:
        number = from_plain(view["custom"]).number[payload]
        return _("pays {gold}").format(gold=number)
    return {
        SHAH_ITEM: _("first"), EYES_ITEM: _("land costs 1 less"),
        QUEEN_ITEM: _("sea costs 1 less"),
    }.get(payload, "")  # fmt: skip


def _why_wanted(item: int, view: AhldarahdView, seat: int) -> list[str]:
    """Why a seat asks for an item, which is named: its offer names others, too."""
    words = _why_put_up(item, view, seat)
    if not RIGHT_ITEM <= item < SHAH_ITEM:
        return words
    title = capital(short_item_title(item_name(from_plain(view["custom"]), item)))
    text = _("{item}: {words}")
    reasons = [text.format(item=title, words=each[:1].lower() + each[1:]) for each in words]
    map_index = item - RIGHT_ITEM
    goal = nearest_goal(view, seat, map_index)
    if map_index != seat and goal is not None and goal.missing <= NEAR_ROUTES:
        text = _n(
            "On the {map} map {missing} more route wins {city}.",
            "On the {map} map {missing} more routes win {city}.",
            goal.missing,
        )
        city = city_title(from_plain(view["custom"]).names[goal.city])
        where = map_title(map_names(view)[map_index])
        reasons.append(text.format(map=where, missing=goal.missing, city=city))
    return reasons


def _why_put_up(item: int, view: AhldarahdView, seat: int) -> list[str]:
    """Why an item is worth an auction to a seat, in words that speak to nobody: they are also said
    of another player's move."""
    if item < RIGHT_ITEM:
        city_map = from_plain(view["custom"])
        held = sum(
            1 for route in members(view["routes"][seat][seat]) if item in city_map.ends[route]
        )
        city, need = city_title(city_map.names[item]), city_map.need[item]
        free = members(city_map.routes_of[item] & ~sum(view["routes"][seat]))
        if free and held < need:
            route = route_title(city_map.route_name(free[0]))
            text = _("Pays for {route}: {held} of {need} routes for {city}.")
            return [text.format(route=route, held=held, need=need, city=city)]
        text = _("{city}: {held} of {number} routes at home, {need} give control.")
        number = city_map.number[item]
        return [text.format(city=city, held=held, number=number, need=need)]
    if holder_of(view, item) != seat:
        return [merit_of(item, view)]
    words = [_("Held already: whoever wins the auction takes it."), merit_of(item, view)]
    if view["phase"] == "opening":
        words.append(_("Each item comes up once a turn, so nobody else can put it up then."))
    return words


def _step_words(action: int, view: AhldarahdView, names: Sequence[str]) -> str:
    """A step as an instruction; as in the log, only another map than its player's is named."""
    city_map = from_plain(view["custom"])
    kind, payload = action & KIND, action & PAYLOAD
    code = place_of(action, view)
    if code >= 0:
        where = map_title(map_names(view)[code >> 6])
        route = route_title(city_map.route_name(route_of(code)))
        is_home = code >> 6 == view["to_act"]
        if kind == CLAIM:
            card = city_title(city_map.names[city_map.ends[route_of(code)][payload & 1]])
            gold = payment(view, view["to_act"], route_of(code))[1]
            text = _("Claim {route} on the {map} map with {payment}.")
            if is_home:
                text = _("Claim {route} with {payment}.")
            return text.format(route=route, map=where, payment=with_gold(card, gold))
        if kind == BUY:
            text = _("Buy {route} on the {map} map for {gold} gold.")
            if is_home:
                text = _("Buy {route} for {gold} gold.")
            gold = payment(view, view["to_act"], route_of(code))[0]
            return text.format(route=route, map=where, gold=gold)
        if kind == DESTROY:
            return _("Destroy {route} on the {map} map.").format(route=route, map=where)
        if kind == FREE:
            return _("Lay {route} as a free route.").format(route=route)
        return _("Let {route} on the {map} map fall.").format(route=route, map=where)
    if kind == BID:
        return _("Bid {gold} gold.").format(gold=payload)
    if kind == INTERRUPT:
        return _("Offer {name} a trade.").format(name=names[payload & 7])
    if kind == OPEN:
        title = item_title(item_name(city_map, payload))
        return _("Auction {item}.").format(item=title)
    return f"{label(action, view, names)}."


def _city_reason(view: AhldarahdView, map_index: int, city: int) -> str:
    """What a city that has just been won brings."""
    city_map = from_plain(view["custom"])
    seat = view["seat"] if view["seat"] is not None else 0
    points = city_points(view, seat, map_index, city) - 1
    text = _("It wins {city} on the {map} map: {gold} gold and 1 point.")
    if map_index == seat:
        text = _("It wins {city}: {gold} gold and 1 point.")
    if points and map_index != seat:
        text = _(
            "It wins {city} on the {map} map: {gold} gold, 1 point and 3 more, as it is held "
            "at home, too."
        )
    elif points:
        text = _(
            "It wins {city} on the {map} map: {gold} gold, 1 point and {points} more, as it is "
            "held on another, too."
        )
    return text.format(
        city=city_title(city_map.names[city]),
        map=map_title(map_names(view)[map_index]),
        gold=city_map.number[city],
        points=points,
    )


def _toward_city(turn: Sequence[tuple[int, AhldarahdView]], after: AhldarahdView) -> list[str]:
    """How many routes are missing after a turn to the cities of its first route, the next to be
    laid."""
    city_map = from_plain(after["custom"])
    seat = turn[0][1]["to_act"]
    for action, view in turn:
        code = place_of(action, view)
        if code < 0 or action & KIND == DESTROY:
            continue
        map_index, route = code >> 6, route_of(code)
        own = after["routes"][map_index][seat]
        reasons = []
        for city in city_map.ends[route]:
            held = sum(1 for other in members(own) if city in city_map.ends[other])
            missing = city_map.need[city] - held
            if missing > 0:
                text = _n(
                    "Then {missing} more route wins {city}.",
                    "Then {missing} more routes win {city}.",
                    missing,
                )
                reasons.append(text.format(missing=missing, city=city_title(city_map.names[city])))
        return reasons
    return []
