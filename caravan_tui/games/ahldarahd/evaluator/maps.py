"""How likely each seat is to control each city of a map at the end of the match.

The outlook of a map depends on its routes, on who can build on it, and on how many building phases
each seat has left. Maps change slowly, so outlooks are cached by these.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import Final

from caravan_tui.games.ahldarahd.actions import CITIES
from caravan_tui.games.ahldarahd.pieces import CityMap
from caravan_tui.games.ahldarahd.state import MOST_SEATS
from caravan_tui.games.kit.native import size

NEVER: Final = 0
"""The seat cannot build on the map any more."""
SELDOM: Final = 1
"""It does not hold the map's Right, but may get it."""
LATER: Final = 2
"""It holds the Right and has built this turn."""
NOW: Final = 3
"""It holds the Right and will build this turn."""
ALWAYS: Final = 4
"""Its own map, or the neutral one."""

REACH_BITS: Final = 3

LONGEST: Final = 16
"""Building phases that count at most."""

HALF: Final = 0
"""Pace of a seat that is building for the last time now."""
GONE: Final = 1
"""Pace of a seat that has built for the last time; that of all others is 1 + building phases left.
"""

MOST_CACHED: Final = 30_000
"""Outlooks; then the cache is emptied."""


def fading(value: float, fade: float) -> list[float]:
    """A value by number of seats: unchanged for two, times `fade` for each further seat.

    What a seat holds after its building has to last through the bidding of all the others.
    """
    return [value * fade ** max(0, seats - 2) for seats in range(MOST_SEATS + 1)]


class Outlook:
    """The chance of each seat for each city of a map, and what changes would do to it.

    `chance[seat][city]`: of controlling the city at the end. `more`: what one more route into it
    adds. `freed`: what a fallen route of another seat adds. `less`: what the loss of a route there
    costs the seat. `best`: what the best free route of a city adds to the chances of its two ends.
    `free`: the free routes, as a mask.
    """

    __slots__ = ("best", "chance", "free", "freed", "less", "more")

    def __init__(self) -> None:
        self.chance: list[list[float]] = []
        self.more: list[list[float]] = []
        self.freed: list[list[float]] = []
        self.less: list[list[float]] = []
        self.free = 0
        self.best: list[list[float]] = []


class Maps:
    """Outlooks of maps, cached."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.weights = weights
        self._cache: dict[tuple[object, ...], Outlook] = {}
        step = weights["step"]
        speed = weights["speed"]
        self.gain = [
            [
                step**far * (0.5 if phases == 0 else 1.0 - exp(-speed * (phases - 1) / max(1, far)))
                if phases != GONE
                else 0.0
                for far in range(24)
            ]
            for phases in range(LONGEST + 2)
        ]
        """By pace, then by how many payments away a city is."""
        attack = weights["attack"]
        spare = weights["spare"]
        self.hold = [
            [(1.0 - attack * spare**over) ** phases for over in range(8)] for phases in range(80)
        ]
        """By building phases of all other seats, then by routes beyond the majority."""
        self.reaches = [
            [0.0, weights["seldom"], later, 0.9, 1.0]
            for later in fading(weights["later"], weights["fade"])
        ]
        """By number of seats, then by how well a seat can reach a map."""

    def outlook(
        self,
        city_map: CityMap,
        routes: tuple[int, ...],
        reach: int,
        pace: tuple[int, ...],
    ) -> Outlook:
        """The outlook of a map. `routes` and `pace` have one entry per seat, and so has `reach`:
        `REACH_BITS` bits for each."""
        key = (id(city_map), routes, reach, pace)
        outlook = self._cache.get(key)
        if outlook is None:
            if len(self._cache) >= MOST_CACHED:
                self._cache.clear()
            outlook = self._cache[key] = self._make(city_map, routes, reach, pace)
        return outlook

    def _make(
        self,
        city_map: CityMap,
        routes: tuple[int, ...],
        reach: int,
        pace: tuple[int, ...],
    ) -> Outlook:
        seats = len(routes)
        of_reach = self.reaches[len(routes)]
        reaches = [of_reach[reach >> REACH_BITS * seat & 7] for seat in range(seats)]
        outlook = Outlook()
        taken = 0
        for mask in routes:
            taken |= mask
        outlook.free = city_map.all_routes & ~taken
        threat = [
            int(
                sum(
                    max(0.0, pace[other] - 1.0 if pace[other] else 0.5) * reaches[other]
                    for other in range(seats)
                    if other != seat
                )
                + 0.5
            )
            for seat in range(seats)
        ]
        for seat in range(seats):
            own_routes = routes[seat]
            gain = self.gain[min(pace[seat], LONGEST + 1)]
            access = reaches[seat]
            hold = self.hold[min(threat[seat], 79)]
            chance: list[float] = []
            more: list[float] = []
            freed: list[float] = []
            less: list[float] = []
            for city in range(CITIES):
                mask = city_map.routes_of[city]
                need = city_map.need[city]
                own = size(own_routes & mask)
                free = size(outlook.free & mask)
                now = _chance(own, free, need, gain, access, hold)
                chance.append(now)
                more.append(_chance(own + 1, free - 1, need, gain, access, hold) - now)
                freed.append(_chance(own, free + 1, need, gain, access, hold) - now)
                less.append(
                    now - _chance(own - 1, free + 1, need, gain, access, hold) if own else 0.0
                )
            outlook.chance.append(chance)
            outlook.more.append(more)
            outlook.freed.append(freed)
            outlook.less.append(less)
        _share(outlook.chance, city_map, routes)
        ends = city_map.ends
        for seat in range(seats):
            more = outlook.more[seat]
            best = [0.0] * CITIES
            left = outlook.free
            while left:
                low = left & -left
                left ^= low
                a, b = ends[low.bit_length() - 1]
                value = more[a] + more[b]
                if value > best[a]:
                    best[a] = value
                if value > best[b]:
                    best[b] = value
            outlook.best.append(best)
        return outlook


def _chance(
    own: int, free: int, need: int, gain: list[float], access: float, hold: list[float]
) -> float:
    """The chance of a city for a seat that has `own` of the `need` routes there."""
    if own >= need:
        return hold[own - need]
    far = need - own
    if far > free:
        far += 2 * (far - free)
    return gain[far] * access


def _share(chance: list[list[float]], city_map: CityMap, routes: tuple[int, ...]) -> None:
    """Scale the chances of a city so that they add up to 1 at most; its controller comes first."""
    for city in range(CITIES):
        mask = city_map.routes_of[city]
        need = city_map.need[city]
        first = -1
        total = 0.0
        for seat, own_routes in enumerate(routes):
            if size(own_routes & mask) >= need:
                first = seat
            else:
                total += chance[seat][city]
        left = 0.95 if first < 0 else 1.0 - chance[first][city]
        if total > left:
            scale = left / total
            for seat in range(len(routes)):
                if seat != first:
                    chance[seat][city] *= scale
