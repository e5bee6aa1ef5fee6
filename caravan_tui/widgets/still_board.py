"""A board as a picture: it takes no keys and no clicks."""

from __future__ import annotations

from typing import Any

from textual import events, on
from textual.containers import Container
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from caravan_tui.widgets.board import Board, Scene

LEAST_WIDTH, LEAST_HEIGHT = 80, 20
"""Enough for every board; of some a smaller picture is a part, see `Showcase`."""


def whole_steps(first: int, room: int, needed: int, step: int) -> tuple[int, int]:
    """Where a part of a board begins that is to begin at `first`, and how much of it is shown, so
    that it ends with a whole space; everything where there is room for what a board needs."""
    if room >= needed or room < step:
        return min(first, max(0, needed - room)), room
    edge = first % step  # what lies before the first space
    return edge + (min(first, needed - room) - edge) // step * step, room // step * step


class StillBoard(Container):
    """Shows a scene on the board of its game; where there is little room, the part of it that says
    most. 80 × 20 is enough for every game."""

    DEFAULT_CSS = """
    StillBoard { overflow: hidden hidden; }
    """

    class Placed(Message):
        """A board was given its room."""

        def __init__(self, is_part: bool) -> None:
            super().__init__()
            self.is_part = is_part
            """Whether only a part of it has room."""

    _scene: Scene[Any] | None = None
    """What is shown."""

    def show_scene(self, kind: type[Board[Any]], scene: Scene[Any]) -> Board[Any]:
        """Show a scene on a board of this kind, and return the board.

        Boards are hidden and kept, not removed: nothing here is awaited, so a caller may be
        cancelled at any time. Being cancelled while a widget is removed would end the app.
        """
        self._scene = scene
        boards = self.query_children(Board)
        board = next((child for child in boards if type(child) is kind), None)
        if board is None:
            board = kind()
            board.can_focus = board.can_focus_children = False
            self.mount(board)
        for child in self.children:
            child.display = child is board
        board.call_later(board.show, scene)  # a new board has its widgets by then
        self._place(board)
        return board

    def on_resize(self, event: events.Resize) -> None:
        """Show the whole board, or the part of it that says most."""
        for board in self.query_children(Board):
            self._place(board)

    def _place(self, board: Board[Any]) -> None:
        show = board.showcase(self._scene)
        if board.display:
            room = self.parent.size if isinstance(self.parent, Widget) else Size(0, 0)
            self.styles.max_width = show.width if room.width < show.least_width else None
            self.styles.max_height = show.height if room.height < show.least_height else None
        width, height = self.outer_size
        board.is_part = width < show.least_width or height < show.least_height
        board.styles.width = max(width, show.least_width)
        board.styles.height = max(height, show.least_height)
        x, columns = whole_steps(show.x, width, show.least_width, show.columns)
        y, rows = whole_steps(show.y, height, show.least_height, show.rows)
        left = (width - columns) // 2
        self.styles.padding = (0, width - columns - left, height - rows, left)
        board.styles.offset = (-x, -y)
        if board.display and width and height:
            self.post_message(self.Placed(board.is_part))

    def show_nothing(self) -> None:
        """Hide every board."""
        for child in self.children:
            child.display = False

    @on(Board.StatusChanged)
    @on(Board.ActionChosen)
    @on(Board.SceneChanged)
    def _ignore(self, event: Board.StatusChanged | Board.ActionChosen | Board.SceneChanged) -> None:
        event.stop()
