"""The table: one match as the seats at this terminal see it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import msgspec
from attrs import evolve
from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Click, Key
from textual.timer import Timer

from caravan_tui.bus.lobby_messages import Clock
from caravan_tui.bus.messages import (
    Chat,
    MoveReport,
    Notice,
    Position,
    SearchProgress,
    UndoAsked,
    UndoSettled,
)
from caravan_tui.bus.wording import word
from caravan_tui.engine import PERSON, Refusal
from caravan_tui.games import registry
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.i18n import _
from caravan_tui.presentation.quest import Quest
from caravan_tui.presentation.talk import TableTalk
from caravan_tui.presentation.viewpoint import Viewpoint
from caravan_tui.screens.replay.open_replay import look_back
from caravan_tui.screens.table.assistance import Assistance
from caravan_tui.screens.table.beat import Beats, Hold, Item, hold_of
from caravan_tui.screens.table.board_screen import UNCOVER, BoardScreen
from caravan_tui.screens.table.body import TableBody
from caravan_tui.screens.table.chat import ChatDialog
from caravan_tui.screens.table.cover import Cover
from caravan_tui.screens.table.endings import Endings
from caravan_tui.screens.table.feedback import Feedback
from caravan_tui.screens.table.headline import Headline
from caravan_tui.screens.table.help import HelpWindow, moment_help, table_lines
from caravan_tui.screens.table.hints import WORKERS, Hints
from caravan_tui.screens.table.leaving import Leaving
from caravan_tui.screens.table.log_lines import add_to_log, note_above_turn
from caravan_tui.screens.table.move_checks import MoveChecks
from caravan_tui.screens.table.move_dialogs import MoveDialogs, open_actions
from caravan_tui.screens.table.news import TableNews
from caravan_tui.screens.table.player_card import PlayerCard
from caravan_tui.screens.table.requests import TableRequests
from caravan_tui.screens.table.scene import scene_of
from caravan_tui.screens.table.turn_words import held_words, waiting_words
from caravan_tui.screens.table.tutoring import Tutoring
from caravan_tui.screens.table.undo_requests import UndoRequests
from caravan_tui.screens.table.why import Why
from caravan_tui.widgets.board import Board, Scene
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.commands import bindings, explain_key, is_key_of, key_name, useful
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.key_names import key_names
from caravan_tui.widgets.log import Line
from caravan_tui.widgets.prompt import Prompt
from caravan_tui.widgets.question import Question
from caravan_tui.widgets.seat_rail import SeatRail
from caravan_tui.widgets.seat_styles import seat_colour
from caravan_tui.widgets.table_commands import TABLE

PLAYER_ACTIONS = frozenset({"moves", "hint", "type", "undo", "redo", "hurry", "again"})
"""Actions that do nothing for a spectator."""

MOVING_ACTIONS = frozenset({"moves", "hint", "type"})
"""Actions that have a use at the user's move alone."""

ROW_END = 14
"""Columns that may be left free where news go on in a second row."""

RUNNING_ACTIONS = MOVING_ACTIONS | {"undo", "redo", "hurry"}
"""Actions that do nothing once the match is over."""


