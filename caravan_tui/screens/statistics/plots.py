"""The plots of the statistics: rating, share of wins, scores, match by match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from caravan_tui.hosts.match_text import score_text
from caravan_tui.widgets.plot import Plot, ticks
from saves.profile import Result
from saves.statistics import FIRST_RATING, Rating

RECENT = 10
"""Matches over which a share of wins is taken."""


def win_marks(ascii_only: bool) -> tuple[str, str]:
    """The marks of a match that was won and of one that was not."""
    return ("W", "l") if ascii_only else ("▲", "▼")


class RatingPlot(Plot):
    """The rating after each match, its uncertainty above and below, and the levels as lines."""

    def show(self, ratings: Sequence[Rating], levels: Mapping[str, float]) -> None:
        """Plot ratings; `levels`: the rating of each computer player by its title."""
        self.begin()
        if ratings:
            values = [FIRST_RATING, *(rating.value for rating in ratings)]
            low = min([*values, *levels.values()]) - 60
            high = max([*values, *levels.values()]) + 60
            for value in levels.values():
                self.horizontal(value, "secondary")
            upper, lower = [], []
            for number, rating in enumerate(ratings, 1):
                upper.append((number, min(high, rating.value + 2 * rating.deviation)))
                lower.append((number, max(low, rating.value - 2 * rating.deviation)))
            dot = "." if self.ascii_only else "·"
            self.points(upper, "foreground", dot)
            self.points(lower, "foreground", dot)
            self.line(list(enumerate(values)), "primary", "*" if self.ascii_only else "")
            labels = [f"{title} {value:.0f}" for title, value in levels.items()]
            self.bounds_y(low, high, list(levels.values()), labels)
            self.bounds_x(0, len(ratings), ticks(len(ratings)))
        self.refresh()


class ResultsPlot(Plot):
    """The share of wins in the last matches, or the score of each match."""

    def show_shares(self, results: Sequence[Result]) -> None:
        """Plot the share of wins in the last matches, and each match as won or not."""
        self.begin()
        if results:
            shares = []
            for number in range(1, len(results) + 1):
                recent = results[max(0, number - RECENT) : number]
                shares.append((number, sum(result.won for result in recent) / len(recent)))
            self.line(shares, "primary")
            self._mark_wins(results, [float(result.won) for result in results])
            self.bounds_y(-0.08, 1.08, [0, 0.25, 0.5, 0.75, 1.0],
                          ["0 %", "25 %", "50 %", "75 %", "100 %"])  # fmt: skip
            self.bounds_x(0, len(results), ticks(len(results)))
        self.refresh()

    def show_scores(self, results: Sequence[Result]) -> None:
        """Plot the score of each match, with the mean as a line."""
        self.begin()
        if results:
            values = [result.score or 0.0 for result in results]
            self.line(list(enumerate(values, 1)), "secondary")
            self._mark_wins(results, values)
            mean = sum(values) / len(values)
            self.horizontal(mean, "primary")
            margin = max(1.0, (max(values) - min(values)) * 0.08)
            marks = sorted({min(values), mean, max(values)})
            labels = [score_text(round(mark, 1)) for mark in marks]
            self.bounds_y(min(values) - margin, max(values) + margin, marks, labels)
            self.bounds_x(0, len(results), ticks(len(results)))
        self.refresh()

    def _mark_wins(self, results: Sequence[Result], heights: Sequence[float]) -> None:
        """Mark every match at its height, as won or not."""
        won, lost = win_marks(self.ascii_only)
        for mark, colour, is_won in ((won, "success", True), (lost, "error", False)):
            points = [
                (number, height)
                for number, (result, height) in enumerate(zip(results, heights, strict=True), 1)
                if result.won is is_won
            ]
            if points:
                self.points(points, colour, mark)
