"""The page of numbers: counts of matches, the assisted ones apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import DataTable

from caravan_tui.games.registry import game_name
from caravan_tui.hosts.match_text import score_text
from caravan_tui.i18n import _, _n
from caravan_tui.presentation.statistics import (
    fitting_name,
    opponents_text,
    seats_text,
    time_text,
)
from caravan_tui.screens.statistics.page import (
    EmptyState,
    Facts,
    StatisticsPage,
    no_match,
    numbers_of,
)
from caravan_tui.widgets.empty_page import EmptyPage
from caravan_tui.widgets.wrapping import wrap_text
from saves import statistics as sums
from saves.profile import Result
from saves.statistics import Summary

WIDTHS = (23, 7, 11, 5, 5, 6, 6, 7, 8)
"""Of the columns of the counts: 78 together, which leaves room for a scroll bar."""

WON = 2
"""The column of wins, whose cells are bars."""

GAP = 1
"""Columns at the left of a bar."""

SPACIOUS = 44
"""Rows of a terminal from which on every row stands apart."""

MONTHS = 6
"""Months that are counted, at most."""

OTHER_ROWS = 5
"""Rows of the terminal above and below the table."""

WORDS_ROWS, PICTURE_ROWS = 6, 9
"""Rows that a table has to leave free for words below it, and for a picture above these."""

ROOMY = 30
"""Rows of a terminal from which on groups stand apart."""


class CountTable(DataTable[Text]):
    """Counts of matches: all, by game, by number of seats, by opponents."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id, cursor_type="none", cell_padding=0)
        self.bar_width = WIDTHS[WON] - GAP
        self.name_width = WIDTHS[0]

    def column_widths(self) -> list[int]:
        """The widths of the columns: what a terminal has more goes to names and bars first."""
        more = max(0, self.app.size.width - 80)
        others = len(WIDTHS) - 2
        widths = [width + more // (2 * others) for width in WIDTHS]
        widths[0], widths[WON] = WIDTHS[0] + min(20, more // 4), WIDTHS[WON] + min(24, more // 4)
        self.bar_width = widths[WON] - GAP
        return widths

    def show(
        self, results: Sequence[Result], assisted: Sequence[Result], game: str | None,
        titles: Mapping[str, str],
    ) -> None:  # fmt: skip
        """Count results, of all games or one, and below them the assisted ones. `titles`: of the
        kinds of opponents."""
        self.clear(columns=True)
        names = (
            "", _("Matches"), _("Won"), _("Rank"), _("Best"), _("Worst"), _("Mean"), _("Streak"),
            _("Time"),
        )  # fmt: skip
        widths = self.column_widths()
        first = self.name_width = widths[0]
        for number, (name, width) in enumerate(zip(names, widths, strict=True)):
            title = Text(name, justify="right" if number else "left", no_wrap=True)
            self.add_column(title, width=width)
        if results:
            self.add_counts(results, game, titles)
        if assisted:
            groups = sums.breakdown(assisted, sums.by_game)
            titled = {game_id: fitting_name(game_name(game_id), first - 3) for game_id in groups}
            rows = [(titled[game_id], summary) for game_id, summary in groups.items()]
            self.add_group(_("Assisted matches"), rows, has_scores=True)

    def add_counts(
        self, results: Sequence[Result], game: str | None, titles: Mapping[str, str]
    ) -> None:
        """Count the results that count, in groups."""
        first = self.name_width
        # Scores of different games have no best and no mean.
        is_one_game = len({result.game for result in results}) == 1
        whole = Text(" " + (_("All games") if game is None else _("All matches")), "bold")
        self.add_row(*self.cells(whole, sums.summarize(results), has_scores=is_one_game))
        if game is None:
            self.add_heading(_("By game"))
            for game_id, summary in sums.breakdown(results, sums.by_game).items():
                row = self.cells(Text("  " + fitting_name(game_name(game_id), first - 3)), summary)
                self.add_row(*row, height=1 + self.spacing)
        seats = sums.breakdown(results, sums.by_seats)
        self.add_group(
            _("By number of seats"),
            [(seats_text(count), seats[count]) for count in sorted(seats)],
            is_one_game,
        )
        opponents = sums.breakdown(results, sums.by_level)
        self.add_group(
            _("By opponents"),
            [
                (opponents_text(against, titles), summary)
                for against, summary in sorted(opponents.items(), key=lambda pair: -pair[1].matches)
            ],
            is_one_game,
        )
        places = sums.breakdown(sums.contested(results), sums.by_turn_order)
        self.add_group(
            _("By turn order"),
            [
                (_("player {number}").format(number=place), places[place])
                for place in sorted(places)
            ],
            is_one_game,
        )
        months = sums.breakdown(results, sums.by_month)
        newest = sorted(months, reverse=True)[:MONTHS]
        self.add_group(_("By month"), [(month, months[month]) for month in newest], is_one_game)

    @property
    def rows_needed(self) -> int:
        """The rows of all counts, with the names of the columns."""
        return sum(row.height for row in self.ordered_rows) + 1

    @property
    def free_rows(self) -> int:
        """The rows that the terminal has besides; negative if these have to scroll."""
        return self.app.size.height - OTHER_ROWS - self.rows_needed

    def add_group(
        self, heading: str, rows: Sequence[tuple[str, Summary]], has_scores: bool
    ) -> None:
        """Add a heading and what is counted below it: names and summaries."""
        if not rows:
            return
        self.add_heading(heading)
        for name, summary in rows:
            lines = wrap_text(name, self.name_width - 2)  # six opponents need several
            words = Text("\n".join(f"  {line}" for line in lines))
            cells = self.cells(words, summary, has_scores=has_scores)
            self.add_row(*cells, height=len(lines) + self.spacing)

    @property
    def spacing(self) -> int:
        """Blank rows below each row of counts."""
        return int(self.app.size.height >= SPACIOUS)

    def add_heading(self, words: str) -> None:
        """Say what the rows below are counted by, after a blank row where there is room."""
        if self.app.size.height >= ROOMY:
            self.add_row(Text())
        self.add_row(Text(f" {words}", f"bold {self.colour('primary')}"))

    def colour(self, name: str) -> str:
        """A colour of the theme as a style; empty where there are none."""
        return "" if self.app.no_color else self.app.theme_variables.get(name, "")

    def cells(self, name: Text, summary: Summary, has_scores: bool = True) -> list[Text]:
        """The cells of a summary. `has_scores`: whether they are of one game, so that its scores
        can be compared."""

        def score(value: float | None, form: str = "") -> str:
            if value is None or not has_scores:
                return ""
            return format(value, form) if form else score_text(value)

        style = name.style
        values = [
            Text(str(summary.matches), style),
            self.bar(summary),
            Text("" if summary.mean_rank is None else f"{summary.mean_rank:.1f}", style),
            Text(score(summary.best), style),
            Text(score(summary.worst), style),
            Text(score(summary.mean_score, ".1f"), style),
            Text(str(summary.longest_streak) if summary.contested else "", style),
            Text(time_text(summary.seconds), style),
        ]
        for value in values:
            value.justify = "right"
        return [name, *values]

    def bar(self, summary: Summary) -> Text:
        """Wins and their share on a bar as long as the share."""
        width = self.bar_width
        if summary.share is None:
            return Text("-")
        words = f" {summary.wins}".ljust(width - 4) + f"{summary.share:4.0%}"
        text = Text(words, "bold")
        primary, raised = self.colour("primary"), self.colour("panel")
        if primary and raised:
            filled = round(width * summary.share)
            text.stylize(f"{self.colour('background')} on {primary}", 0, filled)
            text.stylize(f"on {raised}", filled, width)
        return text


def below_counts(results: Sequence[Result], assisted: Sequence[Result]) -> tuple[str, str]:
    """What is said below a short table of results and of assisted ones: a heading, and what further
    matches bring."""
    if is_alone(results, assisted):
        return (
            _("One match so far: every row is about it."),
            _(
                "From the second one on the rows come apart, and tell which game, how many seats "
                "and which opponents suit you."
            ),
        )
    counted = results or assisted
    count, seconds = len(counted), sum(result.played for result in counted)
    heading = _n(
        "{count} match, {time} at the table", "{count} matches, {time} at the table", count
    )
    if not results:
        heading = _n(
            "{count} assisted match, {time} at the table",
            "{count} assisted matches, {time} at the table",
            count,
        )
    elif assisted:
        heading = _n(
            "{count} match, {time} at the table, assisted ones left out",
            "{count} matches, {time} at the table, assisted ones left out",
            count,
        )
    return heading.format(count=count, time=time_text(seconds)), ""


def is_alone(results: Sequence[Result], assisted: Sequence[Result]) -> bool:
    """Whether every row of the table is about one and the same match."""
    return len(results) == 1 and not assisted


class NumbersPage(StatisticsPage):
    """The counts of matches as a table."""

    name_of_page = "matches"

    DEFAULT_CSS = """
    NumbersPage { padding: 0; overflow: hidden;
        & > CountTable { height: 1fr; width: 1fr; scrollbar-size: 1 1; overflow-x: hidden; }
        & > EmptyPage { display: none; }
        &.-spare > EmptyPage { display: block; }
    }
    """

    @staticmethod
    def title() -> str:
        """What its tab says."""
        return _("Numbers")

    def compose(self) -> ComposeResult:
        """The table, and what fills the page below a short one."""
        yield CountTable(id="counts")
        yield EmptyPage(id="few")

    def show(self, facts: Facts) -> str:
        """Count the matches."""
        assisted = sums.own_results(facts.results, assisted=True)
        table = self.query_one(CountTable)
        table.show(facts.own, assisted, facts.game, facts.titles)
        has_words = is_alone(facts.own, assisted)
        is_short = table.free_rows >= (WORDS_ROWS if has_words else PICTURE_ROWS)
        table.styles.height = table.rows_needed if is_short else "1fr"
        self.set_class(is_short, "-spare")
        numbers = numbers_of(facts) if has_words else ()
        self.query_one(EmptyPage).show(*below_counts(facts.own, assisted), numbers=numbers)
        if not facts.own and not assisted:
            return ""
        parts = [_("Rank is the mean, streak the most wins in a row.")]
        if facts.game is None:
            parts.append(_("{game}: one game.").format(game=facts.key("statistics.game")))
        if table.free_rows < 0:
            parts.append(_("{arrows}: more groups.").format(arrows="↓ ↑"))
        return " ".join(parts)

    def empty_state(self, facts: Facts) -> EmptyState:
        """What an empty page says."""
        what = _("how many matches you played and won, by game, seats and opponents.")
        return no_match(facts, what)