class TableScreen(BoardScreen[None]):
    """Headline, board, prompt and footer; the log beside the board where there is room."""

    COMMANDS: ClassVar[Any] = TABLE
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(TABLE), UNCOVER]
    SPARE = ("why", "signs", "info", "talk", "moves")
    """Actions that the footer names where it has room, see `spare_actions`."""

    DEFAULT_CSS = """
    TableScreen { layout: vertical; }
    """

    why = getters.query_one(Why)

    def __init__(self, connection: TableConnection, note: str = "") -> None:
        """`note`: what kind of match it is, a word or two of the headline."""
        super().__init__()
        self.connection = connection
        self.game = registry.get(connection.game)
        self.viewpoint = Viewpoint(connection)
        self.assistance = Assistance(self, self.viewpoint)
        self.note = note
        self.game_name = registry.short_name(connection.game)
        """What the game is called in titles and calls for attention."""
        self.log_lines: dict[int | None, list[Line]] = {}
        """The log as each seat at this terminal reads it."""
        self.thinking: SearchProgress | None = None
        self.leaving = Leaving(self, self.viewpoint, self.stop_following)
        self.undo_requests = UndoRequests(connection)
        self.talk = TableTalk(self.game, connection)
        self.clock = connection.clock
        """What the seat to act had left when that was last told."""
        self.is_covered = False
        self.has_turn = False
        self.is_over = False
        self.beats = Beats(self.take, self.start_hold, self.show_waiting)
        self.has_hurried = False
        """Whether the key that was pressed last has shown newer positions."""
        self.postponed: Binding | None = None
        """A key that waits for the user's move."""
        self.hold = Hold.NONE
        """How long the position that is shown is held."""
        self.mover: int | None = None
        """Which other seat's move is being shown; None: chance, or somebody's at this terminal."""
        self.news = TableNews(self.game)
        self.haste = ""
        """Which computer player had no time to think, until the log has its move."""
        self.quest = Quest(connection)
        viewpoint, assistance = self.viewpoint, self.assistance
        self.feedback = Feedback(self, self.ask_question)
        self.requests = TableRequests(self, viewpoint, assistance, self.undo_requests)
        self.tutoring = Tutoring(self, viewpoint, assistance)
        self.hints = Hints(self, viewpoint, assistance, self.feedback, self.play, self.tutoring)
        self.move_checks = MoveChecks(self, viewpoint, self.tutoring, self.play)
        self.move_dialogs = MoveDialogs(self, self.game, connection.names, self.move_checks.play)
        self.endings = Endings(
            self, viewpoint, self.beats, self.quest, self.leaving, self.scene, self.works_as_well
        )

    @property
    def position(self) -> Position | None:
        """The newest position of the seat that is shown."""
        return self.viewpoint.position

    @property
    def is_left(self) -> bool:
        """Whether the table was left: an answer may come after that."""
        return not is_open(self)

    # Layout

    def compose(self) -> ComposeResult:
        """Lay out a table for whichever game it is."""
        connection = self.connection
        yield Headline(self.game, connection.names, self.note)
        board = registry.board(connection.game)(id="board")
        why = Why(self.viewpoint, self.assistance, board)
        yield TableBody(board, why, has_last_lines=True)
        yield Prompt(id="prompt")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Follow the match, from the position in which it is."""
        self.show_again()
        self.listen()

    def show_again(self) -> None:
        """Show everything in widgets that are new."""
        self.why.begin(self.body.is_wide)
        self.headline.show_saved(not self.leaving.problem)
        if self.clock is not None:
            self.headline.start_clock(self.clock)
        if self.position is not None:
            self.paint(self.position)

    def on_resize(self) -> None:
        """Fit the reasons of computer players and the words below the board into the new size."""
        if self.is_mounted:
            self.why.fit(self.body.is_wide)
            self.ask_question()
            news = self.news.again(self.news_room, self.second_news_row)
            self.feedback.rephrase_news(news, self.news.brief)
            self.prompt.reword(self.board.reworded)

    def on_unmount(self) -> None:
        """Have nobody think about a match that was left."""
        self.tutoring.stop()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide what a spectator cannot do, hints where there are none, and moves at the end."""
        if action == "uncover_board" and (self.is_hint_sought or self.why.closes_by_escape):
            return True
        if action in PLAYER_ACTIONS and not self.connection.own_seats:
            return False
        if self.why_not(action):
            return False
        if action == "talk" and not self.has_talk:
            return False
        if action == "result":
            return self.position is not None and self.position.over
        if action in RUNNING_ACTIONS and self.position is not None and self.position.over:
            return False
        return super().check_action(action, parameters)

    def why_not(self, action: str) -> str:
        """Why this table never has a use for an action; empty if it has one."""
        connection = self.connection
        if action == "hint" and not connection.has_hints:
            return _("Hints aren't available at this table.")
        if action == "again" and connection.restart is None:
            return _("This match can't be restarted.")
        return ""

    def offers(self, action: str) -> bool:
        """Whether the footer is to name an action: of the board's, what it has a use for now; why
        a computer player did something once one has; the chat where people are."""
        if action == "talk":
            return self.connection.is_shared
        if action == "why":
            return any(why.explains for why in self.query(Why))  # while it is composed
        return self.board.offers(action)

    def title_of(self, action: str) -> str:
        """What the footer calls an action now."""
        return self.board.title_of(action)

    @property
    def has_talk(self) -> bool:
        """Whether anybody at the table says something."""
        return self.connection.is_shared or (self.app.settings.talk and bool(self.talk.characters))

    @property
    def is_in_play(self) -> bool:
        """Whether the user plays a saved match here that is not over."""
        is_over = self.position is not None and self.position.over
        connection = self.connection
        return bool(connection.own_seats) and connection.close is not None and not is_over

    @property
    def has_unsaved_match(self) -> bool:
        """Whether the match could not be saved."""
        return bool(self.leaving.problem)

    def scene(self, position: Position) -> Scene[Any]:
        """What the board is shown of a position."""
        names, kinds = self.connection.names, self.connection.kinds
        return scene_of(self.app, self.game, position, names, kinds)

    # Messages of the table

    @work(exclusive=True, group="listen")
    async def listen(self) -> None:
        """Follow the messages of the table until it is left."""
        with self.connection.subscribe() as messages:
            for table in self.connection.tables():
                try:
                    self.call_next(self.update_position, await table.look(history=True))
                except Refusal as refusal:
                    if not self.is_left:
                        self.notify(word(refusal.sentence), severity="error")
            async for message in messages:
                if self.is_left:
                    return
                # in the screen's own turn: never while it is composed anew in another language
                self.call_next(self.receive, message)

    def receive(self, message: object) -> None:
        """Handle a message of the table."""
        if self.is_left:
            return
        match message:
            case Position() | MoveReport() | Notice(code="quick_move"):
                self.show_in_turn(message)
            case SearchProgress():
                self.thinking = message if message.done < 1.0 else None
                self.show_thinking()
            case Notice():
                self.notify(word(message), severity=message.severity)
            case UndoAsked():
                self.answer_undo(message)
            case UndoSettled():
                self.undo_requests.settle(self.app, message)
                if message.seat in self.connection.own_seats:
                    self.show_question()  # no longer that the others are asked
            case Chat():
                self.receive_chat(message)
            case Clock():
                self.clock = message
                self.headline.start_clock(message)

    @work(group="undo-requests")
    async def answer_undo(self, request: UndoAsked) -> None:
        """Ask everybody here who has to agree to an undo."""
        await self.undo_requests.ask(self.app, request)

    def receive_chat(self, chat: Chat) -> None:
        """Show a line of chat in its window, or as a notification without one unless the chat is
        muted."""
        if not self.keep_chat(chat) and not self.connection.is_chat_muted:
            self.app.notify_talk(f"{chat.name}: {chat.text}")

    def keep_chat(self, chat: Chat) -> bool:
        """Keep a line of chat. Returns whether its window is open and shows it."""
        self.connection.keep(chat)
        for screen in self.app.screen_stack:
            if isinstance(screen, ChatDialog):
                screen.add(chat)
                return True
        return False

    def follow_talk(self, position: Position) -> None:
        """Have computer players remark on a position; what was said before goes."""
        said = self.talk.follow(position)
        has_talk = self.app.settings.talk
        if said is not None and has_talk:
            self.keep_chat(said)
        remark = self.talk.remark if has_talk else None
        colour = seat_colour(self, remark.seat) if remark else ""
        self.prompt.say(*(self.talk.lines(colour, self.app.ascii) if remark else ()))

    # One move after the other

    def show_in_turn(self, item: Item) -> None:
        """Show a position, or what is said of it, after those before it. At once if the
        table is covered, if the position does not follow the one before, and where a clock runs for
        somebody here: it would run while older moves are shown."""
        pace = self.app.pace
        if self.is_left or self.app.screen is not self:
            pace = None
        elif isinstance(item, Position):
            is_timed = self.headline.clock.is_short
            if item.history or (is_timed and item.legal):
                pace = None
        self.beats.put(item, pace)

    @property
    def spare_actions(self) -> Sequence[str]:
        """What the footer leaves out first; why, last of all where what happened asks for it."""
        if self.board.asks_why:
            return (*(action for action in self.SPARE if action != "why"), "why")
        return self.SPARE

    def start_hold(self, seconds: float, callback: Callable[[], None]) -> Timer:
        """Have what is shown stay for some seconds."""
        return self.set_timer(seconds, callback)

    def take(self, item: Item) -> Hold:
        """Show the next position or report, and say how long it is held."""
        if isinstance(item, MoveReport):
            could_explain = self.why.explains
            self.why.add(item)
            if not could_explain:
                self.refresh_bindings()  # the footer names the key from now on
            return Hold.NONE
        if isinstance(item, Notice):
            self.haste = word(item)
            return Hold.NONE
        before = self.viewpoint.positions.get(item.seat)
        is_own = before is not None and self.requests.has_acted_in(before)
        mover = before.view["to_act"] if before else None
        is_other = mover is not None and mover >= 0 and mover not in self.connection.own_seats
        self.mover = mover if is_other else None
        self.update_position(item)
        if self.is_left or item.seat != self.viewpoint.seat:
            return Hold.NONE
        if item.legal or not self.connection.own_seats:
            self.beats.begin_round()
        connection = self.connection
        own_seats = connection.own_seats
        self.hold = hold_of(self.game, before, item, connection.names, own_seats, is_own)
        return self.hold

    def show_waiting(self) -> None:
        """Show whether newer positions wait."""
        if self.is_left:
            return
        self.board.is_behind = self.beats.is_behind
        self.show_thinking()

    def hurry_beats(self) -> bool:
        """Show the newest position at once; whether it was not yet shown."""
        was_behind = self.beats.hurry()
        self.show_waiting()
        return was_behind

    @on(Board.NewestAsked)
    def _newest_asked(self, event: Board.NewestAsked) -> None:
        event.stop()
        self.hurry_beats()

    def update_position(self, position: Position) -> None:
        """Take over a new position; show it if it is of the seat that is shown or to decide."""
        if self.is_left:
            return
        before = self.viewpoint.positions.get(position.seat)
        if before and before.version > position.version and not position.history:
            return  # it comes late
        problem = word(position.unsaved) if position.unsaved else ""
        self.leaving.follow(problem, self.headline)
        if before and only_saving_differs(before, position):
            self.viewpoint.positions[position.seat] = msgspec.structs.replace(
                before, unsaved=position.unsaved
            )
            return  # what is selected on the board stays so
        self.viewpoint.positions[position.seat] = position
        self.endings.counts.add(position)
        self.write_log(position)
        self.why.drop_after(position.version)
        self.follow_talk(position)
        self.thinking = None
        if position.seat == self.viewpoint.seat:
            self.show_position(position)
        elif position.legal and position.seat is not None:
            self.change_seat(position.seat)

    def change_seat(self, seat: int) -> None:
        """Show the view of another person at this keyboard, who is to decide. A cover comes first
        if the game has hidden information."""
        if self.is_covered or seat == self.viewpoint.seat:
            return

        def uncover(_answer: str | None = None) -> None:
            self.is_covered = False
            self.viewpoint.seat = seat
            if self.position:
                self.show_position(self.position)
            self.endings.show_due_count()

        if not self.game.spec.secrets:
            uncover()
            return
        self.is_covered = True
        self.app.push_screen(Cover(self.connection.names[seat], seat, self.app.ascii), uncover)

    def write_log(self, position: Position) -> None:
        """Add the events of a position to the log of its seat."""
        lines = self.log_lines.setdefault(position.seat, [])
        if position.history:
            lines.clear()
        add_to_log(lines, self.game, position, self.connection.names)
        if self.haste and position.events and position.seat == self.viewpoint.seat:
            # In the line below the board it would come in the middle of the next turn.
            note_above_turn(lines, self.haste)
            self.haste = ""
        if position.seat == self.viewpoint.seat:
            self.body.show_lines(lines, self.viewpoint.seat)

    # What is shown of a position

    def show_position(self, position: Position) -> None:
        """Show a position that has come, and what follows from it."""
        self.why.follow(position)
        self.quest.follow(position)
        self.paint(position)
        self.show_last_move(position)
        self.hints.follow(position)
        if self.connection.has_hints and self.connection.own_seats:
            if self.tutoring.must_ask(position):
                self.call_after_refresh(self.ask_for_tutor)
            self.tutoring.follow(position)
        if position.over != self.is_over:
            self.is_over = position.over
            self.refresh_bindings()  # the footer loses what can no longer be done
        if bool(position.legal) != self.has_turn:
            self.has_turn = bool(position.legal)
            self.app.call_attention(self.game_name if position.legal else "")
        self.endings.follow(position)
        if self.postponed and position.legal:
            self.call_after_refresh(self.do_postponed)

    def paint(self, position: Position) -> None:
        """Show a position: board, log, question and headline."""
        self.body.show_scene(self.scene(position))
        self.hints.turn.mark_again(self.board, position.version)
        self.body.show_lines(self.log_lines.get(self.viewpoint.seat, []), self.viewpoint.seat)
        is_narrow = not self.body.is_wide
        self.headline.quest = self.quest.words(self.app.ascii, is_narrow)
        self.headline.goal = self.quest.goal_words(self.app.ascii)
        if self.connection.is_daily:
            self.headline.quest = _("daily") if is_narrow else _("Daily desert")
        self.headline.show_position(position)
        self.show_question()
        self.body.show_thinking(self.thinking_seat(position))
        self.query_one(Footer).dim("undo", position.undo is not None)

    def thinking_seat(self, position: Position) -> int | None:
        """The seat at which a computer player thinks; None: at none."""
        actor = position.view["to_act"]
        if actor is None or actor < 0 or position.over or position.paused:
            return None
        return None if self.connection.kinds[actor] == PERSON else actor

    def show_last_move(self, position: Position) -> None:
        """Say in the prompt what another seat has just done, or at your turn what all have done
        since your last move; the board keeps its next words."""
        news = self.news.of(
            position,
            self.log_lines.get(position.seat, []),
            self.connection.names,
            self.news_room,
            self.headline.end_text,
            self.second_news_row,
        )
        self.feedback.show_news(news, self.news.brief)

    @property
    def news_room(self) -> int:
        """Columns of what a table says has happened."""
        return self.app.size.width - 2

    @property
    def second_news_row(self) -> int:
        """Columns of the row of the question, which what has happened may take as well while
        nothing is asked, or the board itself asks; less what is left free where a row ends."""
        asks = self.position is not None and bool(self.position.legal)
        return 0 if asks and not self.board.ASKS_ON_BOARD else self.news_room - ROW_END

    def show_question(self) -> None:
        """Show in the prompt what the seat is asked to do, or who is to move, and nothing else."""
        if self.position is None or self.is_left:
            return
        self.prompt.show_feedback("")
        self.ask_question()

    def ask_question(self) -> None:
        """Write the first line of the prompt, for the width that it has."""
        position = self.position
        if position is None or self.is_left:
            return
        if position.over:
            self.prompt.ask(_("Press Enter or click here to see the result."))
        elif position.legal:
            self.prompt.ask(self.board.prompt(self.scene(position)) or _("Your move"))
        else:
            self.show_thinking()

    def show_thinking(self) -> None:
        """Show in the prompt who is to move, and how far a computer player has thought; or what
        waits for the user's move."""
        position = self.position
        if position is None or position.legal or position.over or not self.is_mounted:
            return
        actor = position.view["to_act"]
        if actor is None or actor < 0:
            return
        if self.postponed is not None:
            name = key_names(self.postponed.key)
            text = _("{key}: as soon as it is your move.").format(key=name)
        elif self.beats.is_behind and self.hold is not Hold.STEP:
            text = held_words(self.connection, self.mover, actor, self.app.ascii)
        else:
            key = key_name(self, "table.hurry")
            text = waiting_words(self.connection, actor, self.thinking, key, self.app.ascii)
        self.prompt.ask(text)

    @on(Headline.TimeIsLow)
    def _time_is_low(self, event: Headline.TimeIsLow) -> None:
        event.stop()
        position = self.position
        if position is not None and position.seat == event.seat and position.legal:
            self.notify(
                _("{seconds} s left. Then a computer player plays this turn.").format(
                    seconds=event.seconds
                ),
                severity="warning",
            )
            self.app.call_attention(self.game_name)

    # Moves

    @on(Board.ActionChosen)
    def _action_chosen(self, event: Board.ActionChosen) -> None:
        event.stop()
        self.hints.turn.stop()
        self.move_checks.play(event.action, self.app.settings.confirm_moves)

    @work(exclusive=True, group="tutor")
    async def ask_for_tutor(self) -> None:
        """Ask once in a match whether the tutor may look on."""
        await self.tutoring.ask()

    @on(Board.StatusChanged)
    def _board_status_changed(self, event: Board.StatusChanged) -> None:
        event.stop()
        self.feedback.hear_board(event.text, event.is_error)

    @on(Board.RefusalDropped)
    def _refusal_dropped(self, event: Board.RefusalDropped) -> None:
        event.stop()
        self.prompt.drop_error()

    def play(self, action: int) -> None:
        """Send an action of the seat that is shown."""
        position = self.position
        if position is None:
            return
        if self.is_hint_sought:
            text = _("The hint is still being worked out. {cancel} cancels it.")
            self.prompt.show_error(text.format(cancel=key_names("escape")))
            return
        self.requests.act(position, action)

    def action_hurry(self) -> None:
        """Have the computer player that thinks move now."""
        position = self.position
        has_hurried, self.has_hurried = self.has_hurried, False
        if position is None or position.legal or position.over:
            if not has_hurried:
                self.prompt.show_error(_("No computer player is thinking."))
        else:
            self.requests.hurry()

    def action_undo(self) -> None:
        """Undo the last decision, or say why that is not possible."""
        if not self.board.take_back():
            self.undo()

    def undo(self) -> None:
        """Undo the last decision of the match, whatever is selected on the board."""
        self.hints.turn.stop()
        self.requests.undo()

    @on(Board.UndoChosen)
    def _undo_chosen(self, event: Board.UndoChosen) -> None:
        event.stop()
        if not self.hints.turn.goes_back:
            self.hints.turn.stop()
        self.requests.undo()

    @on(Board.RedoChosen)
    def _redo_chosen(self, event: Board.RedoChosen) -> None:
        event.stop()
        if self.position is not None and self.position.redo:
            self.requests.redo()

    def action_redo(self) -> None:
        """Play again what was undone."""
        self.requests.redo()

    def action_hint(self) -> None:
        """Ask for a hint; while one is being looked for, say so: it may take a while, and a second
        press is impatience."""
        if self.is_hint_sought:
            self.hints.say_sought(_("Still looking for a good move … {cancel} cancels."))
        else:
            self.give_hint()

    @property
    def is_hint_sought(self) -> bool:
        """Whether a hint for the position that is shown is being looked for."""
        return self.position is not None and self.hints.is_sought(self.position)

    @work(exclusive=True, group=WORKERS)
    async def give_hint(self) -> None:
        """Look for a hint; show its move on the board and its words in a window."""
        await self.hints.give()

    # Why, help, log, rules, keys, chat

    def action_why(self) -> None:
        """Show or hide why a computer player did what it did."""
        self.why.toggle()

    @on(Why.Summarized)
    def _reasons_summarized(self, event: Why.Summarized) -> None:
        event.stop()
        self.feedback.hold(event.text)

    @on(Why.PanelResized)
    def _reasons_resized(self, event: Why.PanelResized) -> None:
        """The log keeps its newest lines."""
        event.stop()
        self.call_after_refresh(self.body.match_log.scroll_end, animate=False)

    @on(Why.WindowOpened)
    def _reasons_cover(self, event: Why.WindowOpened) -> None:
        """The window would cut the lines of the log."""
        event.stop()
        self.body.show_log(False)

    @on(Click, "#feedback")
    def _feedback_clicked(self, event: Click) -> None:
        """Open the reasons by their summary."""
        if self.why.is_summary_a_link:
            event.stop()
            self.why.toggle()

    @work(exclusive=True, group="dialog")
    async def action_help(self) -> None:
        """Say what can be done now, what can't and why, and what the signs mean."""
        position = self.position
        if position is None:
            return
        connection = self.connection
        asked, can, cannot = table_lines(
            self, position, connection.names, connection.kinds, connection.has_hints
        )
        help = moment_help(self.board, self.game, position, self.scene(position), asked)
        help = evolve(help, can=[*help.can, *can], cannot=[*help.cannot, *cannot])
        keys = (key_name(self, "table.rules"), key_name(self, "table.keys"))
        answer = await self.app.push_screen_wait(HelpWindow(help, connection.game, *keys))
        if self.is_left:
            return
        if answer == "rules":
            self.action_rules()
        elif answer == "keys":
            self.action_keys()

    @on(Click, "#asked")
    def _question_clicked(self, event: Click) -> None:
        """Show the newest position, as any key does; after the end the result again, as Enter
        does."""
        if self.hurry_beats():
            event.stop()
        elif self.position and self.position.over:
            event.stop()
            self.endings.show_result()

    def on_key(self, event: Key) -> None:
        """Show the newest position; after the end show the result again by Enter, leave by Escape
        and open by the keys of the result what they open there; say so if a key does nothing.

        While newer positions wait, a key that plays something only shows them: it was meant for
        what is on the screen. Keys that select or show something do their work as well; those that
        have a use at the user's move alone do it as soon as that comes.
        """
        self.postponed = None
        is_held = self.beats.is_holding
        self.has_hurried = self.hurry_beats()
        is_kept = (is_held or self.has_hurried) and self.postpone(event.key)
        if is_kept or (self.has_hurried and not self.works_as_well(event.key)):
            event.stop()
        elif event.key == "enter" and self.position and self.position.over:
            event.stop()
            self.endings.show_result()
        elif event.key == "escape" and self.position and self.position.over:
            event.stop()
            self.action_leave()
        elif self.position and self.position.over and self.endings.takes_key(event.key):
            event.stop()
        elif self.position and self.position.over and self.plays(event.key):
            text = _("The match is over. {key} shows the result.")
            self.prompt.show_error(text.format(key=key_name(self, "table.result")))
        elif text := self.refusal_of(event.key) or explain_key(self, event):
            self.prompt.show_error(text)

    def refusal_of(self, key: str) -> str:
        """Why a command that has a key is of no use at this table; empty if none has it."""
        named = [command.action for command in TABLE if is_key_of(self, command, key)]
        return next(filter(None, map(self.why_not, named)), "")

    def plays(self, key: str) -> bool:
        """Whether a key belongs to a command that only a running match has a use for."""
        running = [command for command in TABLE if command.action in RUNNING_ACTIONS]
        playing = [
            command for command in self.board.COMMANDS
            if command.action.split("(")[0] not in self.board.SPECTATOR_ACTIONS
        ]  # fmt: skip
        return any(is_key_of(self, command, key) for command in [*running, *playing])

    def works_as_well(self, key: str) -> bool:
        """Whether a key that shows the newest position does its work as well."""
        binding = self.active_bindings.get(key)
        if binding is None:
            return False
        return binding.node is not self.board or self.board.plays_nothing(binding.binding.action)

    def postpone(self, key: str) -> bool:
        """Keep a key for the user's move, and say so; whether it has a use only then, and computer
        players are still to move."""
        position, binding = self.position, self.active_bindings.get(key)
        if position is None or binding is None or open_actions(position):
            return False
        if binding.node is not self or binding.binding.action not in MOVING_ACTIONS:
            return False
        if self.thinking_seat(position) is None:
            return False
        self.postponed = binding.binding
        self.show_thinking()
        return True

    def do_postponed(self) -> None:
        """Do what a key was pressed for before the user's move came."""
        postponed, self.postponed = self.postponed, None
        if postponed is not None and self.is_active:
            self.run_worker(self.run_action(postponed.action), group="postponed")

    def action_uncover_board(self) -> None:
        """Want no hint any more while one is looked for; else hide what covers the board, or the
        panel beside it."""
        if self.is_hint_sought:
            self.hints.cancel()
        elif self.body.covers_board or self.board.shows_legend:
            super().action_uncover_board()
        else:
            self.why.open(False)

    def action_rules(self) -> None:
        """Open the rules at the part that applies now."""
        position = self.position
        place = self.board.rule(self.scene(position)) if position else ""
        self.app.open_rules(self.connection.game, place)

    def action_keys(self) -> None:
        """Show every key of this table that does something for the user."""
        board = useful(self.board, self.board.COMMANDS)
        self.app.open_keys([(self.game_name, board), (_("Table"), useful(self, TABLE))])

    def action_talk(self) -> None:
        """Open the chat of the table."""
        self.app.push_screen(ChatDialog(self.connection))

    def action_players(self) -> None:
        """Open the card of an opponent, or of whoever sits at the table."""
        seats = range(len(self.connection.names))
        others = [seat for seat in seats if seat not in self.connection.own_seats]
        actor = self.position.view["to_act"] if self.position else None
        first = others[0] if others else 0
        self.app.push_screen(PlayerCard(self.connection, actor if actor in others else first))

    @on(SeatRail.SeatClicked)
    def _seat_clicked(self, event: SeatRail.SeatClicked) -> None:
        event.stop()
        if self.is_active:  # a second click may come before the card of the first is seen
            self.app.push_screen(PlayerCard(self.connection, event.seat))

    # Leaving

    def action_unsaved(self) -> None:
        """Say why the match is not saved, and what to do about it."""
        self.leaving.explain()

    async def may_leave(self) -> bool:
        """Whether the table may be left; ask first if the match is not saved. Only from a
        worker."""
        return await self.leaving.loses_nothing()

    def action_leave(self) -> None:
        """Go back; the match is saved."""
        self.leaving.leave()

    def stop_following(self) -> None:
        """Show nothing more of the match: another screen comes."""
        self.workers.cancel_group(self, "listen")
        self.beats.stop()

    def action_count(self) -> None:
        """Show how hands or rounds were counted, and where the points come from so far."""
        self.endings.show_counts()

    def action_result(self) -> None:
        """Show the result again."""
        self.endings.show_result()

    def on_screen_suspend(self) -> None:
        """Say what becomes of a hint that is looked for while a window covers the table."""
        self.hints.table_covered()

    def on_screen_resume(self) -> None:
        """Show the result again to whom it led away from here, and a hint that came meanwhile."""
        self.endings.come_back()
        self.hints.table_uncovered()

    @work(exclusive=True, group="restart")
    async def action_again(self) -> None:
        """Restart the match with the same deal, after a question while it runs."""
        position = self.position
        if self.connection.restart is None or position is None:
            return
        if not position.over and self.app.settings.confirm_restart:
            answer = await self.app.push_screen_wait(
                Question(
                    _("Restart?"),
                    _(
                        "Start again with the same players and the same deal. You know what is "
                        "coming, so the new match is marked as assisted. This one stays saved."
                    ),
                    [("yes", _("Restart")), ("no", _("Keep playing"))],
                )
            )
            if answer != "yes":
                return
        await self.leaving.go_on_with(self.connection.restart)

    @work(exclusive=True, group="restart")
    async def action_replay(self) -> None:
        """Look back at the match so far; while it runs, only with what the user knew."""
        await look_back(self, self.connection.match)


def only_saving_differs(before: Position, after: Position) -> bool:
    """Whether a position brings nothing new but whether the match is saved."""
    if after.events or after.history or after.unsaved == before.unsaved:
        return False
    return msgspec.structs.replace(before, events=[], history=False, unsaved=after.unsaved) == after
