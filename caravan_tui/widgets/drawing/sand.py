"""Grounds: dunes of sand, and a panorama of dunes below a sky."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, mix, parse
from caravan_tui.widgets.drawing.sprites import sprite

TONES = 4
"""Tones of sand: a row stays a few long runs."""


def height(x: float, y: float) -> float:
    """The height of the dunes at a pixel: long crests from the north-west, 0 in the valley to 1."""
    bend = math.sin(x * 0.045 + 1.3) * 5 + math.sin(y * 0.11) * 3
    slope = ((x * 0.55 + y + bend) / 11.0) % 1.0
    rise = slope / 0.78 if slope < 0.78 else (1 - slope) / 0.22
    return rise * (0.62 + 0.38 * math.sin(x * 0.07 - y * 0.05))


def tone(dunes: Sequence[Colour], x: int, py: int) -> Colour:
    """The tone of sand at a pixel, one of TONES."""
    return dunes[1 + min(TONES - 1, max(0, int(height(x, py) * TONES)))]


def sand(canvas: Canvas, x: int, py: int, width: int, height_: int) -> None:
    """Sand with dunes over a region of pixels; black in 16 colours."""
    dunes = canvas.pens.palette.dune
    if not canvas.pens.has_tones:
        return
    for line in range(py, py + height_):
        for column in range(x, x + width):
            canvas.pixel(column, line, tone(dunes, column, line))


def _sky(colours: str) -> tuple[Colour, ...]:
    return tuple(parse(colour) for colour in colours.split())


DUSK = _sky("#12142a #191a38 #272149 #3d2a57 #5b3561 #83465f #b2604f #dc8a4c #f3b765")
DAWN = _sky("#1d2a52 #2c3c6b #4a5286 #745f90 #a86f86 #d98a6f #f2ad62 #fbd07c #fde7a8")
NOON = _sky("#7fb4d6 #8fbedb #a2c9df #b6d4e3 #cadfe4 #dde7df #ecebd4 #f5edcb #fbeec4")
EVENING = _sky("#a9a6c8 #b8b0ca #c8bacb #d7c4c8 #e4cdbf #edd4b2 #f3d7a3 #f6d796 #f8d78b")
"""The end of a day, by daylight."""

_SUN = parse("#fff0c4")
_STAR = parse("#fff4d0")
_WINDOW = parse("#f8c765")
_FAR, _MIDDLE = parse("#2b1d2e"), parse("#2a1b22")
_NIGHT_NEAR = parse("#1d151c")
_DAY_DUNES = (parse("#e6c88c"), parse("#d9b673"), parse("#c9a25d"))
_DAWN_DUNES = (parse("#b77a58"), parse("#8d5a45"), parse("#5a3a33"))

_CRESTS_LARGE = (0.60, 0.71, 0.84)
_CRESTS_SMALL = (0.70, 0.83, 0.93)
_WAVES = ((0.045, 0.013), (0.033, 0.017), (0.026, 0.051))
_SWELL = (2.2, 2.4, 2.0)


class Panorama:
    """A sky in nine flat bands over three dunes, on rows `y` to `y + rows` of a canvas."""

    def __init__(self, canvas: Canvas, y: int, rows: int, sky: Sequence[Colour]) -> None:
        self.canvas = canvas
        self.top = 2 * y
        self.pixels = 2 * rows
        self.sky = sky
        self.is_large = rows >= 12

    def crest(self, x: float, dune: int) -> float:
        """The pixel row of the crest of a dune, 0 the farthest, from the top of the panorama."""
        share = (_CRESTS_LARGE if self.is_large else _CRESTS_SMALL)[dune]
        slow, fast = _WAVES[dune]
        wave = _SWELL[dune] * math.sin(x * slow * 2 + dune * 2.1)
        return share * self.pixels + wave + 1.5 * math.sin(x * fast * 3 + dune)

    def draw(
        self, town: bool = True, starless: range | None = None, sun: bool = True
    ) -> None:  # fmt: skip
        """Draw the ground: sky, sun or moon, dunes, and a town on the middle one. `starless`: the
        columns of large letters, among which a star would look like dirt."""
        if not self.canvas.pens.has_pixels:
            return
        for line in range(self.pixels):
            band = min(8, int(9 * (line / self.pixels) ** 0.85 * 1.25))
            self.canvas.rect(0, self.top + line, self.canvas.width, 1, self.sky[band])
        if self.sky is DUSK:
            self._stars(starless or range(0))
        if sun:
            self._sun()
        for dune, colour in enumerate(self._dune_colours()):
            if dune == 1 and town:
                self._town()
            self._dune(dune, colour)

    def _stars(self, starless: range) -> None:
        width = self.canvas.width
        for number in range(width // 3):
            x = (number * 37 + 11) % width
            if x in starless:
                continue
            py = (number * number * 7 + 3 * number) % (self.pixels // 2)
            self.canvas.pixel(x, self.top + py, mix(self.sky[2], _STAR, 0.25 + 0.25 * (number % 3)))

    @property
    def clear_columns(self) -> int:
        """Columns from the left up to the sun or moon."""
        return int(self.canvas.width * 0.83) - 4

    def _sun(self) -> None:
        """A sun; at dusk a crescent."""
        x, py = int(self.canvas.width * 0.83), self.top + int(self.pixels * 0.3)
        for down in range(-4, 5):
            for right in range(-4, 5):
                is_dark = self.sky is DUSK and math.hypot(right + 2, down + 1) < 3.4
                if math.hypot(right, down) < 3.9 and not is_dark:
                    self.canvas.pixel(x + right, py + down, _SUN)

    def _dune_colours(self) -> Sequence[Colour]:
        if self.sky is DAWN:
            return _DAWN_DUNES
        if self.canvas.pens.palette.dark:
            return mix(self.sky[4], _FAR, 0.45), mix(self.sky[3], _MIDDLE, 0.62), _NIGHT_NEAR
        return _DAY_DUNES

    def _town(self) -> None:
        x = int(self.canvas.width * 0.06)
        base = int(self.crest(x + 8, 1)) + 2
        _far, middle, near = self._dune_colours()
        colours = {"wall": mix(middle, near, 0.5), "window": _WINDOW}
        self.canvas.sprite(x, self.top + base - 7, sprite("city"), colours)

    def _dune(self, dune: int, colour: Colour) -> None:
        light = mix(colour, self.sky[7], 0.35)
        for x in range(self.canvas.width):
            top = int(self.crest(x, dune))
            for py in range(max(0, top), self.pixels):
                self.canvas.pixel(x, self.top + py, light if py == top else colour)

    def caravan(
        self, colours: Sequence[Colour], middle: float, rope: Colour, below: int = 0
    ) -> tuple[int, int]:
        """A caravan on the crest of the middle dune, one camel a colour, around a column. Returns
        the column and the pixel row of its leader. `below`: the pixel row above which no camel
        reaches, where something else stands; those of a high crest then walk in front of it."""
        picture = sprite("camel-large" if self.is_large else "camel")
        step = picture.width + 4
        x = math.floor(middle - step * len(colours) / 2)
        heads: list[tuple[int, int]] = []
        for colour in colours:
            crest = min(self.crest(x + right, 1) for right in range(2, picture.width - 3)) + 1
            foot = min(self.top + int(crest) + 1, self.top + self.pixels)
            py = max(below, foot - picture.height)
            heads.append((x, py))
            self.canvas.sprite(x, py, picture, {"body": colour})
            x += step
        for (left, head), (_right, next_head) in itertools.pairwise(heads):
            for right in range(
                picture.width - 1, step + 1
            ):  # from one camel down or up to the next
                share = (right - picture.width + 1) / (step + 1 - picture.width)
                line = round(head + share * (next_head - head)) + picture.height // 2 - 1
                self.canvas.pixel(left + right, line, rope, 0.55)
        return heads[-1]
