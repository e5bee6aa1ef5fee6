"""The scores of all seats over a match as one curve each."""

from __future__ import annotations

from caravan_tui.engine.course import Course
from caravan_tui.hosts.match_text import score_text
from caravan_tui.widgets.chart import Chart, Figure, Level, Line
from caravan_tui.widgets.marks import seat_mark


class ScoreCurve(Chart):
    """A line for each seat that ends in its mark; the axes say the range of scores and rounds."""

    DEFAULT_CSS = """
    ScoreCurve { width: 100%; height: 8; }
    """

    def show(self, course: Course, first: str, last: str) -> None:
        """Draw a course; `first`, `last`: its rounds in words, for the ends of the axis."""
        moments = course.moments
        scores = [score for moment in moments for score in moment.scores]
        low, high = min(scores), max(scores)
        high = high if high > low else low + 1
        seats = range(len(moments[0].scores))
        steps = max(1, len(moments) - 1)
        ascii_only = self.app.has_class("-ascii")
        lines = [
            Line(
                [(number, moment.scores[seat]) for number, moment in enumerate(moments)],
                f"seat-{seat + 1}",
                seat_mark(seat, ascii_only),
                seat_mark(seat, ascii_only),
            )
            for seat in sorted(seats, key=lambda seat: moments[-1].scores[seat])
        ]
        levels = [Level(value, score_text(value), has_line=False) for value in (high, low)]
        self.show_figure(
            Figure(0, steps, low, high, lines, levels, steps=[(0, first), (steps, last)])
        )
