"""A box to tick that shows its state by a sign, not by a colour alone."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Checkbox as TextualCheckbox


class Checkbox(TextualCheckbox):
    """Textual's checkbox shows the same sign in two colours; here an empty box is empty."""

    def render(self) -> Content:
        """The box and what it is for."""
        self.BUTTON_INNER = "X" if self.value else " "
        if getattr(self.app, "ascii", False):
            self.BUTTON_LEFT, self.BUTTON_RIGHT = "[", "]"
        return super().render()
