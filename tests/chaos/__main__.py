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

import nats.errors

from caravan_tui.cluster.buckets import Bucket, BucketError, stream_of
from caravan_tui.cluster.options import ClusterOptions, connect
from caravan_tui.engine import Match
from saves import format
from saves.errors import SaveError
from tests.chaos.balancer import Balancer
from tests.chaos.brokers import start_brokers
from tests.chaos.history import MatchHistory, judge_leases, judge_saves
from tests.chaos.outcomes import AIM_SECONDS, Outcome, explain, print_table
from tests.chaos.processes import HostProcess, Thinker
from tests.chaos.robots import Robot, Table, notes_of

TABLES = 12
RETURN_SECONDS = 30.0
"""A robot that has not played for as long after everything was mended is lost."""
SAVE_SECONDS = 10.0
FAULTS = (
    "kill host", "kill thinker", "kill broker", "pause host", "pause broker", "cut host off",
    "cut one line", "full disk", "drain host", "kill host and broker", "kill two hosts",
)  # fmt: skip


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
            robot.was_at = robot.host
            robot.troubles.clear()
        for table in self._tables:
            table.blocked = table.tried = 0.0
        leader = await self._leader()
        began = time.monotonic()
        victims = await self._befall(fault)
        mended = time.monotonic()
        await self._whole()
        slowest = max(self._robots, key=lambda robot: robot.silence)
        if await self._all_play(time.monotonic()):
            away = victims[0] if fault in ("pause host", "cut host off") else ""
            outcome.note(self._robots, away, mended)
            slowest = max(self._robots, key=lambda robot: robot.silence)
        lost = await self._judge()
        outcome.rounds += 1
        outcome.lost += lost
        print(
            f"{number:4} {fault:22} {mended - began:5.1f} s, longest silence "
            f"{slowest.silence:5.2f} s, without a move "
            f"{max(table.blocked for table in self._tables):5.2f} s, lost {lost}, "
            f"actions {sum(robot.actions for robot in self._robots)}",
            flush=True,
        )
        if slowest.silence > AIM_SECONDS:
            explain(slowest, began, mended, f"{', '.join(victims)}; {leader} leads")

    async def _leader(self) -> str:
        """The brokers that write the matches and their leases."""
        names = ("caravan_leases", "caravan_matches")
        leaders = set()
        for name in names:
            with contextlib.suppress(nats.errors.Error, TimeoutError):
                info = await self._client.jetstream().stream_info(stream_of(name))
                leaders.add((info.cluster and info.cluster.leader) or "nobody")
        return " and ".join(sorted(leaders))

    async def _befall(self, fault: str) -> list[str]:
        """Have something go wrong, and then mend it. Returns what it has befallen."""
        rng = self._rng
        host, other = rng.sample(self._hosts, 2)
        broker = rng.choice(self._brokers)
        await asyncio.sleep(rng.uniform(0.0, 0.5))
        if fault == "kill host":
            await host.kill()
            await asyncio.sleep(rng.uniform(0.0, 4.0))
            await host.start()
            return [host.name]
        if fault == "kill two hosts":
            await asyncio.gather(host.kill(), other.kill())
            await host.start()
            await other.start()
            return [host.name, other.name]
        if fault == "kill thinker":
            await self._thinker.kill()
            await self._thinker.start()
            return ["thinker"]
        if fault == "kill broker":
            broker.signal(signal.SIGKILL)
            await asyncio.sleep(rng.uniform(0.0, 3.0))
            broker.start()
            return [broker.name]
        if fault == "kill host and broker":
            broker.signal(signal.SIGKILL)
            await host.kill()
            await asyncio.sleep(rng.uniform(0.0, 2.0))
            broker.start()
            await host.start()
            return [host.name, broker.name]
        if fault in ("pause host", "pause broker"):
            victim = host if fault == "pause host" else broker
            victim.signal(signal.SIGSTOP)
            await asyncio.sleep(rng.uniform(0.5, 6.0))
            victim.signal(signal.SIGCONT)
            return [victim.name]
        if fault in ("cut host off", "cut one line"):
            lines = host.lines if fault == "cut host off" else [rng.choice(host.lines)]
            for line in lines:
                line.cut()
            await asyncio.sleep(rng.uniform(0.5, 6.0))
            for line in lines:
                line.mend()
            return [host.name]
        if fault == "full disk":
            full = self._brokers[-1]
            if full.has_small_disk:
                await asyncio.to_thread(full.fill_disk)
            await asyncio.sleep(rng.uniform(1.0, 4.0))
            full.signal(signal.SIGKILL)
            full.empty_disk()
            full.start()
            return [full.name]
        assert fault == "drain host", fault
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
        return [host.name]

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
    print_table(chaos.outcomes)
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
