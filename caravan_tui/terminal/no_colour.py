"""Without colours: what a colour says is said by reverse, dim and bold text."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

DARK, LIGHT = 0.1, 0.9
"""How bright the ground of a dark theme is, and that of a light one."""

FILLED = 0.35
"""Difference in brightness to the ground from which on a field is drawn in reverse."""

FAINT = 0.45
"""Difference in brightness to its field below which a text is dim."""

UNSEEN = 0.06
"""Difference in brightness to its ground below which an edge only keeps things apart."""

EDGES = frozenset("▊▎▏▕▔▁▌▐")
"""Characters of the edges of a widget."""

COLOURLESS = Style.from_color(RichColor.default(), RichColor.default())


class NoColour(LineFilter):
    """Take every colour away, as NO_COLOR asks. Textual's own filter leaves shades of grey."""

    def __init__(self, is_dark: Callable[[], bool]) -> None:
        """`is_dark`: whether the theme is a dark one."""
        super().__init__()
        self.is_dark = is_dark

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments of a line without colours."""
        # not `background`: that of a button with the focus is its own
        ground = DARK if self.is_dark() else LIGHT
        return [
            Segment(" " * len(text), COLOURLESS, control)
            if style and EDGES.issuperset(text) and is_unseen(style)
            else Segment(text, style and without_colours(style, ground), control)
            for text, style, control in segments
        ]


def is_unseen(style: Style) -> bool:
    """Whether an ink is about as bright as its ground."""
    if style.color is None or style.bgcolor is None:
        return False
    return abs(brightness(style.color, 1) - brightness(style.bgcolor, 0)) < UNSEEN


@lru_cache(4096)
def without_colours(style: Style, ground: float) -> Style:
    """A style without colours, in reverse where it fills a field on a ground of this brightness,
    and dim where the text is faint."""
    field = brightness(style.bgcolor, ground)
    text = brightness(style.color, 1 - ground)
    is_filled = abs(field - ground) >= FILLED
    is_faint = abs(text - field) < FAINT and not is_filled
    marks = Style(reverse=is_filled != bool(style.reverse), dim=is_faint or style.dim)
    return style + COLOURLESS + marks


def brightness(colour: RichColor | None, usual: float) -> float:
    """How bright a colour is, from 0 to 1; `usual` for the terminal's own."""
    if colour is None or colour.is_default:
        return usual
    return Color.from_rich_color(colour).brightness
