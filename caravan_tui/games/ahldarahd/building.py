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
    route_of,
)
from caravan_tui.games.ahldarahd.names import COLOURS, place_name
from caravan_tui.games.ahldarahd.outsider import draw_gold
from caravan_tui.games.ahldarahd.state import (
    BUILDING,
    PAYING,
    Position,
    play_card,
    put_route,
    take_away,
)
from caravan_tui.games.ahldarahd.turns import end_building
from caravan_tui.games.contract import Event


def may_build_on(state: Position, seat: int, a_map: int) -> bool:
    """The own map, the neutral one, or one whose Right the seat holds."""
    return a_map in (seat, state.seats) or state.rights[a_map] == seat


def discount(state: Position, seat: int, route: int) -> int:
    """1 for a land route with the Eyes, for a sea route with the Queen, else 0."""
    holder = state.eyes if state.board.land >> route & 1 else state.queen
    return 1 if holder == seat else 0


def gold_price(state: Position, seat: int, route: int) -> int:
    """What a payment without a card costs this seat now (A-6)."""
    return max(0, state.board.price[route] - discount(state, seat, route))


def card_price(state: Position, seat: int, route: int) -> int:
    """What a payment with a card costs besides the card (A-6)."""
    return 1 - discount(state, seat, route)


def controlled(state: Position, a_map: int) -> int:
    """How many cities on a map are controlled, by whomever: what its Right sells for."""
    at = a_map * state.seats
    return sum(mask.bit_count() for mask in state.control[at : at + state.seats])


def second_payments(state: Position, seat: int, route: int, first: int, spent: int) -> list[int]:
    """The payments that may follow a first one: 0 gold, 1 and 2 the earlier and later city's card.

    `spent` is 1 if the first payment has not yet been taken from gold and hand, 0 if it has. They
    are never earlier than the first in that order, so a pair of payments has one notation.
    """
    by_gold = gold_price(state, seat, route)
    by_card = card_price(state, seat, route)
    purse = state.gold[seat] - (by_card if first else by_gold) * spent
    found = []
    if first == 0 and purse >= by_gold:
        found.append(0)
    if purse >= by_card:
        a, b = state.board.ends[route]
        for which, city in ((1, a), (2, b)):
            if which >= first:
                need = 2 if which == first and spent else 1
                if state.cards[seat * CITIES + city] >= need:
                    found.append(which)
    return found


def first_payments(state: Position, seat: int, route: int) -> list[int]:
    """The first payments of a destruction after which the second can be made."""
    found = []
    a, b = state.board.ends[route]
    if state.gold[seat] >= gold_price(state, seat, route) and second_payments(
        state, seat, route, 0, 1
    ):
        found.append(0)
    if state.gold[seat] >= card_price(state, seat, route):
        for which, city in ((1, a), (2, b)):
            if state.cards[seat * CITIES + city] and second_payments(state, seat, route, which, 1):
                found.append(which)
    return found


def legal_building(state: Position) -> list[int]:
    """Claims, buys, destructions, sales and `end`; offers are the trade's."""
    seat = state.actor
    seats = state.seats
    board = state.board
    gold = state.gold[seat]
    hand = state.cards[seat * CITIES : seat * CITIES + CITIES]
    has_marker = state.markers[seat] > 0
    ends = board.ends
    by_land = 1 if state.eyes == seat else 0
    by_sea = 1 if state.queen == seat else 0
    land = board.land
    by_gold = [
        max(0, price - (by_land if land >> route & 1 else by_sea))
        for route, price in enumerate(board.price)
    ]
    by_card = [1 - (by_land if land >> route & 1 else by_sea) for route in range(board.routes)]
    # With fewer than two cards one half at least is paid in gold.
    least = min(by_gold) if sum(hand) < 2 else 0
    claims: list[int] = []
    buys: list[int] = []
    destroys: list[int] = []
    for a_map in range(state.maps):
        if not may_build_on(state, seat, a_map):
            continue
        at = a_map * seats
        taken = 0
        for mask in state.routes[at : at + seats]:
            taken |= mask
        theirs = taken & ~state.routes[at + seat]
        for route in range(board.routes):
            if not taken >> route & 1:
                if not has_marker:
                    continue
                code = a_map << 6 | route
                if gold >= by_card[route]:
                    a, b = ends[route]
                    if hand[a]:
                        claims.append(CLAIM | code << 1)
                    if hand[b]:
                        claims.append(CLAIM | code << 1 | 1)
                if gold >= by_gold[route]:
                    buys.append(BUY | code)
            elif theirs >> route & 1 and gold >= least and first_payments(state, seat, route):
                destroys.append(DESTROY | a_map << 6 | route)
    sales = [
        SELL | a_map
        for a_map in range(seats)
        if state.rights[a_map] == seat and controlled(state, a_map)
    ]
    return claims + buys + destroys + sales


