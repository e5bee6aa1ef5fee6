"""`python -m bench.cluster`: one host against a cluster of three, and how much the three bear.

    python -m bench.cluster [--samples 60] [--sessions 1200] [--only PART ...]

The parts: `latency` (one host, and three hosts with three brokers that hold everything three times,
run beside each other and are measured in turn: keys, moves to the answer and to the paint of the
other player, who is at another host than the first one, and the table at the third), `scale`
(sessions without a terminal, two a table, that move every four seconds, more and more of them, and
what 1,000 of them on four hosts would cost by that).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

import asyncssh

from bench.load_server import Client, cpu, memory, share
from caravan_tui.bus.lobby_messages import JoinMatch, Seated, account_topic
from caravan_tui.bus.messages import (
    Act,
    Done,
    GetPosition,
    Position,
    Refused,
    seat_topic,
    table_topic,
)
from caravan_tui.bus.socket import SocketBus
from caravan_tui.server.accounts import account_id_of
from caravan_tui.server.config import Config
from tests.chaos.brokers import start_brokers
from tests.support.ports import free_port

GAME = "caravanserai"
"""Lasts about as long whatever is played."""
AIM = 1.5
STEP = 120
"""Sessions that come at once in `scale`."""
PACE = 4.0
"""Seconds between two moves of a session."""
SETTLE, MEASURE = 6.0, 12.0
MOST_DELAY = 0.25
"""Seconds that the slowest twentieth of moves may take before it is too much."""
MODEL_SESSIONS, MODEL_HOSTS = 1_000, 4


class Host:
    """A server in a process of its own."""

    def __init__(self, name: str, folder: Path, urls: list[str]) -> None:
        self.name, self.folder, self.port = name, folder, free_port()
        self._urls = urls
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._number = 0
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it, and wait until it serves."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder.parent / f"{self.name}.log").open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bench.cluster_host", str(self.folder), self.name,
                str(self.port), *self._urls, stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE, stderr=log, start_new_session=True,
            )  # fmt: skip
        self._answers[0] = asyncio.get_running_loop().create_future()
        self._reading = asyncio.create_task(self._read(self.process))
        async with asyncio.timeout(60.0):
            await self._answers[0]

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        while line := await process.stdout.readline():
            number, answer = json.loads(line)
            self._answers.pop(number).set_result(answer)

    async def ask(self, what: str, *given: Any) -> Any:
        """See `bench.cluster_host`."""
        assert self.process is not None and self.process.stdin is not None
        self._number += 1
        answer = self._answers[self._number] = asyncio.get_running_loop().create_future()
        self.process.stdin.write(json.dumps([self._number, what, given]).encode() + b"\n")
        async with asyncio.timeout(60.0):
            return await answer

    async def connect(self, account: str) -> SocketBus:
        """A session without a terminal."""
        return await SocketBus.connect(
            Config(home=self.folder).socket, await self.ask("admit", account)
        )

    async def close(self) -> None:
        """End it and all that it has started."""
        if self.process is not None and self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            await self.process.wait()


async def start_cluster(folder: Path, ending: contextlib.AsyncExitStack) -> tuple[list[Host], Any]:
    """Three hosts and their brokers."""
    folder.mkdir(exist_ok=True)
    brokers = await start_brokers(folder, ending)
    urls = [f"nats://127.0.0.1:{broker.port}" for broker in brokers]
    hosts = [Host(name, folder / name, urls) for name in ("north", "south", "west")]
    for host in hosts:
        ending.push_async_callback(host.close)
        if host is not hosts[0]:
            host.folder.mkdir()
            key = Config(home=hosts[0].folder).host_key
            shutil.copy(key, Config(home=host.folder).host_key)
        await host.start()
    return hosts, brokers


class Duel:
    """Anna in a terminal at one host, Ben at another one; a third may serve their table."""

    def __init__(self, hosts: list[Host]) -> None:
        self._hosts = hosts
        self._random = random.Random(5)
        self.keys: list[float] = []
        self.paints: list[float] = []
        """From Ben's move to what Anna is shown of it."""
        self.answers: list[float] = []
        self.positions: list[float] = []
        """From Ben's move to the position that he gets."""
        self._key = b"\x1b[B"

    async def start(self) -> None:
        """Have both at the table."""
        first, second = self._hosts[0], self._hosts[1 % len(self._hosts)]
        key = asyncssh.generate_private_key("ssh-ed25519")
        self._anna = account_id_of(key.get_fingerprint())
        self._ben = sha256(b"ben").hexdigest()[:32]
        await first.ask("create", self._anna, "Anna")
        await second.ask("create", self._ben, "Ben")
        self._bus = await second.connect(self._ben)
        await self._new_match()
        self.terminal = Client(first.port, key)
        await self.terminal.open(b"Ben")
        async with asyncio.timeout(60.0):
            while not any(
                [await host.ask("seats", self._match, self._anna) for host in self._hosts]
            ):
                await asyncio.sleep(0.02)
        await self._quiet()

    async def _new_match(self) -> None:
        self._match = await self._hosts[0].ask("table", GAME, self._anna, self._ben)
        seated = await self._bus.request(account_topic(self._ben), JoinMatch(self._match))
        assert isinstance(seated, Seated) and seated.seats == [1], seated
        self._heard = self._bus.subscribe(seat_topic(self._match, 1))
        await self._look()

    async def _look(self) -> Position:
        ask = GetPosition(self._match, 1)
        position = await self._bus.request(table_topic(self._match), ask)
        assert isinstance(position, Position), position
        return position

    async def _quiet(self) -> None:
        """Wait until the terminal is painted."""
        while time.perf_counter() - self.terminal.last < 0.4:
            await asyncio.sleep(0.05)

    async def press_key(self) -> None:
        """A key that moves the cursor, timed to the paint."""
        await self._quiet()
        took = await self.terminal.press(self._key)
        self._key = b"\x1b[A" if self._key == b"\x1b[B" else b"\x1b[B"
        if took is not None:
            self.keys.append(took)

    async def move(self) -> bool:
        """A move of Ben, timed; Anna's before it are played at her table. Whether there was one."""
        position = await self._look()
        for _time in range(30):
            if position.legal or position.over:
                break
            await asyncio.gather(*(host.ask("move", self._match, 0) for host in self._hosts))
            position = await self._look()
        if position.over or not position.legal:
            return False
        await self._quiet()
        while self._heard.get_nowait() is not None:
            pass
        self.terminal.came.clear()
        action = self._random.choice(position.legal)
        began = time.perf_counter()

        async def see() -> None:
            await self._heard.get()
            self.positions.append(time.perf_counter() - began)

        async def paint() -> None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(2.0):
                    await self.terminal.came.wait()
                    self.paints.append(time.perf_counter() - began)

        waiting = [asyncio.create_task(see()), asyncio.create_task(paint())]
        answer = await self._bus.request(
            table_topic(self._match), Act(self._match, 1, position.version, action)
        )
        assert isinstance(answer, Done), answer
        self.answers.append(time.perf_counter() - began)
        await asyncio.gather(*waiting)
        return True

    async def close(self) -> None:
        """Hang up."""
        self.terminal.close()
        await self._bus.close()


