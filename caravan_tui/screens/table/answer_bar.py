"""The answers below the result of a match: a button for each, and the keys that lead to them."""

from __future__ import annotations

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Button

from caravan_tui.i18n import _
from caravan_tui.presentation.result_answers import Answer, Answers
from caravan_tui.widgets.commands import Command, key_name

GRACE_SECONDS = 1.0
"""How long it takes no answer: a key that was meant for the table, such as the Enter that played
the last move, must not press a button."""

ANSWER_COMMANDS = {
    Answer.REMATCH: Command(
        "result.rematch", "r", "answer('fresh')", "Rematch",
        "Play again with the same players and a new deal."),
    Answer.SAME_DEAL: Command(
        "result.again", "s", "answer('again')", "Same deal",
        "Play again with the same players and deal. Marks the match as assisted."),
    Answer.ANALYSIS: Command(
        "result.analysis", "a", "answer('analysis')", "Analysis",
        "Show turning points and better moves."),
    Answer.REPLAY: Command(
        "result.replay", "v", "answer('replay')", "Replay", "Replay the match move by move."),
    Answer.TABLE: Command(
        "result.table", "t", "answer('look')", "Table", "Go back to the table."),
    Answer.HOME: Command("result.home", "q", "answer('home')", "Home", "Leave the table."),
}  # fmt: skip
"""The command of each answer, for the screen."""


BEGINNINGS = frozenset({Answer.REMATCH, Answer.SAME_DEAL})
"""The answers that begin a match."""


class AnswerBar(Horizontal):
    """A button for each answer; one is lit as the next thing to do until one has the focus.

    None is lit before answers are taken. Enter does what is lit; but the Enter of somebody who
    leafs through the end of a match must not begin another one, so it asks for a second one then.
    The screen tells it which keys were pressed.
    """

    DEFAULT_CSS = """
    AnswerBar { height: 1; width: 100%;
        & Button { margin: 0 1 0 0; min-width: 0; padding: 0; } }
    """

    class Chosen(Message):
        """An answer was given."""

        def __init__(self, answer: Answer) -> None:
            super().__init__()
            self.answer = answer

    def __init__(
        self, answers: Answers, has_lost: bool, id: str, takes_answers: bool = False
    ) -> None:
        """`has_lost`: whether those who answer have lost the match; `takes_answers`: at once, as no
        key can be meant for the table."""
        super().__init__(id=id)
        self.answers = answers
        self._has_grace = not takes_answers
        self.lit = answers.suggested(has_lost) or answers.first
        """What is lit first."""
        self.takes_answers = False
        """Whether the grace is over."""
        self._wants_to_leave = False
        """Whether leaving was asked for before answers are taken: then it comes with them."""

    def compose(self) -> ComposeResult:
        """The buttons, each with its key."""
        for answer in self.answers.offered:
            key = key_name(self, ANSWER_COMMANDS[answer].id)
            label = Text.assemble((key, "bold"), f" {self.answers.title(answer)}")
            yield Button(label, id=f"answer-{answer}", compact=True)

    def on_mount(self) -> None:
        """Take answers, at once or in a moment."""
        if self._has_grace:
            self.set_timer(GRACE_SECONDS, self.take_answers)
        else:
            self.take_answers()

    def take_answers(self) -> None:
        """Take answers from now on, and light the next thing to do."""
        self.takes_answers = True
        if not self.query("Button:focus"):  # what has the focus is lit
            self.query(f"#answer-{self.lit}").add_class("-suggested")
        if self._wants_to_leave and self.screen.is_active:
            self.choose(Answer.HOME)

    def choose(self, answer: Answer) -> str:
        """Give an answer, if there is a button for it; return words that say that it is too early,
        else ''. Leaving is no answer that a key meant for the table could give by mistake, so it is
        not lost where it comes too early."""
        self._wants_to_leave = answer is Answer.HOME
        if answer not in self.answers.offered:
            return ""
        if self.takes_answers:
            self.post_message(self.Chosen(answer))
        return "" if self.takes_answers or self._wants_to_leave else too_early()

    def press_lit(self) -> str:
        """Do what is lit. What begins a match gets the focus instead, for the next Enter; return
        words that say so, or that it is too early, else ''."""
        if not self.takes_answers:
            return too_early()
        if self.lit not in BEGINNINGS:
            self.choose(self.lit)
            return ""
        self.query_one(f"#answer-{self.lit}").focus()
        return _("Enter again: {answer}").format(answer=self.answers.title(self.lit))

    def focus_beside(self, step: int) -> str:
        """Focus the next button, or with -1 the one before; from the lit one on while none has the
        focus. Return words that say why not, else ''."""
        if not self.takes_answers:
            return too_early()
        screen = self.screen
        if screen.focused is None:
            screen.set_focus(self.query_one(f"#answer-{self.lit}"), scroll_visible=False)
        if step > 0:
            screen.focus_next()
        else:
            screen.focus_previous()
        return ""

    def on_descendant_focus(self) -> None:
        """Light only what Enter does."""
        self.query(Button).remove_class("-suggested")

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.choose(Answer((event.button.id or "").removeprefix("answer-")))


def too_early() -> str:
    """Why a key gives no answer yet."""
    return _("One moment: these buttons wait for keys that were meant for the table.")
