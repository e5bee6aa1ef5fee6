"""A short animation: frames that a timer of a widget counts down."""

from __future__ import annotations

from collections.abc import Callable

from textual.timer import Timer
from textual.widget import Widget


class Frames:
    """None at first; a new animation ends the one that runs."""

    def __init__(self, widget: Widget, show: Callable[[], None]) -> None:
        """`show` draws the frame that has come, and at last the widget at rest."""
        self._widget = widget
        self._show = show
        self._timer: Timer | None = None
        self._count = 0
        self.left = 0
        """The frames that are still to come; 0 when nothing is moving."""

    @property
    def done(self) -> int:
        """The frames that have been shown before this one."""
        return self._count - self.left if self.left else 0

    @property
    def share_done(self) -> float:
        """How far the animation is: 0 in its first frame, 1 when nothing is moving."""
        return self.done / self._count if self.left else 1.0

    def start(self, count: int, seconds: float) -> None:
        """Show so many frames from now on, `seconds` apart. The caller draws the first one."""
        self.end()
        self.left = self._count = count
        self._timer = self._widget.set_interval(seconds, self._count_down)

    def end(self) -> None:
        """Show the widget at rest at once, if something is moving."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self.left:
            self.left = 0
            self._show()

    def _count_down(self) -> None:
        if self.left <= 1:
            self.end()
        else:
            self.left -= 1
            self._show()
