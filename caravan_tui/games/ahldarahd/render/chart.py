"""Where cities, routes and their labels lie on a map of a size, in cells and in pixels."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from functools import lru_cache

from attrs import frozen

from caravan_tui.games.ahldarahd.pieces import CityMap
from caravan_tui.games.ahldarahd.text.titles import city_title
from caravan_tui.widgets.drawing.shapes import Point, curve

Cell = tuple[int, int]
"""Column and row, from the top left of the map."""

ROOMY = 62
"""Columns of a map from which plaques have a blank behind the mark."""

HIGH = 17
"""Rows of a map from which it has islands and thick routes."""

ROOM_OUTSIDE = 14
"""Rows of a map from which a route that bends round a city does not run along its edge."""

LEAST_TABLE = 12
"""Rows of a map from which on somebody may play on it: of a lower picture labels are left out that
would lie on something else."""

LABEL = 3
"""Columns of the label of a route."""

DASH, PITCH = 2.6, 4.0
"""Pixels of a stroke of a free route on land, and from one to the next."""

DOT, DOT_PITCH = 1.1, 2.4
"""The same of a dot of a free route at sea."""


@frozen(eq=False)
class Chart:
    """A map of `width` columns and `rows` rows. Lists are by city or by route."""

    width: int
    rows: int
    texts: Sequence[str]
    """`Salt 6`: name and number of each city."""
    cities: Sequence[Cell]
    """The middle of each city's plaque."""
    spans: Sequence[Cell]
    """The first column of each city's plaque, and the one after it."""
    paths: Sequence[tuple[Point, ...]]
    """Each route as points in pixels."""
    trails: Sequence[Sequence[Cell]]
    """The pixels of each route while it is free: strokes on land, dots at sea."""
    cells: Sequence[Sequence[Cell]]
    """The cells of each route."""
    labels: Sequence[Cell]
    """Where the price of each route is written, or its owner."""
    hidden: frozenset[int]
    """The routes of a picture whose labels would lie on a city or touch another label."""
    beside: Mapping[Cell, int]
    """The cells next to routes, and the route that is the nearest to each."""

    @property
    def is_high(self) -> bool:
        """Whether there is room for islands and thick routes."""
        return self.rows >= HIGH

    @property
    def is_roomy(self) -> bool:
        """Whether plaques have a blank behind the mark."""
        return self.width >= ROOMY


def chart_of(city_map: CityMap, width: int, rows: int) -> Chart:
    """The chart of a map at a size, with names in the user's language."""
    titles = tuple(
        f"{city_title(name)} {number}"
        for name, number in zip(city_map.names, city_map.number, strict=True)
    )
    return _chart(city_map, titles, width, rows)


