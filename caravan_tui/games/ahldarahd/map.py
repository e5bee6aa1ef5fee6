"""The map: ten cities, land and sea routes. Read from TOML, checked, and kept as bit tables."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgpack

from caravan_tui.games import house
from caravan_tui.games.ahldarahd.actions import CITIES
from caravan_tui.games.house import HouseError, Source

FILE = "map.toml"
SIDES = ("north", "south", "west", "east")


class Board:
    """One map, the same for every seat. Routes are numbered by their cities, earlier one first.

    `ends[r]` are the two cities of a route, `city[c]` the bit mask of the routes into a city,
    `number[c]` how many these are, `price[r]` what a route costs, `land` the mask of land routes.
    `plain` is the map as plain data, `custom` whether it is a user's own.
    """

    __slots__ = (
        "all",
        "bends",
        "city",
        "custom",
        "ends",
        "far",
        "land",
        "names",
        "number",
        "places",
        "plain",
        "price",
        "routes",
    )

    def __init__(self, plain: dict[str, Any], custom: bool) -> None:
        self.plain = plain
        self.custom = custom
        self.names: list[str] = [str(name) for name in plain["cities"]]
        self.places: list[tuple[int, int]] = [(int(x), int(y)) for x, y in plain["places"]]
        rows = [(int(a), int(b), int(land)) for a, b, land in plain["routes"]]
        self.routes = len(rows)
        self.all = (1 << self.routes) - 1
        self.ends = [(a, b) for a, b, _land in rows]
        self.land = sum(1 << r for r, row in enumerate(rows) if row[2])
        self.city = [
            sum(1 << r for r, (a, b) in enumerate(self.ends) if c in (a, b)) for c in range(CITIES)
        ]
        self.number = [mask.bit_count() for mask in self.city]
        self.price = [self.number[a] + self.number[b] for a, b in self.ends]
        self.bends: dict[int, str] = {int(r): str(side) for r, side in plain["bends"]}
        self.far = max(self.number)

    def route_name(self, route: int) -> str:
        """`salt-metals`: the earlier city first."""
        a, b = self.ends[route]
        return f"{self.names[a]}-{self.names[b]}"


def _text(value: Any, what: str, line: int | None) -> str:
    if not isinstance(value, str):
        raise HouseError(f"{what} must be a text", line)
    return value


def _whole(value: Any, what: str, line: int | None) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 9:
        raise HouseError(f"{what} must be a whole number from 0 to 9", line)
    return value


def read(source: Source) -> dict[str, Any]:
    """The checked map of a TOML file as plain data.

    Raises HouseError with line and reason: not ten cities, a bad or repeated name or place, a
    route that only one of its cities has, two kinds of route between the same cities, a map that
    is not in one piece, a bend of no route, something unknown.
    """
    for key in source.data:
        if key not in ("city", "bend"):
            raise HouseError(f"'{key}' is not known; a map has city and bend", source.line_of(key))
    rows = source.data.get("city")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise HouseError("a map needs [[city]] tables", source.line_of("city") or 1)
    if len(rows) != CITIES:
        raise HouseError(f"a map has {CITIES} cities, this one {len(rows)}", 1)
    names: list[str] = []
    places: list[tuple[int, int]] = []
    for index, row in enumerate(rows):
        line = source.line_of("[[city]]", index)
        for key in row:
            if key not in ("name", "x", "y", "sea", "land"):
                raise HouseError(f"'{key}' is not known; a city has name, x, y, sea, land", line)
        name = _text(row.get("name"), "a city's name", line)
        if not (2 <= len(name) <= 10 and name.isascii() and name.isalpha() and name.islower()):
            raise HouseError(f"'{name}' is no name: 2 to 10 small letters a-z", line)
        if name == "gold" or name in names:
            raise HouseError(f"the name '{name}' is taken", line)
        names.append(name)
        where = (_whole(row.get("x"), "x", line), _whole(row.get("y"), "y", line))
        if where in places:
            other = names[places.index(where)]
            raise HouseError(f"{name} lies on {other}", line)
        places.append(where)
    routes = _routes(source, rows, names)
    _check_one_piece(names, routes)
    return {
        "cities": names,
        "places": [list(where) for where in places],
        "routes": [list(route) for route in routes],
        "bends": _bends(source, names, routes),
    }


def _routes(
    source: Source, rows: list[dict[str, Any]], names: list[str]
) -> list[tuple[int, int, int]]:
    """All routes as (earlier city, later city, 1 if by land), in order."""
    said: dict[tuple[int, int], int] = {}
    for index, row in enumerate(rows):
        line = source.line_of("[[city]]", index)
        for kind, land in (("sea", 0), ("land", 1)):
            others = row.get(kind, [])
            if not isinstance(others, list):
                raise HouseError(f"{kind} must be a list of cities", line)
            for other in others:
                if other not in names:
                    raise HouseError(f"{names[index]}: no city is called '{other}'", line)
                to = names.index(other)
                if to == index:
                    raise HouseError(f"{other}: a route to itself", line)
                if (index, to) in said:
                    raise HouseError(f"{names[index]}: {other} stands there twice", line)
                said[index, to] = land
    for (a, b), land in said.items():
        line = source.line_of("[[city]]", b)
        if (b, a) not in said:
            raise HouseError(
                f"{names[a]} has a route to {names[b]}, but {names[b]} none to {names[a]}", line
            )
        if said[b, a] != land:
            raise HouseError(f"{names[a]}-{names[b]} is both a land and a sea route", line)
    return sorted((a, b, land) for (a, b), land in said.items() if a < b)


def _check_one_piece(names: list[str], routes: list[tuple[int, int, int]]) -> None:
    reached = {0}
    grown = True
    while grown:
        grown = False
        for a, b, _land in routes:
            if (a in reached) != (b in reached):
                reached |= {a, b}
                grown = True
    lonely = [name for index, name in enumerate(names) if index not in reached]
    if lonely:
        raise HouseError(f"no way from {names[0]} to {lonely[0]}", None)


def _bends(
    source: Source, names: list[str], routes: list[tuple[int, int, int]]
) -> list[list[int | str]]:
    known = {f"{names[a]}-{names[b]}": index for index, (a, b, _land) in enumerate(routes)}
    rows = source.data.get("bend", [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise HouseError("bends are [[bend]] tables", source.line_of("bend"))
    bends: list[list[int | str]] = []
    for index, row in enumerate(rows):
        line = source.line_of("[[bend]]", index)
        route, side = row.get("route"), row.get("side")
        if route not in known:
            raise HouseError(f"no route is called '{route}' (the earlier city comes first)", line)
        if side not in SIDES:
            raise HouseError(f"a bend's side is one of {', '.join(SIDES)}", line)
        bends.append([known[route], side])
    return bends


@cache
def built_in() -> Board:
    """The house map."""
    return Board(house.built_in("ahldarahd", FILE, read), custom=False)


_own: dict[bytes, Board] = {}


def board(plain: Any | None) -> Board:
    """The map for house data: None is the built-in one. Tables are made once a map."""
    if plain is None:
        return built_in()
    key = msgpack.packb(plain)
    found = _own.get(key)
    if found is None:
        found = _own[key] = Board(plain, custom=True)
    return found


def of_user() -> tuple[dict[str, Any] | None, str | None]:
    """The user's own map as plain data, or None; and what is wrong with the file."""
    return house.of_user("ahldarahd", FILE, read)
