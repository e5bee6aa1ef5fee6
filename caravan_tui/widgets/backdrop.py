"""What is seen through a translucent screen: the screen below it, tinted.

Textual takes the screen below from a list that each screen on the way down shortens as it is
drawn. A screen whose drawing is kept shortens nothing, so that under three translucent screens one
may draw a screen above itself, which draws it in turn, until the stack overflows (Textual's issues
5669 and 6340). Here each screen asks the stack itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.segment import Segment
from textual.app import ScreenStackError
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import Screen
from textual.widgets import Footer


class Backdrop:
    """A renderable: the screen below `screen` when it is drawn, in the tint of its background."""

    def __init__(self, screen: Screen[Any]) -> None:
        self.screen = screen

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        below = screen_below(self.screen)
        if below is not None:
            tint = self.screen.styles.background
            segments = BackgroundScreen(below, tint).__rich_console__(console, options)
            yield from without_rows(segments, footer_rows(below))


def footer_rows(screen: Screen[Any]) -> set[int]:
    """The rows with the keys of a screen, which do nothing while another lies above it."""
    footers = screen.query(Footer)
    return {row for footer in footers for row in range(footer.region.y, footer.region.bottom)}


def without_rows(segments: RenderResult, rows: set[int]) -> Iterator[Segment]:
    """Segments of lines, with blanks in some of the rows."""
    row = 0
    for segment in segments:
        assert isinstance(segment, Segment)
        if segment.text == "\n":
            row += 1
        if row in rows and segment.text.strip():
            yield Segment(" " * cell_len(segment.text), segment.style, segment.control)
        else:
            yield segment


def screen_below(screen: Screen[Any]) -> Screen[Any] | None:
    """The screen under another; None for the lowest one and for one that is closed."""
    try:
        stack = screen.app.screen_stack
    except ScreenStackError:  # the app ends
        return None
    index = stack.index(screen) if screen in stack else 0
    return stack[index - 1] if index else None
