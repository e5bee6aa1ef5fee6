"""Robots that sit at the tables: they do what people do, and what people should not do."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from random import Random
from typing import TYPE_CHECKING, Any

from caravan_tui.bus.base import Subscription
from caravan_tui.bus.competition_messages import (
    ChangeTournament,
    ListTournaments,
    NewTournament,
    Tournaments,
    TournamentView,
)
from caravan_tui.bus.lobby_messages import (
    CreateMatch,
    Hello,
    Invite,
    JoinMatch,
    LeaveTable,
    ListMatches,
    Matches,
    Resign,
    RestartMatch,
    ResumeMatch,
    Seated,
    SendChat,
    WatchMatch,
    account_topic,
    news_topic,
)
from caravan_tui.bus.messages import (
    LOBBY,
    Act,
    Chat,
    Done,
    GetHint,
    GetPosition,
    Hurry,
    Pause,
    Position,
    Redo,
    Refused,
    Undo,
    UndoAnswer,
    UndoAsked,
    seat_topic,
    table_topic,
    watch_topic,
)
from caravan_tui.bus.notice_messages import NoticeChoices, Notices, SetNotices
from caravan_tui.bus.socket import RefusedError, SocketBus
from caravan_tui.competition.tournament import FORMATS
from caravan_tui.games.contract import OptionValue
from caravan_tui.notices.kinds import KINDS
from caravan_tui.server.accounts import account_id_of
from tests.world.history import Ear, ViolationError
from tests.world.plan import GAMES
from tests.world.transport import Pipe

if TYPE_CHECKING:
    from tests.world.world import World

LEVEL = "herder"
FEW_SEATS = {"decktet": 2, "sahara": 4, "dice_village": 4, "caravanserai": 4, "ahldarahd": 5}
GOODBYE = 2.0
"""Seconds after leaving a table in which a position may still be on its way."""


class Chair:
    """A seat, or a watcher's place, at one match: listens, and remembers the newest position."""

    def __init__(self, robot: Robot, bus: SocketBus, match: str, seat: int | None) -> None:
        self.match, self.seat = match, seat
        self.newest: Position | None = None
        self.left_at: float | None = None
        self.may_return = False
        """Its person has asked for some table since: this one may be it."""
        self._robot, self._bus = robot, bus
        own = watch_topic(match) if seat is None else seat_topic(match, seat)
        self.ear = Ear(robot.name, match, seat)
        self.subscription: Subscription = bus.subscribe(own, table_topic(match))
        self.task = asyncio.create_task(self._listen())

    @property
    def own_seat(self) -> int:
        """The number of the seat; not for a watcher."""
        assert self.seat is not None
        return self.seat

    async def _listen(self) -> None:
        world = self._robot.world
        async for message in self.subscription:
            if isinstance(message, Position):
                has_left = self.left_at is not None and not self.may_return
                if has_left and world.loop.now > (self.left_at or 0.0) + GOODBYE:
                    raise ViolationError(
                        "address",
                        f"{self._robot.name} left {self.match[:6]} at {self.left_at:.1f} and still "
                        f"gets the positions of seat {self.seat}",
                    )
                world.history.on_position(self.ear, message)
                self.newest = message
            elif isinstance(message, UndoAsked) and self.seat in message.asked:
                self._answer(message)

    def _answer(self, asked: UndoAsked) -> None:
        mood = Random(f"{asked.id}{self.seat}").random()
        if mood < 0.25:
            return  # silence is a refusal
        agrees = mood < 0.8
        self._robot.world.loop.call_later(4 * mood, self.say, asked.id, agrees)

    def say(self, undo: str, agrees: bool) -> None:
        """Answer an undo."""
        assert self.seat is not None
        history = self._robot.world.history.matches.get(self.match)
        if agrees and history is not None:
            history.agreements.add(self.seat)
        answer = UndoAnswer(self.match, self.seat, undo, agrees)
        self._bus.publish(table_topic(self.match), answer)

    def close(self) -> None:
        """Listen no more."""
        self.subscription.close()
        self.task.cancel()


