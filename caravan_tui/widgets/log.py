"""The log of a match in words."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen
from rich.text import Text
from textual.events import Resize, Show
from textual.widgets import RichLog


@frozen
class Line:
    """A line of the log: the version of the match in which it happened, and its words."""

    version: int
    text: str


class MatchLog(RichLog, can_focus=False):
    """All lines so far, the newest in view; wraps at its width."""

    DEFAULT_CSS = """
    MatchLog { background: $surface; padding: 0 1; scrollbar-size-vertical: 1; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(wrap=True, markup=False, highlight=False, min_width=10, id=id)
        self.lines_shown: list[Line] = []
        self.wrapped_width = 0
        """The width at which the lines are wrapped; 0: none are, -1: at none that exists."""

    def on_resize(self, event: Resize) -> None:
        """Wrap the lines again at another width."""
        self.rewrap()

    def on_show(self, event: Show) -> None:
        """Wrap the lines that came while the log was hidden and had no width."""
        self.rewrap()

    def rewrap(self) -> None:
        """Write all lines again if they were wrapped at another width."""
        width = self.scrollable_content_region.width
        if not width or width == self.wrapped_width:
            return
        is_first, self.wrapped_width = not self.wrapped_width, width
        if not is_first:
            lines, self.lines_shown = self.lines_shown, []
            self.clear()
            self.show(lines)

    def show(self, lines: Sequence[Line]) -> None:
        """Show these lines; write only the new ones where the others have not changed."""
        known = len(self.lines_shown)
        if list(lines[:known]) != self.lines_shown:
            self.clear()
            known = 0
        if lines[known:] and not self.scrollable_content_region.width:
            self.wrapped_width = -1  # the log is hidden: wrap again when it is shown
        for line in lines[known:]:
            self.write(Text(line.text))
        self.lines_shown = list(lines)