def compare(what: str, one: list[float], many: list[float], aim: float | None) -> bool:
    """Print what one host and the cluster take; whether the aim is reached."""
    p50, p95 = (share(one, part) for part in (0.5, 0.95))
    q50, q95 = (share(many, part) for part in (0.5, 0.95))
    ratio = q95 / p95
    good = aim is None or ratio <= aim
    mark = "" if aim is None else f", aim {aim:g} {'ok' if good else '!!'}"
    print(
        f"| {what} | {p50:.1f} ms | {p95:.1f} ms | {q50:.1f} ms | {q95:.1f} ms "
        f"| {ratio:.2f}{mark} | {len(one)}, {len(many)} |",
        flush=True,
    )
    return good


async def latency(samples: int) -> bool:
    """One host against the cluster, measured in turn."""
    async with contextlib.AsyncExitStack() as ending:
        folder = Path(ending.enter_context(tempfile.TemporaryDirectory(prefix="cluster")))
        alone = Host("alone", folder / "alone", [])
        ending.push_async_callback(alone.close)
        await alone.start()
        hosts, _brokers = await start_cluster(folder / "many", ending)
        duels = [Duel([alone]), Duel(hosts)]
        for duel in duels:
            await duel.start()
            ending.push_async_callback(duel.close)
        for _sample in range(samples):
            for duel in duels:
                await duel.press_key()
            moved = [await duel.move() for duel in duels]
            if not all(moved):
                break
        one, many = duels
        print("| what | one host: p50 | p95 | cluster: p50 | p95 | ratio of p95 | samples |")
        print("|---" * 7 + "|")
        good = compare("key to paint", one.keys, many.keys, AIM)
        good &= compare("move to the paint of the other player", one.paints, many.paints, AIM)
        compare("move to one's own position", one.positions, many.positions, None)
        compare("move to its answer", one.answers, many.answers, None)
    return good


