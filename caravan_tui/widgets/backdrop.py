"""What is seen through a translucent screen: the screen below it, tinted.

Textual takes the screen below from a list that each screen on the way down shortens as it is
drawn. A screen whose drawing is kept shortens nothing, so that under three translucent screens one
may draw a screen above itself, which draws it in turn, until the stack overflows (Textual's issues
5669 and 6340). Here each screen asks the stack itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, runtime_checkable

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.segment import Segment
from textual.app import ScreenStackError
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import Screen
from textual.widgets import Footer

from caravan_tui.terminal.compat import FooterKey


@runtime_checkable
class Keyed(Protocol):
    """A window that says which keys work in it."""

    def key_bar(self) -> Sequence[tuple[str, str]]:
        """Keys and what they do, for the row in which the screen below has its own."""


class Backdrop:
    """A renderable: the screen below `screen` when it is drawn, in the tint of its background. The
    keys of that screen do nothing now: those of the window stand in their place."""

    def __init__(self, screen: Screen[Any]) -> None:
        self.screen = screen

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        below = screen_below(self.screen)
        if below is not None:
            tint = self.screen.styles.background
            segments = BackgroundScreen(below, tint).__rich_console__(console, options)
            bar = key_line(self.screen, below)
            yield from with_key_bar(segments, footer_rows(below), bar)


def footer_rows(screen: Screen[Any]) -> set[int]:
    """The rows with the keys of a screen, which do nothing while another lies above it."""
    footers = screen.query(Footer)
    return {row for footer in footers for row in range(footer.region.y, footer.region.bottom)}


def with_key_bar(
    segments: RenderResult, rows: set[int], bar: Sequence[Segment]
) -> Iterator[Segment]:
    """Segments of lines, with a bar of keys in some of the rows."""
    row, drawn = 0, -1
    for segment in segments:
        assert isinstance(segment, Segment)
        if segment.text == "\n":
            row += 1
        elif row in rows:
            if drawn != row:
                drawn = row
                yield from bar
            continue
        yield segment


def key_line(screen: Screen[Any], below: Screen[Any]) -> list[Segment]:
    """The keys of a window in one line, in the styles of the footer below it."""
    footer = next(iter(below.query(Footer)), None)
    if footer is None:
        return []
    ground = footer.rich_style
    styles = {
        name: next((key.get_component_rich_style(name) for key in footer.query(FooterKey)), ground)
        for name in ("footer-key--key", "footer-key--description")
    }
    parts: list[Segment] = []
    free = below.size.width
    for key, title in screen.key_bar() if isinstance(screen, Keyed) else ():
        needed = cell_len(key) + cell_len(title) + 2
        if needed <= free:
            free -= needed
            parts.append(Segment(key, ground + styles["footer-key--key"]))
            parts.append(Segment(f" {title} ", ground + styles["footer-key--description"]))
    return [*parts, Segment(" " * free, ground)]


def screen_below(screen: Screen[Any]) -> Screen[Any] | None:
    """The screen under another; None for the lowest one and for one that is closed."""
    try:
        stack = screen.app.screen_stack
    except ScreenStackError:  # the app ends
        return None
    index = stack.index(screen) if screen in stack else 0
    return stack[index - 1] if index else None
