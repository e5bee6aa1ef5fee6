"""The page of the rating: over time with its likely range, and below it the results."""

from __future__ import annotations

from textual import getters
from textual.app import ComposeResult

from caravan_tui.i18n import _, _n
from caravan_tui.screens.base import BaseApp
from caravan_tui.screens.statistics.charts import RatingChart, ResultsChart
from caravan_tui.screens.statistics.page import ENOUGH, EmptyState, Facts, StatisticsPage, no_match
from caravan_tui.widgets.chart import outcome_signs
from saves import statistics as sums

LEAST_BOTH = 30
"""Rows of a terminal from which on an example has both charts."""


class RatingPage(StatisticsPage):
    """Two charts of the same matches below each other, or one where there is no rating."""

    app = getters.app(BaseApp)
    name_of_page = "rating"

    DEFAULT_CSS = """
    RatingPage { padding: 0 1; overflow: hidden;
        & > RatingChart { height: 3fr; margin-top: 1; }
        & > ResultsChart { height: 2fr; margin-top: 1; }
    }
    """

    @staticmethod
    def title() -> str:
        """What its tab says."""
        return _("Rating")

    def compose(self) -> ComposeResult:
        """The charts."""
        yield RatingChart(id="rating-chart")
        yield ResultsChart(id="results-chart")

    def show(self, facts: Facts) -> str:
        """Draw what there are enough matches for."""
        results = facts.own
        ratings = sums.ratings(results)
        has_rating = len(ratings) >= sums.TOLD_FROM
        chart, below = self.query_one(RatingChart), self.query_one(ResultsChart)
        chart.display = has_rating
        chart.show(
            ratings, facts.levels, {result.match: result.won for result in results},
            has_outcomes=False,
        )  # fmt: skip
        if facts.game is None:
            below.show_shares(results)
            has_results = len(sums.contested(results)) >= ENOUGH
            words = _("Below: share of wins in the last {count} matches.")
        else:
            below.show_scores(results, sums.summarize(results).mean_score)
            has_results = len(results) >= ENOUGH
            words = _("Below: score of each match, with the mean as a line.")
        if facts.is_example and self.app.size.height < LEAST_BOTH:
            has_results = False
        below.display = has_results
        if not has_rating and not has_results:
            return ""
        parts = []
        if has_rating:
            last = ratings[-1]
            text = _n(
                "Rating {value:.0f}, plus or minus {spread:.0f}, after {count} match against "
                "computer players: the band is the likely range.",
                "Rating {value:.0f}, plus or minus {spread:.0f}, after {count} matches against "
                "computer players: the band is the likely range.",
                len(ratings),
            )
            parts.append(
                text.format(value=last.value, spread=2 * last.deviation, count=len(ratings))
            )
        won, lost = outcome_signs(self.app.ascii)
        if has_results:
            parts.append(words.format(count=sums.RECENT))
            if below.has_outcome_signs:
                parts.append(_("{won} won, {lost} not won.").format(won=won, lost=lost))
            else:
                parts.append(_("Upper green marks: won, lower red ones: not won."))
        return " ".join(parts)

    def empty_state(self, facts: Facts) -> EmptyState:
        """What an empty page says."""
        what = _("how strong you are beside the computer players, and how often you win.")
        return no_match(facts, what, ENOUGH)
