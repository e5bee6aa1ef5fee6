"""Routes and the control of cities."""

from __future__ import annotations

from caravan_tui.games.ahldarahd.actions import CITIES, place
from caravan_tui.games.ahldarahd.events import LoseCity, Swept, TakeCity
from caravan_tui.games.ahldarahd.pieces import map_name, place_name
from caravan_tui.games.ahldarahd.state import AhldarahdPosition
from caravan_tui.games.contract import Event
from caravan_tui.games.kit.bitsets import members


def put_route(
    state: AhldarahdPosition, map_index: int, route: int, seat: int, events: list[Event] | None
) -> int:
    """Put a seat's marker on a free route and return the gold paid for cities it takes (A-4).

    The routes of other seats into these cities are swept away.
    """
    city_map = state.city_map
    seats = state.seats
    index = map_index * seats + seat
    own_routes = state.routes[index] = state.routes[index] | 1 << route
    state.markers[seat] -= 1
    won_routes = 0
    gold = 0
    for city in city_map.ends[route]:
        if (
            not state.control[index] >> city & 1
            and (own_routes & city_map.routes_of[city]).bit_count() >= city_map.need[city]
        ):
            won_routes |= city_map.routes_of[city]
            state.control[index] |= 1 << city
            gold += city_map.number[city]
            if events is not None:
                name = map_name(seats, map_index)
                events.append(TakeCity(seat, name, city_map.names[city], city_map.number[city]))
    if won_routes:
        for other in range(seats):
            swept = state.routes[map_index * seats + other] & won_routes
            if other != seat and swept:
                if events is not None:
                    for swept_route in members(swept):
                        name = place_name(city_map, seats, place(map_index, swept_route))
                        events.append(Swept(other, name))
                take_away(state, map_index, other, swept, events)
        state.gold[seat] += gold
    return gold


def take_away(
    state: AhldarahdPosition,
    map_index: int,
    seat: int,
    routes: int,
    events: list[Event] | None,
) -> None:
    """Take routes (a mask) of a seat from a map; the markers return to it (A-10).

    The seat loses every city in which it has no more than half of the routes now.
    """
    city_map = state.city_map
    index = map_index * state.seats + seat
    own_routes = state.routes[index] = state.routes[index] & ~routes
    state.markers[seat] += routes.bit_count()
    controlled = state.control[index]
    if not controlled:
        return
    for city in range(CITIES):
        if (
            controlled >> city & 1
            and (own_routes & city_map.routes_of[city]).bit_count() < city_map.need[city]
        ):
            state.control[index] &= ~(1 << city)
            if events is not None:
                name = map_name(state.seats, map_index)
                events.append(LoseCity(seat, name, city_map.names[city]))
