"""What a terminal can show, and what becomes of a colour there.

True colour → 256 colours (a named colour has an index of its own, a mixed one takes the nearest) →
16 colours by what a colour is for → no colour. Pixels need colours and half blocks one column wide;
without them a canvas keeps only texts, with bright grounds in reverse.
"""

from __future__ import annotations

import math
from enum import Enum

from rich.color import Color as RichColor
from rich.style import Style

from caravan_tui.widgets.drawing.colours import (
    BLACK,
    WHITE,
    Colour,
    as_hex,
    contrast,
    lab,
    readable,
)
from caravan_tui.widgets.drawing.palette import Palette
from caravan_tui.widgets.marks import seat_mark

BOLD, ITALIC, UNDERLINE = 1, 2, 4
"""Attributes of a text; they can be added."""

PICTURE = 8
"""The attribute of block characters: their ink need not be legible."""

STRONG = 2.2
"""A ground with at least this contrast to the usual one is drawn in reverse without colours."""

DARKEST = 31.0
"""L* below which a ground is black in 16 colours, at night."""

LEAST_MEANT, LEAST_SHOWN = 2.4, 2.0
"""The contrast that a text of 16 colours has as they are meant, and as xterm shows them."""

LEAST_OF_256 = 3.0
"""The contrast that a text of 256 colours keeps: the nearest of a brown is a good deal brighter."""

BRIGHTEST = 78.0
"""L* from which on a ground is white in 16 colours, by day."""


class Depth(Enum):
    """How many colours a terminal shows."""

    TRUE = "truecolor"
    MANY = "256"
    FEW = "standard"
    NONE = "none"

    @classmethod
    def of(cls, color_system: str | None, no_color: bool) -> Depth:
        """The depth of a console by Rich's name for its colour system; None counts as all colours,
        as a console without a terminal has it."""
        if no_color:
            return cls.NONE
        known = {"256": cls.MANY, "standard": cls.FEW, "windows": cls.FEW}
        return known.get(color_system or "", cls.TRUE)


class Pens:
    """The styles of a palette at a depth. Making a style is dear, so each is made once."""

    def __init__(
        self, palette: Palette, depth: Depth = Depth.TRUE, ascii_only: bool = False
    ) -> None:
        """`ascii_only`: no pixels, whatever the depth."""
        self.palette = palette
        self.depth = depth
        self.is_ascii = ascii_only
        self.has_pixels = depth is not Depth.NONE and not ascii_only
        """Whether half blocks can be drawn."""
        self._styles: dict[tuple[Colour | None, Colour, int], Style] = {}
        self._known: dict[tuple[Colour, bool], Colour] = {}

    @property
    def has_tones(self) -> bool:
        """Whether colours between others exist: ripples, ghosts and soft edges."""
        return self.has_pixels and self.depth is not Depth.FEW

    def mark(self, seat: int) -> str:
        """The glyph of a seat; a letter in ASCII."""
        return seat_mark(seat, self.is_ascii)

    def style(self, ink: Colour | None, ground: Colour, attributes: int = 0) -> Style:
        """The style of a text; `ink` None: of blanks."""
        key = (ink, ground, attributes)
        style = self._styles.get(key)
        if style is None:
            style = self._styles[key] = self._make(ink, ground, attributes)
        return style

    def _make(self, ink: Colour | None, ground: Colour, attributes: int) -> Style:
        bold, italic = bool(attributes & BOLD), bool(attributes & ITALIC)
        underline = bool(attributes & UNDERLINE)
        if self.depth is Depth.NONE:
            usual = self.palette.ground
            reverse = contrast(ground, usual) >= STRONG
            dim = not reverse and ink is not None and contrast(ink, usual) < 4
            return Style(
                bold=bold or None, italic=italic or None, underline=underline or None,
                reverse=reverse or None, dim=dim or None,
            )  # fmt: skip
        back = self.reduce(ground, is_ground=True)
        fore = None if ink is None else self.reduce(ink)
        if fore is not None and self.depth is Depth.FEW and not attributes & PICTURE:
            fore = _legible_of_16(fore, back)
        elif fore is not None and self.depth is Depth.MANY and not attributes & PICTURE:
            least = min(LEAST_OF_256, contrast(ink or fore, ground))
            if contrast(fore, back) < least:
                fore = self.reduce(readable(fore, back, LEAST_OF_256))
        return Style(
            color=None if fore is None else as_hex(fore), bgcolor=as_hex(back),
            bold=bold or None, italic=italic or None, underline=underline or None,
        )  # fmt: skip

    def reduce(self, colour: Colour, is_ground: bool = False) -> Colour:
        """What a colour becomes at this depth."""
        if self.depth is Depth.TRUE:
            return colour
        key = (colour, is_ground)
        known = self._known.get(key)
        if known is None:
            if self.depth is Depth.MANY:
                known = _among_256(self.palette, colour)
            else:
                known = _among_16(self.palette, colour, is_ground)
            self._known[key] = known
        return known


