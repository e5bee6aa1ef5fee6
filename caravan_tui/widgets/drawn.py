"""A widget that is drawn on a canvas of the drawing kit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from textual.app import App
from textual.events import Click, MouseEvent
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, as_hex
from caravan_tui.widgets.drawing.depth import Depth, Pens
from caravan_tui.widgets.drawing.palette import palette
from caravan_tui.widgets.theme_changes import follow_theme


def pens_of(app: App[Any], ascii_only: bool) -> Pens:
    """The styles of the app's theme on this terminal."""
    colours = palette(app.theme_variables, app.current_theme.dark)
    depth = Depth.of(app.console.color_system, app.no_color)
    return Pens(colours, depth, ascii_only)


def shown_as(app: App[Any], colour: Colour) -> str:
    """A colour of the app's theme as this terminal has it, for a text that no canvas draws. Without
    colours it stays: what leaves them out has to compare them."""
    pens = pens_of(app, ascii_only=False)
    return as_hex(colour if pens.depth is Depth.NONE else pens.reduce(colour))


def changes(before: Canvas, canvas: Canvas) -> dict[int, set[int]]:
    """The columns that look different, by row; rows that look the same are left out."""
    rows = ((y, canvas.changed_columns(before, y)) for y in range(canvas.height))
    return {y: columns for y, columns in rows if columns}


def regions_of(changed: Mapping[int, set[int]]) -> list[Region]:
    """What to repaint of these columns by row; one region for rows below each other with the same
    first and last column."""
    rows_of: dict[tuple[int, int], list[int]] = {}
    for y, columns in changed.items():
        rows_of.setdefault((min(columns), max(columns) + 1), []).append(y)
    return [
        Region(left, top, right - left, bottom - top)
        for (left, right), rows in rows_of.items()
        for top, bottom in blocks(rows)
    ]


def blocks(rows: Sequence[int]) -> list[tuple[int, int]]:
    """Rows in order as blocks of rows below each other: the first and the one after the last."""
    ends: list[tuple[int, int]] = []
    for row in rows:
        if ends and ends[-1][1] == row:
            ends[-1] = ends[-1][0], row + 1
        else:
            ends.append((row, row + 1))
    return ends


def target_of(canvas: Canvas | None, event: MouseEvent) -> Any:
    """The target under the pointer, None where there is none. Stops a click on a target."""
    target = canvas.target_at(event.x, event.y) if canvas else None
    if target is not None and isinstance(event, Click):
        event.stop()
    return target


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
        canvas.recall(before)
        self.draw(canvas)
        if changed := changes(before, canvas):
            self.refresh(*regions_of(changed))

    def target_of(self, event: MouseEvent) -> Any:
        """As `target_of` of the canvas."""
        return target_of(self._canvas, event)

    def on_mount(self) -> None:
        """Follow the theme. Textual calls this in addition to a subclass's own `on_mount`."""
        follow_theme(self, self.redraw)

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


class DrawnActions(Drawn):
    """Every target is an action, as in a binding; a click runs it on the screen."""

    async def on_click(self, event: Click) -> None:
        """Do what is under the pointer."""
        action = self.target_of(event)
        if action is not None:
            await self.screen.run_action(action)