def legal_payments(state: Position) -> list[int]:
    """How the next half of a destruction may be paid."""
    route = route_of(state.place)
    seat = state.actor
    if state.paid < 0:
        ways = first_payments(state, seat, route)
    else:
        ways = second_payments(state, seat, route, state.paid, 0)
    ends = state.board.ends[route]
    return sorted(PAY | (1 + ends[way - 1] if way else 0) for way in ways)


def apply_building(state: Position, action: int, events: list[Event] | None) -> None:
    """Play an action of the building other than a trade."""
    kind = action & KIND
    seat = state.actor
    state.built += 1
    if kind == CLAIM:
        code = (action & PAYLOAD) >> 1
        a_map, route = map_of(code), route_of(code)
        card = state.board.ends[route][action & 1]
        cost = card_price(state, seat, route)
        state.gold[seat] -= cost
        play_card(state, seat, card)
        if events is not None:
            where = place_name(state.board, state.seats, code)
            events.append(("claim", seat, where, state.board.names[card], cost))
        draw_gold(state, put_route(state, a_map, route, seat, events))
    elif kind == BUY:
        a_map, route = map_of(action & PAYLOAD), route_of(action & PAYLOAD)
        cost = gold_price(state, seat, route)
        state.gold[seat] -= cost
        if events is not None:
            where = place_name(state.board, state.seats, action & PAYLOAD)
            events.append(("buy", seat, where, cost))
        draw_gold(state, put_route(state, a_map, route, seat, events))
    elif kind == DESTROY:
        state.place = action & PAYLOAD
        state.paid = -1
        state.phase = PAYING
        if events is not None:
            where = place_name(state.board, state.seats, state.place)
            other = owner(state, map_of(state.place), route_of(state.place))
            events.append(("destroy", seat, where, other))
    elif kind == PAY:
        _pay(state, seat, (action & PAYLOAD) - 1, events)
    elif kind == SELL:
        a_map = action & PAYLOAD
        worth = controlled(state, a_map)
        state.rights[a_map] = -1
        state.gold[seat] += worth
        if events is not None:
            events.append(("sell", seat, COLOURS[a_map], worth))
        draw_gold(state, worth)
    elif kind == END:
        end_building(state, events)


def owner(state: Position, a_map: int, route: int) -> int:
    """The seat that has a route, -1 if it is free."""
    at = a_map * state.seats
    for seat in range(state.seats):
        if state.routes[at + seat] >> route & 1:
            return seat
    return -1


def _pay(state: Position, seat: int, card: int, events: list[Event] | None) -> None:
    """One half of a destruction, with a card or, at -1, in gold; the second half frees it."""
    a_map, route = map_of(state.place), route_of(state.place)
    if card < 0:
        cost = gold_price(state, seat, route)
        way = 0
    else:
        cost = card_price(state, seat, route)
        play_card(state, seat, card)
        way = 1 + state.board.ends[route].index(card)
    state.gold[seat] -= cost
    if events is not None:
        paid = None if card < 0 else state.board.names[card]
        events.append(("pay", seat, paid, cost))
    if state.paid < 0:
        state.paid = way
        return
    other = owner(state, a_map, route)
    if events is not None:
        where = place_name(state.board, state.seats, state.place)
        events.append(("destroyed", seat, where, other))
    take_away(state, a_map, other, 1 << route, events)
    state.place = -1
    state.paid = -1
    state.phase = BUILDING
