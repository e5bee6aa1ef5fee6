"""Pages of a screen in a row: their numbers are keys."""

from __future__ import annotations

from collections.abc import Sequence

from textual.events import Click
from textual.message import Message

from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawn import Drawn


class PageTabs(Drawn):
    """A number and a title for each page. A click chooses it."""

    DEFAULT_CSS = """
    PageTabs { width: 100%; height: 1; }
    """

    class Chosen(Message):
        """A page was clicked."""

        def __init__(self, page: int) -> None:
            super().__init__()
            self.page = page

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.titles: Sequence[str] = ()
        self.page = 0

    def show(self, titles: Sequence[str], page: int) -> None:
        """Show titles; `page`: which of them is open, from 0."""
        self.titles, self.page = titles, page
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw the row; the open page is filled."""
        colours = canvas.pens.palette
        x = 1
        for number, title in enumerate(self.titles):
            start = x
            if number == self.page and canvas.pens.has_pixels:
                x = canvas.put(x, 0, f" {number + 1} {title} ", colours.ink, colours.accent,
                               bold=True)  # fmt: skip
            elif number == self.page:
                x = canvas.put(x, 0, f"[{number + 1} {title}]", colours.accent, bold=True)
            else:
                x = canvas.put(x, 0, f" {number + 1}", colours.accent, bold=True)
                x = canvas.put(x, 0, f" {title} ", colours.text)
            canvas.add_target(start, 0, x - start, 1, number)

    def on_click(self, event: Click) -> None:
        """Choose the page under the pointer."""
        page = self._canvas.target_at(event.x, event.y) if self._canvas else None
        if page is not None:
            event.stop()
            self.post_message(self.Chosen(page))
