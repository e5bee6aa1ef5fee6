"""Lines and points in the terminal, in the theme's colours; with ASCII only where that is set."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.color import Color
from textual_plotext import PlotextPlot

_PLAIN = str.maketrans("─│┌┐└┘├┤┬┴┼", "-|++++||+++")


class Plot(PlotextPlot):
    """A plot that is drawn anew from its series; every series has a glyph of its own beside its
    colour."""

    DEFAULT_CSS = """
    Plot { height: 1fr; width: 1fr; background: $surface; }
    """

    def __init__(self, ascii_only: bool = False, id: str | None = None) -> None:
        super().__init__(id=id)
        self._pl_ascii = ascii_only

    def render(self) -> Text:
        """The plot as text."""
        drawn = super().render()
        if not self._pl_ascii:
            return drawn
        plain = Text(drawn.plain.translate(_PLAIN))
        plain.spans = drawn.spans
        return plain

    def rgb(self, colour: str) -> tuple[int, int, int]:
        """A colour of the theme, by name or as `#rrggbb`, as plotext takes it."""
        return Color.parse(self.app.theme_variables.get(colour, colour)).rgb

    def begin(self, title: str = "", x: str = "", y: str = "") -> None:
        """An empty plot with these words at its edges."""
        self.plt.clear_data()
        self.plt.clear_figure()
        self.plt.title(title)
        self.plt.xlabel(x)
        self.plt.ylabel(y)

    def line(
        self, points: Sequence[tuple[float, float]], colour: str, marker: str = "", label: str = ""
    ) -> None:
        """A line through points. Without a marker of its own it is drawn finely."""
        self.plt.plot(
            [x for x, _y in points],
            [y for _x, y in points],
            marker=marker or ("*" if self._pl_ascii else "braille"),
            color=self.rgb(colour),
            label=label or None,
        )

    def points(
        self, points: Sequence[tuple[float, float]], colour: str, marker: str, label: str = ""
    ) -> None:
        """Points, each with this glyph."""
        self.plt.scatter(
            [x for x, _y in points],
            [y for _x, y in points],
            marker=marker,
            color=self.rgb(colour),
            label=label or None,
        )

    def level(self, y: float, colour: str) -> None:
        """A line from side to side."""
        self.plt.hline(y, color=self.rgb(colour))

    def upright(self, x: float, colour: str) -> None:
        """A line from bottom to top."""
        self.plt.vline(x, color=self.rgb(colour))

    def bounds_x(self, low: float, high: float, ticks: Sequence[float] = ()) -> None:
        """What is seen from left to right."""
        self.plt.xlim(low, high if high > low else low + 1)
        if ticks:
            self.plt.xticks(list(ticks))

    def bounds_y(
        self,
        low: float,
        high: float,
        ticks: Sequence[float] = (),
        labels: Sequence[str] = (),
    ) -> None:
        """What is seen from bottom to top."""
        self.plt.ylim(low, high if high > low else low + 1)
        if ticks:
            self.plt.yticks(list(ticks), list(labels) or [f"{tick:g}" for tick in ticks])


def ticks(last: int) -> list[float]:
    """At most eight whole numbers from 0 to the last."""
    step = max(1, -(-last // 8))
    return [float(n) for n in range(0, last + 1, step)]
