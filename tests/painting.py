"""Boards painted without an app: styles that colour nothing, and a canvas as text."""

from __future__ import annotations

from rich.style import Style

from caravan_tui.widgets.canvas import Canvas
from caravan_tui.widgets.marks import SEATS

STYLES = {
    name: Style()
    for name in ("base", "dim", "bold", "good", "bad", "warn", "accent", "cursor",
                 *(f"seat-{seat}" for seat in range(SEATS)))
}  # fmt: skip


def text(canvas: Canvas) -> list[str]:
    """The characters of a canvas, a line a row."""
    return ["".join(segment.text for segment in canvas.segments(y)) for y in range(canvas.height)]
