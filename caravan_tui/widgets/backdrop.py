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
from caravan_tui.widgets.commands import keys_of_name


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
            bar = key_line(self.screen)
            yield from with_key_bar(segments, footer_rows(self.screen), bar)


def footers_below(screen: Screen[Any]) -> list[Footer]:
    """The footers of the next screen below another that has any: other windows may lie between."""
    below = screen_below(screen)
    while below is not None:
        if footers := list(below.query(Footer)):
            return footers
        below = screen_below(below)
    return []


def footer_rows(screen: Screen[Any]) -> set[int]:
    """The rows with the keys of the screen below another, in whose place its own stand."""
    footers = footers_below(screen)
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


def named_keys(screen: Screen[Any]) -> list[tuple[str, str]]:
    """The keys of a window and what they do, as many as have room in a line."""
    named = []
    free = screen.size.width
    for key, title in screen.key_bar() if isinstance(screen, Keyed) else ():
        needed = cell_len(key) + cell_len(title) + 2
        if needed <= free:
            free -= needed
            named.append((key, title))
    return named


def key_at(screen: Screen[Any], x: int, y: int) -> str:
    """The key of a window that stands at a place of the foot of the screen, by Textual's name;
    empty where there is none. For the words behind several, as `↑↓ Scroll`, it is the last one."""
    if y not in footer_rows(screen):
        return ""
    for name, title in named_keys(screen):
        width = cell_len(name) + cell_len(title) + 2
        if x < width:
            keys = keys_of_name(name)
            for label, key in keys:
                x -= cell_len(label)
                if x < 0:
                    return key
            return keys[-1][1] if keys else ""
        x -= width
    return ""


def press(screen: Screen[Any], key: str) -> None:
    """Do what a key does. It comes from the app: sent by a screen it would not bubble up to it."""
    screen.app.call_later(screen.app.simulate_key, key)


def key_line(screen: Screen[Any]) -> list[Segment]:
    """The keys of a window in one line, in the styles of the footer below it."""
    footer = next(iter(footers_below(screen)), None)
    if footer is None:
        return []
    ground = footer.rich_style
    styles = {
        name: next((key.get_component_rich_style(name) for key in footer.query(FooterKey)), ground)
        for name in ("footer-key--key", "footer-key--description")
    }
    parts: list[Segment] = []
    for key, title in named_keys(screen):
        parts.append(Segment(key, ground + styles["footer-key--key"]))
        parts.append(Segment(f" {title} ", ground + styles["footer-key--description"]))
    free = screen.size.width - sum(part.cell_length for part in parts)
    return [*parts, Segment(" " * free, ground)]


def screen_below(screen: Screen[Any]) -> Screen[Any] | None:
    """The screen under another; None for the lowest one and for one that is closed."""
    try:
        stack = screen.app.screen_stack
    except ScreenStackError:  # the app ends
        return None
    index = stack.index(screen) if screen in stack else 0
    return stack[index - 1] if index else None
