"""Building: claim, buy, destroy, sell a Right."""

from __future__ import annotations

from caravan_tui.games.ahldarahd.actions import (
    BUY,
    CITIES,
    CLAIM,
    DESTROY,
    END,
    KIND,
    PAY,
    PAYLOAD,
    SELL,
    map_of,
    place,
    route_of,
)
from caravan_tui.games.ahldarahd.events import Buy, Claim, Destroy, Destroyed, Pay, Sell
from caravan_tui.games.ahldarahd.pieces import COLOURS, place_name
from caravan_tui.games.ahldarahd.rules.cards import play_card
from caravan_tui.games.ahldarahd.rules.outsider import draw_gold
from caravan_tui.games.ahldarahd.rules.rounds import end_building
from caravan_tui.games.ahldarahd.rules.routes import put_route, take_away
from caravan_tui.games.ahldarahd.state import (
    BUILDING,
    PAYING,
    AhldarahdPosition,
    controlled,
    may_build_on,
    owner,
)
from caravan_tui.games.contract import Event


def discount(state: AhldarahdPosition, seat: int, route: int) -> int:
    """1 for a land route with the Eyes, for a sea route with the Queen, else 0."""
    holder = state.eyes if state.city_map.land_routes >> route & 1 else state.queen
    return 1 if holder == seat else 0


def gold_price(state: AhldarahdPosition, seat: int, route: int) -> int:
    """What a payment without a card costs this seat now (A-6)."""
    return max(0, state.city_map.price[route] - discount(state, seat, route))


def card_price(state: AhldarahdPosition, seat: int, route: int) -> int:
    """What a payment with a card costs in addition to the card (A-6)."""
    return 1 - discount(state, seat, route)


def second_payments(
    state: AhldarahdPosition, seat: int, route: int, first: int, unpaid: int
) -> list[int]:
    """The payments that may follow a first one: 0 gold, 1 and 2 the earlier and later city's card.

    `unpaid` is 1 if the first payment has not yet been taken from gold and hand, 0 if it has. They
    are never earlier than the first in that order, so a pair of payments has one notation.
    """
    by_gold = gold_price(state, seat, route)
    by_card = card_price(state, seat, route)
    purse = state.gold[seat] - (by_card if first else by_gold) * unpaid
    ways = []
    if first == 0 and purse >= by_gold:
        ways.append(0)
    if purse >= by_card:
        a, b = state.city_map.ends[route]
        for way, city in ((1, a), (2, b)):
            if way >= first:
                needed = 2 if way == first and unpaid else 1
                if state.cards[seat * CITIES + city] >= needed:
                    ways.append(way)
    return ways


def first_payments(state: AhldarahdPosition, seat: int, route: int) -> list[int]:
    """The first payments of a destruction after which the second can be made."""
    ways = []
    a, b = state.city_map.ends[route]
    if state.gold[seat] >= gold_price(state, seat, route) and second_payments(
        state, seat, route, 0, 1
    ):
        ways.append(0)
    if state.gold[seat] >= card_price(state, seat, route):
        for way, city in ((1, a), (2, b)):
            if state.cards[seat * CITIES + city] and second_payments(state, seat, route, way, 1):
                ways.append(way)
    return ways


