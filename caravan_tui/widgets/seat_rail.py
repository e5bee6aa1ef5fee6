"""The seats of a table, one card below the other, beside the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caravan_tui.widgets.board import Board
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.seats import CARD_ROWS, SeatCard, draw_seat_card
from caravan_tui.widgets.drawn import Drawn

STEP = CARD_ROWS + 1
"""Rows from one card to the next."""


class SeatRail(Drawn):
    """Shows seat cards; as high as they are."""

    DEFAULT_CSS = """
    SeatRail { height: auto; width: 1fr; }
    """

    cards: Sequence[SeatCard] = ()

    def show(self, cards: Sequence[SeatCard]) -> None:
        """Show these cards."""
        is_other_height = len(cards) != len(self.cards)
        self.cards = cards
        self.redraw()
        if is_other_height:
            self.refresh(layout=True)

    def show_beside(self, board: Board[Any], has_room: bool) -> None:
        """Show the seats of a board's scene, if there is room; the board then leaves them out."""
        if board.scene is None or not board.is_mounted:
            return
        cards = board.seat_cards(board.scene) if has_room else []
        board.has_rail = bool(cards)
        self.show(cards)

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """STEP rows for each seat."""
        return STEP * len(self.cards)

    def draw(self, canvas: Canvas) -> None:
        """Draw the cards."""
        for number, card in enumerate(self.cards):
            draw_seat_card(canvas, 0, STEP * number, canvas.width, card)
