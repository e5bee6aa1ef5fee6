"""What a tall terminal says of a problem below its board: the move, why, and the ways on."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text
from textual.widgets import Static

ROWS = 2
"""Not more: a desert of 160 x 50 would have smaller spaces."""


class Account(Static):
    """A row each for what was played and why it is better or worse, or what can be done now."""

    DEFAULT_CSS = f"""
    Account {{ height: {ROWS}; padding: 0 1; background: $surface; text-wrap: nowrap;
        text-overflow: ellipsis; }}
    """

    def __init__(self) -> None:
        super().__init__(id="account", markup=False)

    def show(self, rows: Sequence[tuple[str, Sequence[str]]]) -> None:
        """Show what rows are called and say: as many of the sentences as there is room for, the
        first one always."""
        width = max((cell_len(label) for label, _sentences in rows), default=0) + 2
        text = Text()
        for label, sentences in rows:
            words = ""
            for sentence in sentences:
                longer = f"{words} {sentence}".strip()
                if words and width + cell_len(longer) > self.content_size.width:
                    break
                words = longer
            text.append("\n" if text else "").append(f"{label:<{width}}", "dim").append(words)
        self.update(text)
