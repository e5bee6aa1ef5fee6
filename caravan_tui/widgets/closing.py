"""Closing screens when keys come faster than screens go.

A closed screen leaves the stack at once, but its widgets still handle the messages that were sent
before. What arrives late must not close the screen below it, nor change widgets that are gone.
"""

from __future__ import annotations

from typing import Any

from textual.app import ScreenStackError
from textual.screen import Screen


def is_open(screen: Screen[Any]) -> bool:
    """Whether a screen is shown, or covered by others; False as soon as it has been closed."""
    try:
        return screen.is_attached and screen in screen.app.screen_stack
    except ScreenStackError:  # the app ends
        return False


def close(screen: Screen[Any], result: object = None) -> None:
    """Close a screen with a result if it is on top, else leave everything as it is."""
    if is_open(screen) and screen.is_active:
        screen.dismiss(result)
