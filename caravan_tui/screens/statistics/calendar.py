"""The page of days: a calendar of the matches, and how many days in a row there were."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

from rich.cells import cell_len
from textual.app import ComposeResult

from caravan_tui.i18n import _, _n
from caravan_tui.screens.statistics.page import EmptyState, Facts, StatisticsPage, no_match
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import legible, mix
from caravan_tui.widgets.drawn import Drawn
from saves import insights
from saves.insights import Days

WEEK = 7

LABELS = 5
"""Columns of the names of the days at the left."""

YEAR = 53
"""Weeks that are shown at most: those in which a year lies."""

LEAST_WEEK, MOST_WEEK = 4, 8
"""Columns of a week."""

MOST_DAY = 3
"""Rows of a day, at most."""

MOST_BANDS = 4
"""Bands of weeks below each other, at most."""

MOST_MATCHES = 4
"""Matches of a day from which on its field has its full colour."""

today: Callable[[], date] = date.today
"""The day on which the calendar ends; tests have another one."""


class DayGrid(Drawn):
    """Weeks as columns and days as rows; a day is the more coloured the more matches it had."""

    DEFAULT_CSS = """
    DayGrid { width: 100%; height: 1fr; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.days = Days()

    def show(self, days: Days) -> None:
        """Show other days."""
        self.days = days
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw the weeks in bands below each other, the last ones in the lowest band."""
        last = today()
        bands, weeks, pitch, step = shape(canvas.width, canvas.height)
        first = first_day(last, min(YEAR, bands * weeks))
        for band in range(bands):
            y = band * (1 + WEEK * step)
            monday = first + timedelta(WEEK * weeks * band)
            if monday > last:
                break
            in_band = min(weeks, (last - monday).days // WEEK + 1)
            self._draw_labels(canvas, y, monday, in_band, pitch, step)
            for number in range(min(WEEK * weeks, (last - monday).days + 1)):
                day = monday + timedelta(number)
                week, row = divmod(number, WEEK)
                x = LABELS + week * pitch
                self._draw_day(canvas, x, y + 1 + row * step, pitch, step, day == last,
                               self.days.counts[day])  # fmt: skip

    def _draw_labels(
        self, canvas: Canvas, y: int, first: date, weeks: int, pitch: int, step: int
    ) -> None:
        """The months above the first week that begins in them, and every other day at the left: so
        the day right below a month is one of it, also in a week that ends in the next one."""
        colours, free = canvas.pens.palette, LABELS
        mondays = [first + timedelta(WEEK * week) for week in range(weeks)]
        begins = [(week, monday) for week, monday in enumerate(mondays)
                  if not week or monday.month != mondays[week - 1].month]  # fmt: skip
        ends = [*(LABELS + week * pitch for week, _day in begins[1:]), canvas.width + 1]
        for (week, day), end in zip(begins, ends, strict=True):
            x = LABELS + week * pitch
            label = month_name(day.month)
            if not week or day.month == 1:
                dated = f"{label} {day.year}"
                label = dated if x + cell_len(dated) < end else label
            if x >= free and x + cell_len(label) <= canvas.width:
                free = canvas.put(x, y, label, colours.soft) + 1
        for row, label in enumerate(day_names()):
            if step > 1 or row % 2 == 0:
                canvas.put(0, y + 1 + row * step + (step - 1) // 2, label, colours.soft)

    def _draw_day(
        self, canvas: Canvas, x: int, y: int, pitch: int, step: int, is_today: bool, count: int
    ) -> None:
        colours, pens = canvas.pens.palette, canvas.pens
        width = max(1, pitch - 1)
        number = str(min(count, 9)) + ("+" if count > 9 and width > 1 else "")
        if not pens.has_pixels:
            sign = number if count else ("." if pens.is_ascii else "·")
            text = f"[{sign}]" if is_today and width > 2 else sign
            canvas.put(x, y, text, colours.accent if count else colours.faint, bold=count > 0)
            return
        share = 0.0 if not count else 0.35 + 0.65 * min(count, MOST_MATCHES) / MOST_MATCHES
        ground = mix(colours.raised, colours.primary, share) if pens.has_tones else (
            colours.primary if count else colours.raised
        )  # fmt: skip
        rows = 2 * step - (1 if step > 1 else 0)
        canvas.rect(x, 2 * y, width, rows, ground)
        middle = y + (step - 1) // 2
        if (count and step > 1) or count:
            ink = legible(colours.ink, ground)
            canvas.put(x + (width - len(number)) // 2, middle, number, ink, ground, bold=True)
        elif is_today:
            canvas.put(x + (width - 1) // 2, middle, "○", colours.accent, ground)


def shape(width: int, height: int) -> tuple[int, int, int, int]:
    """How many bands of how many weeks there is room for, and the columns of a week and the rows
    of a day in them."""
    step = 2 if height >= 1 + WEEK * 2 else 1
    room = width - LABELS
    bands = max(1, min(MOST_BANDS, height // (1 + WEEK * step)))
    weeks = max(1, min(-(-YEAR // bands), room // LEAST_WEEK))
    step = max(step, min(MOST_DAY, (height // bands - 1) // WEEK))
    return bands, weeks, min(MOST_WEEK, room // weeks), step


def first_day(last: date, weeks: int) -> date:
    """The Monday with which so many weeks begin that end with the week of a day."""
    return last - timedelta(last.weekday() + WEEK * (weeks - 1))


def month_name(month: int) -> str:
    """A month in three or four letters."""
    return (
        _("Jan"), _("Feb"), _("Mar"), _("Apr"), _("May"), _("Jun"),
        _("Jul"), _("Aug"), _("Sep"), _("Oct"), _("Nov"), _("Dec"),
    )[month - 1]  # fmt: skip


def day_names() -> tuple[str, ...]:
    """The days of the week in three letters."""
    return _("Mon"), _("Tue"), _("Wed"), _("Thu"), _("Fri"), _("Sat"), _("Sun")


def summary(days: Days, last: date) -> str:
    """Streaks and the busiest day, in a sentence each."""
    streak, longest = days.streak(last), days.longest
    words = _n("{count} day in a row now.", "{count} days in a row now.", streak)
    now = words.format(count=streak) if streak else _("No streak now.")
    best = _n("Longest streak: {count} day.", "Longest streak: {count} days.", longest)
    played = _n("You played on {count} day.", "You played on {count} days.",
                len(days.counts)).format(count=len(days.counts))  # fmt: skip
    parts = [now, best.format(count=longest), played]
    busiest = days.busiest
    if busiest is not None and busiest[1] > 1:
        text = _("Most on {day}: {count}.")
        parts.append(text.format(day=busiest[0].isoformat(), count=busiest[1]))
    return " ".join(parts)


class CalendarPage(StatisticsPage):
    """On which days there were matches."""

    name_of_page = "calendar"

    DEFAULT_CSS = """
    CalendarPage { margin-top: 1; overflow: hidden; }
    """

    @staticmethod
    def title() -> str:
        """What its tab says."""
        return _("Calendar")

    def compose(self) -> ComposeResult:
        """The grid."""
        yield DayGrid()

    def show(self, facts: Facts) -> str:
        """Show the days of all matches, also those that count nowhere else."""
        days = insights.days(facts.results)
        self.query_one(DayGrid).show(days)
        if not days.counts:
            return ""
        words = _("Numbers: matches finished that day, assisted ones too.")
        return f"{summary(days, today())} {words}"

    def empty_state(self, facts: Facts) -> EmptyState:
        """What an empty page says."""
        what = _("the days on which you played, and how many in a row.")
        return no_match(facts, what, every_match_counts=True)
