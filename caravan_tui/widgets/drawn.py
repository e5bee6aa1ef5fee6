"""A widget that is drawn on a canvas of the drawing kit."""

from __future__ import annotations

from typing import Any

from textual.app import App
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.depth import Depth, Pens
from caravan_tui.widgets.drawing.palette import palette


def pens_of(app: App[Any], ascii_only: bool) -> Pens:
    """The styles of the app's theme on this terminal."""
    colours = palette(app.theme_variables, app.current_theme.dark)
    depth = Depth.of(app.console.color_system, app.no_color)
    return Pens(colours, depth, ascii_only)


class Drawn(Widget):
    """Subclasses override `draw`, and call `redraw` when it would draw something else."""

    _canvas: Canvas | None = None

    def draw(self, canvas: Canvas) -> None:
        """Draw everything on an empty canvas of the widget's size."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Draw again before the next refresh."""
        self._canvas = None
        self.refresh()

    def redraw_changes(self) -> None:
        """Draw again, and repaint the parts that differ from what is on the screen."""
        before = self._canvas
        if before is None or (before.width, before.height) != self.size:
            self.redraw()
            return
        canvas = self._canvas = Canvas(before.width, before.height, before.pens)
        self.draw(canvas)
        regions: list[Region] = []
        for y in range(canvas.height):
            if columns := canvas.changed_columns(before, y):
                left = min(columns)
                regions.append(Region(left, y, max(columns) + 1 - left, 1))
        if regions:
            self.refresh(*regions)

    def on_mount(self) -> None:
        """Follow the theme. Textual calls this in addition to a subclass's own `on_mount`."""
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self.redraw())

    def on_resize(self) -> None:
        """Draw for the new size."""
        self.redraw()

    def notify_style_update(self) -> None:
        """Draw again after a change of style."""
        super().notify_style_update()
        self._canvas = None

    def render_line(self, y: int) -> Strip:
        """A row of the canvas."""
        width, height = self.size
        if not width or not height:
            return Strip.blank(width, self.rich_style)
        canvas = self._canvas
        if canvas is None or (canvas.width, canvas.height) != self.size:
            pens = pens_of(self.app, self.app.has_class("-ascii"))
            canvas = self._canvas = Canvas(width, height, pens)
            self.draw(canvas)
        return Strip(canvas.segments(y), width)
