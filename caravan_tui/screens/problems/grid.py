"""All problems of a page at a glance: a plaque each, in groups, with how the user did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen
from rich.cells import cell_len
from textual.events import Click, MouseScrollDown, MouseScrollUp
from textual.message import Message

from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import legible
from caravan_tui.widgets.drawn import Drawn

PLAQUE, PITCH = 5, 6
"""Columns of a plaque, and from one to the next."""

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


@frozen
class Group:
    """Plaques under a heading, which says what they have in common."""

    heading: str
    aside: str
    """What stands at the right end of the heading."""
    plaques: Sequence[Plaque]


@frozen
class _Line:
    """A row of the picture: a heading, or plaques from `first` on; neither: a blank row."""

    group: int = -1
    first: int = -1
    count: int = 0


class ProblemGrid(Drawn, can_focus=True):
    """Groups below each other. Where there is no room for all of them, that of the cursor is open,
    and it scrolls if it must; others as far as there is room."""

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
        """The first line that is shown where the open group scrolls."""

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
        rows = [line for group in range(len(self.groups)) for line in self._rows_of(group)]
        here = next(
            number for number, line in enumerate(rows)
            if line.first <= self.cursor < line.first + line.count
        )  # fmt: skip
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
            self.go_to(self._first_of(number))

    # Where things are

    def _first_of(self, group: int) -> int:
        return sum(len(other.plaques) for other in self.groups[:group])

    def _group_of(self, index: int) -> int:
        number = 0
        while number + 1 < len(self.groups) and index >= self._first_of(number + 1):
            number += 1
        return number

    def _rows_of(self, group: int) -> list[_Line]:
        """The rows of plaques of a group."""
        in_row = max(1, (self.size.width - 1) // PITCH)
        first, count = self._first_of(group), len(self.groups[group].plaques)
        return [
            _Line(group, first + start, min(in_row, count - start))
            for start in range(0, count, in_row)
        ]

    def _lines(self) -> list[_Line]:
        """The rows of the picture, as far as there is room."""
        numbers = range(len(self.groups))
        room = self.size.height
        everything = [line for group in numbers for line in (
            *([_Line()] if group else []), _Line(group), *self._rows_of(group))]  # fmt: skip
        if len(everything) <= room:
            return everything
        without_blanks = [line for line in everything if line.group >= 0]
        if len(without_blanks) <= room:
            return without_blanks
        current = self._group_of(self.cursor)
        rows = self._rows_of(current)
        free = max(1, room - len(self.groups))
        opened = {current}
        left = free - len(rows)
        for group in (*numbers[current + 1 :], *numbers[:current]):
            if len(self._rows_of(group)) <= left:
                opened.add(group)
                left -= len(self._rows_of(group))
        here = next((n for n, line in enumerate(rows)
                     if line.first <= self.cursor < line.first + line.count), 0)  # fmt: skip
        self._top = min(max(self._top, here - free + 1), here, max(0, len(rows) - free))
        lines: list[_Line] = []
        for group in numbers:
            lines.append(_Line(group))
            if group == current:
                lines += rows[self._top : self._top + free]
            elif group in opened:
                lines += self._rows_of(group)
        return lines

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw headings and plaques."""
        plaques = [plaque for group in self.groups for plaque in group.plaques]
        lines = self._lines()
        opened = {line.group for line in lines if line.count}
        for y, line in enumerate(lines):
            if line.group < 0:
                continue
            if not line.count:
                self._draw_heading(canvas, y, line.group, line.group in opened)
                continue
            for place in range(line.count):
                index = line.first + place
                self._draw_plaque(canvas, 1 + place * PITCH, y, plaques[index], index)
        self._draw_more(canvas, lines)

    def _draw_heading(self, canvas: Canvas, y: int, number: int, is_open: bool) -> None:
        colours, group = canvas.pens.palette, self.groups[number]
        width = canvas.width - 1
        canvas.fill(0, y, width, 1, colours.panel)
        arrow = ("v" if is_open else ">") if canvas.pens.is_ascii else ("▼" if is_open else "►")
        canvas.put(0, y, arrow, colours.soft)
        canvas.put(2, y, group.heading, colours.text, bold=is_open)
        canvas.put(width - 1 - cell_len(group.aside), y, group.aside, colours.soft)
        canvas.add_target(0, y, width, 1, self._first_of(number))

    def _draw_plaque(self, canvas: Canvas, x: int, y: int, plaque: Plaque, index: int) -> None:
        colours, pens = canvas.pens.palette, canvas.pens
        is_selected = index == self.cursor
        text = f"{plaque.number}{plaque.sign}".center(PLAQUE)
        canvas.add_target(x, y, PITCH, 1, index)
        if not pens.has_pixels:
            text = f"{plaque.number:>3}{plaque.sign:<1}"
            left, right = ("[", "]") if is_selected else (" ", " ")
            ink = colours.accent if is_selected else colours.text
            canvas.put(x - 1, y, f"{left}{text}{right}", ink, bold=is_selected)
            return
        ground = colours.named(plaque.ground) if plaque.ground else colours.raised
        if is_selected:
            ground = colours.accent
        on_it = colours.ink if plaque.ground or is_selected else colours.text
        canvas.put(x, y, text, legible(on_it, ground, CONTRAST), ground, bold=is_selected)

    def _draw_more(self, canvas: Canvas, lines: Sequence[_Line]) -> None:
        """A bar at the right edge, where the open group does not show all of its rows."""
        if not self.groups:
            return
        current = self._group_of(self.cursor)
        shown = [y for y, line in enumerate(lines) if line.count and line.group == current]
        count = len(self._rows_of(current))
        if len(shown) >= count:
            return
        colours, x = canvas.pens.palette, canvas.width - 1
        length = max(1, len(shown) * len(shown) // count)
        start = (len(shown) - length) * self._top // (count - len(shown))
        for place, y in enumerate(shown):
            is_bar = start <= place < start + length
            if canvas.pens.has_pixels:
                canvas.rect(x, 2 * y, 1, 2, colours.primary if is_bar else colours.surface)
            else:
                canvas.put(x, y, "#" if is_bar else ".", colours.soft)

    # The mouse

    def on_click(self, event: Click) -> None:
        """Select a plaque, or open the selected one. A heading selects its first one."""
        index = self._canvas.target_at(event.x, event.y) if self._canvas else None
        if index is None:
            return
        event.stop()
        is_again = index == self.cursor and event.y not in self._heading_rows()
        if is_again:
            self.post_message(self.Opened())
        else:
            self.go_to(index)

    def _heading_rows(self) -> Iterator[int]:
        return (y for y, line in enumerate(self._lines()) if line.group >= 0 and not line.count)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Go a row down."""
        event.stop()
        self.move(0, 1)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Go a row up."""
        event.stop()
        self.move(0, -1)
