"""Kill the real server while robots play at many tables at once, over the socket of its bus.

    python -m tests.crashes.robots FOLDER SEED KILLS

Terminals share the cores with the server and mostly leave it at rest; robots have it change and
save a match all the time. Two of them sit at a table of each game, a third plays alone; they play
any legal action, and take some back. Every second table is one by correspondence. The two set up
tournaments, enter, start and leave them, play at their tables, and choose how they are called while
they are away: by a server of ntfy that never answers, so that notices queue up and are tried again.
Each life ends at a random instant of the first seconds or within 4 ms of an answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

from bench.load_server import GREEDY_TOKENS
from caravan_tui.bus.lobby_messages import JoinMatch, ResumeMatch, Seated, account_topic
from caravan_tui.bus.messages import (
    Act,
    Done,
    GetPosition,
    Message,
    Position,
    Undo,
    UndoAnswer,
    UndoAsked,
    table_topic,
)
from caravan_tui.bus.socket import SocketBus
from caravan_tui.games import registry
from tests.crashes import competition
from tests.crashes.competition import Competitor
from tests.crashes.server import PATIENCE, Seaport
from tests.crashes.witness import read_notes
from tests.support.ports import free_port

_START = (
    "import asyncio, sys; from pathlib import Path; from tests.crashes.witness import install\n"
    "install(Path(sys.argv[1]))\n"
    "from bench.load_server import serve; from caravan_tui.notices.channels import Channels\n"
    "asyncio.run(serve(*sys.argv[2:], notices=Channels(ntfy='http://127.0.0.1:9')))"
)
PACE = 0.027
"""Seconds between two requests of a robot: the bus takes forty frames a second of each."""

UNDOES = 0.06
"""How often a robot takes back instead of playing."""

COMPETES = 0.04
"""How often it turns to its tournaments and notices instead."""

DAYS = 3


class Harbour(Seaport):
    """The folder of a server with a table of each game, and robots at them."""

    def __init__(self, home: Path, seed: int) -> None:
        super().__init__(home, seed)
        self.tables: list[str] = []
        self.alone = ""
        self.games: dict[str, str] = {}
        """By match: its game."""
        self.robots: list[asyncio.Task[None]] = []
        self.answers = 0
        """Actions that were acknowledged since the start."""
        self.competitors: list[Competitor] = []

    async def prepare(self, number: int) -> None:
        """A match of each game between two, and one alone."""
        ids = registry.ids()
        self.tables = [
            await self.shared_match(game, DAYS * (place % 2)) for place, game in enumerate(ids)
        ]
        if not self.competitors:
            self.competitors = [Competitor(account) for account in self.ids[:2]]
        self.alone = self.match_alone(ids[number % len(ids)])
        self.games.update(zip(self.tables, ids, strict=True))
        self.games[self.alone] = ids[number % len(ids)]

    async def launch(self) -> None:
        """Start the server, and wait for nothing."""
        self.notes.unlink(missing_ok=True)
        self.answers = 0
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", _START, str(self.notes), str(self.home), str(free_port()),
            *self.ids, stdout=asyncio.subprocess.PIPE, stderr=self.errors,
            env={**os.environ, "TMPDIR": str(self.temporary), "LANG": "C.UTF-8"},
        )  # fmt: skip

    async def start(self) -> None:
        """Start the server, which gives the robots their tokens."""
        await self.launch()
        assert self.process is not None and self.process.stdout is not None
        line = await asyncio.wait_for(self.process.stdout.readline(), PATIENCE)
        if not line:
            raise TimeoutError("the server ended instead of starting")

    def send_robots(self) -> None:
        """Have them sit down and play from now on."""
        tokens = (self.home / GREEDY_TOKENS).read_text().split()
        for number, token in enumerate(tokens):
            robot = self._play(number, token, Random(self.rng.random()))
            self.robots.append(asyncio.create_task(robot))

    async def _play(self, number: int, token: str, rng: Random) -> None:
        with contextlib.suppress(OSError):
            bus = await SocketBus.connect(self.config.socket, token)
            try:
                await self._play_on(bus, number, rng)
            finally:
                await bus.close()

    async def _play_on(self, bus: SocketBus, number: int, rng: Random) -> None:
        """Play at every table in turn until the server is killed."""
        lobby = account_topic(self.ids[number])
        competitor = self.competitors[number] if number < 2 else None
        tables = list(self.tables)
        if competitor is not None:
            tables += await competitor.tables(bus)
        asks: list[Message] = [JoinMatch(table) for table in tables]
        seats: dict[str, int] = {}
        for ask in asks if number < 2 else [ResumeMatch(self.alone)]:
            seated = await bus.request(lobby, ask, PATIENCE)
            if isinstance(seated, Seated) and seated.seats:
                seats[seated.match] = seated.seats[0]
        questions = bus.subscribe(*map(table_topic, seats))
        while seats and not bus.lost.is_set():
            if competitor is not None and rng.random() < COMPETES * len(seats):
                self.answers += await competitor.step(bus, rng)
            for match, seat in list(seats.items()):
                await asyncio.sleep(PACE)
                topic = table_topic(match)
                while (asked := questions.get_nowait()) is not None:
                    if isinstance(asked, UndoAsked) and seats.get(asked.match) in asked.asked:
                        reply = UndoAnswer(asked.match, seats[asked.match], asked.id, True)
                        bus.publish(table_topic(asked.match), reply)
                position = await bus.request(topic, GetPosition(match, seat), PATIENCE)
                if not isinstance(position, Position) or position.over:
                    del seats[match]
                elif position.undo is None and rng.random() < UNDOES:
                    await self._count(bus.request(topic, Undo(match, seat), PATIENCE))
                elif moves := position.legal or position.interrupts:
                    act = Act(match, seat, position.version, rng.choice(moves))
                    await self._count(bus.request(topic, act, PATIENCE))

    def is_shared(self, match: str) -> bool:
        return super().is_shared(match) or match in competition.matches(self.home)

    async def _count(self, request: object) -> None:
        answer = await request  # type: ignore[misc]
        self.answers += isinstance(answer, Done)

    async def wait(self) -> None:
        """Until a random instant, or shortly after a random answer."""
        rng, began = self.rng, time.monotonic()
        if rng.random() < 0.5:
            await asyncio.sleep(rng.uniform(0.0, 2.0))
            return
        wanted = rng.randrange(1, 60)
        while self.answers < wanted and time.monotonic() < began + 3.0:
            await asyncio.sleep(0.001)
        await asyncio.sleep(rng.uniform(0.0, 0.004))

    async def kill(self) -> None:
        """Kill the server, judge, and send the robots home."""
        acknowledged = self.answers
        await super().kill()
        for robot in self.robots:
            robot.cancel()
        for failure in await asyncio.gather(*self.robots, return_exceptions=True):
            if isinstance(failure, Exception):
                self.verdict.faults.append(f"a robot failed: {failure!r}")
        self.robots.clear()
        figures = self.verdict.figures
        competition.judge(self.home, self.competitors, self.verdict)
        figures["answers"] += acknowledged
        figures["kills of a server that had changed a match"] += acknowledged > 0
        changes = Counter[str]()
        for match, history in read_notes(self.notes).items():
            changes[self.games.get(match, "?")] += len(history) - 1
        for game, count in changes.items():
            figures[f"changes of {game}"] += count
            figures[f"kills with changes of {game}"] += count > 0


async def run(folder: Path, seed: int, kills: int) -> None:
    """So many lives of a server."""
    harbour = Harbour(folder, seed)
    await harbour.create_accounts()
    for number in range(kills):
        await harbour.prepare(number)
        if harbour.rng.random() < 0.06:
            await harbour.launch()
            await asyncio.sleep(harbour.rng.uniform(0.0, 2.0))  # while everything starts
        else:
            await harbour.start()
            harbour.send_robots()
            await harbour.wait()
        await harbour.kill()
        harbour.verdict.report()
    await harbour.prepare(0)
    await harbour.look_at_leftovers()
    competition.judge_end(harbour.home, harbour.verdict)
    harbour.verdict.report()


if __name__ == "__main__":
    asyncio.run(run(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
