"""The share of wins by opponent and by number of seats, as bars."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen
from rich.cells import cell_len

from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.shapes import bar
from caravan_tui.widgets.drawn import Drawn
from saves.statistics import Summary

LEAST_BAR = 8
"""Columns below which a bar says nothing."""


@frozen
class Group:
    """A heading, and what is counted below it: a name and its matches each."""

    title: str
    rows: Sequence[tuple[str, Summary]]


class ShareBars(Drawn):
    """Groups below each other, as many as there is room for."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.groups: Sequence[Group] = ()

    def show(self, groups: Sequence[Group]) -> None:
        """Show groups; the first ones matter most."""
        self.groups = [group for group in groups if group.rows]
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw a heading for each group, and a bar for each of its rows."""
        colours = canvas.pens.palette
        canvas.fill(0, 0, canvas.width, canvas.height, colours.surface)
        names = [name for group in self.groups for name, _summary in group.rows]
        name_width = max(map(cell_len, names), default=0)
        counts = [_count_text(total) for group in self.groups for _name, total in group.rows]
        count_width = max(map(len, counts), default=0)
        lines = sum(len(group.rows) for group in self.groups)
        pitch = 2 if 2 * lines + 2 * len(self.groups) <= canvas.height else 1
        y = 0
        for group in self.groups:
            if y + 2 > canvas.height or (y and y + 1 + len(group.rows) > canvas.height):
                break
            canvas.put(1, y, group.title, colours.primary, bold=True)
            y += 1
            for name, summary in group.rows:
                self._draw_row(canvas, y, name, summary, name_width, count_width)
                y += pitch
            y += pitch == 1

    def _draw_row(
        self, canvas: Canvas, y: int, name: str, summary: Summary, name_width: int,
        count_width: int,
    ) -> None:  # fmt: skip
        colours = canvas.pens.palette
        canvas.put(1, y, name, colours.text)
        share = summary.share or 0.0
        left = name_width + 3
        right = canvas.width - count_width - 8
        if right - left >= LEAST_BAR:
            bar(canvas, left, y, right - left, share, colours.primary, colours.raised)
        percent = f"{share:.0%}"
        end = canvas.width - 1 - count_width
        canvas.put(end - 2 - len(percent), y, percent, colours.text, bold=True)
        count = _count_text(summary)
        canvas.put(canvas.width - 1 - len(count), y, count, colours.soft)


def _count_text(summary: Summary) -> str:
    """Wins and matches: `7/12`."""
    return f"{summary.wins}/{summary.contested}"
