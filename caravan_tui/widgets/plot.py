"""Lines and points in the theme's colours; in ASCII where that is set."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.color import Color
from textual_plotext import PlotextPlot

_TO_ASCII = str.maketrans("─│┌┐└┘├┤┬┴┼", "-|++++||+++")


class Plot(PlotextPlot):
    """A plot whose series are told apart by their glyphs as well as their colours."""

    DEFAULT_CSS = """
    Plot { height: 1fr; width: 1fr; background: $surface; }
    """

    def __init__(self, ascii_only: bool = False, id: str | None = None) -> None:
        super().__init__(id=id)
        self.ascii_only = ascii_only

    def render(self) -> Text:
        """Draw the plot as text."""
        drawn = super().render()
        assert isinstance(drawn, Text)
        if not self.ascii_only:
            return drawn
        text = Text(drawn.plain.translate(_TO_ASCII))
        text.spans = drawn.spans
        return text

    def rgb(self, colour: str) -> tuple[int, int, int]:
        """Convert a colour of the theme, by name or as `#rrggbb`, for plotext."""
        return Color.parse(self.app.theme_variables.get(colour, colour)).rgb

    def begin(self, title: str = "", x: str = "", y: str = "") -> None:
        """Clear the plot and set its title and the labels of its axes."""
        self.plt.clear_data()
        self.plt.clear_figure()
        self.plt.title(title)
        self.plt.xlabel(x)
        self.plt.ylabel(y)

    def line(
        self, points: Sequence[tuple[float, float]], colour: str, marker: str = "", label: str = ""
    ) -> None:
        """Draw a line through points: fine, or made of a marker."""
        self.plt.plot(
            [x for x, _y in points],
            [y for _x, y in points],
            marker=marker or ("*" if self.ascii_only else "braille"),
            color=self.rgb(colour),
            label=label or None,
        )

    def points(
        self, points: Sequence[tuple[float, float]], colour: str, marker: str, label: str = ""
    ) -> None:
        """Draw points as glyphs."""
        self.plt.scatter(
            [x for x, _y in points],
            [y for _x, y in points],
            marker=marker,
            color=self.rgb(colour),
            label=label or None,
        )

    def horizontal(self, y: float, colour: str) -> None:
        """Draw a horizontal line."""
        self.plt.hline(y, color=self.rgb(colour))

    def vertical(self, x: float, colour: str) -> None:
        """Draw a vertical line."""
        self.plt.vline(x, color=self.rgb(colour))

    def bounds_x(self, low: float, high: float, ticks: Sequence[float] = ()) -> None:
        """Set the range of the x axis and its ticks."""
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
        """Set the range of the y axis, its ticks and their labels."""
        self.plt.ylim(low, high if high > low else low + 1)
        if ticks:
            self.plt.yticks(list(ticks), list(labels) or [f"{tick:g}" for tick in ticks])


def ticks(last: int) -> list[float]:
    """Return about eight whole numbers from 0 to at most `last`, evenly spread."""
    step = max(1, -(-last // 8))
    return [float(n) for n in range(0, last + 1, step)]