class Crowd:
    """Sessions without a terminal, two a table."""

    def __init__(self, hosts: list[Host]) -> None:
        self._hosts = hosts
        self._random = random.Random(7)
        self._tasks: list[asyncio.Task[None]] = []
        self.buses: list[SocketBus] = []
        self.times: list[float] = []
        self.troubles = 0

    async def grow(self, sessions: int) -> None:
        """Let so many more come."""
        first = len(self.buses)
        slots = asyncio.Semaphore(8)

        async def seat(number: int) -> None:
            async with slots:
                doors = self._random.sample(self._hosts, 2)
                people = [sha256(f"{number} {n}".encode()).hexdigest()[:32] for n in (0, 1)]
                for door, account in zip(doors, people, strict=True):
                    await door.ask("create", account, f"P{account[:10]}")
                match = await doors[0].ask("table", GAME, *people)
                for place, (door, account) in enumerate(zip(doors, people, strict=True)):
                    await door.ask("knows", match)
                    bus = await door.connect(account)
                    self.buses.append(bus)
                    self._tasks.append(asyncio.create_task(self._play(bus, account, match, place)))

        await asyncio.gather(*(seat(first + number) for number in range(sessions // 2)))

    async def _play(self, bus: SocketBus, account: str, match: str, place: int) -> None:
        topic = table_topic(match)
        seated = await bus.request(account_topic(account), JoinMatch(match), 30.0)
        assert isinstance(seated, Seated), seated
        bus.subscribe(seat_topic(match, place), topic)
        while True:
            await asyncio.sleep(PACE * self._random.uniform(0.5, 1.5))
            try:
                position = await bus.request(topic, GetPosition(match, place), 10.0)
                if not isinstance(position, Position) or not position.legal:
                    self.troubles += isinstance(position, Refused)
                    continue
                action = self._random.choice(position.legal)
                began = time.perf_counter()
                answer = await bus.request(topic, Act(match, place, position.version, action), 10.0)
            except TimeoutError:
                self.troubles += 1
                continue
            if isinstance(answer, Done):
                self.times.append(time.perf_counter() - began)
            else:
                self.troubles += 1

    async def close(self) -> None:
        """Hang up."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(bus.close() for bus in self.buses))


async def scale(most: int) -> bool:
    """More and more sessions over three hosts; then what a model makes of it."""
    print("| sessions | moves a second | answer p50 | p95 | hosts: cores | brokers: cores "
          "| largest host | refused or late |")  # fmt: skip
    print("|---" * 8 + "|")
    rows: list[tuple[int, float, float, float, float]] = []
    async with contextlib.AsyncExitStack() as ending:
        folder = Path(ending.enter_context(tempfile.TemporaryDirectory(prefix="cluster")))
        hosts, brokers = await start_cluster(folder, ending)
        crowd = Crowd(hosts)
        ending.push_async_callback(crowd.close)
        own = [host.process.pid for host in hosts if host.process is not None]
        theirs = [broker.process.pid for broker in brokers]
        await asyncio.sleep(MEASURE)
        while len(crowd.buses) < most:
            await crowd.grow(STEP)
            await asyncio.sleep(SETTLE)
            crowd.times.clear()
            crowd.troubles = 0
            before = cpu(own), cpu(theirs)
            began = time.perf_counter()
            await asyncio.sleep(MEASURE)
            took = time.perf_counter() - began
            hosts_cores = (cpu(own) - before[0]) / took
            brokers_cores = (cpu(theirs) - before[1]) / took
            rate, largest = len(crowd.times) / took, max(map(memory, own))
            p50, p95 = (share(crowd.times or [9.0], part) for part in (0.5, 0.95))
            print(
                f"| {len(crowd.buses)} | {rate:.0f} | {p50:.0f} ms | {p95:.0f} ms "
                f"| {hosts_cores:.2f} | {brokers_cores:.2f} | {largest:.0f} MiB "
                f"| {crowd.troubles} |",
                flush=True,
            )
            rows.append((len(crowd.buses), rate, hosts_cores, brokers_cores, largest))
            if p95 > 1000 * MOST_DELAY:
                break
        _print_model(rows)
    return True


def _print_model(rows: list[tuple[int, float, float, float, float]]) -> None:
    """What so many sessions on so many hosts would cost, by the first and the last row that the
    machine bore: the costs of a session are what one more of them cost."""
    good = rows[:-1] if len(rows) > 2 else rows
    first, last = good[0], good[-1]
    more = max(1, last[0] - first[0])
    host_cores = (last[2] - first[2]) / more
    broker_cores = (last[3] - first[3]) / more
    mib = 3 * (last[4] - first[4]) / more
    each = MODEL_SESSIONS / MODEL_HOSTS
    print(f"\nper session: {1000 * host_cores:.2f} thousandths of a core at a host, "
          f"{1000 * broker_cores:.2f} at the brokers, {mib:.2f} MiB", flush=True)  # fmt: skip
    print(
        f"{MODEL_SESSIONS} sessions on {MODEL_HOSTS} hosts: a host {each * host_cores:.2f} cores "
        f"and {each * mib:.0f} MiB more than idle, the brokers "
        f"{MODEL_SESSIONS * broker_cores:.2f} cores together"
    )


def main() -> int:
    """Run the parts; 1 if an aim is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.cluster")
    parser.add_argument("--samples", type=int, default=60)
    parser.add_argument("--sessions", type=int, default=1200)
    parser.add_argument("--only", action="append", choices=["latency", "scale"])
    given = parser.parse_args()
    wanted = given.only or ["latency", "scale"]

    async def run() -> bool:
        good = True
        if "latency" in wanted:
            good &= await latency(given.samples)
        if "scale" in wanted:
            good &= await scale(given.sessions)
        return good

    return 0 if asyncio.run(run()) else 1


if __name__ == "__main__":
    sys.exit(main())