def legal_building(state: AhldarahdPosition) -> list[int]:
    """Claims, buys, destructions and sales; offers are the trade's."""
    seat = state.actor
    seats = state.seats
    city_map = state.city_map
    gold = state.gold[seat]
    hand = state.cards[seat * CITIES : seat * CITIES + CITIES]
    has_marker = state.markers[seat] > 0
    ends = city_map.ends
    off_land = 1 if state.eyes == seat else 0
    off_sea = 1 if state.queen == seat else 0
    land = city_map.land_routes
    by_gold = [
        max(0, price - (off_land if land >> route & 1 else off_sea))
        for route, price in enumerate(city_map.price)
    ]
    by_card = [
        1 - (off_land if land >> route & 1 else off_sea) for route in range(city_map.route_count)
    ]
    # With fewer than two cards one half at least is paid in gold.
    least = min(by_gold) if sum(hand) < 2 else 0
    claims: list[int] = []
    buys: list[int] = []
    destroys: list[int] = []
    for map_index in range(state.maps):
        if not may_build_on(state, seat, map_index):
            continue
        first = map_index * seats
        taken = 0
        for mask in state.routes[first : first + seats]:
            taken |= mask
        others = taken & ~state.routes[first + seat]
        for route in range(city_map.route_count):
            if not taken >> route & 1:
                if not has_marker:
                    continue
                where = map_index << 6 | route
                if gold >= by_card[route]:
                    a, b = ends[route]
                    if hand[a]:
                        claims.append(CLAIM | where << 1)
                    if hand[b]:
                        claims.append(CLAIM | where << 1 | 1)
                if gold >= by_gold[route]:
                    buys.append(BUY | where)
            elif others >> route & 1 and gold >= least and first_payments(state, seat, route):
                destroys.append(DESTROY | place(map_index, route))
    sales = [
        SELL | map_index
        for map_index in range(seats)
        if state.rights[map_index] == seat and controlled(state, map_index)
    ]
    return claims + buys + destroys + sales


def legal_payments(state: AhldarahdPosition) -> list[int]:
    """How the next half of a destruction may be paid."""
    route = route_of(state.target)
    seat = state.actor
    if state.first_payment < 0:
        ways = first_payments(state, seat, route)
    else:
        ways = second_payments(state, seat, route, state.first_payment, 0)
    ends = state.city_map.ends[route]
    return sorted(PAY | (1 + ends[way - 1] if way else 0) for way in ways)


def apply_building(state: AhldarahdPosition, action: int, events: list[Event] | None) -> None:
    """Play an action of the building other than a trade."""
    kind = action & KIND
    payload = action & PAYLOAD
    seat = state.actor
    city_map = state.city_map
    state.built += 1
    if kind == CLAIM:
        map_index, route = map_of(payload >> 1), route_of(payload >> 1)
        card = city_map.ends[route][payload & 1]
        cost = card_price(state, seat, route)
        state.gold[seat] -= cost
        play_card(state, seat, card)
        if events is not None:
            name = place_name(city_map, state.seats, payload >> 1)
            events.append(Claim(seat, name, city_map.names[card], cost))
        draw_gold(state, put_route(state, map_index, route, seat, events))
    elif kind == BUY:
        map_index, route = map_of(payload), route_of(payload)
        cost = gold_price(state, seat, route)
        state.gold[seat] -= cost
        if events is not None:
            events.append(Buy(seat, place_name(city_map, state.seats, payload), cost))
        draw_gold(state, put_route(state, map_index, route, seat, events))
    elif kind == DESTROY:
        state.target = payload
        state.first_payment = -1
        state.phase = PAYING
        if events is not None:
            name = place_name(city_map, state.seats, payload)
            events.append(Destroy(seat, name, owner(state, map_of(payload), route_of(payload))))
    elif kind == PAY:
        _pay(state, seat, payload - 1, events)
    elif kind == SELL:
        worth = controlled(state, payload)
        state.rights[payload] = -1
        state.gold[seat] += worth
        if events is not None:
            events.append(Sell(seat, COLOURS[payload], worth))
        draw_gold(state, worth)
    elif kind == END:
        end_building(state, events)


def _pay(state: AhldarahdPosition, seat: int, card: int, events: list[Event] | None) -> None:
    """Pay one half of a destruction, with a card or, at -1, in gold; the second half frees the
    route."""
    map_index, route = map_of(state.target), route_of(state.target)
    if card < 0:
        cost = gold_price(state, seat, route)
        way = 0
    else:
        cost = card_price(state, seat, route)
        play_card(state, seat, card)
        way = 1 + state.city_map.ends[route].index(card)
    state.gold[seat] -= cost
    if events is not None:
        events.append(Pay(seat, None if card < 0 else state.city_map.names[card], cost))
    if state.first_payment < 0:
        state.first_payment = way
        return
    loser = owner(state, map_index, route)
    if events is not None:
        name = place_name(state.city_map, state.seats, state.target)
        events.append(Destroyed(seat, name, loser))
    take_away(state, map_index, loser, 1 << route, events)
    state.target = -1
    state.first_payment = -1
    state.phase = BUILDING
