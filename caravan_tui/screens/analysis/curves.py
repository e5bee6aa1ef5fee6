"""The curves of the analysis screen: the expected result of each seat over the match."""

from __future__ import annotations

from rich.text import Text

from ai.analysis import Analysis
from caravan_tui.engine.playback import Playback
from caravan_tui.widgets.marks import seat_mark
from caravan_tui.widgets.plot import Plot, ticks
from caravan_tui.widgets.seat_styles import seat_colour, seat_style

MARKS = 9
"""Marks along each curve, which tell curves apart without colours."""


class Curves(Plot):
    """A curve for each seat."""

    def __init__(self, playback: Playback, ascii_only: bool, id: str | None = None) -> None:
        super().__init__(ascii_only, id=id)
        self._playback = playback

    def show(self, analysis: Analysis, cursor: int | None) -> None:
        """Draw the curves of an analysis, and an upright line at the step of the cursor."""
        self.begin()
        for seat in range(len(self._playback.match.names)):
            points = [
                (float(self._playback.at_ply(ply)), value) for ply, value in analysis.curve(seat)
            ]
            if points:
                colour = seat_colour(self, seat)
                self.line(points, colour)
                self.points(thinned(points, MARKS), colour, seat_mark(seat, self.ascii_only))
        self.bounds_y(0, 1, [0, 0.5, 1], ["0 %", "50 %", "100 %"])
        last = self._playback.last
        self.bounds_x(0, max(1, last), ticks(last))
        if cursor is not None and analysis.points:
            self.vertical(float(cursor), "accent")
        self.refresh()

    def legend(self) -> Text:
        """The mark and name of each seat, in its colour."""
        text = Text(no_wrap=True, overflow="ellipsis")
        for seat, name in enumerate(self._playback.match.names):
            mark = seat_mark(seat, self.ascii_only)
            text.append(f"{mark} {name}  ", seat_style(self, seat))
        return text


def thinned(points: list[tuple[float, float]], most: int) -> list[tuple[float, float]]:
    """About this many of the points, evenly spread, with the last one always among them."""
    step = max(1, -(-len(points) // most))
    thinned_points = points[::step]
    return thinned_points if thinned_points[-1] == points[-1] else [*thinned_points, points[-1]]
