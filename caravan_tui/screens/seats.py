"""The seats beside a board: their cards, with faces and levels."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from caravan_tui.cast.characters import level_title
from caravan_tui.widgets.board import Board, Scene
from caravan_tui.widgets.drawing.seats import SeatCard
from caravan_tui.widgets.seat_rail import SeatRail


def place_seats(rail: SeatRail, board: Board[Any], has_room: bool) -> None:
    """Show the seats of a board's scene, if there is room; the board then leaves them out."""
    scene = board.scene
    if scene is None or not board.is_mounted:
        return
    cards = board.seat_cards(scene) if has_room else []
    board.has_rail = bool(cards)
    shown = [_introduced(card, scene) for card in cards]
    rail.show([evolve(card, glow=board.glow) if card.has_turn else card for card in shown])


def _introduced(card: SeatCard, scene: Scene[Any]) -> SeatCard:
    """A seat's card with the face of its character and its level."""
    if card.seat >= len(scene.kinds):
        return card
    level = level_title(scene.kinds[card.seat])
    if scene.names[card.seat].startswith(level):
        level = ""
    delta = card.delta or scene.gains.get(card.seat, "")
    return evolve(card, delta=delta, face=scene.face_of(card.seat), level=level)
