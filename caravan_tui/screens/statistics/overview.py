"""The first page: totals, a card for each game, and where there is room rating, last matches and
opponents."""

from __future__ import annotations

from collections.abc import Sequence

from textual import getters
from textual.app import ComposeResult
from textual.containers import Horizontal

from caravan_tui.games import registry
from caravan_tui.games.registry import game_name
from caravan_tui.i18n import _
from caravan_tui.presentation.statistics import seats_text
from caravan_tui.screens.base import BaseApp
from caravan_tui.screens.statistics.cards import CardGrid, GameCard, RecordCard, UnplayedCard
from caravan_tui.screens.statistics.charts import RatingChart
from caravan_tui.screens.statistics.last_matches import LastMatches
from caravan_tui.screens.statistics.page import EmptyState, Facts, StatisticsPage, no_match
from caravan_tui.screens.statistics.share_bars import Group, ShareBars
from caravan_tui.screens.statistics.totals import LARGE_ROWS, SMALL_ROWS, Totals
from caravan_tui.widgets.chart import outcome_signs
from caravan_tui.widgets.drawn import pens_of
from saves import statistics as sums
from saves.deeds import earned_by_match
from saves.profile import Result

WIDE, MEDIUM = 116, 76
"""Columns from which on there are three cards side by side, or two."""

CHART_WIDTH = 110
"""Columns from which on the rating is drawn beside the opponents."""

TALL = 30
"""Rows from which on the totals are large."""

LEAST_CARD, MOST_CARD = 4, 9
"""Rows of a card."""

LEAST_BELOW, ENOUGH_FOR_BARS = 4, 9
"""Rows that the last matches need below the cards, and the bars of opponents."""

LAST_WIDTH = 150
"""Columns from which on the last matches stand beside rating and opponents."""


