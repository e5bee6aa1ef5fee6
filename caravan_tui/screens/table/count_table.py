"""Points as a table: a line for each thing that counts, a column for each seat, the sum below."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen
from rich.cells import cell_len

from caravan_tui.games.scoring import CountLine
from caravan_tui.hosts.match_text import score_text
from caravan_tui.i18n import _, capital
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour
from caravan_tui.widgets.drawn import Drawn
from caravan_tui.widgets.marks import short_name

GAP = 2
"""Columns between two columns of the table."""

LEAST_NAME = 4
"""Letters of a name that stay at least."""


@frozen
class Tally:
    """What a table shows: lines, their sum, and lines below it."""

    lines: Sequence[CountLine]
    sum_title: str
    after: Sequence[CountLine] = ()

    @property
    def rows(self) -> int:
        """Rows of the table: names, lines, a rule, the sum and what follows."""
        return len(self.lines) + 3 + len(self.after)

    @property
    def steps(self) -> int:
        """How many lines can appear one by one; the sum and what follows come together."""
        return len(self.lines) + 1

    def total(self) -> CountLine:
        """The sum of the lines."""
        seats = range(len(self.lines[0].points)) if self.lines else range(0)
        points = [sum(line.of(seat) for line in self.lines) for seat in seats]
        return CountLine(self.sum_title, points)


class CountTable(Drawn):
    """Draws a tally; the first `visible_steps` of its steps."""

    DEFAULT_CSS = """
    CountTable { width: 100%; height: auto; }
    """

    def __init__(
        self,
        tally: Tally,
        names: Sequence[str],
        id: str | None = None,
        fills_width: bool = False,
    ) -> None:
        """`fills_width`: whether the last column ends at the right edge."""
        super().__init__(id=id)
        self.fills_width = fills_width
        self.tally = tally
        self.names = names
        self.visible_steps = tally.steps

    def show(self, tally: Tally, visible_steps: int | None = None) -> None:
        """Show a tally, or only the first of its steps."""
        has_changed = tally.rows != self.tally.rows
        self.tally = tally
        self.visible_steps = tally.steps if visible_steps is None else visible_steps
        self.redraw()
        if has_changed:
            self.refresh(layout=True)

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """A row for each line."""
        return self.tally.rows

    def get_content_width(self, container: object, viewport: object) -> int:
        """As wide as the widest of its lines, with whole names."""
        everything = self._everything()
        titles = self._title_width(everything)
        seats = len(self.names)
        return titles + sum(GAP + width for width in self._widths(everything, 1000, seats))

    def _everything(self) -> list[CountLine]:
        return [*self.tally.lines, self.tally.total(), *self.tally.after]

    def _title_width(self, lines: Sequence[CountLine]) -> int:
        return max(cell_len(capital(line.title)) for line in lines)

    def draw(self, canvas: Canvas) -> None:
        """Names above, lines, a rule, the sum, what follows."""
        tally, colours = self.tally, canvas.pens.palette
        total = tally.total()
        everything = self._everything()
        seats = range(len(total.points))
        title_width = self._title_width(everything)
        widths = self._widths(everything, canvas.width - title_width, len(seats))
        # what is left of the width is shared, so that the last column ends at the edge
        spare = max(0, canvas.width - title_width - sum(widths) - GAP * len(widths))
        ends = []
        x = title_width
        for number, width in enumerate(widths):
            x += GAP + width
            ends.append(x + (spare * (number + 1) // len(widths) if self.fills_width else 0))
        canvas.fill(0, 0, canvas.width, canvas.height, colours.surface)
        for seat in seats:
            name = short_name(self.names[seat], widths[seat] - 2)
            text = f"{canvas.pens.mark(seat)} {name}"
            canvas.put(ends[seat] - len(text), 0, text, colours.seat[seat], bold=True)
        for number, line in enumerate(tally.lines[: self.visible_steps]):
            self._draw_line(canvas, 1 + number, line, ends, colours.text)
        if self.visible_steps < tally.steps:
            return
        y = 1 + len(tally.lines)
        rule = "-" if canvas.pens.is_ascii else "─"
        canvas.put(0, y, rule * (ends[-1] if ends else title_width), colours.faint)
        self._draw_line(canvas, y + 1, total, ends, colours.accent, is_sum=True)
        for number, line in enumerate(tally.after):
            self._draw_line(canvas, y + 2 + number, line, ends, colours.soft, is_sum=True)

    def _widths(self, lines: Sequence[CountLine], room: int, seats: int) -> list[int]:
        """The columns of each seat: for its numbers with what they are made of, and its name as far
        as there is room."""
        numbers = [
            max(cell_len(line.detail(seat)) + GAP * bool(line.detail(seat)) + 4 for line in lines)
            for seat in range(seats)
        ]
        whole = [max(width, cell_len(self.names[seat]) + 2) for seat, width in enumerate(numbers)]
        if sum(whole) + GAP * seats <= room:
            return whole
        share = max(room // max(1, seats) - GAP, LEAST_NAME + 2)
        return [
            max(width, min(wanted, share)) for width, wanted in zip(numbers, whole, strict=True)
        ]

    def _draw_line(
        self, canvas: Canvas, y: int, line: CountLine, ends: Sequence[int], ink: Colour,
        is_sum: bool = False,
    ) -> None:  # fmt: skip
        colours = canvas.pens.palette
        canvas.put(0, y, capital(line.title), ink, bold=is_sum)
        for seat, end in enumerate(ends):
            points = line.points[seat]
            if points is None:
                dash = "-" if canvas.pens.is_ascii else "·"
                canvas.put(end - 1, y, dash, colours.faint)
                continue
            number = score_text(points) if is_sum else signed(points)
            sense = ink
            if not is_sum:
                sense = colours.gain if points > 0 else colours.loss if points < 0 else colours.soft
            canvas.put(end - len(number), y, number, sense, bold=is_sum)
            detail = line.detail(seat)
            if detail:
                canvas.put(end - max(4, len(number)) - 1 - len(detail), y, detail, colours.soft)


def signed(points: float) -> str:
    """Points with their sign; 0 without one."""
    return f"+{score_text(points)}" if points > 0 else score_text(points)


def points_tally(lines: Sequence[CountLine], tie_breaks: Sequence[CountLine] = ()) -> Tally:
    """The points of a match by source; what breaks ties stands below the sum."""
    return Tally(lines, _("Points"), tie_breaks)
