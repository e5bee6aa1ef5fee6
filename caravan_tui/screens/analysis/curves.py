"""The curves of the analysis screen: the expected result of each seat over the match."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from rich.text import Text

from ai.analysis import Analysis
from caravan_tui.engine.playback import Playback
from caravan_tui.games.contract import OVER
from caravan_tui.screens.analysis.decisions import turning_points
from caravan_tui.widgets.chart import ticks
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawn import Drawn
from caravan_tui.widgets.marks import seat_mark
from caravan_tui.widgets.seat_styles import seat_style

LABEL = 7
"""Columns at the left: the mark of a seat and its value."""

TONES = 4
"""Steps in which the highest pixel of a hill fades."""


class Curves(Drawn):
    """A hill for each seat, one below the other: where they jump, none covers another."""

    DEFAULT_CSS = """
    Curves { height: 1fr; width: 1fr; }
    """

    def __init__(self, playback: Playback, ascii_only: bool, id: str | None = None) -> None:
        super().__init__(id=id)
        self._playback = playback
        self._is_ascii = ascii_only
        self._curves: list[list[tuple[int, float]]] = []
        """Step and expected result, 0 to 1, for each seat."""
        self._turns: list[tuple[int, int, bool]] = []
        """Step, seat and whether it was for the better."""
        self._cursor: int | None = None

    def show(self, analysis: Analysis, cursor: int | None, is_finished: bool = True) -> None:
        """Draw the curves of an analysis, and mark the step of the cursor. `is_finished`: the whole
        match was searched."""
        self._curves = [
            self._points(analysis, seat) for seat in range(len(self._playback.match.names))
        ]
        if is_finished:
            self._add_end()
        self._turns = [
            (self._step_after(turn.ply), turn.seat, turn.change > 0)
            for turn in turning_points(analysis)
        ]
        self._cursor = cursor if analysis.points else None
        self.redraw()

    def _points(self, analysis: Analysis, seat: int) -> list[tuple[int, float]]:
        """Step and expected result of a seat. Where seats hide something, only as it judged itself,
        from the last decision of another on: there its turning points are."""
        at_ply, points = self._playback.at_ply, analysis.points
        if self._playback.game.spec.secrets:
            own = [
                (self._step_after(points[place - 1].ply) if place else 0, point.values[seat])
                for place, point in enumerate(points)
                if point.actor in (seat, OVER)
            ]
            if own:
                return own
        return [(at_ply(ply), value) for ply, value in analysis.curve(seat)]

    def _step_after(self, ply: int) -> int:
        """The step that shows what an action has done."""
        return min(self._playback.at_ply(ply) + 1, self._playback.last)

    def _add_end(self) -> None:
        """End the curves of a match that is over with its result: the winners share 100 %."""
        ranks = self._playback.match.ranks
        if not ranks or not all(self._curves):
            return
        for curve, rank in zip(self._curves, ranks, strict=True):
            curve.append((self._playback.last, (rank == 1) / ranks.count(1)))

    def column(self, step: int) -> int:
        """The column of a step."""
        return LABEL + (self.size.width - LABEL - 2) * step // max(1, self._playback.last)

    def draw(self, canvas: Canvas) -> None:
        """Draw a strip for each seat, the steps below, and the cursor."""
        seats = len(self._curves)
        rows = canvas.height - 1
        if not seats or rows < seats:
            return
        colours = canvas.pens.palette
        tops = [rows * seat // seats for seat in range(seats + 1)]
        for seat, (top, end) in enumerate(itertools.pairwise(tops)):
            self._draw_strip(canvas, seat, top, end - top)
        for step in ticks(self._playback.last):
            label = str(step)
            column = min(self.column(step), canvas.width - len(label))
            canvas.put(column, rows, label, colours.soft)
        if self._cursor is not None:
            column = self.column(self._cursor)
            canvas.tint(column, 0, 1, 2 * rows, colours.accent, 0.5)
            sign = "^" if canvas.pens.is_ascii else "▲"
            words = f"{sign}{self._cursor}"
            start = min(column, canvas.width - len(words))
            canvas.put(start, rows, words, colours.ink, colours.accent, bold=True)

    def _draw_strip(self, canvas: Canvas, seat: int, y: int, rows: int) -> None:
        """Mark and value at the cursor, the hill, and a sign at each turning point of the seat."""
        colours = canvas.pens.palette
        ink = colours.seat[seat]
        mark = canvas.pens.mark(seat)
        heights = self._heights(self._curves[seat], canvas.width - 1)
        canvas.fill(LABEL, y, canvas.width - LABEL - 1, rows, colours.surface)
        values = [
            share
            for step, share in self._curves[seat]
            if self._cursor is None or step <= self._cursor
        ]
        value = f"{values[-1]:.0%}" if values else ""
        canvas.put(0, y + rows - 1, mark, ink, bold=True)
        canvas.put(LABEL - 1 - len(value), y + rows - 1, value, colours.text)
        pixels = 2 * rows - (rows > 1)  # a pixel stays free between two strips
        foot = 2 * (y + rows)
        for column, share in heights.items():
            if canvas.pens.has_pixels:
                full, rest = divmod(round(share * pixels * TONES), TONES)
                canvas.rect(column, foot - full, 1, full, ink)
                if rest:
                    canvas.pixel(column, foot - full - 1, ink, rest / TONES)
            else:
                top = min(rows - 1, round(share * (rows - 1)))
                canvas.put(column, y + rows - 1 - top, mark, ink)
        up, down = ("+", "-") if canvas.pens.is_ascii else ("▲", "▼")
        for step, turned, is_better in self._turns:
            if turned == seat:
                column, sense = self.column(step), colours.gain if is_better else colours.loss
                sign = up if is_better else down
                canvas.put(column, y, sign, sense, colours.ground, bold=True)

    def _heights(self, curve: Sequence[tuple[int, float]], end: int) -> dict[int, float]:
        """The mean value in each column before `end`; between two points the first one stays."""
        groups = {
            column: [value for _step, value in points]
            for column, points in itertools.groupby(curve, key=lambda point: self.column(point[0]))
        }
        heights: dict[int, float] = {}
        value: float | None = None
        for column in range(LABEL, end):
            if column in groups:
                value = sum(groups[column]) / len(groups[column])
            if value is not None and column <= max(groups):
                heights[column] = value
        return heights

    def legend(self) -> Text:
        """The mark and name of each seat, in its colour."""
        text = Text(no_wrap=True, overflow="ellipsis")
        for seat, name in enumerate(self._playback.match.names):
            mark = seat_mark(seat, self._is_ascii)
            text.append(f"{mark} {name}  ", seat_style(self, seat))
        return text
