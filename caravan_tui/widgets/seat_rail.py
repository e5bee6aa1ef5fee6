"""The seats of a table, one card below the other, beside the board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from textual.events import Click
from textual.geometry import Region, Size
from textual.message import Message
from textual.timer import Timer

from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.seats import (
    CARD_ROWS,
    SeatCard,
    draw_seat_card,
    draw_thinking,
    has_room_for,
)
from caravan_tui.widgets.drawn import Drawn

STEP = CARD_ROWS + 1
"""Rows from one card to the next; fewer where many seats leave the log no room."""

LEAST_STEP = 2
"""Rows of a card that has a name and a line."""

LOG_ROWS = 6
"""Rows that are left below the cards: five of the log, and its heading."""

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
        was_packed = len(self.cards) * STEP != self.size.height
        is_other_height = len(cards) != len(self.cards) or was_packed
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

    @property
    def step(self) -> int:
        """Rows from one card to the next. Below STEP cards touch each other."""
        return max(1, self.size.height // len(self.cards)) if self.cards else STEP

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as leaves the log its rows and every card its words; at least so low that all
        cards can be seen."""
        seats = len(self.cards)
        steps = range(STEP, LEAST_STEP - 1, -1)
        full = [step for step in steps if self._shows_all(step, width)]
        with_log = [step for step in full if step * seats + LOG_ROWS <= container.height]
        seen = [step for step in (*full[-1:], *steps) if step * seats <= container.height]
        return seats * next(iter((*with_log, *seen)), LEAST_STEP)

    def _shows_all(self, step: int, width: int) -> bool:
        rows = min(step, CARD_ROWS)
        return all(has_room_for(card, rows, width) for card in self.cards)

    def draw(self, canvas: Canvas) -> None:
        """Draw the cards."""
        step, is_packed = self.step, self.step < STEP
        rows = min(step, CARD_ROWS)
        for number, card in enumerate(self.cards):
            region = Region(0, step * number, canvas.width, rows)
            is_darker = is_packed and number % 2 == 1
            draw_card = partial(draw_seat_card, canvas, *region[:3], card, rows, is_darker)
            canvas.part(region, (card, is_darker), draw_card)
            if card.seat == self.thinking_seat:
                sign = THINKING_FRAMES[self._frame]
                draw_thinking(canvas, region.x, region.y, sign, rows)

    def on_click(self, event: Click) -> None:
        """Tell which card was clicked."""
        number, row = divmod(event.y, self.step)
        if number < len(self.cards) and row < CARD_ROWS:
            event.stop()
            self.post_message(self.SeatClicked(self.cards[number].seat))
