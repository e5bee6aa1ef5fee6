"""Who plays today's match: the user and the computer player, face to face."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.cast.characters import character_of, level_title
from caravan_tui.engine import Seat
from caravan_tui.i18n import _
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.seats import (
    PORTRAIT_WIDTH,
    draw_large_portrait,
    draw_portrait,
)
from caravan_tui.widgets.drawn import Drawn
from caravan_tui.widgets.marks import short_name

FACE_ROWS = 3
"""Rows of a portrait, of a large one twice as many; name and seat stand below it."""


class Rivals(Drawn):
    """Two portraits with a name below each: at the left the user, at the right the first of the
    others, and how many more there are."""

    DEFAULT_CSS = """
    Rivals { width: 100%; height: 5; }
    """

    def __init__(self, id: str = "rivals") -> None:
        super().__init__(id=id)
        self.players: Sequence[Seat] = ()
        self.own_seat = 0

    def show(self, players: Sequence[Seat], own_seat: int) -> None:
        """Show the players of a match."""
        self.players, self.own_seat = players, own_seat
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw both, and what is between them."""
        colours = canvas.pens.palette
        canvas.fill(0, 0, canvas.width, canvas.height, colours.surface)
        others = [seat for seat in range(len(self.players)) if seat != self.own_seat]
        if not others:
            return
        rival = others[0]
        character = character_of(self.players[rival].kind, self.players[rival].name)
        right = canvas.width
        is_large = canvas.height >= 2 * FACE_ROWS + 2
        rows, width = FACE_ROWS, PORTRAIT_WIDTH
        draw = draw_portrait
        if is_large:
            rows, width, draw = 2 * rows, 2 * width, draw_large_portrait
        draw(canvas, 1, 0, self.own_seat)
        draw(canvas, right - width - 1, 0, rival, character.face if character else "")
        between = _("vs")
        canvas.put((right - len(between)) // 2, rows // 2, between, colours.soft, italic=True)
        self._put_name(canvas, rows, self.own_seat, is_right=False)
        self._put_name(canvas, rows, rival, is_right=True)
        seat = _("seat {seat} of {count}")
        words = seat.format(seat=self.own_seat + 1, count=len(self.players))
        canvas.put(1, rows + 1, words, colours.soft)
        level = level_title(self.players[rival].kind)
        if len(others) > 1:
            level = f"{level} +{len(others) - 1}"
        canvas.put(right - 1 - len(level), rows + 1, level, colours.soft)

    def _put_name(self, canvas: Canvas, y: int, seat: int, *, is_right: bool) -> None:
        room = canvas.width // 2 - 4
        name = f"{canvas.pens.mark(seat)} {short_name(self.players[seat].name, room)}"
        x = canvas.width - 1 - len(name) if is_right else 1
        canvas.put(x, y, name, canvas.pens.palette.seat[seat], bold=True)
