"""The last seven days of the daily desert as a caravan: a camel for each day that was played."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from caravan_tui.i18n import _, _n
from caravan_tui.presentation.daily import (
    DAYS,
    Day,
    begun_mark,
    in_progress_words,
    last_days,
    marks,
    weekday,
)
from caravan_tui.widgets.drawing import letters
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, mix, parse
from caravan_tui.widgets.drawing.sand import DUSK, NOON, Panorama
from caravan_tui.widgets.drawing.sprites import sprite
from caravan_tui.widgets.drawn import Drawn, pens_of
from saves import daily
from saves.profile import Result

LABEL_ROWS = 2
"""Rows below the picture: the days, and how their matches went."""

PICTURES = ((46, 13), (30, 9), (0, 7))
"""Rows of a terminal, and those of the picture from there on."""

STREAK_COLUMNS, MOST_PITCH = 16, 18
"""Columns at the left for the streak; columns of a day at most."""

LEAST_LARGE = 12
"""Rows of a picture from which on its camels are large."""

_NIGHT = (parse("#ffe9b0"), parse("#f0913c"))
_DAYLIGHT = (parse("#7c3f12"), parse("#c2701f"))
"""The number of days at its top and at its foot."""


def streak_words(streak: int) -> str:
    """The days in a row, or what begins them."""
    if not streak:
        return _("Play one today")
    return _n("{count} day in a row", "{count} days in a row", streak).format(count=streak)


def title_column(canvas: Canvas, most: int) -> int:
    """Where the title begins: in the middle, but ending before a column."""
    width = letters.width(_("Daily desert"))
    return max(1, min((canvas.width - width) // 2, most - width - 1))


class WeekCaravan(Drawn):
    """The streak in large figures, and a camel for each day of the last week that was played.
    Camels of days in a row are roped together."""

    DEFAULT_CSS = """
    WeekCaravan { height: auto; width: 100%; }
    """

    def __init__(self, id: str = "week") -> None:
        super().__init__(id=id)
        self.days: Sequence[Day] = ()
        self.streak = 0
        self.begun = 0
        """How many matches of today are in progress."""

    @property
    def words(self) -> str:
        """The streak in words; before it begins, what is in progress."""
        if self.begun and not self.streak:
            return in_progress_words(self.begun)
        return streak_words(self.streak)

    def show(self, results: Sequence[Result], today: date, begun: int = 0) -> None:
        """Show the week that ends today. `begun`: how many matches of today are in progress."""
        self.begun = begun
        self.days = last_days(results, today)
        self.streak = daily.streak(results, today)
        self.redraw()

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """The picture as high as the terminal allows, and its labels; without pixels these
        alone."""
        if not pens_of(self.app, self.app.has_class("-ascii")).has_pixels:
            return LABEL_ROWS
        rows = self.app.size.height
        return LABEL_ROWS + next(high for least, high in PICTURES if rows >= least)

    def draw(self, canvas: Canvas) -> None:
        """Draw desert, streak, camels and labels."""
        rows = canvas.height - LABEL_ROWS
        if rows > 0:
            self._draw_picture(canvas, rows)
        self._draw_labels(canvas, max(0, rows))

    def _middles(self, width: int) -> list[int]:
        """The column around which each day stands."""
        room = width - STREAK_COLUMNS
        pitch = min(MOST_PITCH, room // DAYS)
        left = STREAK_COLUMNS + (room - pitch * DAYS) // 2
        return [left + pitch * number + pitch // 2 for number in range(len(self.days))]

    def _draw_picture(self, canvas: Canvas, rows: int) -> None:
        colours = canvas.pens.palette
        panorama = Panorama(canvas, 0, rows, DUSK if colours.dark else NOON)
        top, low = _NIGHT if colours.dark else _DAYLIGHT
        words, x, py = "", 0, 0
        if self.streak:
            words, x, py = str(self.streak), 2, rows // 2 - 2
        elif not any(day.outcomes for day in self.days) and letters.can_write(_("Daily desert")):
            words, py = _("Daily desert"), rows // 4
            x = title_column(canvas, panorama.clear_columns)
        panorama.draw(town=False, starless=range(x - 1, x + letters.width(words) + 1))
        letters.write(canvas, x, py, words, top, low, has_shade=colours.dark, is_outlined=True)
        self._draw_camels(canvas, panorama, rows)

    def _draw_camels(self, canvas: Canvas, panorama: Panorama, rows: int) -> None:
        picture = sprite("camel-large" if rows >= LEAST_LARGE else "camel")
        rope = mix(canvas.pens.palette.ground, canvas.pens.palette.text, 0.1)
        last: tuple[int, int] | None = None
        for day, middle in zip(self.days, self._middles(canvas.width), strict=True):
            x = middle - picture.width // 2
            crest = min(panorama.crest(x + right, 1) for right in range(2, picture.width - 3))
            py = int(crest) + 2 - picture.height
            is_today = day is self.days[-1]
            if not day.outcomes and not is_today:
                last = None  # nobody came this day
                continue
            colour, share = self._colour(canvas, day)
            canvas.sprite(x, py, picture, {"body": colour}, share=share)
            if last is not None and day.outcomes:
                line = (last[1] + py) // 2 + picture.height // 2 - 1
                for column in range(last[0] + picture.width, x + 1):
                    canvas.pixel(column, line, rope, 0.8)
            last = (x, py) if day.outcomes else None

    def _colour(self, canvas: Canvas, day: Day) -> tuple[Colour, float]:
        """The colour of a day's camel: that of a win, of a match, of one that waits."""
        colours = canvas.pens.palette
        if not day.outcomes:
            return colours.text, 0.3
        return (colours.accent if any(day.outcomes) else colours.text), 1

    def _draw_labels(self, canvas: Canvas, y: int) -> None:
        colours, pens = canvas.pens.palette, canvas.pens
        won, played, skipped = marks(pens.is_ascii)
        canvas.fill(0, y, canvas.width, LABEL_ROWS, colours.panel)
        words = self.words
        if self.streak and pens.has_pixels:  # the number stands above, in large figures
            words = _n("day in a row", "days in a row", self.streak)
        canvas.put(1, y, words, colours.accent, bold=True)
        middles = self._middles(canvas.width)
        for day, middle in zip(self.days, middles, strict=True):
            is_today = day is self.days[-1]
            label = _("today") if is_today else f"{weekday(day.day)} {day.day.day}"
            ink = colours.accent if is_today else colours.soft
            canvas.put(middle - len(label) // 2, y, label, ink, bold=is_today)
            idle = begun_mark(pens.is_ascii) if is_today and self.begun else skipped
            signs = "".join(won if is_won else played for is_won in day.outcomes) or idle
            left = middle - len(signs) // 2
            for number, sign in enumerate(signs):
                ink = colours.accent if sign == won else colours.text
                canvas.put(left + number, y + 1, sign, ink, bold=sign == won)
