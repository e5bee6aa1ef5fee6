"""The lines at the head of an analysis: who won, why, and what to learn."""

from __future__ import annotations

from rich.text import Text
from textual import getters
from textual.widgets import Static

from ai.analysis import Analysis
from caravan_tui.engine.playback import Playback
from caravan_tui.presentation.in_short import InShort
from caravan_tui.screens.base import BaseApp


class InShortLines(Static):
    """As many lines as there is something to say; none of a match in progress."""

    app = getters.app(BaseApp)

    DEFAULT_CSS = """
    InShortLines { height: auto; max-height: 3; padding: 0 1; background: $surface;
        text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def __init__(self, playback: Playback, own_seat: int | None) -> None:
        """`own_seat`: of the only person at this terminal."""
        super().__init__(id="in-short")
        self._in_short = InShort(playback, own_seat) if playback.over else None

    def show(self, analysis: Analysis, is_whole: bool) -> None:
        """Say what an analysis comes to. `is_whole`: it has come to its end."""
        if self._in_short is None:
            self.display = False
            return
        lines = self._in_short.lines(analysis, is_whole, self.app.size.width - 2)
        text = Text(lines[0], "bold")
        for number, line in enumerate(lines[1:], 1):
            colour = self.app.theme_variables["accent"] if number == len(lines) - 1 and (
                is_whole) else ""  # fmt: skip
            text.append("\n").append(line, f"not bold {colour}".strip())
        self.update(text)
