"""The log of a match in words."""

from __future__ import annotations

from attrs import frozen
from rich.text import Text
from textual.events import Resize, Show
from textual.widgets import RichLog


@frozen
class Line:
    """A line of the log: the version of the match in which it happened, and its words."""

    version: int
    text: str
    actor: int | None = None
    """The seat whose doing it was, for its mark."""


class MatchLog(RichLog, can_focus=False):
    """All lines so far, the newest in view; wraps at its width."""

    DEFAULT_CSS = """
    MatchLog { background: $surface; padding: 0 1; scrollbar-size-vertical: 1; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(wrap=True, markup=False, highlight=False, min_width=10, id=id)
        self._ml_lines: list[Line] = []
        self._ml_width = 0
        """At which the lines are wrapped; 0: none are yet."""

    def on_resize(self, event: Resize) -> None:
        """Wrap the lines anew at another width."""
        self.wrap_anew()

    def on_show(self, event: Show) -> None:
        """Wrap what was told while the log was hidden and had no width."""
        self.wrap_anew()

    def wrap_anew(self) -> None:
        """Write all lines again if they were wrapped at another width."""
        width = self.scrollable_content_region.width
        if not width or width == self._ml_width:
            return
        first, self._ml_width = not self._ml_width, width
        if not first:
            lines, self._ml_lines = self._ml_lines, []
            self.clear()
            self.tell(lines)

    def tell(self, lines: list[Line]) -> None:
        """Show these lines; only what is new is written where the rest has not changed."""
        known = len(self._ml_lines)
        if lines[:known] != self._ml_lines:
            self.clear()
            known = 0
        if lines[known:] and not self.scrollable_content_region.width:
            self._ml_width = -1  # hidden: a width there never is, so that they are wrapped anew
        for line in lines[known:]:
            self.write(Text(line.text))
        self._ml_lines = list(lines)
