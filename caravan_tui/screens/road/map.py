"""The map of the road: stations along a path through the desert, and the caravan that walks it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from attrs import frozen
from textual.events import Click
from textual.message import Message

from caravan_tui.i18n import _
from caravan_tui.presentation.stars import star_sign
from caravan_tui.road.stations import Station
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.pennant import draw_pennant
from caravan_tui.widgets.drawing.sand import DUSK, NOON, Panorama, sand, tone
from caravan_tui.widgets.drawing.shapes import Point, bracket, ribbon
from caravan_tui.widgets.drawing.sprites import sprite
from caravan_tui.widgets.drawn import Drawn
from saves.road import Travel

MOST_IN_A_ROW = 7
"""Stations that stand side by side; a longer road turns back."""

MARGIN = 6
"""Columns beside the first and the last station of a row."""

HIGH = 16
"""Rows of a map from which on its camel is large."""

NAMES_PITCH = 21
"""Columns between two stations from which on their names have room below them."""

MOST_NAME = 24
"""Columns of a name, at most."""

LEAST_BAND = 3.4
"""Rows that a row of stations has where there is no room to spare."""

HIGHEST_SKY, LEAST_SKY = 13, 7
"""Rows of the sky above the stations, where a tall map has rows to spare for one."""

STATION_ROWS = 9
"""Rows that a row of stations has below a sky."""

PALM_PITCH = 17
"""Columns between the palms of the desert below a sky."""

STEPS = 8
"""Points of the path between two stations."""


@frozen
class Spot:
    """Where a station stands: the middle of its sign."""

    x: int
    y: int


def pitch_of(count: int, width: int) -> float:
    """Columns from a station to the one beside it."""
    in_row = math.ceil(count / math.ceil(count / MOST_IN_A_ROW))
    return (width - 2 * MARGIN) / max(1, in_row - 1)


def sky_rows(count: int, height: int) -> int:
    """Rows of the sky above so many stations; 0: there is none."""
    rows = math.ceil(count / MOST_IN_A_ROW)
    free = height - 2 - STATION_ROWS * rows
    return min(HIGHEST_SKY, free) if rows and free >= LEAST_SKY else 0


def layout(count: int, width: int, height: int) -> list[Spot]:
    """Where the stations of a road stand: in rows, every second one from right to left, each a
    little higher or lower than the last where there is room."""
    if not count:
        return []
    rows = math.ceil(count / MOST_IN_A_ROW)
    in_row = math.ceil(count / rows)
    pitch = pitch_of(count, width)
    sky = sky_rows(count, height)
    band = (height - sky - 2) / rows
    # the camel of a row stands clear of the signs above it, and of their names
    needed = LEAST_BAND if height < HIGH else 8 if pitch >= NAMES_PITCH else 6
    swing = max(0.0, min(5.0 if sky else 3.0, (band - needed) / 2))
    spots = []
    for number in range(count):
        row, place = divmod(number, in_row)
        column = place if row % 2 == 0 else in_row - 1 - place
        wave = swing * math.sin(number * 1.9 + 0.6)
        y = sky + 2 + band * row + (band - 2) / 2 + wave
        spots.append(Spot(round(MARGIN + pitch * column), min(height - 2, max(2, round(y)))))
    return spots


def nearest(spots: Sequence[Spot], start: int, right: int, down: int) -> int:
    """The station that lies nearest in a direction; the same one if there is none."""

    def away(number: int) -> float:
        across, below = spots[number].x - spots[start].x, 2.5 * (spots[number].y - spots[start].y)
        ahead, aside = across * right + below * down, abs(across * down) + abs(below * right)
        return ahead + 2 * aside if ahead > 0 and aside <= 1.6 * ahead else math.inf

    best = min(range(len(spots)), key=away)
    return best if away(best) < math.inf else start


def _path(spots: Sequence[Spot]) -> list[list[Point]]:
    """The path from each station to the next one as points: a smooth line through all of them."""
    points = [(spot.x + 0.5, 2.0 * spot.y + 1) for spot in spots]
    stretches = []
    for number in range(len(points) - 1):
        before = points[max(0, number - 1)]
        start, end = points[number], points[number + 1]
        after = points[min(len(points) - 1, number + 2)]
        stretch = []
        for step in range(STEPS + 1):
            part = step / STEPS
            stretch.append((
                _smooth(before[0], start[0], end[0], after[0], part),
                _smooth(before[1], start[1], end[1], after[1], part),
            ))  # fmt: skip
        stretches.append(stretch)
    return stretches


def _smooth(before: float, start: float, end: float, after: float, part: float) -> float:
    """A value between two others that passes both without a corner (Catmull and Rom)."""
    return 0.5 * (
        2 * start
        + (end - before) * part
        + (2 * before - 5 * start + 4 * end - after) * part**2
        + (3 * start - before - 3 * end + after) * part**3
    )


class RoadMap(Drawn):
    """Draws the stations of a journey; posts which one was clicked."""

    DEFAULT_CSS = """
    RoadMap { height: 1fr; width: 100%; min-height: 6; }
    """

    class StationClicked(Message):
        """A station was clicked."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number
            """Its place on the journey, from 0."""

    def __init__(self) -> None:
        super().__init__(id="map")
        self.travel = Travel()
        self.selected = 0
        self.is_plan = False
        """Whether only the path is shown, for somebody who chooses a journey."""

    def show(self, travel: Travel, selected: int, is_plan: bool = False) -> None:
        """Show a journey with the cursor on one of its stations."""
        self.travel, self.selected, self.is_plan = travel, selected, is_plan
        self.redraw()

    @property
    def spots(self) -> list[Spot]:
        """Where the stations stand now."""
        return layout(len(self.travel.stations), *self.size)

    def draw(self, canvas: Canvas) -> None:
        """Draw sand, path, stations and caravan."""
        travel, pens = self.travel, canvas.pens
        stations = travel.stations
        spots = layout(len(stations), canvas.width, canvas.height)
        sand(canvas, 0, 0, canvas.width, 2 * canvas.height)
        here = self._here()
        sky = sky_rows(len(stations), canvas.height) if pens.has_tones else 0
        if sky:
            self._draw_horizon(canvas, sky)
        stretches = _path(spots)
        for number, stretch in enumerate(stretches):
            self._draw_stretch(canvas, stretch, is_walked=number < here)
        if sky:
            self._draw_palms(canvas, sky, spots, stretches)
        for number, station in enumerate(stations):
            has_room = number != here or self.is_plan
            if station.sign and has_room and pens.has_pixels:
                self._draw_place(canvas, spots[number], station.sign)
        if stations and not self.is_plan:
            self._draw_caravan(canvas, spots[min(here, len(spots) - 1)])
        for number, station in enumerate(stations):
            self._draw_sign(canvas, spots[number], number, station)
        if stations and not self.is_plan and not self._has_names(canvas):
            self._draw_few_names(canvas, spots)

    @staticmethod
    def _draw_horizon(canvas: Canvas, rows: int) -> None:
        """A sky over far dunes, and where the sand of the map begins."""
        panorama = Panorama(canvas, 0, rows + 2, DUSK if canvas.pens.palette.dark else NOON)
        panorama.draw()
        dunes = canvas.pens.palette.dune
        for x in range(canvas.width):
            top = 2 * rows + round(1.6 * math.sin(x * 0.05 + 0.7) + math.sin(x * 0.13))
            for py in range(top, 2 * rows + 4):
                canvas.pixel(x, py, dunes[-1] if py == top else tone(dunes, x, py))

    @staticmethod
    def _draw_palms(
        canvas: Canvas, sky: int, spots: Sequence[Spot], stretches: Sequence[list[Point]]
    ) -> None:
        """Palms where neither a station nor the path is; the same ones each time."""
        colours, picture = canvas.pens.palette, sprite("palm")
        paint = {"leaf": colours.palm, "trunk": colours.adobe[1], "water": colours.oasis}
        path = [point for stretch in stretches for point in stretch]
        for number in range(canvas.width // PALM_PITCH):
            x = PALM_PITCH * number + (number * 7) % 11 + 3
            y = sky + 5 + (number * 13 + 4) % max(1, canvas.height - sky - 8)
            is_free = all(abs(x - spot.x) > 13 or abs(y - spot.y) > 5 for spot in spots) and all(
                abs(x + 3 - px) > 6 or abs(2 * y - py) > 7 for px, py in path
            )
            if is_free:
                canvas.sprite(x, 2 * y - picture.height, picture, paint, share=0.85)

    def _here(self) -> int:
        """The place of the caravan; at the end that of the last station."""
        if self.is_plan:
            return 0
        place = self.travel.next_station
        return self.travel.number(place.id) - 1 if place else len(self.travel.stations) - 1

    def _draw_stretch(self, canvas: Canvas, points: list[Point], is_walked: bool) -> None:
        colours = canvas.pens.palette
        if canvas.pens.has_pixels:
            if is_walked:
                ribbon(canvas, points, colours.gold, 1.2)
            else:
                for x, py in _dense(points)[2::4]:
                    canvas.pixel(math.floor(x), math.floor(py), colours.text, 0.6)
            return
        sign = "=" if is_walked else "."
        if not canvas.pens.is_ascii:
            sign = "═" if is_walked else "·"
        cells = {(round(x - 0.5), round((py - 1) / 2)) for x, py in _dense(points)}
        canvas.put_each(sorted(cells), sign, colours.soft)

    def _draw_place(self, canvas: Canvas, spot: Spot, name: str) -> None:
        """What stands above a sign: a palm, a town."""
        colours = canvas.pens.palette
        picture = sprite(name)
        if picture.height > 2 * self._band(canvas) - 2:
            picture = sprite("town")  # a smaller one
        if picture.height > 2 * self._band(canvas) - 2:
            return
        paint = {
            "leaf": colours.palm, "trunk": colours.adobe[1], "water": colours.oasis,
            "wall": colours.adobe[0], "window": colours.lamp,
        }  # fmt: skip
        py = 2 * spot.y - picture.height
        if py >= 0:
            x = _left_of(spot, picture.width, canvas.width)
            canvas.sprite(x, py, picture, paint)

    def _band(self, canvas: Canvas) -> float:
        """Rows that a row of stations has for itself."""
        count = len(self.travel.stations)
        rows = math.ceil(count / MOST_IN_A_ROW)
        return (canvas.height - sky_rows(count, canvas.height) - 2) / rows

    def _draw_caravan(self, canvas: Canvas, spot: Spot) -> None:
        """The player's camel, above the sign of the station where it is."""
        colours = canvas.pens.palette
        picture = sprite("camel-large" if canvas.height >= HIGH else "camel")
        py = 2 * spot.y - picture.height
        if canvas.pens.has_pixels:
            x = _left_of(spot, picture.width, canvas.width)
            canvas.sprite(x, py, picture, {"body": colours.text})
            if self.travel.pennant:
                draw_pennant(canvas, x + 1, py, self.travel.pennant)

    def _draw_sign(self, canvas: Canvas, spot: Spot, number: int, station: Station) -> None:
        """The number of a station on a plaque, with its stars."""
        colours, pens = canvas.pens.palette, canvas.pens
        visit = self.travel.visit(station.id)
        is_here = number == self._here() and not self.travel.is_finished and not self.is_plan
        star = star_sign(pens.is_ascii)
        text, ink, ground = f" {number + 1} ", colours.soft, colours.panel
        if visit.is_passed:
            text = f" {number + 1} {star * visit.stars} "
            ink, ground = colours.paper_ink, colours.paper[0]
        elif visit.is_bypassed:
            text = f" {number + 1} ~ "
        elif is_here:
            ink, ground = colours.ink, colours.accent
        if not pens.has_pixels:
            text = f">{text.strip()}<" if is_here else f"[{text.strip()}]" if (
                visit.is_behind
            ) else f"({text.strip()})"  # fmt: skip
        x = spot.x - len(text) // 2
        x = max(1, min(x, canvas.width - len(text) - 1))
        canvas.put(x, spot.y, text, ink, ground, bold=visit.is_passed or is_here)
        if number == self.selected and not self.is_plan:
            self._draw_cursor(canvas, x, spot.y, len(text))
        if self._has_names(canvas):
            self._draw_name(canvas, spot, station, number, spot.y + 2)
        canvas.add_target(x - 1, spot.y - 1, len(text) + 2, 3, number)

    def _draw_cursor(self, canvas: Canvas, x: int, y: int, width: int) -> None:
        colours = canvas.pens.palette
        if not canvas.pens.has_pixels:
            canvas.put(x - 1, y, "►", colours.accent, bold=True)
            canvas.put(x + width, y, "◄", colours.accent, bold=True)
            return
        bracket(canvas, x - 2, 2 * y - 1, width + 4, 4, colours.accent, arm=2)

    def _has_names(self, canvas: Canvas) -> bool:
        """Whether there is room for the names of all stations."""
        count = len(self.travel.stations)
        return canvas.height >= HIGH and pitch_of(count, canvas.width) >= NAMES_PITCH

    def _draw_few_names(self, canvas: Canvas, spots: Sequence[Spot]) -> None:
        """The names of the selected station and of the next one where there is no room for all,
        unless one would cover the other."""
        stations, selected, here = self.travel.stations, self.selected, self._here()
        rows = {number: self._row_of_name(canvas, spots[number]) for number in (selected, here)}
        is_beside = rows[selected] != rows[here] or selected == here or (
            abs(spots[selected].x - spots[here].x) > MOST_NAME
        )  # fmt: skip
        for number in (here, selected) if is_beside else (selected,):
            self._draw_name(canvas, spots[number], stations[number], number, rows[number])

    @staticmethod
    def _row_of_name(canvas: Canvas, spot: Spot) -> int:
        """The row below a sign; the one above it where there is none below."""
        return spot.y + 1 if spot.y + 1 < canvas.height else spot.y - 1

    def _draw_name(self, canvas: Canvas, spot: Spot, station: Station, number: int, y: int) -> None:
        """The name of a station beside its sign."""
        colours = canvas.pens.palette
        text = f" {_(station.title)} "
        x = max(0, min(spot.x - len(text) // 2, canvas.width - len(text)))
        is_selected = number == self.selected and not self.is_plan
        ink = colours.text if is_selected else colours.soft
        canvas.put(x, y, text, ink, colours.surface, bold=is_selected)

    def on_click(self, event: Click) -> None:
        """Say which station was clicked."""
        number = self.target_of(event)
        if number is not None:
            self.post_message(self.StationClicked(number))


def _left_of(spot: Spot, columns: int, room: int) -> int:
    """The first column of a picture above a sign: its middle is there, but at the edges of the map
    the picture is whole."""
    return max(1, min(spot.x - columns // 2, room - columns - 1))


def _dense(points: Sequence[Point]) -> list[Point]:
    """Points close enough that every cell of a line has one."""
    dense = []
    for (x1, y1), (x2, y2) in itertools.pairwise(points):
        steps = max(1, math.ceil(max(abs(x2 - x1), abs(y2 - y1) / 2)))
        dense += [
            (x1 + (x2 - x1) * step / steps, y1 + (y2 - y1) * step / steps) for step in range(steps)
        ]
    return dense
