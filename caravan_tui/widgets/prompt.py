"""The two lines below a board: what is asked, and what the selection means."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from caravan_tui.widgets.commands import keyed

BAR = 16
"""Cells of the progress bar of a thinking seat."""


class Prompt(Vertical):
    """What the seat is asked to do, and a line of feedback to its selection."""

    DEFAULT_CSS = """
    Prompt { height: 2; padding: 0 1; background: $surface;
        & > #asked { text-style: bold; height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
        & > #feedback { color: $text-muted; height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
        & > #feedback.-wrong { color: $text-error; text-style: bold; }
        & > #feedback.-hint { color: $text; text-style: bold; }
    }
    """

    def compose(self) -> ComposeResult:
        """Two lines."""
        yield Static(id="asked", markup=False)
        yield Static(id="feedback", markup=False)

    def ask(self, text: str | Text) -> None:
        """The first line."""
        for line in self.query("#asked").results(Static):  # none in a table that just goes
            line.update(keyed(self.screen, text) if isinstance(text, str) else text)

    def feedback(self, text: str, wrong: bool = False, hint: bool = False) -> None:
        """The second line; a refusal is marked by more than its colour, and so is a hint.

        The same refusal again changes its mark, so that the key is seen to have arrived.
        """
        for line in self.query("#feedback").results(Static):
            line.set_class(wrong, "-wrong")
            line.set_class(hint, "-hint")
            text = keyed(self.screen, text)
            if wrong and text:
                mark = "!!" if line.content == f"! {text}" else "!"
                text = f"{mark} {text}"
            elif hint:
                text = f"? {text}"
            line.update(text)


def progress_bar(done: float, ascii_only: bool = False) -> str:
    """A bar of BAR cells for a share in 0..1."""
    full = min(BAR, max(0, round(done * BAR)))
    filled, empty = ("#", "-") if ascii_only else ("█", "░")
    return filled * full + empty * (BAR - full)
