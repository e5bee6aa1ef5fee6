"""What stands where a list is empty: a caravan on the dunes, and what to do now."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen
from rich.cells import cell_len
from rich.text import Text

from caravan_tui.widgets.drawing import shapes
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawn import DrawnActions
from caravan_tui.widgets.dunes import LEAST_ROWS, draw_dunes

MOST_PICTURE = 36
"""Rows of the picture, at most."""

ROOMY = 18
"""Rows of a page from which on there is a blank row between keys, if the picture has room, too."""

MARGIN = 4
"""Columns at both sides of the words."""

LONGEST = 72
"""Columns of a line of words, at most."""


@frozen
class ActionLink:
    """Something that can be done here."""

    key: str
    """As it is shown."""
    words: str
    action: str = ""
    """What a click does, as in a binding; empty: nothing."""


class EmptyPage(DrawnActions):
    """A title, a few sentences, and keys; a click on a key does what it says."""

    DEFAULT_CSS = """
    EmptyPage { width: 100%; height: 1fr; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.heading = ""
        self.words = ""
        self.links: Sequence[ActionLink] = ()
        self.numbers: Sequence[tuple[str, str]] = ()
        """What is known all the same: names and values."""

    @property
    def text(self) -> str:
        """Everything that the page says."""
        links = (f"{link.key} {link.words}" for link in self.links)
        numbers = (f"{name} {value}" for name, value in self.numbers)
        return "\n".join((self.heading, *numbers, self.words, *links))

    def show(
        self, heading: str, words: str = "", links: Sequence[ActionLink] = (),
        numbers: Sequence[tuple[str, str]] = (),
    ) -> None:  # fmt: skip
        """Show these words and keys, and what is known all the same: names and values."""
        self.heading, self.words, self.links, self.numbers = heading, words, links, numbers
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw the picture, the words below it."""
        colours = canvas.pens.palette
        width = min(LONGEST, canvas.width - 2 * MARGIN)
        wrapped = [line.plain.rstrip() for line in Text(self.words).wrap(self.app.console, width)]
        lines = wrapped if self.words else []
        above = 2 + len(lines) + bool(lines)
        numbers = self.numbers
        if above + 1 + len(numbers) + len(self.links) > canvas.height:
            numbers = ()  # the words and keys come first
        above += bool(numbers)
        stepped = len(self.links) + len(numbers)
        roomy = max(ROOMY, above + 2 * stepped + 1 + LEAST_ROWS)
        step = 2 if canvas.height >= roomy else 1
        used = above + step * stepped
        most = canvas.height * 2 // 5 if numbers else MOST_PICTURE
        rows = min(most, canvas.height - used - 1)
        if not draw_dunes(canvas, 0, rows):
            rows = max(0, (canvas.height - used) // 2 - 1)
        y = rows + 1
        left = max(1, (canvas.width - width) // 2)
        canvas.put(left, y, self.heading, colours.primary, bold=True)
        y += 1 + (step - 1) * bool(numbers)
        name_width = max((cell_len(name) for name, _value in numbers), default=0) + 2
        for name, value in numbers:
            canvas.put(left, y, name, colours.soft)
            canvas.put(left + name_width, y, value, colours.text, bold=True)
            y += step
        y += bool(numbers) * (2 - step)
        for line in lines:
            canvas.put(left, y, line, colours.text)
            y += 1
        y += 1
        broad = max((cell_len(link.key) for link in self.links), default=0)
        for number, link in enumerate(self.links):
            x = left + broad - cell_len(link.key)
            end = shapes.key(canvas, x, y, link.key, link.words, first=number == 0)
            if link.action:
                canvas.add_target(x, y, end - x, 1, link.action)
            y += step
