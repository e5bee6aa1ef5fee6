"""A bar that shows how far through a match a replay is, with a mark at each round."""

from __future__ import annotations

from collections.abc import Iterable

from rich.segment import Segment
from rich.style import Style
from textual.events import Click
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget


class Timeline(Widget):
    """One line; a click picks the step there."""

    DEFAULT_CSS = """
    Timeline { height: 1; width: 1fr; }
    """

    class Picked(Message):
        """A step was clicked."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    def __init__(self, ascii_only: bool = False, id: str | None = None) -> None:
        super().__init__(id=id)
        self._ascii = ascii_only
        self._step = 0
        self._last = 0
        self._rounds: set[int] = set()

    def show(self, step: int, last: int, rounds: Iterable[int]) -> None:
        """Show a step, with the last step of the match and the steps at which rounds begin."""
        self._step, self._last, self._rounds = step, last, set(rounds)
        self.refresh()

    def column(self, step: int) -> int:
        """The column of a step."""
        return round(step * (self.size.width - 1) / self._last) if self._last else 0

    def render_line(self, y: int) -> Strip:
        """Draw the bar."""
        width = self.size.width
        current = self.column(self._step)
        played, mark, rest, knob = "=|-#" if self._ascii else "━┿─●"
        ground = self.rich_style
        bright = ground + Style(color=self.app.theme_variables["primary"], bold=True)
        row = [played if x < current else rest for x in range(width)]
        for step in self._rounds:
            row[self.column(step)] = mark
        before, after = "".join(row[:current]), "".join(row[current + 1 :])
        return Strip(
            [
                Segment(before, bright),
                Segment(knob, bright + Style(reverse=True)),
                Segment(after, ground + Style(dim=True)),
            ],
            width,
        )

    def on_click(self, event: Click) -> None:
        """Pick the step under the mouse."""
        width = max(1, self.size.width - 1)
        self.post_message(self.Picked(round(event.x * self._last / width)))
