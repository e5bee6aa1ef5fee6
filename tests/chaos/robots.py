"""Robots that sit at tables of a cluster, and come back through any host that lets them in."""

from __future__ import annotations

import asyncio
import time
from hashlib import sha256
from pathlib import Path
from random import Random

from caravan_tui.bus.lobby_messages import (
    CreateMatch,
    JoinMatch,
    ListMatches,
    Matches,
    Seated,
    account_topic,
)
from caravan_tui.bus.messages import (
    Act,
    Done,
    GetPosition,
    Message,
    Position,
    Refused,
    table_topic,
)
from caravan_tui.bus.socket import SocketBus
from caravan_tui.games import registry
from caravan_tui.server.config import Config
from tests.chaos.balancer import Balancer
from tests.chaos.history import MatchHistory

PACE = 0.25
"""Seconds between two actions of a robot."""
ANSWER_SECONDS = 1.0
"""A robot whose host is silent for longer connects again."""
ACT_SECONDS = 10.0
"""As a screen waits for the answer to a move."""
ADMIT_SECONDS = 4.0
THIRD_SEATS = {"decktet": (), "dice_village": ("porter",), "sahara": ("porter",)}
"""By game: levels that play beside two robots."""


class AwayError(Exception):
    """The table does not answer through this host."""


