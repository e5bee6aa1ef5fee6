"""What Textual mixes of a theme's colours on a terminal with 16 colours.

Rich takes the nearest of the 16, so a row that is a little brighter than others becomes as black as
they are. Here a mixed ground is raised from the one of the screen, and a text can be read on it.
"""

from __future__ import annotations

from collections.abc import Callable

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from caravan_tui.widgets.drawing.colours import Colour, lab
from caravan_tui.widgets.drawing.depth import PICTURE, SIXTEEN, Pens, nearest_of_16, standard

LEAST_RAISED = 6.0
"""The distance in L* from the screen's ground from which a mixed ground is one of its own."""

MOST_RAISED = 40.0
"""The distance from which it is more than raised: what a field or a piece is filled with."""

RAISED_AT_NIGHT, RAISED_BY_DAY = 8, 7
"""ANSI numbers of what is raised from the ground of a screen."""

BLOCKS = frozenset(" ▀▄█▌▐▖▗▘▝▙▟▛▜▚▞▊▎▏▕▔▁")
"""Characters of pictures and edges, whose ink is a part of a ground: it may be the same."""

NOT_REVERSED = Style(reverse=False)

MOST_STYLES = 4096
"""Styles that are remembered: a window that fades makes new ones without end."""


class FewColours(LineFilter):
    """Give every colour of a line its role among the 16."""

    def __init__(self, make_pens: Callable[[], Pens]) -> None:
        """`make_pens` makes pens of the theme that is worn."""
        super().__init__()
        self._make_pens = make_pens
        self._pens: Pens | None = None
        self._known: dict[tuple[Style, RichColor, bool], Style] = {}

    def forget(self) -> None:
        """Another theme is worn."""
        self._pens = None
        self._known.clear()

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments of a line in 16 colours."""
        ground = background.rich_color
        return [
            Segment(text, style and self._few(style, ground, BLOCKS.issuperset(text)), control)
            for text, style, control in segments
        ]

    def _few(self, style: Style, ground: RichColor, is_picture: bool) -> Style:
        key = (style, ground, is_picture)
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= MOST_STYLES:
                self._known.clear()
            known = self._known[key] = self._make(style, ground, is_picture)
        return known

    def _make(self, style: Style, ground: RichColor, is_picture: bool) -> Style:
        if self._pens is None:
            self._pens = self._make_pens()
        ink, back = _number(style.color), _number(style.bgcolor)
        if style.reverse:
            if ink is None or back is None:
                return style
            return style + self._styled(back, ink, is_picture) + NOT_REVERSED
        shown = back or _number(ground) or self._pens.palette.ground
        few = self._styled(ink, shown, is_picture)
        return style + (few if back else Style(color=few.color))

    def _styled(self, ink: Colour | None, ground: Colour, is_picture: bool) -> Style:
        assert self._pens is not None
        back = one_of_16(ground, self._pens, is_ground=True)
        fore = ink and one_of_16(ink, self._pens, is_ground=is_picture)
        return self._pens.style(fore, back, PICTURE if is_picture else 0)


def one_of_16(colour: Colour, pens: Pens, is_ground: bool) -> Colour:
    """The role of a named colour; what is raised for a ground a little off the one of the screen;
    else the nearest."""
    if colour in SIXTEEN:
        return colour
    palette = pens.palette
    if any(shade.colour == colour for shade in palette.shades):
        return pens.reduce(colour, is_ground)
    away = abs(lab(colour)[0] - lab(palette.ground)[0])
    if is_ground and LEAST_RAISED <= away < MOST_RAISED:
        return standard(RAISED_AT_NIGHT if palette.dark else RAISED_BY_DAY)
    return nearest_of_16(colour)


def _number(colour: RichColor | None) -> Colour | None:
    if colour is None or colour.is_default or colour.triplet is None:
        return None
    return colour.triplet.red, colour.triplet.green, colour.triplet.blue
