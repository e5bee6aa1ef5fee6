"""A canvas whose cells are two square pixels each, or a character on a ground."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from itertools import accumulate, compress, islice, product
from operator import is_not, itemgetter, ne
from typing import Any, TypeVar, cast

from msgspec import Struct
from rich.segment import Segment

from caravan_tui.widgets.drawing.colours import Colour, contrast, legible, mix
from caravan_tui.widgets.drawing.depth import BOLD, ITALIC, PICTURE, UNDERLINE, Depth, Pens
from caravan_tui.widgets.drawing.sprites import Sprite, painted

DIMMED = 0.32
"""The share of the ground in what is dimmed."""

LEAST_DIMMED, LEAST_DIMMED_BY_DAY = 4.0, 5.5
"""The contrast with its ground below which a dimmed text is dimmed less."""

VEIL_BY_DAY = 0.65
"""How much of a share is dimmed by day, when the ground is brighter than what it takes away."""

HALF = "▀"
"""Ink above, ground below."""

Glyph = tuple[str, Colour, int]
"""A character on the ground of a cell: what it is, its ink and its attributes."""


Region = tuple[int, int, int, int]
"""First column and row, columns and rows."""

PARTS_KEPT = 2
"""Parts that are kept for a region: what is lit and dark again is drawn once each."""

T = TypeVar("T")


class _Part(Struct, frozen=True):
    """What a drawing has put into a region."""

    key: object
    rows: Sequence[tuple[list[Colour], list[Colour], list[Glyph | None]]]
    """Upper and lower pixels and characters of each row."""
    targets: Sequence[tuple[int, int, int, int, Any]]
    result: Any
    """What the drawing returned."""
    inner: Collection[Region]
    """The parts within it."""


class Canvas:
    """Columns `x` and rows `y` of cells; `py` counts rows of pixels, two a cell.

    A pixel is square where a cell is twice as high as it is wide. Whatever lies outside is cut off.
    Without pixels (`pens.has_pixels`) only texts are drawn; with 16 colours a share below a half
    draws nothing and a larger one the full colour.
    """

    def __init__(self, width: int, height: int, pens: Pens, ground: Colour | None = None) -> None:
        """A canvas of `width` columns and `height` rows; `ground`: the palette's, if None."""
        self.width, self.height = width, height
        self.pens = pens
        colour = pens.palette.ground if ground is None else ground
        self._tops = [[colour] * width for _row in range(height)]
        self._lows = [[colour] * width for _row in range(height)]
        self._glyphs: list[list[Glyph | None]] = [[None] * width for _row in range(height)]
        self.targets: list[tuple[int, int, int, int, Any]] = []
        """Column, row, width, height and target; later ones lie above earlier ones."""
        self._parts: dict[Region, Sequence[_Part]] = {}
        self._parts_before: Mapping[Region, Sequence[_Part]] = {}

    def copy(self) -> Canvas:
        """A canvas with the same pixels and texts, and no targets."""
        other = object.__new__(Canvas)
        other.width, other.height, other.pens = self.width, self.height, self.pens
        other._tops = [row.copy() for row in self._tops]
        other._lows = [row.copy() for row in self._lows]
        other._glyphs = [row.copy() for row in self._glyphs]
        other.targets = []
        other._parts, other._parts_before = {}, {}
        return other

    # Pixels

    def pixel(self, x: int, py: int, colour: Colour, share: float = 1.0) -> None:
        """Colour a pixel, or tint it with a share of the colour."""
        pens = self.pens
        if not (0 <= x < self.width and 0 <= py < 2 * self.height and pens.has_pixels):
            return
        y = py >> 1
        half = self._lows[y] if py & 1 else self._tops[y]
        if share >= 1:
            half[x] = colour
        elif pens.has_tones:
            half[x] = mix(half[x], colour, share)
        elif share >= 0.5:
            half[x] = colour
        else:
            return
        self._glyphs[y][x] = None

    def rect(
        self, x: int, py: int, width: int, height: int, colour: Colour, share: float = 1.0,
        rounded: bool = False,
    ) -> None:  # fmt: skip
        """Fill a rectangle of pixels; `rounded` leaves out the four corner pixels."""
        pens = self.pens
        if not pens.has_pixels or (share < 0.5 and not pens.has_tones):
            return
        left, right = max(x, 0), min(x + width, self.width)
        last = py + height - 1
        covers = share >= 1 or not pens.has_tones
        for line in range(max(py, 0), min(py + height, 2 * self.height)):
            first, end = left, right
            if rounded and line in (py, last):
                first += left == x
                end -= right == x + width
            if first >= end:
                continue
            y = line >> 1
            half = self._lows[y] if line & 1 else self._tops[y]
            if covers:
                half[first:end] = [colour] * (end - first)
            else:
                half[first:end] = [mix(under, colour, share) for under in half[first:end]]
            self._glyphs[y][first:end] = [None] * (end - first)

    def tint(self, x: int, py: int, width: int, height: int, colour: Colour, share: float) -> None:
        """Mix a share of a colour over a rectangle of pixels; texts and their inks stay."""
        if not self.pens.has_tones and (share < 1 or not self.pens.has_pixels):
            return
        left, right = max(x, 0), min(x + width, self.width)
        for line in range(max(py, 0), min(py + height, 2 * self.height) if left < right else 0):
            half = self._lows[line >> 1] if line & 1 else self._tops[line >> 1]
            half[left:right] = [mix(under, colour, share) for under in half[left:right]]

    def fill(self, x: int, y: int, width: int, height: int, colour: Colour) -> None:
        """Fill a rectangle of whole cells, also where there are no pixels."""
        left, right = max(x, 0), min(x + width, self.width)
        count = right - left
        if count <= 0:
            return
        for row in range(max(y, 0), min(y + height, self.height)):
            self._tops[row][left:right] = self._lows[row][left:right] = [colour] * count
            self._glyphs[row][left:right] = [None] * count

    def sprite(
        self, x: int, py: int, sprite: Sprite, colours: Mapping[str, Colour], *,
        mirrored: bool = False, share: float = 1.0,
    ) -> None:  # fmt: skip
        """Draw a sprite. `colours`: by the names of its legend; one that is missing is a hole."""
        is_whole = (
            0 <= x <= self.width - sprite.width and 0 <= py <= 2 * self.height - sprite.height
        )
        if is_whole and share >= 1 and self.pens.has_pixels:
            for line, column, run in painted(sprite, tuple(colours.items()), mirrored):
                y, first = (py + line) >> 1, x + column
                end = first + len(run)
                half = self._lows[y] if (py + line) & 1 else self._tops[y]
                half[first:end] = run
                self._glyphs[y][first:end] = [None] * len(run)
            return
        for line, row in enumerate(sprite.rows, py):
            if not 0 <= line < 2 * self.height:
                continue
            for column, name in enumerate(reversed(row) if mirrored else row, x):
                colour = colours.get(name)
                if colour is not None:
                    self.pixel(column, line, colour, share)

    def colour_at(self, x: int, y: int) -> Colour:
        """The ground of a cell: the mean of its two pixels. Outside: the palette's ground."""
        if not (0 <= x < self.width and 0 <= y < self.height):
            return self.pens.palette.ground
        top, low = self._tops[y][x], self._lows[y][x]
        return top if top == low else mix(top, low, 0.5)

    # Texts

    def has_text(self, x: int, y: int) -> bool:
        """Whether a character is written in a cell, other than a part of a picture."""
        if not (0 <= x < self.width and 0 <= y < self.height):
            return False
        glyph = self._glyphs[y][x]
        return glyph is not None and glyph[2] != PICTURE

    def put(
        self, x: int, y: int, text: str, ink: Colour, ground: Colour | None = None, *,
        bold: bool = False, italic: bool = False, underline: bool = False,
    ) -> int:  # fmt: skip
        """Write a text and return the column after it.

        It lies on its own ground, where its ink is kept legible, or on what is there.
        """
        after = x + len(text)
        left, right = max(x, 0), min(after, self.width)
        if left >= right or not 0 <= y < self.height:
            return after
        if left != x or right != after:
            text = text[left - x : right - x]
        tops, lows = self._tops[y], self._lows[y]
        if ground is not None:
            if self.pens.depth is not Depth.FEW:  # there the pens see to it, in the colours shown
                ink = legible(ink, ground)
            tops[left:right] = lows[left:right] = [ground] * (right - left)
        elif tops[left:right] != lows[left:right]:
            for column in range(left, right):
                if tops[column] != lows[column]:
                    tops[column] = lows[column] = mix(tops[column], lows[column], 0.5)
        attributes = BOLD * bold | ITALIC * italic | UNDERLINE * underline
        self._glyphs[y][left:right] = [
            None if char == " " and not underline else (char, ink, attributes) for char in text
        ]
        return after

    def put_each(self, spots: Iterable[tuple[int, int]], char: str, ink: Colour) -> None:
        """Write one character in many cells, given as column and row, on what is there."""
        glyph = (char, ink, 0)
        for x, y in spots:
            if 0 <= x < self.width and 0 <= y < self.height:
                tops, lows = self._tops[y], self._lows[y]
                if tops[x] != lows[x]:
                    tops[x] = lows[x] = mix(tops[x], lows[x], 0.5)
                self._glyphs[y][x] = glyph

    def block(self, x: int, y: int, char: str, ink: Colour, ground: Colour) -> None:
        """Draw a quadrant or another block character as part of a picture."""
        if 0 <= x < self.width and 0 <= y < self.height and self.pens.has_pixels:
            self._tops[y][x] = self._lows[y][x] = ground
            self._glyphs[y][x] = (char, ink, PICTURE)

    # Motion

    def shift(self, region: Region, x: int, y: int, ground: Canvas) -> None:
        """Show what lies in a region with its first column and row at `x` and `y` instead. Where it
        has lain is then what lies on the `ground`, a canvas of the same size."""
        left, top, width, height = region
        rows = range(max(top, 0), min(top + height, self.height))
        first, end = max(left, 0), min(left + width, self.width)
        layers = (self._tops, ground._tops), (self._lows, ground._lows)
        lifted = [
            (self._tops[row][first:end], self._lows[row][first:end], self._glyphs[row][first:end])
            for row in rows
        ]
        for row in rows:
            for layer, below in layers:
                layer[row][first:end] = below[row][first:end]
            self._glyphs[row][first:end] = ground._glyphs[row][first:end]
        across, down = x - left, y - top
        start, stop = max(first + across, 0), min(end + across, self.width)
        for row, (tops, lows, glyphs) in zip(rows, lifted, strict=True):
            if not 0 <= row + down < self.height or start >= stop:
                continue
            part = slice(start - first - across, stop - first - across)
            self._tops[row + down][start:stop] = tops[part]
            self._lows[row + down][start:stop] = lows[part]
            self._glyphs[row + down][start:stop] = glyphs[part]

    # Light

    def dim_outside(
        self,
        regions: Sequence[tuple[int, int, int, int]],
        framed: Sequence[tuple[int, int, int, int]] = (),
        share: float = DIMMED,
    ) -> None:
        """Dim every cell outside these regions by a share: column, row, width, height of each.

        `framed`: regions under the cursor, of whose frame, a cell wide, the accent colour stays.
        A text stays readable: its ink is dimmed less than its ground where that takes it.
        With 16 colours the rest loses its colours, unless the share is a small one. Without
        colours the texts in the regions are bold and underlined, and no others are bold.
        """
        is_day = not self.pens.palette.dark
        veil = share * VEIL_BY_DAY if is_day else share
        least = LEAST_DIMMED_BY_DAY if is_day else LEAST_DIMMED
        lit = self._places_in(regions)
        frame = self._places_in([(x - 1, y - 1, w + 2, h + 2) for x, y, w, h in framed])
        colours, has_pixels = self.pens.palette, self.pens.has_pixels

        def dimmed(colour: Colour, in_frame: bool, is_ink: bool) -> Colour:
            if not has_pixels or (in_frame and colour == colours.accent):
                return colour
            if not self.pens.has_tones:
                if share < DIMMED:  # there is no lighter veil: what is outside is only not bold
                    return colour
                return colours.faint if is_ink else colours.ground
            return mix(colour, colours.ground, veil)

        @cache
        def text_ink(ink: Colour, ground: Colour) -> Colour:
            inks = (mix(ink, colours.ground, part) for part in (veil, veil / 2, veil / 4))
            return next((dim for dim in inks if contrast(dim, ground) >= least), ink)

        for y, x in product(range(self.height), range(self.width)):
            glyph = self._glyphs[y][x]
            if (x, y) in lit:
                if not has_pixels and glyph is not None:
                    self._glyphs[y][x] = (glyph[0], glyph[1], glyph[2] | BOLD | UNDERLINE)
                continue
            in_frame = (x, y) in frame
            for half in (self._tops[y], self._lows[y]):
                half[x] = dimmed(half[x], in_frame, is_ink=False)
            if glyph is not None:
                char, ink, attributes = glyph
                dim = dimmed(ink, in_frame, is_ink=True)
                if dim != ink and self.pens.has_tones and not attributes & PICTURE:
                    dim = text_ink(ink, self._tops[y][x])
                self._glyphs[y][x] = (char, dim, attributes & ~BOLD)

    def _places_in(self, regions: Sequence[tuple[int, int, int, int]]) -> set[tuple[int, int]]:
        """The cells of regions: column and row of each."""
        return {
            (x, y)
            for left, top, width, height in regions
            for y in range(max(0, top), min(top + height, self.height))
            for x in range(max(0, left), min(left + width, self.width))
        }

    # Targets

    def add_target(self, x: int, y: int, width: int, height: int, target: Any) -> None:
        """Make a region clickable; `target` is anything that tells the board what was clicked."""
        self.targets.append((x, y, width, height, target))

    def target_at(self, x: int, y: int) -> Any:
        """The target at a point, None where there is none."""
        for left, top, width, height, target in reversed(self.targets):
            if left <= x < left + width and top <= y < top + height:
                return target
        return None

    # Parts

    def recall(self, before: Canvas) -> None:
        """Take parts over from a canvas of the same size that began with the same ground."""
        self._parts_before = before._parts

    def part(self, region: Region, key: object, draw: Callable[[], T]) -> T:
        """Draw what lies in a region, and return what `draw` returns; or take both over from the
        canvas before, if the same was drawn there lately.

        `key`: everything that `draw` depends on, compared with `==`. What already lies in the
        region may depend on the ground and on the key alone, and `draw` changes nothing elsewhere.
        """
        x, y, width, height = region
        left, right = max(x, 0), min(x + width, self.width)
        lines = range(max(y, 0), min(y + height, self.height))
        kept = self._parts_before.get(region, ())
        part = next((part for part in kept if part.key == key), None)
        if part is not None:
            for line, (tops, lows, glyphs) in zip(lines, part.rows, strict=True):
                self._tops[line][left:right] = tops
                self._lows[line][left:right] = lows
                self._glyphs[line][left:right] = glyphs
            self.targets += part.targets
            for inner in part.inner:
                self._parts.setdefault(inner, self._parts_before.get(inner, ()))
        else:
            first, around = len(self.targets), self._parts
            self._parts = {}
            result = draw()
            within, self._parts = self._parts, around
            self._parts.update(within)
            rows = [
                (
                    self._tops[line][left:right],
                    self._lows[line][left:right],
                    self._glyphs[line][left:right],
                )
                for line in lines
            ]
            part = _Part(key, rows, self.targets[first:], result, tuple(within))
        others = [other for other in kept if other is not part]
        self._parts[region] = [part, *others[: PARTS_KEPT - 1]]
        return cast(T, part.result)

    # Output

    def row(self, y: int) -> tuple[list[Colour], list[Colour], list[Glyph | None]]:
        """What a row consists of: its upper and lower pixels and its characters."""
        return self._tops[y].copy(), self._lows[y].copy(), self._glyphs[y].copy()

    def changed_columns(self, before: Canvas, y: int) -> set[int]:
        """The columns of a row that look different from those of a canvas of the same size."""
        changed: set[int] = set()
        columns = range(self.width)
        for old, new in ((before._tops[y], self._tops[y]), (before._lows[y], self._lows[y])):
            if old != new:
                # Equal colours are one object nearly always, which is told sooner than equality.
                changed.update(compress(columns, map(is_not, old, new)))
        if before._glyphs[y] != self._glyphs[y]:
            changed.update(compress(columns, map(ne, before._glyphs[y], self._glyphs[y])))
        return changed

    def segments(
        self, y: int, before: Sequence[Segment] = (), changed: Collection[int] = ()
    ) -> list[Segment]:
        """A row as runs of one style; blanks take any ink, so that runs are long.

        `before`: its segments when only the `changed` columns looked different; those that no
        change touches are taken over.
        """
        segments: list[Segment] = []
        if not before:
            if 0 <= y < self.height:
                self._add_runs(segments, y, 0, ())
            return segments
        starts = [0, *accumulate(map(len, map(itemgetter(0), before)))]
        stops = frozenset(starts)
        columns = sorted(changed)
        number = x = 0
        while x < self.width:
            place = bisect_left(columns, x)
            column = columns[place] if place < len(columns) else self.width + 1
            # The cell after a run ends it, so that a change there touches the run, too.
            touched = bisect_left(starts, column, number) - 1
            if touched > number:
                segments += before[number:touched]
                x = starts[touched]
            if x < self.width:
                x = self._add_runs(segments, y, x, stops)
                number = bisect_left(starts, x)
        return segments

    def _add_runs(self, segments: list[Segment], y: int, x: int, stops: Collection[int]) -> int:
        """Add the runs from a column on to segments, until one begins at one of `stops`; the
        column where that is, or the width."""
        style = self.pens.style
        cells: Iterable[tuple[Colour, Colour, Glyph | None]]
        cells = zip(self._tops[y], self._lows[y], self._glyphs[y], strict=True)
        if x:
            cells = islice(cells, x, None)
        run: list[str] = []
        run_ink: Colour | None = None
        run_ground: Colour | None = None
        run_attributes = 0
        pixels = " "
        last_top: Colour | None = None
        last_low: Colour | None = None
        for top, low, glyph in cells:
            if glyph is not None:
                char, ink, attributes = glyph
                if top is run_ground and ink is run_ink and attributes == run_attributes:
                    run.append(char)
                    last_top = None
                    continue
                ground, last_top = top, None
            elif top is last_top and low is last_low:
                run.append(pixels)  # as the cell before
                continue
            else:
                last_top, last_low = top, low
                if top is low or top == low:
                    ground, char, ink, attributes = top, " ", top, 0
                else:
                    ground, char, ink, attributes = low, HALF, top, PICTURE
                pixels = char
            is_blank = char == " " and not attributes & UNDERLINE
            if ground == run_ground and (
                (run_ink == ink and run_attributes == attributes)
                # A blank takes any style but an underline.
                or (is_blank and not run_attributes & UNDERLINE)
                or (run_ink is None and not attributes & UNDERLINE)
            ):
                if not is_blank and run_ink is None:
                    run_ink, run_attributes = ink, attributes
                run.append(char)
                continue
            if run_ground is not None:
                segments.append(Segment("".join(run), style(run_ink, run_ground, run_attributes)))
                x += len(run)
                if x in stops:
                    return x
            run = [char]
            run_ground = ground
            run_ink, run_attributes = (None, 0) if is_blank else (ink, attributes)
        if run_ground is not None:
            segments.append(Segment("".join(run), style(run_ink, run_ground, run_attributes)))
        return self.width

    def line(self, y: int) -> str:
        """The characters of a row, half blocks included."""
        return "".join(segment.text for segment in self.segments(y))
