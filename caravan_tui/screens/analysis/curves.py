"""The curves of the analysis screen: a seat's chance to win over the match, or everybody's."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from textual.events import Click
from textual.message import Message

from ai.analysis import Analysis
from ai.grades import Verdict
from caravan_tui.engine.playback import Playback
from caravan_tui.i18n import _
from caravan_tui.presentation.decisions import Mark, shares_of_win
from caravan_tui.widgets.chart import LEVEL_PITCH, LEVEL_SHARE, ticks
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawn import Drawn

LABEL = 7
"""Columns at the left: the mark of a seat and its value."""

LEAST_HALVED, LEAST_HALVED_ALONE = 5, 4
"""Rows of a hill from which on its middle is dotted: of one of several, and of the only one."""

FALL = "!"
"""What a mistake cost, where there are no pixels."""

END_COLUMNS = 3
"""Columns in which a curve goes to the result."""

TONES = 4
"""Steps in which the highest pixel of a hill fades."""


class Curves(Drawn):
    """The hill of a seat, or of each: one below the other, so that none covers another."""

    DEFAULT_CSS = """
    Curves { height: 1fr; width: 1fr; }
    """

    class Picked(Message):
        """The mark of a row was clicked."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    def __init__(self, playback: Playback, id: str | None = None) -> None:
        super().__init__(id=id)
        self._playback = playback
        self.chances: list[list[tuple[int, float]]] = []
        """Step and chance to win, 0 to 1, for each seat."""
        self._falls: list[dict[int, Verdict]] = []
        """The mistakes of each seat, by the step after them."""
        self.marks: Sequence[Mark] = ()
        self._seat: int | None = None
        """The seat whose hill is drawn; None: all of them."""
        self._cursor: int | None = None
        self._has_end = False
        """Whether the curves end with the result."""

    def show(
        self, analysis: Analysis, cursor: int | None, seat: int | None, marks: Sequence[Mark],
        is_finished: bool = True,
    ) -> None:  # fmt: skip
        """Draw the curve of a seat, or with None all of them, and mark the step of the cursor.
        `is_finished`: the whole match was searched."""
        seats = range(len(self._playback.match.names))
        self._falls = [
            {
                self._playback.after_ply(verdict.first_ply): verdict
                for verdict in analysis.turn_verdicts
                if verdict.seat == seat and verdict.is_error
            }
            for seat in seats
        ]
        self.chances = [self._with_falls(self._points(analysis, seat), seat) for seat in seats]
        self._has_end = False
        if is_finished:
            self._add_end()
        self.marks, self._seat = marks, seat
        self._cursor = cursor if analysis.points else None
        self.redraw()

    def chance(self, seat: int) -> float | None:
        """The chance of a seat at the cursor, or the last one that is known."""
        values = [
            share
            for step, share in self.chances[seat]
            if self._cursor is None or step <= self._cursor
        ]
        return values[-1] if values else None

    def _points(self, analysis: Analysis, seat: int) -> list[tuple[int, float]]:
        """Step and expected result of a seat. Where seats hide something, only as it judged itself,
        from what changed it on: there its turning points are."""
        at_ply, after_ply = self._playback.at_ply, self._playback.after_ply
        own = analysis.own_curve(seat) if self._playback.game.spec.secrets else []
        if own:
            return [(0 if ply < 0 else after_ply(ply), value) for ply, value in own]
        return [(at_ply(ply), value) for ply, value in analysis.curve(seat)]

    def _with_falls(
        self, points: list[tuple[int, float]], seat: int
    ) -> list[tuple[int, float]]:  # fmt: skip
        """A curve that falls after each mistake to what the played move was worth, as the list
        says. The next search begins from there; what another seat makes of it is not that. Of a
        turn it tells no decision before the costliest one."""
        falls = {step: verdict.remaining for step, verdict in self._falls[seat].items()}
        if self.adds_up:
            falls |= {
                step: 1 - verdict.remaining for step, verdict in self._falls[1 - seat].items()
            }
        covered = set(falls)
        for verdicts in self._falls if self.adds_up else self._falls[seat : seat + 1]:
            for step, verdict in verdicts.items():
                covered.update(range(step, self._playback.at_ply(verdict.ply) + 1))
        return sorted([point for point in points if point[0] not in covered] + [*falls.items()])

    @property
    def adds_up(self) -> bool:
        """Whether the chances add up to 100 %: not those of more than two seats, nor where each
        seat knows something else."""
        return len(self._playback.match.names) == 2 and not self._playback.game.spec.secrets

    @property
    def has_falls(self) -> bool:
        """Whether mistakes are on the curves that are drawn."""
        seats = range(len(self._falls)) if self._seat is None else [self._seat]
        return any(self._falls[seat] for seat in seats)

    def _add_end(self) -> None:
        """End the curves of a match that is over with its result."""
        ranks = self._playback.match.ranks
        self._has_end = bool(ranks) and all(map(bool, self.chances))
        if not self._has_end or not ranks:
            return
        for curve, share in zip(self.chances, shares_of_win(ranks), strict=True):
            curve.append((self._playback.last, share))

    def column(self, step: int) -> int:
        """The column of a step."""
        return LABEL + (self.size.width - LABEL - 2) * step // max(1, self._playback.last)

    def draw(self, canvas: Canvas) -> None:
        """Draw the hills, the marks above them, the steps below, and the cursor."""
        rows = canvas.height - 1
        if not self.chances or rows < len(self.chances):
            return
        colours = canvas.pens.palette
        if self._seat is not None:
            self._draw_axis(canvas, 1, rows - 1)
            self._draw_hill(canvas, self._seat, 1, rows - 1)
            self._draw_marks(canvas, self.marks, 0)
        else:
            tops = [rows * seat // len(self.chances) for seat in range(len(self.chances) + 1)]
            for seat, (top, end) in enumerate(itertools.pairwise(tops)):
                self._draw_name(canvas, seat, end - 1)
                self._draw_hill(canvas, seat, top, end - top)
                self._draw_marks(canvas, [mark for mark in self.marks if mark.seat == seat], top)
        canvas.put(0, rows, _("move"), colours.soft)
        taken = range(0)
        if self._cursor is not None:
            column = self.column(self._cursor)
            canvas.tint(column, 0, 1, 2 * rows, colours.accent, 0.5)
            sign = "^" if canvas.pens.is_ascii else "▲"
            words = f"{sign}{self._cursor}"
            start = min(column, canvas.width - len(words))
            canvas.put(start, rows, words, colours.ink, colours.accent, bold=True)
            taken = range(start - 1, start + len(words) + 1)
        for step in ticks(self._playback.last):
            label = str(step)
            column = min(self.column(step), canvas.width - len(label))
            if column + len(label) <= taken.start or column >= taken.stop:
                canvas.put(column, rows, label, colours.soft)

    def _draw_axis(self, canvas: Canvas, y: int, rows: int) -> None:
        """Say what the height of the only hill means, evenly: where it has no row in its middle,
        each label stands on the line that it means, the first one beside the marks."""
        colours = canvas.pens.palette
        canvas.fill(LABEL, y, canvas.width - LABEL - 1, rows, colours.surface)
        top = y - (rows % 2 == 0)
        foot = y + rows - 1
        for row, label in ((top, "100%"), ((top + foot) // 2, "50%"), (foot, "0%")):
            canvas.put(LABEL - 1 - len(label), row, label, colours.soft)

    def _draw_name(self, canvas: Canvas, seat: int, y: int) -> None:
        """The mark of a seat and its chance at the cursor, at the foot of its hill."""
        colours, chance = canvas.pens.palette, self.chance(seat)
        value = "" if chance is None else f"{chance:.0%}"
        canvas.put(0, y, canvas.pens.mark(seat), colours.seat[seat], bold=True)
        canvas.put(LABEL - 1 - len(value), y, value, colours.text)

    def heights(self, seat: int) -> dict[int, float]:
        """The height of the hill of a seat in each column, from 0 to 1. That of a match that is
        over comes down or up to its result in the last columns, where it is seen."""
        curve = self.chances[seat]
        heights = self._heights(curve, self.size.width - 1)
        falls = sorted(self._falls[seat].items(), key=lambda fall: fall[1].loss)
        heights |= {self.column(step): verdict.remaining for step, verdict in falls}
        if self._has_end and heights:
            start = max(LABEL, self.column(self._playback.last) - END_COLUMNS)
            before, result = heights.get(start, curve[-1][1]), curve[-1][1]
            for column in range(1, END_COLUMNS + 1):
                heights[start + column] = before + (result - before) * column / END_COLUMNS
        return heights

    def _draw_hill(self, canvas: Canvas, seat: int, y: int, rows: int) -> None:
        """A column of the hill for each column of the canvas; half of its height is dotted."""
        colours = canvas.pens.palette
        ink, mark = colours.seat[seat], canvas.pens.mark(seat)
        canvas.fill(LABEL, y, canvas.width - LABEL - 1, rows, colours.surface)
        pixels, foot = self._pixels(rows), 2 * (y + rows)
        falls = {self.column(step): verdict for step, verdict in sorted(
            self._falls[seat].items(), key=lambda fall: fall[1].loss)}  # fmt: skip
        for column, share in self.heights(seat).items():
            if canvas.pens.has_pixels:
                full, rest = divmod(round(share * pixels * TONES), TONES)
                canvas.rect(column, foot - full, 1, full, ink)
                if rest:
                    canvas.pixel(column, foot - full - 1, ink, rest / TONES)
            else:
                top = min(rows - 1, round(share * (rows - 1)))
                canvas.put(column, y + rows - 1 - top, mark, ink)
        for column, verdict in falls.items():
            self._draw_fall(canvas, column, y, rows, verdict)
        least = LEAST_HALVED if self._seat is None else LEAST_HALVED_ALONE
        if canvas.pens.has_tones and rows >= least:
            # The middle of an even number of rows is between two: the dots are in that of the label
            half = foot - pixels // 2 - (pixels % 4 == 0)
            for column in range(LABEL, canvas.width - 1, LEVEL_PITCH):
                canvas.pixel(column, half, colours.text, LEVEL_SHARE)

    def _pixels(self, rows: int) -> int:
        """The pixels of 100 % in so many rows: one stays free between two hills; the only one
        reaches the line of its axis."""
        return 2 * rows - (rows > 1 and self._seat is None)

    def _draw_fall(self, canvas: Canvas, column: int, y: int, rows: int, verdict: Verdict) -> None:
        """What a mistake cost: from the chance with the best move down to that with the played."""
        ink = canvas.pens.palette.text  # no colour of a seat is near it
        if canvas.pens.has_pixels:
            pixels, foot = self._pixels(rows), 2 * (y + rows)
            low, high = (round(share * pixels) for share in (verdict.remaining, verdict.chance))
            canvas.rect(column, foot - high, 1, max(1, high - low), ink)
            return
        low, high = (round(share * (rows - 1)) for share in (verdict.remaining, verdict.chance))
        for row in range(low + 1, high + 1):
            canvas.put(column, y + rows - 1 - row, FALL, ink)

    def _draw_marks(self, canvas: Canvas, marks: Sequence[Mark], y: int) -> None:
        """The marks of rows in a row of the canvas, with a free column between two that meet: side
        by side they would read as one number."""
        colours = canvas.pens.palette
        in_order = sorted(marks, key=lambda mark: mark.step)
        columns: list[int] = []
        for mark in in_order:
            columns.append(max([self.column(mark.step), *(last + 2 for last in columns[-1:])]))
        end = canvas.width - 1
        for place in reversed(range(len(columns))):
            columns[place] = min(columns[place], end)
            end = columns[place] - 2
        for mark, column in zip(in_order, columns, strict=True):
            ground = colours.named(mark.sense)
            canvas.put(column, y, mark.label, colours.ground, ground, bold=True)
            canvas.add_target(column, y, 1, 1, mark.step)

    def on_click(self, event: Click) -> None:
        """Choose the row whose mark is under the pointer."""
        step = self.target_of(event)
        if step is not None:
            self.post_message(self.Picked(step))

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
