"""Dim texts that stay readable: paler than others, as far as their ground allows."""

from __future__ import annotations

from functools import lru_cache

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.constants import DIM_FACTOR
from textual.filter import LineFilter, dim_color

from caravan_tui.widgets.drawing.colours import READABLE, contrast

_STEPS = 8
_NOT_DIM = Style(dim=False)


class ReadableDim(LineFilter):
    """Mix dim texts with what they lie on: Textual does, too, but takes no care whether they can
    be read on the ground of a selected row."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments of a line, none of them dim."""
        ground = background.rich_color
        return [
            Segment(segment.text, dimmed(segment.style, ground), segment.control)
            if segment.style and segment.style.dim
            else segment
            for segment in segments
        ]


@lru_cache(1024)
def dimmed(style: Style, background: RichColor) -> Style:
    """A dim style as a colour; as it is where its colours are those of the terminal."""
    ground = style.bgcolor if style.bgcolor and not style.bgcolor.is_default else background
    if style.color is None or style.color.triplet is None or ground.triplet is None:
        return style
    return style + Style.from_color(dim_ink(style.color, ground)) + _NOT_DIM


@lru_cache(1024)
def dim_ink(ink: RichColor, ground: RichColor) -> RichColor:
    """An ink mixed with its ground as Textual does, as far as it stays readable."""
    shares = (DIM_FACTOR + (1 - DIM_FACTOR) * step / _STEPS for step in range(_STEPS + 1))
    inks = (dim_color(ground, ink, share) for share in shares)
    return next((other for other in inks if contrast_of(other, ground) >= READABLE), ink)


def contrast_of(ink: RichColor, ground: RichColor) -> float:
    """The contrast of two colours that have numbers."""
    return contrast(tuple(ink.get_truecolor()), tuple(ground.get_truecolor()))
