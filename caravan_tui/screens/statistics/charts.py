"""The charts of the statistics: rating, share of wins, scores, match by match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual import getters

from caravan_tui.hosts.match_text import score_text
from caravan_tui.screens.base import BaseApp
from caravan_tui.screens.statistics.page import ENOUGH
from caravan_tui.widgets.chart import Chart, Figure, Level, Line, ticks
from saves import statistics as sums
from saves.profile import Result
from saves.statistics import FIRST_RATING, Rating

QUARTERED = 9
"""Rows of a chart of shares from which on quarters are named."""

MARGIN = 60
"""Points of the rating above the highest value and below the lowest; its likely range goes to the
edge."""

ROUND = 100
"""The chart of the rating begins with a multiple of it."""


def steps_of(last: int) -> list[tuple[float, str]]:
    """The labels of matches below a chart."""
    return [(float(number), str(number)) for number in ticks(last)]


def line_mark(ascii_only: bool) -> str:
    """What draws a line where there are no pixels."""
    return "*" if ascii_only else "●"


class RatingChart(Chart):
    """The rating after each match, its likely range as a band, and the levels as named lines."""

    app = getters.app(BaseApp)

    def show(
        self, ratings: Sequence[Rating], levels: Mapping[str, float], won: Mapping[str, bool],
        has_outcomes: bool = True,
    ) -> None:  # fmt: skip
        """Draw ratings. `levels`: the rating of each computer player by its title; `won`: whether
        the match with an ID was won, which a row of signs says if it `has_outcomes`."""
        if not ratings:
            self.show_figure(None)
            return
        values = [FIRST_RATING, *(rating.value for rating in ratings)]
        edges = [edge for rating in ratings for edge in (rating.low, rating.high)]
        last = round(values[-1])
        bottom = min(*edges, *(value - MARGIN for value in (*values, *levels.values())))
        bottom = bottom // ROUND * ROUND
        top = max(*edges, *(value + MARGIN for value in (*values, *levels.values())))
        names = [Level(value, f"{title} {value:.0f}") for title, value in levels.items()]
        names.append(Level(bottom, f"{bottom:.0f}", has_line=False))
        self.show_figure(
            Figure(
                left=0,
                right=len(ratings),
                bottom=bottom,
                top=top,
                lines=[Line(list(enumerate(values)), "primary", line_mark(self.app.ascii),
                            str(last))],
                levels=names,
                band=[(number, rating.low, rating.high)
                      for number, rating in enumerate(ratings, 1)],
                steps=steps_of(len(ratings)),
                outcomes=[(number, won.get(rating.match, False))
                          for number, rating in enumerate(ratings, 1) if has_outcomes],
            )
        )  # fmt: skip


class MarginsChart(Chart):
    """By how many points each match was won or lost."""

    app = getters.app(BaseApp)

    @property
    def has_enough(self) -> bool:
        """Whether there are enough matches for a curve."""
        return self.figure is not None

    def show(self, results: Sequence[Result]) -> None:
        """Draw the margins of the matches that could be won, with a line at none."""
        margins = [
            (result.score - max(others), result)
            for result in sums.contested(results)
            if result.score is not None
            and (others := [score for seat, score in enumerate(result.scores) if seat != result.me])
        ]
        if len(margins) < ENOUGH:
            self.show_figure(None)
            return
        low, high = (pick(0.0, *(margin for margin, _result in margins)) for pick in (min, max))
        values = sorted({low, 0.0, high} if high > low else {0.0})
        points = [(float(number), margin) for number, (margin, _result) in enumerate(margins, 1)]
        line = Line(points, "primary", line_mark(self.app.ascii), f"{margins[-1][0]:+g}")
        levels = [Level(value, f"{value:+g}" if value else "0", value == 0) for value in values]
        self.show_figure(over_matches([result for _, result in margins], line, low, high, levels))


class ResultsChart(Chart):
    """The share of wins in the last matches, or the score of each match."""

    app = getters.app(BaseApp)

    def show_shares(self, results: Sequence[Result]) -> None:
        """Draw the share of wins in the last matches, and whether each match was won."""
        contested = sums.contested(results)
        shares = sums.win_shares(contested)
        line = Line(list(enumerate(shares, 1)), "primary", line_mark(self.app.ascii),
                    f"{shares[-1]:.0%}" if shares else "")  # fmt: skip
        # Of labels in one row the first stands: in few rows the quarters would stand for halves.
        has_quarters = self.size.height >= QUARTERED
        quarters = (1.0, 0.5, 0.0, 0.75, 0.25) if has_quarters else (1.0, 0.5, 0.0)
        levels = [Level(share, f"{share:.0%}", 0 < share < 1) for share in quarters]
        self._show(contested, line, 0.0, 1.0, levels)

    def show_scores(self, results: Sequence[Result], mean: float | None) -> None:
        """Draw the score of each match, with the mean as a line."""
        values = [result.score or 0.0 for result in results]
        line = Line(list(enumerate(values, 1)), "primary", line_mark(self.app.ascii),
                    score_text(values[-1]) if values else "")  # fmt: skip
        low, high = min(values, default=0.0), max(values, default=1.0)
        levels = [Level(value, score_text(value), has_line=False) for value in (high, low)]
        if mean is not None:
            levels.insert(0, Level(round(mean, 1), score_text(round(mean, 1))))
        self._show(results, line, low, high, levels)

    def _show(
        self, results: Sequence[Result], line: Line, low: float, high: float,
        levels: Sequence[Level],
    ) -> None:  # fmt: skip
        """Draw a line over matches; nothing without any."""
        self.show_figure(over_matches(results, line, low, high, levels) if results else None)


def over_matches(
    results: Sequence[Result], line: Line, low: float, high: float, levels: Sequence[Level]
) -> Figure:
    """A line over matches, one or more, with the outcome of each that could be won."""
    return Figure(
        left=1,
        right=len(results),
        bottom=low,
        top=high if high > low else low + 1,
        lines=[line],
        levels=levels,
        steps=[(max(1.0, step), label if step else "1") for step, label in steps_of(len(results))],
        outcomes=[
            (number, result.won) for number, result in enumerate(results, 1) if result.seats > 1
        ],
    )
