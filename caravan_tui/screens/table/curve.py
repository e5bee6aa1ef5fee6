"""The scores of all seats over a match as one curve each."""

from __future__ import annotations

import math

from caravan_tui.engine.course import Course
from caravan_tui.hosts.match_text import score_text
from caravan_tui.widgets.chart import Chart, Figure, Level, Line, ticks
from caravan_tui.widgets.marks import seat_mark

MOST_LEVELS = 4
"""Steps of the scale of scores, at most."""


class ScoreCurve(Chart):
    """A line for each seat that ends in its mark; the axes say the range of scores and rounds."""

    DEFAULT_CSS = """
    ScoreCurve { width: 100%; height: 8; }
    """

    def show(self, course: Course, first: str, last: str) -> None:
        """Draw a course; `first`, `last`: its rounds in words, for the ends of the axis. Between
        them rounds are numbered, and a line stands where each of these ends."""
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
                is_thin=True,
            )
            for seat in sorted(seats, key=lambda seat: moments[-1].scores[seat])
        ]
        levels = [Level(value, score_text(value), has_line=False) for value in (high, low)]
        levels += [Level(value, score_text(value)) for value in round_values(low, high)]
        levels.sort(key=lambda level: level.value != 0)  # its line keeps its label
        ends = {moment.round: number for number, moment in enumerate(moments)}
        numbered = [number for number in ticks(course.last_round) if number in ends]
        marks = [float(ends[number]) for number in numbered if 0 < ends[number] < steps]
        between = [number for number in numbered if 1 < number < course.last_round]
        middles = {n: (ends.get(n - 1, ends[n]) + ends[n]) / 2 for n in between}
        labels = [(middle, str(number)) for number, middle in middles.items()]
        axis = [(0.0, first), *labels, (float(steps), last)]
        self.show_figure(Figure(0, steps, low, high, lines, levels, steps=axis, marks=marks))


def round_values(low: float, high: float) -> list[float]:
    """Two to four round numbers between the lowest score and the highest."""
    step = 10 ** math.floor(math.log10(max(1, high - low)))
    while (high - low) / step > MOST_LEVELS:
        step *= 2 if (high - low) / step <= 2 * MOST_LEVELS else 5
    while (high - low) / step < 2 and step > 1:
        step = max(1, step / 2)
    first = math.floor(low / step) + 1
    values = [number * step for number in range(first, math.ceil(high / step))]
    return [value for value in values if value == int(value)]
