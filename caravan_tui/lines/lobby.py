"""The lobby of a server in line mode: matches with other people, and talk."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from caravan_tui.bus.lobby_messages import LONGEST_WAIT, MatchRow
from caravan_tui.bus.messages import LONGEST_TALK, Chat
from caravan_tui.bus.wording import time_left
from caravan_tui.engine.record import PERSON
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionError
from caravan_tui.games.kit.sentences import listed
from caravan_tui.hosts.base import Host
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.hosts.lobby import LobbyClient, Room, said_after
from caravan_tui.hosts.players import chosen_seat, program_kinds
from caravan_tui.hosts.turns import is_own_turn
from caravan_tui.i18n import _, _n
from caravan_tui.lines import forms, notices, ratings
from caravan_tui.lines.commands import LineCommand
from caravan_tui.lines.console import Console
from caravan_tui.lines.room import LineRoom, confirms, obey, said, talk_lines
from caravan_tui.lines.tournaments import TournamentDesk, clocks

OPEN = "open"
"""The kind of a seat that waits for a person of the server."""


class LobbyRoom(LineRoom):
    """The list of matches, and what is said in the lobby."""

    def __init__(self, host: Host, lobby: LobbyClient, console: Console) -> None:
        super().__init__(console)
        self.host = host
        self.lobby = lobby
        self.connection: TableConnection | None = None
        self.last_said: Chat | None = None
        """The last line of talk that was said."""
        self.commands = [
            LineCommand("matches", "the matches", self.say_matches),
            LineCommand("join", "take a seat in a match, or your own again", self.join, "code"),
            LineCommand("watch", "watch a match", self.watch, "code"),
            LineCommand("create", "create a match that others can join", self.create, "[game]"),
            LineCommand(
                "invite", "invite a player to a match of yours that waits", self.invite, "code name"
            ),
            LineCommand("give up", "leave your seat in a match for good", self.give_up, "code"),
            *TournamentDesk(host, lobby, console).commands,
            ratings.command(console, lobby.competitions),
            LineCommand("people", "who is here", self.say_people),
            notices.command(console, lobby.notices),
            LineCommand("say", "say something to everybody in the lobby", self.speak, "text"),
            LineCommand("talk", "what was said", self.say_talk),
            LineCommand("help", "these commands", self.help, "[command]"),
            LineCommand("home", "back home", self.leave),
            LineCommand("quit", "end the session", self.quit),
        ]

    async def run(self, started: list[str]) -> TableConnection | None:
        """Take lines until a table is to be opened, or the lobby is left (None). `started`: the
        matches of this player that begin meanwhile; the first one is opened."""
        self.connection, self.is_leaving = None, False
        self.lobby.is_shown = True
        end = self.lobby.on_change(self._changed)
        try:
            await self.lobby.refresh()
            self.console.say(_("The lobby. Type help for the commands."))
            await self.say_matches("")
            await self.say_people("")
            while self.connection is None and not self.is_leaving:
                if started:
                    await self._open(lambda: self.lobby.join(started.pop(0)))
                    continue
                entry = await self.read()
                if entry is None:
                    break
                if entry or not started:
                    await self._handle(entry)
        finally:
            end()
            self.lobby.is_shown = False
        return self.connection

    async def _handle(self, entry: str) -> None:
        left = _("Left. You are in the lobby.")
        await obey(self.console, entry, self.commands, lambda: self.say_matches(""), left)

    def _changed(self) -> None:
        """Say what is new in the talk."""
        lines = said_after(self.lobby.chat, self.last_said)
        if lines:
            self.last_said = lines[-1]
        for chat in lines:
            self.console.say(said(chat))

    async def _open(self, make: Callable[[], Awaitable[TableConnection | None]]) -> None:
        try:
            self.connection = await make()
        except OptionError as error:
            self.console.say(str(error))
            return
        if self.connection is None:
            await self.lobby.refresh()
            mine = [row for row in self.lobby.rows if row.match == self.lobby.newest]
            self.lobby.newest = ""
            text = _("Your match waits in the lobby until all seats are taken. Its code is {code}.")
            self.console.say(text.format(code=mine[0].code) if mine else "")

    # What is said

    async def say_matches(self, _words: str) -> None:
        """Say the matches, the own ones first."""
        await self.lobby.refresh()
        none = _("No match is open yet. Type create to create one.")
        self.console.say(*([self._row(row) for row in self.lobby.rows] or [none]))

    def _row(self, row: MatchRow) -> str:
        seats = []
        for name, kind, is_present in zip(row.names, row.kinds, row.present, strict=True):
            text = _("an open seat") if kind == OPEN else name
            seats.append(
                text if kind == OPEN or is_present else _("{name} (away)").format(name=name)
            )
        text = _("{code}: {game} by {owner}, with {seats}; {state}.")
        if row.event:
            text = _("{code}: {game}, {event}, round {number}, with {seats}; {state}.")
        return text.format(
            code=row.code, game=registry.game_name(row.game), owner=row.owner, event=row.event,
            number=row.round, seats=listed(seats), state=self._state(row),
        )  # fmt: skip

    def _state(self, row: MatchRow) -> str:
        if row.over:
            return _("over")
        if not row.started:
            count = row.kinds.count(OPEN)
            text = _n("{count} open seat", "{count} open seats", count).format(count=count)
            return _("yours, waits") if row.own_seats else text
        text = _("yours, runs") if row.own_seats else _("being played")
        if is_own_turn(row):
            text = _("your turn")
        if row.left >= 0:
            text += ", " + _("{time} left").format(time=time_left(row.left))
        return text

    async def say_people(self, _words: str) -> None:
        """Say who is on the server."""
        self.console.say(_("Here: {names}.").format(names=listed(self.lobby.people, _("nobody"))))

    async def say_talk(self, _words: str) -> None:
        """Say what was said."""
        self.console.say(*talk_lines(self.lobby.chat))

    # What is done

    async def join(self, code: str) -> None:
        """Take a seat."""
        await self._open(lambda: self.lobby.join(code.strip()))

    async def watch(self, code: str) -> None:
        """Watch a match."""
        await self._open(lambda: self.lobby.watch(code.strip()))

    async def give_up(self, code: str) -> None:
        """Leave a seat for good."""
        wanted = code.strip().upper()
        row = next((r for r in self.lobby.rows if r.code.upper() == wanted and r.own_seats), None)
        if row is None:
            self.console.say(_("You have no seat in a match with this code."))
            return
        if not await confirms(self.console, _("Give up your seat for good?")):
            self.console.say(_("You keep your seat."))
            return
        try:
            await self.lobby.resign(row.match)
        except OptionError as error:
            self.console.say(str(error))
            return
        self.console.say(_("You have given up your seat."))

    async def create(self, words: str) -> None:
        """Create a match by answers; the game may have been named."""
        try:
            game = registry.id_of(words.strip()) if words.strip() else ""
        except registry.UnknownGameError as error:
            self.console.say(str(error))
            return
        console, host = self.console, self.host
        kinds = [
            (_("open for others"), OPEN), *host.levels(), *program_kinds(host.hosted_programs())
        ]  # fmt: skip
        made = await forms.new_table(console, kinds, OPEN, PERSON, named=game)
        privacy = [(_("everybody here"), ""), (_("only people with the code"), "private")]
        is_private = await forms.choose(console, _("Who sees it?"), privacy) == "private"
        days = await forms.choose_days(console)
        absent, grace, clock = ("wait", 0, 0) if days else await self._pace()
        name = self.host.player_name()
        seats = [chosen_seat(kind, name if kind == PERSON else "") for kind in made.kinds]
        room = Room(absent, grace, clock, days, is_private)
        await self._open(lambda: self.lobby.create(made.game, made.options, seats, room=room))

    async def _pace(self) -> tuple[str, int, int]:
        """Who plays for a player who leaves, after how many seconds, and the seconds of a turn."""
        console = self.console
        levels = [(_("nobody: the match waits"), "wait"), *self.host.levels()]
        absent = await forms.choose(console, _("Who plays for a player who leaves?"), levels)
        grace = Room().grace
        if absent != "wait":
            question = _("After how many seconds?")
            grace = await forms.count(console, question, 0, LONGEST_WAIT, grace)
        return absent, grace, int(await forms.choose(console, _("Clock: seconds a turn"), clocks()))

    async def speak(self, text: str) -> None:
        """Say something to everybody."""
        if text:
            self.lobby.say(text[:LONGEST_TALK])
            await asyncio.sleep(0)
        else:
            self.console.say(_("Say what? Such as: say good luck."))

    async def invite(self, words: str) -> None:
        """Call a player to a match."""
        code, _blank, name = words.strip().partition(" ")
        if not name.strip():
            self.console.say(_("Invite whom to what? Such as: invite ABCD Anna."))
            return
        try:
            await self.lobby.invite(code.upper(), name.strip())
        except OptionError as error:
            self.console.say(str(error))
            return
        self.console.say(_("Invited {name}.").format(name=name.strip()))
