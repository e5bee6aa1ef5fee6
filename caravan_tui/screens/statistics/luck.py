"""The page of luck: how much there was, and how much of the results it explains."""

from __future__ import annotations

from collections.abc import Sequence

from textual import getters
from textual.app import ComposeResult

from caravan_tui.i18n import _
from caravan_tui.screens.base import BaseApp
from caravan_tui.screens.statistics.charts import line_mark, steps_of
from caravan_tui.screens.statistics.page import (
    EmptyState,
    Facts,
    StatisticsPage,
    as_example,
    no_review,
)
from caravan_tui.widgets.chart import Chart, Figure, Level, Line
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.shapes import bar
from caravan_tui.widgets.drawn import Drawn
from caravan_tui.widgets.wrapping import wrap_text
from saves import insights
from saves.insights import ENOUGH_MEETINGS, Fortune

SURE = 2.0
"""Standard errors beyond which luck is told from none."""

LEAST_SPAN = 0.5
"""Wins above and below nothing that the chart shows at least."""

WORDS_WIDTH, COUNT_WIDTH = 29, 16
"""Columns of what a bar counts, and of its numbers."""


class LuckWords(Drawn):
    """What luck did, in sentences and two bars."""

    DEFAULT_CSS = """
    LuckWords { width: 100%; height: 7; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.fortune: Fortune | None = None
        self.is_example = False

    def show(self, fortune: Fortune, is_example: bool) -> None:
        """Show how luck and results went together, of the user or in an example."""
        self.fortune, self.is_example = fortune, is_example
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw a sentence of all luck, what it explains, and the bars."""
        if self.fortune is None:
            return
        colours, fortune = canvas.pens.palette, self.fortune
        words = heading(fortune, canvas.pens.is_ascii)
        if self.is_example:
            words = as_example(words)
        for y, line in enumerate(wrap_text(words, canvas.width)):
            canvas.put(0, y, line, colours.primary, bold=True)
        if fortune.explained is not None and not is_even(fortune):
            text = _("Luck explains {share:.0%} of your results, play the rest.")
            canvas.put(0, 1, text.format(share=fortune.explained), colours.text)
        rows = [
            (_("Won with good luck"), fortune.lucky, colours.gain),
            (_("Won with bad luck"), fortune.unlucky, colours.loss),
            (_("Won, behind without luck"), (fortune.gifted, fortune.won), colours.gain),
            (_("Lost, ahead without luck"), (fortune.robbed, fortune.lost), colours.loss),
        ]
        for y, (words, (number, count), ink) in enumerate(rows, 3):
            canvas.put(0, y, words, colours.text)
            width = canvas.width - WORDS_WIDTH - COUNT_WIDTH
            share = number / count if count else 0.0
            bar(canvas, WORDS_WIDTH, y, width, share, ink, colours.raised)
            text = _("{won} of {count}").format(won=number, count=count)
            if count:
                text = f"{text} {share:4.0%}"
            canvas.put(canvas.width - len(text), y, text, colours.text, bold=True)


def is_even(fortune: Fortune) -> bool:
    """Whether all luck together cannot be told from none."""
    return abs(fortune.value) < SURE * fortune.error


def heading(fortune: Fortune, ascii_only: bool) -> str:
    """All luck together, as a sentence. Luck that evened out may still have decided many matches:
    the same sentence says both, as two would contradict each other."""
    sign = "+-" if ascii_only else "±"
    worth = f"{fortune.value:+.1f} {sign}{SURE * fortune.error:.1f}"
    if is_even(fortune) and fortune.explained is not None:
        text = _(
            "Over {count} matches luck evened out ({worth} wins); match by match it explains "
            "{share:.0%} of your results, play the rest."
        )
        return text.format(worth=worth, count=fortune.matches, share=fortune.explained)
    if is_even(fortune):
        text = _("Good and bad luck were about even: {worth} wins in {count} matches.")
    elif fortune.value > 0:
        text = _("You were lucky: it was worth {worth} wins in {count} matches.")
    else:
        text = _("You were unlucky: it was worth {worth} wins in {count} matches.")
    return text.format(worth=worth, count=fortune.matches)


class LuckChart(Chart):
    """All luck up to each match, with its likely range as a band."""

    app = getters.app(BaseApp)

    def show(self, course: Sequence[tuple[float, float]]) -> None:
        """Draw the sum of luck and its standard error after each match."""
        if not course:
            self.show_figure(None)
            return
        values = [0.0, *(value for value, _error in course)]
        span = max(LEAST_SPAN, *(abs(value) + SURE * error for value, error in course))
        self.show_figure(
            Figure(
                left=0,
                right=len(course),
                bottom=-span,
                top=span,
                lines=[Line(list(enumerate(values)), "primary", line_mark(self.app.ascii),
                            f"{values[-1]:+.1f}")],
                levels=[Level(0.0, "0"), Level(span, f"{span:+.1f}", False),
                        Level(-span, f"{-span:+.1f}", False)],
                band=[(number, value - SURE * error, value + SURE * error)
                      for number, (value, error) in enumerate(course, 1)],
                steps=steps_of(len(course)),
            )
        )  # fmt: skip


class LuckPage(StatisticsPage):
    """Words above, the course of luck below."""

    name_of_page = "luck"

    DEFAULT_CSS = """
    LuckPage { margin-top: 1; overflow: hidden;
        & > LuckChart { margin-top: 1; height: 1fr; }
    }
    """

    @staticmethod
    def title() -> str:
        """What its tab says."""
        return _("Luck")

    def compose(self) -> ComposeResult:
        """Words and chart."""
        yield LuckWords()
        yield LuckChart()

    def show(self, facts: Facts) -> str:
        """Show the luck of the matches that an analysis has judged."""
        fortune = insights.fortune(facts.reviewed)
        if fortune.matches < ENOUGH_MEETINGS:
            return ""
        self.query_one(LuckWords).show(fortune, facts.is_example)
        self.query_one(LuckChart).show(insights.luck_course(facts.reviewed))
        return _(
            "Luck in wins, added up match by match: what you drew or rolled, against what comes on "
            "average. The band is the likely range."
        )

    def empty_state(self, facts: Facts) -> EmptyState:
        """What an empty page says."""
        what = _("how lucky you were, and how much of your results was luck.")
        return no_review(facts, what, ENOUGH_MEETINGS)
