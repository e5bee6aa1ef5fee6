"""Taking back between people, as a table screen shows it: the question, and how it ended."""

from __future__ import annotations

from textual import work

from caravan_tui.bus.messages import UndoAnswer, UndoAsked, UndoSettled, table_topic
from caravan_tui.widgets.dialog import Question
from caravan_tui.widgets.prompt import Prompt
from caravan_tui.words import _


class ConsentQuestion(Question):
    """Asks whether somebody else may take back; goes by itself once that is settled."""

    settled = False
    undo = ""
    """The id of the Undo."""

    def settle(self) -> None:
        """Nobody needs to answer any more."""
        self.settled = True
        if self.is_active:
            self.dismiss(None)

    def on_screen_resume(self) -> None:
        """What lay over it is gone: so is what it asked, perhaps."""
        if self.settled:
            self.dismiss(None)


class Consent:
    """Asking and being asked about an undo; mixed into the table screen."""

    def hear_undo(self, message: UndoAsked | UndoSettled) -> None:
        """Somebody wants to take back, or that is settled."""
        if isinstance(message, UndoAsked):
            self.ask_consent(message)
            return
        for screen in self.app.screen_stack:
            if isinstance(screen, ConsentQuestion) and screen.undo == message.undo:
                screen.settle()
        if message.seat in self.link.mine and not self.gone:
            self.say_what_is_asked()  # no longer that the others are asked

    def say_asked(self, asked: UndoAsked) -> None:
        """To who wants to take back: who is asked, and for how long."""
        names = ", ".join(self.link.names[seat] for seat in asked.asked)
        self.query_one(Prompt).feedback(
            _("May you take this back? Asked for {seconds} s: {names}").format(
                names=names, seconds=round(asked.seconds)
            )
        )

    @work
    async def ask_consent(self, asked: UndoAsked) -> None:
        """Somebody else at the table wants to take back a decision."""
        for seat in asked.asked:
            if seat not in self.link.mine:
                continue
            text = _(
                "{name} would like to take back a decision. Without an answer within "
                "{seconds} s it stays."
            ).format(name=self.link.names[asked.seat], seconds=round(asked.seconds))
            question = ConsentQuestion(_("Undo?"), text, [("no", _("Refuse")), ("yes", _("Agree"))])
            question.undo = asked.id
            answer = await self.app.push_screen_wait(question)
            if question.settled:
                return
            self.link.bus.publish(
                table_topic(self.link.match),
                UndoAnswer(self.link.match, seat, asked.id, answer == "yes"),
            )
