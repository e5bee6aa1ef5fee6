"""One account against twenty that play: what its greed costs their keys.

The account does one greedy thing after the other: with frames of its own on the bus, as a session
could whose process was taken over, or with the keys of a terminal (`KEYS`). Without and with it are
measured in turn, pair by pair, so that other work on the machine meets both.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Literal

from attrs import frozen

from ai.views import pack
from bench.load_server import GREEDY_TOKENS, Client, Server, print_figure, share, typing
from caravan_tui.bus.competition_messages import (
    ChangeTournament,
    GetBoard,
    GetDaily,
    ListTournaments,
    NewTournament,
    PlayDaily,
    TournamentView,
)
from caravan_tui.bus.lobby_messages import (
    CreateLink,
    CreateMatch,
    Invite,
    JoinMatch,
    LeaveTable,
    ListMatches,
    MakeWatchPage,
    Resign,
    ResumeMatch,
    Seated,
    SendChat,
    SetLanguage,
    WatchMatch,
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
from caravan_tui.bus.notice_messages import (
    ConfirmAddress,
    NoticeChoices,
    SetNotices,
    TestNotice,
)
from caravan_tui.bus.socket import SocketBus
from caravan_tui.cli.preview import random_match
from caravan_tui.engine import Match, Seat
from caravan_tui.server.accounts import account_id_of
from saves.store import Store

PACE = 1 / 30
"""Seconds between two messages of the greedy account, as of a key that is held down."""
AT_ONCE = 8
LONG = 150
"""Actions of the match in which undo is held down."""
MOST_PLIES = 5_000
"""Decisions within which the match that is replayed ends."""


Step = Callable[[], Awaitable[object]]


async def repeat(step: Step) -> None:
    """Do something over and over, several at a time, until cancelled."""

    async def work() -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                await step()
            await asyncio.sleep(AT_ONCE * PACE)

    async with asyncio.TaskGroup() as group:
        for _worker in range(AT_ONCE):
            group.create_task(work())


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

    def told(self) -> str:
        """What came of it, in words."""
        refused = ", ".join(f"{code} {count}" for code, count in self.refused.items())
        return f"{self.note}{self.answered} answered; refused: {refused or 'none'}"

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
        position = await self.position(match)
        seat = 0 if position is not None and position.legal else 1
        return lambda: self.ask(table_topic(match), GetHint(match, seat))

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

    async def calls(self) -> Step:
        """Lines that call everybody by name, and invitations to a match that waits."""
        match = await self.new_match("decktet", "person", "open")
        names = itertools.cycle(f"Player {number}" for number in range(20))
        everybody = " ".join(f"@Player{number}" for number in range(20))

        async def call() -> None:
            self.bus.publish(account_topic(self.account), SendChat(everybody))
            await self.lobby(Invite(match, next(names)))

        return call

    async def visits(self) -> Step:
        """A match of one's own, opened and left."""
        match = await self.new_match("ahldarahd", "person", "porter", "porter")

        async def visit() -> None:
            await self.lobby(LeaveTable(match))
            await self.lobby(ResumeMatch(match))

        return visit

    async def codes(self) -> Step:
        """Codes of matches that there are not, codes for further keys, and watch links."""
        match = await self.new_match("decktet", "person", "porter")
        asks: Iterator[Message] = itertools.cycle(
            (JoinMatch("QQQQQQ"), WatchMatch("QQQQQQ"), CreateLink(), MakeWatchPage(match))
        )
        return lambda: self.lobby(next(asks))

    async def notices(self) -> Step:
        """Choices of notices and the language, to and fro, tests, and codes of mail."""
        numbers = itertools.count()

        async def change() -> None:
            number = next(numbers)
            language = ("en", "fr")[number % 2]
            self.bus.publish(account_topic(self.account), SetLanguage(language))
            await self.lobby(SetNotices(NoticeChoices(kinds=["turn"] * (number % 2))))
            await self.lobby((ConfirmAddress("123456"), TestNotice())[number % 2])

        return change

    async def tournaments(self) -> Step:
        """Tournaments set up, entered, left and called off."""

        async def hold() -> None:
            made = await self.lobby(NewTournament("Cup", "decktet", "swiss"))
            if isinstance(made, TournamentView):
                name = made.row.tournament
                for change in CHANGES:
                    await self.lobby(ChangeTournament(name, change))
            await self.lobby(ListTournaments())

        return hold

    async def boards(self) -> Step:
        """Leaderboards of every season there might be, and of every day."""
        numbers = itertools.count()

        async def look() -> None:
            number = next(numbers)
            await self.lobby(GetBoard("decktet", number))
            await self.lobby(GetDaily("decktet", number % 3_650))

        return look

    async def daily(self) -> Step:
        """The match of the day, begun and left, again and again."""

        async def play() -> None:
            made = await self.lobby(PlayDaily("decktet"))
            if isinstance(made, Seated):
                await self.lobby(LeaveTable(made.match))

        return play


