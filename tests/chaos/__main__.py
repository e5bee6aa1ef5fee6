"""Rounds of chaos over three brokers, three hosts and a thinker, while robots play at 12 tables.

    python -m tests.chaos [--rounds N] [--seed N] [--minutes N] [--folder FOLDER]
                          [--fault NAME ...]

In each round one thing goes wrong, or two; then all is mended, every robot must play again, and
what the cluster keeps is held against what the robots were told. Ends with 1 on any fault.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import median

from attrs import define, field

from caravan_tui.cluster.buckets import Bucket, BucketError
from caravan_tui.cluster.options import ClusterOptions, connect
from caravan_tui.engine import Match
from saves import format
from saves.errors import SaveError
from tests.chaos.balancer import Balancer
from tests.chaos.brokers import start_brokers
from tests.chaos.history import MatchHistory, judge_leases, judge_saves
from tests.chaos.processes import HostProcess, Thinker
from tests.chaos.robots import Robot, Table, notes_of

TABLES = 12
RETURN_SECONDS = 30.0
"""A robot that has not played for as long after everything was mended is lost."""
AIM_SECONDS = 5.0
"""Players shall be back at their tables so soon."""
SAVE_SECONDS = 10.0
FAULTS = (
    "kill host", "kill thinker", "kill broker", "pause host", "pause broker", "cut host off",
    "cut one line", "full disk", "drain host", "kill host and broker", "kill two hosts",
)  # fmt: skip


@define
class Outcome:
    """What rounds with one fault have shown."""

    rounds: int = 0
    lost: int = 0
    """Acknowledged actions that the log lacks."""
    returns: list[float] = field(factory=list)
    """By round: the longest that a robot was without an answer of its table, seconds."""
    after: list[float] = field(factory=list)
    """By round: how much of it was after the fault had ended."""
    blocked: list[float] = field(factory=list)
    """By round: the longest that a table took no move."""


class Chaos:
    """The cluster, its robots, and what befalls it."""

    def __init__(self, folder: Path, rng: Random, kinds: Sequence[str]) -> None:
        """`kinds`: the faults, which come in turn."""
        self._folder, self._rng, self._kinds = folder, rng, kinds
        self._tables = [Table(number) for number in range(TABLES)]
        self._tasks: list[asyncio.Task[None]] = []
        self._ending = contextlib.AsyncExitStack()
        self.faults: list[str] = []
        self.outcomes: dict[str, Outcome] = {}
        self.matches = 0

    async def start(self) -> None:
        """Start everything, and wait until every robot plays."""
        self._brokers = await start_brokers(self._folder, self._ending)
        names = ("north", "south", "west")
        self._hosts = [
            HostProcess(name, self._folder / name, notes_of(self._folder, name)) for name in names
        ]
        for host in self._hosts:
            self._ending.push_async_callback(host.close)
            await host.lay_lines(self._brokers)
            if host is not self._hosts[0]:
                host.take_key(self._hosts[0])
            await host.start()
            async with asyncio.timeout(60.0):
                await host.is_ready.wait()
        self._thinker = Thinker(self._folder, self._brokers)
        self._ending.push_async_callback(self._thinker.kill)
        await self._thinker.start()
        urls = tuple(f"nats://127.0.0.1:{broker.port}" for broker in self._brokers)
        self._client = await connect(ClusterOptions(urls, name="judge"), "judge")
        self._ending.push_async_callback(self._client.close)
        self._bucket = await Bucket.open(self._client, "caravan_matches", 3, None)
        balancer = Balancer(self._hosts)
        self._ending.push_async_callback(balancer.close)
        balancer.start()
        self._robots = [
            Robot(table, place, balancer, Random(self._rng.random()))
            for table in self._tables
            for place in (0, 1)
        ]
        self._ending.push_async_callback(self._dismiss_robots)
        self._tasks = [asyncio.create_task(robot.run()) for robot in self._robots]
        await self._all_play(time.monotonic())

    async def _dismiss_robots(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def close(self) -> None:
        """End everything that was started."""
        await self._ending.aclose()

    # A round

    async def round(self, number: int) -> None:
        """One fault, its mending, and the verdict."""
        fault = self._kinds[number % len(self._kinds)]
        outcome = self.outcomes.setdefault(fault, Outcome())
        for robot in self._rng.sample(self._robots, len(self._robots) // 3):
            robot.moves_on = True
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(RETURN_SECONDS):
                while any(robot.moves_on for robot in self._robots):
                    await asyncio.sleep(0.02)
        await self._all_play(time.monotonic())
        for robot in self._robots:
            robot.silence, robot.answered = 0.0, time.monotonic()
        for table in self._tables:
            table.blocked = table.tried = 0.0
        began = time.monotonic()
        await self._befall(fault)
        mended = time.monotonic()
        await self._whole()
        if await self._all_play(time.monotonic()):
            slowest = max(self._robots, key=lambda robot: robot.silence)
            outcome.returns.append(slowest.silence)
            outcome.after.append(
                max(
                    min(robot.silence, max(0.0, robot.silent_until - mended))
                    for robot in self._robots
                )
            )
            outcome.blocked.append(max(table.blocked for table in self._tables))
        lost = await self._judge()
        outcome.rounds += 1
        outcome.lost += lost
        print(
            f"{number:4} {fault:22} {mended - began:5.1f} s, longest silence "
            f"{max(robot.silence for robot in self._robots):5.2f} s, without a move "
            f"{max(table.blocked for table in self._tables):5.2f} s, lost {lost}, "
            f"actions {sum(robot.actions for robot in self._robots)}",
            flush=True,
        )

    async def _befall(self, fault: str) -> None:
        rng = self._rng
        host, other = rng.sample(self._hosts, 2)
        broker = rng.choice(self._brokers)
        await asyncio.sleep(rng.uniform(0.0, 0.5))
        if fault == "kill host":
            await host.kill()
            await asyncio.sleep(rng.uniform(0.0, 4.0))
            await host.start()
        elif fault == "kill two hosts":
            await asyncio.gather(host.kill(), other.kill())
            await host.start()
            await other.start()
        elif fault == "kill thinker":
            await self._thinker.kill()
            await self._thinker.start()
        elif fault == "kill broker":
            broker.signal(signal.SIGKILL)
            await asyncio.sleep(rng.uniform(0.0, 3.0))
            broker.start()
        elif fault == "kill host and broker":
            broker.signal(signal.SIGKILL)
            await host.kill()
            await asyncio.sleep(rng.uniform(0.0, 2.0))
            broker.start()
            await host.start()
        elif fault in ("pause host", "pause broker"):
            victim = host if fault == "pause host" else broker
            victim.signal(signal.SIGSTOP)
            await asyncio.sleep(rng.uniform(0.5, 6.0))
            victim.signal(signal.SIGCONT)
        elif fault == "cut host off":
            for line in host.lines:
                line.cut()
            await asyncio.sleep(rng.uniform(0.5, 6.0))
            for line in host.lines:
                line.mend()
        elif fault == "cut one line":
            line = rng.choice(host.lines)
            line.cut()
            await asyncio.sleep(rng.uniform(0.5, 6.0))
            line.mend()
        elif fault == "full disk":
            full = self._brokers[-1]
            if full.has_small_disk:
                await asyncio.to_thread(full.fill_disk)
            await asyncio.sleep(rng.uniform(1.0, 4.0))
            full.signal(signal.SIGKILL)
            full.empty_disk()
            full.start()
        elif fault == "drain host":
            host.signal(signal.SIGTERM)
            try:
                async with asyncio.timeout(30.0):
                    await host.ended()
            except TimeoutError:
                self.faults.append(f"{host.name} does not end after SIGTERM")
                await host.kill()
            if host.exit_codes[-1] != 0:
                self.faults.append(f"{host.name} ends with {host.exit_codes[-1]} after SIGTERM")
            await host.start()

    async def _whole(self) -> None:
        """Wait until all hosts serve and all brokers hold everything."""
        for host in self._hosts:
            try:
                async with asyncio.timeout(RETURN_SECONDS):
                    await host.is_ready.wait()
            except TimeoutError:
                self.faults.append(f"{host.name} does not serve again")
                await host.kill()
                await host.start()
        for broker in self._brokers:
            try:
                await broker.healthy()
            except TimeoutError:
                self.faults.append(f"{broker.name} is not healthy again")

    async def _all_play(self, since: float) -> bool:
        """Wait until every robot has had an answer of its table since then."""
        try:
            async with asyncio.timeout(RETURN_SECONDS):
                while not (
                    all(robot.answered > since for robot in self._robots)
                    and not any(0.0 < table.tried < since for table in self._tables)
                ):
                    await asyncio.sleep(0.02)
        except TimeoutError:
            for robot in self._robots:
                if robot.answered <= since:
                    table = robot.table
                    match = table.history.match if table.history else "no match"
                    begun = bool(table.history and table.history.has_begun)
                    self.faults.append(
                        f"robot {table.number}.{robot.place} ({table.game}, {match}, {begun=}) "
                        f"does not play again: {robot.trouble}"
                    )
            for table in self._tables:
                if 0.0 < table.tried < since:
                    self.faults.append(f"table {table.number} ({table.game}) takes no move")
            return False
        return True

    # The verdict

    async def _judge(self) -> int:
        for robot in self._robots:
            robot.may_act.clear()
            robot.is_idle = False
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SAVE_SECONDS):
                while not all(robot.is_idle for robot in self._robots):
                    await asyncio.sleep(0.02)
        lost = 0
        for table in self._tables:
            for history in [*table.ended, *([table.history] if table.history else [])]:
                lost += await self._judge_match(history)
            self.matches += len(table.ended)
            table.ended.clear()
        self.faults += judge_saves(host.notes for host in self._hosts)
        for robot in self._robots:
            robot.may_act.set()
        return lost

    async def _judge_match(self, history: MatchHistory) -> int:
        """Its acknowledged actions that are lost."""
        if not history.has_begun:
            return 0
        match = await self._load(history)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SAVE_SECONDS):
                while match is None or not (match.over or match.version >= history.version):
                    await asyncio.sleep(0.1)
                    match = await self._load(history)
        if match is None:
            self.faults.append(f"{history.match}: the match is lost")
            return 0
        if not match.over and match.version < history.version:
            self.faults.append(f"{history.match}: not saved within {SAVE_SECONDS:.0f} s")
            return 0
        faults, lost = history.judge(match)
        self.faults += faults
        return lost

    async def _load(self, history: MatchHistory) -> Match | None:
        """What the cluster keeps of a match: where the hosts save it, and once it is over where the
        players find it."""
        with contextlib.suppress(BucketError):
            entry = await self._bucket.get(history.match)
            if entry is not None and entry.value is not None:
                return format.restore(format.read(entry.value))
        for path in self._folder.glob(f"*/accounts/*/data/matches/{history.match}.caravan"):
            with contextlib.suppress(SaveError, OSError):
                return format.restore(format.read(path.read_bytes()))
        return None

    def final_verdict(self) -> Counter[str]:
        """Judge what is known only once all hosts have ended. Returns what became of leases."""
        logs = [path for host in self._hosts for path in host.folder.glob("log/*.jsonl")]
        faults, events = judge_leases(logs)
        self.faults += faults
        return events


def _print_table(chaos: Chaos) -> None:
    print(
        "\n| fault | rounds | lost | back: median | slowest | over 5 s "
        "| after the fault: slowest | over 5 s | no move: median | slowest |"
    )
    print("|---" * 10 + "|")
    for fault, outcome in chaos.outcomes.items():
        returns, after, blocked = (
            sorted(times) or [float("nan")]
            for times in (outcome.returns, outcome.after, outcome.blocked)
        )
        slow, slow_after = (
            sum(seconds > AIM_SECONDS for seconds in times) for times in (returns, after)
        )
        print(
            f"| {fault} | {outcome.rounds} | {outcome.lost} | {median(returns):.1f} s "
            f"| {returns[-1]:.1f} s | {slow} | {after[-1]:.1f} s | {slow_after} "
            f"| {median(blocked):.1f} s | {blocked[-1]:.1f} s |"
        )


async def run(
    rounds: int, seed: int, minutes: float, folder: Path, kinds: Sequence[str]
) -> list[str]:
    """Run as many rounds as the time allows. Returns what must not be, a line each."""
    chaos = Chaos(folder, Random(seed), kinds)
    end = time.monotonic() + 60.0 * minutes
    try:
        await chaos.start()
        for number in range(rounds):
            if time.monotonic() > end:
                print(f"the time is over after {number} rounds")
                break
            faults = len(chaos.faults)
            await chaos.round(number)
            for fault in chaos.faults[faults:]:
                print(f"     FAULT {fault}", flush=True)
    finally:
        await chaos.close()
    events = chaos.final_verdict()
    _print_table(chaos)
    print(f"{chaos.matches} matches played to the end; {dict(events)}")
    for fault in chaos.faults:
        print("FAULT", fault)
    return chaos.faults


def main() -> int:
    """The exit code: 0 if nothing happened that must not."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=45.0)
    parser.add_argument("--folder", type=Path, help="keep everything there")
    parser.add_argument("--fault", action="append", choices=FAULTS, help="these alone")
    options = parser.parse_args()
    kinds = options.fault or FAULTS
    with contextlib.ExitStack() as stack:
        folder = options.folder
        if folder is None:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="chaos-")))
        folder.mkdir(parents=True, exist_ok=True)
        faults = asyncio.run(run(options.rounds, options.seed, options.minutes, folder, kinds))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
