"""Where the points of Caravans of Ahldarahd come from, and what breaks ties."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from caravan_tui.games.ahldarahd.actions import CITIES
from caravan_tui.games.ahldarahd.custom import from_plain
from caravan_tui.games.ahldarahd.view import AhldarahdView
from caravan_tui.games.contract import OVER, Event
from caravan_tui.games.scoring import CountLine
from caravan_tui.i18n import _

MATCHING = 3
"""Points for a commodity that a seat controls on its own map and on another."""


@frozen
class Gain:
    """What a route brings the seat that lays it at once."""

    cities: list[int]
    """That come under its control."""
    gold: int
    points: int


def route_gain(view: AhldarahdView, seat: int, map_index: int, route: int) -> Gain:
    """What one more route on a map brings a seat: the cities of which it has more than half then,
    the gold that they pay, their points."""
    city_map = from_plain(view["custom"])
    routes = view["routes"][map_index][seat] | 1 << route
    cities = [
        city
        for city in city_map.ends[route]
        if not view["control"][map_index][seat] >> city & 1
        and (routes & city_map.routes_of[city]).bit_count() >= city_map.need[city]
    ]
    return Gain(
        cities,
        sum(city_map.number[city] for city in cities),
        sum(city_points(view, seat, map_index, city) for city in cities),
    )


@frozen
class Goal:
    """A city that a seat may come to control."""

    map_index: int
    city: int
    missing: int
    """The routes that it still takes."""


def goals(view: AhldarahdView, seat: int, only_map: int | None = None) -> list[Goal]:
    """The cities that a seat may come to control on the maps on which it may build, or on one map,
    whether it may build there or not: those that take the fewest routes first, of several those
    that pay the most."""
    city_map = from_plain(view["custom"])
    listed = []
    for map_index, owned in enumerate(view["routes"]):
        is_wanted = only_map == map_index
        if not (_may_build(view, seat, map_index) if only_map is None else is_wanted):
            continue
        free = city_map.all_routes & ~sum(owned)
        for city in range(CITIES):
            routes = city_map.routes_of[city]
            missing = city_map.need[city] - (owned[seat] & routes).bit_count()
            if 0 < missing <= (free & routes).bit_count():
                listed.append(Goal(map_index, city, missing))
    return sorted(listed, key=lambda goal: (goal.missing, -city_map.number[goal.city]))


def nearest_goal(view: AhldarahdView, seat: int, only_map: int | None = None) -> Goal | None:
    """The first of them, None if there is none."""
    return next(iter(goals(view, seat, only_map)), None)


def city_points(view: AhldarahdView, seat: int, map_index: int, city: int) -> int:
    """The points that a city on a map brings a seat: its own, and those of each pair of it at home
    and on another map."""
    own = view["control"][seat][seat] >> city & 1
    away = [other for other in range(len(view["control"])) if other != seat]
    pairs = own
    if map_index == seat:
        pairs = sum(view["control"][other][seat] >> city & 1 for other in away)
    return 1 + MATCHING * pairs


@frozen
class Chance:
    """What a city on a map is to a seat that wants to match it with the same one elsewhere."""

    missing: int
    """The routes that control still takes: 0 with it, -1 where too few are free."""
    points: int
    """That control brings, the match included; 0 where nothing matches."""
    may_build: bool


@frozen
class Match:
    """A city that a seat controls on its own map or another one, and what it is on every map."""

    city: int
    chances: list[Chance]
    """On each map."""


def matches(view: AhldarahdView, seat: int) -> list[Match]:
    """Where a seat has matches or may yet have them, those that take the fewest routes first."""
    city_map = from_plain(view["custom"])
    listed = []
    for city in range(CITIES):
        controlled = [control[seat] >> city & 1 for control in view["control"]]
        if not any(controlled):
            continue
        chances = []
        for map_index, owned in enumerate(view["routes"]):
            routes = city_map.routes_of[city]
            missing = city_map.need[city] - (owned[seat] & routes).bit_count()
            free = (city_map.all_routes & ~sum(owned) & routes).bit_count()
            points = city_points(view, seat, map_index, city)
            is_match = points > 1 and not controlled[map_index]
            chances.append(
                Chance(
                    0 if controlled[map_index] else missing if missing <= free else -1,
                    points if is_match else 0,
                    _may_build(view, seat, map_index),
                )
            )
        listed.append(Match(city, chances))

    def effort(match: Match) -> tuple[int, int]:
        open_ = [c.missing for c in match.chances if c.points and c.missing > 0]
        return min(open_, default=99), -city_map.number[match.city]

    return sorted(listed, key=effort)


def _may_build(view: AhldarahdView, seat: int, map_index: int) -> bool:
    """Whether a seat may build on a map: its own, the neutral one, and those of its Rights."""
    return map_index in (seat, view["seats"]) or view["rights"][map_index] == seat


def sources(view: AhldarahdView) -> Sequence[CountLine]:
    seats = view["seats"]
    own, away, matching = [0] * seats, [0] * seats, [0] * seats
    for map_index, control in enumerate(view["control"]):
        for seat, cities in enumerate(control):
            if map_index == seat:
                own[seat] += cities.bit_count()
            else:
                away[seat] += cities.bit_count()
                matching[seat] += (cities & view["control"][seat][seat]).bit_count()
    return (
        CountLine(_("own cities"), own),
        CountLine(_("cities on other maps"), away),
        CountLine(
            _("matching cities"),
            [MATCHING * count for count in matching],
            [f"{count} × {MATCHING}" if count else "" for count in matching],
        ),
    )


def tie_breaks(view: AhldarahdView) -> Sequence[CountLine]:
    return (CountLine(_("gold"), tuple(view["gold"])),)


def ending(events: Sequence[Event], view: AhldarahdView, names: Sequence[str]) -> str:
    if view["to_act"] != OVER:
        return ""
    return _("The deck is empty and the caravans have returned.")