def _among_256(palette: Palette, colour: Colour) -> Colour:
    """The colour's own index if it is named, else the nearest in L*a*b*."""
    for shade in palette.shades:
        if shade.colour == colour and shade.index >= 0:
            return _EIGHT_BIT[shade.index]
    target = lab(colour)
    distances = [math.dist(target, known) for known in _LABS[16:]]
    return _EIGHT_BIT[16 + distances.index(min(distances))]


def _among_16(palette: Palette, colour: Colour, is_ground: bool) -> Colour:
    """The ANSI colour of the named colour that it comes nearest to; dark grounds are black at
    night, bright ones white by day."""
    if colour in SIXTEEN:
        return colour
    target = lab(colour)
    if is_ground and colour in palette.suit:  # half a cell of a picture, whose paper is the ink
        is_ground = False
    if is_ground and palette.dark and target[0] < DARKEST:
        return _STANDARD[0]
    if is_ground and not palette.dark and target[0] > BRIGHTEST:
        return _STANDARD[15]
    nearest = min(palette.shades, key=lambda shade: math.dist(target, lab(shade.colour)))
    return _STANDARD[nearest.ansi]


_STANDARD: tuple[Colour, ...] = (
    (0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 85, 0),
    (0, 0, 170), (170, 0, 170), (0, 170, 170), (170, 170, 170),
    (85, 85, 85), (255, 85, 85), (85, 255, 85), (255, 255, 85),
    (85, 85, 255), (255, 85, 255), (85, 255, 255), (255, 255, 255),
)  # fmt: skip
"""What Rich takes the 16 colours for, so that it finds them again."""

SIXTEEN = frozenset(_STANDARD)
"""Colours that 16 colours have, and need no other."""


def standard(number: int) -> Colour:
    """One of the 16 colours by its ANSI number."""
    return _STANDARD[number]


def _eight_bit(number: int) -> Colour:
    red, green, blue = RichColor.from_ansi(number).get_truecolor()
    return red, green, blue


_OF_XTERM: dict[Colour, Colour] = dict(
    zip(
        _STANDARD,
        (
            (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0),
            (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
            (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
            (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
        ),
        strict=True,
    )
)  # fmt: skip
"""What xterm shows as each of them, most of it brighter."""


def nearest_of_16(colour: Colour) -> Colour:
    """Which of the 16 colours is nearest in L*a*b*."""
    target = lab(colour)
    return min(_STANDARD, key=lambda known: math.dist(target, lab(known)))


def _legible_of_16(ink: Colour, ground: Colour) -> Colour:
    """An ink of the 16, or black or white where it cannot be read on every terminal."""
    is_shown = contrast(_OF_XTERM.get(ink, ink), _OF_XTERM.get(ground, ground)) >= LEAST_SHOWN
    if is_shown and contrast(ink, ground) >= LEAST_MEANT:
        return ink
    return max(
        (BLACK, WHITE),
        key=lambda other: min(
            contrast(other, ground), contrast(other, _OF_XTERM.get(ground, ground))
        ),
    )


_EIGHT_BIT: tuple[Colour, ...] = (*_STANDARD, *(_eight_bit(number) for number in range(16, 256)))

_LABS = [lab(colour) for colour in _EIGHT_BIT]
