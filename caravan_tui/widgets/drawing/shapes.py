"""Small things that every table draws: pills, keys, the cursor, ribbons and dotted paths."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from functools import lru_cache

from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour

Point = tuple[float, float]
"""A column and a row of pixels; both may lie between two."""

SOFT_STEPS = 4
"""Steps of a soft edge: few, so that a row stays a few runs."""


def pill(
    canvas: Canvas, x: int, y: int, text: str, ink: Colour, ground: Colour, *, bold: bool = True
) -> int:
    """A word on a filled ground with round ends; the column after it. Two columns are added."""
    if not canvas.pens.has_pixels:
        return canvas.put(x, y, f"[{text}]", ink, ground, bold=bold)
    canvas.put(x, y, "▐", ground, canvas.colour_at(x, y))
    end = canvas.put(x + 1, y, text, ink, ground, bold=bold)
    canvas.put(end, y, "▌", ground, canvas.colour_at(end, y))
    return end + 1


def key(canvas: Canvas, x: int, y: int, name: str, what: str, *, first: bool = False) -> int:
    """A key and what it does; the column after it. The first key is filled with the accent."""
    colours = canvas.pens.palette
    ink, ground = (colours.ink, colours.accent) if first else (colours.accent, colours.raised)
    x = canvas.put(x, y, f" {name} ", ink, ground, bold=True)
    return canvas.put(x, y, f" {what} ", colours.text)


def bracket(
    canvas: Canvas, x: int, py: int, width: int, height: int, colour: Colour, arm: int = 3
) -> None:
    """The cursor: four corners around a region of pixels, which they do not cover.

    Without pixels `►` and `◄` stand left and right of the middle row instead.
    """
    if not canvas.pens.has_pixels:
        row = (py + height // 2) // 2
        canvas.put(x, row, "►", colour, bold=True)
        canvas.put(x + width - 1, row, "◄", colour, bold=True)
        return
    for column, way in ((x, 1), (x + width - 1, -1)):
        for line, down in ((py, 1), (py + height - 1, -1)):
            for step in range(arm):
                canvas.pixel(column + step * way, line, colour)
                if step < max(2, arm - 1):
                    canvas.pixel(column, line + step * down, colour)


def ribbon(canvas: Canvas, points: Sequence[Point], colour: Colour, thick: float) -> None:
    """A line through points, `thick` pixels, with soft edges: each pixel takes the share of the
    colour that covers it."""
    for (x, py), share in _cover(tuple(points), thick).items():
        canvas.pixel(x, py, colour, share)


def stroke(canvas: Canvas, points: Sequence[Point], colour: Colour) -> None:
    """A line through points from left to right, a pixel thin and without soft edges."""
    before: int | None = None
    for (x1, y1), (x2, y2) in itertools.pairwise(points):
        first, last = math.floor(x1), math.floor(x2)
        for x in range(first, max(first, last) + 1):
            part = (x - first) / max(1, last - first)
            py = math.floor(y1 + (y2 - y1) * part)
            top = py if before is None else min(py, before + (py > before))
            low = py if before is None else max(py, before - (py < before))
            canvas.rect(x, top, 1, low - top + 1, colour)
            before = py


@lru_cache(256)
def _cover(points: tuple[Point, ...], thick: float) -> dict[tuple[int, int], float]:
    """The pixels that a line touches, and the share of each that it covers, in SOFT_STEPS."""
    cover: dict[tuple[int, int], float] = {}
    reach = thick / 2 + 1
    for (x1, y1), (x2, y2) in itertools.pairwise(points):
        dx, dy = x2 - x1, y2 - y1
        square = dx * dx + dy * dy or 1.0
        for py in range(math.floor(min(y1, y2) - reach), math.floor(max(y1, y2) + reach) + 1):
            for x in range(math.floor(min(x1, x2) - reach), math.floor(max(x1, x2) + reach) + 1):
                right, down = x + 0.5 - x1, py + 0.5 - y1
                along = max(0.0, min(1.0, (right * dx + down * dy) / square))
                away = math.hypot(right - along * dx, down - along * dy)
                share = min(1.0, thick / 2 + 0.5 - away)
                if share > 0.12 and share > cover.get((x, py), 0):
                    cover[x, py] = share
    return {
        pixel: round(share * SOFT_STEPS) / SOFT_STEPS
        for pixel, share in cover.items()
        if round(share * SOFT_STEPS)
    }


def dotted(
    canvas: Canvas, points: Sequence[Point], colour: Colour, share: float = 0.5,
    dot: float = 2.0, pitch: float = 3.0,
) -> None:  # fmt: skip
    """A dotted line through points: dots of `dot` pixels, one every `pitch` pixels."""
    total = 0.0
    for (x1, y1), (x2, y2) in itertools.pairwise(points):
        steps = max(1, round(max(abs(x2 - x1), abs(y2 - y1)) * 2))
        pace = math.hypot(x2 - x1, y2 - y1) / steps
        for step in range(steps):
            total += pace
            if total % pitch < dot:
                x, py = x1 + (x2 - x1) * step / steps, y1 + (y2 - y1) * step / steps
                canvas.pixel(int(x), int(py), colour, share)


def curve(start: Point, end: Point, bow: float = 0.0, bend: float = 0.0) -> list[Point]:
    """A path between two places as 17 points: `bow` pixels to the side and `bend` down at its
    middle, flat for most of its way."""
    points: list[Point] = []
    for number in range(17):
        part = number / 16
        lift = 4 * part * (1 - part)
        points.append(
            (
                start[0] + (end[0] - start[0]) * part + bow * lift,
                start[1] + (end[1] - start[1]) * part + bend * min(1.0, 3.2 * lift),
            )
        )
    return points


def bar(
    canvas: Canvas, x: int, y: int, width: int, share: float, colour: Colour, empty: Colour
) -> None:
    """A bar over `width` columns, one row of pixels in the lower half, filled by a share."""
    filled = round(width * max(0.0, min(1.0, share)))
    if not canvas.pens.has_pixels:
        canvas.put(x, y, "#" * filled + "-" * (width - filled), colour)
        return
    canvas.rect(x, 2 * y + 1, filled, 1, colour)
    canvas.rect(x + filled, 2 * y + 1, width - filled, 1, empty)
