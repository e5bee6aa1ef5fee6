"""The selected row of the analysis on the board."""

from __future__ import annotations

from typing import Any

from rich.text import Text
from textual import getters
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from ai.analysis import Swing
from ai.grades import Verdict
from caravan_tui.engine.playback import Playback
from caravan_tui.games import registry
from caravan_tui.i18n import _
from caravan_tui.presentation.decisions import Row
from caravan_tui.screens.base import BaseApp
from caravan_tui.screens.replay.playback_screen import scene_at
from caravan_tui.widgets.board import Board
from caravan_tui.widgets.seat_styles import player_text
from caravan_tui.widgets.still_board import StillBoard


class MomentBoard(StillBoard):
    """The position of a row: before a decision as its player saw it, after a turning point."""

    app = getters.app(BaseApp)

    def show(self, playback: Playback, row: Row, seat: int | None) -> None:
        """Show the position of a row as a seat saw it, and mark the better move on it."""
        board = self._show_step(playback, row.replay_step, seat)
        # after the scene, which is shown later, too
        if isinstance(row.subject, Verdict):
            board.call_later(board.preview_turn, row.subject.better_turn)
        else:
            board.call_later(board.preview, None)

    def show_end(self, playback: Playback, seat: int | None) -> None:
        """Show the last position of the match as a seat sees it; None: as a spectator."""
        board = self._show_step(playback, playback.last, seat)
        board.call_later(board.preview, None)

    def _show_step(self, playback: Playback, step: int, seat: int | None) -> Board[Any]:
        scene = scene_at(playback, step, seat, self.app.ascii)
        return self.show_scene(registry.board(playback.match.record.game), scene)


class MomentPane(Vertical):
    """The board, with a line above it that says which position it shows."""

    app = getters.app(BaseApp)

    DEFAULT_CSS = """
    MomentPane {
        & > #scene { height: 1; padding: 0 1; background: $panel; text-wrap: nowrap;
            text-overflow: ellipsis; }
        & > MomentBoard { width: 80; height: 1fr; }
    }
    """

    def __init__(self, playback: Playback, id: str) -> None:
        super().__init__(id=id)
        self._playback = playback

    def compose(self) -> ComposeResult:
        """The line, and the board."""
        yield Static(id="scene")
        yield MomentBoard()

    def show(self, row: Row, seat: int) -> None:
        """Show the position of a row as a seat saw it."""
        playback = self._playback
        is_turn = isinstance(row.subject, Swing)
        words = _("After move {move}") if is_turn else _("Before move {move}")
        text = Text(words.format(move=row.step), "bold", no_wrap=True)
        if playback.game.spec.secrets:
            player = player_text(self, seat, playback.match.names[seat], self.app.ascii)
            text = Text.assemble(text, "  " + _("seen by") + " ", player, no_wrap=True)
        self.query_one("#scene", Static).update(text)
        self.query_one(MomentBoard).show(playback, row, seat)

    def show_end(self, seat: int | None) -> None:
        """Show the match as it is now, or its end, as a seat sees it; None: as a spectator."""
        is_over = self._playback.over
        words = _("The end of the match") if is_over else _("The match as it is now")
        self.query_one("#scene", Static).update(Text(words, "bold"))
        self.query_one(MomentBoard).show_end(self._playback, seat)
