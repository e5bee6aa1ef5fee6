"""What is drawn, as text."""

from __future__ import annotations

from typing import Any

from rich.console import Console, RenderableType
from textual.app import App
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import DataTable, Static


def screen_lines(app_or_screen: App[Any] | Screen[Any]) -> list[str]:
    """The characters of a screen, or of an app's top screen, one string per row."""
    screen = app_or_screen.screen if isinstance(app_or_screen, App) else app_or_screen
    strips = screen._compositor.render_strips()  # the only way to composed text without colours
    return [strip.text for strip in strips]


def screen_text(app_or_screen: App[Any] | Screen[Any]) -> str:
    """`screen_lines` as one string."""
    return "\n".join(screen_lines(app_or_screen))


def static_text(screen: Widget, name: str) -> str:
    """What the Static of this id says."""
    return str(screen.query_one(f"#{name}", Static).content)


def cells(table: DataTable[Any]) -> list[list[str]]:
    """The cells of a table, a list per row."""
    return [[str(cell) for cell in table.get_row_at(row)] for row in range(table.row_count)]


def widget_lines(widget: Widget) -> list[str]:
    """The characters that a widget draws itself, without its children, one string per row."""
    return [widget.render_line(y).text for y in range(widget.size.height)]


def printed(renderable: RenderableType) -> str:
    """What Rich prints of a renderable, without styles, on lines that are long enough."""
    console = Console(width=200, color_system=None)
    with console.capture() as capture:
        console.print(renderable)
    return capture.get()
