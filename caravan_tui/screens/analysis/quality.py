"""Bars of how well each player chose over the whole match."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen
from rich.cells import cell_len

from ai.grades import LEAST_LOSS, MoveMark
from caravan_tui.i18n import _, _n
from caravan_tui.presentation.quality import Quality
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, legible
from caravan_tui.widgets.drawing.palette import Palette
from caravan_tui.widgets.drawn import Drawn, pens_of
from caravan_tui.widgets.marks import short_name

NAME_WIDTH = 14
"""Columns of a player's mark and name."""

SUM_WIDTH = 12
"""Columns of the number of moves at the right."""

GAP = 2
"""Columns between two parts of a legend."""

LABEL_CONTRAST = 5.0
"""The least contrast of a number on its part of the bar."""


@frozen
class Part:
    """A part of every bar."""

    title: str
    ink: Colour
    sign: str
    """What fills it where there are no pixels."""
    number: Callable[[Quality], int]
    mark: MoveMark | None = None
    """The mark of its moves, where they are errors."""


def parts(colours: Palette) -> Sequence[Part]:
    """The parts of a bar, the best first, named and signed as in the lists."""
    return (
        Part(_("!! brilliant find"), colours.favour, "*", lambda row: row.finds),
        Part(_("best move"), colours.gain, "#", lambda row: row.best - row.finds),
        Part(_("about as good"), colours.faint, "=", lambda row: row.close),
        Part(_("?! inaccuracy"), colours.accent, "~", lambda row: row.inaccuracies,
             MoveMark.INACCURACY),
        Part(_("? mistake"), colours.primary, "?", lambda row: row.mistakes, MoveMark.MISTAKE),
        Part(_("?? blunder"), colours.loss, "!", lambda row: row.blunders, MoveMark.BLUNDER),
    )  # fmt: skip


def draw_bar(canvas: Canvas, x: int, y: int, width: int, row: Quality, rows: int = 1) -> None:
    """Draw a player's decisions as a bar whose parts are as long as they are many, `rows` high."""
    colours = canvas.pens.palette
    filled = [part for part in parts(colours) if part.number(row)]
    numbers = [part.number(row) for part in filled]
    for part, number, across in zip(filled, numbers, part_widths(numbers, width), strict=True):
        label = f" {number}" if len(str(number)) < across else ""
        if canvas.pens.has_pixels:
            canvas.fill(x, y, across, rows, part.ink)
            on_it = legible(colours.paper_ink, part.ink, LABEL_CONTRAST)
            canvas.put(x, y, label.ljust(across), on_it, part.ink, bold=True)
        else:
            canvas.put(x, y, label.strip().center(across, part.sign), colours.text)
        x += across


def part_widths(numbers: Sequence[int], width: int) -> list[int]:
    """Share columns by numbers, but give each one at least those in which it can be read, or one
    column where the bar is too short for that."""
    least = [len(str(number)) + 1 for number in numbers]
    if sum(least) > width:
        least = [min(1, width // max(1, len(numbers)))] * len(numbers)
    widths = [0] * len(numbers)
    free, whole = width, sum(numbers)
    # The small parts take what they need first, then the large ones share the rest.
    for place in sorted(range(len(numbers)), key=numbers.__getitem__):
        widths[place] = max(least[place], round(free * numbers[place] / max(1, whole)))
        free -= widths[place]
        whole -= numbers[place]
    return widths


def legend_lines(rows: Sequence[Quality], colours: Palette, width: int) -> list[list[Part]]:
    """The parts that there are, shared out over lines of so many columns."""
    lines: list[list[Part]] = []
    taken = 0
    for part in parts(colours):
        if not any(map(part.number, rows)):
            continue
        needed = cell_len(part.title) + 2 + GAP
        if not lines or taken + needed > width + GAP:
            lines.append([])
            taken = 0
        lines[-1].append(part)
        taken += needed
    return lines


def draw_legend(canvas: Canvas, x: int, y: int, line: Sequence[Part], room: int) -> None:
    """Say what the parts of a bar are, and from what loss on a move is an error if there is
    room for it."""
    colours = canvas.pens.palette
    titles = [_threshold(part) for part in line]
    if sum(cell_len(title) + 2 + GAP for title in titles) - GAP > room:
        titles = [part.title for part in line]
    for part, title in zip(line, titles, strict=True):
        swatch = "■" if canvas.pens.has_pixels else part.sign
        x = canvas.put(x, y, swatch, part.ink) + 1
        x = canvas.put(x, y, title, colours.soft) + GAP


def _threshold(part: Part) -> str:
    return part.title if part.mark is None else f"{part.title} {LEAST_LOSS[part.mark]:.0%}+"


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
            self.lay_out()
            self.redraw()

    def on_resize(self) -> None:
        """Give the legend the rows that it takes at the new width."""
        self.lay_out()

    def lay_out(self) -> None:
        """Take the rows of the bars and of the legend."""
        rows = self.rows
        width = self.content_size.width
        colours = pens_of(self.app, ascii_only=False).palette
        legend = len(legend_lines(rows, colours, width)) if width else 1
        self.styles.height = len(rows) + 2 + max(1, legend) if rows else 0

    def draw(self, canvas: Canvas) -> None:
        """Draw a blank row, the bars, the legend, a blank row."""
        colours = canvas.pens.palette
        for y, row in enumerate(self.rows, 1):
            name = short_name(self.names[row.seat], NAME_WIDTH - 3)
            mark = canvas.pens.mark(row.seat)
            canvas.put(0, y, f"{mark} {name}", colours.seat[row.seat], bold=True)
            total = _n("{count} move", "{count} moves", row.count).format(count=row.count)
            canvas.put(canvas.width - cell_len(total), y, total, colours.soft)
            draw_bar(canvas, NAME_WIDTH, y, canvas.width - NAME_WIDTH - SUM_WIDTH, row)
        lines = legend_lines(self.rows, colours, canvas.width)
        for y, line in enumerate(lines, len(self.rows) + 1):
            draw_legend(canvas, 0, y, line, canvas.width)
