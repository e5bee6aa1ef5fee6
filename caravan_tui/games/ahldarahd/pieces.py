"""The physical game: the map of ten cities, and what maps, routes and items are called.

The map is kept as bit tables. Names are those of notation and events, which are not translated.
Events carry names instead of numbers, so that a log reads right on a custom map too.
"""

from __future__ import annotations

from typing import Any, Final

from caravan_tui.games.ahldarahd.actions import (
    CITIES,
    EYES_ITEM,
    GIVE_GOLD,
    GIVE_ITEM,
    KIND,
    PAYLOAD,
    RIGHT_ITEM,
    SHAH_ITEM,
    WANT_GOLD,
    map_of,
    route_of,
)

MOST_ROUTES: Final = 64
"""Routes that a place has room for (`actions.place`)."""

COLOURS: Final = ("red", "blue", "green", "purple", "orange")
"""Of seats 0 to 4."""


class CityMap:
    """One map, the same for every seat. Routes are numbered by their cities, earlier one first."""

    __slots__ = (
        "all_routes",
        "bends",
        "coordinates",
        "custom",
        "ends",
        "land_routes",
        "names",
        "need",
        "number",
        "price",
        "route_count",
        "routes_of",
    )

    def __init__(
        self,
        names: list[str],
        places: list[tuple[int, int]],
        routes: list[tuple[int, int, int]],
        bends: list[tuple[int, str]],
        custom: Any = None,
    ) -> None:
        """The first four are what a `custom.PlainMap` has."""
        self.custom = custom
        """The custom data that `from_plain` made it of, None for the built-in map."""
        self.names = names
        """The commodity of each city."""
        self.coordinates = [(x, y) for x, y in places]
        self.bends = dict(bends)
        self.route_count = len(routes)
        self.all_routes = (1 << self.route_count) - 1
        self.land_routes = sum(
            1 << route for route, (_a, _b, by_land) in enumerate(routes) if by_land
        )
        self.ends = [(a, b) for a, b, _by_land in routes]
        """The two cities of each route."""
        self.routes_of = [
            sum(1 << route for route, ends in enumerate(self.ends) if city in ends)
            for city in range(CITIES)
        ]
        """The routes of each city, as a mask."""
        self.number = [mask.bit_count() for mask in self.routes_of]
        """The routes of each city, counted."""
        self.need = [number // 2 + 1 for number in self.number]
        """How many of the routes of each city are more than half of them, so that a seat that has
        them controls it."""
        self.price = [self.number[a] + self.number[b] for a, b in self.ends]
        """What each route costs in gold."""

    def route_name(self, route: int) -> str:
        """`salt-metals`: the earlier city first."""
        a, b = self.ends[route]
        return f"{self.names[a]}-{self.names[b]}"


def map_name(seats: int, map_index: int) -> str:
    """`red`, or `neutral` for the map after the last seat's."""
    return COLOURS[map_index] if map_index < seats else "neutral"


def place_name(city_map: CityMap, seats: int, place: int) -> str:
    """`red:salt-metals`."""
    return f"{map_name(seats, map_of(place))}:{city_map.route_name(route_of(place))}"


def item_name(city_map: CityMap, item: int) -> str:
    """`card.salt`, `right.red`, `shah`, `eyes`, `queen`."""
    if item < CITIES:
        return f"card.{city_map.names[item]}"
    if item < SHAH_ITEM:
        return f"right.{COLOURS[item - RIGHT_ITEM]}"
    if item == SHAH_ITEM:
        return "shah"
    return "eyes" if item == EYES_ITEM else "queen"


def line_name(city_map: CityMap, line: int) -> str:
    """`give gold 3`, `want card salt`, `give right.red`."""
    kind = line & KIND
    payload = line & PAYLOAD
    verb = "give" if kind in (GIVE_GOLD, GIVE_ITEM) else "want"
    if kind in (GIVE_GOLD, WANT_GOLD):
        return f"{verb} gold {payload}"
    if payload < CITIES:
        return f"{verb} card {city_map.names[payload]}"
    return f"{verb} {item_name(city_map, payload)}"
