"""What is asked of a table in line mode: a hint, undo and redo."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from caravan_tui.bus.messages import UndoAsked
from caravan_tui.bus.wording import word
from caravan_tui.engine import Refusal
from caravan_tui.games.kit.sentences import listed
from caravan_tui.i18n import _
from caravan_tui.lines import commands
from caravan_tui.lines.commands import LineCommand
from caravan_tui.lines.console import Console
from caravan_tui.lines.room import confirms
from caravan_tui.lines.table.tutoring import Tutoring, advice_lines
from caravan_tui.presentation.viewpoint import Viewpoint


class Requests:
    """Sends what the player asks for, after a question where it marks the match as assisted."""

    def __init__(
        self,
        console: Console,
        viewpoint: Viewpoint,
        before_change: Callable[[], None],
        tutoring: Tutoring,
    ) -> None:
        """`before_change`: called before the match goes back or forth. `tutoring`: is told of each
        hint, so that it does not doubt its moves."""
        self._console = console
        self._viewpoint = viewpoint
        self._before_change = before_change
        self._tutoring = tutoring
        self.commands = [
            LineCommand("hint", "the best move; it marks the match as assisted", self.hint),
            LineCommand("undo", "take your last move back", self.undo),
            LineCommand("redo", "play again what you took back", self.redo),
        ]

    async def _accepts_assistance(self, text: str, words: str) -> bool:
        """Ask before something marks the match as assisted, unless `words` say yes."""
        position = self._viewpoint.position
        if position is None or position.assisted or commands.is_yes(words):
            return True
        return await confirms(self._console, text)

    async def hint(self, words: str) -> None:
        """Say the best move, and play it if that is wanted."""
        viewpoint = self._viewpoint
        position = viewpoint.position
        if position is None or not position.legal or viewpoint.seat is None:
            self._console.say(_("It is not your move, so there is no hint."))
            return
        text = _("A hint marks this match as assisted: it will not count for your rating.")
        if not await self._accepts_assistance(text, words):
            self._console.say(_("No hint."))
            return
        self._console.say(_("Looking for a good move …"))
        try:
            advice = await viewpoint.connection.table(viewpoint.seat).hint()
        except Refusal as refusal:
            self._console.say(word(refusal.sentence))
            return
        now = viewpoint.position
        if now is None or now.version != advice.version:
            self._console.say(_("Things have changed. Ask for a hint again."))
            return
        self._tutoring.take_hint(advice.result.line, advice.version)
        self._console.say(*advice_lines(viewpoint, now, advice.result))

    async def undo(self, words: str) -> None:
        """Take the last decision back."""
        viewpoint = self._viewpoint
        position = viewpoint.position
        if position is None or viewpoint.seat is None:
            self._console.say(_("Spectators can't undo."))
            return
        if position.undo is not None:
            self._console.say(word(position.undo))
            return
        text = _("Your opponents have moved since your last move. Undoing it marks this match as "
                 "assisted: it will not count for your rating.")  # fmt: skip
        if position.undo_assists and not await self._accepts_assistance(text, words):
            self._console.say(_("Nothing is undone."))
            return
        await self._send(viewpoint.connection.table(viewpoint.seat).undo())

    async def redo(self, _words: str) -> None:
        """Play again what was taken back."""
        viewpoint = self._viewpoint
        position = viewpoint.position
        if position is None or viewpoint.seat is None or not position.redo:
            self._console.say(_("There is nothing to redo."))
        else:
            await self._send(viewpoint.connection.table(viewpoint.seat).redo())

    async def _send(self, request: Awaitable[object]) -> None:
        self._before_change()
        try:
            answer = await request
        except Refusal as refusal:
            self._console.say(word(refusal.sentence))
            return
        if isinstance(answer, UndoAsked):
            names = listed(self._viewpoint.connection.names[seat] for seat in answer.asked)
            self._console.say(_("Waiting for {names} to agree.").format(names=names))

    async def answer_undo(self, request: UndoAsked) -> None:
        """Ask the people here whether another one may take a move back."""
        connection = self._viewpoint.connection
        for seat in request.asked:
            if seat in connection.own_seats:
                text = _("{name} wants to undo a move. Do you agree?")
                name = connection.names[request.seat]
                agrees = await confirms(self._console, text.format(name=name))
                connection.table(seat).answer_undo(request.id, agrees)
