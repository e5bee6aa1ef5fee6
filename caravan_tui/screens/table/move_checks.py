"""What comes between a move that was chosen and the table: a tutor's doubt, and a question."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from caravan_tui.bus.messages import Position
from caravan_tui.presentation.viewpoint import Viewpoint
from caravan_tui.screens.table.board_screen import BoardScreen
from caravan_tui.screens.table.move_dialogs import CompoundMove
from caravan_tui.screens.table.tutoring import Tutoring
from caravan_tui.widgets.closing import is_open


class MoveChecks:
    """Plays what the player has chosen once nothing speaks against it. After a no the board keeps
    what was selected, as far as it can."""

    def __init__(
        self,
        screen: BoardScreen[Any],
        viewpoint: Viewpoint,
        tutoring: Tutoring,
        play: Callable[[int], None],
    ) -> None:
        self._screen = screen
        self._viewpoint = viewpoint
        self._tutoring = tutoring
        self._play = play
        self._compound_move = CompoundMove()

    def play(self, action: int, asks: bool = False) -> None:
        """Play a move, after the tutor where one looks on. `asks`: after a question, too."""
        position = self._viewpoint.position
        if position is not None and self._tutoring.watches(position):
            self._start(self._weigh_and_play(position, action, asks))
        elif asks:
            self._start(self._confirm_and_play(action))
        else:
            self._play(action)

    def _start(self, check: Coroutine[Any, Any, None]) -> None:
        self._screen.run_worker(check, exclusive=True, group="confirm")

    async def _weigh_and_play(self, position: Position, action: int, asks: bool) -> None:
        """Play a move that the tutor has no doubt about, or that is to be played anyway."""
        allows = await self._tutoring.allows(position, action)
        now = self._viewpoint.position
        if not is_open(self._screen) or now is None:
            return
        if not allows or now.version != position.version:
            self._screen.board.move_cancelled()
        elif asks:
            await self._confirm_and_play(action)
        else:
            self._play(action)

    async def _confirm_and_play(self, action: int) -> None:
        """Play a move after a question; a step of a compound move without one."""
        position = self._viewpoint.position
        if position is None:
            return
        game, names = self._viewpoint.game, self._viewpoint.connection.names
        words = game.describe(action, position.view, names)
        if not game.commits(action, position.view):
            self._compound_move.add(position.version, words)
            self._play(action)
            return
        question = self._compound_move.question(position.version, words)
        answer = await self._screen.app.push_screen_wait(question)
        now = self._viewpoint.position
        if not is_open(self._screen) or now is None:
            return
        if answer == "yes" and now.version == position.version:
            self._play(action)
        else:
            self._screen.board.move_cancelled()
