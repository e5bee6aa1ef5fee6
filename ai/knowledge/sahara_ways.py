"""Ways of goods in Caravan: how many camels have to be set until a good can reach its city.

A seat's own camels are the stepping stones: between two of them as many camels are missing as
spaces lie between. The shortest row of stones from the good to its city is the way. Everything
here depends on one seat's camels only, so it is kept from one position to the next.
"""

from __future__ import annotations

from caravan_tui.games.sahara.desert import SIZE, SPACES, STEPS, SUPPLY, Desert

KEPT = 60_000
"""Sets of camels that are remembered before all are forgotten."""


def _rectangle(a: int, b: int) -> int:
    rows = sorted((a // SIZE, b // SIZE))
    columns = sorted((a % SIZE, b % SIZE))
    return sum(
        1 << row * SIZE + column
        for row in range(rows[0], rows[1] + 1)
        for column in range(columns[0], columns[1] + 1)
    )


RECTANGLE = tuple(tuple(_rectangle(a, b) for b in range(SPACES)) for a in range(SPACES))
"""All spaces on a shortest walk from one space to another, both included, as a mask."""


GAP = 64
"""A missing camel in a length; the ones beside it count stones, so that among ways with as few
missing camels the one over fewer stones is shorter."""


LENGTH = tuple(tuple((steps - 1) * GAP + 1 if steps else 0 for steps in line) for line in STEPS)
"""Length between two spaces where camels stand, with none between them."""

AROUND = tuple(sum(1 << other for other in range(SPACES) if line[other] == 1) for line in STEPS)
"""The spaces beside a space, as a mask."""


class Camels:
    """The camels of one seat and the ways they make. A *stone* is a space where some stand."""

    __slots__ = (
        "_apart",
        "_lengths",
        "_routes",
        "_steps",
        "_stones",
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
        """Empty camels, those in the supply included."""
        self.free = 0
        """The spaces with an empty camel."""
        self.all = 0
        """The spaces with a camel."""
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
        self._steps = [[LENGTH[a][b] for b in stones] for a in stones]
        """Length from stone to stone with nothing between them."""
        self._apart = self._shortest()
        self._lengths: list[list[int] | None] = [None] * 8
        self._ways: dict[int, int] = {}
        self._routes = -1
        self.laden = [
            (space, good, under, self.way(space, good, True)) for space, good, under in laden
        ]
        """Space, good, whether it lies under, actions until it is delivered."""

    def _shortest(self) -> list[list[int]]:
        """The length from each stone to each other over all stones."""
        apart = [line[:] for line in self._steps]
        for middle, through in enumerate(apart):
            for line in apart:
                first = line[middle]
                if first:
                    for index, second in enumerate(through):
                        if first + second < line[index]:
                            line[index] = first + second
        return apart

    def _towards(self, good: int) -> list[int]:
        """The length of the shortest way from each stone to the good's city."""
        found = self._lengths[good]
        if found is not None:
            return found
        city = self.desert.city[good]
        to_city = STEPS[city]
        ends = [to_city[stone] * GAP + 1 for stone in self._stones]
        if self.all >> city & 1:
            at = self._stones.index(city)
            ends[at] = 0
            if not self.free >> city & 1:
                # A camel of mine stands in the city, but laden: another one costs two actions.
                ends = [end + GAP for end in ends]
                ends[at] = 2 * GAP
        found = []
        for line in self._apart:
            least = 1 << 20
            for gap, end in zip(line, ends, strict=True):
                if gap + end < least:
                    least = gap + end
            found.append(least)
        self._lengths[good] = found
        return found

    def way(self, space: int, good: int, carried: bool = False) -> int:
        """Actions until a good on `space` is delivered, once a camel carries it.

        `carried`: one of my camels does already; otherwise one of the empty ones will.
        """
        key = space << 3 | good
        if not carried:
            found = self._ways.get(key)
            if found is not None:
                return found
        city = self.desert.city[good]
        stones = self._stones
        towards = self._towards(good)
        at = -1
        if self.all >> space & 1:
            at = stones.index(space)
            length = towards[at]
        else:
            length = STEPS[space][city] * GAP + 1
            steps = STEPS[space]
            for index, rest in enumerate(towards):
                gap = (steps[stones[index]] - 1) * GAP + 1
                if gap + rest < length:
                    length = gap + rest
                    at = index
        path: list[tuple[int, int]] = []
        if at >= 0 and stones[at] != space:
            path.append(((length - towards[at]) // GAP, self.free >> stones[at] & 1))
            length = towards[at]
        while at >= 0 and stones[at] != city:
            line = self._steps[at]
            for index, rest in enumerate(towards):
                if index != at and line[index] + rest == length:
                    path.append((line[index] // GAP, self.free >> stones[index] & 1))
                    length = rest
                    at = index
                    break
            else:
                break
        if length >= GAP:
            path.append((length // GAP, 0))
        found = self._row(path, self.empty - (not carried))
        if not carried:
            self._ways[key] = found
        return found

    @staticmethod
    def _row(path: list[tuple[int, int]], empty: int) -> int:
        """Actions for a way: stones, each with the camels missing before it and 1 if it is free.

        Camels are set into the gaps, first those that stand nowhere on the way. When they are
        used up, the good moves on to the farthest empty camel it can reach, and all behind it can
        be set ahead; if there is none, a camel farther on is taken away from where it stands.
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
        """Whether a good has a shorter way from one of my stones than from another."""
        towards, stones = self._towards(good), self._stones
        before, after = towards[stones.index(source)], towards[stones.index(target)]
        if after != before:
            return after < before
        to_city = STEPS[self.desert.city[good]]
        return to_city[target] < to_city[source]

    def row(self, space: int, good: int) -> list[int]:
        """The stones of a shortest way from a space where a camel stands, that space first."""
        stones, towards = self._stones, self._towards(good)
        city = self.desert.city[good]
        at = stones.index(space)
        found = [space]
        while stones[at] != city:
            line, length = self._steps[at], towards[at]
            for index, rest in enumerate(towards):
                if index != at and line[index] + rest == length:
                    at = index
                    found.append(stones[at])
                    break
            else:
                break
        return found

    def routes(self) -> int:
        """The spaces on which a camel is the next step of a carried good, as a mask.

        Of the spaces on a shortest way these are the ones beside the stones that the good can
        reach, those that two goods need, and the city.
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
        """The next steps of a good from a space where a camel of mine stands, and all the spaces
        on its shortest ways, as masks."""
        stones = self._stones
        city = self.desert.city[good]
        towards = self._towards(good)
        near = 1 << city
        wide = 1 << city
        reached = [stones.index(space)]
        for at in reached:
            length = towards[at] // GAP
            stone = stones[at]
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


_kept: dict[tuple[int, ...], Camels] = {}
_kept_desert: list[Desert | None] = [None]


def camels_of(desert: Desert, camels: tuple[int, ...]) -> Camels:
    """The camels of a seat with their ways, worked out once."""
    found = _kept.get(camels)
    if found is None or _kept_desert[0] is not desert:
        if _kept_desert[0] is not desert or len(_kept) > KEPT:
            _kept.clear()
            _kept_desert[0] = desert
        found = _kept[camels] = Camels(desert, camels)
    return found
