"""Curves over a number of steps, drawn with pixels or with marks: lines, a band, named levels."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from attrs import field, frozen
from rich.cells import cell_len

from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.shapes import Point, ribbon, stroke
from caravan_tui.widgets.drawn import Drawn, pens_of

BAND_SHARE = 0.3
"""The share of its colour in a band."""

LEVEL_SHARE = 0.4
"""The share of their colour in the lines of levels."""

LEVEL_PITCH = 2
"""Columns from dot to dot in the line of a level."""

SIGN_COLUMNS = 2
"""Columns a match from which on its outcome is a sign and not two pixels."""

MOST_STEPS = 8
"""Steps between the numbers of an axis, at most."""

LONGEST_NUMBER = 3
"""Characters up to which the last label of an axis stands below its step, not at the edge."""

LEAST_ROWS = 3
"""Rows below which nothing is drawn."""

AROUND = 2
"""Columns of a terminal beside a chart that is as wide as its page."""


@frozen
class Line:
    """A line through points, from left to right."""

    points: Sequence[tuple[float, float]]
    ink: str
    """The name of its colour, see `Palette.named`."""
    mark: str
    """One character that draws it where there are no pixels."""
    end: str = ""
    """A text behind its last point."""
    is_thin: bool = False
    """Whether it is a pixel thin, with hard edges: for several lines that cross."""


@frozen
class Level:
    """A value with a name at the left."""

    value: float
    label: str
    has_line: bool = True
    """Whether a dotted line goes across."""


@frozen
class Figure:
    """What a chart shows. `left` to `right` and `bottom` to `top` are the ranges of its axes."""

    left: float
    right: float
    bottom: float
    top: float
    lines: Sequence[Line] = ()
    """Later ones lie above earlier ones."""
    levels: Sequence[Level] = ()
    """Of two that would be in one row the earlier keeps its label."""
    band: Sequence[tuple[float, float, float]] = ()
    """A range around the first line: step, lowest and highest value."""
    steps: Sequence[tuple[float, str]] = field(factory=tuple)
    """Labels below the chart, each at its step."""
    marks: Sequence[float] = ()
    """Steps at which a faint line goes up and down."""
    outcomes: Sequence[tuple[float, bool]] = ()
    """Steps that were won, or not: a row of signs above the labels."""


class Chart(Drawn):
    """Shows a figure."""

    DEFAULT_CSS = """
    Chart { width: 1fr; height: 1fr; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.figure: Figure | None = None

    def show_figure(self, figure: Figure | None) -> None:
        """Show a figure; None: an empty ground."""
        self.figure = figure
        self.redraw()

    @property
    def has_outcome_signs(self) -> bool:
        """Whether the outcomes have room for a sign each, and are not pixels."""
        pens = pens_of(self.app, self.app.has_class("-ascii"))
        if self.figure is None or not pens.has_pixels:
            return True
        width = self.size.width or self.app.size.width - AROUND  # it has not been laid out yet
        return _have_signs(self.figure, *_sides(self.figure, width))

    def draw(self, canvas: Canvas) -> None:
        """Draw the figure."""
        if self.figure is not None and canvas.height >= LEAST_ROWS:
            _Drawing(canvas, self.figure).draw()


def _sides(figure: Figure, width: int) -> tuple[int, int]:
    """The first column of the plot in so many, and the one after its last, where the ends of lines
    are."""
    left = max([cell_len(level.label) for level in figure.levels] + [0]) + 1
    return left, width - 1 - sum(len(line.end) for line in figure.lines)


def _have_signs(figure: Figure, left: int, right: int) -> bool:
    """Whether each outcome has the columns of a sign."""
    return right - left >= SIGN_COLUMNS * len(figure.outcomes)


class _Drawing:
    """A figure on a canvas: the places of its values, and what is drawn there."""

    def __init__(self, canvas: Canvas, figure: Figure) -> None:
        self.canvas, self.figure = canvas, figure
        self.colours = canvas.pens.palette
        self.left, self.right = _sides(figure, canvas.width)
        self.rows = canvas.height - 1 - bool(figure.outcomes)

    def x(self, step: float) -> float:
        """The column of a step."""
        width = (self.figure.right - self.figure.left) or 1
        return self.left + (self.right - 2 - self.left) * (step - self.figure.left) / width + 0.5

    def py(self, value: float) -> float:
        """The row of pixels of a value."""
        height = (self.figure.top - self.figure.bottom) or 1
        share = (value - self.figure.bottom) / height
        return (2 * self.rows - 1) * (1 - max(0.0, min(1.0, share)))

    def row(self, value: float) -> int:
        """The row of cells of a value."""
        return min(self.rows - 1, int(self.py(value) / 2))

    def draw(self) -> None:
        """Draw ground, band, levels, lines and texts."""
        canvas = self.canvas
        canvas.fill(self.left, 0, canvas.width - self.left, self.rows, self.colours.surface)
        self._draw_marks_of_steps()
        self._draw_band()
        self._draw_levels()
        self._draw_steps()
        taken: dict[int, int] = {}
        for line in self.figure.lines:
            points = [(self.x(step), self.py(value)) for step, value in line.points]
            if not points:
                continue
            points = thinned(points)
            ink = self.colours.named(line.ink)
            if canvas.pens.has_pixels and line.is_thin:
                stroke(canvas, points, ink)
            elif canvas.pens.has_pixels:
                ribbon(canvas, points, ink, 1.0)
            else:
                self._draw_marks(points, line)
            row = min(self.rows - 1, int(points[-1][1] / 2))
            column = self.right + taken.get(row, 0)
            taken[row] = taken.get(row, 0) + len(line.end)
            canvas.put(column, row, line.end, ink, bold=True)
        self._draw_outcomes()

    def _draw_marks(self, points: Sequence[Point], line: Line) -> None:
        """A line as its marks."""
        ink = self.colours.named(line.ink)
        if len(points) == 1:
            self.canvas.put(int(points[0][0]), int(points[0][1] / 2), line.mark, ink)
        for (x, py), (next_x, next_py) in itertools.pairwise(points):
            steps = max(1, int(next_x) - int(x))
            for step in range(steps + 1):
                row = int((py + (next_py - py) * step / steps) / 2)
                self.canvas.put(int(x) + step, row, line.mark, ink)

    def _draw_marks_of_steps(self) -> None:
        """A faint line at each of the marks."""
        canvas = self.canvas
        if canvas.pens.has_tones:
            for step in self.figure.marks:
                canvas.rect(int(self.x(step)), 0, 1, 2 * self.rows, self.colours.panel)

    def _draw_levels(self) -> None:
        canvas = self.canvas
        labelled: set[int] = set()
        for level in self.figure.levels:
            py, row = self.py(level.value), self.row(level.value)
            if level.has_line and canvas.pens.has_pixels:
                has_tones = canvas.pens.has_tones
                ink = self.colours.soft if has_tones else self.colours.faint
                for column in range(self.left, self.right - 1, LEVEL_PITCH):
                    canvas.pixel(column, int(py), ink, LEVEL_SHARE if has_tones else 1)
            elif level.has_line:
                rule = "-" if canvas.pens.is_ascii else "─"
                canvas.put(self.left, row, rule * (self.right - 1 - self.left), self.colours.faint)
            if row not in labelled:
                labelled.add(row)
                column = self.left - 1 - cell_len(level.label)
                canvas.put(column, row, level.label, self.colours.soft)

    def _draw_band(self) -> None:
        """Tint the band; only its edges are dotted where there are no tones."""
        canvas, band = self.canvas, self.figure.band
        if not band:
            return
        ink = self.colours.named(self.figure.lines[0].ink)
        dot = "." if canvas.pens.is_ascii else "·"
        for column, (upper, lower) in self._band_columns().items():
            if canvas.pens.has_tones:
                canvas.tint(column, upper, 1, lower - upper + 1, ink, BAND_SHARE)
            elif canvas.pens.has_pixels and column % 2:
                canvas.pixel(column, upper, ink)
                canvas.pixel(column, lower, ink)
            elif not canvas.pens.has_pixels:
                canvas.put(column, upper // 2, dot, ink)
                canvas.put(column, min(self.rows - 1, lower // 2), dot, ink)

    def _band_columns(self) -> dict[int, tuple[int, int]]:
        """The first and the last row of pixels of the band in each of its columns."""
        columns: dict[int, tuple[int, int]] = {}
        edges = [
            (self.x(step), self.py(high), self.py(low)) for step, low, high in self.figure.band
        ]
        for (x, high, low), (next_x, next_high, next_low) in itertools.pairwise(edges):
            width = max(1, int(next_x) - int(x))
            for column in range(int(x), int(next_x) + 1):
                share = (column - int(x)) / width
                upper = round(high + (next_high - high) * share)
                columns[column] = upper, round(low + (next_low - low) * share)
        return columns

    def _draw_steps(self) -> None:
        """Label the steps; the first and the last label stay inside, and none meets the last."""
        canvas, steps = self.canvas, self.figure.steps
        free = 0
        for step, label in steps:
            column = self._column_of_label(step, label)
            is_last = (step, label) == steps[-1]
            end = canvas.width + 1 if is_last else self._column_of_label(*steps[-1])
            if column >= free and column + len(label) < end:
                free = canvas.put(column, canvas.height - 1, label, self.colours.soft) + 1

    def _column_of_label(self, step: float, label: str) -> int:
        """Where the label of a step begins."""
        column = int(self.x(step)) - len(label) // 2
        if step == self.figure.left:
            column = self.left
        elif step == self.figure.right and len(label) > LONGEST_NUMBER:
            column = self.canvas.width
        return max(self.left, min(self.canvas.width - len(label), column))

    def _draw_outcomes(self) -> None:
        """A sign for each match, or in few columns a pixel above for a win and below for none."""
        canvas, outcomes, row = self.canvas, self.figure.outcomes, self.rows
        if not outcomes:
            return
        is_roomy = _have_signs(self.figure, self.left, self.right)
        won, lost = outcome_signs(canvas.pens.is_ascii)
        for step, is_won in outcomes:
            column = int(self.x(step))
            ink = self.colours.gain if is_won else self.colours.loss
            if is_roomy or not canvas.pens.has_pixels:
                canvas.put(column, row, won if is_won else lost, ink, bold=is_won)
            else:
                canvas.pixel(column, 2 * row + (not is_won), ink)


def outcome_signs(ascii_only: bool) -> tuple[str, str]:
    """The signs of a match that was won and of one that was not."""
    return ("W", "l") if ascii_only else ("▲", "▼")


def thinned(points: Sequence[Point]) -> list[Point]:
    """At most one point a column: the mean of those in it. The last point stays as it is."""
    thin: list[Point] = []
    for _column, group in itertools.groupby(points, key=lambda point: int(point[0])):
        here = list(group)
        thin.append((here[0][0], sum(py for _x, py in here) / len(here)))
    thin[-1] = points[-1]
    return thin


def ticks(last: int) -> list[int]:
    """At most nine numbers from 0 to at most `last`, evenly spread and round: 0, 5, 10."""
    steps = (digit * 10**zeros for zeros in itertools.count() for digit in (1, 2, 5))
    step = next(step for step in steps if last <= MOST_STEPS * step)
    return list(range(0, last + 1, step))
