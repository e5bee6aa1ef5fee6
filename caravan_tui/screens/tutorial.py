"""The tutorial: the table of a scripted match, with words to read in place of the prompt."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.widgets import Static

from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import Position
from caravan_tui.engine.tutorial import ANY, NotAskedError, ScriptError, Tutorial, load
from caravan_tui.games import registry
from caravan_tui.games.contract import Event
from caravan_tui.screens.home import HomeScreen
from caravan_tui.screens.link import Link
from caravan_tui.screens.table import TableScreen
from caravan_tui.screens.table_commands import TABLE
from caravan_tui.widgets.board import Board
from caravan_tui.widgets.commands import Command, bindings, keyed
from caravan_tui.widgets.dialog import Question
from caravan_tui.widgets.prompt import Prompt
from caravan_tui.words import _
from saves import learning
from saves.learning import Progress

COMMANDS = (
    Command("tutorial.on", "enter,space", "read_on", "Go on", "Read on.", footer=True,
            glyph="⏎", priority=True),
    Command("tutorial.out", "escape", "out", "Leave",
            "Leave the tutorial while there are words to read; else Escape is the board's.",
            priority=True),
    Command("tutorial.hint", "f5,question_mark", "hint", "Hint",
            "The hint of this step, and on the board the move that it means.", footer=True,
            glyph="?"),
    Command("tutorial.back", "u", "take_back", "Take back",
            "Take back your last move of this step."),
    Command("tutorial.leave", "q", "leave", "Leave",
            "Leave the tutorial; it goes on there the next time.", footer=True),
)  # fmt: skip

WITHOUT = frozenset({"undo", "redo", "hurry", "again", "replay", "why", "pause"})
"""What the table can do and a tutorial cannot."""

BREATH = 0.9
"""Seconds before each scripted move, so that one sees it."""

TALL = 27
"""From so many rows on there is a line of header as well."""


class Teacher(Prompt):
    """The words of a step, and below them what the selection means or the hint."""


class TutorialScreen(TableScreen):
    """A table at which a script deals, asks and answers. Nothing is saved, nothing can go wrong."""

    COMMANDS: ClassVar = COMMANDS
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    TutorialScreen { layout: vertical;
        & > Teacher { height: auto; }
        & > Teacher > #asked { height: auto; min-height: 2; max-height: 5;
            text-wrap: wrap; }
        & > Teacher > #feedback { height: auto; min-height: 1; max-height: 2; text-wrap: wrap; }
        &.-low > #headline { display: none; }
        & #way-why { display: none; }  /* nobody thinks here */
    }
    """

    def __init__(self, game: str, name: str = "", progress: Progress | None = None) -> None:
        """Goes on where `progress` says, if that can still be reached. Raises ScriptError if the
        game has no tutorial."""
        self.tutorial = Tutorial(load(game), name or _("You"))
        if progress and not self.tutorial.go_to(progress.step, progress.moves):
            self.tutorial = Tutorial(load(game), name or _("You"))
        match = self.tutorial.match
        super().__init__(
            Link(
                bus=LocalBus(),
                match=match.record.id,
                game=game,
                names=match.names,
                kinds=[seat.kind for seat in match.record.seats],
                mine=[self.tutorial.seat],
            )
        )
        self._tu_told = ""
        self._tu_kept = 0
        """The number of the step that was kept last."""

    def compose(self) -> ComposeResult:
        """As the table, with the teacher for the prompt."""
        for widget in super().compose():
            yield Teacher(id="prompt") if isinstance(widget, Prompt) else widget

    def on_mount(self) -> None:
        """Begin."""
        self.set_class(self.app.size.height < TALL, "-low")

    def on_resize(self) -> None:
        """The header only where there is room."""
        super().on_resize()
        self.set_class(self.size.height < TALL, "-low")

    # the match is here and not behind the bus

    def listen(self) -> None:  # type: ignore[override]
        """Show the match as it begins, or where it was left: nothing comes over the bus."""
        self.show_anew()
        self.have_answered()

    def show_anew(self) -> None:
        """Show the position with all that has happened."""
        happened = [event for ply in self.tutorial.match.plies() for event in ply.events]
        self.take(self.now(happened, history=True))

    def now(self, happened: list[Event], history: bool = False) -> Position:
        """The position of the learner. While there is something to read no move is open."""
        tutorial, match = self.tutorial, self.tutorial.match
        seat = tutorial.seat
        return Position(
            match=match.record.id,
            version=match.version,
            seat=seat,
            view=match.view(seat),
            legal=match.legal(seat) if tutorial.asked else [],
            events=match.events_for(happened, seat),
            history=history,
        )

    def play(self, action: int) -> None:
        """The learner's move, if it is the one that is asked for; else the hint."""
        if not self.tutorial.asked:
            return
        try:
            happened = self.tutorial.play(action)
        except NotAskedError as refused:
            self.show(self.now([]))
            self.point()
            # by the board's own way up, so that it comes after what the board says of itself
            self.board.say(_(str(refused)), True)
            return
        self.board.preview(None)
        self._tu_told = self.who_is_next()
        self.go_on(happened)

    def point(self) -> None:
        """Show on the board the move that is asked for."""
        if self.tutorial.asked and ANY not in self.tutorial.asked:
            self.board.preview(self.tutorial.wanted()[0])

    def who_is_next(self) -> str:
        """What is told until the first scripted move is played."""
        if not self.tutorial.answering:
            return ""
        match = self.tutorial.match
        return _("Done. Now {name} plays.").format(name=match.names[match.to_act])

    def go_on(self, happened: list[Event]) -> None:
        """Show what happened, then have the next scripted move played."""
        self.keep()
        self.take(self.now(happened))
        self.have_answered()

    def have_answered(self) -> None:
        """The next scripted move after a breath, if one is due."""
        if self.tutorial.answering:
            if self.app.animated:
                self.set_timer(BREATH, self.answer)
            else:
                self.answer()

    def answer(self) -> None:
        """One scripted move."""
        if self.gone or not self.tutorial.answering:
            return
        match = self.tutorial.match
        seat = match.to_act
        before = match.view(self.tutorial.seat)
        try:
            _seat, action, happened = self.tutorial.answer()
        except ScriptError as error:  # a script of the house is rehearsed in the tests
            self.notify(str(error), severity="error")
            self.action_leave()
            return
        did = self.tutorial.game.describe(action, before, match.names)
        self._tu_told = f"{match.names[seat]} {did}"
        self.go_on(happened)

    def keep(self) -> None:
        """Remember a new step, so that the tutorial can go on there another day."""
        tutorial = self.tutorial
        if tutorial.number != self._tu_kept or tutorial.finished:
            self._tu_kept = tutorial.number
            steps = len(tutorial.script.steps)
            if tutorial.finished:
                learning.keep(self.link.game, Progress(steps, steps, done=True))
            else:
                learning.keep(
                    self.link.game, Progress(tutorial.number, steps, tuple(tutorial.moves))
                )

    # the words

    def say_what_is_asked(self) -> None:
        """The words of the step, and below them what the board asks."""
        tutorial, position = self.tutorial, self.position
        if position is None:
            return
        teacher = self.query_one(Prompt)
        steps = len(tutorial.script.steps)
        words = Text(f"{tutorial.number}/{steps}  ", "bold")
        words.append(keyed(self, _(tutorial.step.say)))
        teacher.ask(words)
        if tutorial.reading:
            text = _("Enter goes on") if tutorial.number < steps else _("Enter ends the tutorial")
            if tutorial.number == 1:
                text = _("Enter or a click goes on; when you are stuck, ? helps")
            teacher.feedback(f"→ {text}" if not self.app.ascii else f"> {text}")
        elif tutorial.answering:
            teacher.feedback(self._tu_told)
        else:
            asked = self.board.prompt(self.shown_of(position)) or _("Your move")
            teacher.feedback(f"→ {asked}" if not self.app.ascii else f"> {asked}")
        self.refresh_bindings()

    @on(Board.Hinted)
    def _said(self, event: Board.Hinted) -> None:
        event.stop()
        if event.text or self.tutorial.asked:
            self.query_one(Prompt).feedback(event.text, event.wrong)

    # commands

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enter, Space and Escape are the board's, but for words that are only read."""
        if action == "read_on":
            return self.tutorial.reading or self.tutorial.answering
        if action == "out":
            return self.tutorial.reading
        return action not in WITHOUT

    def action_read_on(self) -> None:
        """The next words; while the others play, their next move at once."""
        tutorial = self.tutorial
        if tutorial.answering:
            self.answer()
        elif tutorial.reading:
            tutorial.go_on()
            if tutorial.finished:
                self.keep()
                self.leave(True)
            else:
                self.go_on([])

    def on_click(self, event: events.Click) -> None:
        """A click on the words reads on."""
        if event.widget is not None and isinstance(event.widget.parent, Teacher):
            self.action_read_on()

    def action_hint(self) -> None:  # type: ignore[override]
        """The hint of the step, and on the board the move that it means."""
        hint = self.tutorial.step.hint
        self.query_one(Prompt).feedback(_(hint) if hint else _("Enter goes on"), hint=True)
        self.point()

    def action_take_back(self) -> None:
        """One move back within the step; what is not asked for has changed nothing."""
        if self.tutorial.take_back():
            self.show_anew()
        else:
            self.query_one(Prompt).feedback(_("There is nothing to take back in this step."), True)

    def action_keys(self) -> None:
        """Every key that there is here."""
        table = [one for one in TABLE if one.action not in WITHOUT | {"leave", "hint"}]
        self.app.open_keys(
            [
                (_("Tutorial"), COMMANDS),
                (_(self.game.spec.title), self.board.COMMANDS),
                (_("Table"), table),
            ]
        )

    def action_out(self) -> None:
        """Leave while there are words to read."""
        self.action_leave()

    def action_leave(self) -> None:  # type: ignore[override]
        """Back to where one came from."""
        self.leave(False)

    def leave(self, learned: bool) -> None:
        """Back; `learned`: all has been played."""
        if not self.gone and self.app.screen is self:
            self.dismiss(learned)

    def show_result(self) -> None:  # type: ignore[override]
        """The script has the last word."""

    def watch_thinking(self) -> None:
        """Nobody thinks here."""

    def show_head(self) -> None:
        """The header says that this is a tutorial."""
        super().show_head()
        head = self.query_one("#head", Static)
        text = head.content
        if isinstance(text, Text):
            text.append(_("   tutorial"), "italic")
            head.update(text)


