"""A box to tick that shows its state by a sign, not by a colour alone."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Checkbox as TextualCheckbox


class Checkbox(TextualCheckbox):
    """Textual's checkbox shows the same sign in two colours; here an empty box is empty, and its
    sides are seen in every theme and without colours."""

    DEFAULT_CSS = """
    Checkbox > .toggle--button { color: $foreground; background: $surface; }
    Checkbox.-on > .toggle--button { color: $foreground; background: $surface; text-style: bold; }
    """

    @property
    def _button(self) -> Content:
        """The box, in one style."""
        sign = "[X]" if self.value else "[ ]"
        return Content.assemble((sign, self.get_visual_style("toggle--button")))
