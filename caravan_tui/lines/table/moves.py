"""Moves in line mode: what is typed as one, and what is still to be played of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from caravan_tui.bus.messages import Position
from caravan_tui.bus.wording import word
from caravan_tui.engine import Refusal
from caravan_tui.i18n import _
from caravan_tui.lines import board, commands
from caravan_tui.lines.console import Console
from caravan_tui.lines.entries import Moves
from caravan_tui.lines.room import confirms
from caravan_tui.lines.table.history import TableHistory
from caravan_tui.lines.table.tutoring import Tutoring
from caravan_tui.presentation.viewpoint import Viewpoint
from caravan_tui.settings import Settings


def legal_now(viewpoint: Viewpoint) -> list[int]:
    """What the seat may do now, in its turn and out of it."""
    position = viewpoint.position
    return [] if position is None else [*position.legal, *position.interrupts]


def moves_now(viewpoint: Viewpoint) -> Moves:
    """The list of moves of the position."""
    view = viewpoint.position.view if viewpoint.position else None
    return Moves.of(viewpoint.game, view, legal_now(viewpoint), viewpoint.connection.names)


class MoveEntry:
    """Plays what is typed: a number of the list, notation, or words that only one move has."""

    def __init__(
        self,
        console: Console,
        viewpoint: Viewpoint,
        history: TableHistory,
        tutoring: Tutoring,
        settings: Callable[[], Settings],
    ) -> None:
        self._console = console
        self._viewpoint = viewpoint
        self._history = history
        self._tutoring = tutoring
        self._settings = settings
        self._steps: list[int] = []
        """What is still to be played of a move of several steps."""
        self._rest = ""
        """Notations of the same line that are still to be played."""
        self._expected = 0
        """The version of the position that follows what was sent."""

    def is_awaited(self, position: Position) -> bool:
        """Whether a position is older than what was played: a newer one is on its way."""
        return position.version < self._expected

    def expect_any(self) -> None:
        """Take the next position for the newest, whatever was played."""
        self._expected = 0

    def drop_steps(self) -> None:
        """Play no more of the move that was begun, and take the next position for the newest."""
        self._steps.clear()
        self.expect_any()

    def drop_line(self) -> None:
        """Play nothing more of the line that was typed."""
        self._steps.clear()
        self._rest = ""

    async def go_on(self, position: Position) -> tuple[bool, str]:
        """Play what is left of the line that was typed: whether anything was, and what of it is
        neither a move nor answered."""
        if self._steps and self._steps[0] not in position.legal:
            self._steps.clear()
        if self._steps:
            await self.play([self._steps.pop(0)])
            return True, ""
        if self._rest:
            rest, self._rest = self._rest, ""
            return True, await self._play_steps(rest, moves_now(self._viewpoint))
        return False, ""

    async def play_number(self, entry: str) -> bool:
        """Play the move with a number of the list; False: there is nothing to play."""
        moves = moves_now(self._viewpoint)
        row = moves.numbered(commands.number(entry) or 0)
        if row is not None:
            await self.play(row.actions)
        elif moves.rows:
            self._console.say(board.no_move_words(entry, moves))
        return bool(moves.rows)

    async def play_words(self, entry: str) -> str:
        """Play what an entry means, or say why not; what of it is neither a move nor answered."""
        moves = moves_now(self._viewpoint)
        if ";" in entry:
            return await self._play_steps(entry, moves)
        if not moves.legal:
            return entry
        if self._says_why_not(entry, moves):
            return ""
        numbers = moves.matching(entry)
        if len(numbers) == 1:
            await self.play(moves.rows[numbers[0] - 1].actions)
        elif numbers:
            text = _("{count} moves have these words. Type a number:")
            self._console.say(text.format(count=len(numbers)), *moves.lines(numbers))
        return "" if numbers else entry

    async def _play_steps(self, entry: str, moves: Moves) -> str:
        """Play notations between semicolons one after the other."""
        first, _sign, rest = entry.partition(";")
        action = moves.noted(first)
        if action is None:
            return "" if self._says_why_not(first, moves) else first
        self._rest = rest.strip()
        await self.play([action])
        return ""

    def _says_why_not(self, entry: str, moves: Moves) -> bool:
        """Say why a move that is understood is not allowed; whether it is one."""
        game, names = self._viewpoint.game, self._viewpoint.connection.names
        reason = game.why_not_typed(entry, moves.legal, moves.view, names)
        if reason:
            self._console.say(reason)
        return bool(reason)

    async def play(self, actions: Sequence[int]) -> None:
        """Play an action, and keep the steps after it."""
        viewpoint = self._viewpoint
        position = viewpoint.position
        if position is None or viewpoint.seat is None:
            self._console.say(_("Spectators only watch."))
            return
        action, *rest = actions
        if not await self._tutoring.allows(position, action):
            self.drop_line()
            self._console.say(_("Not played."))
            return
        if not self._steps and not await self._is_meant(actions[-1], position):
            self._console.say(_("Not played."))
            return
        table = viewpoint.connection.table(viewpoint.seat)
        try:
            self._expected = await table.act(position.version, action)
        except Refusal as refusal:
            self.drop_line()
            self.expect_any()
            self._console.say(word(refusal.sentence))
            return
        self._steps = [*rest, *self._steps]
        self._history.note_own_move()

    async def _is_meant(self, action: int, position: Position) -> bool:
        """Ask about a move that cannot be taken back, where the settings say so."""
        game = self._viewpoint.game
        if not self._settings().confirm_moves or not game.commits(action, position.view):
            return True
        words = game.describe(action, position.view, self._viewpoint.connection.names)
        return await confirms(self._console, f"{words}?")
