"""The map as plain data: the user's own, read from TOML and checked."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Final, TypedDict

import msgpack
import msgspec
from msgspec import Meta

from caravan_tui.games import custom_data as files
from caravan_tui.games.ahldarahd.actions import CITIES
from caravan_tui.games.ahldarahd.pieces import MOST_ROUTES, CityMap
from caravan_tui.games.ahldarahd.spec import SPEC
from caravan_tui.games.custom_data import CustomDataError, Source

FILE: Final = "map.toml"

SIDES: Final = ("north", "south", "west", "east")
_Tables = list[dict[str, Any]]
_CityName = Annotated[str, Meta(pattern=r"^[a-z]{2,10}\Z")]
_Digit = Annotated[int, Meta(ge=0, le=9)]


class PlainMap(TypedDict):
    """A map as plain data, for views and saves."""

    cities: list[str]
    places: list[tuple[int, int]]
    """Column and row of each city, 0 to 9."""
    routes: list[tuple[int, int, int]]
    """Earlier city, later city, 1 if by land; ascending."""
    bends: list[tuple[int, str]]
    """A route that does not run straight, and the side on which it passes."""


def read(source: Source) -> PlainMap:
    """Check the map of a TOML file and return it as plain data.

    Raises CustomDataError with line and reason: not ten cities, a bad or repeated name or place, a
    route that only one of its cities lists, a route both by land and by sea, a map that is not
    connected, a bend of an unknown route, an unknown key.
    """
    for key in source.data:
        if key not in ("city", "bend"):
            raise CustomDataError(
                f"'{key}' is not known; a map has city and bend", source.line_of(key)
            )
    rows = files.convert(
        source.data.get("city"), _Tables, "a map needs [[city]] tables", source.line_of("city") or 1
    )
    if len(rows) != CITIES:
        raise CustomDataError(f"a map has {CITIES} cities, this one {len(rows)}", 1)
    names: list[str] = []
    coordinates: list[tuple[int, int]] = []
    for index, row in enumerate(rows):
        line = source.line_of("[[city]]", index)
        for key in row:
            if key not in ("name", "x", "y", "sea", "land"):
                raise CustomDataError(
                    f"'{key}' is not known; a city has name, x, y, sea, land", line
                )
        name = files.convert(row.get("name"), str, "a city's name must be a text", line)
        files.convert(name, _CityName, f"'{name}' is no name: 2 to 10 small letters a-z", line)
        if name == "gold" or name in names:
            raise CustomDataError(f"the name '{name}' is taken", line)
        names.append(name)
        coordinate = (_digit(row, "x", line), _digit(row, "y", line))
        if coordinate in coordinates:
            other = names[coordinates.index(coordinate)]
            raise CustomDataError(f"{name} lies on {other}", line)
        coordinates.append(coordinate)
    routes = _routes(source, rows, names)
    _check_connected(names, routes)
    bends = _bends(source, names, routes)
    return {"cities": names, "places": coordinates, "routes": routes, "bends": bends}


def _digit(row: dict[str, Any], key: str, line: int | None) -> int:
    reason = f"{key} must be a whole number from 0 to 9"
    digit: int = files.convert(row.get(key), _Digit, reason, line)
    return digit


def _routes(
    source: Source, rows: list[dict[str, Any]], names: list[str]
) -> list[tuple[int, int, int]]:
    """All routes as earlier city, later city, 1 if by land; ascending."""
    listed: dict[tuple[int, int], int] = {}
    for index, row in enumerate(rows):
        line = source.line_of("[[city]]", index)
        for kind, land in (("sea", 0), ("land", 1)):
            reason = f"{kind} must be a list of cities"
            others = files.convert(row.get(kind, []), list[Any], reason, line)
            for other in others:
                if other not in names:
                    raise CustomDataError(f"{names[index]}: no city is called '{other}'", line)
                to = names.index(other)
                if to == index:
                    raise CustomDataError(f"{other}: a route to itself", line)
                if (index, to) in listed:
                    raise CustomDataError(f"{names[index]}: {other} stands there twice", line)
                listed[index, to] = land
    for (a, b), land in listed.items():
        line = source.line_of("[[city]]", b)
        if (b, a) not in listed:
            raise CustomDataError(
                f"{names[a]} has a route to {names[b]}, but {names[b]} none to {names[a]}", line
            )
        if listed[b, a] != land:
            raise CustomDataError(f"{names[a]}-{names[b]} is both a land and a sea route", line)
    return sorted((a, b, land) for (a, b), land in listed.items() if a < b)


def _check_connected(names: list[str], routes: list[tuple[int, int, int]]) -> None:
    reached = {0}
    for _city in names:
        for a, b, _land in routes:
            if a in reached or b in reached:
                reached |= {a, b}
    for city, name in enumerate(names):
        if city not in reached:
            raise CustomDataError(f"no way from {names[0]} to {name}")


def _bends(
    source: Source, names: list[str], routes: list[tuple[int, int, int]]
) -> list[tuple[int, str]]:
    numbers = {f"{names[a]}-{names[b]}": route for route, (a, b, _land) in enumerate(routes)}
    rows = files.convert(
        source.data.get("bend", []), _Tables, "bends are [[bend]] tables", source.line_of("bend")
    )
    bends: list[tuple[int, str]] = []
    for index, row in enumerate(rows):
        line = source.line_of("[[bend]]", index)
        name, side = row.get("route"), row.get("side")
        if not isinstance(name, str) or name not in numbers:
            raise CustomDataError(
                f"no route is called '{name}' (the earlier city comes first)", line
            )
        if side not in SIDES:
            raise CustomDataError(f"a bend's side is one of {', '.join(SIDES)}", line)
        bends.append((numbers[name], side))
    return bends


@cache
def built_in() -> CityMap:
    """The map that comes with the game."""
    return _city_map(files.built_in(SPEC.id, FILE, read))


def custom_data() -> Any:
    """The user's own map as plain data, None where the built-in one is used."""
    plain = files.of_user(SPEC.id, FILE, read)[0]
    return None if plain is None else msgspec.json.decode(msgspec.json.encode(plain))


def custom_notices() -> list[str]:
    """What is wrong with the user's map."""
    notice = files.of_user(SPEC.id, FILE, read)[1]
    return [notice] if notice else []


_custom_maps: dict[bytes, CityMap] = {}


def _city_map(plain: PlainMap, custom: Any = None) -> CityMap:
    return CityMap(plain["cities"], plain["places"], plain["routes"], plain["bends"], custom)


def from_plain(custom: Any) -> CityMap:
    """The map of custom data, the built-in one for None. Tables are made once per map.

    Raises ValueError on data that is not a map.
    """
    if custom is None:
        return built_in()
    key = msgpack.packb(custom)
    city_map = _custom_maps.get(key)
    if city_map is None:
        plain = msgspec.convert(custom, PlainMap)
        cities = range(len(plain["cities"]))
        if len(cities) != CITIES or len(plain["places"]) != CITIES:
            raise ValueError(f"a map has {CITIES} cities")
        if len(plain["routes"]) > MOST_ROUTES or not all(
            a in cities and b in cities for a, b, _land in plain["routes"]
        ):
            raise ValueError("not the routes of a map")
        city_map = _custom_maps[key] = _city_map(plain, custom)
    return city_map