def open_tutorial(app, game: str) -> None:  # type: ignore[no-untyped-def]
    """The tutorial of a game, over whatever is open; if it was left, a question whether to go on
    there. A line of words if the game has none."""
    name = app.host.player_name() if app.host is not None else ""
    app.clear_notifications()  # they would lie over the words

    def begin(progress: Progress | None) -> None:
        try:
            app.push_screen(TutorialScreen(game, name, progress), ended)
        except ScriptError as error:
            app.notify(str(error), severity="warning")

    def ended(learned: bool | None) -> None:
        if learned and isinstance(app.screen, HomeScreen):
            title = _(registry.spec(game).title)
            app.push_screen(
                Question(
                    _("Well done"),
                    keyed(
                        app.screen,
                        _("That is {game}. The rules, F1, have the rest, wherever you are."),
                    ).format(game=title),
                    [("play", _("Play a match")), ("home", _("Home"))],
                ),
                lambda said: app.screen.set_up(game) if said == "play" else None,
            )

    def chosen(said: str | None) -> None:
        if said is not None:
            begin(left if said == "on" else None)

    left = learning.load().get(game)
    if left is None or left.step == 1 or left.step == left.steps:
        begin(None)
        return
    app.push_screen(
        Question(
            _("Tutorial"),
            _("You left it at step {step} of {steps}.").format(step=left.step, steps=left.steps),
            [("on", _("Go on there")), ("anew", _("From the start"))],
        ),
        chosen,
    )
