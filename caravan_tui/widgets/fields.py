"""A list of fields that is drawn: titles, choices as pills, numbers with arrows, a clear cursor.

Every field can be changed with the keyboard alone and with the mouse alone. The cursor and what is
chosen are seen without colours, too: by `►` and by brackets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen
from textual.events import Click
from textual.geometry import Region, Size
from textual.message import Message
from textual.widget import Widget

from caravan_tui.i18n import _, capital
from caravan_tui.widgets.commands import Command, bindings
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawn import Drawn
from caravan_tui.widgets.wrapping import wrap_text

COMMANDS = (
    Command("field.next", "right,space", "change(1)", "Adjust",
            "Give the selected field its next value.", footer=True, glyph="←→"),
    Command("field.previous", "left", "change(-1)", "Previous value"),
    Command("field.first", "home", "end(-1)", "First field"),
    Command("field.last", "end", "end(1)", "Last field"),
    Command("field.page_down", "pagedown", "page(1)", "A page down"),
    Command("field.page_up", "pageup", "page(-1)", "A page up"),
)  # fmt: skip

TITLE_COLUMNS = 28
"""Columns of the titles where they stand beside their values."""

BESIDE = 72
"""Columns from which on titles stand beside their values."""


@frozen
class Field:
    """Something to choose: one of some values, a number within bounds, or a text to type."""

    name: str
    title: str
    help: str = ""
    choices: Sequence[tuple[str, Any]] = ()
    """A label and a value for each; none: a number or a text."""
    low: int = 0
    high: int = 0
    """The bounds of a number; both 0: a text."""
    step: int = 1
    placeholder: str = ""
    """What an empty text means."""
    obstacle: str = ""
    """Why it cannot be changed now; empty: it can."""
    is_listed: bool = False
    """Whether a click asks for the value as for a typed one: a window lists the choices, or takes a
    number that is far to step to."""
    words: Mapping[int, str] = {}
    """What stands for some of the numbers."""
    section: str = ""
    """The heading that it belongs to; shown above the first field of it."""

    @property
    def is_typed(self) -> bool:
        """Whether the value is a text, which a window asks for."""
        return not self.choices and not self.high

    @property
    def is_asked(self) -> bool:
        """Whether a window asks for the value, which may be changed without it, too."""
        return self.is_typed or self.is_listed


class FieldList(Drawn, can_focus=True):
    """Fields one below the other. Left and right change the one under the cursor."""

    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    FieldList { height: auto; width: 100%; }
    """

    class Changed(Message):
        """A field has another value."""

        def __init__(self, name: str, value: Any) -> None:
            super().__init__()
            self.name = name
            self.value = value

    class Refused(Message):
        """A key did nothing: why."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Typed(Message):
        """The value of a field is to be typed, or chosen in a window."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    class CursorMoved(Message):
        """Another field is under the cursor."""

    def __init__(self, id: str, ground: str = "surface") -> None:
        """`ground`: the name of the colour behind the fields."""
        super().__init__(id=id)
        self.fields: list[Field] = []
        self.values: dict[str, Any] = {}
        self.cursor = 0
        self.has_help = True
        """Whether every field has its help below it; else the fields lie close together."""
        self._ground = ground
        self._rows: list[tuple[int, int]] = []
        """The first row and the number of rows of each field."""

    def show(self, fields: Sequence[Field], values: Mapping[str, Any]) -> None:
        """Show these fields with these values."""
        is_new = [field.name for field in fields] != [field.name for field in self.fields]
        old = self.fields
        self.fields, self.values = list(fields), dict(values)
        self.cursor = 0 if is_new else min(self.cursor, max(0, len(fields) - 1))
        self.redraw()
        if old != self.fields:
            self.refresh(layout=True)

    def show_help(self, has_help: bool) -> None:
        """Show the help of every field, or leave it to others to show that of the current one."""
        if has_help is not self.has_help:
            self.has_help = has_help
            self.redraw()
            self.refresh(layout=True)

    def field(self, name: str) -> Field:
        """The field of this name."""
        return next(field for field in self.fields if field.name == name)

    @property
    def current(self) -> Field | None:
        """The field under the cursor."""
        return self.fields[self.cursor] if self.fields else None

    # Moving and changing

    def step(self, by: int) -> bool:
        """Move the cursor by one field; whether there is one."""
        if not 0 <= self.cursor + by < len(self.fields):
            return False
        self._move_to(self.cursor + by)
        return True

    def go_to(self, name: str) -> None:
        """Put the cursor on the field of this name, its section at the top of what is in view."""
        self._move_to([field.name for field in self.fields].index(name))
        self.call_after_refresh(self._scroll_to_top)

    def _scroll_to_top(self) -> None:
        if isinstance(self.parent, Widget) and self.cursor < len(self._rows):
            top = self._rows[self.cursor][0] - self._heading_rows
            self.parent.scroll_to(y=max(0, top), animate=False)

    def enter(self, by: int) -> None:
        """Put the cursor at the end at which it comes in."""
        self._move_to(0 if by > 0 else max(0, len(self.fields) - 1))

    def action_end(self, side: int) -> None:
        """Put the cursor on the first field, or with 1 on the last."""
        self.enter(-side)

    def action_page(self, by: int) -> None:
        """Move the cursor by as many rows as are in view."""
        if not isinstance(self.parent, Widget) or self.cursor >= len(self._rows):
            return
        aim = self._rows[self.cursor][0] + by * self.parent.size.height
        within = [
            index
            for index, (y, _rows) in enumerate(self._rows)
            if (y <= aim if by > 0 else y >= aim)
        ]
        self._move_to(within[-1] if by > 0 else within[0])

    def _move_to(self, index: int) -> None:
        self.cursor = index
        self.redraw()
        self.post_message(self.CursorMoved())
        self.call_after_refresh(self.scroll_to_cursor)

    def scroll_to_cursor(self) -> None:
        """Bring the field under the cursor into view."""
        parent = self.parent
        if not isinstance(parent, Widget) or self.cursor >= len(self._rows):
            return
        y, rows = self._rows[self.cursor]
        if self.cursor == 0 or self.fields[self.cursor].section != (
            self.fields[self.cursor - 1].section
        ):  # with its heading
            top = y - self._heading_rows if self.cursor else 0
            y, rows = top, y + rows - top
        region = Region(0, y, self.size.width, rows).translate(self.virtual_region.offset)
        parent.scroll_to_region(region, animate=False)

    def action_change(self, by: int) -> None:
        """Give the field under the cursor its next or previous value."""
        field = self.current
        if field is not None:
            self.change(field, by)

    def change(self, field: Field, by: int) -> None:
        """Give a field its next or previous value; the last choice is followed by the first."""
        if field.obstacle:
            self.post_message(self.Refused(field.obstacle))
        elif field.is_typed:
            self.post_message(self.Typed(field.name))
        elif field.choices:
            values = [value for _label, value in field.choices]
            value = self.values.get(field.name)
            place = values.index(value) if value in values else -by
            self.choose(field, values[(place + by) % len(values)])
        else:
            before = int(self.values.get(field.name) or 0)
            number = min(field.high, max(field.low, before + by * field.step))
            if number == before:
                words = _("{title}: {value} is the last value.")
                if by < 0:
                    words = _("{title}: {value} is the first value.")
                value = capital(field.words.get(number, str(number)))
                self.post_message(self.Refused(words.format(title=field.title, value=value)))
            self.choose(field, number)

    def choose(self, field: Field, value: Any) -> None:
        """Give a field this value."""
        if self.values.get(field.name) == value or field.obstacle:
            return
        self.values[field.name] = value
        self.redraw()
        self.post_message(self.Changed(field.name, value))

    def on_focus(self) -> None:
        """Show the cursor."""
        self.redraw()
        self.post_message(self.CursorMoved())
        self.call_after_refresh(self.scroll_to_cursor)

    def on_blur(self) -> None:
        """Hide the cursor."""
        self.redraw()

    def on_click(self, event: Click) -> None:
        """Go to a field, and change it."""
        target = self.target_of(event)
        if target is None:
            return
        what, index, value = target
        self._move_to(index)
        field = self.fields[index]
        if what == "choose":
            self.choose(field, value)
        elif what == "step":
            self.change(field, value)
        elif what == "type" and not field.obstacle:
            self.post_message(self.Typed(field.name))

    # Drawing

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many rows as the fields need."""
        return self._lay_out(width)

    def _lay_out(self, width: int) -> int:
        """Find the rows of each field; the number of rows together."""
        self._rows, y, section = [], 0, ""
        for number, field in enumerate(self.fields):
            if field.section != section:
                section = field.section
                y += self._heading_rows + (number > 0)
            rows = 1 + len(self._help(number, width))
            if width < BESIDE:
                rows += 1
            self._rows.append((y, rows))
            y += rows + self.has_help
        return max(1, y - self.has_help)

    @property
    def _heading_rows(self) -> int:
        """Rows of the heading of a section with its line, which stands beside it or below."""
        return 2 if self.has_help else 1

    def _obstacle(self, number: int) -> str:
        """Why the field with this number cannot be changed, unless the one above it says so."""
        obstacle = self.fields[number].obstacle
        return "" if number and self.fields[number - 1].obstacle == obstacle else obstacle

    def _help(self, number: int, width: int) -> list[str]:
        """The lines below the value of the field with this number."""
        left = TITLE_COLUMNS if width >= BESIDE else 2
        text = self._obstacle(number) or (self.fields[number].help if self.has_help else "")
        return wrap_text(text, max(10, min(width - left - 2, 90)))

    def draw(self, canvas: Canvas) -> None:
        """Draw every field."""
        colours = canvas.pens.palette
        ground = getattr(colours, self._ground)
        canvas.fill(0, 0, canvas.width, canvas.height, ground)
        self._lay_out(canvas.width)
        section = ""
        is_beside = canvas.width >= BESIDE
        for number, field in enumerate(self.fields):
            y, rows = self._rows[number]
            if field.section != section:
                section = field.section
                head = y - self._heading_rows
                end = canvas.put(1, head, section, colours.primary, bold=True)
                start, py = (1, 2 * y - 2) if self.has_help else (end + 1, 2 * head + 1)
                if canvas.pens.has_pixels:
                    canvas.rect(start, py, canvas.width - 1 - start, 1, colours.primary, 0.45)
            is_current = self.has_focus and number == self.cursor
            if is_current:
                canvas.fill(0, y, canvas.width, rows, colours.raised)
                canvas.put(0, y, "►", colours.accent, bold=True)
                if canvas.pens.has_pixels:
                    for row in range(1, rows):
                        canvas.put(0, y + row, "▌", colours.accent)
            what = "type" if field.is_asked else "field"
            canvas.add_target(0, y, canvas.width, rows, (what, number, None))
            ink = colours.faint if field.obstacle else colours.text
            canvas.put(2, y, field.title, ink, bold=not field.obstacle, underline=is_current)
            if is_beside:
                left, value_y = TITLE_COLUMNS, y
                if len(field.title) > TITLE_COLUMNS - 3:
                    left = len(field.title) + 4
            else:
                left, value_y = 2, y + 1
            self._draw_value(canvas, left, value_y, number, field)
            left = TITLE_COLUMNS if is_beside else 2
            says_why = bool(self._obstacle(number))
            # A reason is no error: it has the ink of a help, and its slant tells it from one.
            ink = colours.faint if field.obstacle and not says_why else colours.soft
            for line, text in enumerate(self._help(number, canvas.width), value_y + 1):
                canvas.put(left, line, text, ink, italic=says_why)

    def _draw_value(self, canvas: Canvas, x: int, y: int, number: int, field: Field) -> None:
        colours = canvas.pens.palette
        value = self.values.get(field.name)
        room = canvas.width - x - 1
        if field.is_typed:
            text = str(value or "")
            ink = colours.text if text else colours.soft
            words = (text or field.placeholder or " ")[: max(4, room - 4)]
            width = max(len(words) + 2, min(20, room))
            canvas.put(x, y, f"[{words}]".ljust(width), ink, colours.panel, underline=False)
            return
        if field.choices and sum(len(label) + 3 for label, _value in field.choices) - 1 <= room:
            for label, choice in field.choices:
                start = x
                is_chosen = choice == value
                x = _put_choice(canvas, x, y, label, is_chosen, bool(field.obstacle)) + 1
                canvas.add_target(start, y, x - start - 1, 1, ("choose", number, choice))
            return
        labels: dict[Any, str] = {choice: label for label, choice in field.choices}
        labels |= field.words
        words = labels.get(value, str(value if value is not None else ""))
        canvas.add_target(x, y, 3, 1, ("step", number, -1))
        ink = colours.faint if field.obstacle else colours.accent
        x = canvas.put(x, y, " ◄ ", ink, colours.panel, bold=True)
        ink = colours.faint if field.obstacle else colours.text
        x = canvas.put(x, y, f" {words} "[: max(4, room - 6)], ink, bold=True)
        canvas.add_target(x, y, 3, 1, ("step", number, 1))
        ink = colours.faint if field.obstacle else colours.accent
        x = canvas.put(x, y, " ► ", ink, colours.panel, bold=True)
        if field.choices:
            values = [choice for _label, choice in field.choices]
            place = values.index(value) + 1 if value in values else 0
            count = _("{number} of {all}").format(number=place, all=len(values))
            if x + 2 + len(count) < canvas.width:
                canvas.put(x + 1, y, count, colours.faint)


def _put_choice(canvas: Canvas, x: int, y: int, label: str, is_chosen: bool, is_faint: bool) -> int:
    """Write a choice, filled if it is chosen; the column after it."""
    colours = canvas.pens.palette
    ends = "[]" if is_chosen and not canvas.pens.has_pixels else "  "
    text = f"{ends[0]}{label}{ends[1]}"
    if is_chosen and not is_faint:
        return canvas.put(x, y, text, colours.ink, colours.primary, bold=True)
    ink = colours.faint if is_faint else colours.text
    return canvas.put(x, y, text, ink, colours.panel, bold=is_chosen)
