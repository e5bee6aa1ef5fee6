"""The base of a board that is painted whole: one canvas, made anew when something changed."""

from __future__ import annotations

from functools import partial
from typing import Any

from rich.style import Style
from textual import events
from textual.color import Color, ColorParseError
from textual.strip import Strip
from textual.timer import Timer

from caravan_tui.widgets.board import Board, Place, Shown
from caravan_tui.widgets.canvas import Canvas
from caravan_tui.widgets.marks import SEATS, seat_style

FRAMES = 4
"""Pictures of a short animation before things lie where they are."""
FRAME_SECONDS = 0.07


class PaintedBoard(Board):
    """Subclasses override `paint`, and call `repaint` when what is drawn is no longer true."""

    DEFAULT_CSS = """
    PaintedBoard { height: 1fr; width: 1fr; }
    """

    _bd_canvas: Canvas | None = None
    _bd_frame = 0
    _bd_timer: Timer | None = None

    def paint(self, shown: Shown, width: int, height: int) -> Canvas:
        """The whole board, in so many columns and rows."""
        raise NotImplementedError

    def repaint(self) -> None:
        """Paint anew."""
        self._bd_canvas = None
        self.refresh()

    # short animations

    @property
    def frame(self) -> int:
        """How many pictures of a short animation are still to come; 0: all is at rest."""
        return self._bd_frame

    def move(self, wanted: bool = True) -> None:
        """Begin a short animation, if animations are welcome; one that runs is over."""
        self.rest()
        if wanted and self.is_mounted and self.shown is not None and self.shown.animate:
            self._bd_frame = FRAMES
            self._bd_timer = self.set_interval(FRAME_SECONDS, self._bd_next_frame)

    def rest(self) -> None:
        """End the animation that runs."""
        self._bd_frame = 0
        if self._bd_timer is not None:
            self._bd_timer.stop()
            self._bd_timer = None

    def _bd_next_frame(self) -> None:
        self._bd_frame -= 1
        if self._bd_frame <= 0:
            self.rest()
        self.repaint()

    # what is drawn

    def painted(self) -> Canvas | None:
        """What is on the screen; None before the first position or layout."""
        shown = self.shown
        if shown is None or not self.size.width:
            return None
        canvas = self._bd_canvas
        if canvas is None or (canvas.width, canvas.height) != self.size:
            canvas = self._bd_canvas = self.paint(shown, *self.size)
        return canvas

    def under(self, event: events.Click) -> Any:
        """The target that was clicked, None if there is none; a click on one goes no further."""
        canvas = self.painted()
        target = canvas.under(event.x, event.y) if canvas else None
        if target is not None:
            event.stop()
        return target

    def can_go_to(self, target: Any) -> bool:
        """Whether the jump keys lead to a target; buttons have keys of their own."""
        return target[0] != "do"

    def go_to(self, target: Any) -> None:
        """Put the cursor on a target and say what is there."""
        raise NotImplementedError

    def places(self) -> list[Place]:
        """The targets that a cursor can go to."""
        canvas = self.painted()
        left, top = self.region.offset
        return [
            Place(left + x, top + y, partial(self.go_to, target))
            for x, y, _width, _height, target in (canvas.targets if canvas else ())
            if 0 <= x < self.size.width and 0 <= y < self.size.height and self.can_go_to(target)
        ]

    def render_line(self, y: int) -> Strip:
        """A line of the board."""
        canvas = self.painted()
        if canvas is None or y >= canvas.height:
            return Strip.blank(self.size.width, self.rich_style)
        return Strip(canvas.segments(y), canvas.width)

    def on_resize(self) -> None:
        """Lay out anew."""
        self.repaint()

    def notify_style_update(self) -> None:
        """The theme has changed."""
        super().notify_style_update()
        self._bd_canvas = None

    def theme_styles(self) -> dict[str, Style]:
        """The styles of the theme in force: base, dim, bold, good, bad, warn, accent, cursor and
        seat-0 to seat-5."""
        base = self.rich_style
        styles = {
            "base": base,
            "dim": base + Style(dim=True),
            "bold": base + Style(bold=True),
            "cursor": base + Style(reverse=True, bold=True),
        }
        for name, variable in (
            ("good", "success"),
            ("bad", "error"),
            ("warn", "warning"),
            ("accent", "accent"),
        ):
            try:
                colour = Color.parse(str(self.app.theme_variables.get(variable, ""))).hex6
            except ColorParseError:
                styles[name] = styles["bold"]
            else:
                styles[name] = base + Style(color=colour, bold=True)
        for seat in range(SEATS):
            styles[f"seat-{seat}"] = base + seat_style(self, seat)
        return styles
