"""The selected row of the analysis on the board."""

from __future__ import annotations

from typing import Any

from textual import getters

from ai.grades import Verdict
from caravan_tui.engine.playback import Playback
from caravan_tui.games import registry
from caravan_tui.presentation.decisions import Row
from caravan_tui.screens.base import BaseApp
from caravan_tui.screens.replay.playback_screen import scene_at
from caravan_tui.widgets.board import Board
from caravan_tui.widgets.still_board import StillBoard


class MomentBoard(StillBoard):
    """The position of a row: before a decision as its player saw it, after a turning point."""

    app = getters.app(BaseApp)

    def show(self, playback: Playback, row: Row, seat: int | None) -> None:
        """Show the position of a row as a seat saw it, and mark the better move on it."""
        board = self._show_step(playback, row.replay_step, seat)
        better = row.subject.preferred if isinstance(row.subject, Verdict) else None
        board.call_later(board.preview, better)  # after the scene, which is shown later, too

    def show_end(self, playback: Playback, seat: int | None) -> None:
        """Show the last position of the match as a seat sees it; None: as a spectator."""
        board = self._show_step(playback, playback.last, seat)
        board.call_later(board.preview, None)

    def _show_step(self, playback: Playback, step: int, seat: int | None) -> Board[Any]:
        scene = scene_at(playback, step, seat, self.app.ascii)
        return self.show_scene(registry.board(playback.match.record.game), scene)
