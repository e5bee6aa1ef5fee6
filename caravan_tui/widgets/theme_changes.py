"""Widgets that take the colours of another theme by themselves."""

from __future__ import annotations

from collections.abc import Callable
from weakref import WeakMethod, ref

from textual.widget import Widget


def follow_theme(widget: Widget, restyle: Callable[[], object]) -> None:
    """Have a widget call `restyle`, a method, after each change of the theme.

    What subscribes to Textual's signal by itself is kept with all it has after it was removed,
    until the theme changes.
    """
    follower, method = ref(widget), WeakMethod(restyle)

    def theme_changed(_theme: object) -> None:
        widget, restyle = follower(), method()
        if widget is not None and restyle is not None:
            widget.call_next(restyle)

    widget.app.theme_changed_signal.subscribe(widget, theme_changed, immediate=True)
