"""What is seen through a translucent screen: the screen below it, tinted.

Textual takes the screen below from a list that each screen on the way down shortens as it is
drawn. A screen whose drawing is kept shortens nothing, so that under three translucent screens one
may draw a screen above itself, which draws it in turn, until the stack overflows (Textual's issues
5669 and 6340). Here each screen asks the stack itself.
"""

from __future__ import annotations

from typing import Any

from rich.console import Console, ConsoleOptions, RenderResult
from textual.app import ScreenStackError
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import Screen


class Backdrop:
    """A renderable: the screen below `screen` when it is drawn, in the tint of its background."""

    def __init__(self, screen: Screen[Any]) -> None:
        self.screen = screen

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        below = screen_below(self.screen)
        if below is not None:
            tint = self.screen.styles.background
            yield from BackgroundScreen(below, tint).__rich_console__(console, options)


def screen_below(screen: Screen[Any]) -> Screen[Any] | None:
    """The screen under another; None for the lowest one and for one that is closed."""
    try:
        stack = screen.app.screen_stack
    except ScreenStackError:  # the app ends
        return None
    index = stack.index(screen) if screen in stack else 0
    return stack[index - 1] if index else None
