"""How likely each seat is to control each city of one map in the end.

A map's outlook depends on the routes that lie there, on who can build on it, and on how many
building phases each seat has left. Maps change slowly, so outlooks are kept by these.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

from caravan_tui.games.ahldarahd.map import Board

CITIES = 10

NEVER = 0
"""The seat cannot build on the map any more."""
SELDOM = 1
"""It holds no Right of the map, but may get one."""
LATER = 2
"""It holds the Right and has built this turn."""
NOW = 3
"""It holds the Right and will build this turn."""
ALWAYS = 4
"""The own map, the neutral one."""

LONGEST = 16
"""Building phases; more count as so many."""

HALF = 0
"""Pace of a seat that is just building for the last time; 1 + phases left for the others, and
GONE for one that has built for the last time."""
GONE = 1

MOST_SEATS = 5
MOST_KEPT = 30_000


def fading(value: float, fade: float) -> list[float]:
    """A value by number of seats: as it is for two, the part `fade` of it left for each seat more.

    What one holds after one's building has to last through the bidding of all the others.
    """
    return [value * fade ** max(0, seats - 2) for seats in range(MOST_SEATS + 1)]


class Outlook:
    """For each seat: the chance of every city, and what changes would do to it.

    `chance[s][c]`: that seat s controls city c in the end. `more[s][c]`: how much one more own
    route into it adds. `freed[s][c]`: how much a fallen route of others adds. `less[s][c]`: what it
    would cost the seat to lose one of its routes there.
    """

    __slots__ = ("best", "chance", "free", "freed", "less", "more")

    def __init__(self) -> None:
        self.chance: list[list[float]] = []
        self.more: list[list[float]] = []
        self.freed: list[list[float]] = []
        self.less: list[list[float]] = []
        self.free = 0
        self.best: list[list[float]] = []
        """`best[s][c]`: what the best free route of a city adds to the chances of its two ends."""


class Maps:
    """Outlooks of maps, kept until there are too many."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.weights = weights
        self._kept: dict[tuple[object, ...], Outlook] = {}
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
        """By number of seats, then by how well a seat can get at a map."""

    def outlook(
        self, board: Board, routes: tuple[int, ...], reach: tuple[int, ...], pace: tuple[int, ...]
    ) -> Outlook:
        """The outlook of a map. `routes`, `reach` and `pace` have an entry a seat."""
        key = (id(board), routes, reach, pace)
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            found = self._kept[key] = self._make(board, routes, reach, pace)
        return found

    def _make(
        self, board: Board, routes: tuple[int, ...], reach: tuple[int, ...], pace: tuple[int, ...]
    ) -> Outlook:
        seats = range(len(routes))
        reaches = self.reaches[len(routes)]
        found = Outlook()
        taken = 0
        for mask in routes:
            taken |= mask
        found.free = board.all & ~taken
        threat = [
            int(
                sum(
                    max(0.0, pace[other] - 1.0 if pace[other] else 0.5) * reaches[reach[other]]
                    for other in seats
                    if other != seat
                )
                + 0.5
            )
            for seat in seats
        ]
        for seat in seats:
            mine = routes[seat]
            gain = self.gain[min(pace[seat], LONGEST + 1)]
            access = reaches[reach[seat]]
            hold = self.hold[min(threat[seat], 79)]
            chance: list[float] = []
            more: list[float] = []
            freed: list[float] = []
            less: list[float] = []
            for city in range(CITIES):
                mask = board.city[city]
                need = board.number[city] // 2 + 1
                own = (mine & mask).bit_count()
                free = (found.free & mask).bit_count()
                now = _chance(own, free, need, gain, access, hold)
                chance.append(now)
                more.append(_chance(own + 1, free - 1, need, gain, access, hold) - now)
                freed.append(_chance(own, free + 1, need, gain, access, hold) - now)
                less.append(
                    now - _chance(own - 1, free + 1, need, gain, access, hold) if own else 0.0
                )
            found.chance.append(chance)
            found.more.append(more)
            found.freed.append(freed)
            found.less.append(less)
        _share(found.chance, board, routes)
        ends = board.ends
        for seat in seats:
            more = found.more[seat]
            best = [0.0] * CITIES
            left = found.free
            while left:
                low = left & -left
                left ^= low
                a, b = ends[low.bit_length() - 1]
                value = more[a] + more[b]
                if value > best[a]:
                    best[a] = value
                if value > best[b]:
                    best[b] = value
            found.best.append(best)
        return found


def _chance(
    own: int, free: int, need: int, gain: list[float], access: float, hold: list[float]
) -> float:
    """The chance of a city for a seat with `own` routes there of the `need`ed ones."""
    if own >= need:
        return hold[own - need]
    far = need - own
    if far > free:
        far += 2 * (far - free)
    return gain[far] * access


def _share(chance: list[list[float]], board: Board, routes: tuple[int, ...]) -> None:
    """All seats' chances of a city add up to 1 at most; who controls it comes first."""
    for city in range(CITIES):
        mask = board.city[city]
        need = board.number[city] // 2 + 1
        first = -1
        total = 0.0
        for seat, mine in enumerate(routes):
            if (mine & mask).bit_count() >= need:
                first = seat
            else:
                total += chance[seat][city]
        left = 0.95 if first < 0 else 1.0 - chance[first][city]
        if total > left:
            scale = left / total
            for seat in range(len(routes)):
                if seat != first:
                    chance[seat][city] *= scale
