"""Which claims, buys and destructions are worth searching."""

from __future__ import annotations

from math import sqrt
from typing import Final

from caravan_tui.games.ahldarahd.actions import (
    BUY,
    CITIES,
    CLAIM,
    DESTROY,
    END,
    KIND,
    PAYLOAD,
    SELL,
)
from caravan_tui.games.ahldarahd.evaluator.worth import Standing, Worth
from caravan_tui.games.ahldarahd.rules import AhldarahdState
from caravan_tui.games.ahldarahd.state import owner
from caravan_tui.games.kit.native import size

MOST_BUILDS: Final = 10
"""Claims, buys and destructions that a search considers."""


def best_builds(worth: Worth, state: AhldarahdState, legal: list[int]) -> list[int]:
    """The best ways to build by what they change, all sales, and the end of the building."""
    scored = scored_builds(worth, state, legal)
    if len(scored) > MOST_BUILDS:
        scored.sort(reverse=True)
        scored = scored[:MOST_BUILDS]
    chosen = {move for _score, move in scored}
    return [move for move in legal if move in chosen or move & KIND in (SELL, END)]


def scored_builds(worth: Worth, state: AhldarahdState, legal: list[int]) -> list[tuple[float, int]]:
    """What each claim, buy and destruction seems worth; only the best way to pay for each."""
    seat = state.actor
    standing = worth.survey(state)
    cities = worth.city_worth(standing, seat)
    ends = state.city_map.ends
    price = state.city_map.price
    coin = standing.coin[seat]
    ways: dict[int, tuple[float, int]] = {}
    gains: dict[int, float] = {}
    for move in legal:
        kind = move & KIND
        if kind == CLAIM:
            place = (move & PAYLOAD) >> 1
        elif kind in (BUY, DESTROY):
            place = move & PAYLOAD
        else:
            continue
        route = place & 63
        value = gains.get(place)
        if value is None:
            if kind == DESTROY:
                value = _harm(worth, state, standing, place)
            else:
                value = _gain(state, standing, cities[place >> 6], place)
            gains[place] = value
        if kind == CLAIM:
            card = ends[route][move & 1]
            value -= worth.card_value(state, standing, seat, card) * (
                0.8 if state.cards[seat * CITIES + card] > 1 else 1.0
            )
        elif kind == BUY:
            value -= coin * price[route]
        before = ways.get(place)
        if before is None or value > before[0]:
            ways[place] = (value, move)
    return list(ways.values())


def _gain(state: AhldarahdState, standing: Standing, cities: list[float], place: int) -> float:
    """What a new route of the actor adds to its two cities, with the gold of a city that it takes
    and the routes of others that fall there. `cities`: what each city of the map is worth."""
    seat = state.actor
    map_index, route = place >> 6, place & 63
    a, b = state.city_map.ends[route]
    number, need = state.city_map.number, state.city_map.need
    more = standing.outlooks[map_index].more[seat]
    value = more[a] * cities[a] + more[b] * cities[b]
    routes = state.routes[map_index * state.seats + seat]
    for end in range(2):
        city = b if end else a
        into = state.city_map.routes_of[city]
        own = size(routes & into)
        if own + 1 == need[city]:
            value += number[city] * standing.coin[seat]
            for other in range(state.seats):
                if other != seat and state.routes[map_index * state.seats + other] & into:
                    value += 0.15
    return value


def _harm(worth: Worth, state: AhldarahdState, standing: Standing, place: int) -> float:
    """What a destruction takes from the owner and opens for the actor, less its cost."""
    seat = state.actor
    map_index, route = place >> 6, place & 63
    a, b = state.city_map.ends[route]
    outlook = standing.outlooks[map_index]
    loser = owner(state, map_index, route)
    loser_worth = worth.city_worth(standing, loser)[map_index]
    own_worth = worth.city_worth(standing, seat)[map_index]
    harm = outlook.less[loser][a] * loser_worth[a] + outlook.less[loser][b] * loser_worth[b]
    opened = outlook.freed[seat][a] * own_worth[a] + outlook.freed[seat][b] * own_worth[b]
    return harm / sqrt(state.seats - 1) + opened - 0.9
