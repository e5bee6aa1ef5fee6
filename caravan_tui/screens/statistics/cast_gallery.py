"""The cast below the page of opponents: who was met, at which level last, and with what success."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from caravan_tui.cast.characters import CAST, Character, character_of
from caravan_tui.i18n import _, _n
from caravan_tui.screens.statistics.page import Facts
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.seats import PORTRAIT_WIDTH, draw_portrait
from caravan_tui.widgets.drawn import Drawn
from caravan_tui.widgets.marks import short_name
from saves import insights
from saves.insights import Meetings
from saves.profile import Result

PER_ROW = 8
"""Characters in a row."""

LEAST_CELL, CELL_ROWS = 19, 4
"""Columns of a character at least, and its rows with a blank one below."""

LEAST_COLUMNS = PER_ROW * LEAST_CELL
"""Columns of the page from which on there is room for it."""

ROWS = 1 + -(-len(CAST) // PER_ROW) * CELL_ROWS
"""Rows of all of it, with its heading."""

LEAST_PAGE_ROWS = 34
"""Rows of the page from which on there is room for it below the chart."""

SEATS = 4
"""Colours that the characters wear in turns, as at a table."""


@frozen
class Acquaintance:
    """A character of the cast, and how the user did against it."""

    character: Character
    meetings: Meetings | None = None
    """None: not met yet."""
    level: str = ""
    """The title of the level at which it was met last."""


def character_name(result: Result, seat: int) -> str:
    """The name of a character; '' for people and seats without one."""
    name = result.names[seat]
    return name if character_of(result.kinds[seat], name) else ""


def acquaintances(facts: Facts) -> list[Acquaintance]:
    """The whole cast: who was met most first, then who was not met yet."""
    met = insights.meetings(facts.own, character_name)
    levels = {
        character_name(result, seat): facts.titles.get(kind, kind)
        for result in sorted(facts.own, key=lambda result: result.ended)
        for seat, kind in enumerate(result.kinds)
        if seat != result.me
    }
    cast = [
        Acquaintance(character, met.get(character.name), levels.get(character.name, ""))
        for character in CAST
    ]
    return sorted(
        cast, key=lambda known: -known.meetings.count if known.meetings is not None else 0
    )


class CastGallery(Drawn):
    """A portrait for each character, with what is known of it; only where there is room."""

    DEFAULT_CSS = f"""
    CastGallery {{ width: 100%; height: {ROWS}; margin-top: 1; }}
    """

    def __init__(self) -> None:
        super().__init__()
        self.cast: Sequence[Acquaintance] = ()

    def show(self, cast: Sequence[Acquaintance]) -> None:
        """Show the cast."""
        self.cast = cast
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw a heading and the characters, those who were not met yet in soft words."""
        colours = canvas.pens.palette
        met = sum(acquaintance.meetings is not None for acquaintance in self.cast)
        end = canvas.put(0, 0, _("The cast"), colours.primary, bold=True)
        text = _n(
            "{met} of {count} met; below the last level, how often you finished ahead",
            "{met} of {count} met; below the last level, how often you finished ahead",
            met,
        )
        canvas.put(end + 2, 0, text.format(met=met, count=len(self.cast)), colours.soft)
        pitch = canvas.width // PER_ROW
        for number, acquaintance in enumerate(self.cast):
            across, down = number % PER_ROW, number // PER_ROW
            seat = CAST.index(acquaintance.character) % SEATS
            self._draw_one(
                canvas, across * pitch, 1 + down * CELL_ROWS, pitch - 1, acquaintance, seat
            )

    def _draw_one(
        self, canvas: Canvas, x: int, y: int, width: int, acquaintance: Acquaintance, seat: int
    ) -> None:
        """Draw a character: its portrait, its name, and below it what is known."""
        colours = canvas.pens.palette
        character, meetings = acquaintance.character, acquaintance.meetings
        canvas.fill(x, y, width, CELL_ROWS - 1, colours.surface)
        draw_portrait(canvas, x, y, seat, character.face)
        left, room = x + PORTRAIT_WIDTH + 1, width - PORTRAIT_WIDTH - 1
        canvas.put(left, y, character.name, colours.text if meetings else colours.soft, bold=True)
        known = acquaintance.level if meetings else character.home
        canvas.put(left, y + 1, short_name(known, room), colours.soft)
        if meetings is None:
            canvas.put(left, y + 2, _("not met")[:room], colours.soft)
            return
        ink = colours.gain if meetings.share >= 0.5 else colours.loss
        balance = _("{points} of {count}").format(
            points=f"{meetings.points:g}", count=meetings.count
        )
        canvas.put(left, y + 2, balance[:room], ink, bold=True)
