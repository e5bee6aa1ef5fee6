"""One account against twenty that type: what its greed costs their keys.

The account does one greedy thing after the other, with frames of its own on the bus, as a session
could whose process was taken over. Without and with it are measured in turn, pair by pair, so that
other work on the machine meets both.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from ai.views import pack
from bench.load_server import GREEDY_TOKENS, Client, Server, print_figure, share, typing
from caravan_tui.bus.lobby_messages import (
    CreateMatch,
    LeaveTable,
    ListMatches,
    Resign,
    Seated,
    SendChat,
    account_topic,
)
from caravan_tui.bus.messages import (
    Act,
    Done,
    GetHint,
    GetPosition,
    Message,
    Position,
    Redo,
    Refused,
    SearchRequest,
    Undo,
    search_topic,
    table_topic,
)
from caravan_tui.bus.socket import SocketBus
from caravan_tui.engine import Match, Seat
from caravan_tui.server.accounts import account_id_of

PACE = 1 / 30
"""Seconds between two messages of the greedy account, as of a key that is held down."""
AT_ONCE = 8
LONG = 150
"""Actions of the match in which undo is held down."""


Step = Callable[[], Awaitable[object]]


class Greedy:
    """One account's greedy things: each prepares what it needs, and returns what is then done over
    and over, several at a time."""

    def __init__(self, bus: SocketBus, account: str) -> None:
        self.bus, self.account = bus, account
        self.refused: dict[str, int] = {}
        """How often the server refused, by code."""
        self.answered = 0
        self.note = ""
        """What else is to be told."""
        self._next = 0.0

    async def ask(self, topic: str, message: Message) -> Message:
        """Ask when it is time, and count what comes: who asks faster is cut off by the server, and
        costs nobody anything from then on."""
        loop = asyncio.get_running_loop()
        self._next = max(self._next + PACE, loop.time())
        await asyncio.sleep(self._next - loop.time())
        answer = await self.bus.request(topic, message, 20.0)
        if isinstance(answer, Refused):
            self.refused[answer.code] = self.refused.get(answer.code, 0) + 1
        else:
            self.answered += 1
        return answer

    async def lobby(self, message: Message) -> Message:
        """Ask the lobby."""
        return await self.ask(account_topic(self.account), message)

    async def create(self, game: str, *kinds: str) -> Seated | None:
        """Ask for a match alone, or with an open seat."""
        made = await self.lobby(CreateMatch(game, {}, list(kinds), [""] * len(kinds)))
        return made if isinstance(made, Seated) else None

    async def new_match(self, game: str, *kinds: str) -> str:
        """A match that there must be."""
        made = await self.create(game, *kinds)
        assert made is not None, self.refused
        return made.match

    async def repeat(self, step: Step) -> None:
        """Do something over and over, several at a time, until cancelled."""

        async def work() -> None:
            while True:
                with contextlib.suppress(TimeoutError):
                    await step()
                await asyncio.sleep(AT_ONCE * PACE)

        async with asyncio.TaskGroup() as group:
            for _worker in range(AT_ONCE):
                group.create_task(work())

    async def position(self, match: str, history: bool = False) -> Position | None:
        """Where a match stands."""
        answer = await self.ask(table_topic(match), GetPosition(match, 0, history))
        return answer if isinstance(answer, Position) else None

    async def play_on(self, match: str) -> bool:
        """Play the first legal action. Returns whether there was one."""
        position = await self.position(match)
        if position is None or not position.legal:
            return False
        act = Act(match, 0, position.version, position.legal[0])
        return not isinstance(await self.ask(table_topic(match), act), Refused)

    # Greedy things

    async def analyses(self) -> Step:
        """Searches of a master."""
        match = Match.new("sahara", {}, [Seat("master", "A"), Seat("master", "B")], 7)
        view, seat = pack(match.view(match.to_act)), match.to_act

        def search() -> Awaitable[Message]:
            request = SearchRequest(
                "sahara", view, seat, "master", 1, 100_000, seconds=5.0, allow_fallback=False
            )
            return self.ask(search_topic(self.account), request)

        return search

    async def hints(self) -> Step:
        """The hint key held down."""
        match = await self.new_match("caravanserai", "person", "person")
        return lambda: self.ask(table_topic(match), GetHint(match, 0))

    async def masters(self) -> Step:
        """Four matches with masters, played as fast as they answer."""
        matches = [await self.new_match("decktet", "person", "master") for _match in range(4)]

        async def play() -> None:
            for match in matches:
                await self.play_on(match)

        return play

    async def rooms(self) -> Step:
        """Matches for the lobby, made and given up."""

        async def make() -> None:
            made = await self.create("decktet", "person", "open")
            if made is not None:
                await self.lobby(Resign(made.match))

        return make

    async def matches(self) -> Step:
        """Matches alone, made and left."""

        async def make() -> None:
            made = await self.create("decktet", "person", "porter")
            if made is not None:
                await self.lobby(LeaveTable(made.match))

        return make

    async def undo(self) -> Step:
        """Undo and redo held down in a long match."""
        match = await self.new_match("ahldarahd", "person", "person", "person", "person")
        topic, version = table_topic(match), 0
        while version < LONG:
            before = version
            for seat in range(4):
                position = await self.bus.request(topic, GetPosition(match, seat), 20.0)
                assert isinstance(position, Position)
                if position.legal:
                    act = Act(match, seat, position.version, position.legal[-1])
                    done = await self.bus.request(topic, act, 20.0)
                    version = done.version if isinstance(done, Done) else version
                await asyncio.sleep(PACE)
            if version == before:
                break
        self.note = f"{version} actions; "
        turns = itertools.count()

        def step() -> Awaitable[Message]:
            turn = next(turns)
            return self.ask(topic, (Undo if turn // 4 % 2 else Redo)(match, turn % 4))

        return step

    async def looks(self) -> Step:
        """The whole log of a match, asked for again and again."""
        match = await self.new_match("ahldarahd", "person", "trader", "trader")
        return lambda: self.position(match, history=True)

    async def lists(self) -> Step:
        """The list of matches, asked for again and again."""
        return lambda: self.lobby(ListMatches())

    async def talk(self) -> Step:
        """Lines of 500 characters in the lobby."""

        async def say() -> None:
            self.bus.publish(account_topic(self.account), SendChat("x" * 500))

        return say


THINGS = ("analyses", "hints", "masters", "rooms", "matches", "undo", "looks", "lists", "talk")


async def greedy(players: int = 20, pairs: int = 2, seconds: float = 2.5) -> bool:
    """Key to paint of everybody else, without and with one greedy account."""
    print(f"greedy: one account against {players} that type, {pairs} pairs of {seconds:g} s each")
    good = True
    with tempfile.TemporaryDirectory(prefix="load") as home:
        async with Server(Path(home), players + len(THINGS), greedy=len(THINGS)) as server:
            tokens = (Path(home) / GREEDY_TOKENS).read_text().split()
            clients = [Client(server.config.port, key) for key in server.keys[:players]]
            for client in clients:
                await client.open()
            for thing, key, token in zip(THINGS, server.keys[players:], tokens, strict=True):
                bus = await SocketBus.connect(server.config.socket, token)
                account = Greedy(bus, account_id_of(key.get_fingerprint()))
                step = await getattr(account, thing)()
                without: list[float] = []
                beside: list[float] = []
                for _pair in range(pairs):
                    without += await typing(clients, seconds)
                    work = asyncio.create_task(account.repeat(step))
                    await asyncio.wait({work}, timeout=0.5)
                    beside += await typing(clients, seconds)
                    if work.done():
                        print(f"  !! {thing} has ended: {work.exception()!r}")
                        good = False
                    work.cancel()
                    await asyncio.gather(work, return_exceptions=True)
                await bus.close()
                refused = ", ".join(f"{code} {count}" for code, count in account.refused.items())
                print(
                    f"  {thing}: p50 {share(without, 0.5):.0f} and {share(beside, 0.5):.0f} ms, "
                    f"p95 {share(without):.0f} and {share(beside):.0f} ms; {account.note}"
                    f"{account.answered} answered; refused: {refused or 'none'}"
                )
                good &= print_figure(
                    f"{thing}: p95 with it / without", share(beside) / share(without), "", 1.5
                )
            for client in clients:
                client.close()
    return good