@lru_cache(32)
def _chart(city_map: CityMap, texts: tuple[str, ...], width: int, rows: int) -> Chart:
    pad = 4 if width >= ROOMY else 2
    lengths = [len(text) + pad for text in texts]
    cities = _city_cells(city_map, lengths, width, rows)
    spans = []
    for (x, _y), length in zip(cities, lengths, strict=True):
        left = max(0, min(x - length // 2, width - length))
        spans.append((left, left + length))
    paths = [
        tuple(_path(city_map, cities, route, width, rows)) for route in range(city_map.route_count)
    ]
    cells = [_cells(path) for path in paths]
    labels = _labels(city_map, cities, spans, paths, width, rows)
    return Chart(
        width=width, rows=rows, texts=texts, cities=cities, spans=spans, paths=paths, cells=cells,
        trails=[
            _trail(path, bool(city_map.land_routes >> route & 1))
            for route, path in enumerate(paths)
        ],
        labels=labels,
        hidden=_crowded(labels, cities, spans) if rows < LEAST_TABLE else frozenset(),
        beside=_beside(paths, cells, width, rows),
    )  # fmt: skip


def _city_cells(city_map: CityMap, lengths: Sequence[int], width: int, rows: int) -> list[Cell]:
    """The middle of each city; the outermost plaques end at the edges."""
    xs = [x for x, _y in city_map.coordinates]
    ys = [y for _x, y in city_map.coordinates]
    left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    sides = city_map.bends.values()
    margin = 1 if rows < ROOM_OUTSIDE else 2 if rows < 21 else 3
    low = margin if "north" in sides else margin - 1
    high = rows - 1 - (margin if "south" in sides else margin - 1)
    before = max(n // 2 for n, x in zip(lengths, xs, strict=True) if x == left)
    behind = max(n - n // 2 for n, x in zip(lengths, xs, strict=True) if x == right)
    before += 6 * ("west" in sides)
    behind += 6 * ("east" in sides)
    across, down = max(1, right - left), max(1, bottom - top)
    cells = [
        (
            before + round((x - left) * (width - before - behind) / across),
            low + round((y - top) * (high - low) / down),
        )
        for x, y in city_map.coordinates
    ]
    return _spread(cells, lengths, width)


def _spread(cells: Sequence[Cell], lengths: Sequence[int], width: int) -> list[Cell]:
    """The cities of each row moved apart, so that a label fits between two plaques, with a blank
    at either side where there is room."""
    spread = list(cells)
    for row in {y for _x, y in cells}:
        order = sorted((x, city) for city, (x, y) in enumerate(cells) if y == row)
        starts = [x - lengths[city] // 2 for x, city in order]
        sizes = [lengths[city] for _x, city in order]
        spare = (width - sum(sizes)) // max(1, len(order) - 1)
        gap = max(LABEL, min(LABEL + 2, spare))
        end = width + gap
        for number in reversed(range(len(order))):
            starts[number] = min(starts[number], end - gap - sizes[number])
            end = starts[number]
        end = -gap
        for number, start in enumerate(starts):
            starts[number] = max(start, min(end + gap, width - sizes[number]))
            end = starts[number] + sizes[number]
        for start, (_x, city) in zip(starts, order, strict=True):
            spread[city] = (start + lengths[city] // 2, row)
    return spread


def _path(
    city_map: CityMap, cities: Sequence[Cell], route: int, width: int, rows: int
) -> list[Point]:
    """A route in pixels: it passes outside of what it bends round, else with a slight bow."""
    (ax, ay), (bx, by) = (cities[city] for city in city_map.ends[route])
    start, end = (ax + 0.5, 2 * ay + 1.0), (bx + 0.5, 2 * by + 1.0)
    middle_x, middle_y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    margin = 2.0 if rows < ROOM_OUTSIDE else 2.5 if rows < HIGH else 3.0 if rows < 21 else 4.6
    side = city_map.bends.get(route)
    if side == "north":
        return curve(start, end, bend=max(1.0, min(start[1], end[1]) - margin) - middle_y)
    if side == "south":
        target = min(2.0 * rows - 1, max(start[1], end[1]) + margin)
        return curve(start, end, bend=target - middle_y)
    if side == "west":
        return curve(start, end, bow=max(1.0, min(start[0], end[0]) - 6) - middle_x)
    if side == "east":
        return curve(start, end, bow=min(width - 2.0, max(start[0], end[0]) + 6) - middle_x)
    if ay == by or width < LEAST_BOW:
        return curve(start, end)
    return curve(start, end, bow=1.6 if route % 2 else -1.6)


LEAST_BOW = 40
"""Columns of a map from which routes have a slight bow."""


def _walk(path: Sequence[Point]) -> list[tuple[float, float, float]]:
    """Steps of half a pixel: column, row of pixels, and the way so far."""
    steps: list[tuple[float, float, float]] = []
    total = 0.0
    for (x1, y1), (x2, y2) in itertools.pairwise(path):
        length = math.hypot(x2 - x1, y2 - y1)
        count = max(1, round(2 * length))
        for number in range(count):
            part = number / count
            steps.append((x1 + (x2 - x1) * part, y1 + (y2 - y1) * part, total + length * part))
        total += length
    return steps


def _trail(path: Sequence[Point], by_land: bool) -> list[Cell]:
    """The pixels of a free route."""
    dash, pitch = (DASH, PITCH) if by_land else (DOT, DOT_PITCH)
    pixels: dict[Cell, None] = {}
    for x, py, way in _walk(path):
        if way % pitch < dash:
            pixels[int(x), int(py)] = None
    return list(pixels)


def _cells(path: Sequence[Point]) -> list[Cell]:
    """The cells that a route goes through."""
    return list(dict.fromkeys((int(x), int(py) // 2) for x, py, _way in _walk(path)))


def _beside(
    paths: Sequence[Sequence[Point]], cells: Sequence[Sequence[Cell]], width: int, rows: int
) -> dict[Cell, int]:
    """The cells next to those of routes, and the route that is the nearest to the middle of each.
    A cell is as high as two pixels and as wide as one."""
    lines = [list(_walk(path)) for path in paths]
    near: dict[Cell, set[int]] = {}
    for route, line in enumerate(cells):
        for x, y in line:
            for beside in itertools.product((x - 1, x, x + 1), (y - 1, y, y + 1)):
                near.setdefault(beside, set()).add(route)
    on_routes = {cell for line in cells for cell in line}

    def distance(cell: Cell, route: int) -> float:
        middle_x, middle_y = cell[0] + 0.5, 2 * cell[1] + 1.0
        return min(math.hypot(x - middle_x, py - middle_y) for x, py, _way in lines[route])

    return {
        cell: min(sorted(routes), key=lambda route: distance(cell, route))
        for cell, routes in near.items()
        if cell not in on_routes and 0 <= cell[0] < width and 0 <= cell[1] < rows
    }


def _labels(
    city_map: CityMap, cities: Sequence[Cell], spans: Sequence[Cell],
    paths: Sequence[tuple[Point, ...]], width: int, rows: int,
) -> list[Cell]:  # fmt: skip
    """A place for each label, as near to the middle of its route as others leave room."""
    taken = [(left, end, y) for (left, end), (_x, y) in zip(spans, cities, strict=True)]
    labels: list[Cell] = [(0, 0)] * len(paths)
    # Level routes have the least choice: their labels lie between two plaques.
    order = sorted(range(len(paths)), key=lambda route: _rise(cities, city_map.ends[route]) > 0)
    for route in order:
        best, best_cost = (0, 0), math.inf
        for x, y, away in _places(city_map, cities, spans, paths[route], route, rows):
            x = max(1, min(x, width - 2))
            cost = away + sum(
                20 * max(0, min(x + 2, end) - max(x - 1, left))
                + (3 if left <= x + 2 and x - 2 < end else 0)
                for left, end, row in taken
                if row == y
            )
            if cost < best_cost:
                best, best_cost = (x, y), cost
        labels[route] = best
        taken.append((best[0] - 1, best[0] + 2, best[1]))
    return labels


def _crowded(
    labels: Sequence[Cell], cities: Sequence[Cell], spans: Sequence[Cell]
) -> frozenset[int]:
    """The routes whose labels lie on a plaque, or touch the label of a route before them."""
    taken = [(left, end, y) for (left, end), (_x, y) in zip(spans, cities, strict=True)]
    crowded = set()
    for route, (x, y) in enumerate(labels):
        if any(row == y and x - 1 < end and left < x + 2 for left, end, row in taken):
            crowded.add(route)
        else:
            taken.append((x - 2, x + 3, y))
    return frozenset(crowded)


def is_level(city_map: CityMap, cities: Sequence[Cell], route: int) -> bool:
    """Whether a route runs along a row, from plaque to plaque."""
    return route not in city_map.bends and _rise(cities, city_map.ends[route]) == 0


def _rise(cities: Sequence[Cell], ends: tuple[int, int]) -> int:
    return abs(cities[ends[0]][1] - cities[ends[1]][1])


def _places(
    city_map: CityMap, cities: Sequence[Cell], spans: Sequence[Cell], path: Sequence[Point],
    route: int, rows: int,
) -> list[tuple[int, int, float]]:  # fmt: skip
    """Cells where the label of a route may lie, and how far each is from its middle."""
    a, b = city_map.ends[route]
    if is_level(city_map, cities, route):
        left, right = (a, b) if cities[a][0] < cities[b][0] else (b, a)
        y = cities[a][1]
        # A city may lie between the two: then the label is beside it.
        edges = sorted(
            span for span, (_x, row) in zip(spans, cities, strict=True)
            if row == y and spans[left][0] <= span[0] <= spans[right][0]
        )  # fmt: skip
        return [
            ((previous[1] + following[0] - 1) // 2, y, float(number))
            for number, (previous, following) in enumerate(itertools.pairwise(edges))
        ]
    middle = len(path) // 2
    return [
        (int(path[index][0]), max(0, min(rows - 1, int(path[index][1]) // 2)), abs(index - middle))
        for index in range(2, len(path) - 2)
    ]


def nearest(chart: Chart, route: int, dx: int, dy: int) -> int:
    """The route whose label is next to that of `route` in a direction, -1 if there is none."""
    x, y = chart.labels[route]
    best, best_cost = -1, 1e9
    for other, (other_x, other_y) in enumerate(chart.labels):
        ahead = (other_x - x) * dx / 3 + (other_y - y) * dy
        aside = abs(other_y - y) if dx else abs(other_x - x) / 3
        if ahead > 0.3 and ahead + 2 * aside < best_cost:
            best, best_cost = other, ahead + 2 * aside
    return best