CHANGES: tuple[Literal["enter", "leave", "cancel"], ...] = ("enter", "leave", "enter", "cancel")
THINGS = (
    "analyses", "hints", "masters", "rooms", "matches", "undo", "looks", "lists", "talk",
    "calls", "visits", "codes", "notices", "tournaments", "boards", "daily",
)  # fmt: skip

KEYS = {
    "screens": (b"", (b"\x1b[B", b"\r", b"\x1b", b"\x1b")),
    "replays": (b"sv", (b"\x1b[F", b"\x1b[D", b"\x1b[H", b"\x1b[C")),
    "reviews": (b"s", (b"a", b"1", b"2", b"3", b"4", b"\x1b")),
}
"""By thing: the keys from home to where it is done, and those that are then pressed in turn."""


class Typist:
    """One account's greedy keys, in a terminal of its own, at the screens of its session."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.pressed = 0

    def told(self) -> str:
        """How many keys, in words."""
        return f"{self.pressed} keys"

    async def begin(self, thing: str) -> Step:
        """Go to where a thing is done; returns a key of it."""
        way, keys = KEYS[thing]
        for key in way:
            await self.client.press(bytes([key]))
            await asyncio.sleep(1.0)
        turns = itertools.cycle(keys)

        async def press() -> None:
            self.pressed += 1
            self.client.process.stdin.write(next(turns))

        return press


def give_match(home: Path) -> None:
    """Put a finished match into the folder of an account, to be replayed and analysed."""
    match = random_match("decktet", 2, 1, MOST_PLIES)
    assert match.over
    store = Store(home / "data")
    store.save_now(match)
    store.release_all()


async def greedy(players: int = 20, pairs: int = 4, seconds: float = 2.5) -> bool:
    """Key to paint of everybody else at their tables, without and with one greedy account."""
    print(f"greedy: one account against {players} that play, {pairs} pairs of {seconds:g} s each")
    good = True
    tokens, terminals = len(THINGS), len(KEYS)
    with tempfile.TemporaryDirectory(prefix="load") as folder:
        home = Path(folder)
        async with Server(home, players + terminals + tokens, greedy=tokens) as server:
            clients = [Client(server.config.port, key) for key in server.keys[:players]]
            for client in clients:
                await client.open()
                await client.sit_down()
            others = Others(clients, pairs, seconds)
            names = (home / GREEDY_TOKENS).read_text().split()
            for thing, key, token in zip(THINGS, server.keys[-tokens:], names, strict=True):
                bus = await SocketBus.connect(server.config.socket, token)
                account = Greedy(bus, account_id_of(key.get_fingerprint()))
                good &= await others.beside(thing, await getattr(account, thing)(), account.told)
                await bus.close()
            for number, thing in enumerate(KEYS, players):
                give_match(server.homes[number])
                client = Client(server.config.port, server.keys[number])
                await client.open()
                typist = Typist(client)
                good &= await others.beside(thing, await typist.begin(thing), typist.told)
                client.close()
            for client in clients:
                client.close()
    return good


@frozen
class Others:
    """Those who play without and beside a greedy account."""

    clients: list[Client]
    pairs: int
    seconds: float

    async def beside(self, thing: str, step: Step, told: Callable[[], str]) -> bool:
        """Measure a greedy thing; whether it costs little. `told`: what came of it."""
        without: list[float] = []
        beside: list[float] = []
        good = True
        for _pair in range(self.pairs):
            without += await typing(self.clients, self.seconds)
            work = asyncio.create_task(repeat(step))
            await asyncio.wait({work}, timeout=0.5)
            beside += await typing(self.clients, self.seconds)
            if work.done():
                print(f"  !! {thing} has ended: {work.exception()!r}")
                good = False
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)
        print(
            f"  {thing}: p50 {share(without, 0.5):.0f} and {share(beside, 0.5):.0f} ms, "
            f"p95 {share(without):.0f} and {share(beside):.0f} ms; {told()}"
        )
        ratio = share(beside) / share(without)
        return print_figure(f"{thing}: p95 with it / without", ratio, "", 1.5) and good