class Robot:
    """One person, with an account and sessions one after another."""

    def __init__(self, world: World, name: str) -> None:
        self.world, self.name = world, name
        self.id = account_id_of(name)
        self.bus: SocketBus | None = None
        self.process = ""
        self.chairs: dict[tuple[str, int | None], Chair] = {}
        self.solo: list[str] = []
        """The matches of its own, the oldest first."""
        self.codes: dict[str, str] = {}
        """By match that it has seen in the lobby: its code."""
        self._sessions = self._topics = 0
        self._news: Subscription | None = None

    # Sessions

    def start(self, step: Coroutine[Any, Any, None]) -> asyncio.Task[Any]:
        """Do something, as the process of the session."""
        return self.world.loop.spawn(self.process or f"{self.name}#0", step)

    @property
    def is_connected(self) -> bool:
        """Whether its session lives."""
        return self.bus is not None and not self.bus.lost.is_set()

    async def connect(self, rng: Random) -> None:
        """Begin a session if there is none."""
        if not self.is_connected:
            await self.connect_again(rng)

    async def connect_again(self, _rng: Random) -> None:
        """Begin a session, which ends the one before."""
        token = await self.world.admit(self)
        if token is None:
            return
        if self.process:
            self._vanish()
        self._sessions += 1
        self.process = f"{self.name}#{self._sessions}"
        try:
            path = self.world.socket
            bus = await self.world.join(
                self.world.loop.spawn(self.process, SocketBus.connect(path, token))
            )
        except (OSError, RefusedError, TimeoutError):
            return
        if bus is None:
            return
        self.bus = bus
        self._news = bus.subscribe(LOBBY, news_topic(self.id))
        await self.world.join(self.world.loop.spawn(self.process, self._begin()))

    async def _begin(self) -> None:
        welcome = await self.ask(Hello("en"))
        if getattr(welcome, "resume", ""):
            kind = {"join": JoinMatch, "watch": WatchMatch, "open": ResumeMatch}
            await self._enter(kind[welcome.resume_mode](welcome.resume))

    def _vanish(self) -> None:
        """The process of the session is killed."""
        self.world.end_process(self.process)
        self.bus, self.process = None, ""
        self.chairs.clear()

    async def break_off(self, _rng: Random) -> None:
        """The session's process dies, without a word."""
        if self.bus is not None:
            self.world.end_session(self)

    async def quit(self, _rng: Random) -> None:
        """Leave as one should."""
        if self.bus is None:
            return
        for chair in self.chairs.values():
            chair.close()
        self.chairs.clear()
        await self.bus.close()
        self.bus = None
        self.world.end_session(self, is_cut_off=False)

    # Asking

    async def ask(self, message: Any) -> Any:
        """A request to the lobby; None if there is no answer."""
        return await self._request(account_topic(self.id), message)

    async def tell(self, match: str, message: Any) -> Any:
        """A request to a table; None if there is no answer."""
        return await self._request(table_topic(match), message)

    async def _request(self, topic: str, message: Any) -> Any:
        if self.bus is None:
            return None
        try:
            return await self.bus.request(topic, message, 10.0)
        except TimeoutError:
            return None

    async def _enter(self, message: Any) -> Any:
        """Ask for a place at a table, and take it."""
        for chair in self.chairs.values():
            chair.may_return = True
        answer = await self.ask(message)
        self._sit(answer)
        return answer

    def _sit(self, answer: Any) -> str:
        """Take part in a match as an answer allows; its id."""
        if not isinstance(answer, Seated) or self.bus is None:
            return ""
        self.world.on_seated(self, answer)
        if answer.waiting:
            return answer.match
        if answer.is_solo and answer.match not in self.solo:
            self.solo.append(answer.match)
        seats: list[int | None] = [*answer.seats]
        for seat in seats or [None]:
            old = self.chairs.get((answer.match, seat))
            if old is not None:
                old.close()
            self.chairs[answer.match, seat] = Chair(self, self.bus, answer.match, seat)
        return answer.match

    async def look_at(self, match: str, seat: int | None, history: bool = False) -> Position | None:
        """The newest position, held against the history of the match."""
        answer = await self.tell(match, GetPosition(match, seat, history))
        if not isinstance(answer, Position):
            return None
        self.world.history.on_position(Ear(self.name, match, seat), answer)
        return answer

    def _seats(self, rng: Random) -> list[Chair]:
        """The seats that it holds, in any order."""
        chairs = [c for c in self.chairs.values() if c.seat is not None and c.left_at is None]
        rng.shuffle(chairs)
        return chairs

    async def act(self, match: str, seat: int, version: int, action: int) -> Any:
        """Ask for an act, and note what is answered."""
        self.world.on_ask(self, match, seat, version, action)
        answer = await self.tell(match, Act(match, seat, version, action))
        if isinstance(answer, Done):
            self.world.history.on_done(match, seat, version, action)
        return answer

    # What people do

    async def _rows(self) -> list[Any]:
        answer = await self.ask(ListMatches())
        if not isinstance(answer, Matches):
            return []
        self.world.on_rows(self, answer.rows)
        return answer.rows

    async def list_matches(self, _rng: Random) -> None:
        await self._rows()

    def _new(self, rng: Random, *kinds: str, **more: Any) -> CreateMatch:
        game = rng.choice(GAMES)
        few = FEW_SEATS[game]
        options: dict[str, OptionValue] = {"hands": 1} if game == "decktet" else {}
        kinds = kinds[: max(2, few)]
        return CreateMatch(game, options, list(kinds), [""] * len(kinds), **more)

    async def create_shared(self, rng: Random) -> None:
        """A match for people, with whatever the owner may choose."""
        more = {
            "absent": rng.choice(("wait", LEVEL)), "grace": rng.choice((0, 3, 20)),
            "clock": rng.choice((0, 0, 10, 30)), "private": rng.random() < 0.3,
        }  # fmt: skip
        extra = rng.choice(((), (), ("open",), (LEVEL,), ("person",)))
        await self._enter(self._new(rng, "person", "open", *extra, **more))

    async def create_for_days(self, rng: Random) -> None:
        """A match by correspondence."""
        more = {"days": rng.choice((1, 1, 3)), "private": rng.random() < 0.1}
        await self._enter(self._new(rng, "person", "open", **more))

    async def invite(self, rng: Random) -> None:
        """Call somebody to a match that waits for players."""
        own = [row for row in await self._rows() if row.own_seats and "open" in row.kinds]
        if own:
            await self.ask(Invite(rng.choice(own).match, rng.choice(list(self.world.robots))))

    # Tournaments and notices

    async def choose_notices(self, rng: Random) -> None:
        """Choose how to be called while away, now and then by nobody."""
        self._topics += 1
        channel = "ntfy" if rng.random() < 0.9 else "none"
        when = rng.choice(("table", "table", "server"))
        choices = NoticeChoices(channel, f"{self.name}-{self._topics}", list(KINDS), when)
        self.world.choices.pop(self.id, None)  # until it is answered nobody knows
        if isinstance(await self.ask(SetNotices(choices)), Notices):
            self.world.on_choices(self, choices)

    async def new_tournament(self, rng: Random) -> None:
        """Announce a tournament."""
        self._topics += 1
        ask = NewTournament(
            f"{self.name} {self._topics}", rng.choice(GAMES), rng.choice(FORMATS),
            minutes=5, grace=rng.choice((3, 60)), clock=rng.choice((0, 10)),
            days=rng.choice((0, 0, 0, 1)),
        )  # fmt: skip
        answer = await self.ask(ask)
        if isinstance(answer, TournamentView):
            self.world.tournaments.add(answer.row.tournament)

    async def _tournaments(self, rng: Random) -> list[Any]:
        answer = await self.ask(ListTournaments())
        rows = list(answer.rows) if isinstance(answer, Tournaments) else []
        rng.shuffle(rows)
        return rows

    async def go_in_for(self, rng: Random) -> None:
        """Enter a tournament, seldom leave one."""
        for row in await self._tournaments(rng):
            if row.may_enter or (row.is_entered and rng.random() < 0.1):
                change: Any = "enter" if row.may_enter else "leave"
                key = row.tournament, self.id
                self.world.entries.pop(key, None)  # until it is answered nobody knows
                answer = await self.ask(ChangeTournament(row.tournament, change))
                if isinstance(answer, TournamentView):
                    self.world.entries[key] = answer.row.is_entered
                return

    async def begin_tournament(self, rng: Random) -> None:
        """Start a tournament of one's own."""
        for row in await self._tournaments(rng):
            if row.state == "open" and row.is_manager and row.players > 1:
                await self.ask(ChangeTournament(row.tournament, "start"))
                return

    async def go_to_round(self, rng: Random) -> None:
        """Sit down at the table of the round."""
        for row in await self._tournaments(rng):
            if row.match:
                await self._enter(JoinMatch(row.match))
                return

    async def create_solo(self, rng: Random) -> None:
        """A match against a computer player, or with a guest at the same keyboard."""
        ask = self._new(rng, "person", rng.choice((LEVEL, LEVEL, "person")))
        await self._enter(ask)

    async def join(self, rng: Random) -> None:
        """Take a seat somewhere, or one's own again."""
        rows = await self._rows()
        rng.shuffle(rows)
        rows.sort(key=lambda row: not (row.own_seats or "open" in row.kinds))
        if rows:
            await self._enter(JoinMatch(rng.choice((rows[0].code, rows[0].match))))

    async def watch(self, rng: Random) -> None:
        """Watch a match."""
        rows = [row for row in await self._rows() if not row.own_seats and row.started]
        if rows:
            await self._enter(WatchMatch(rng.choice(rows).match))

    async def watch_private(self, rng: Random) -> None:
        """Watch a private match by its id, which only who plays there may."""
        for match in self.world.private_matches():
            if isinstance(await self._enter(WatchMatch(match)), Seated):
                raise ViolationError("address", f"{self.name} watches a private match by its id")

    async def join_what_is_no_more(self, rng: Random) -> None:
        """Try the code of a match that has gone."""
        gone = [code for match, code in self.codes.items() if self.world.is_no_more(match, code)]
        if gone:
            answer = await self.ask(JoinMatch(rng.choice(gone)))
            code = getattr(answer, "code", "match_not_found")
            if isinstance(answer, Seated) or code not in ("match_not_found", "too_many_codes"):
                raise ViolationError("end", f"{self.name} finds a match that has gone: {code}")

    async def leave(self, rng: Random) -> None:
        """Step out of a table."""
        chairs = list(self.chairs.values())
        if not chairs:
            return
        match = rng.choice(chairs).match
        answer = await self.ask(LeaveTable(match))
        if isinstance(answer, Done):
            for chair in self.chairs.values():
                if chair.match == match and chair.left_at is None:
                    chair.left_at = self.world.loop.now

    async def resign(self, rng: Random) -> None:
        """Give up a seat for good."""
        chairs = [chair for chair in self._seats(rng) if chair.match not in self.solo]
        if chairs:
            match = chairs[0].match
            self.world.on_resign(self, match)
            if isinstance(await self.ask(Resign(match)), Done):
                for chair in self.chairs.values():
                    if chair.match == match:
                        chair.left_at = self.world.loop.now

    async def resume_solo(self, rng: Random) -> None:
        """Go on with a match of one's own."""
        if self.solo:
            match = rng.choice(self.solo)
            self.world.on_resume(self, match, await self._resume(match))

    async def _resume(self, match: str) -> Any:
        return await self._enter(ResumeMatch(match))

    async def restart_solo(self, rng: Random) -> None:
        """Begin a match of one's own once more."""
        chairs = [chair for chair in self._seats(rng) if chair.match in self.solo]
        if chairs:
            await self._enter(RestartMatch(chairs[0].match, rng.random() < 0.5))

    async def play(self, rng: Random) -> None:
        """Play some moves wherever it is one's turn."""
        pause = rng.choice((0.0, 0.05, 0.5, 2.0))
        for _ in range(rng.randrange(2, 15)):
            for chair in self._seats(rng)[:3]:
                await self._play_once(chair, rng)
            await asyncio.sleep(pause)

    async def _play_once(self, chair: Chair, rng: Random) -> bool:
        position = chair.newest or await self.look_at(chair.match, chair.seat)
        if position is None or chair.seat is None:
            return False
        choices = position.legal or (position.interrupts if rng.random() < 0.3 else [])
        if not choices:
            return False
        action = rng.choice(choices)
        answer = await self.act(chair.match, chair.seat, position.version, action)
        return isinstance(answer, Done)

    async def rush(self, rng: Random) -> None:
        """Play as fast as the table answers."""
        for _ in range(25):
            for chair in self._seats(rng)[:1]:
                chair.newest = None
                await self._play_once(chair, rng)

    async def undo(self, rng: Random) -> None:
        for chair in self._seats(rng)[:1]:
            await self.tell(chair.match, Undo(chair.match, chair.own_seat))

    async def redo(self, rng: Random) -> None:
        for chair in self._seats(rng)[:1]:
            await self.tell(chair.match, Redo(chair.match, chair.own_seat))

    async def think_again(self, rng: Random) -> None:
        """Play, take that back, play something else, and want the first back after all."""
        for chair in self._seats(rng)[:1]:
            for ask in (None, Undo, None, Redo, Undo, Redo):
                if ask is None:
                    chair.newest = None
                    await self._play_once(chair, rng)
                else:
                    await self.tell(chair.match, ask(chair.match, chair.own_seat))

    async def answer(self, rng: Random) -> None:
        """Answer an undo that nobody has asked for."""
        for chair in self._seats(rng)[:1]:
            chair.say("0" * 32, True)

    async def look(self, rng: Random) -> None:
        """Look at a table, with all that has happened."""
        for chair in list(self.chairs.values())[:2]:
            if chair.left_at is None:
                await self.look_at(chair.match, chair.seat, history=True)

    async def hint(self, rng: Random) -> None:
        for chair in self._seats(rng)[:1]:
            await self.tell(chair.match, GetHint(chair.match, chair.own_seat))

    async def hurry(self, rng: Random) -> None:
        for chair in self._seats(rng)[:1]:
            if self.bus is not None:
                self.bus.publish(table_topic(chair.match), Hurry(chair.match))

    async def chat(self, rng: Random) -> None:
        if self.bus is not None:
            self.bus.publish(account_topic(self.id), SendChat("Hello\x1b[2J"))
            for chair in self._seats(rng)[:1]:
                talk = Chat(chair.match, chair.seat, "Somebody else", "Well played.")
                topic = table_topic if chair.seat is not None else watch_topic
                self.bus.publish(topic(chair.match), talk)

    # What they should not do

    async def change_tournament_of_another(self, rng: Random) -> None:
        """Start or call off a tournament that somebody else has set up."""
        for row in await self._tournaments(rng):
            if not row.is_manager:
                change: Any = rng.choice(("start", "cancel"))
                answer = await self.ask(ChangeTournament(row.tournament, change))
                if isinstance(answer, TournamentView):
                    raise ViolationError("owner", f"{self.name}: {change} of {row.tournament}")
                return

    async def win_days(self, rng: Random) -> None:
        """Play, let a moment pass, and take that back, to have the whole time again."""
        timed = [chair for chair in self._seats(rng) if self.world.has_clock(chair.match)]
        for chair in timed[:1]:
            chair.newest = None
            if await self._play_once(chair, rng):
                await asyncio.sleep(rng.choice((0.1, 8.0, 100.0)))
                await self.tell(chair.match, Undo(chair.match, chair.own_seat))

    async def act_twice(self, rng: Random) -> None:
        """The same act, twice at once: a key that repeats."""
        for chair in self._seats(rng)[:1]:
            position = await self.look_at(chair.match, chair.seat)
            if position is not None and position.legal and chair.seat is not None:
                action = rng.choice(position.legal)
                act = self.act(chair.match, chair.seat, position.version, action)
                again = self.act(chair.match, chair.seat, position.version, action)
                await asyncio.gather(act, again)

    async def act_stale(self, rng: Random) -> None:
        """An act in a position that is gone, or has not come."""
        for chair in self._seats(rng)[:1]:
            position = await self.look_at(chair.match, chair.seat)
            if position is not None and position.legal and chair.seat is not None:
                version = max(0, position.version + rng.choice((-3, -1, 1, 2)))
                await self.act(chair.match, chair.seat, version, rng.choice(position.legal))

    async def act_illegal(self, rng: Random) -> None:
        """An act that the rules do not allow."""
        for chair in self._seats(rng)[:1]:
            position = await self.look_at(chair.match, chair.seat)
            if position is not None and chair.seat is not None:
                await self.act(chair.match, chair.seat, position.version, rng.randrange(2_000))

    async def act_for_another(self, rng: Random) -> None:
        """An act of a seat that is not one's own."""
        match, seats = self.world.somewhere(self, rng)
        if match:
            state = self.world.history.matches[match].last.state
            seat = state.to_act()
            if seat in seats:
                action, version = rng.choice(state.legal()), self.world.version(match)
                answer = await self.act(match, seat, version, action)
                if isinstance(answer, Done):
                    raise ViolationError("owner", f"{self.name} has acted for seat {seat}")

    async def undo_for_another(self, rng: Random) -> None:
        match, seats = self.world.somewhere(self, rng)
        for seat in seats[:1]:
            answer = await self.tell(match, Undo(match, seat))
            if isinstance(answer, Done | UndoAsked):
                raise ViolationError("owner", f"{self.name} has taken back for seat {seat}")

    async def answer_for_another(self, rng: Random) -> None:
        match, seats = self.world.somewhere(self, rng)
        for seat in seats[:1]:
            if self.bus is not None:
                self.bus.publish(table_topic(match), UndoAnswer(match, seat, "0" * 32, True))

    async def look_elsewhere(self, rng: Random) -> None:
        match, seats = self.world.somewhere(self, rng)
        for seat in seats[:1]:
            answer = await self.tell(match, GetPosition(match, seat))
            if isinstance(answer, Position):
                raise ViolationError("address", f"{self.name} has looked at seat {seat}")

    async def listen_elsewhere(self, rng: Random) -> None:
        """Listen to the seats of others for a while."""
        match, seats = self.world.somewhere(self, rng)
        if not match or self.bus is None:
            return
        with self.bus.subscribe(*(seat_topic(match, seat) for seat in seats)) as ears:
            await asyncio.sleep(20.0)
            while (message := ears.get_nowait()) is not None:
                if isinstance(message, Position) and message.seat in seats:
                    raise ViolationError("address", f"{self.name} hears seat {message.seat}")

    async def undo_storm(self, rng: Random) -> None:
        """Undo and redo, over and over, without waiting."""
        for chair in self._seats(rng)[:1]:
            kinds = [rng.choice((Undo, Undo, Redo)) for _ in range(12)]
            asks = [self.tell(chair.match, kind(chair.match, chair.own_seat)) for kind in kinds]
            await asyncio.gather(*asks)

    async def play_together(self, rng: Random) -> None:
        """Act, undo and redo at the same moment."""
        for chair in self._seats(rng)[:1]:
            position = await self.look_at(chair.match, chair.seat)
            if position is None or not position.legal or chair.seat is None:
                continue
            action = rng.choice(position.legal)
            asks = [
                self.act(chair.match, chair.seat, position.version, action),
                self.tell(chair.match, Undo(chair.match, chair.own_seat)),
                self.tell(chair.match, Redo(chair.match, chair.own_seat)),
                self.act(chair.match, chair.seat, position.version + 1, action),
            ]
            rng.shuffle(asks)
            await asyncio.gather(*asks)

    async def ask_and_break_off(self, rng: Random) -> None:
        """Ask for something and die before the answer."""
        asks = [self.play(rng), self.join(rng), self.leave(rng), self.create_solo(rng)]
        chosen = asks.pop(rng.randrange(len(asks)))
        for ask in asks:
            ask.close()
        asyncio.get_running_loop().create_task(chosen)
        await asyncio.sleep(0.02 * rng.random())
        await self.break_off(rng)

    async def read_slowly(self, rng: Random) -> None:
        """Read nothing for a while."""
        for pipe in self.world.loop.network.of(self.process):
            self._stall(pipe, rng.choice((1.0, 20.0, 90.0)))

    def _stall(self, pipe: Pipe, seconds: float) -> None:
        pipe.stall(True)
        self.world.loop.call_later(seconds, pipe.stall, False)

    async def pause(self, rng: Random) -> None:
        """Pause a match between people, which nobody may."""
        for chair in self._seats(rng)[:1]:
            if not isinstance(
                await self.tell(chair.match, Pause(chair.match, True)), Refused | None
            ):
                raise ViolationError("owner", f"{self.name} has paused a match")
