"""The first line of a screen: what it is, filled; facts; buttons to click."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawn import DrawnActions


@frozen
class BarButton:
    """A word to click; without an action only a word."""

    text: str
    action: str = ""
    """What a click does, as in a binding."""


class TitleBar(DrawnActions):
    """One row: the title filled, words beside it, buttons at the right."""

    DEFAULT_CSS = """
    TitleBar { height: 1; width: 100%; dock: top; }
    """

    def __init__(self, title: str, words: str = "", id: str = "title") -> None:
        super().__init__(id=id)
        self.heading = title
        self.words = words
        self.buttons: Sequence[BarButton] = ()
        self.is_warning = False
        """Whether the words say what the user may not want."""

    @property
    def text(self) -> str:
        """Everything that the bar says."""
        return " ".join((self.heading, self.words, *(button.text for button in self.buttons)))

    def show(
        self,
        title: str,
        words: str = "",
        buttons: Sequence[BarButton] = (),
        is_warning: bool = False,
    ) -> None:
        """Show another title, other words and buttons. `is_warning`: the user may not want what the
        words say."""
        self.heading, self.words, self.buttons = title, words, buttons
        self.is_warning = is_warning
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw the bar."""
        colours = canvas.pens.palette
        canvas.fill(0, 0, canvas.width, 1, colours.panel)
        x = canvas.put(0, 0, f" {self.heading} ", colours.ink, colours.primary, bold=True) + 1
        right = canvas.width - sum(len(button.text) + 1 for button in self.buttons)
        room = max(0, right - x - 1)
        words = self.words if len(self.words) <= room else self.words[: max(0, room - 1)] + "…"
        ink = colours.loss if self.is_warning else colours.text
        canvas.put(x, 0, words, ink, bold=self.is_warning)
        for button in self.buttons:
            if button.action:
                end = canvas.put(right, 0, button.text, colours.accent, colours.raised, bold=True)
                canvas.add_target(right, 0, end - right, 1, button.action)
            else:
                end = canvas.put(right, 0, button.text, colours.text, bold=True)
            right = end + 1
