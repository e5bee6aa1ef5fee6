"""A board alone that shows any position, and plays on what is chosen there."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any

from attrs import evolve

from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, OVER, Event, State
from caravan_tui.widgets.board import Board, Scene
from caravan_tui.widgets.drawn_board import DrawnBoard
from tests.support.canvases import canvas_of
from tests.support.screen_app import B, BoardApp
from tests.support.screen_text import screen_lines, widget_lines

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")


class StateApp(BoardApp[B]):
    """The board of a game on a state, with the people of all seats at this terminal.

    What is chosen must be legal and is played at once, and so is what chance decides then.
    """

    def __init__(
        self,
        game: str,
        state: State,
        seat: int | None = None,
        *,
        ascii_only: bool = False,
        animates_boards: bool = False,
        names: Sequence[str] = NAMES,
        seed: int = 5,
    ) -> None:
        """`seat`: whose view it is, always; None: that of the seat to act. `seed`: of chance."""
        super().__init__(game, ascii_only)
        self.game = registry.get(game)
        self.state: Any = state
        self.seat = seat
        self.animates_boards = animates_boards
        self.names = names
        self.chance = Random(seed)
        self.played: list[str] = []
        """The notations of the actions chosen on the board."""
        self.notices: list[str] = []
        """What was said in the corner of the screen."""
        self.ignored = ""
        """Actions whose notation begins so are not played, as if they were still on their way."""
        self.earlier: Any = None
        """The state that an undo leads to; None: there is nothing to undo."""

    def on_mount(self) -> None:
        """Show the state; the base class, whose handler is called too, focuses the board."""
        self.present()

    @property
    def scene(self) -> Scene[Any]:
        """What the board shows."""
        assert self.board.scene is not None
        return self.board.scene

    def present(self, events: Sequence[Event] = (), **changes: Any) -> None:
        """Play what chance decides and show the state. `changes`: other fields of the scene."""
        happened = list(events)
        while self.state.to_act() == CHANCE:
            self.state.apply(self.state.draw(self.chance), happened)
        actor = self.state.to_act()
        seat = max(0, actor) if self.seat is None else self.seat
        count = len(self.state.scores())
        scene: Scene[Any] = Scene(
            game=self.game,
            view=self.game.view(self.state, seat),
            legal=self.state.legal() if actor == seat else [],
            interrupts=self.state.interrupts().get(seat, []),
            seat=seat,
            names=self.names[:count],
            events=happened,
            ascii=self.ascii,
            animate=self.animates_boards,
            over=actor == OVER,
        )
        self.board.show(evolve(scene, **changes))

    def on_board_action_chosen(self, event: Board.ActionChosen) -> None:
        """Play an action; the base class, whose handler is called too, collects it."""
        notation = self.game.notation(event.action, self.scene.view)
        if self.ignored and notation.startswith(self.ignored):
            return
        assert event.action in [*self.scene.legal, *self.scene.interrupts]
        self.played.append(notation)
        self.state.apply(event.action)
        self.present()

    def on_board_undo_chosen(self) -> None:
        """Go back to the earlier state."""
        if self.earlier is not None:
            self.state, self.earlier = self.earlier, None
            self.present()

    def notify(self, message: str, **_options: Any) -> None:
        """Collect a notice."""
        self.notices.append(message)

    def lines(self) -> list[str]:
        """The characters of the board, one string per row.

        A board of several widgets is read as the screen shows it: wait until it has been drawn.
        """
        return screen_lines(self) if self.board.children else widget_lines(self.board)

    def text(self) -> str:
        """`lines` as one string."""
        return "\n".join(self.lines())

    def where(self, text: str) -> tuple[int, int]:
        """Column and row of a text."""
        for y, line in enumerate(self.lines()):
            if text in line:
                return line.index(text), y
        raise AssertionError(f"{text} is not shown:\n{self.text()}")

    def spot(self, target: Hashable) -> tuple[int, int]:
        """The middle of what a click reaches on a board that is one canvas."""
        board: Board[Any] = self.board
        assert isinstance(board, DrawnBoard)
        for x, y, width, height, item in canvas_of(board).targets:
            if item == target:
                return x + width // 2, y + height // 2
        raise AssertionError(f"{target} is not on the board")
