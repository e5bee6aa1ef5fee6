"""The seats of a table, one card below the other, beside the board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from textual.events import Click
from textual.geometry import Region
from textual.message import Message
from textual.timer import Timer

from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.seats import (
    CARD_ROWS,
    SeatCard,
    draw_seat_card,
    draw_thinking,
)
from caravan_tui.widgets.drawn import Drawn

STEP = CARD_ROWS + 1
"""Rows from one card to the next."""

THINKING_FRAMES = ("●∙∙", "∙●∙", "∙∙●", "∙●∙")
"""The sign of a seat that thinks; it rests on the second one."""

THINKING_SECONDS = 0.25
"""Between two frames of it, twice as long over a network."""


class SeatRail(Drawn):
    """Shows seat cards; as high as they are. A sign steps at the seat that thinks."""

    DEFAULT_CSS = """
    SeatRail { height: auto; width: 1fr; }
    """

    cards: Sequence[SeatCard] = ()
    thinking_seat: int | None = None
    thinking_timer: Timer | None = None
    _frame = 1

    class SeatClicked(Message):
        """The user clicked on the card of a seat."""

        def __init__(self, seat: int) -> None:
            super().__init__()
            self.seat = seat

    def show(self, cards: Sequence[SeatCard]) -> None:
        """Show these cards."""
        is_other_height = len(cards) != len(self.cards)
        self.cards = cards
        self.redraw_changes()
        if is_other_height:
            self.refresh(layout=True)

    def think(self, seat: int | None, frame_seconds: float = 0.0) -> None:
        """Show at which seat a computer player thinks; None: at none.

        `frame_seconds`: between two frames of the sign; 0: it does not move.
        """
        if seat == self.thinking_seat and bool(frame_seconds) == bool(self.thinking_timer):
            return
        self.thinking_seat, self._frame = seat, 1
        if self.thinking_timer is not None:
            self.thinking_timer.stop()
            self.thinking_timer = None
        if seat is not None and frame_seconds:
            self.thinking_timer = self.set_interval(frame_seconds, self._step)
        self.redraw_changes()

    def _step(self) -> None:
        """Draw the next frame of the sign."""
        self._frame = (self._frame + 1) % len(THINKING_FRAMES)
        self.redraw_changes()

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """STEP rows for each seat."""
        return STEP * len(self.cards)

    def draw(self, canvas: Canvas) -> None:
        """Draw the cards."""
        for number, card in enumerate(self.cards):
            region = Region(0, STEP * number, canvas.width, CARD_ROWS)
            canvas.part(region, card, partial(draw_seat_card, canvas, *region[:3], card))
            if card.seat == self.thinking_seat:
                draw_thinking(canvas, region.x, region.y, THINKING_FRAMES[self._frame])

    def on_click(self, event: Click) -> None:
        """Tell which card was clicked."""
        number, row = divmod(event.y, STEP)
        if number < len(self.cards) and row < CARD_ROWS:
            event.stop()
            self.post_message(self.SeatClicked(self.cards[number].seat))
