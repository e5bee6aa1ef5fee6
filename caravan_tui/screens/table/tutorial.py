"""The tutorial: a scripted match, with words to read in place of the question."""

from __future__ import annotations

from contextlib import suppress
from time import monotonic
from typing import Any, ClassVar

from attrs import evolve
from rich.text import Text
from textual import events, getters, on, work
from textual.app import ComposeResult
from textual.binding import BindingType

from ai.hint import advice_of
from caravan_tui import settings
from caravan_tui.bus.messages import Position
from caravan_tui.engine import Refusal
from caravan_tui.engine.record import Seat
from caravan_tui.engine.tutorial import ANY, NotAskedError, ScriptError, Tutorial, load
from caravan_tui.games import registry
from caravan_tui.games.contract import Event
from caravan_tui.i18n import _
from caravan_tui.screens.base import BaseApp, BaseScreen
from caravan_tui.screens.home.screen import HomeScreen
from caravan_tui.screens.table.board_screen import UNCOVER, BoardScreen
from caravan_tui.screens.table.body import TableBody
from caravan_tui.screens.table.headline import Headline
from caravan_tui.screens.table.help import HelpWindow, moment_help
from caravan_tui.screens.table.log_lines import add_to_log
from caravan_tui.screens.table.move_dialogs import MoveDialogs
from caravan_tui.screens.table.scene import scene_of
from caravan_tui.screens.table.teacher import TALL, RefusedMove, Teacher, with_bold_keys
from caravan_tui.widgets.board import Board, Scene
from caravan_tui.widgets.closing import close, is_open
from caravan_tui.widgets.commands import (
    Command,
    bindings,
    changed_keys,
    explain_key,
    key_name,
    keys_by_name,
)
from caravan_tui.widgets.dialog import REPEAT_SECONDS
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.log import Line
from caravan_tui.widgets.question import Question
from caravan_tui.widgets.table_commands import TABLE
from saves import tutorial_progress
from saves.tutorial_progress import Progress

COMMANDS = (
    Command("tutorial.on", "enter,space", "read_on", "Go on", "Continue reading.", footer=True,
            glyph="⏎", priority=True),
    Command("tutorial.out", "escape", "out", "How to leave",
            "Say how to leave the tutorial. On your move, Esc belongs to the board.",
            priority=True, in_palette=False),
    Command("tutorial.hint", "f5,H", "hint", "Hint",
            "Show the hint of this step, and its move on the board.", footer=True, glyph="H"),
    Command("tutorial.previous", "B", "previous", "Step back",
            "Go back to the step before this one.", footer=True),
    Command("tutorial.back", "u", "undo", "Undo", "Undo your last move of this step."),
    Command("tutorial.leave", "q", "leave", "Leave",
            "Leave the tutorial. You can resume it from here.", footer=True),
)  # fmt: skip

SHARED_ACTIONS = frozenset({"help", "rules", "keys", "log", "moves", "jump", "scroll_log", "type"})

SHARED_COMMANDS = tuple(
    command for command in TABLE if command.action.partition("(")[0] in SHARED_ACTIONS
)
"""Commands of every table that a tutorial has, too."""

PAUSE_SECONDS = 0.9
"""Time before each scripted move, so that it is seen."""

READING_SECONDS = (0.4, 1.0)
"""How long words are shown, at least and at most, before a key goes on from them or plays: one
that was meant for the step before skips nothing. Only where there are animations."""

WORD_SECONDS = 0.03
"""How much of that each word adds: several times as fast as anybody reads."""

END_SECONDS = 1.0
"""How long the question at the end stays before a key answers it: that key begins a match."""

ROLLING_SECONDS = 0.4
"""How long the animation of a move lasts, before the next words."""

READING_ACTIONS = frozenset({"read_on", "previous", "leave", "help"})
"""What the footer names while nothing is to be played."""


def key_commands(game: str) -> tuple[Command, ...]:
    """The commands whose keys the texts of a tutorial can name: the board's first."""
    return (*registry.board(game).COMMANDS, *COMMANDS, *SHARED_COMMANDS)


