"""The page of opponents: whom the user beats and who beats the user, with how sure that is, and
what the user loses most to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import frozen
from rich.cells import cell_len
from textual.app import ComposeResult

from ai.grades import Grade
from caravan_tui.engine import PERSON
from caravan_tui.games.registry import short_name, styles
from caravan_tui.i18n import _, capital
from caravan_tui.screens.statistics.cast_gallery import (
    LEAST_COLUMNS,
    LEAST_PAGE_ROWS,
    CastGallery,
    acquaintances,
    character_name,
)
from caravan_tui.screens.statistics.page import EmptyState, Facts, StatisticsPage, no_match
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, mix
from caravan_tui.widgets.drawing.palette import Palette
from caravan_tui.widgets.drawn import Drawn
from caravan_tui.widgets.marks import short_name as fitting
from saves import insights
from saves import statistics as sums
from saves.insights import ENOUGH_MEETINGS, Key, Meetings

NAME_WIDTH, MOST_NAME_WIDTH, COUNT_WIDTH = 26, 40, 18
"""Columns of the names, at least and at most, and of what stands behind the scale."""

FEWEST_RIVALS = 3
"""Opponents by name that are listed at least; else they are listed by level."""

MOST_PITCH = 4
"""Rows of a line, at most."""

LEAST_FOR_HEAD = 8
"""Rows from which on the best and the hardest opponent are named above the scale."""

BAR_SHARE, OTHER_BAR_SHARE = 0.55, 0.4
"""How much of their colours bars have, so that a line on them can be read; and every other one
where bars touch."""

LEAST_SCALE = 20
"""Columns of the scale from which on it is drawn."""


@frozen
class Line:
    """An opponent, or something that the user loses to."""

    name: str
    meetings: Meetings | None
    """None: a heading."""
    aside: str = ""
    """In place of meetings."""
    rating: float | None = None
    """That of a computer player's level."""


def best_and_hardest(rivals: Sequence[Line]) -> tuple[Line, Line] | None:
    """Whom the user leaves behind most and least often; None: they do not differ."""
    lines = [(line.meetings, line) for line in rivals if line.meetings is not None]
    if len({meetings.share for meetings, _line in lines}) < 2:
        return None
    best = max(lines, key=lambda pair: (pair[0].share, pair[0].low))
    hardest = min(lines, key=lambda pair: (pair[0].share, pair[0].high))
    return best[1], hardest[1]


def balance(meetings: Meetings) -> str:
    """How many of the meetings the user won: `3 of 4`, half a one for a shared rank."""
    points = f"{meetings.points:g}"
    return _("{points} of {count}").format(points=points, count=meetings.count)


