"""Advice in Caravanserai: hints, why a move is worse, and the list of moves."""

from __future__ import annotations

from caravan_tui.games.caravanserai.advice.hints import explain_forgone, explain_turn
from caravan_tui.games.caravanserai.advice.list_of_moves import list_moves
from caravan_tui.games.caravanserai.advice.losses import explain_line, explain_loss, explain_step

__all__ = [
    "explain_forgone",
    "explain_line",
    "explain_loss",
    "explain_step",
    "explain_turn",
    "list_moves",
]