class Overview(StatisticsPage):
    """Totals, cards, rating and opponents. Scrolls where cards do not fit."""

    app = getters.app(BaseApp)
    name_of_page = "overview"

    DEFAULT_CSS = """
    Overview {
        & > #below { height: 9; margin-top: 1; }
        & #course { width: 1fr; height: 100%; }
        &.-charted #last { margin-left: 2; }
        & #last { width: 1fr; height: 100%; }
        & #against { width: 46; height: 100%; margin-left: 2; }
        &.-tall #totals { margin: 1 0; }
        &.-tight #totals { margin: 0; }
        &.-charted #last { width: 42; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self.has_ratings = False
        """Whether there are enough for a curve."""
        self.has_several = False
        """Whether there is more than one match to compare."""

    @staticmethod
    def title() -> str:
        """What its tab says."""
        return _("Overview")

    def empty_state(self, facts: Facts) -> EmptyState:
        """What an empty page says."""
        what = _("a card for each game: wins, last matches, streak and best score.")
        return no_match(facts, what)

    def compose(self) -> ComposeResult:
        """Totals, cards, what is below them."""
        yield Totals(id="totals")
        yield CardGrid(id="cards")
        with Horizontal(id="below"):
            yield RatingChart(id="course")
            yield LastMatches(id="last")
            yield ShareBars(id="against")

    def show(self, facts: Facts) -> str:
        """Show totals and cards."""
        results, titles = facts.own, facts.titles
        ratings = sums.ratings(results)
        self.has_ratings = len(ratings) >= sums.TOLD_FROM
        self.has_several = len(results) > 1
        self.query_one(Totals).show(
            sums.summarize(results),
            ratings[-1] if self.has_ratings else None,  # as on the page of the rating
            sums.rating_change(ratings),
        )
        self.query_one(CardGrid).show(self._cards(results, facts.game))
        won = {result.match: result.won for result in results}
        self.query_one(RatingChart).show(ratings, facts.levels, won)
        opponents = sums.by_opponent(results)
        deeds = earned_by_match(facts.results)
        self.query_one(LastMatches).show(results, titles, deeds)
        seats = sums.breakdown(sums.contested(results), sums.by_seats)
        self.query_one(ShareBars).show(
            [
                Group(_("By opponent"),
                      [(titles.get(kind, kind), summary) for kind, summary in opponents.items()]),
                Group(_("By number of seats"),
                      [(seats_text(count), seats[count]) for count in sorted(seats)]),
            ]
        )  # fmt: skip
        self.lay_out()
        if not results:
            return ""
        if pens_of(self.app, self.app.ascii).has_pixels:
            return _(
                "The last {count} matches, newest on the right: tall won, low not won."
            ).format(count=sums.RECENT)
        signs = outcome_signs(self.app.ascii)
        return _(
            "The last {count} matches, newest on the right: {won} won, {lost} not won."
        ).format(count=sums.RECENT, won=signs[0], lost=signs[1])

    def _cards(
        self, results: Sequence[Result], game: str | None
    ) -> list[GameCard | UnplayedCard | RecordCard]:
        """A card for each game, those that were played first; the records close an open row."""
        played = sums.breakdown(results, sums.by_game)
        known = list(registry.ids()) if game is None else [game]
        order = [name for name in known if name in played]
        order += [name for name in played if name not in known]
        cards: list[GameCard | UnplayedCard | RecordCard] = [
            GameCard(
                name,
                game_name(name),
                played[name],
                sums.recent_outcomes(result for result in results if result.game == name),
            )
            for name in order
        ]
        records = sums.records(results)
        newest = {best.game: best.when for best in sorted(records, key=lambda best: best.when)}
        records.sort(key=lambda best: (-newest[best.game], best.game, -best.when))
        if records:
            title = _("Your records") if game is None else _("Records")
            cards.append(RecordCard(title, records, has_games=game is None))
        if waiting := [game_name(name) for name in known if name not in played]:
            cards.append(UnplayedCard(waiting))
        return cards

    def _columns(self, cards: int) -> int:
        """How many cards are side by side."""
        width = self.app.size.width
        most = 3 if width >= WIDE else 2 if width >= MEDIUM else 1
        return max(1, min(most, cards))

    def on_resize(self) -> None:
        """Share the room anew."""
        self.lay_out()

    def lay_out(self) -> None:
        """Share the rows between totals, cards and what is below them."""
        height, width = self.size.height, self.app.size.width
        grid, below = self.query_one(CardGrid), self.query_one("#below")
        if not height or not grid.cards:
            return
        is_tall = height >= TALL
        totals = LARGE_ROWS if is_tall else SMALL_ROWS
        self.query_one(Totals).styles.height = totals
        self.set_class(is_tall, "-tall")
        columns = self._columns(len(grid.cards))
        lines = -(-len(grid.cards) // columns)
        free = height - totals - 1 - is_tall
        is_tight = lines * (LEAST_CARD + 1) - 1 > free
        self.set_class(is_tight, "-tight")
        free += is_tight
        card, has_below = _card_rows(free, lines)
        has_chart = self.has_ratings and width >= CHART_WIDTH
        has_room = self.has_several and free - lines * (card + 1) >= ENOUGH_FOR_BARS
        self.query_one(RatingChart).display = has_chart
        self.query_one(ShareBars).display = has_room and width >= CHART_WIDTH
        self.query_one(LastMatches).display = not has_chart or width >= LAST_WIDTH
        self.set_class(has_chart, "-charted")
        below.display = has_below
        below.styles.height = max(LEAST_BELOW, free - lines * (card + 1))
        grid.set_shape(columns, card)


def _card_rows(free: int, lines: int) -> tuple[int, bool]:
    """The rows of a card where `lines` of cards share the rows that are free, each with a blank
    row after it; and whether there is room below them for more."""
    sizes = range(MOST_CARD, LEAST_CARD - 1, -1)
    for rows in sizes:
        if lines * (rows + 1) + LEAST_BELOW <= free:
            return rows, True
    return next((rows for rows in sizes if lines * (rows + 1) - 1 <= free), LEAST_CARD), False
