"""What a learned correction of the evaluation of Caravans of Ahldarahd looks at."""

from __future__ import annotations

from typing import Final

from caravan_tui.games.ahldarahd.actions import CITIES
from caravan_tui.games.ahldarahd.evaluator.worth import IN_BUILDING
from caravan_tui.games.ahldarahd.rules import AhldarahdState
from caravan_tui.games.ahldarahd.state import (
    ANSWERING,
    BUILDING,
    FIRST_BID,
    PAYING,
    RAISING,
    WRITING,
    controlled,
)
from caravan_tui.games.kit.native import size

FEATURES: Final = (
    "gold", "rich", "cards", "kinds", "most_of_a_card", "markers",
    "routes", "routes_away", "cities", "cities_away", "matches", "lost_at_home",
    "rights", "right_worth", "own_right", "shah", "order", "eyes", "queen", "turned",
    "left", "last", "building", "pending", "acts",
    "left_gold", "left_cards", "left_routes", "left_matches", "left_rights", "left_markers",
    "last_gold", "last_cards", "pending_gold", "pending_cards", "pending_rights",
    "high_bid", "bids", "paying",
)  # fmt: skip


def features_of(state: AhldarahdState, seat: int) -> list[float]:
    """The features of a seat, in the order of `FEATURES`."""
    seats, maps = state.seats, state.maps
    gold = state.gold[seat]
    cards = kinds = most = 0
    for place in range(seat * CITIES, seat * CITIES + CITIES):
        number = state.cards[place]
        if number:
            cards += number
            kinds += 1
            if number > most:
                most = number
    at_home = state.control[seat * seats + seat]
    routes = size(state.routes[seat * seats + seat])
    away = cities_away = matches = lost = rights = 0
    right_worth = 0.0
    for map_index in range(maps):
        if map_index != seat:
            away += size(state.routes[map_index * seats + seat])
            held = state.control[map_index * seats + seat]
            cities_away += size(held)
            matches += size(held & at_home)
            if map_index < seats:
                lost += size(state.control[seat * seats + map_index])
        if map_index < seats and state.rights[map_index] == seat:
            rights += 1
            right_worth += controlled(state, map_index)
    phase = state.phase
    if phase in (WRITING, ANSWERING):
        phase = state.resumed_phase
    building = phase in IN_BUILDING
    offset = (seat - state.first_seat) % seats
    pending = 1.0
    if building and not (offset > state.step or (offset == state.step and not state.built)):
        pending = 0.0
    left = 0.0 if state.is_last_turn else min(1.0, 0.1 + state.deck / (9.0 * seats))
    last = 1.0 if state.is_last_turn else 0.0
    shah = (seat - state.shah) % seats / (seats - 1) if state.shah >= 0 else 0.5
    bidding = phase in (RAISING, FIRST_BID)
    return [
        0.05 * gold,
        0.1 * max(0, gold - 12),
        0.125 * cards,
        0.2 * kinds,
        0.5 * most,
        0.1 * state.markers[seat],
        0.1 * routes,
        0.1 * away,
        0.2 * size(at_home),
        0.2 * cities_away,
        0.3 * matches,
        0.3 * lost,
        0.5 * rights,
        0.1 * right_worth,
        1.0 if state.rights[seat] == seat else 0.0,
        1.0 if state.shah == seat else 0.0,
        shah,
        1.0 if state.eyes == seat else 0.0,
        1.0 if state.queen == seat else 0.0,
        1.0 if state.turned >> seat & 1 else 0.0,
        left,
        last,
        1.0 if building else 0.0,
        pending,
        1.0 if state.actor == seat else 0.0,
        left * 0.05 * gold,
        left * 0.125 * cards,
        left * 0.1 * (routes + away),
        left * 0.3 * matches,
        left * 0.5 * rights,
        left * 0.1 * state.markers[seat],
        last * 0.05 * gold * pending,
        last * 0.125 * cards * pending,
        pending * 0.05 * gold,
        pending * 0.125 * cards,
        pending * 0.5 * rights,
        0.1 * state.bid if bidding and state.high_bidder == seat else 0.0,
        1.0 if bidding and state.bidders >> seat & 1 else 0.0,
        1.0 if state.actor == seat and phase in (BUILDING, PAYING) else 0.0,
    ]
