"""The totals over all matches that are shown: four figures in a row."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen
from rich.cells import cell_len

from caravan_tui.i18n import _, _n
from caravan_tui.presentation.statistics import time_text
from caravan_tui.widgets.drawing import letters
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawn import Drawn
from saves.statistics import RECENT, Rating, Summary

LEAST_SHARED = 3
"""Matches from which on a share of wins says something."""

SMALL_ROWS, LARGE_ROWS = 2, 5
"""Rows with usual letters, and with large ones."""


@frozen
class Tile:
    """A figure with what it is."""

    value: str
    label: str
    after: str = ""
    """A few words behind the value."""
    change: float = 0.0
    """How it has changed, behind the label."""
    matches: int = RECENT
    """In how many matches."""


class Totals(Drawn):
    """Matches, wins, time and rating as tiles."""

    DEFAULT_CSS = """
    Totals { width: 100%; height: 2; margin-bottom: 1; }
    """

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.tiles: Sequence[Tile] = ()

    def show(self, summary: Summary, rating: Rating | None, change: float | None) -> None:
        """Show totals, the newest rating and how far it has moved lately."""
        has_share = summary.share is not None and summary.contested >= LEAST_SHARED
        share = f"{summary.share:.0%}" if has_share else ""
        tiles = [
            Tile(str(summary.matches), _n("match", "matches", summary.matches)),
            Tile(str(summary.wins), _n("win", "wins", summary.wins), share),
            Tile(time_text(summary.seconds), _("played")),
        ]
        if rating is None:
            tiles.append(Tile("-", _("no rating yet")))
        else:
            likely = f"±{2 * rating.deviation:.0f}"
            tiles.append(
                Tile(
                    f"{rating.value:.0f}",
                    _("rating"),
                    likely,
                    change or 0.0,
                    min(RECENT, summary.contested),
                )
            )
        self.tiles = tiles
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw the tiles side by side."""
        count = len(self.tiles)
        if not count:
            return
        width = (canvas.width + 1) // count
        for number, tile in enumerate(self.tiles):
            last = number == count - 1
            right = canvas.width if last else (number + 1) * width - 1
            _draw_tile(canvas, number * width, right - number * width, tile)


def _large_width(value: str) -> int:
    """The columns of a value with large figures."""
    parts = value.split()
    return sum(letters.width(part) if part.isdecimal() else cell_len(part) for part in parts) + len(
        parts
    )


def _write_large(canvas: Canvas, x: int, y: int, value: str) -> int:
    """Write figures large and what they count small at their foot: an `s` that is large, too, is a
    5. Return the column after it."""
    colours = canvas.pens.palette
    for part in value.split():
        if part.isdecimal():
            letters.write(canvas, x, 1, part, colours.text, colours.primary, has_shade=colours.dark)
            x += letters.width(part) + 1
        else:
            x = canvas.put(x, y, part, colours.accent, bold=True) + 1
    return x


def _draw_tile(canvas: Canvas, x: int, width: int, tile: Tile) -> None:
    colours, rows = canvas.pens.palette, canvas.height
    canvas.fill(x, 0, width, rows, colours.panel)
    text = x + 2
    if rows >= LARGE_ROWS and canvas.pens.has_pixels and _large_width(tile.value) <= width - 3:
        column = _write_large(canvas, text, rows - 2, tile.value)
    else:
        column = canvas.put(text, rows - 2, tile.value, colours.accent, bold=True) + 1
    after = tile.after.replace("±", "+-") if canvas.pens.is_ascii else tile.after
    if column + len(after) <= x + width:
        canvas.put(column, rows - 2, after, colours.text)
    column = canvas.put(text, rows - 1, tile.label, colours.soft) + 1
    trend = round(tile.change)
    if trend:
        ink = colours.gain if trend > 0 else colours.loss
        up, down = ("", "") if canvas.pens.is_ascii else ("▲ ", "▼ ")
        words = f"{up if trend > 0 else down}{trend:+d}"
        column = canvas.put(column, rows - 1, words, ink, bold=True) + 1
        since = _("in {count} matches").format(count=tile.matches)
        if column + len(since) < x + width:
            canvas.put(column, rows - 1, since, colours.soft)
