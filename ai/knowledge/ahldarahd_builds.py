"""Which claims, buys and destructions of Caravans of Ahldarahd are worth a thought."""

from __future__ import annotations

from math import sqrt

from ai.knowledge.ahldarahd_worth import Standing, Worth
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
from caravan_tui.games.ahldarahd.building import owner
from caravan_tui.games.ahldarahd.rules import State

MOST_BUILDS = 10
"""Claims, buys and destructions that a search looks at."""


def best_builds(worth: Worth, state: State, legal: list[int]) -> list[int]:
    """The best ways to build by what they change, all sales, and `end`."""
    scored = scored_builds(worth, state, legal)
    if len(scored) > MOST_BUILDS:
        scored.sort(reverse=True)
        scored = scored[:MOST_BUILDS]
    chosen = {move for _score, move in scored}
    return [move for move in legal if move in chosen or move & KIND in (SELL, END)]


def scored_builds(worth: Worth, state: State, legal: list[int]) -> list[tuple[float, int]]:
    """What each claim, buy and destruction seems worth; only the best way to pay for each."""
    seat = state.actor
    found = worth.look(state)
    cities = worth.city_worth(found, seat)
    ends = state.board.ends
    price = state.board.price
    coin = found.coin[seat]
    ways: dict[int, tuple[float, int]] = {}
    gains: dict[int, float] = {}
    for move in legal:
        kind = move & KIND
        if kind == CLAIM:
            code = (move & PAYLOAD) >> 1
        elif kind in (BUY, DESTROY):
            code = move & PAYLOAD
        else:
            continue
        route = code & 63
        value = gains.get(code)
        if value is None:
            if kind == DESTROY:
                value = _harm(worth, state, found, code)
            else:
                value = _gain(state, found, cities[code >> 6], code)
            gains[code] = value
        if kind == CLAIM:
            card = ends[route][move & 1]
            value -= worth.card_value(state, found, seat, card) * (
                0.8 if state.cards[seat * CITIES + card] > 1 else 1.0
            )
        elif kind == BUY:
            value -= coin * price[route]
        before = ways.get(code)
        if before is None or value > before[0]:
            ways[code] = (value, move)
    return list(ways.values())


def _gain(state: State, found: Standing, cities: list[float], code: int) -> float:
    """What a new route of the actor adds to its two cities, with the gold of a city that it takes
    and the routes of others that fall there; `cities` is what each city of the map is worth."""
    seat = state.actor
    a_map, route = code >> 6, code & 63
    a, b = state.board.ends[route]
    number = state.board.number
    more = found.outlooks[a_map].more[seat]
    value = more[a] * cities[a] + more[b] * cities[b]
    mine = state.routes[a_map * state.seats + seat]
    for city in (a, b):
        into = state.board.city[city]
        own = (mine & into).bit_count()
        if own * 2 <= number[city] < own * 2 + 2:
            value += number[city] * found.coin[seat]
            for other in range(state.seats):
                if other != seat and state.routes[a_map * state.seats + other] & into:
                    value += 0.15
    return value


def _harm(worth: Worth, state: State, found: Standing, code: int) -> float:
    """What a destruction takes from its owner and opens for the destroyer, less its cost."""
    seat = state.actor
    a_map, route = code >> 6, code & 63
    a, b = state.board.ends[route]
    outlook = found.outlooks[a_map]
    loser = owner(state, a_map, route)
    theirs = worth.city_worth(found, loser)[a_map]
    mine = worth.city_worth(found, seat)[a_map]
    harm = outlook.less[loser][a] * theirs[a] + outlook.less[loser][b] * theirs[b]
    help_ = outlook.freed[seat][a] * mine[a] + outlook.freed[seat][b] * mine[b]
    return harm / sqrt(state.seats - 1) + help_ - 0.9
