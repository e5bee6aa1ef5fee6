"""The camels of the desert: as pictures with the sign of their seat and their load, or as letters.

A space has one camel, two side by side, or more where it is wide enough. What it is called, wants
or offers stands in its first row, and a camel reaches into that only where nothing lies there.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from caravan_tui.games.sahara.render.ground import LETTERS
from caravan_tui.games.sahara.render.layout import Layout
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.sprites import Sprite, sprite

OWN = "caravan_tui.games.sahara"


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
TALL = Pose("tall", (1, 1), (2, 1), 2, has_high_load=True)
LOW = Pose("low", (1, 0), (2, 0), 2)
SHORT = Pose("short", (0, 0), (1, 0), 2)
SLIM = Pose("slim", (0, 1), (1, 1), 1, has_high_load=True)
STUB = Pose("stub", (0, 0), (1, 0), 1)


@frozen
class Standing:
    """A camel where it stands."""

    camel: Camel
    pose: Pose
    x: int
    py: int

    @property
    def mark_row(self) -> int:
        """The row of cells with the sign of the seat."""
        return (self.py + self.pose.mark[1]) // 2

    @property
    def back(self) -> range:
        """The columns of its body, from which ropes go."""
        return range(self.x, self.x + self.pose.picture.width - 1)

    def draw(self, canvas: Canvas, share: float = 1.0) -> None:
        """Draw it; with less than a whole share only a shade, where there are tones."""
        colours = canvas.pens.palette
        body = colours.seat[self.camel.seat]
        canvas.sprite(self.x, self.py, self.pose.picture, {"body": body}, share=share)
        column, row = self.x + self.pose.mark[0], self.mark_row
        ground = body if share == 1 else canvas.colour_at(column, row)
        canvas.put(column, row, canvas.pens.mark(self.camel.seat), colours.ink, ground, bold=True)
        if not self.camel.letter:
            return
        left, py = self.x + self.pose.load[0], self.py + self.pose.load[1]
        fill, width = colours.good[self.camel.good], self.pose.load_width
        if self.pose.has_high_load:
            canvas.rect(left, py - 1, width, 1, fill)
        letter = self.camel.letter.center(width) if width > 2 else self.camel.letter.ljust(width)
        canvas.put(
            left, py // 2, letter, colours.ink, fill, bold=True,
            underline=self.camel.is_protected,
        )  # fmt: skip


def poses(layout: Layout, has_label: bool, has_demand: bool) -> Sequence[Pose]:
    """The poses that a space has room for, the widest first.

    `has_label`: its first row is filled to its end; `has_demand`: demand markers lie at its right.
    """
    if layout.has_large_pictures:
        return LARGE, HALF_WIDE, THIRD_WIDE, SLIM
    if layout.has_pictures:
        return USUAL, THIRD_WIDE, SLIM
    if layout.pitch_y < 3:
        return ()
    if has_demand:
        return SHORT, STUB
    return (LOW, STUB) if has_label else (TALL, SLIM)


def standings(
    layout: Layout, space: int, camels: Sequence[Camel], has_label: bool, has_demand: bool = False
) -> list[Standing]:
    """Where the camels of a space stand as pictures; empty if there is no room for them."""
    x, y = layout.corner(space)
    count, last = len(camels), 2 * y + layout.height
    for pose in poses(layout, has_label, has_demand):
        width = pose.picture.width
        if count * width + count - 1 > layout.width:
            continue
        step = (layout.width - width) / max(1, count - 1)
        left = x + (layout.width - width) // 2 if count == 1 and layout.has_pictures else x
        py = last - pose.picture.height if layout.has_pictures else 2 * y + 2 - pose.mark[1]
        py -= (py + pose.mark[1]) % 2  # the sign fills a whole cell
        return [
            Standing(camel, pose, left + round(number * step), py)
            for number, camel in enumerate(camels)
        ]
    return []


def draw_letters(canvas: Canvas, x: int, y: int, camel: Camel) -> None:
    """A camel as the mark of its seat and the letter of its good, on their colours."""
    colours = canvas.pens.palette
    mark = canvas.pens.mark(camel.seat)
    if not camel.letter:
        canvas.put(x, y, f"{mark} ", colours.ink, colours.seat[camel.seat], bold=True)
        return
    after = canvas.put(x, y, mark, colours.ink, colours.seat[camel.seat], bold=True)
    canvas.put(
        after, y, camel.letter, colours.ink, colours.good[camel.good], bold=True,
        underline=camel.is_protected,
    )  # fmt: skip
