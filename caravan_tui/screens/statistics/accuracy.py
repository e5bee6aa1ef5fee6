"""The page of accuracy: how well the user decided, by game, by phase and over time, and what the
errors were."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from attrs import frozen
from rich.cells import cell_len
from textual import getters
from textual.app import ComposeResult

from ai.grades import Grade, MoveMark
from caravan_tui.games.registry import game_name, short_name
from caravan_tui.i18n import _, _p, capital
from caravan_tui.presentation.statistics import fitting_name
from caravan_tui.screens.base import BaseApp
from caravan_tui.screens.statistics.charts import line_mark, steps_of
from caravan_tui.screens.statistics.page import ENOUGH, EmptyState, Facts, StatisticsPage, no_review
from caravan_tui.widgets.chart import Chart, Figure, Level, Line
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.shapes import bar
from caravan_tui.widgets.drawn import Drawn
from saves import insights
from saves.insights import Reviewed
from saves.reviews import Errors, Part

RECENT = 5
"""Matches over which the curve of accuracy is the mean: single ones jump."""

LEAST_CHART = 4
"""Rows of the chart, at least."""

MOST_NAME, LEAST_BAR = 34, 5
"""Columns of names at most, and of the bar beside the accuracy at least."""

NUMBERS = (8, 6, 7, 8, 7, 6, 6, 6)
"""Columns of the numbers: matches, accuracy, the three phases, the three kinds of errors."""


@frozen
class Row:
    """Some matches, or a kind of move in them."""

    name: str
    count: int
    """Matches; of a kind of move: decisions."""
    whole: Part
    phases: Sequence[Part] = ()
    marks: Errors | None = None
    share: float = 0.0
    """Of a kind of move: its share of all that was given away."""


def points(part: Part) -> int:
    """The accuracy of some decisions, 0 to 100."""
    return Grade(part.decisions, part.loss).points


def row_of(name: str, matches: Sequence[Reviewed]) -> Row:
    """The row of some matches."""
    parts = insights.phases(matches)
    whole = Part(sum(part.decisions for part in parts), sum(part.loss for part in parts))
    return Row(name, len(matches), whole, parts, insights.errors(matches))


class AccuracyTable(Drawn):
    """A row for all matches and each game; of one game, what its kinds of moves cost."""

    DEFAULT_CSS = """
    AccuracyTable { width: 100%; height: 7; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.rows: Sequence[Row] = ()
        self.kinds: Sequence[Row] = ()
        self.worst = ""

    def show(self, rows: Sequence[Row], kinds: Sequence[Row], worst: str) -> None:
        """Show the rows of matches, and of kinds of moves or what of all games is `worst`."""
        self.rows, self.kinds, self.worst = rows, kinds, worst
        self.redraw()

    @property
    def wanted_rows(self) -> int:
        """The rows that everything takes."""
        below = 2 + len(self.kinds) if self.kinds else bool(self.worst)
        return 1 + len(self.rows) + below

    def draw(self, canvas: Canvas) -> None:
        """Draw the titles and the rows."""
        colours = canvas.pens.palette
        titles = [
            _("Matches"), "", _("early"), _p("part of a match", "middle"), _("late"), *(
                mark.value for mark in (MoveMark.INACCURACY, MoveMark.MISTAKE, MoveMark.BLUNDER)
            ),
        ]  # fmt: skip
        room = canvas.width - sum(NUMBERS)
        name_width = min(MOST_NAME, room - LEAST_BAR)
        bar_width = room - name_width
        ends = [name_width + NUMBERS[0], name_width + sum(NUMBERS[:2]) + bar_width]
        for width in NUMBERS[2:]:
            ends.append(ends[-1] + width)
        for title, end in zip(titles, ends, strict=True):
            canvas.put(end - cell_len(title), 0, title, colours.soft)
        canvas.put(ends[0] + 2, 0, _("Accuracy"), colours.soft)
        y = 1
        for number, row in enumerate(self.rows):
            is_first = number == 0
            canvas.put(0, y, fitting_name(row.name, name_width), colours.text, bold=is_first)
            grade = points(row.whole)
            bar(canvas, ends[0] + 2, y, bar_width + 1, grade / 100, colours.primary, colours.raised)
            cells = [str(row.count), str(grade)]
            cells += [str(points(part)) if part.decisions else "–" for part in row.phases]
            if row.marks is not None:
                marks = (row.marks.inaccuracies, row.marks.mistakes, row.marks.blunders)
                cells += [f"{mark / row.count:.1f}" for mark in marks]
            for place, (text, end) in enumerate(zip(cells, ends, strict=True)):
                ink = colours.accent if place == 1 else colours.text
                canvas.put(end - cell_len(text), y, text, ink, bold=place == 1 or is_first)
            y += 1
        if self.kinds:
            self._draw_kinds(canvas, y + 1, name_width)
        elif self.worst:
            canvas.put(0, y, self.worst, colours.loss)

    def _draw_kinds(self, canvas: Canvas, y: int, name_width: int) -> None:
        """What costs most: the share of all that was given away, and the accuracy."""
        colours = canvas.pens.palette
        canvas.put(0, y, _("What costs you most"), colours.primary, bold=True)
        columns = (_("of all losses"), _("Accuracy"), _("Moves"))
        ends = [canvas.width - 24, canvas.width - 12, canvas.width]
        for title, end in zip(columns, ends, strict=True):
            canvas.put(end - cell_len(title), y, title, colours.soft)
        left = min(MOST_NAME, max(name_width, 26))
        for line, row in enumerate(self.kinds, y + 1):
            if line >= canvas.height:
                break
            canvas.put(0, line, row.name, colours.text)
            width = ends[0] - 6 - left
            bar(canvas, left, line, width, row.share, colours.loss, colours.raised)
            cells = (f"{row.share:.0%}", str(points(row.whole)), str(row.count))
            for text, end in zip(cells, ends, strict=True):
                canvas.put(end - len(text), line, text, colours.text)


class AccuracyChart(Chart):
    """The accuracy of each match, and its mean over the last ones: two lines with their names."""

    app = getters.app(BaseApp)

    def show(self, matches: Sequence[Reviewed]) -> None:
        """Draw the accuracy of these matches."""
        grades = [float(points(match.review.whole)) for match in matches]
        means = []
        for number in range(1, len(matches) + 1):
            last = [match.review.whole for match in matches[max(0, number - RECENT) : number]]
            whole = Part(sum(part.decisions for part in last), sum(part.loss for part in last))
            means.append(float(points(whole)))
        if not matches:
            self.show_figure(None)
            return
        low = max(0.0, min([*grades, *means]) // 10 * 10 - 10)
        self.show_figure(
            Figure(
                left=1,
                right=max(2, len(matches)),
                bottom=low,
                top=100,
                lines=[
                    # The blank keeps the two names apart where both lines end in one row.
                    Line(list(enumerate(grades, 1)), "soft", "." if self.app.ascii else "·",
                         _("each match") + " "),
                    Line(list(enumerate(means, 1)), "primary", line_mark(self.app.ascii),
                         _("mean {points:.0f}").format(points=means[-1])),
                ],
                levels=[Level(value, f"{value:.0f}", low < value < 100)
                        for value in (100.0, (100 + low) / 2, low)],
                steps=[(max(1.0, step), label if step else "1")
                       for step, label in steps_of(len(matches))],
            )
        )  # fmt: skip

    def show_thirds(self, parts: Sequence[Part]) -> None:
        """Draw the accuracy early, in the middle and late, while there are too few matches for a
        curve over them."""
        words = (_("early"), _p("part of a match", "middle"), _("late"))
        grades = [
            (float(number), float(points(part)))
            for number, part in enumerate(parts, 1)
            if part.decisions
        ]
        if not grades:
            self.show_figure(None)
            return
        low = max(0.0, min(grade for _number, grade in grades) // 10 * 10 - 10)
        self.show_figure(
            Figure(
                left=1,
                right=len(words),
                bottom=low,
                top=100,
                lines=[Line(grades, "primary", line_mark(self.app.ascii), f"{grades[-1][1]:.0f}")],
                levels=[
                    Level(value, f"{value:.0f}", low < value < 100)
                    for value in (100.0, (100 + low) / 2, low)
                ],
                steps=[(float(number), word) for number, word in enumerate(words, 1)],
            )
        )


class AccuracyPage(StatisticsPage):
    """Numbers above, the curve below; before there is one, that of the thirds of a match."""

    app = getters.app(BaseApp)
    name_of_page = "accuracy"

    DEFAULT_CSS = """
    AccuracyPage { margin-top: 1;
        & > AccuracyChart { margin-top: 1; }
    }
    """

    @staticmethod
    def title() -> str:
        """What its tab says."""
        return _("Accuracy")

    def compose(self) -> ComposeResult:
        """Table and chart."""
        yield AccuracyTable()
        yield AccuracyChart()

    def show(self, facts: Facts) -> str:
        """Show the reviews of the user's matches that count."""
        matches = facts.reviewed
        if not matches:
            return ""
        has_curve = len(matches) >= ENOUGH
        chart = self.query_one(AccuracyChart)
        if has_curve:
            chart.show(matches)
        else:
            chart.show_thirds(insights.phases(matches))
        rows, kinds = [], []
        if facts.game is None:
            rows.append(row_of(_("All games"), matches))
            by_game = sorted(matches, key=lambda match: match.result.game)
            groups = [(game, list(group)) for game, group in groupby(by_game, _game)]
            groups.sort(key=lambda pair: -len(pair[1]))
            if len(groups) > 1:
                rows += [row_of(game_name(game), group) for game, group in groups]
            else:
                rows = [row_of(game_name(groups[0][0]), matches)]
        else:
            rows.append(row_of(_("All matches"), matches))
        if len(rows) == 1:
            kinds = kind_rows(matches)
        worst = "" if kinds else costliest(matches)
        self.query_one(AccuracyTable).show(rows, kinds, worst)
        self.lay_out()
        sign = " ".join(
            mark.value for mark in (MoveMark.INACCURACY, MoveMark.MISTAKE, MoveMark.BLUNDER)
        )
        words = _(
            "Accuracy 100: no move loses any chance to win. Early, middle, late: thirds of a "
            "match. {signs}: errors a match."
        ).format(signs=sign)
        if not has_curve:
            curve = _("Chart: these thirds; from {count} matches on, each match.").format(
                count=ENOUGH
            )
        else:
            curve = _("Lines: each match; mean of {count}.").format(count=RECENT)
        return f"{words} {curve}"

    def empty_state(self, facts: Facts) -> EmptyState:
        """What an empty page says."""
        what = _("your accuracy in each game, early and late, and what your errors were.")
        return no_review(facts, what)

    def on_resize(self) -> None:
        """Share the rows anew."""
        self.lay_out()

    def lay_out(self) -> None:
        """Give the table what it needs, and the chart the rest."""
        height, table = self.size.height, self.query_one(AccuracyTable)
        if not height:
            return
        rows = table.wanted_rows
        if table.kinds:
            rows = max(5, min(rows, height - LEAST_CHART - 1))
        table.styles.height = rows
        self.query_one(AccuracyChart).styles.height = max(LEAST_CHART, height - rows - 1)


def _game(match: Reviewed) -> str:
    return match.result.game


def kind_rows(matches: Sequence[Reviewed]) -> list[Row]:
    """The kinds of moves of a game that cost something, those that cost most first."""
    kinds = insights.kinds(matches)
    whole = sum(part.loss for part in kinds.values())
    return [
        Row(capital(_(kind)), part.decisions, part, share=part.loss / whole)
        for kind, part in kinds.items()
        if part.loss > 0
    ]


def costliest(matches: Sequence[Reviewed]) -> str:
    """The kind of move that costs most of all games, as a sentence; '' if nothing costs."""
    worst: tuple[float, str, str] | None = None
    for game in {match.result.game for match in matches}:
        group = [match for match in matches if match.result.game == game]
        for kind, part in insights.kinds(group).items():
            cost = part.loss / len(group)
            if worst is None or cost > worst[0]:
                worst = cost, kind, game
    if worst is None or worst[0] <= 0:
        return ""
    text = _("Costs you most: {kind} in {game}")
    return text.format(kind=_(worst[1]), game=short_name(worst[2]))
