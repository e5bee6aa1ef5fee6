"""The camels of the desert: as pictures with the sign of their seat and their load, or as letters.

A space has one camel, two side by side, or more in smaller pictures. What it is called, wants or
offers stands in its first row. On a small space its camels are below that, but for heads beside a
name of two letters; two of them below a label are chips.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

from attrs import evolve, frozen

from caravan_tui.games.sahara.render.goods import good_fill
from caravan_tui.games.sahara.render.ground import LETTERS
from caravan_tui.games.sahara.render.layout import Layout
from caravan_tui.games.sahara.text import good_name, short_good
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, lab, legible, mix
from caravan_tui.widgets.drawing.depth import Pens
from caravan_tui.widgets.drawing.sprites import Sprite, sprite

OWN = "caravan_tui.games.sahara"

APART = 35.0
"""The least distance in L*a*b* of a load from the camel that carries it."""

LETTER_CONTRAST = 4.5
"""Of the letters of a load with its fill, at least."""

SHADE = 0.4
"""The share of the ground in what of a camel is in the shade."""

NAME_ROOM = 5
"""Columns of a load from which it is named."""


@frozen
class Camel:
    """A camel on the board."""

    seat: int
    good: int
    """-1: none."""
    is_protected: bool

    @property
    def letter(self) -> str:
        """The letter of its good, small if it lies under the camel; empty without one."""
        if self.good < 0:
            return ""
        letter = LETTERS[self.good]
        return letter.lower() if self.is_protected else letter

    def load(self, width: int) -> str:
        """Its good in so many columns: by name where that has room, else by its letter. As of the
        letter, the first one is small if the good lies under the camel."""
        if self.letter and width >= NAME_ROOM:
            name = short_good(self.good, width)
            return (name if self.is_protected else name.capitalize()).ljust(width)
        return self.letter.center(width) if width > 2 else self.letter.ljust(width)


@frozen
class Pose:
    """How a camel is drawn: its picture, and where seat and load are written on it."""

    name: str
    mark: tuple[int, int]
    """Column and row of pixels, within the picture, of the cell with the sign of the seat."""
    load: tuple[int, int]
    """The same of the cells with the load."""
    load_width: int
    has_high_load: bool = False
    """Whether the load is a pixel higher than its cells."""
    package: str = OWN

    @property
    def picture(self) -> Sprite:
        """Its picture; the colour is called `body`."""
        return sprite(self.name, self.package)


SHARED = "caravan_tui.widgets.drawing"

LARGE = Pose("camel-large", (2, 4), (3, 2), 3, package=SHARED)
USUAL = Pose("camel", (2, 2), (1, 0), 3, package=SHARED)
HALF_WIDE = Pose("half", (1, 2), (1, 0), 3)
THIRD_WIDE = Pose("third", (1, 2), (0, 0), 3)
SLIM = Pose("slim", (0, 1), (1, 1), 1, has_high_load=True)

TALL = Pose("tall", (1, 2), (2, 2), 2, has_high_load=True)
"""On a small space of which only the name is written at the left."""

PAIR = Pose("pair", (0, 2), (1, 2), 1)
"""Two on a small space without a label, one after the other, the muzzle of the second in the gap
behind."""

LOW = Pose("low", (2, 0), (1, 0), 3)
"""Below the label of a small space: a head before the back, and the hump with the sign."""

LOW_SHORT = Pose("low-short", (1, 0), (1, 0), 2)
"""The same beside a number of one column or two."""

LOW_STUB = Pose("low-stub", (1, 0), (1, 0), 1)
"""The same beside one of three."""

LOW_TIGHT = Pose("low-tight", (1, 0), (1, 0), 1)
"""The same beside more, which leaves room for hind legs only, or in the lowest row beside any."""

LOW_CUT = Pose("low-cut", (2, 0), (1, 0), 3)
"""The same in the lowest row, which has no room for legs."""

CHIP = Pose("chip", (0, 0), (1, 0), 1)
"""Two below a label: the sign of the seat and the letter of the load."""

CHIP_STEP = 3
"""Columns of a chip and the blank behind it."""

TALL_LADEN = Pose("tall-laden", (0, 2), (1, 2), 5)
"""Alone on a small space, its good by name on a body that shows on every side of it."""

SMALL = Pose("small", (0, 2), (1, 2), 1)
"""Three on a small space, their heads beside its name."""

SMALL_LOW = Pose("small-low", (0, 2), (1, 2), 1)
"""Three below a label, or four: without heads."""

MOST_SMALL = 4
"""Camels that have room as pictures on a small space."""


@frozen
class Standing:
    """A camel where it stands."""

    camel: Camel
    pose: Pose
    x: int
    py: int
    is_shaded: bool = False
    """Whether it is darker by night and paler by day, as it touches another one of its seat."""

    @property
    def mark_row(self) -> int:
        """The row of cells with the sign of the seat."""
        return (self.py + self.pose.mark[1]) // 2

    @property
    def load_width(self) -> int:
        """The columns of its load: one more where only that leaves its name room."""
        width = self.pose.load_width
        return width + (width >= NAME_ROOM and len(good_name(self.camel.good)) == width + 1)

    @property
    def back(self) -> range:
        """The columns of its body, from which ropes go."""
        return range(self.x, self.x + self.pose.picture.width - 1)

    def front(self, py: int) -> int:
        """The last column of its picture in a row of pixels: of the breast or the neck."""
        row = self.pose.picture.rows[py - self.py]
        return self.x + max(column for column, name in enumerate(row) if name)

    def draw(self, canvas: Canvas) -> None:
        """Draw it with its sign and its load."""
        colours = canvas.pens.palette
        seat = colours.seat[self.camel.seat]
        shade = mix(seat, colours.ground, SHADE) if canvas.pens.has_tones else seat
        body = shade if self.is_shaded else seat
        canvas.sprite(self.x, self.py, self.pose.picture, {"body": body, "feet": shade})
        column, row = self.x + self.pose.mark[0], self.mark_row
        ink = colours.ink
        if not canvas.pens.has_tones:  # one of the colour of the desert looks like a hole
            ink = colours.text if colours.dark else colours.gold
        canvas.put(column, row, canvas.pens.mark(self.camel.seat), ink, body, bold=True)
        if not self.camel.letter:
            return
        left, py = self.x + self.pose.load[0], self.py + self.pose.load[1]
        width = self.load_width
        fill = load_fill(canvas.pens, self.camel)
        if self.pose.has_high_load:
            canvas.rect(left, py - 1, width, 1, fill)
        ink = legible(colours.ink, fill, LETTER_CONTRAST)
        canvas.put(
            left, py // 2, self.camel.load(width), ink, fill, bold=True,
            underline=self.camel.is_protected,
        )  # fmt: skip


def load_fill(pens: Pens, camel: Camel) -> Colour:
    """The colour of a load: that of its good, darker or brighter where its camel has nearly the
    same one and would have no outline around it. It keeps its hue, by which a good is known."""
    colours = pens.palette
    good, seat = good_fill(pens, camel.good), colours.seat[camel.seat]
    if not pens.has_tones:
        return good
    fills = [_scaled(good, 1 + change / 10) for change in sorted(range(-5, 16), key=abs)]
    return next((fill for fill in fills if dist(lab(fill), lab(seat)) >= APART), good)


def _scaled(colour: Colour, factor: float) -> Colour:
    """A colour so much darker or brighter."""
    red, green, blue = (min(255, round(part * factor)) for part in colour)
    return red, green, blue


def standings(
    layout: Layout, space: int, camels: Sequence[Camel], label: int, number_columns: int = 0
) -> list[Standing]:
    """Where the camels of a space stand as pictures; empty if there is no room for them.

    `label`: the good with which its first row is labelled, -1 for none.
    `number_columns`: so many columns at the right of the last row of a small space are taken.
    """
    if not layout.has_pictures:
        return _small_standings(layout, space, camels, label >= 0, number_columns)
    x, y = layout.corner(space)
    count, last = len(camels), 2 * y + layout.height
    large = (LARGE, HALF_WIDE, THIRD_WIDE, SLIM)
    for pose in large if layout.has_large_pictures else (USUAL, THIRD_WIDE, SLIM):
        width = pose.picture.width
        if count * width + count - 1 > layout.width:
            continue
        step = (layout.width - width) / max(1, count - 1)
        left = x + (layout.width - width) // 2 if count == 1 else x
        py = last - pose.picture.height
        py -= (py + pose.mark[1]) % 2  # the sign fills a whole cell
        return [
            Standing(camel, pose, left + round(number * step), py)
            for number, camel in enumerate(camels)
        ]
    return []


def _small_standings(
    layout: Layout, space: int, camels: Sequence[Camel], has_label: bool, number_columns: int
) -> list[Standing]:
    """The same on a space of three rows: below its label, else with their heads beside its name."""
    x, y = layout.corner(space)
    if layout.pitch_y < 3 or layout.width < TALL.picture.width:
        return []
    py = 2 * y + 2 * has_label
    is_cut = layout.rows_of(space) < layout.pitch_y
    if len(camels) == 1:
        is_laden = camels[0].good >= 0
        if has_label:
            pose = _low_pose(number_columns, is_cut)
            if is_laden:  # on the hump, and the sign behind it
                pose = evolve(pose, mark=(0, 0))
        else:
            pose = TALL_LADEN if is_laden and not (is_cut and number_columns) else TALL
        return [Standing(camels[0], pose, x, py)]
    if len(camels) == 2 and has_label:
        return [Standing(camel, CHIP, x + CHIP_STEP * n, py) for n, camel in enumerate(camels)]
    if len(camels) == 2:
        after = x + layout.width - PAIR.picture.width + 1
        return [Standing(camels[0], PAIR, x, py), Standing(camels[1], PAIR, after, py)]
    if len(camels) > MOST_SMALL:
        return []
    step = (layout.width + 2) // len(camels)  # the last one needs no column behind it
    pose = SMALL if step > SMALL.picture.width and not has_label else SMALL_LOW
    herd = [Standing(camel, pose, x - 1 + step * n, 2 * y) for n, camel in enumerate(camels)]
    return herd if step > pose.picture.width else _told_apart(herd)


def _low_pose(number_columns: int, is_cut: bool) -> Pose:
    """The pose of a camel below a label, which has its head beside so many columns of a number."""
    if is_cut:
        return LOW_TIGHT if number_columns else LOW_CUT
    if number_columns > 3:
        return LOW_TIGHT
    return (LOW, LOW_SHORT, LOW_SHORT, LOW_STUB)[number_columns]


def _told_apart(herd: Sequence[Standing]) -> list[Standing]:
    """Camels that touch each other, in the shade by turns where one of a seat follows another."""
    apart = list(herd[:1])
    for standing in herd[1:]:
        before = apart[-1]
        is_alike = before.camel.seat == standing.camel.seat
        apart.append(evolve(standing, is_shaded=is_alike and not before.is_shaded))
    return apart


def draw_letters(canvas: Canvas, x: int, y: int, camel: Camel) -> None:
    """A camel as the mark of its seat and the letter of its good, on their colours."""
    colours = canvas.pens.palette
    mark = canvas.pens.mark(camel.seat)
    if not camel.letter:
        canvas.put(x, y, f"{mark} ", colours.ink, colours.seat[camel.seat], bold=True)
        return
    after = canvas.put(x, y, mark, colours.ink, colours.seat[camel.seat], bold=True)
    canvas.put(
        after, y, camel.letter, colours.ink, good_fill(canvas.pens, camel.good), bold=True,
        underline=camel.is_protected,
    )  # fmt: skip
