"""The board of a match as it stands, as a picture beside a list."""

from __future__ import annotations

from textual import getters, on
from textual.containers import Container

from caravan_tui.engine.playback import Playback
from caravan_tui.games import registry
from caravan_tui.screens.base import BaseApp
from caravan_tui.screens.replay.open_replay import default_eyes
from caravan_tui.screens.replay.playback_screen import scene_at
from caravan_tui.widgets.board import Board


class BoardPicture(Container):
    """A board that takes no keys and no clicks. 80 × 20 is enough for every game."""

    app = getters.app(BaseApp)

    def show(self, playback: Playback | None) -> None:
        """Show the last position of a match as its player sees it; None: nothing.

        Boards are hidden and kept, not removed: nothing here is awaited, so a caller may be
        cancelled at any time. Being cancelled while a widget is removed would end the app.
        """
        kind = registry.board(playback.match.record.game) if playback else None
        board = next((child for child in self.query_children(Board) if type(child) is kind), None)
        for child in self.children:
            child.display = child is board
        if playback is None or kind is None:
            return
        if board is None:
            board = kind()
            board.can_focus = board.can_focus_children = False
            self.mount(board)
        scene = scene_at(playback, playback.last, default_eyes(playback), self.app.ascii)
        board.call_later(board.show, scene)  # a new board has its widgets by then

    @on(Board.StatusChanged)
    @on(Board.ActionChosen)
    def _ignore(self, event: Board.StatusChanged | Board.ActionChosen) -> None:
        event.stop()