class Table:
    """One of the tables: two robots, and the match that they play now."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.game = registry.ids()[number % len(registry.ids())]
        self.history: MatchHistory | None = None
        self.ended: list[MatchHistory] = []
        """Matches that were played to the end."""
        self.is_joined = False
        self.tried = 0.0
        """Since when a move waits to be taken; 0: none does."""
        self.blocked = 0.0
        """The longest that one has waited, in seconds, since it was set to 0."""

    def note_try(self) -> None:
        """A robot sends a move."""
        self.tried = self.tried or time.monotonic()

    def note_move(self) -> None:
        """A move was taken."""
        if self.tried:
            self.blocked = max(self.blocked, time.monotonic() - self.tried)
        self.tried = 0.0

    def next_match(self, match: str) -> None:
        """The match on the table has ended."""
        if self.history is not None and self.history.match == match:
            self.ended.append(self.history)
            self.history, self.is_joined, self.tried = None, False, 0.0


class Robot:
    """One player. Whatever happens it comes back."""

    def __init__(self, table: Table, place: int, balancer: Balancer, rng: Random) -> None:
        """`place`: 0 makes the matches, 1 joins them."""
        self.table, self.place = table, place
        self.account = sha256(f"robot {table.number} {place}".encode()).hexdigest()[:32]
        self._balancer, self._rng = balancer, rng
        self.answered = time.monotonic()
        """When its table last answered it."""
        self.silence = 0.0
        """The longest time between two answers, in seconds, since it was set to 0."""
        self.silent_until = 0.0
        """When that ended."""
        self.actions = 0
        """Acknowledged actions."""
        self.may_act = asyncio.Event()
        self.may_act.set()
        self.is_idle = False
        self.moves_on = False
        """Whether it is to connect anew, so that all hosts have players."""
        self.host, self.was_at = "", ""
        """The host where its session is, and where it was when a fault began."""
        self.troubles: list[tuple[float, str]] = []
        """When and why it could not play, since the list was cleared."""

    @property
    def name(self) -> str:
        """Its table and place, for reports."""
        return f"robot {self.table.number}.{self.place}"

    @property
    def trouble(self) -> str:
        """Why it last could not play."""
        return self.troubles[-1][1] if self.troubles else ""

    def _note_trouble(self, text: str) -> None:
        self.troubles.append((time.monotonic(), text))

    async def run(self) -> None:
        """Play until cancelled."""
        while True:
            ready = self._balancer.ready()
            if not ready:
                await asyncio.sleep(0.05)
                continue
            host = self._rng.choice(ready)
            try:
                async with asyncio.timeout(ADMIT_SECONDS):
                    token = await host.admit(self.account)
                    bus = await SocketBus.connect(Config(home=host.folder).socket, token)
            except (TimeoutError, OSError) as error:
                self._note_trouble(f"{host.name}: not admitted: {error!r}")
                await asyncio.sleep(0.1)
                continue
            self.host = host.name
            try:
                await self._play(bus)
            except (AwayError, TimeoutError) as error:
                self._note_trouble(f"{host.name}: {error!r}")
                await asyncio.sleep(0.05)
            finally:
                await bus.close()

    def _note_answer(self) -> None:
        now = time.monotonic()
        if now - self.answered > self.silence:
            self.silence, self.silent_until = now - self.answered, now
        self.answered = now

    async def _ask(self, bus: SocketBus, message: Message, seconds: float) -> Message:
        if bus.lost.is_set():
            raise AwayError("connection lost")
        return await bus.request(account_topic(self.account), message, seconds)

    async def _play(self, bus: SocketBus) -> None:
        while True:
            history = self.table.history
            if history is None or (self.place == 1 and not self.table.is_joined):
                await self._make_or_join(bus)
                continue
            seated = await self._ask(bus, JoinMatch(history.match), 4.0)
            self._note_trouble(f"{self.host}: joins: {type(seated).__name__}")
            if isinstance(seated, Refused) and seated.code == "match_not_found":
                self.table.next_match(history.match)  # it ended while this robot was away
                continue
            if not isinstance(seated, Seated):
                raise AwayError(str(seated))
            if seated.waiting:
                self._rest()
                await asyncio.sleep(PACE)
                continue
            await self._play_match(bus, history, seated.seats[0])

    def _rest(self) -> None:
        """There is an answer, and nothing to do."""
        self._note_answer()
        self.is_idle = not self.may_act.is_set()

    async def _make_or_join(self, bus: SocketBus) -> None:
        table = self.table
        if not self.may_act.is_set():
            self._rest()
            await asyncio.sleep(PACE)
        elif self.place == 0:
            kinds = ["person", "open", *THIRD_SEATS.get(table.game, ())]
            ask = CreateMatch(table.game, {}, kinds, [""] * len(kinds))
            made = await self._ask(bus, ask, 4.0)
            if not isinstance(made, Seated):
                raise AwayError(str(made))
            self._note_answer()
            table.history = MatchHistory(made.match, frozenset({0, 1}))
        else:
            await self._join(bus)

    async def _join(self, bus: SocketBus) -> None:
        table = self.table
        answer = await self._ask(bus, ListMatches(), 4.0)
        if not isinstance(answer, Matches):
            raise AwayError(str(answer))
        self._note_answer()
        self._note_trouble("its match is not listed")
        for row in answer.rows:
            if table.history is not None and row.match == table.history.match:
                joined = await self._ask(bus, JoinMatch(row.match), 4.0)
                if not isinstance(joined, Seated):
                    raise AwayError(str(joined))
                if joined.seats:
                    table.is_joined = True
                    return
        await asyncio.sleep(PACE)

    async def _play_match(self, bus: SocketBus, history: MatchHistory, seat: int) -> None:
        topic = table_topic(history.match)
        while True:
            await asyncio.sleep(PACE * self._rng.uniform(0.5, 1.5))
            if self.moves_on or bus.lost.is_set():
                self.moves_on = False
                raise AwayError("connection lost")
            ask = GetPosition(history.match, seat)
            try:
                position = await bus.request(topic, ask, ANSWER_SECONDS)
            except TimeoutError:
                self._note_trouble("no position")
                await self._ask(bus, ListMatches(only_own=True), 2 * ANSWER_SECONDS)
                continue  # the host is there, and leads its players back to the table
            if not isinstance(position, Position):
                self._note_trouble(str(position))
                return
            self._note_answer()
            history.has_begun, history.version = True, position.version
            if position.over:
                self.table.next_match(history.match)
                return
            if not self.may_act.is_set():
                self.is_idle = True
                continue
            moves = position.legal or position.interrupts
            if not moves:
                continue
            action = self._rng.choice(moves)
            submitted = history.submit(position.version, seat, action)
            act = Act(history.match, seat, position.version, action)
            self.table.note_try()
            answer = await bus.request(topic, act, ACT_SECONDS)
            if isinstance(answer, Done):
                submitted.is_acknowledged = True
                self.table.note_move()
                self.actions += 1
                self._note_answer()
            else:
                self._note_trouble(str(answer))


def notes_of(folder: Path, host: str) -> Path:
    """Where a host notes its saves."""
    return folder / f"{host}.saves"
