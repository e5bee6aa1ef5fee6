"""All problems of a page at a glance: a carpet for each group, with a knot for each problem that
lights up once it is solved. Only the edge and the selected one are numbered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen
from rich.cells import cell_len
from textual.events import Click, MouseScrollDown, MouseScrollUp
from textual.message import Message

from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, legible, mix
from caravan_tui.widgets.drawing.shapes import bar
from caravan_tui.widgets.drawn import Drawn

IN_ROW, IN_LONG_ROW = 10, 15
"""Plaques in a row, as a row is a round number of them; where there is room, more."""

MARGIN = 4
"""Columns at the left of a row, for the number of its first plaque."""

LEAST_PLAQUE, MOST_PLAQUE = 3, 6
"""Columns of a plaque: a number of three digits has room in it."""

BAR = 8
"""Columns of the bar in a heading."""

WOVEN = (0.34, 0.22)
"""The shares of its colour in the plaques of a carpet that are new, by turns."""

TOUCHED = 0.6
"""The share of its colour in a plaque that was tried and not solved."""

CONTRAST = 5.0
"""The least contrast of a number on its plaque."""


@frozen
class Plaque:
    """A problem: its number on the page, and how the user did."""

    number: int
    sign: str
    """One character; a blank for one that was never tried."""
    ground: str
    """The name of its colour, see `Palette.named`; empty: that of a problem never tried."""
    is_solved: bool = False
    """Whether it has the whole colour of its carpet."""


@frozen
class Group:
    """Plaques under a heading, which says what they have in common."""

    heading: str
    aside: str
    """What stands at the right end of the heading."""
    plaques: Sequence[Plaque]
    colour: str = "primary"
    """The name of the colour of its carpet."""

    @property
    def solved(self) -> float:
        """The share of its problems that are solved."""
        return sum(plaque.is_solved for plaque in self.plaques) / max(1, len(self.plaques))


@frozen
class HeadingRow:
    """A row of the picture with the heading of a group."""

    group: int


@frozen
class CellRow:
    """A row of the picture with plaques of a group."""

    group: int
    first: int
    """The index of the first one on the page."""
    count: int
    is_foot: bool = False
    """Whether it is the second row of plaques that are two rows high."""
    has_foot: bool = False
    """Whether such a row follows, or it is one: that has the numbers."""

    def has(self, index: int) -> bool:
        """Whether a plaque is in this row."""
        return self.first <= index < self.first + self.count


@frozen
class BlankRow:
    """An empty row of the picture, between two groups."""


Row = HeadingRow | CellRow | BlankRow


class ProblemGrid(Drawn, can_focus=True):
    """Groups below each other. Where there is no room for all of them, their plaques scroll with
    the cursor, and every heading stays in sight."""

    DEFAULT_CSS = """
    ProblemGrid { width: 1fr; height: 1fr; }
    """

    class Highlighted(Message):
        """The cursor has moved."""

    class Opened(Message):
        """The problem under the cursor was clicked."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.groups: Sequence[Group] = ()
        self.cursor = 0
        """The index of a plaque on the page."""
        self._top = 0
        """The first row of plaques that is shown where they scroll."""

    def show(self, groups: Sequence[Group], cursor: int) -> None:
        """Show these groups with the cursor on a plaque."""
        self.groups = groups
        self._top = 0
        self.go_to(cursor)

    @property
    def count(self) -> int:
        """How many plaques there are."""
        return sum(len(group.plaques) for group in self.groups)

    def go_to(self, index: int) -> None:
        """Move the cursor to a plaque, or to the nearest that there is."""
        self.cursor = max(0, min(index, self.count - 1))
        self.redraw()
        self.post_message(self.Highlighted())

    def move(self, right: int, down: int) -> None:
        """Move the cursor to the next plaque, or to the one below or above it, also across a
        heading."""
        if right:
            self.go_to(self.cursor + right)
            return
        rows = self._all_rows()
        here = self._row_of_cursor(rows)
        target = here + down
        if not 0 <= target < len(rows):
            return
        column = self.cursor - rows[here].first
        row = rows[target]
        self.go_to(row.first + min(column, row.count - 1))

    def move_group(self, way: int) -> None:
        """Move the cursor to the beginning of the next group, or of the one before."""
        number = self._group_of(self.cursor) + way
        if 0 <= number < len(self.groups):
            self.go_to_group(number)

    def go_to_group(self, number: int) -> None:
        """Move the cursor to the beginning of a group, and show it from there on."""
        self._top = sum(len(self._rows_of(before)) for before in range(number))
        self.go_to(self._first_of(number))

    # Where things are

    def _first_of(self, group: int) -> int:
        return sum(len(other.plaques) for other in self.groups[:group])

    def _group_of(self, index: int) -> int:
        number = 0
        while number + 1 < len(self.groups) and index >= self._first_of(number + 1):
            number += 1
        return number

    def _shape(self) -> tuple[int, int]:
        """How many plaques are in a row, and the columns of each."""
        room = max(LEAST_PLAQUE, self.size.width - MARGIN - 1)
        in_row = min(IN_ROW, room // LEAST_PLAQUE)
        if room // IN_LONG_ROW >= LEAST_PLAQUE:
            in_row = IN_LONG_ROW
        return in_row, min(MOST_PLAQUE, room // in_row)

    def _rows_of(self, group: int) -> list[CellRow]:
        """The rows of plaques of a group."""
        in_row, _width = self._shape()
        first, count = self._first_of(group), len(self.groups[group].plaques)
        return [
            CellRow(group, first + start, min(in_row, count - start))
            for start in range(0, count, in_row)
        ]

    def picture_rows(self) -> Sequence[Row]:
        """The rows of the picture, as far as there is room."""
        numbers = range(len(self.groups))
        room = self.size.height
        everything: list[Row] = []
        for group in numbers:
            between = [BlankRow()] if group else []
            everything += [*between, HeadingRow(group), *self._rows_of(group)]
        high = [part for row in everything for part in _with_foot(row)]
        if len(high) <= room:
            return high
        if len(everything) <= room:
            return everything
        without_blanks = [row for row in everything if not isinstance(row, BlankRow)]
        if len(without_blanks) <= room:
            return without_blanks
        rows = self._all_rows()
        free = max(1, room - len(self.groups))
        here = self._row_of_cursor(rows)
        self._top = min(max(self._top, here - free + 1), here, max(0, len(rows) - free))
        visible = rows[self._top : self._top + free]
        listed: list[Row] = []
        for group in numbers:
            listed += [HeadingRow(group), *(cells for cells in visible if cells.group == group)]
        return listed

    def _all_rows(self) -> list[CellRow]:
        """The rows of plaques of all groups."""
        return [row for group in range(len(self.groups)) for row in self._rows_of(group)]

    def _row_of_cursor(self, rows: Sequence[CellRow]) -> int:
        """Which of the rows of plaques the cursor is in."""
        return next((number for number, row in enumerate(rows) if row.has(self.cursor)), 0)

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw headings and plaques."""
        plaques = [plaque for group in self.groups for plaque in group.plaques]
        rows = self.picture_rows()
        opened = {row.group for row in rows if isinstance(row, CellRow)}
        for y, row in enumerate(rows):
            match row:
                case HeadingRow():
                    self._draw_heading(canvas, y, row.group, row.group in opened)
                case CellRow():
                    if not row.is_foot:
                        self._draw_number(canvas, y, row, plaques[row.first].number)
                    for place in range(row.count):
                        self._draw_plaque(canvas, y, place, row, plaques[row.first + place])
        self._draw_more(canvas, rows)

    def _draw_heading(self, canvas: Canvas, y: int, number: int, is_open: bool) -> None:
        colours, group = canvas.pens.palette, self.groups[number]
        width = canvas.width - 1
        canvas.fill(0, y, width, 1, colours.panel)
        arrow = ("v" if is_open else ">") if canvas.pens.is_ascii else ("▼" if is_open else "►")
        canvas.put(0, y, arrow, colours.soft)
        end = canvas.put(2, y, group.heading, colours.text, bold=is_open)
        aside = max(cell_len(each.aside) for each in self.groups)
        x = width - 1 - aside
        canvas.put(width - 1 - cell_len(group.aside), y, group.aside, colours.soft)
        canvas.add_target(0, y, width, 1, self._first_of(number))
        if x - 1 - BAR > end + 1:
            colour = colours.named(group.colour)
            bar(canvas, x - 1 - BAR, y, BAR, group.solved, colour, colours.raised)

    def _draw_number(self, canvas: Canvas, y: int, row: CellRow, number: int) -> None:
        """The number of the first plaque of a row, at its edge."""
        colours = canvas.pens.palette
        is_here = row.has(self.cursor)
        text = str(number).rjust(MARGIN - 1)
        canvas.put(0, y, text, colours.text if is_here else colours.soft)

    def _draw_plaque(
        self, canvas: Canvas, y: int, place: int, row: CellRow, plaque: Plaque
    ) -> None:
        """Draw the plaque at a place of a row."""
        colours, pens = canvas.pens.palette, canvas.pens
        index, (_in_row, width) = row.first + place, self._shape()
        x = MARGIN + place * width
        is_selected = index == self.cursor
        text = plaque.sign if row.is_foot == row.has_foot else ""
        if is_selected and not row.is_foot:
            text = str(plaque.number)
        canvas.add_target(x, y, width, 1, index)
        if not pens.has_pixels:
            text = text or ("." if pens.is_ascii else "·")
            if is_selected and not row.is_foot:
                text = f"[{text}]" if cell_len(text) + 2 <= width else f">{text}"
            ink = colours.accent if is_selected else colours.text
            canvas.put(x, y, text.center(width), ink, bold=is_selected)
            return
        ground = self._ground(canvas, row, place, plaque)
        is_bright = plaque.is_solved or bool(plaque.ground) or is_selected
        ink = colours.ink if is_bright else self._soft_ink(canvas, row)
        ground = colours.accent if is_selected else ground
        text = text.center(width)
        canvas.put(x, y, text, legible(ink, ground, CONTRAST), ground, bold=is_bright)

    def _soft_ink(self, canvas: Canvas, row: CellRow) -> Colour:
        """The ink of new plaques, the same on both tones of their carpet."""
        colours = canvas.pens.palette
        if not canvas.pens.has_tones:
            return colours.soft
        colour = colours.named(self.groups[row.group].colour)
        return legible(colours.soft, mix(colours.surface, colour, max(WOVEN)), CONTRAST)

    def _ground(self, canvas: Canvas, row: CellRow, place: int, plaque: Plaque) -> Colour:
        """The colour of a plaque: woven of that of its carpet, so that no two side by side are
        alike, and all of it once it is solved."""
        colours, pens = canvas.pens.palette, canvas.pens
        if plaque.ground:
            return colours.named(plaque.ground)
        colour = colours.named(self.groups[row.group].colour)
        number = (row.first - self._first_of(row.group)) // self._shape()[0]
        if not pens.has_tones:
            even, odd = colours.raised, colours.panel
            return colour if plaque.is_solved else (even, odd)[(number + place) % 2]
        share = WOVEN[(number + place) % 2]
        if plaque.is_solved:
            share = 1 - share / 2
        elif plaque.sign:
            share = TOUCHED
        return mix(colours.surface, colour, share)

    def _draw_more(self, canvas: Canvas, rows: Sequence[Row]) -> None:
        """A bar at the right edge, where there is no room for all rows."""
        if not self.groups:
            return
        visible = sum(isinstance(row, CellRow) and not row.is_foot for row in rows)
        count = len(self._all_rows())
        if visible >= count:
            return
        colours, x = canvas.pens.palette, canvas.width - 1
        length = max(1, len(rows) * visible // count)
        start = (len(rows) - length) * self._top // (count - visible)
        for y in range(len(rows)):
            is_bar = start <= y < start + length
            if canvas.pens.has_pixels:
                canvas.rect(x, 2 * y, 1, 2, colours.primary if is_bar else colours.surface)
            else:
                canvas.put(x, y, "#" if is_bar else ".", colours.soft)

    # The mouse

    def on_click(self, event: Click) -> None:
        """Select a plaque, or open the selected one. A heading selects its first one."""
        index = self.target_of(event)
        if index is None:
            return
        if event.y in self._heading_rows():
            self.go_to_group(self._group_of(index))
        elif index == self.cursor:
            self.post_message(self.Opened())
        else:
            self.go_to(index)

    def _heading_rows(self) -> Iterator[int]:
        rows = enumerate(self.picture_rows())
        return (y for y, row in rows if isinstance(row, HeadingRow))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Go a row down."""
        event.stop()
        self.move(0, 1)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Go a row up."""
        event.stop()
        self.move(0, -1)


def _with_foot(row: Row) -> list[Row]:
    """A row of plaques as two; any other row as it is."""
    if not isinstance(row, CellRow):
        return [row]
    return [evolve(row, has_foot=True), evolve(row, is_foot=True, has_foot=True)]
