"""The table in line mode: what happens is said, and a typed line is a move or a command."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from enum import Enum
from typing import Any

import msgspec

from ai.hint import explain
from caravan_tui.bus.base import Subscription
from caravan_tui.bus.lobby_messages import Clock
from caravan_tui.bus.messages import (
    LONGEST_TALK,
    Chat,
    Notice,
    Position,
    SearchProgress,
    SearchResult,
    UndoAsked,
    UndoSettled,
)
from caravan_tui.bus.wording import time_left, word
from caravan_tui.cast.characters import level_title
from caravan_tui.engine import PERSON, Refusal
from caravan_tui.games import registry
from caravan_tui.games.contract import KeyName, Moment, OptionError, Region
from caravan_tui.games.kit.sentences import ended, listed, sentence
from caravan_tui.hosts.base import Host
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.hosts.tutoring import TutorWatch, warning_words
from caravan_tui.i18n import _, _n, _p
from caravan_tui.lines import board, commands, rulebook
from caravan_tui.lines.commands import LineCommand
from caravan_tui.lines.console import Console
from caravan_tui.lines.entries import Moves
from caravan_tui.lines.outcome import result_lines, standing_lines
from caravan_tui.lines.room import goal_line, is_confirmed, said, talk_lines
from caravan_tui.presentation.quest import Quest
from caravan_tui.presentation.talk import TableTalk
from caravan_tui.road.goals import State

PATIENCE = 3.0
"""Seconds without a word, from which on it is said that somebody thinks."""

LAST_LINES = 10
"""Lines of the log that are said without a number."""


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
        self.game = registry.get(connection.game)
        self.seat: int | None = connection.own_seats[0] if connection.own_seats else None
        """The seat whose view is said; None: a spectator's."""
        self.positions: dict[int | None, Position] = {}
        self.log: list[str] = []
        """All that happened, a sentence each."""
        self.since_own_move = 0
        """The place in the log after the last own move."""
        self.events: dict[int | None, list[Any]] = {}
        self.talk = TableTalk(self.game, connection)
        self.tutor = TutorWatch(
            host.search, lambda: host.settings.tutor, self.game, connection.names
        )
        self.quest = Quest(connection)
        """The goal of a station of the Road, at a table that is one."""
        self.queue: list[int] = []
        """What is still to be played of a move of several steps."""
        self.rest = ""
        """Notations of the same line that are still to be played."""
        self.expected = 0
        """The version of the position that follows what was sent."""
        self.unsaved = ""
        self.time_said = ""
        """What was last said of the days that are left."""
        self.notice = ""
        """What was last said of the end of the match."""
        self.leaving: Leaving | None = None
        self.next_connection: TableConnection | None = None
        """The match that follows this one."""
        self.asked_version = -1
        """The version in which the question was asked."""
        self.said_version = -1
        """The version of the newest position of which was said how it came about."""
        self.called_seat: int | None = None
        """Who was last told to be on turn, where several people share the keyboard."""
        self.has_result = False
        self.commands = self._commands()

    def _commands(self) -> list[LineCommand]:
        about = board.BoardCommands(self.console, self.regions, lambda: self.seat)
        table = [
            *about.commands,
            LineCommand("moves", "what you can play, from a number on, or with certain words",
                    self.say_moves, "[number or words]"),
            LineCommand("what changed", "what happened since your last move", self.say_changes),
            LineCommand("why not", "why a move is not allowed; alone, what you can't do now",
                    self.say_why_not, "[move]"),
            LineCommand("score", "the points, and where they come from", self.say_score),
            LineCommand("goal", "the goal of this station, and how it stands", self.say_goal),
            LineCommand("log", "the last lines of the log, that many, or all", self.say_log,
                    "[number or all]"),
            LineCommand("hint", "the best move; it marks the match as assisted", self.hint),
            LineCommand("undo", "take your last move back", self.undo),
            LineCommand("redo", "play again what you took back", self.redo),
            LineCommand("hurry", "have the computer player that thinks move now", self.hurry,
                    is_patient=True),
            LineCommand("rules", "the rules: sections, a number such as 4.2, a ruling, or a word",
                    self.say_rules, "[number or word]"),
            LineCommand("say", "say something at the table", self.speak, "text", is_patient=True),
            LineCommand("talk", "what was said at the table", self.say_talk),
            LineCommand("who", "who plays", self.say_who),
            LineCommand("save", "how the match is saved", self.say_saved),
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
        return self.positions.get(self.seat)

    @property
    def names(self) -> Sequence[str]:
        """Of each seat."""
        return self.connection.names

    @property
    def is_asked(self) -> bool:
        """Whether a line is due: the seat is to move, or the match is over."""
        position = self.position
        if position is None or position.version < self.expected:
            return False
        return position.over or bool(position.legal)

    def legal(self) -> list[int]:
        """What the seat may do now, in its turn and out of it."""
        position = self.position
        return [] if position is None else [*position.legal, *position.interrupts]

    def moves(self) -> Moves:
        """The list of moves of the position."""
        view = self.position.view if self.position else None
        return Moves.of(self.game, view, self.legal(), self.names)

    # The life of the room

    async def run(self) -> Leaving:
        """Say what happens and take lines until the table is left."""
        try:
            with self.connection.subscribe() as messages:
                await self._open()
                await self._follow(messages)
        finally:
            self.tutor.stop()
            # At a signal the connection is gone: a server leads back to the table then.
            is_left = self.next_connection is None and not self.console.stopped.is_set()
            if self.connection.close is not None and is_left:
                await self.connection.close()
        return self.leaving or Leaving.QUIT

    async def _open(self) -> None:
        self.console.say(
            _("{game}. {players}.").format(
                game=registry.game_name(self.connection.game), players=self._players_words()
            )
        )
        for table in self.connection.tables():
            try:
                self._take(await table.look(history=True))
            except Refusal as refusal:
                self.console.say(word(refusal.sentence))
        if self.quest.station is not None:
            self.console.say(ended(self.quest.title))
            await self.say_goal("")
        if self.connection.own_seats:
            self.console.say(_("Type help for the commands, board for the table."))
        else:
            self.console.say(_("You are watching. Type help for the commands."))
        if self.connection.clock is not None:
            self._say_clock(self.connection.clock)

    def _players_words(self) -> str:
        own = self.connection.own_seats
        names = []
        for seat, name in enumerate(self.names):
            level = level_title(self.connection.kinds[seat])
            if own == [seat]:
                names.append(_("{name} (you)").format(name=name))
            else:
                names.append(f"{name} ({level})" if level else name)
        return listed(names)

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
        """Ask what is to be decided, once in each position; play what is left of a move."""
        position = self.position
        if position is None or not self.is_asked or position.version == self.asked_version:
            return
        self.asked_version = position.version
        if position.over:
            await self._say_result()
            return
        while self.queue and self.queue[0] not in position.legal:
            self.queue.clear()
        if self.queue:
            await self.play([self.queue.pop(0)])
            return
        if self.rest:
            rest, self.rest = self.rest, ""
            await self._play_steps(rest, self.moves())
            return
        if self.quest.must_ask(position):
            self.console.say(*self.quest.decision_words(), self._ways_from_station())
        if self.connection.has_hints and self.tutor.must_ask(position):
            await self._ask_for_tutor(position)
        self.tutor.follow(self.position or position)
        self.console.say(*self._question())

    def _ways_from_station(self) -> str:
        home, again = _p("line command", "home"), _p("line command", "rematch")
        if self.quest.state is State.REACHED:
            return _("Type {home} to go on along the road, or play on.").format(home=home)
        text = _("Type {again} to try again, {home} for the road, or play on.")
        return text.format(again=again, home=home)

    async def say_goal(self, _words: str) -> None:
        """Say the goal of the station, and how it stands."""
        quest = self.quest
        if quest.station is not None and quest.standing is not None:
            station = quest.station
            line = goal_line(station.goal, station.game, quest.state, quest.standing)
            self.console.say(line)

    async def _ask_for_tutor(self, position: Position) -> None:
        """Ask once in a match whether the tutor may look on, which marks the match."""
        text = _(
            "Play with the tutor? It warns you before a move that costs much. That marks this "
            "match as assisted: it will not count for your rating. Yes or no."
        )
        if not await self.confirms(text):
            self.tutor.refuse()
            return
        try:
            await self.connection.table(self.seat).mark_assisted()
        except Refusal as refusal:
            self.console.say(word(refusal.sentence))
            self.tutor.refuse()
            return
        # That the match is marked comes as a message; a script may have typed its move by then.
        self.positions[self.seat] = msgspec.structs.replace(position, assisted=True)

    async def _allows(self, position: Position, action: int) -> bool:
        """Whether a move is played: the tutor has no doubt, or the player insists."""
        doubt = await self.tutor.doubt(position, action)
        if doubt is None:
            return True
        self.console.say(warning_words(doubt))
        play, why = _p("line command", "play"), _p("line command", "why")
        ways = _("Type {play} to play it anyway, {why} to hear what is better, or another move.")
        while True:
            self.console.say(ways.format(play=play, why=why))
            await self.console.wait()
            answer = (self.console.head or "").strip().lower()
            if answer in ("play", play.lower()):
                self.console.pop()
                return True
            if answer not in ("why", why.lower()):
                return False  # what was typed is the next line
            self.console.pop()
            self.console.say(*self._advice_lines(position, doubt.result))

    def _advice_lines(self, position: Position, result: SearchResult) -> list[str]:
        """What a search would play, and why."""
        hint = explain(self.game, position.view, result, names=self.names)
        steps = [
            f"{number}. {step}" if len(hint.steps) > 1 else step
            for number, step in enumerate(hint.steps, 1)
        ]
        note = self.game.notation(hint.action, position.view)
        return [
            *steps,
            *hint.reasons,
            hint.sure,
            *(_("About as good: {move}").format(move=other) for other in hint.others),
            _("To play it, type {notation}.").format(notation=note),
        ]

    def _question(self) -> list[str]:
        position = self.position
        if position is None or not position.legal:
            return []
        lines = []
        notice = self.game.near_end(position.view, self.names)
        if notice is not None and notice.words != self.notice:
            self.notice = notice.words
            lines.append(notice.words)
        if len(self.connection.own_seats) > 1 and self.seat != self.called_seat:
            self.called_seat = self.seat
            lines.append(_("{name}, it is your turn.").format(name=self.names[self.seat or 0]))
        question = self.game.question_for(position.view, position.legal, self.names)
        count = len(self.moves().rows)
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
                await self._answer_undo(message)
            case UndoSettled():
                self.expected = 0
            case Clock():
                self._say_clock(message)
            case SearchProgress():
                pass

    def _take(self, position: Position) -> None:
        """Take over a position, and say what happened."""
        before = self.positions.get(position.seat)
        if before and before.version > position.version and not position.history:
            return
        self.positions[position.seat] = position
        events = self.events.setdefault(position.seat, [])
        if position.history:
            events.clear()
        events += position.events
        self._say_saved_changes(word(position.unsaved) if position.unsaved else "")
        if position.history:
            self.said_version = position.version
            if position.seat == self.seat:
                self._say_anew(position)
        elif position.version > self.said_version:
            self.said_version = position.version
            lines = self._sentences(self._public(position.events), position)
            self.log += lines
            self.console.say(*lines)
        self.quest.follow(position)
        if position.seat == self.seat:
            self._follow_talk(position)
        elif position.legal and position.seat is not None:
            self._change_seat(position.seat)

    def _public(self, events: Sequence[Any]) -> Sequence[Any]:
        """Events as everybody at this keyboard may hear of them."""
        if len(self.connection.own_seats) < 2 or not self.game.spec.secrets:
            return events
        views = (self.game.view_event(event, None) for event in events)
        return [event for event in views if event is not None]

    def _follow_talk(self, position: Position) -> None:
        """Have computer players remark on a position."""
        remark = self.talk.follow(position)
        if remark is not None and self.host.settings.talk:
            self.connection.keep(remark)
            self.console.say(said(remark))

    def _change_seat(self, seat: int) -> None:
        """Speak to another person at this keyboard."""
        self.seat = seat
        self.asked_version = -1

    def _sentences(self, events: Sequence[Any], position: Position) -> list[str]:
        lines = []
        for event in events:
            text = self.game.narrate(event, self.names, position.seat)
            outlook = self.game.outlook(event, position.view)
            lines += [sentence(text)] if text else []
            lines += [sentence(outlook)] if outlook else []
        return lines

    def _say_anew(self, position: Position) -> None:
        """Say where a match is that goes on, or a move was undone."""
        lines = self._sentences(self._public(position.events), position)
        was_open = bool(self.log)
        self.log = lines
        self.since_own_move = len(lines)
        self.asked_version, self.queue, self.rest = -1, [], ""
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

    def _say_saved_changes(self, problem: str) -> None:
        if problem != self.unsaved:
            self.unsaved = problem
            self.console.say(
                _("{problem} You can keep playing.").format(problem=problem)
                if problem
                else _("Saved again.")
            )

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
            self.console.say(_("Waiting for {name}.").format(name=self.names[actor]))
        else:
            self.console.say(_("{name} is thinking.").format(name=self.names[actor]))
        return True

    async def _answer_undo(self, request: UndoAsked) -> None:
        for seat in request.asked:
            if seat in self.connection.own_seats:
                text = _("{name} wants to undo a move. Do you agree? Yes or no.")
                agrees = await self.confirms(text.format(name=self.names[request.seat]))
                self.connection.table(seat).answer_undo(request.id, agrees)

    # Lines

    async def confirms(self, question: str) -> bool:
        """Ask something that is answered by yes or no."""
        self.console.say(question)
        return await is_confirmed(self.console)

    async def handle(self, entry: str) -> None:
        """Do what a line says: a command, or else a move."""
        if not entry:
            await self.repeat("")
            return
        moves = self.moves()
        if entry.isdecimal():
            await self._play_numbered(entry, moves)
            return
        action = moves.noted(entry) if moves.legal else None
        known = commands.read(entry, self.commands)
        if action is not None and (
            known is None or len(entry.split()) > 1 or not self._is_word(known)
        ):
            await self.play([action])
        elif known is not None:
            await known[0].act(known[1])
        elif ";" in entry:
            await self._play_steps(entry, moves)
        elif not moves.legal:
            self._say_unknown(entry)
        else:
            await self._play_words(entry, moves)

    def _is_word(self, known: tuple[LineCommand, str]) -> bool:
        """Whether an entry is a command of the table, not a move that is written alike."""
        return known[0].name in ("say", "help", "quit", "home")

    async def _play_numbered(self, entry: str, moves: Moves) -> None:
        row = moves.numbered(commands.number(entry) or 0)
        if row is not None:
            await self.play(row.actions)
        elif not moves.rows:
            self._say_no_move()
        else:
            self.console.say(board.no_move_words(entry, moves))

    async def _play_steps(self, entry: str, moves: Moves) -> None:
        """Play notations between semicolons one after the other."""
        first, _sign, rest = entry.partition(";")
        action = moves.noted(first)
        if action is None:
            reason = self.game.why_not_typed(first, moves.legal, moves.view, self.names)
            if reason:
                self.console.say(reason)
            else:
                self._say_unknown(first)
            return
        self.rest = rest.strip()
        await self.play([action])

    async def _play_words(self, entry: str, moves: Moves) -> None:
        """Play the only move that has these words, or say which ones have them."""
        if reason := self.game.why_not_typed(entry, moves.legal, moves.view, self.names):
            self.console.say(reason)
            return
        numbers = moves.matching(entry)
        if len(numbers) == 1:
            await self.play(moves.rows[numbers[0] - 1].actions)
        elif numbers:
            text = _("{count} moves have these words. Type a number:")
            self.console.say(text.format(count=len(numbers)), *moves.lines(numbers))
        else:
            self._say_unknown(entry)

    def _say_no_move(self) -> None:
        """Say why nothing can be played."""
        if self.position is not None and self.position.over:
            self.console.say(_("The match is over."), self._ways_on())
        else:
            self.console.say(_("It is not your move."))

    def _say_unknown(self, entry: str) -> None:
        near = commands.nearest(entry, self.commands)
        if near:
            text = _("'{entry}' is no move and no command. Did you mean {near}?")
        elif self.legal():
            text = _("'{entry}' is no move and no command. Type moves or help.")
        else:
            text = _("'{entry}' is no command. Type help.")
        self.console.say(text.format(entry=entry[:60], near=near))

    async def play(self, actions: Sequence[int]) -> None:
        """Play an action, and keep the steps after it."""
        position = self.position
        if position is None or self.seat is None:
            self.console.say(_("Spectators only watch."))
            return
        action, *rest = actions
        if not await self._allows(position, action):
            self.queue, self.rest = [], ""
            self.console.say(_("Not played."))
            return
        if not self.queue and self.host.settings.confirm_moves:
            words = self.game.describe(actions[-1], position.view, self.names)
            if self.game.commits(actions[-1], position.view) and not await self.confirms(
                _("{move}? Yes or no.").format(move=words)
            ):
                self.console.say(_("Not played."))
                return
        try:
            self.expected = await self.connection.table(self.seat).act(position.version, action)
        except Refusal as refusal:
            self.queue, self.rest, self.expected = [], "", 0
            self.console.say(word(refusal.sentence))
            return
        self.queue = [*rest, *self.queue] if rest else self.queue
        self.since_own_move = len(self.log)

    # Commands that say something

    def regions(self) -> Sequence[Region]:
        """The position part by part."""
        return () if self.position is None else self.game.regions_of(self.position.view, self.names)

    async def say_moves(self, words: str) -> None:
        """Say what can be played."""
        moves = self.moves()
        if not moves.rows:
            self._say_no_move()
            return
        board.say_moves(self.console, moves, words)

    async def say_changes(self, _words: str) -> None:
        """Say what happened since the last own move."""
        lines = self.log[self.since_own_move :]
        self.console.say(*(lines or [_("Nothing has happened since your last move.")]))

    async def say_why_not(self, words: str) -> None:
        """Say why a move is not allowed, or all that can't be done now."""
        position = self.position
        if position is None or self.seat is None:
            return
        moves = self.moves()
        if words:
            is_number = moves.numbered(commands.number(words) or 0) is not None
            if is_number or moves.noted(words) is not None:
                self.console.say(_("That move is allowed."))
                return
            reason = self.game.why_not_typed(words, moves.legal, moves.view, self.names)
            if not moves.legal:
                reason = _("It is not your move.")
            self.console.say(reason or _("'{entry}' is no move here.").format(entry=words[:60]))
            return
        help = self.game.help_for(Moment(position.view, moves.legal, self.names, typed_key()))
        self.console.say(*(list(help.cannot) or [_("Nothing in particular is forbidden now.")]))

    async def say_score(self, _words: str) -> None:
        """Say the points."""
        if self.position is not None:
            events = self.events.get(self.seat, [])
            self.console.say(*standing_lines(self.game, self.position, self.names, events))

    async def say_log(self, words: str) -> None:
        """Say the last lines of the log."""
        count = (
            len(self.log) if words == "all" or words == _p("line command", "all") else LAST_LINES
        )
        number = commands.number(words)
        if number is not None:
            count = number
        lines = self.log[len(self.log) - min(count, len(self.log)) :]
        self.console.say(*(lines or [_("Nothing has happened yet.")]))

    async def say_rules(self, words: str) -> None:
        """Read the rules."""
        self.console.say(*rulebook.read(self.connection.game, words))

    async def say_talk(self, _words: str) -> None:
        """Say what was said at the table."""
        self.console.say(*talk_lines(self.connection.chat))

    async def say_who(self, _words: str) -> None:
        """Say who plays."""
        self.console.say(f"{self._players_words()}.")

    async def say_saved(self, _words: str) -> None:
        """Say how the match is saved."""
        if self.unsaved:
            text = _("Trying again every few seconds. You can keep playing.")
            self.console.say(f"{self.unsaved} {text}")
        elif self.connection.is_shared:
            self.console.say(_("The server saves the match after every move."))
        elif self.connection.own_seats:
            text = _("The match is saved after every move, as {id}. Type home or quit to leave it.")
            self.console.say(text.format(id=self.connection.match[:8]))
        else:
            self.console.say(_("You are watching: there is nothing to save."))

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

    async def _accepts_assistance(self, question: str) -> bool:
        position = self.position
        if position is None or position.assisted:
            return True
        return await self.confirms(f"{question} {_('Yes or no.')}")

    async def hint(self, words: str) -> None:
        """Say the best move, and play it if that is wanted."""
        position = self.position
        if position is None or not position.legal or self.seat is None:
            self.console.say(_("It is not your move, so there is no hint."))
            return
        text = _("A hint marks this match as assisted: it will not count for your rating.")
        if not commands.is_yes(words) and not await self._accepts_assistance(text):
            self.console.say(_("No hint."))
            return
        self.console.say(_("Looking for a good move …"))
        try:
            advice = await self.connection.table(self.seat).hint()
        except Refusal as refusal:
            self.console.say(word(refusal.sentence))
            return
        self.console.say(*self._advice_lines(position, advice.result))

    async def undo(self, words: str) -> None:
        """Take the last decision back."""
        position = self.position
        if position is None or self.seat is None:
            self.console.say(_("Spectators can't undo."))
            return
        if position.undo is not None:
            self.console.say(word(position.undo))
            return
        text = _("Your opponents have moved since your last move. Undoing it marks this match as "
                 "assisted: it will not count for your rating.")  # fmt: skip
        asks = position.undo_assists and not commands.is_yes(words)
        if asks and not await self._accepts_assistance(text):
            self.console.say(_("Nothing is undone."))
            return
        await self._send(self.connection.table(self.seat).undo())

    async def redo(self, _words: str) -> None:
        """Play again what was taken back."""
        position = self.position
        if position is None or self.seat is None or not position.redo:
            self.console.say(_("There is nothing to redo."))
        else:
            await self._send(self.connection.table(self.seat).redo())

    async def _send(self, request: Awaitable[object]) -> None:
        self.queue, self.expected, self.asked_version = [], 0, -1
        try:
            answer = await request
        except Refusal as refusal:
            self.console.say(word(refusal.sentence))
            return
        if isinstance(answer, UndoAsked):
            names = listed(self.names[seat] for seat in answer.asked)
            self.console.say(_("Waiting for {names} to agree.").format(names=names))

    async def hurry(self, _words: str) -> None:
        """Have the computer player that thinks move now."""
        if self.is_asked:
            self.console.say(_("No computer player is thinking."))
        else:
            self.connection.table(self.seat).hurry()

    async def speak(self, text: str) -> None:
        """Say something at the table."""
        if not text:
            self.console.say(_("Say what? Such as: say good luck."))
        elif not self.connection.is_shared:
            self.console.say(_("Only computer players are here: they don't answer."))
        else:
            seat = self.connection.own_seats[0] if self.connection.own_seats else None
            name = self.names[seat] if seat is not None else _("Spectator")
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
        if is_over or commands.is_yes(words) or await self.confirms(f"{text} {_('Yes or no.')}"):
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
            self.host, self.connection, self.game, position, self.events.get(self.seat, [])
        )
        self.console.say(*lines, self._ways_on())

    def _ways_on(self) -> str:
        """What can be typed once the match is over."""
        ways = [_p("line command", "log"), _p("line command", "home"), _p("line command", "quit")]
        if self.connection.rematch is not None:
            ways.insert(0, _p("line command", "rematch"))
        return _("Type {commands}.").format(commands=", ".join(ways))


def typed_key() -> KeyName:
    """What is typed in place of the key of a command: its word."""

    def key(command: str) -> str:
        return command.rpartition(".")[2].replace("_", " ")

    return key