class MeetingsChart(Drawn):
    """Who is beaten best and who is hardest to beat, and below it a bar for each opponent: what
    was won and what was lost, and how sure that is."""

    DEFAULT_CSS = """
    MeetingsChart { width: 100%; height: 1fr; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.rivals: Sequence[Line] = ()
        self.troubles: Sequence[Line] = ()
        self.rating: float | None = None

    def show(
        self, rivals: Sequence[Line], troubles: Sequence[Line], rating: float | None = None
    ) -> None:
        """Show opponents, the best share first, what the user loses most to, and the user's
        rating beside those of the levels."""
        self.rivals, self.troubles, self.rating = rivals, troubles, rating
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw the scale, the opponents and below them the troubles."""
        colours = canvas.pens.palette
        top = self._draw_head(canvas)
        below = len(self.troubles) + 2 if self.troubles else 0
        room = max(2, canvas.height - top - 1 - below)
        lines = len(self.rivals) + below
        pitch = max(1, min(MOST_PITCH, (canvas.height - top) // max(1, lines)))
        left, right = self._name_columns(canvas.width), canvas.width - COUNT_WIDTH
        end = canvas.put(0, top, _("Opponent"), colours.primary, bold=True)
        if self.rating is not None:
            words = _("(you: {rating})").format(rating=round(self.rating))
            canvas.put(end + 1, top, words, colours.soft)
        for share in (0.0, 0.5, 1.0):
            label = f"{share:.0%}"
            x = _column(left, right, share) - (len(label) // 2 if share else 0)
            canvas.put(min(x, right - len(label) + 1), top, label, colours.soft)
        title = _("ahead")
        canvas.put(canvas.width - cell_len(title) - _edge(pitch), top, title, colours.soft)
        y = top + 1
        for number, line in enumerate(ends_of(self.rivals, room)):
            self._draw_line(canvas, y, line, left, right, pitch, is_other=bool(number % 2))
            y += pitch
        if self.troubles:
            y = min(y + max(1, pitch - 1), canvas.height - pitch * len(self.troubles) - 1)
            canvas.put(0, y, _("Where you lose most"), colours.primary, bold=True)
            for number, line in enumerate(self.troubles):
                row, is_other = y + 1 + pitch * number, bool(number % 2)
                self._draw_line(canvas, row, line, left, right, pitch, is_other=is_other)

    def _draw_head(self, canvas: Canvas) -> int:
        """Name the best and the hardest opponent in a line; the row of the scale below it."""
        colours, ends = canvas.pens.palette, best_and_hardest(self.rivals)
        if ends is None or canvas.height < LEAST_FOR_HEAD:
            return 0
        parts = [
            (title, line.name, balance(line.meetings), _ink(colours, line.meetings))
            for title, line in ((_("Best against:"), ends[0]), (_("Hardest:"), ends[1]))
            if line.meetings is not None
        ]
        canvas.fill(0, 0, canvas.width, 1, colours.panel)
        x = 1
        for title, name, won, ink in parts:
            words = [(title, colours.soft, False), (name, colours.text, True), (won, ink, True)]
            if x + sum(cell_len(word) + 1 for word, _ink, _bold in words) > canvas.width:
                break
            for word, colour, is_bold in words:
                x = canvas.put(x, 0, word, colour, bold=is_bold) + bool(word)
            x += 2
        return 2

    def _name_columns(self, width: int) -> int:
        """Columns of the names: a longer one gets more, as long as there is a scale beside it."""
        longest = max((cell_len(line.name) for line in (*self.rivals, *self.troubles)), default=0)
        room = min(MOST_NAME_WIDTH, width - COUNT_WIDTH - LEAST_SCALE)
        return max(NAME_WIDTH, min(longest + 2, room))

    def _draw_line(
        self, canvas: Canvas, y: int, line: Line, left: int, right: int, pitch: int, *,
        is_other: bool,
    ) -> None:  # fmt: skip
        """Draw a line; with much room in the middle of a band. `is_other`: it is every other one,
        of another shade than those that touch it."""
        colours, edge = canvas.pens.palette, _edge(pitch)
        if edge:
            canvas.fill(0, y, canvas.width, pitch - 1, colours.surface)
            y += (pitch - 2) // 2
        if line.meetings is None:
            canvas.put(edge, y, line.name, colours.soft)
            canvas.put(left, y, line.aside, colours.text)
            return
        meetings = line.meetings
        end = canvas.put(edge, y, fitting(line.name, left - 1 - edge), colours.text)
        if line.rating is not None and end + 7 < left:
            canvas.put(end + 1, y, f"{line.rating:.0f}", colours.soft)
        if right - left >= LEAST_SCALE:
            share = OTHER_BAR_SHARE if is_other and pitch == 1 else BAR_SHARE
            _draw_bar(canvas, y, meetings, left, right, share)
        percent = f"{meetings.share:.0%}"
        canvas.put(right + 7 - len(percent), y, percent, _ink(colours, meetings), bold=True)
        words = balance(meetings)
        canvas.put(canvas.width - cell_len(words) - edge, y, words, colours.text)


def _ink(colours: Palette, meetings: Meetings) -> Colour:
    """The colour of a share: the same wherever it is told."""
    return colours.gain if meetings.share >= 0.5 else colours.loss


def _edge(pitch: int) -> int:
    """Columns that a line leaves free at both ends: it has a band where there are rows for one."""
    return 1 if pitch > 2 else 0


def _draw_bar(
    canvas: Canvas, y: int, meetings: Meetings, left: int, right: int, bar_share: float
) -> None:
    """What was won and what was lost, with the likely range of the share as a line. `bar_share`:
    how much of its colours the bar has."""
    colours, won = canvas.pens.palette, _column(left, right + 1, meetings.share)
    low, high = (_column(left, right, share) for share in (meetings.low, meetings.high))
    if not canvas.pens.has_pixels:
        canvas.put(left, y, "#" * (won - left) + "-" * (right + 1 - won), colours.text)
        canvas.put(low, y, "[", colours.text, bold=True)
        canvas.put(high, y, "]", colours.text, bold=True)
        return
    green, red = (
        mix(colours.surface, colour, bar_share) for colour in (colours.gain, colours.loss)
    )
    canvas.rect(left, 2 * y, won - left, 2, green)
    canvas.rect(won, 2 * y, right + 1 - won, 2, red)
    middle = _column(left, right, 0.5)
    if min(abs(middle - low), abs(middle - high)) != 1:  # else there would be two lines for one
        canvas.put(middle, y, "│", colours.text)
    canvas.put(low, y, f"├{'─' * (high - low - 1)}┤"[: high - low + 1], colours.text)


def _column(left: int, right: int, share: float) -> int:
    """The column of a share on the scale."""
    return left + round((right - left) * share)


def ends_of(lines: Sequence[Line], room: int) -> list[Line]:
    """The best and the worst of lines that do not all have room."""
    if len(lines) <= room:
        return list(lines)
    best = room // 2
    skipped = len(lines) - (room - 1)
    between = Line(_("{count} between them").format(count=skipped), None)
    return [*lines[:best], between, *lines[len(lines) - (room - 1 - best) :]]


def opponent_name(value: str, titles: Mapping[str, str]) -> str:
    """An opponent in words: `Batu, Porter`."""
    name, _break, kind = value.partition("\n")
    title = titles.get(kind, kind)
    return name if kind == PERSON or name in (title, kind) else f"{name}, {title}"


def style_name(style: str, games: Sequence[str]) -> str:
    """The title of a style in the first of these games that has it."""
    for game in games:
        for title, name in styles(game):
            if name == style:
                return title
    return style


class OpponentsPage(StatisticsPage):
    """Who is beaten and who is not."""

    name_of_page = "opponents"

    DEFAULT_CSS = """
    OpponentsPage { margin-top: 1; overflow: hidden; }
    """

    @staticmethod
    def title() -> str:
        """What its tab says."""
        return _("Opponents")

    def compose(self) -> ComposeResult:
        """The chart, and the cast below it."""
        yield MeetingsChart()
        yield CastGallery()

    def on_resize(self) -> None:
        """Show the cast where the chart leaves it room."""
        gallery = self.query_one(CastGallery)
        gallery.display = self.size.height >= LEAST_PAGE_ROWS and self.size.width >= LEAST_COLUMNS

    def show(self, facts: Facts) -> str:
        """Show the opponents that were met often enough, or else their levels."""
        results = facts.own
        met = insights.meetings(results, insights.opponent_of)
        rivals = [
            self.rival_line(facts, value, meetings)
            for value, meetings in met.items()
            if meetings.is_enough
        ]
        if len(rivals) < FEWEST_RIVALS:
            rivals = [
                self.level_line(facts, kind, meetings)
                for kind, meetings in insights.meetings(results, insights.level_of).items()
                if meetings.is_enough
            ]
        ratings = sums.ratings(results)
        rating = ratings[-1].value if len(ratings) >= sums.TOLD_FROM else None
        self.query_one(MeetingsChart).show(rivals, self.troubles(facts), rating)
        self.query_one(CastGallery).show(acquaintances(facts))
        if not rivals:
            return ""
        return _(
            "How often you finish ahead of them, from {count} matches on: the left part of a "
            "bar. The line is the likely range."
        ).format(count=ENOUGH_MEETINGS)

    @staticmethod
    def rival_line(facts: Facts, value: str, meetings: Meetings) -> Line:
        """An opponent by name, with the rating of its level."""
        title = facts.titles.get(value.partition("\n")[2], "")
        return Line(opponent_name(value, facts.titles), meetings, rating=facts.levels.get(title))

    @staticmethod
    def level_line(facts: Facts, kind: str, meetings: Meetings) -> Line:
        """A level, with its rating."""
        title = facts.titles.get(kind, kind)
        return Line(title, meetings, rating=facts.levels.get(title))

    def troubles(self, facts: Facts) -> list[Line]:
        """What the user loses most to, in each respect in which that can be told."""
        results, titles = facts.own, facts.titles
        styles_of = {match: begun.styles for match, begun in facts.beginnings.items()}
        games = list(dict.fromkeys(result.game for result in results))
        respects: list[tuple[Key, str, Callable[[str], str]]] = [
            (insights.level_of, _("Level: {name}"), lambda value: titles.get(value, value)),
            (insights.style_of(styles_of), _("Style: {name}"),
             lambda value: style_name(value, games)),
            (character_name, _("Character: {name}"), str),
            (insights.place_of, _("Your seat: {name}"),
             lambda value: _("player {number}").format(number=value)),
            (insights.game_of, _("Game: {name}"), short_name),
        ]  # fmt: skip
        lines: list[Line] = []
        listed: list[frozenset[tuple[str, int]]] = []
        for key, words, name_of in respects:
            weakest = insights.weakest(insights.meetings(results, key))
            if weakest is None:
                continue
            met = insights.met(results, key, weakest[0])
            if met not in listed:  # else the same meetings by another name
                listed.append(met)
                lines.append(Line(words.format(name=name_of(weakest[0])), weakest[1]))
        kinds = insights.kinds(facts.reviewed)
        if kinds:
            kind, part = next(iter(kinds.items()))
            if part.loss > 0:
                grade = Grade(part.decisions, part.loss).points
                aside = _("{kind}, accuracy {grade}").format(kind=capital(_(kind)), grade=grade)
                lines.append(Line(_("Kind of move"), None, aside))
        return lines

    def empty_state(self, facts: Facts) -> EmptyState:
        """What an empty page says."""
        what = _("whom you beat, who beats you, and what you lose most to.")
        return no_match(facts, what, ENOUGH_MEETINGS)
