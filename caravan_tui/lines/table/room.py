"""The room of a table in line mode: events are said, and a typed line is a move or a command."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from enum import Enum
from typing import Any

from caravan_tui.bus.base import Subscription
from caravan_tui.bus.lobby_messages import Clock
from caravan_tui.bus.messages import (
    LONGEST_TALK,
    Chat,
    Notice,
    Position,
    SearchProgress,
    UndoAsked,
    UndoSettled,
)
from caravan_tui.bus.wording import time_left, word
from caravan_tui.engine import PERSON, Refusal
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionError
from caravan_tui.games.kit.sentences import ended
from caravan_tui.hosts.base import Host
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.i18n import _, _n, _p
from caravan_tui.lines import commands
from caravan_tui.lines.commands import LineCommand
from caravan_tui.lines.console import Console
from caravan_tui.lines.outcome import result_lines
from caravan_tui.lines.room import confirms, said
from caravan_tui.lines.table.history import TableHistory
from caravan_tui.lines.table.moves import MoveEntry, legal_now, moves_now
from caravan_tui.lines.table.reports import LAST_LINES, Reports
from caravan_tui.lines.table.requests import Requests
from caravan_tui.lines.table.tutoring import Tutoring
from caravan_tui.presentation.quest import Quest
from caravan_tui.presentation.talk import TableTalk
from caravan_tui.presentation.viewpoint import Viewpoint
from caravan_tui.road.goals import State

PATIENCE = 3.0
"""Seconds without a word, from which on it is said that somebody thinks."""


class Leaving(Enum):
    """How a table is left."""

    HOME = "home"
    QUIT = "quit"


class TableRoom:
    """One match as it is said to the people at this console."""

    def __init__(self, host: Host, console: Console, connection: TableConnection) -> None:
        self.host = host
        self.console = console
        self.connection = connection
        self.viewpoint = Viewpoint(connection)
        self.game = self.viewpoint.game
        self.history = TableHistory(self.viewpoint)
        self.talk = TableTalk(self.game, connection)
        self.quest = Quest(connection)
        """The goal of a station of the Road, at a table that is one."""
        self.tutoring = Tutoring(console, host, self.viewpoint)
        self.entry = MoveEntry(
            console, self.viewpoint, self.history, self.tutoring, lambda: host.settings
        )
        self.reports = Reports(console, self.viewpoint, self.history, self.quest)
        self.requests = Requests(console, self.viewpoint, self._forget_question, self.tutoring)
        self.commands = self._commands()
        self.time_said = ""
        """What was last said of the days that are left."""
        self.notice = ""
        """What was last said of the end of the match."""
        self.leaving: Leaving | None = None
        self.next_connection: TableConnection | None = None
        """The match that follows this one."""
        self.asked_version = -1
        """The version in which the question was asked."""
        self.called_seat: int | None = None
        """Who was last told to be on turn, where several people share the keyboard."""

    def _commands(self) -> list[LineCommand]:
        table = [
            *self.reports.commands,
            *self.requests.commands,
            LineCommand("hurry", "have the computer player that thinks move now", self.hurry,
                    is_patient=True),
            LineCommand("say", "say something at the table", self.speak, "text", is_patient=True),
            LineCommand("repeat", "the question again", self.repeat),
            LineCommand("rematch", "the same players and a new deal", self.rematch),
            LineCommand("again", "the same players and the same deal; marks the match as assisted",
                    self.restart),
            LineCommand("help", "these commands, or one of them", self.help, "[command]"),
            LineCommand("home", "leave the table; the match is saved", self.leave, is_patient=True),
            LineCommand("quit", "end the program; the match is saved", self.quit, is_patient=True),
        ]  # fmt: skip
        unneeded = set()
        if not self.connection.own_seats:
            unneeded |= {"moves", "why not", "hint", "undo", "redo", "hand"}
        if self.quest.station is None:
            unneeded.add("goal")
        if not self.connection.has_hints:
            unneeded.add("hint")
        if self.connection.rematch is None:
            unneeded.add("rematch")
        if self.connection.restart is None:
            unneeded.add("again")
        return [command for command in table if command.name not in unneeded]

    # State

    @property
    def position(self) -> Position | None:
        """The newest position of the seat that is spoken to."""
        return self.viewpoint.position

    @property
    def is_asked(self) -> bool:
        """Whether a line is due: the seat is to move, or the match is over."""
        position = self.position
        if position is None or self.entry.is_awaited(position):
            return False
        return position.over or bool(position.legal)

    # The life of the room

    async def run(self) -> Leaving:
        """Say what happens and take lines until the table is left."""
        try:
            with self.connection.subscribe() as messages:
                await self._open()
                await self._follow(messages)
        finally:
            self.tutoring.stop()
            # At a signal the connection is gone: a server leads back to the table then.
            is_left = self.next_connection is None and not self.console.stopped.is_set()
            if self.connection.close is not None and is_left:
                await self.connection.close()
        return self.leaving or Leaving.QUIT

    async def _open(self) -> None:
        self.console.say(
            _("{game}. {players}.").format(
                game=registry.game_name(self.connection.game), players=self.reports.players_words()
            )
        )
        for table in self.connection.tables():
            try:
                self._take(await table.look(history=True))
            except Refusal as refusal:
                self.console.say(word(refusal.sentence))
        if self.quest.station is not None:
            self.console.say(ended(self.quest.title))
            await self.reports.say_goal("")
        if self.connection.own_seats:
            self.console.say(_("Type help for the commands, board for the table."))
        else:
            self.console.say(_("You are watching. Type help for the commands."))
        if self.connection.clock is not None:
            self._say_clock(self.connection.clock)

    async def _follow(self, messages: Subscription) -> None:
        """Handle messages of the table and typed lines, in the order in which they come."""
        stream = aiter(messages)
        incoming = asyncio.ensure_future(anext(stream))
        stopping = asyncio.ensure_future(self.console.stopped.wait())
        typing: asyncio.Future[bool] | None = None
        is_told = False
        try:
            while self.leaving is None and self.next_connection is None:
                await asyncio.sleep(0)
                if not incoming.done():
                    await self._ask()
                typing = self._typing(typing)
                waits: set[asyncio.Future[Any]] = {incoming, stopping}
                if typing is not None:
                    waits.add(typing)
                patience = None if self.is_asked or is_told else PATIENCE
                done, _pending = await asyncio.wait(
                    waits, timeout=patience, return_when=asyncio.FIRST_COMPLETED
                )
                if stopping in done:
                    self.leaving = Leaving.QUIT
                elif not done:
                    is_told = self._say_thinking()
                elif incoming in done:
                    is_told = False
                    message = incoming.result()
                    incoming = asyncio.ensure_future(anext(stream))
                    await self._receive(message)
                elif typing is not None and typing in done:
                    typing = None
                    await self._next_line()
        except StopAsyncIteration:
            self.console.say(_("The table has closed."))
            self.leaving = Leaving.HOME
        finally:
            for waiting in (incoming, stopping, typing):
                if waiting is not None:
                    waiting.cancel()

    def _typing(self, typing: asyncio.Future[bool] | None) -> asyncio.Future[bool] | None:
        """What waits for the next line, if one would be handled now.

        While others move, the lines of a script wait for the turn for which they were written; a
        person who types is answered at once.
        """
        if typing is not None and not typing.done():
            return typing
        if self._takes_lines():
            return asyncio.ensure_future(self.console.wait())
        if self.console.head is None and not self.console.has_ended:
            return asyncio.ensure_future(self.console.wait())
        if self.console.has_ended and self.console.head is None and self._ends_with_input():
            return asyncio.ensure_future(self.console.wait())
        return None

    def _ends_with_input(self) -> bool:
        """Whether the table is left as soon as no more lines come: not where computer players are
        about to move, so that what they play can still be read."""
        return self.is_asked or self.connection.is_shared or self.console.is_broken

    def _takes_lines(self) -> bool:
        """Whether the next line is handled now, also where it is not this seat's turn."""
        is_prompt = self.console.is_interactive or self.connection.is_shared
        return self.is_asked or is_prompt or self._head_is_patient()

    def _head_is_patient(self) -> bool:
        head = self.console.head
        known = None if head is None else commands.read(head, self.commands)
        return known is not None and known[0].is_patient

    async def _next_line(self) -> None:
        """Handle the next line, or the end of input."""
        console = self.console
        if console.head is None:
            if console.has_ended and self._ends_with_input():
                self.leaving = Leaving.QUIT
            return
        if self._takes_lines():
            await self.handle(console.pop())

    async def _ask(self) -> None:
        """Ask what is to be decided, once in each position; play what is left of a line."""
        position = self.position
        if position is None or not self.is_asked or position.version == self.asked_version:
            return
        self.asked_version = position.version
        if position.over:
            await self._say_result()
            return
        has_played, unknown = await self.entry.go_on(position)
        if unknown:
            self._say_unknown(unknown)
        if has_played:
            return
        if self.quest.must_ask(position):
            self.console.say(*self.quest.decision_words(), self._ways_from_station())
        await self.tutoring.follow(position)
        self.console.say(*self._question())

    def _ways_from_station(self) -> str:
        home, again = _p("line command", "home"), _p("line command", "rematch")
        if self.quest.state is State.REACHED:
            return _("Type {home} to go on along the road, or play on.").format(home=home)
        text = _("Type {again} to try again, {home} for the road, or play on.")
        return text.format(again=again, home=home)

    def _question(self) -> list[str]:
        position = self.position
        if position is None or not position.legal:
            return []
        lines, names = [], self.connection.names
        notice = self.game.near_end(position.view, names)
        if notice is not None and notice.words != self.notice:
            self.notice = notice.words
            lines.append(notice.words)
        seat = self.viewpoint.seat
        if len(self.connection.own_seats) > 1 and seat != self.called_seat:
            self.called_seat = seat
            lines.append(_("{name}, it is your turn.").format(name=names[seat or 0]))
        question = self.game.question_for(position.view, position.legal, names)
        count = len(moves_now(self.viewpoint).rows)
        text = _n("Your turn. {question} {count} move.", "Your turn. {question} {count} moves.",
                  count)  # fmt: skip
        return [*lines, text.format(question=question, count=count)]

    # Messages of the table

    async def _receive(self, message: object) -> None:
        match message:
            case Position():
                self._take(message)
            case Notice():
                self.console.say(word(message))
            case Chat():
                self.connection.keep(message)
                self.console.say(said(message))
            case UndoAsked():
                await self.requests.answer_undo(message)
            case UndoSettled():
                self.entry.expect_any()
            case Clock():
                self._say_clock(message)
            case SearchProgress():
                pass

    def _take(self, position: Position) -> None:
        """Take over a position, and say what happened."""
        positions = self.viewpoint.positions
        before = positions.get(position.seat)
        if before and before.version > position.version and not position.history:
            return
        positions[position.seat] = position
        was_open = bool(self.history.lines)
        happened = self.history.add(position)
        self.reports.follow_saving(word(position.unsaved) if position.unsaved else "")
        self.console.say(*happened)
        if position.history and position.seat == self.viewpoint.seat:
            self._say_anew(position, was_open)
        self.quest.follow(position)
        if position.seat == self.viewpoint.seat:
            self._follow_talk(position)
        elif position.legal and position.seat is not None:
            self._change_seat(position.seat)

    def _follow_talk(self, position: Position) -> None:
        """Have computer players remark on a position."""
        remark = self.talk.follow(position)
        if remark is not None and self.host.settings.talk:
            self.connection.keep(remark)
            self.console.say(said(remark))

    def _change_seat(self, seat: int) -> None:
        """Speak to another person at this keyboard."""
        self.viewpoint.seat = seat
        self.asked_version = -1

    def _forget_question(self) -> None:
        """Ask again in whatever position comes next."""
        self.entry.drop_steps()
        self.asked_version = -1

    def _say_anew(self, position: Position, was_open: bool) -> None:
        """Say where a match is that goes on or, if it was open here, that a move was undone."""
        self.asked_version = -1
        self.entry.drop_line()
        lines = self.history.lines
        if was_open:
            self.console.say(_("The position is as it was before."))
        elif position.view["round"] > 1 or len(lines) > LAST_LINES:
            self.console.say(
                _("The match goes on: {round}. Last: {last}").format(
                    round=registry.round_text(self.connection.game, position.view["round"]),
                    last=lines[-1] if lines else "",
                )
            )
        else:
            self.console.say(*lines)

    def _say_clock(self, clock: Clock) -> None:
        if clock.seat in self.connection.own_seats:
            if clock.seconds >= 3600:
                text = _("Time left for this turn: {time}.").format(time=time_left(clock.seconds))
                if text != self.time_said:  # which a match of days would say with every move
                    self.time_said = text
                    self.console.say(text)
                return
            text = _n("You have {count} second for this turn.", "You have {count} seconds for this "
                      "turn.", round(clock.seconds))  # fmt: skip
            self.console.say(text.format(count=round(clock.seconds)))

    def _say_thinking(self) -> bool:
        """Say who thinks; whether anybody does."""
        position = self.position
        actor = position.view["to_act"] if position is not None else -1
        if position is None or position.over or actor is None or actor < 0:
            return True
        if self.connection.kinds[actor] == PERSON:
            self.console.say(_("Waiting for {name}.").format(name=self.connection.names[actor]))
        else:
            self.console.say(_("{name} is thinking.").format(name=self.connection.names[actor]))
        return True

    # Lines

    async def handle(self, entry: str) -> None:
        """Do what a line says: a command, or else a move."""
        if not entry:
            await self.repeat("")
            return
        if entry.isdecimal():
            if not await self.entry.play_number(entry):
                self.reports.say_no_move()
            return
        moves = moves_now(self.viewpoint)
        action = moves.noted(entry) if moves.legal else None
        known = commands.read(entry, self.commands)
        if action is not None and (
            known is None or len(entry.split()) > 1 or not self._is_word(known)
        ):
            await self.entry.play([action])
        elif known is not None:
            await known[0].act(known[1])
        elif unknown := await self.entry.play_words(entry):
            self._say_unknown(unknown)

    def _is_word(self, known: tuple[LineCommand, str]) -> bool:
        """Whether an entry is a command of the table, not a move that is written alike."""
        return known[0].name in ("say", "help", "quit", "home")

    def _say_unknown(self, entry: str) -> None:
        near = commands.nearest(entry, self.commands)
        if near:
            text = _("'{entry}' is neither a move nor a command. Did you mean {near}?")
        elif legal_now(self.viewpoint):
            text = _("'{entry}' is neither a move nor a command. Type moves or help.")
        else:
            text = _("'{entry}' is not a command. Type help.")
        self.console.say(text.format(entry=entry[:60], near=near))

    async def repeat(self, _words: str) -> None:
        """Ask again, or say who is to move."""
        if self.is_asked and self.position is not None and self.position.over:
            await self._say_result()
        elif self.is_asked:
            self.console.say(*self._question())
        else:
            self._say_thinking()

    async def help(self, words: str) -> None:
        """Say the commands, and how a move is typed."""
        lines = commands.help_lines(self.commands, words)
        if not words and self.connection.own_seats:
            text = _(
                "To move, type its number from moves, its notation, or words that only it has. "
                "Several notations may stand in a line, with semicolons between them."
            )
            lines.insert(0, text)
        self.console.say(*lines)

    # Commands that do something

    async def hurry(self, _words: str) -> None:
        """Have the computer player that thinks move now."""
        if self.is_asked:
            self.console.say(_("No computer player is thinking."))
        else:
            self.connection.table(self.viewpoint.seat).hurry()

    async def speak(self, text: str) -> None:
        """Say something at the table."""
        if not text:
            self.console.say(_("Say what? Such as: say good luck."))
        elif not self.connection.is_shared:
            self.console.say(_("Only computer players are here: they don't answer."))
        else:
            seat = self.connection.own_seats[0] if self.connection.own_seats else None
            name = self.connection.names[seat] if seat is not None else _("Spectator")
            with contextlib.suppress(Refusal):
                self.connection.table(seat).say(name, text[:LONGEST_TALK])

    async def rematch(self, _words: str) -> None:
        """Begin a match with the same players and a new deal."""
        await self._go_on(self.connection.rematch)

    async def restart(self, words: str) -> None:
        """Begin the match again from the same deal."""
        position = self.position
        text = _(
            "Start again with the same players and the same deal. You know what is "
            "coming, so the new match is marked as assisted. This one stays saved."
        )
        is_over = position is not None and position.over
        if is_over or commands.is_yes(words) or await confirms(self.console, text):
            await self._go_on(self.connection.restart)
        else:
            self.console.say(_("This match goes on."))

    async def _go_on(self, make: Callable[[], Awaitable[TableConnection | None]] | None) -> None:
        """Leave this table for another match. With other people it may wait for them."""
        if make is None:
            self.console.say(_("This match can't be restarted."))
            return
        try:
            self.next_connection = await make()
        except OptionError as error:
            self.console.say(str(error))
            return
        if self.next_connection is None:
            self.console.say(_("The rematch starts when the others join it."))
            self.leaving = Leaving.HOME

    async def leave(self, _words: str) -> None:
        """Leave the table."""
        self.leaving = Leaving.HOME

    async def quit(self, _words: str) -> None:
        """End the program."""
        self.leaving = Leaving.QUIT

    # The end

    async def _say_result(self) -> None:
        position = self.position
        if position is None:
            return
        lines = await result_lines(
            self.host, self.connection, self.game, position, self.history.events()
        )
        self.console.say(*lines, self.reports.ways_on())
