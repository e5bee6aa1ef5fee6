"""The scores of all seats over a match as one curve each, drawn with pixels or with marks."""

from __future__ import annotations

import itertools

from caravan_tui.engine.course import Course
from caravan_tui.hosts.match_text import score_text
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.shapes import Point, ribbon
from caravan_tui.widgets.drawn import Drawn


class ScoreCurve(Drawn):
    """A line for each seat that ends in its mark; the axes say the range of scores and rounds."""

    DEFAULT_CSS = """
    ScoreCurve { width: 100%; height: 8; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.course: Course | None = None
        self.first = self.last = ""

    def show(self, course: Course, first: str, last: str) -> None:
        """Draw a course; `first`, `last`: its rounds in words, for the ends of the axis."""
        self.course, self.first, self.last = course, first, last
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw curves, marks and axes."""
        course = self.course
        if course is None or canvas.height < 3:
            return
        colours = canvas.pens.palette
        scores = [score for moment in course.moments for score in moment.scores]
        low, high = min(scores), max(scores)
        high = high if high > low else low + 1
        labels = score_text(high), score_text(low)
        left = max(map(len, labels)) + 1
        seats = range(len(course.moments[0].scores))
        right = canvas.width - 1 - len(seats)
        rows = canvas.height - 1
        canvas.fill(left, 0, canvas.width - left, rows, colours.surface)
        for label, row in zip(labels, (0, rows - 1), strict=True):
            canvas.put(left - 1 - len(label), row, label, colours.soft)
        canvas.put(left, rows, self.first, colours.soft)
        canvas.put(canvas.width - len(self.last), rows, self.last, colours.soft)
        steps = max(1, len(course.moments) - 1)

        def point(number: int, seat: int) -> Point:
            share = (course.moments[number].scores[seat] - low) / (high - low)
            return left + (right - 2 - left) * number / steps + 0.5, (2 * rows - 1) * (1 - share)

        taken: dict[int, int] = {}
        for seat in sorted(seats, key=lambda seat: course.moments[-1].scores[seat]):
            points = [point(number, seat) for number in range(len(course.moments))]
            if canvas.pens.has_pixels:
                ribbon(canvas, points, colours.seat[seat], 1.0)
            else:
                _dots(canvas, points, seat)
            row = min(rows - 1, int(points[-1][1] / 2))
            column = right + taken.get(row, 0)
            taken[row] = taken.get(row, 0) + 1
            canvas.put(column, row, canvas.pens.mark(seat), colours.seat[seat], bold=True)


def _dots(canvas: Canvas, points: list[Point], seat: int) -> None:
    """A curve as the marks of its seat."""
    ink, mark = canvas.pens.palette.seat[seat], canvas.pens.mark(seat)
    for (x, py), (next_x, next_py) in itertools.pairwise(points):
        steps = max(1, int(next_x) - int(x))
        for step in range(steps + 1):
            share = step / steps
            row = int((py + (next_py - py) * share) / 2)
            canvas.put(int(x) + step, row, mark, ink)
