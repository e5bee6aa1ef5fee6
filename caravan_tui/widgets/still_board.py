"""A board as a picture: it takes no keys and no clicks."""

from __future__ import annotations

from typing import Any

from textual import on
from textual.containers import Container

from caravan_tui.widgets.board import Board, Scene


class StillBoard(Container):
    """Shows a scene on the board of its game. 80 × 20 is enough for every game."""

    def show_scene(self, kind: type[Board[Any]], scene: Scene[Any]) -> Board[Any]:
        """Show a scene on a board of this kind, and return the board.

        Boards are hidden and kept, not removed: nothing here is awaited, so a caller may be
        cancelled at any time. Being cancelled while a widget is removed would end the app.
        """
        boards = self.query_children(Board)
        board = next((child for child in boards if type(child) is kind), None)
        if board is None:
            board = kind()
            board.can_focus = board.can_focus_children = False
            self.mount(board)
        for child in self.children:
            child.display = child is board
        board.call_later(board.show, scene)  # a new board has its widgets by then
        return board

    def show_nothing(self) -> None:
        """Hide every board."""
        for child in self.children:
            child.display = False

    @on(Board.StatusChanged)
    @on(Board.ActionChosen)
    @on(Board.SceneChanged)
    def _ignore(self, event: Board.StatusChanged | Board.ActionChosen | Board.SceneChanged) -> None:
        event.stop()
