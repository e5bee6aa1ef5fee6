"""What a match has brought, line by line."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import getters
from textual.widgets import Static

from caravan_tui.screens.base import BaseApp


class Milestones(Static):
    """Milestones, each after a star; a goal that was missed has another sign and colour."""

    app = getters.app(BaseApp)

    DEFAULT_CSS = """
    Milestones { height: auto; }
    """

    def show(self, milestones: Sequence[str], missed: str = "", gap: str = "\n") -> None:
        """Show milestones in words; `missed`: which of them says so of a goal; `gap`: what stands
        between two."""
        text = Text()
        for words in milestones:
            text.append(gap if text else "")
            text.append(*self._line(words, words == missed))
        self.update(text)

    def _line(self, words: str, is_missed: bool) -> tuple[str, str]:
        """A milestone after its sign, and its style."""
        if is_missed:
            sign = "x" if self.app.ascii else "✗"
            return f"{sign} {words}", self.app.theme_variables["text-error"]
        return f"{'*' if self.app.ascii else '☼'} {words}", ""
