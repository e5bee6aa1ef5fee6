"""Texts that are shown again and again, most often unchanged."""

from __future__ import annotations

from rich.text import Text
from textual.widgets import Static


def update_if_changed(widget: Static, text: str | Text) -> None:
    """Show a text. One that is shown already costs nothing: else its screen would be laid out."""
    if widget.content != text:
        widget.update(text)
