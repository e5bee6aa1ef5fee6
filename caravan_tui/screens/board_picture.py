"""The board of a match as it stands, as a picture beside a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.containers import Container

from caravan_tui.games import registry
from caravan_tui.screens.saved_card import eyes
from caravan_tui.widgets.board import Board, Shown

if TYPE_CHECKING:
    from caravan_tui.engine.playback import Playback


class BoardPicture(Container):
    """A board that only looks: no key and no click reaches it. 80 × 20 shows every game."""

    async def show(self, looked: Playback | None) -> None:
        """The last position of a match, with the eyes that may look; None: nothing."""
        if looked is None:
            await self.remove_children()
            return
        match = looked.match
        kind = registry.board(match.record.game)
        board = next((child for child in self.children if type(child) is kind), None)
        if board is None:
            await self.remove_children()
            board = kind()
            board.can_focus = board.can_focus_children = False
            await self.mount(board)
        seat = eyes(looked)
        board.show(
            Shown(
                game=looked.game,
                view=looked.view(looked.last, seat),
                legal=[],
                interrupts=[],
                seat=seat,
                names=match.names,
                kinds=[who.kind for who in match.record.seats],
                past=looked.past(looked.last, seat),
                ascii=self.app.ascii,
                animate=False,
                over=looked.over,
            )
        )

    @on(Board.Hinted)
    @on(Board.Chosen)
    def _unheard(self, event: Board.Hinted | Board.Chosen) -> None:
        event.stop()
