"""A canvas whose cells are two square pixels each, or a character on a ground."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.segment import Segment

from caravan_tui.widgets.drawing.colours import Colour, legible, mix
from caravan_tui.widgets.drawing.depth import BOLD, ITALIC, PICTURE, UNDERLINE, Pens
from caravan_tui.widgets.drawing.sprites import Sprite

DIMMED = 0.32
"""The share of the ground in what is dimmed."""

HALF = "▀"
"""Ink above, ground below."""


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
        size = width * height
        self._top = [colour] * size
        self._low = [colour] * size
        self._chars = [""] * size
        self._inks = [colour] * size
        self._attributes = [0] * size
        self.targets: list[tuple[int, int, int, int, Any]] = []
        """Column, row, width, height and target; later ones lie above earlier ones."""

    def copy(self) -> Canvas:
        """A canvas with the same pixels and texts, and no targets."""
        other = object.__new__(Canvas)
        other.width, other.height, other.pens = self.width, self.height, self.pens
        other._top, other._low = self._top.copy(), self._low.copy()
        other._chars, other._inks = self._chars.copy(), self._inks.copy()
        other._attributes = self._attributes.copy()
        other.targets = []
        return other

    # Pixels

    def pixel(self, x: int, py: int, colour: Colour, share: float = 1.0) -> None:
        """Colour a pixel, or tint it with a share of the colour."""
        if not (0 <= x < self.width and 0 <= py < 2 * self.height and self.pens.has_pixels):
            return
        place = (py >> 1) * self.width + x
        half = self._low if py & 1 else self._top
        if share >= 1:
            half[place] = colour
        elif self.pens.has_tones:
            half[place] = mix(half[place], colour, share)
        elif share >= 0.5:
            half[place] = colour
        else:
            return
        self._chars[place] = ""

    def rect(
        self, x: int, py: int, width: int, height: int, colour: Colour, share: float = 1.0,
        rounded: bool = False,
    ) -> None:  # fmt: skip
        """Fill a rectangle of pixels; `rounded` leaves out the four corner pixels."""
        if not self.pens.has_pixels or (share < 0.5 and not self.pens.has_tones):
            return
        left, right = max(x, 0), min(x + width, self.width)
        last = py + height - 1
        for line in range(max(py, 0), min(py + height, 2 * self.height)):
            ends = rounded and line in (py, last)
            start = (line >> 1) * self.width
            first = start + left + (ends and left == x)
            end = start + right - (ends and right == x + width)
            if first >= end:
                continue
            half = self._low if line & 1 else self._top
            if share >= 1 or not self.pens.has_tones:
                half[first:end] = [colour] * (end - first)
            else:
                half[first:end] = [mix(under, colour, share) for under in half[first:end]]
            self._chars[first:end] = [""] * (end - first)

    def tint(self, x: int, py: int, width: int, height: int, colour: Colour, share: float) -> None:
        """Mix a share of a colour over a rectangle of pixels; texts and their inks stay."""
        if not self.pens.has_tones and (share < 1 or not self.pens.has_pixels):
            return
        for line in range(max(py, 0), min(py + height, 2 * self.height)):
            half = self._low if line & 1 else self._top
            start = (line >> 1) * self.width
            for place in range(start + max(x, 0), start + min(x + width, self.width)):
                half[place] = mix(half[place], colour, share)

    def fill(self, x: int, y: int, width: int, height: int, colour: Colour) -> None:
        """Fill a rectangle of whole cells, also where there are no pixels."""
        left, right = max(x, 0), min(x + width, self.width)
        count = right - left
        if count <= 0:
            return
        for row in range(max(y, 0), min(y + height, self.height)):
            start = row * self.width + left
            span = slice(start, start + count)
            self._top[span] = self._low[span] = [colour] * count
            self._chars[span] = [""] * count
            self._attributes[span] = [0] * count

    def sprite(
        self, x: int, py: int, sprite: Sprite, colours: Mapping[str, Colour], *,
        mirrored: bool = False, share: float = 1.0,
    ) -> None:  # fmt: skip
        """Draw a sprite. `colours`: by the names of its legend; one that is missing is a hole."""
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
        place = y * self.width + x
        top, low = self._top[place], self._low[place]
        return top if top == low else mix(top, low, 0.5)

    # Texts

    def has_text(self, x: int, y: int) -> bool:
        """Whether a character is written in a cell."""
        return (
            0 <= x < self.width and 0 <= y < self.height and bool(self._chars[y * self.width + x])
        )

    def put(
        self, x: int, y: int, text: str, ink: Colour, ground: Colour | None = None, *,
        bold: bool = False, italic: bool = False, underline: bool = False,
    ) -> int:  # fmt: skip
        """Write a text and return the column after it.

        It lies on its own ground, where its ink is kept legible, or on what is there.
        """
        if 0 <= y < self.height:
            if ground is not None:
                ink = legible(ink, ground)
            attributes = BOLD * bold | ITALIC * italic | UNDERLINE * underline
            start = y * self.width
            for column, char in enumerate(text, x):
                if not 0 <= column < self.width:
                    continue
                place = start + column
                if ground is not None:
                    self._top[place] = self._low[place] = ground
                elif self._top[place] != self._low[place]:
                    self._top[place] = self._low[place] = mix(
                        self._top[place], self._low[place], 0.5
                    )
                self._chars[place] = "" if char == " " and not underline else char
                self._inks[place] = ink
                self._attributes[place] = attributes
        return x + len(text)

    def block(self, x: int, y: int, char: str, ink: Colour, ground: Colour) -> None:
        """Draw a quadrant or another block character as part of a picture."""
        if 0 <= x < self.width and 0 <= y < self.height and self.pens.has_pixels:
            place = y * self.width + x
            self._top[place] = self._low[place] = ground
            self._chars[place], self._inks[place] = char, ink
            self._attributes[place] = PICTURE

    # Light

    def dim_outside(
        self,
        regions: Sequence[tuple[int, int, int, int]],
        framed: Sequence[tuple[int, int, int, int]] = (),
    ) -> None:
        """Dim every cell outside these regions: column, row, width, height of each.

        `framed`: regions under the cursor, of whose frame, a cell wide, the accent colour stays.
        With 16 colours the rest loses its colours. Without colours the texts in the regions are
        bold and underlined, and no others are bold.
        """
        lit = self._places_in(regions)
        frame = self._places_in([(x - 1, y - 1, w + 2, h + 2) for x, y, w, h in framed])
        colours = self.pens.palette
        dimmed: dict[Colour, Colour] = {}
        for place in range(self.width * self.height):
            if place in lit:
                if not self.pens.has_pixels and self._chars[place]:
                    self._attributes[place] |= BOLD | UNDERLINE
                continue
            self._attributes[place] &= ~BOLD
            if not self.pens.has_pixels:
                continue
            for layer in (self._top, self._low, self._inks):
                colour = layer[place]
                if place in frame and colour == colours.accent:
                    continue
                if not self.pens.has_tones:
                    layer[place] = colours.faint if layer is self._inks else colours.ground
                    continue
                if colour not in dimmed:
                    dimmed[colour] = mix(colour, colours.ground, DIMMED)
                layer[place] = dimmed[colour]

    def _places_in(self, regions: Sequence[tuple[int, int, int, int]]) -> set[int]:
        """The cells of regions, numbered by rows."""
        return {
            y * self.width + x
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

    # Output

    def row(self, y: int) -> tuple[list[Colour], list[Colour], list[str], list[Colour], list[int]]:
        """What a row consists of; equal rows look the same."""
        span = slice(y * self.width, (y + 1) * self.width)
        return (
            self._top[span], self._low[span], self._chars[span], self._inks[span],
            self._attributes[span],
        )  # fmt: skip

    def segments(self, y: int) -> list[Segment]:
        """A row as runs of one style; blanks take any ink, so that runs are long."""
        segments: list[Segment] = []
        style = self.pens.style
        run: list[str] = []
        run_ink: Colour | None = None
        run_ground: Colour | None = None
        run_attributes = 0
        for top, low, char, ink, attributes in zip(*self.row(y), strict=True):
            if char:
                ground = top
            elif top == low:
                ground, char, attributes = top, " ", 0
            else:
                ground, char, ink, attributes = low, HALF, top, PICTURE
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
            run = [char]
            run_ground = ground
            run_ink, run_attributes = (None, 0) if is_blank else (ink, attributes)
        if run_ground is not None:
            segments.append(Segment("".join(run), style(run_ink, run_ground, run_attributes)))
        return segments

    def line(self, y: int) -> str:
        """The characters of a row, half blocks included."""
        return "".join(segment.text for segment in self.segments(y))
