"""What stands above the example of a page that is empty: why it is, and what fills it."""

from __future__ import annotations

from rich.cells import cell_len

from caravan_tui.i18n import _
from caravan_tui.screens.statistics.page import Lack
from caravan_tui.widgets.drawing import shapes
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawn import DrawnActions
from caravan_tui.widgets.wrapping import wrap_text

LONGEST = 110
"""Columns of a line of words, at most."""

LEFT = 2
"""Columns before the words, in which the edge is."""


class LackBanner(DrawnActions):
    """A heading, what an example is of, and keys in a row; a click on one does what it says."""

    DEFAULT_CSS = """
    LackBanner { width: 100%; height: 4; margin-top: 1; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.lack = Lack("", "")

    @property
    def text(self) -> str:
        """Everything that it says."""
        ways = (f"{way.key} {way.words}" for way in self.lack.ways)
        return "\n".join((self.lack.heading, self.lack.words, *ways))

    def show(self, lack: Lack) -> None:
        """Say why a page is empty."""
        self.lack = lack
        self.fit()
        self.redraw()

    def fit(self) -> None:
        """Take the rows that the words need."""
        self.styles.height = 2 + len(self._lines(self.app.size.width))

    def on_resize(self) -> None:
        """Take the rows that the words need at another width."""
        self.fit()

    def _lines(self, width: int) -> list[str]:
        return wrap_text(self.lack.words, min(LONGEST, width - LEFT - 1))

    def draw(self, canvas: Canvas) -> None:
        """Draw the words on a panel with an edge, and the keys below them."""
        colours = canvas.pens.palette
        canvas.fill(0, 0, canvas.width, canvas.height, colours.panel)
        canvas.fill(0, 0, 1, canvas.height, colours.accent)
        canvas.put(LEFT, 0, self.lack.heading, colours.accent, bold=True)
        label = f" {_('An example, not your matches')} "
        x = canvas.width - cell_len(label)
        if x > LEFT + cell_len(self.lack.heading):
            canvas.put(x, 0, label, colours.ink, colours.accent, bold=True)
        lines = self._lines(canvas.width)
        for y, line in enumerate(lines, 1):
            canvas.put(LEFT, y, line, colours.text)
        x, y = LEFT, len(lines) + 1
        for number, way in enumerate(self.lack.ways):
            end = shapes.key(canvas, x, y, way.key, way.words, first=number == 0)
            if way.action:
                canvas.add_target(x, y, end - x, 1, way.action)
            x = end + 1
