"""The plots of the statistics: rating, share of wins, scores, match by match."""

from __future__ import annotations

from caravan_tui.screens.result import score_text
from caravan_tui.widgets.plot import Plot, ticks
from saves.profile import Result
from saves.statistics import FIRST_RATING, Rating

RECENT = 10
"""Matches over which a share of wins is taken."""


def won_and_lost(plain: bool) -> tuple[str, str]:
    """The marks of a match that was won and of one that was not; `plain`: in ASCII."""
    return ("W", "l") if plain else ("▲", "▼")


def ratings(plot: Plot, found: list[Rating], levels: dict[str, float], plain: bool) -> None:
    """The rating after each match, its doubt above and below, and the levels as lines."""
    plot.begin()
    if found:
        values = [FIRST_RATING, *(one.value for one in found)]
        low = min([*values, *levels.values()]) - 60
        high = max([*values, *levels.values()]) + 60
        for value in levels.values():
            plot.level(value, "secondary")
        over, under = [], []
        for number, one in enumerate(found, 1):
            over.append((number, min(high, one.value + 2 * one.deviation)))
            under.append((number, max(low, one.value - 2 * one.deviation)))
        dot = "." if plain else "·"
        plot.points(over, "foreground", dot)
        plot.points(under, "foreground", dot)
        plot.line(list(enumerate(values)), "primary", "*" if plain else "")
        words = [f"{title} {value:.0f}" for title, value in levels.items()]
        plot.bounds_y(low, high, list(levels.values()), words)
        plot.bounds_x(0, len(found), ticks(len(found)))
    plot.refresh()


def shares(plot: Plot, results: list[Result], plain: bool) -> None:
    """The share of wins in the last matches, and each match as won or not."""
    plot.begin()
    if results:
        line = []
        for number in range(1, len(results) + 1):
            recent = results[max(0, number - RECENT) : number]
            line.append((number, sum(one.won for one in recent) / len(recent)))
        plot.line(line, "primary")
        _marks(plot, results, [float(one.won) for one in results], plain)
        plot.bounds_y(-0.08, 1.08, [0, 0.25, 0.5, 0.75, 1.0],
                      ["0 %", "25 %", "50 %", "75 %", "100 %"])  # fmt: skip
        plot.bounds_x(0, len(results), ticks(len(results)))
    plot.refresh()


def scores(plot: Plot, results: list[Result], plain: bool) -> None:
    """The score of each match, and the mean as a line."""
    plot.begin()
    if results:
        values = [one.score or 0.0 for one in results]
        plot.line(list(enumerate(values, 1)), "secondary")
        _marks(plot, results, values, plain)
        mean = sum(values) / len(values)
        plot.level(mean, "primary")
        room = max(1.0, (max(values) - min(values)) * 0.08)
        marks = sorted({min(values), mean, max(values)})
        words = [score_text(round(mark, 1)) for mark in marks]
        plot.bounds_y(min(values) - room, max(values) + room, marks, words)
        plot.bounds_x(0, len(results), ticks(len(results)))
    plot.refresh()


def _marks(plot: Plot, results: list[Result], heights: list[float], plain: bool) -> None:
    """A mark for every match, at its height."""
    won, lost = won_and_lost(plain)
    for glyph, colour, wanted in ((won, "success", True), (lost, "error", False)):
        kept = [
            (number, height)
            for number, (one, height) in enumerate(zip(results, heights, strict=True), 1)
            if one.won is wanted
        ]
        if kept:
            plot.points(kept, colour, glyph)
