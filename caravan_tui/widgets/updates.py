"""Texts that are shown again and again, most often unchanged."""

from __future__ import annotations

from rich.text import Text
from textual.widgets import Static


def update_if_changed(widget: Static, text: str | Text) -> None:
    """Show a text. One that is shown already costs nothing; any other lays out the screen only
    where the size of the widget depends on its text."""
    if widget.content != text:
        widget.update(text, layout=widget.styles.auto_dimensions)
