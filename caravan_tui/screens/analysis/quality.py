"""How well each player chose, over the whole match: best moves, close ones, errors by
their marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from attrs import frozen
from rich.cells import cell_len

from ai.analysis import Analysis
from ai.grades import MoveMark, Verdict
from caravan_tui.i18n import _, _n
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, legible
from caravan_tui.widgets.drawing.palette import Palette
from caravan_tui.widgets.drawn import Drawn
from caravan_tui.widgets.marks import short_name

NAME_WIDTH = 14
"""Columns of a player's mark and name."""

SUM_WIDTH = 12
"""Columns of the number of moves at the right."""

LABEL_CONTRAST = 5.0
"""The least contrast of a number on its part of the bar."""


@frozen
class Quality:
    """A player's decisions, counted by what they cost."""

    seat: int
    best: int
    close: int
    inaccuracies: int = 0
    mistakes: int = 0
    blunders: int = 0

    @property
    def errors(self) -> int:
        """Decisions that cost something worth telling."""
        return self.inaccuracies + self.mistakes + self.blunders

    @property
    def count(self) -> int:
        """All decisions."""
        return self.best + self.close + self.errors


def quality_of(verdicts: Sequence[Verdict], seat: int) -> Quality:
    """Count the decisions of a seat."""
    own = [verdict for verdict in verdicts if verdict.seat == seat]
    best = sum(verdict.played == verdict.preferred for verdict in own)
    marks = Counter(verdict.mark for verdict in own if verdict.is_error)
    return Quality(
        seat,
        best,
        len(own) - best - marks.total(),
        marks[MoveMark.INACCURACY],
        marks[MoveMark.MISTAKE],
        marks[MoveMark.BLUNDER],
    )


def qualities(analysis: Analysis, seat: int | None) -> list[Quality]:
    """The listed seat's decisions, or those of every seat that was judged for None."""
    judged = sorted({verdict.seat for verdict in analysis.verdicts})
    seats = [other for other in judged if seat in (None, other)]
    return [quality_of(analysis.verdicts, other) for other in seats]


@frozen
class Part:
    """A part of every bar."""

    title: str
    ink: Colour
    sign: str
    """What fills it where there are no pixels."""
    number: Callable[[Quality], int]


class QualityBars(Drawn):
    """A bar for each player, and below them what its parts are."""

    DEFAULT_CSS = """
    QualityBars { width: 1fr; height: 0; padding: 0 1; }
    """

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self.names = names
        self.rows: list[Quality] = []

    def show(self, rows: list[Quality]) -> None:
        """Show these players; nothing takes no room."""
        if rows != self.rows:
            self.rows = rows
            self.styles.height = len(rows) + 3 if rows else 0
            self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw a blank row, the bars, the legend, a blank row."""
        colours = canvas.pens.palette
        parts = self.parts(colours)
        for y, row in enumerate(self.rows, 1):
            name = short_name(self.names[row.seat], NAME_WIDTH - 3)
            mark = canvas.pens.mark(row.seat)
            canvas.put(0, y, f"{mark} {name}", colours.seat[row.seat], bold=True)
            total = _n("{count} move", "{count} moves", row.count).format(count=row.count)
            canvas.put(canvas.width - cell_len(total), y, total, colours.soft)
            width = canvas.width - NAME_WIDTH - SUM_WIDTH
            done, start = 0, 0
            for part in parts:
                number, ink, sign = part.number(row), part.ink, part.sign
                done += number
                end = round(width * done / max(1, row.count))
                label = f" {number}" if number and len(str(number)) + 1 < end - start else ""
                text = label.ljust(end - start)
                if canvas.pens.has_pixels:
                    on_it = legible(colours.paper_ink, ink, LABEL_CONTRAST)
                    canvas.put(NAME_WIDTH + start, y, text, on_it, ink, bold=True)
                else:
                    bar = label.strip().center(end - start, sign)
                    canvas.put(NAME_WIDTH + start, y, bar, colours.text)
                start = end
        x, y = 0, len(self.rows) + 1
        for part in parts:
            if any(map(part.number, self.rows)):
                swatch = "■" if canvas.pens.has_pixels else part.sign
                x = canvas.put(x, y, swatch, part.ink) + 1
                x = canvas.put(x, y, part.title, colours.soft) + 3

    @staticmethod
    def parts(colours: Palette) -> Sequence[Part]:
        """The parts of a bar, the best first, named and signed as in the lists."""
        return (
            Part(_("best move"), colours.gain, "#", lambda row: row.best),
            Part(_("about as good"), colours.faint, "=", lambda row: row.close),
            Part(_("?! inaccuracy"), colours.accent, "~", lambda row: row.inaccuracies),
            Part(_("? mistake"), colours.primary, "?", lambda row: row.mistakes),
            Part(_("?? blunder"), colours.loss, "!", lambda row: row.blunders),
        )
