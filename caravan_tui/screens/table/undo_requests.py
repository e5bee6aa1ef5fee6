"""Undo between people: the question whether another person may undo, and how it ended."""

from __future__ import annotations

from typing import ClassVar

from caravan_tui.bus.messages import UndoAsked, UndoSettled
from caravan_tui.engine import Refusal
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.i18n import _
from caravan_tui.screens.base import BaseApp
from caravan_tui.widgets.question import Question


class UndoQuestion(Question):
    """Asks whether another person may undo; closes by itself once that is settled. Closing it
    declines, so that a click beside it does nothing."""

    CLOSES_BY_CLICK: ClassVar = False

    def __init__(self, undo: str, text: str) -> None:
        """`undo`: the id of the undo."""
        super().__init__(_("Undo?"), text, [("no", _("Decline")), ("yes", _("Agree"))])
        self.undo = undo
        self.is_settled = False

    def settle(self) -> None:
        """Close: nobody needs to answer any more."""
        self.is_settled = True
        self.dismiss(None)


class UndoRequests:
    """Asks the people at this terminal about the undos of others."""

    def __init__(self, connection: TableConnection) -> None:
        self.connection = connection

    async def ask(self, app: BaseApp, request: UndoAsked) -> None:
        """Ask everybody here who has to agree to an undo. Only from a worker."""
        connection = self.connection
        for seat in request.asked:
            if seat not in connection.own_seats:
                continue
            text = _(
                "{name} would like to undo a move. Without an answer within {seconds} s, "
                "nothing is undone."
            ).format(name=connection.names[request.seat], seconds=round(request.seconds))
            question = UndoQuestion(request.id, text)
            answer = await app.push_screen_wait(question)
            if question.is_settled:
                return
            try:
                connection.table(seat).answer_undo(request.id, answer == "yes")
            except Refusal:
                return  # the table is closed: there is nothing to undo any more

    def settle(self, app: BaseApp, message: UndoSettled) -> None:
        """Close the question about an undo that is settled."""
        for screen in app.screen_stack:
            if isinstance(screen, UndoQuestion) and screen.undo == message.undo:
                screen.settle()

    def waiting_text(self, request: UndoAsked) -> str:
        """For the person who wants to undo: who is asked, and for how long."""
        names = ", ".join(self.connection.names[seat] for seat in request.asked)
        return _("Waiting up to {seconds} s for {names} to agree to your undo.").format(
            names=names, seconds=round(request.seconds)
        )
