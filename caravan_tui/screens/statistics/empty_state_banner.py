"""What stands above the example of a page that is empty: why it is, and what fills it."""

from __future__ import annotations

from rich.cells import cell_len

from caravan_tui.i18n import _
from caravan_tui.screens.statistics.page import EmptyState
from caravan_tui.widgets.drawing import shapes
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawn import DrawnActions
from caravan_tui.widgets.empty_page import ActionLink
from caravan_tui.widgets.wrapping import wrap_text

LONGEST = 110
"""Columns of a line of words, at most."""

LEFT = 2
"""Columns before the words, in which the edge is."""

TALL = 30
"""Rows of the terminal from which on everything is said: on a lower one the example needs them, and
what the page will be without it was read before it was asked for."""


class EmptyStateBanner(DrawnActions):
    """A heading, what an example is of, and keys in a row; a click on one does what it says."""

    DEFAULT_CSS = """
    EmptyStateBanner { width: 100%; height: 4; margin-top: 1; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.empty_state = EmptyState("", "")

    @property
    def text(self) -> str:
        """Everything that it says."""
        links = (f"{link.key} {link.words}" for link in self.empty_state.links)
        return "\n".join((self.empty_state.heading, self.empty_state.text, *links))

    def show(self, empty_state: EmptyState) -> None:
        """Say why a page is empty."""
        self.empty_state = empty_state
        self.fit()
        self.redraw()

    def fit(self) -> None:
        """Take the rows that the words need."""
        width = self.app.size.width
        self.styles.height = 1 + len(self._lines(width)) + max(1, len(self._rows_of_links(width)))

    def on_resize(self) -> None:
        """Take the rows that the words need at another width."""
        self.fit()

    def _lines(self, width: int) -> list[str]:
        if self.app.size.height < TALL:
            return []
        return wrap_text(self.empty_state.text, min(LONGEST, width - LEFT - 1))

    def _rows_of_links(self, width: int) -> list[list[ActionLink]]:
        """The keys by the row in which they stand."""
        rows: list[list[ActionLink]] = []
        x = 0
        for link in self.empty_state.links:
            end = x + cell_len(link.key) + cell_len(link.words) + 4
            if not rows or end > width:
                rows.append([])
                end += LEFT - x
            rows[-1].append(link)
            x = end + 1
        return rows

    def draw(self, canvas: Canvas) -> None:
        """Draw the words on a panel with an edge, and the keys below them."""
        colours = canvas.pens.palette
        canvas.fill(0, 0, canvas.width, canvas.height, colours.panel)
        canvas.fill(0, 0, 1, canvas.height, colours.accent)
        canvas.put(LEFT, 0, self.empty_state.heading, colours.accent, bold=True)
        label = f" {_('An example, not your matches')} "
        x = canvas.width - cell_len(label)
        if x > LEFT + cell_len(self.empty_state.heading):
            canvas.put(x, 0, label, colours.ink, colours.accent, bold=True)
        lines = self._lines(canvas.width)
        for y, line in enumerate(lines, 1):
            canvas.put(LEFT, y, line, colours.text)
        first = self.empty_state.links[:1]
        for y, row in enumerate(self._rows_of_links(canvas.width), len(lines) + 1):
            x = LEFT
            for link in row:
                end = shapes.key(canvas, x, y, link.key, link.words, first=[link] == first)
                if link.action:
                    canvas.add_target(x, y, end - x, 1, link.action)
                x = end + 1
