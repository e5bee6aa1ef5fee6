"""The ground of a map: sea, coast and dunes, by which cities and routes lie where."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from caravan_tui.games.ahldarahd.pieces import CityMap
from caravan_tui.games.ahldarahd.render.chart import Chart
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour
from caravan_tui.widgets.drawing.sand import height

COARSE = 4
"""Pixels from one sample of the ground to the next."""

ISLAND = 5.2
"""Pixels from the middle of an island to its shore."""

SEA, CREST, SHORE, BEACH, VALLEY = 0, 1, 2, 3, 4
"""Tones: still sea, wave, shallow water, beach, and three tones of sand from VALLEY on."""


def draw_terrain(canvas: Canvas, city_map: CityMap, chart: Chart, x: int, y: int) -> None:
    """Draw sea and land with the top left at a column and row; nothing in 16 colours."""
    if not canvas.pens.has_tones:
        return
    colours = canvas.pens.palette
    tones: tuple[Colour, ...] = (
        colours.water[0], colours.water[1], colours.shore, colours.dune[4],
        colours.dune[1], colours.dune[2], colours.dune[3],
    )  # fmt: skip
    for py, line in enumerate(_tones(city_map, chart)):
        for column, tone in enumerate(line):
            canvas.pixel(x + column, 2 * y + py, tones[tone])


@lru_cache(8)
def _tones(city_map: CityMap, chart: Chart) -> list[list[int]]:
    """The tone of each pixel."""
    width, pixels = chart.width, 2 * chart.rows
    depths = _depths(city_map, chart)
    swell = 1.8 if chart.is_high else 0.9
    swells = [
        swell * (math.sin(x * 0.16 + 1) + 0.7 * math.sin(x * 0.31 + 0.5)) for x in range(width)
    ]
    islands = [
        (x + 0.5, 2 * y + 1.0)
        for (x, y), mask in zip(chart.cities, city_map.routes_of, strict=True)
        if chart.is_high and not mask & city_map.land_routes
    ]
    lines = []
    for py in range(pixels):
        line = []
        near = [island for island in islands if abs(island[1] - py) < ISLAND + 2]
        row, down = divmod(py / COARSE, 1)
        above, below = depths[int(row)], depths[int(row) + 1]
        for x in range(width):
            column, right = divmod(x / COARSE, 1)
            index = int(column)
            left = above[index] + (below[index] - above[index]) * down
            depth = (
                left
                + (above[index + 1] + (below[index + 1] - above[index + 1]) * down - left) * right
            )
            depth += swells[x]
            for island_x, island_y in near:
                away = math.hypot((x - island_x) / 1.5, py - island_y) - ISLAND
                depth = min(depth, away)
            line.append(_tone(x, py, depth, chart.is_high))
        lines.append(line)
    return lines


def _tone(x: int, py: int, depth: float, has_waves: bool) -> int:
    """The tone of a pixel; `depth` is how many pixels it is from the shore, positive at sea."""
    if depth > 1.2:
        is_crest = has_waves and (x + 3 * (py // 3)) % 19 in (2, 3, 4) and py % 3 == 0
        return CREST if is_crest else SEA
    if depth > 0:
        return SHORE
    if depth > -1:
        return BEACH
    return VALLEY + min(2, int(height(x * 0.8 + 40, py * 1.1) * 3.2))


def _depths(city_map: CityMap, chart: Chart) -> list[list[float]]:
    """About how many pixels from the shore the ground is, at every COARSE pixels.

    Cities of sea routes alone lie at sea, those of land routes alone on land, and a route lies
    where its kind is.
    """
    samples: list[tuple[float, float, float]] = []
    for (x, y), mask in zip(chart.cities, city_map.routes_of, strict=True):
        by_land, by_sea = mask & city_map.land_routes, mask & ~city_map.land_routes
        value = 1.0 if not by_land else -1.0 if not by_sea else -0.25
        samples.append((float(x), 2.0 * y, value))
    for route, path in enumerate(chart.paths):
        value = -1.0 if city_map.land_routes >> route & 1 else 1.0
        samples += [(*path[part], value) for part in (5, 8, 11)]
    columns = chart.width // COARSE + 2
    rows = 2 * chart.rows // COARSE + 2
    scale = chart.rows * 0.55
    return [
        [_mean(samples, column * COARSE, row * COARSE) * scale for column in range(columns)]
        for row in range(rows)
    ]


def _mean(samples: Sequence[tuple[float, float, float]], x: float, py: float) -> float:
    """The mean of the samples, the near ones weighing most."""
    total = weights = 0.0
    for sample_x, sample_y, value in samples:
        # Rows count more than columns: a coast runs along them.
        square = ((sample_x - x) * 0.55) ** 2 + (sample_y - py) ** 2 + 6.0
        weight = 1.0 / (square * square)
        total += value * weight
        weights += weight
    return total / weights
