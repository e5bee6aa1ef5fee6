"""Ways of goods in Caravan: how many camels have to be set until a good can reach its city.

A seat's own camels are stepping stones: between two of them as many camels are missing as there are
spaces. The way is the shortest path over stones from the good to its city. It depends only on the
camels of one seat, so it is cached from position to position.
"""

from __future__ import annotations

from typing import Final

from caravan_tui.games.sahara.pieces import GOODS, SIZE, SPACES, STEPS, SUPPLY, Desert

CACHED_CAMELS: Final = 60_000
"""The size of the cache: sets of camels. A full cache is emptied."""


def _rectangle(a: int, b: int) -> int:
    rows = sorted((a // SIZE, b // SIZE))
    columns = sorted((a % SIZE, b % SIZE))
    return sum(
        1 << row * SIZE + column
        for row in range(rows[0], rows[1] + 1)
        for column in range(columns[0], columns[1] + 1)
    )


RECTANGLE: Final = tuple(tuple(_rectangle(a, b) for b in range(SPACES)) for a in range(SPACES))
"""All spaces on shortest walks from one space to another, both included, as a mask."""


GAP: Final = 16
"""The length of a missing camel. A stone has length 1, so that of two ways with equally many
missing camels the one over fewer stones is shorter: there are at most six. Nearly all lengths are
among the small numbers of which Python has one object each."""


LENGTH: Final = tuple(
    tuple((steps - 1) * GAP + 1 if steps else 0 for steps in line) for line in STEPS
)
"""The length between two stones with no stone between them."""

AROUND: Final = tuple(
    sum(1 << other for other in range(SPACES) if line[other] == 1) for line in STEPS
)
"""The neighbours of a space, as a mask."""


class Camels:
    """The camels of one seat and the ways over them. A *stone* is a space with some of them."""

    __slots__ = (
        "_direct",
        "_routes",
        "_shortest",
        "_stones",
        "_to_city",
        "_ways",
        "all",
        "desert",
        "empty",
        "free",
        "laden",
    )

    def __init__(self, desert: Desert, camels: tuple[int, ...]) -> None:
        self.desert = desert
        self.empty = 0
        """The number of empty camels, including those in the supply."""
        self.free = 0
        """The spaces with an empty camel, as a mask."""
        self.all = 0
        """The spaces with a camel, as a mask."""
        stones: list[int] = []
        laden: list[tuple[int, int, int]] = []
        for camel in camels:
            space, load = camel >> 5, camel & 31
            if load:
                laden.append((space, (load - 1) & 7, int(load > 8)))
            else:
                self.empty += 1
            if space != SUPPLY:
                if not self.all >> space & 1:
                    stones.append(space)
                    self.all |= 1 << space
                if not load:
                    self.free |= 1 << space
        self._stones = stones
        self._direct = [[LENGTH[a][b] for b in stones] for a in stones]
        """The length from stone to stone with no stone between them."""
        self._shortest = self._shortest_lengths()
        """The length from stone to stone over all stones."""
        self._to_city: list[list[int] | None] = [None] * len(GOODS)
        """By good: the length of the shortest way from each stone to its city, once asked for."""
        self._ways: dict[int, int] = {}
        self._routes = -1
        self.laden = [
            (space, good, under, self.way(space, good, True)) for space, good, under in laden
        ]
        """The loaded goods: space, good, 1 if it lies under its camel, actions until delivered."""

    def _shortest_lengths(self) -> list[list[int]]:
        lengths = [line[:] for line in self._direct]
        for middle, through in enumerate(lengths):
            for line in lengths:
                first = line[middle]
                if first:
                    for index, second in enumerate(through):
                        if first + second < line[index]:
                            line[index] = first + second
        return lengths

    def _towards(self, good: int) -> list[int]:
        """The length of the shortest way from each stone to the good's city."""
        cached = self._to_city[good]
        if cached is not None:
            return cached
        city = self.desert.city[good]
        to_city = STEPS[city]
        ends = [to_city[stone] * GAP + 1 for stone in self._stones]
        if self.all >> city & 1:
            city_index = self._stones.index(city)
            ends[city_index] = 0
            if not self.free >> city & 1:
                # The seat's camel in the city is laden: another one costs two actions.
                ends = [end + GAP for end in ends]
                ends[city_index] = 2 * GAP
        lengths = []
        for line in self._shortest:
            least = 1 << 20
            for gap, end in zip(line, ends):  # noqa: B905  # a plain zip is compiled to a loop
                if gap + end < least:
                    least = gap + end
            lengths.append(least)
        self._to_city[good] = lengths
        return lengths

    def way(self, space: int, good: int, carried: bool = False) -> int:
        """Actions until a good on `space` is delivered, once a camel carries it.

        If it is not `carried` yet, one of the empty camels will carry it.
        """
        key = space << 3 | good
        if not carried:
            cached = self._ways.get(key)
            if cached is not None:
                return cached
        city = self.desert.city[good]
        stones = self._stones
        towards = self._towards(good)
        current = -1
        if self.all >> space & 1:
            current = stones.index(space)
            length = towards[current]
        else:
            length = STEPS[space][city] * GAP + 1
            steps = STEPS[space]
            for index, rest in enumerate(towards):
                gap = (steps[stones[index]] - 1) * GAP + 1
                if gap + rest < length:
                    length = gap + rest
                    current = index
        path: list[tuple[int, int]] = []
        if current >= 0 and stones[current] != space:
            path.append(((length - towards[current]) // GAP, self.free >> stones[current] & 1))
            length = towards[current]
        while current >= 0 and stones[current] != city:
            line = self._direct[current]
            for index, rest in enumerate(towards):
                if index != current and line[index] + rest == length:
                    path.append((line[index] // GAP, self.free >> stones[index] & 1))
                    length = rest
                    current = index
                    break
            else:
                break
        if length >= GAP:
            path.append((length // GAP, 0))
        actions = self._count_actions(path, self.empty - (not carried))
        if not carried:
            self._ways[key] = actions
        return actions

    @staticmethod
    def _count_actions(path: list[tuple[int, int]], empty: int) -> int:
        """Actions for a path of stones, each with the camels missing before it and 1 if free.

        Camels are set into the gaps, first those that are not on the way. When they are used up,
        the good moves on to the farthest empty camel that it can reach, and all camels behind it
        can be set ahead. If there is none, a camel farther on is taken from its space.
        """
        spare = empty
        for _gap, free in path:
            spare -= free
        borrowed = 0
        while spare < 0:
            borrowed += 1
            spare += 1
        actions = 1
        ahead = 0  # empty camels that the good can reach
        for gap, free in path:
            while gap or (free and borrowed):
                if not gap:
                    borrowed -= 1
                    free = 0
                    gap = 1
                if spare:
                    spare -= 1
                    gap -= 1
                    ahead += 1
                elif ahead:
                    spare = ahead
                    ahead = 0
                else:
                    borrowed += 1
                    spare = 1
                    continue
                actions += 1
            ahead += free
        return actions

    def nearer(self, source: int, target: int, good: int) -> bool:
        """Whether a good has a shorter way from the stone `target` than from `source`."""
        towards, stones = self._towards(good), self._stones
        before, after = towards[stones.index(source)], towards[stones.index(target)]
        if after != before:
            return after < before
        to_city = STEPS[self.desert.city[good]]
        return to_city[target] < to_city[source]

    def path(self, space: int, good: int) -> list[int]:
        """The stones of a shortest way from a stone, itself first."""
        stones, towards = self._stones, self._towards(good)
        city = self.desert.city[good]
        current = stones.index(space)
        path = [space]
        while stones[current] != city:
            line, length = self._direct[current], towards[current]
            for index, rest in enumerate(towards):
                if index != current and line[index] + rest == length:
                    current = index
                    path.append(stones[current])
                    break
            else:
                break
        return path

    def routes(self) -> int:
        """The spaces where a camel is the next step of a carried good, as a mask.

        Of the spaces on shortest ways these are the neighbours of stones that the good can reach,
        those that two goods need, and the city.
        """
        if self._routes < 0:
            near = wide = both = 0
            for space, good, _under, _way in self.laden:
                steps, whole = self.route(space, good)
                near |= steps
                both |= wide & whole
                wide |= whole
            self._routes = near | both
        return self._routes

    def route(self, space: int, good: int) -> tuple[int, int]:
        """The next steps of a good from a stone, and all spaces on its shortest ways, as masks."""
        stones = self._stones
        city = self.desert.city[good]
        towards = self._towards(good)
        near = 1 << city
        wide = 1 << city
        reached = [stones.index(space)]
        for start in reached:
            length = towards[start] // GAP
            stone = stones[start]
            if STEPS[stone][city] <= length:
                whole = RECTANGLE[stone][city]
                wide |= whole
                near |= whole & AROUND[stone]
            for index, target in enumerate(stones):
                gap = STEPS[stone][target] - 1
                if gap + towards[index] // GAP <= length and index not in reached:
                    reached.append(index)
                    if gap > 0:
                        whole = RECTANGLE[stone][target]
                        wide |= whole
                        near |= whole & AROUND[stone]
        return near, wide


class KnownCamels:
    """Sets of camels with their ways, of the latest board: a search asks for the same ones again
    and again."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, ...], Camels] = {}
        self._desert: Desert | None = None

    def of(self, desert: Desert, camels: tuple[int, ...]) -> Camels:
        """The camels of a seat with their ways."""
        known = self._known.get(camels)
        if known is None or self._desert is not desert:
            if self._desert is not desert or len(self._known) > CACHED_CAMELS:
                self._known.clear()
                self._desert = desert
            known = self._known[camels] = Camels(desert, camels)
        return known