class TutorialScreen(BoardScreen[bool]):
    """A table at which a script deals, asks and answers. Nothing is saved, nothing can go wrong.

    Returns whether all of it has been played.
    """

    COMMANDS: ClassVar[Any] = (*COMMANDS, *SHARED_COMMANDS)
    BINDINGS: ClassVar[list[BindingType]] = [UNCOVER, *bindings((*COMMANDS, *SHARED_COMMANDS))]
    spare_actions = ("info", "signs", "moves")

    DEFAULT_CSS = """
    TutorialScreen { layout: vertical; layers: base over;
        &.-low > Headline { display: none; }
    }
    """

    teacher = getters.query_one(Teacher)

    def __init__(self, game: str, name: str = "", progress: Progress | None = None) -> None:
        """`name`: the learner's. Continues from `progress` if it can still be reached. Raises
        ScriptError if the game has no tutorial, or its script is wrong."""
        super().__init__()
        script = load(game)
        script.check_keys(keys_by_name(key_commands(game)))
        self.tutorial = Tutorial(script, name or _("Player"))
        if progress and not self.tutorial.go_to(progress.step, progress.moves):
            self.tutorial = Tutorial(script, name or _("Player"))
        self.game = registry.get(game)
        self.last_position: Position | None = None
        self.log_lines: list[Line] = []
        self.last_move = ""
        """What is shown while the other seats play."""
        self.tried = ""
        """The move that was refused last, in words; empty: a key that did nothing."""
        self.saved_step = 0
        """The number of the step that was saved last."""
        self.shown_step = 0
        """The number of the step whose words are shown."""
        self.started_version = -1
        """The version of the match for whose move the cursor was put into place last."""
        self.shown_words = ""
        """These words, without their styles."""
        self.shown_since = 0.0
        """Since when, by the monotonic clock."""
        self.last_press = 0.0
        """When something last tried to go on from them."""
        self.released_step = 0
        """The number of the step since whose words came no key has been held for a moment."""

    def compose(self) -> ComposeResult:
        """As a table, with the teacher for the prompt."""
        names = self.tutorial.match.names
        yield Headline(self.game, names, note=_("tutorial"), announces_end=False)
        yield TableBody(registry.board(self.game.spec.id)(id="board"))
        steps = self.tutorial.script.steps
        texts = [self.with_keys(step.say) for step in steps]
        yield Teacher(texts, [self.with_keys(step.hint) for step in steps if step.hint], "prompt")
        yield RefusedMove(id="refusal", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Show the match as it begins, or where it was left."""
        names = self.tutorial.match.names
        self.move_dialogs = MoveDialogs(self, self.game, names, self.play)
        self.show_again()
        self.play_scripted_later()

    def on_resize(self) -> None:
        """Show the headline only where there is room, and fit the words below the board."""
        self.set_class(self.app.size.height < TALL, "-low")
        if self.is_mounted:
            self.prompt.reword(self.board.reworded)

    @property
    def position(self) -> Position | None:
        """The position that is shown."""
        return self.last_position

    def scene(self, position: Position) -> Scene[Any]:
        """What the board is shown of a position."""
        match = self.tutorial.match
        kinds = [seat.kind for seat in match.record.seats]
        return scene_of(self.app, self.game, position, match.names, kinds)

    # What is shown

    def with_keys(self, text: str) -> str:
        """A text of the script in the user's language, with the keys of now in its fields."""
        return _(text).format_map(self.keys())

    def keys(self) -> dict[str, str]:
        """The keys of now by the names of their commands."""
        return keys_by_name(key_commands(self.game.spec.id), changed_keys(self))

    def show_again(self) -> None:
        """Show the position with everything that has happened."""
        self.on_resize()
        events = [event for ply in self.tutorial.match.plies() for event in ply.events]
        self.show(self.position_after(events, history=True))

    def position_after(self, happened: list[Event], history: bool = False) -> Position:
        """The position of the learner after these events. While there is something to read,
        nothing can be played."""
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

    def show(self, position: Position) -> None:
        """Show a position: log, board, words and headline."""
        self.last_position = position
        if position.history:
            self.log_lines.clear()
        add_to_log(self.log_lines, self.game, position, self.tutorial.match.names)
        self.body.show_lines(self.log_lines, position.seat)
        self.body.show_scene(self.scene(position))
        if self.board.is_moving and self.tutorial.number != self.shown_step:
            # words about dice come when these lie
            self.set_timer(ROLLING_SECONDS, self.show_words)
        else:
            self.show_words()
        self.headline.show_position(position)

    def show_words(self) -> None:
        """Show the words of the step, and below them what the board asks."""
        tutorial, position = self.tutorial, self.position
        if position is None:
            return
        self.shown_step = tutorial.number
        # what the others have just done lies elsewhere than what the learner did
        is_watching = tutorial.answering and bool(self.last_move)
        self.board.light(() if is_watching else tutorial.step.light)
        self.board.is_behind = tutorial.reading or tutorial.answering
        steps = len(tutorial.script.steps)
        words = with_bold_keys(_(tutorial.step.say), self.keys())
        if is_watching:
            words = Text(_("Well done. See what happens."))
            if not self.teacher.has_room_below(self.last_move):
                words.append(f" {self.last_move}")
        if words.plain != self.shown_words:
            self.shown_words, self.shown_since = words.plain, monotonic()
        self.teacher.show_step(tutorial.number, steps, words)
        if tutorial.reading or tutorial.finished:
            self.teacher.show_instruction(self.reading_text())
        elif tutorial.answering:
            self.teacher.show_instruction("")
            has_room = self.teacher.has_room_below(self.last_move)
            self.teacher.show_feedback(self.last_move if has_room else "")
        else:
            self.teacher.show_instruction(self.with_keys(tutorial.step.hint))
            self.start_at_move()
        self.refresh_bindings()

    def instruction(self) -> str:
        """How to make the move that is asked for: from what is marked or listed on the board, where
        the script speaks of something else."""
        wanted = self.tutorial.wanted()
        way = self.board.way_to(wanted[0]) if wanted else ""
        return way or self.with_keys(self.tutorial.step.hint)

    def start_at_move(self) -> None:
        """Put the cursor where the move that is asked for begins, once for each move; elsewhere
        where that is to be found."""
        tutorial = self.tutorial
        if self.started_version != tutorial.match.version and ANY not in tutorial.asked:
            self.started_version = tutorial.match.version
            if (start := tutorial.start()) is not None and tutorial.wanted():
                self.board.start_at(start)
            else:  # only in a custom script: the tests rehearse ours
                reason = f"'{tutorial.asked[0]}' is not legal here"
                self.stop_at(ScriptError(self.game.spec.id, tutorial.step.line, reason))

    def stop_at(self, error: ScriptError) -> None:
        """Leave where the script is wrong, and say what is."""
        self.notify(str(error), severity="error")
        self.action_leave()

    def takes_press(self) -> bool:
        """Note what would go on from the words of the step, and tell whether it does: not before
        they have been shown long enough, nor while a key is held since before they came."""
        now, number = monotonic(), self.tutorial.number
        if now - max(self.last_press, self.shown_since) >= REPEAT_SECONDS:
            self.released_step = number
        self.last_press = now
        least, most = READING_SECONDS
        seconds = min(max(least, WORD_SECONDS * len(self.shown_words.split())), most)
        is_shown = self.shown_step == self.released_step == number
        return is_shown and now - self.shown_since >= seconds

    def words_on_leaving(self) -> str:
        return words_after(self.game.spec.id, self.tutorial.finished)

    def reading_text(self) -> str:
        """How to go on from words that are only read."""
        tutorial = self.tutorial
        key = key_name(self, "tutorial.on")
        if tutorial.number == 1 and not tutorial.finished:
            text = _("Press {key} or click to continue. On your move, {hint} gives a hint.")
        elif tutorial.number < len(tutorial.script.steps):
            text = _("Press {key} or click to continue.")
        else:
            text = _("Press {key} or click to end the tutorial.")
        return text.format(key=key, hint=key_name(self, "tutorial.hint"))

    @on(Board.StatusChanged)
    def _board_status_changed(self, event: Board.StatusChanged) -> None:
        event.stop()
        tutorial = self.tutorial
        asks_for_a_move = bool(tutorial.asked) and ANY not in tutorial.asked
        instruction = self.with_keys(tutorial.step.hint)
        if asks_for_a_move and not tutorial.answering and self.shown_step == tutorial.number:
            self.teacher.show_instruction(self.instruction())
        if event.is_error and asks_for_a_move and event.text != instruction:
            self.lead_to_move()  # what the step asks for says more than why a key did nothing
        elif event.is_error and asks_for_a_move:
            self.teacher.refuse(self.tried)
        elif not tutorial.answering and self.shown_step == tutorial.number:
            # not while the words of the step before are shown, where nothing can be chosen yet
            self.teacher.show_feedback(event.text, event.is_error)

    # Moves

    @on(Board.ActionChosen)
    def _action_chosen(self, event: Board.ActionChosen) -> None:
        event.stop()
        self.play(event.action)

    def play(self, action: int) -> None:
        """Play the learner's move if it is the one that is asked for; else say why not."""
        if not self.tutorial.asked:
            return
        if not self.takes_press():
            self.board.drop_selection()
            self.lead_to_move()
            text = _("These words are new. Read them, then play the move.")
            self.teacher.show_instruction(text)
            return
        words = self.describe(action)
        try:
            happened = self.tutorial.play(action)
        except NotAskedError:
            self.refuse(words)
            return
        self.board.preview(None)
        self.last_move = ""
        if self.tutorial.answering:
            match = self.tutorial.match
            self.last_move = _("Done. Now {name} plays.").format(name=match.names[match.to_act])
        self.go_on(happened)

    @on(Teacher.Refused)
    def _show_refusal(self, event: Teacher.Refused) -> None:
        event.stop()
        rows_below = self.size.height - self.body.region.bottom
        self.query_one(RefusedMove).show(event.text, rows_below)

    def refuse(self, tried: str) -> None:
        """Put everything back as it was before a move that is not asked for, and say what is.

        `tried`: the move in words."""
        if self.tutorial.retract():
            self.show_again()
        self.board.drop_selection()
        self.lead_to_move(tried)

    def describe(self, action: int) -> str:
        """What the learner does with a move, in words."""
        match = self.tutorial.match
        return self.game.does(action, match.view(self.tutorial.seat), match.names)

    def advice(self, action: int) -> str:
        """How to make a move of the learner, as a sentence that tells what to do."""
        match = self.tutorial.match
        turn = [(action, match.view(self.tutorial.seat))]
        return advice_of(self.game, turn, match.names).steps[0]

    def lead_to_move(self, tried: str = "") -> None:
        """Put the cursor where the move that is asked for begins, unless it is to be found, and say
        what it is.

        `tried`: the move that was refused, in words."""
        self.tried = tried
        asked, step = self.tutorial.asked, self.tutorial.step
        if asked and ANY not in asked and not step.is_to_be_found:
            self.board.start_at(self.tutorial.wanted()[0])
        # the board's own message, so that it comes after what the board says of itself
        self.board.show_status(self.with_keys(self.tutorial.step.hint), True)

    def point_at_move(self) -> None:
        """Show on the board the move that is asked for."""
        if self.tutorial.asked and ANY not in self.tutorial.asked:
            self.board.preview(self.tutorial.wanted()[0])

    def go_on(self, happened: list[Event]) -> None:
        """Show what happened, then play the next scripted move."""
        self.save_progress()
        self.show(self.position_after(happened))
        self.play_scripted_later()

    def play_scripted_later(self) -> None:
        """Play the next scripted move, if one is due: after a pause where there are animations."""
        if self.tutorial.answering:
            if self.app.animated:
                self.set_timer(PAUSE_SECONDS, self.play_scripted)
            else:
                self.play_scripted()

    def play_scripted(self) -> None:
        """Play one scripted move."""
        if not is_open(self) or not self.tutorial.answering:
            return
        match = self.tutorial.match
        seat = match.to_act
        before = match.view(self.tutorial.seat)
        try:
            _seat, action, happened = self.tutorial.answer()
        except ScriptError as error:  # only in a custom script: the tests play ours
            self.stop_at(error)
            return
        words = self.tutorial.game.does(action, before, match.names)
        self.last_move = f"{match.names[seat]} {words}"
        self.go_on(happened)

    def save_progress(self) -> None:
        """Save a step that is new, so that the tutorial can be resumed there."""
        tutorial = self.tutorial
        if tutorial.number == self.saved_step and not tutorial.finished:
            return
        self.saved_step = tutorial.number
        steps = len(tutorial.script.steps)
        progress = Progress(tutorial.number, steps, tuple(tutorial.moves))
        if tutorial.finished:
            progress = Progress(steps, steps, done=True)
        tutorial_progress.save(self.game.spec.id, progress)

    # Commands

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave Enter, Space and Escape to the board, but for words that are only read."""
        tutorial = self.tutorial
        if action == "read_on":
            return tutorial.reading or tutorial.answering or tutorial.finished
        if action == "out":
            return tutorial.reading or tutorial.answering or tutorial.finished
        return super().check_action(action, parameters)

    def offers(self, action: str) -> bool:
        """Whether the footer is to name an action: the keys of the board on the learner's move
        only."""
        if action == "previous":
            return self.tutorial.number > 1
        if action in READING_ACTIONS:
            return True
        if not self.tutorial.asked:
            return False
        return action == "hint" or self.board.offers(action)

    def title_of(self, action: str) -> str:
        """What the footer calls an action now."""
        return self.board.title_of(action)

    def action_read_on(self) -> None:
        """Show the next words; while the others play, their next move at once."""
        tutorial, goes_on = self.tutorial, self.takes_press()
        if tutorial.finished:  # the last step asked for a move, which is still to be seen
            if goes_on:
                close(self, True)
        elif tutorial.answering:
            self.play_scripted()
        elif tutorial.reading:
            if not goes_on:
                text = _("These words are new. Read them, then press {key} or click again.")
                key = key_name(self, "tutorial.on")
                self.teacher.show_instruction(text.format(key=key))
                return
            tutorial.go_on()
            if tutorial.finished:
                self.save_progress()
                close(self, True)
            else:
                self.go_on([])

    @on(Board.NewestAsked)
    def _board_clicked(self, event: Board.NewestAsked) -> None:
        """Read on by a click on the board, where nothing is asked for."""
        event.stop()
        self.action_read_on()

    def on_click(self, event: events.Click) -> None:
        """Read on by a click on the words."""
        if event.widget is not None and isinstance(event.widget.parent, Teacher):
            self.action_read_on()

    def on_key(self, event: events.Key) -> None:
        """Say so if a key does nothing."""
        if text := explain_key(self, event):
            self.teacher.show_error(text)

    def action_hint(self) -> None:
        """Mark on the board the move that the step asks for, and say in words what it is; where any
        move will do, how to make one."""
        tutorial = self.tutorial
        with self.board.prevent(Board.StatusChanged):  # the hint says what the board would
            wanted = tutorial.wanted()
            if wanted and self.board.way_to(wanted[0]):
                self.board.start_at(wanted[0])
                self.teacher.show_instruction(self.instruction())
            self.point_at_move()
        if not tutorial.asked:
            text = _("There is no move to make yet. Press {key} to continue.")
            self.teacher.show_hint(text.format(key=key_name(self, "tutorial.on")))
        elif ANY not in tutorial.asked:
            self.teacher.show_marked(self.advice(tutorial.wanted()[0]))
        else:
            self.teacher.show_hint(self.with_keys(tutorial.step.hint))

    def action_undo(self) -> None:
        """Undo the last move within the step."""
        if self.tutorial.undo():
            self.show_again()
        else:
            self.teacher.show_error(_("There is nothing to undo in this step."))

    @on(Board.UndoChosen)
    def _undo_chosen(self, event: Board.UndoChosen) -> None:
        event.stop()
        self.action_undo()

    def action_previous(self) -> None:
        """Go back to the step before this one."""
        earlier = self.tutorial.previous()
        if earlier is None:
            self.teacher.show_error(_("This is the first step."))
            return
        self.tutorial = earlier
        self.last_move = ""
        self.started_version = -1
        self.board.preview(None)
        self.board.drop_selection()
        self.show_again()
        self.save_progress()
        self.play_scripted_later()

    @work(exclusive=True, group="dialog")
    async def action_help(self) -> None:
        """Say what this step asks, what can be done now, and what the signs mean."""
        tutorial, position = self.tutorial, self.position
        if position is None:
            return
        asked = self.last_move if tutorial.answering else ""
        if tutorial.reading:
            asked = self.reading_text()
        help = moment_help(self.board, self.game, position, self.scene(position), asked)
        keys = {name: key_name(self, f"tutorial.{name}") for name in ("hint", "previous", "leave")}
        can = [self.with_keys(tutorial.step.hint)] if tutorial.asked else []
        lines = (
            _("{hint} shows the move of this step on the board."),
            _("{previous} goes back to the step before."),
            _("{leave} leaves. You can resume the tutorial from here."),
        )
        can += [line.format(**keys) for line in lines]
        cannot = []
        if tutorial.asked:
            cannot.append(_("Other moves: in a tutorial only the move of the step counts."))
            help = evolve(help, can=can, cannot=[*cannot, *help.cannot[:3]])
        else:
            cannot.append(_("Move: there is something to read first."))
            help = evolve(help, can=can[1 if tutorial.reading else 0 :], cannot=cannot)
        rules, keys_key = key_name(self, "table.rules"), key_name(self, "table.keys")
        window = HelpWindow(help, self.game.spec.id, rules, keys_key)
        answer = await self.app.push_screen_wait(window)
        if is_open(self) and answer == "rules":
            self.action_rules()
        elif is_open(self) and answer == "keys":
            self.action_keys()

    def action_rules(self) -> None:
        """Open the rules at the part that applies now."""
        place = self.board.rule(self.scene(self.position)) if self.position else ""
        self.app.open_rules(self.game.spec.id, place)

    def action_keys(self) -> None:
        """Show every key of the tutorial."""
        self.app.open_keys(
            [
                (_("Tutorial"), COMMANDS),
                (registry.short_name(self.game.spec.id), self.board.COMMANDS),
                (_("Table"), SHARED_COMMANDS),
            ]
        )

    def action_out(self) -> None:
        """Say how to leave: at a table, too, this key closes things and leads nowhere."""
        text = _("{leave} leaves the tutorial. Your place is kept.")
        self.teacher.show_hint(text.format(leave=key_name(self, "tutorial.leave")))

    def action_leave(self) -> None:
        """Leave; the tutorial can be resumed."""
        close(self, False)


async def open_tutorial(app: BaseApp, game: str) -> None:
    """Open the tutorial of a game over whatever is open, and say at its end what comes next: a
    match, or what it was opened from. Only from a worker."""
    has_finished = await play_tutorial(app, game)
    if has_finished:
        await offer_match(app, game, _("Home") if isinstance(app.screen, HomeScreen) else _("Back"))
    elif has_finished is False and isinstance(app.screen, BaseScreen):
        app.screen.lesson_left()


async def learn_and_leave(app: BaseApp, game: str) -> None:
    """Open the tutorial of a game for somebody who comes from the shell: its end offers a match or
    the shell, and who leaves it is back in the shell. Only from a worker."""
    has_finished = await play_tutorial(app, game)
    if has_finished and await offer_match(app, game, _("Back to the shell")):
        return
    if has_finished is not None:
        app.last_words = words_after(game, has_finished)
    await app.action_quit()


def words_after(game: str, has_finished: bool) -> str:
    """How to go on from a tutorial, for the shell."""
    name = registry.spec(game).kind or game
    if has_finished:
        text, command = _("Play {game} with: {command}"), f"caravan-tui play {name}"
    else:
        text, command = _("Go on learning {game} with: {command}"), f"caravan-tui learn {name}"
    return text.format(game=registry.short_name(game), command=command)


async def play_tutorial(app: BaseApp, game: str) -> bool | None:
    """Open the tutorial of a game; if it was left, ask first whether to resume it. Return whether
    it was played to its end; None if it was not opened, with a notification if the game has none.
    Only from a worker."""
    name = app.host.player_name() if app.host_ready.is_set() else ""
    app.clear_notifications()  # they would lie over the words
    progress = tutorial_progress.load().get(game)
    if progress is not None and progress.step not in (1, progress.steps):
        answer = await app.push_screen_wait(
            Question(
                _("Tutorial"),
                _("You left it at step {step} of {steps}.").format(
                    step=progress.step, steps=progress.steps
                ),
                [("resume", _("Resume")), ("restart", _("From the start"))],
            )
        )
        if answer is None:
            return None
        if answer == "restart":
            progress = None
    else:
        progress = None
    try:
        screen = TutorialScreen(game, name, progress)
    except ScriptError as error:
        app.notify(str(error), severity="warning")
        return None
    has_finished: bool = await app.push_screen_wait(screen)
    return has_finished


async def offer_match(app: BaseApp, game: str, other: str) -> bool:
    """Offer a match at the end of a tutorial, against the usual first opponent, or what is
    called `other`; over a table only that. Return whether a match was opened. Only from a
    worker."""
    text = _("You have learnt {game}. For the full rules, press {key} at any time.")
    text = text.format(game=registry.short_name(game), key=key_name(app, "table.rules"))
    answers = [("play", _("Play a first match")), ("home", other)]
    if app.is_screen_open("table"):
        del answers[0]  # that match goes on
    elif app.settings.tutor == "off":
        text += "\n\n" + _(
            "A tutor can warn you before a move that costs much. The match then does not count for "
            "your rating."
        )
        answers.insert(1, ("tutor", _("With the tutor")))
    answer = await app.push_screen_wait(Question(_("Well done"), text, answers, END_SECONDS))
    if answer not in ("play", "tutor"):
        return False
    if answer == "tutor":
        app.apply_settings(settings.changed(app.settings, "tutor", "mistakes"))
    spec = registry.spec(game)
    seats = [Seat("person", app.host.player_name()), Seat(app.host.first_level(), "")]
    connection = await app.host.create(game, spec.resolve({}, len(seats)), seats)
    if connection is None:
        return False
    if answer == "tutor":
        with suppress(Refusal):  # the table asks then
            await connection.tables()[0].mark_assisted()
    app.open("table", connection)
    return True
