"""Where one is in a match: a bar with a mark at each round, to look at and to click."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from rich.style import Style
from textual.events import Click
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget


class Timeline(Widget):
    """One line: played, still to come, the rounds; a click goes there."""

    DEFAULT_CSS = """
    Timeline { height: 1; width: 1fr; }
    """

    class Picked(Message):
        """The step that was clicked."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    def __init__(self, ascii_only: bool = False, id: str | None = None) -> None:
        super().__init__(id=id)
        self._tl_ascii = ascii_only
        self._tl_at = 0
        self._tl_last = 0
        self._tl_rounds: set[int] = set()

    def set(self, at: int, last: int, rounds: Sequence[int]) -> None:
        """The step, the last step, and the steps at which rounds begin."""
        self._tl_at, self._tl_last, self._tl_rounds = at, last, set(rounds)
        self.refresh()

    def cell(self, step: int) -> int:
        """The column of a step."""
        return round(step * (self.size.width - 1) / self._tl_last) if self._tl_last else 0

    def render_line(self, y: int) -> Strip:
        """The bar."""
        width = self.size.width
        here = self.cell(self._tl_at)
        done, mark, rest, knob = "=|-#" if self._tl_ascii else "━┿─●"
        ground = self.rich_style
        bright = ground + Style(color=self.app.theme_variables["primary"], bold=True)
        row = [done if x < here else rest for x in range(width)]
        for step in self._tl_rounds:
            row[self.cell(step)] = mark
        before, after = "".join(row[:here]), "".join(row[here + 1 :])
        return Strip(
            [
                Segment(before, bright),
                Segment(knob, bright + Style(reverse=True)),
                Segment(after, ground + Style(dim=True)),
            ],
            width,
        )

    def on_click(self, event: Click) -> None:
        """Go where it was clicked."""
        width = max(1, self.size.width - 1)
        self.post_message(self.Picked(round(event.x * self._tl_last / width)))
