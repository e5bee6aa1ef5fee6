"""A whole world from one seed: a server, its disk, its people, and all that goes wrong for them."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
import os
import sys
import tempfile
import time
import warnings
from collections import defaultdict
from collections.abc import Callable, Coroutine, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

from attrs import define

from caravan_tui.bus.autosave import SAVE_PATIENCE
from caravan_tui.bus.hosted_match import HostedMatch
from caravan_tui.bus.lobby_messages import Seated
from caravan_tui.bus.notice_messages import NoticeChoices
from caravan_tui.engine import Match
from caravan_tui.notices.outbox import Item
from caravan_tui.server import away_notices, match_deadlines, tournaments
from caravan_tui.server.accounts import Account
from caravan_tui.server.away_notices import AwayNotices
from caravan_tui.server.match_endings import MatchEndings
from caravan_tui.server.match_supervisor import MatchSupervisor
from caravan_tui.server.results import Results
from caravan_tui.server.rooms import Room, RoomFile
from caravan_tui.server.shared_matches import SharedMatches
from saves.store import Store
from tests.world import invariants, past
from tests.world.disk import Disk, Faults
from tests.world.edges import Edges
from tests.world.history import History, ViolationError, report
from tests.world.loop import START, ProcessDeath, StuckError, VirtualLoop
from tests.world.plan import PEOPLE, Step, plan_of
from tests.world.post import Post
from tests.world.robots import Robot
from tests.world.server import Server
from tests.world.transport import TICK

LONGEST_STEP = 150.0
"""Virtual seconds after which a step has to be done."""
DAY = 86_400.0
RARE_LOOK = 300.0
"""Seconds between two looks of a server while nobody does anything for days."""


class ServerGoneError(Exception):
    """The server died while something of it was awaited."""


@define
class Wait:
    """A match waits for players since somebody has last taken a seat."""

    since: float
    uptime: float
    """How long servers had run then, in all."""
    life: int
    """Which server ran."""


@define
class Outcome:
    """How a world ended."""

    seed: int
    steps: int
    violation: str = ""
    rule: str = ""
    virtual_seconds: float = 0.0
    """Without the days in which nobody did anything."""
    idle_days: float = 0.0
    seconds: float = 0.0
    matches: int = 0
    changes: int = 0
    finished: int = 0
    expired: int = 0
    """Matches that nobody has joined."""
    crashes: int = 0
    called: int = 0
    """Notices that have reached a player."""
    late: int = 0
    """Turns by correspondence that a computer has played."""
    tables: int = 0
    """Of tournaments."""
    digest: str = ""
    """Of all that happened: equal for equal runs."""


@define
class Turn:
    """A turn of a match, as the world saw it begin."""

    seat: int
    ply: int
    """The number of actions then."""
    time: float
    """When, by the world's clock."""
    wall: float
    """When, by the wall clock."""
    life: int
    is_away: bool
    """Whether its player was not at the table."""
    is_connected: bool
    jumps: int
    """How often the wall clock had been set until then."""
    resumed: float = 0.0
    """When it went on, by the wall clock, if what came after it was taken back."""


class World:
    """See the module. `run` makes it, and says how it ended."""

    def __init__(self, seed: int, steps: Sequence[Step] | None = None) -> None:
        past.warm_up()
        self.seed = seed
        self.steps = plan_of(seed) if steps is None else list(steps)
        self.loop = VirtualLoop(seed)
        base = Path("/dev/shm") if os.access("/dev/shm", os.W_OK) else None
        self.root = Path(tempfile.mkdtemp(prefix="world-", dir=base))
        (self.root / "home").mkdir(mode=0o700)
        self.disk = Disk(self.root, Random(f"{seed}:disk"))
        self.edges = Edges(self.loop, seed)
        self.history = History(self.loop.time)
        self.robots = {name: Robot(self, name) for name in PEOPLE}
        self.server: Server | None = None
        self.crashes = 0
        self.lives = 0
        self.seats: dict[str, set[tuple[str, int | None]]] = defaultdict(set)
        """By person: all places that it was ever given."""
        self.expected: dict[tuple[str, str], bool] = {}
        """By match and account: a place that was promised and not given up."""
        self.asked: dict[tuple[str, int, int, int], set[str]] = defaultdict(set)
        """By match, seat, version and action: who has asked for it."""
        self.stale_locks: set[Path] = set()
        """What killed servers have left; nobody holds these, and the next who opens the match
        removes them."""
        self.waits: dict[str, Wait] = {}
        """By match that waits for players, or has waited."""
        self.turns: dict[str, list[Turn]] = defaultdict(list)
        """By match between people: the turn that runs, last, and those that led to it."""
        self.rooms: dict[str, Room] = {}
        """By match: its room in the server that runs."""
        self.entered: dict[tuple[str, str], float] = {}
        """By match and account: when it last came to the table."""
        self.choices: dict[str, tuple[NoticeChoices, float]] = {}
        """By account: how it wants to be called, and since when, as it was told."""
        self.topics: dict[str, str] = {}
        """By topic of ntfy: the account."""
        self.tournaments: set[str] = set()
        """Those whose making was answered."""
        self.entries: dict[tuple[str, str], bool] = {}
        """By tournament and account: whether it takes part, as it was told."""
        self.results: dict[str, tuple[int, ...]] = {}
        """By match of a tournament: its ranks there."""
        self.ended: set[str] = set()
        """Tournaments that were over or called off."""
        self.late = 0
        """Turns by correspondence that a computer has played."""
        self.jumps = 0
        """How often the wall clock was set."""
        self.was_disk_bad = False
        self.life_began = START
        self.post = Post(Random(f"{seed}:post"), self.on_arrival)
        self._down_since: float | None = START
        self._downtime = self._idle = 0.0
        self._expired = 0
        self._slow = 0.0
        self._rng = Random(f"{seed}:world")
        self._waiting: set[asyncio.Future[Any]] = set()
        self._wake: asyncio.Future[Any] | None = None
        self._undo: list[tuple[Any, str, Any]] = []
        self._steps: list[asyncio.Task[Any]] = []
        self.loop.thread_delay = self._thread_delay
        self.trace: list[str] = []

    # From the beginning to the end

    def run(self) -> Outcome:
        """Live through the plan; what was violated first, if anything."""
        began = time.process_time()
        descriptors = _descriptors()
        ViolationError.seen = []
        gc.disable()
        self.disk.install()
        self.edges.install()
        self._watch_product()
        asyncio.set_event_loop(self.loop)
        try:
            self._live()
        finally:
            asyncio.set_event_loop(None)
            self._unwatch_product()
            self.edges.remove()
            self.disk.remove()
            self.disk.wipe()
            self._bury()
            gc.enable()
        left = _descriptors() - descriptors
        if left > 0 and not ViolationError.seen:
            report("leak", f"{left} descriptors are left")
        first = ViolationError.seen[0] if ViolationError.seen else None
        return Outcome(
            self.seed,
            len(self.steps),
            str(first or ""),
            first.rule if first else "",
            self.loop.now - START - self._idle,
            self._idle / DAY,
            time.process_time() - began,
            len(self.history.matches),
            sum(len(history.moments) for history in self.history.matches.values()),
            sum(history.last.state.to_act() < -1 for history in self.history.matches.values()),
            self._expired,
            self.crashes,
            self.post.arrived.total(),
            self.late,
            len(self.results),
            self._digest(),
        )

    def _digest(self) -> str:
        text = repr([
            self.loop.now, self.disk.operations, self.trace,
            [(h.id, [(m.how, m.log) for m in h.moments]) for h in self.history.matches.values()],
        ])  # fmt: skip
        return blake2b(text.encode(), digest_size=8).hexdigest()

    def _live(self) -> None:
        main = self.loop.create_task(self._everything())
        while not main.done():
            try:
                self.loop.run_until_complete(main)
            except ProcessDeath as death:
                if main.done() and main.exception() is death:
                    raise RuntimeError("the world itself was killed") from None
                self._note(f"{death} dies at a write")
                self._bury_server()
            except StuckError as error:
                report("end", str(error))
                return
            except ViolationError:
                return
            except Exception as error:
                if ViolationError.seen:
                    return
                report("world", f"{type(error).__name__}: {error}")
                return

    def _bury(self) -> None:
        """Let go of what the dead have held, now that it can harm nobody."""
        self.loop.set_exception_handler(lambda _loop, _context: None)
        self.loop.tasks.clear()
        self.loop._ready.clear()  # type: ignore[attr-defined]
        self.loop._scheduled.clear()  # type: ignore[attr-defined]
        self._steps.clear()
        for robot in self.robots.values():
            robot.chairs.clear()
        self.server = None

    def _note(self, text: str) -> None:
        self.trace.append(f"{self.loop.now:9.3f} {text}")

    async def _everything(self) -> None:
        alone = past.lay_down(self.root / "home", Random(f"{self.seed}:past"))
        self.robots[PEOPLE[0]].solo += alone
        await self._start_server()
        for step in self.steps:
            await asyncio.sleep(step.after)
            self._check()
            await self._take(step)
        await self._finish()

    async def _take(self, step: Step) -> None:
        self._note(str(step))
        rng = Random(step.salt)
        if step.who == "world":
            await getattr(self, step.what)(rng)
            return
        robot = self.robots[step.who]
        if not robot.is_connected and step.what != "connect":
            self._steps.append(self.loop.create_task(robot.connect(rng)))
            return
        work = getattr(robot, step.what)(rng)
        if step.what in ("connect", "connect_again", "break_off", "quit", "ask_and_break_off"):
            self._steps.append(self.loop.create_task(work))
        else:
            self._steps.append(robot.start(work))

    def _check(self) -> None:
        """All that must hold at any time."""
        if self.server is not None:
            invariants.check_server(self, self.server)
        self.raise_if_violated()

    def raise_if_violated(self) -> None:
        """Stop at the first violation."""
        for fault in self.loop.faults:
            report("fault", fault)
        for line in self.edges.errors.lines:
            if not invariants.is_expected(line, self.lives):
                report("fault", f"an error in the log: {line}")
        if ViolationError.seen:
            raise ViolationError.seen[0]

    # The last act: all is well again, everybody plays on, and everything ends

    async def _finish(self) -> None:
        await self._calm()
        for round_ in range(3):
            for robot in self.robots.values():
                if round_ == 0 and robot.process:
                    await robot.connect_again(Random(0))
            await asyncio.sleep(1.0)
            self._check()
            await self._play_on(round_)
        await asyncio.sleep(40.0)  # undo requests, retries of saves
        self._check()
        await invariants.check_calm(self)
        self.raise_if_violated()
        await self._close_everything()

    async def _calm(self) -> None:
        self.disk.faults = Faults()
        self._slow = 0.0
        self.loop.network.latency = 0.005
        self.post.mood = "well"
        if self.server is not None:
            self.server.pool.are_lost = False
        if self._steps:
            await asyncio.wait(self._steps, timeout=LONGEST_STEP)
        for step in self._steps:
            is_dead = getattr(step, "process", "") in self.loop.dead
            if not step.done() and not is_dead:
                report("end", f"a step does not end: {step.get_coro()}")
            elif step.done() and not step.cancelled() and step.exception() is not None:
                error = step.exception()
                if not isinstance(error, ServerGoneError | ProcessDeath | ViolationError):
                    report("world", f"a step failed: {error!r}")
        self._steps.clear()
        await self._wait_for_server()
        self.raise_if_violated()

    async def _play_on(self, round_: int) -> None:
        """Everybody plays, honestly."""
        steps = []
        for robot in self.robots.values():
            if robot.is_connected:
                rng = Random(f"{self.seed}{robot.name}{round_}")
                steps.append(robot.start(robot.play(rng)))
        if steps:
            done, left = await asyncio.wait(steps, timeout=LONGEST_STEP)
            if left:
                report("end", f"{len(left)} players are stuck")
            for step in done:
                if step.exception() is not None:
                    report("world", f"{step.exception()!r}")

    async def _close_everything(self) -> None:
        for robot in self.robots.values():
            if robot.bus is not None:
                await self.join(robot.start(robot.quit(Random(0))))
        await asyncio.sleep(2.0)
        self.raise_if_violated()
        server = self.server
        assert server is not None
        await self.in_server(server.close())
        await asyncio.sleep(1.0)
        self.server = None
        self.raise_if_violated()
        invariants.check_end(self, server)
        self.raise_if_violated()

    # The server and its deaths

    @property
    def socket(self) -> Path:
        """Where the server listens."""
        return Server(self.root / "home", "", self._rng).config.socket

    @property
    def uptime(self) -> float:
        """Seconds that servers have run, in all."""
        until = self.loop.now if self._down_since is None else self._down_since
        return until - START - self._downtime

    def _set_server(self, server: Server | None) -> None:
        if server is not None and self._down_since is not None:
            self._downtime += self.loop.now - self._down_since
            self._down_since = None
            self.life_began = self.loop.now
        elif server is None and self._down_since is None:
            self._down_since = self.loop.now
        self.server = server

    async def _start_server(self) -> None:
        self.lives += 1
        self.rooms.clear()
        server = Server(
            self.root / "home", f"server#{self.lives}", Random(f"{self.seed}:pool"),
            self.edges.time.time, self.post,
        )  # fmt: skip
        try:
            await self.in_server(server.start(), server)
        except ServerGoneError:
            self._start_later()
            return
        except OSError as error:
            # A disk that is full: an operator sees it, and starts it again.
            self._note(f"the server does not start: {error}")
            self.end_process(server.process)
            self._start_later()
            return
        self._set_server(server)
        invariants.check_start(self, server)

    async def in_server(self, work: Coroutine[Any, Any, Any], server: Server | None = None) -> Any:
        """Do something in the server's process. Raises ServerGoneError if it dies meanwhile."""
        server = server or self.server
        if server is None:
            work.close()
            raise ServerGoneError
        return await self.join(self.loop.spawn(server.process, work), server.process)

    async def join(self, task: asyncio.Task[Any], process: str = "") -> Any:
        """What a task of another process gives; None if that process dies, ServerGoneError if it
        is the server."""
        done: asyncio.Future[None] = self.loop.create_future()
        process = process or getattr(task, "process", "")
        task.add_done_callback(
            lambda _task: None if done.done() else done.set_result(None),
            context=self.loop.context_of("world"),
        )
        self._waiting.add(done)
        done.process = process  # type: ignore[attr-defined]
        try:
            await done
        finally:
            self._waiting.discard(done)
        if not task.done():
            if process.startswith("server"):
                raise ServerGoneError
            return None
        error = None if task.cancelled() else task.exception()
        if isinstance(error, ProcessDeath):
            raise ServerGoneError
        return None if task.cancelled() else task.result()

    def end_process(self, process: str) -> None:
        """A process is killed; what it had on the disk stays as it is."""
        if process.startswith("server"):
            self.stale_locks |= set(self.root.rglob("*.lock"))
        self.loop.kill(process)
        self.disk.on_death(process)
        for future in list(self._waiting):
            if getattr(future, "process", "") == process and not future.done():
                future.set_result(None)

    def _bury_server(self) -> None:
        """The server's process is dead: the disk keeps what the fault lets it keep."""
        process = f"server#{self.lives}"
        was_running = self.server is not None
        self._set_server(None)
        self.crashes += 1
        self.end_process(process)
        if self.disk.faults.is_power_failure:
            self.disk.fail_power()
            # A lock that was removed, but not for good, is there again.
            self.stale_locks |= set(self.root.rglob("*.lock"))
        self.disk.faults = Faults(failures=self.disk.faults.failures)
        self._slow = 0.0
        if was_running:
            self._start_later()

    def _start_later(self) -> None:
        self.disk.faults = Faults()
        context = self.loop.context_of("world")
        delay = self._rng.uniform(0.1, 5.0)

        def start() -> None:
            self.loop.create_task(self._start_server())

        self.loop.call_later(delay, start, context=context)

    async def _wait_for_server(self) -> None:
        for _ in range(100):
            if self.server is not None:
                return
            await asyncio.sleep(1.0)
        report("end", "the server does not start again")
        self.raise_if_violated()

    async def admit(self, robot: Robot) -> str | None:
        """A token for a session; None if the server is away."""
        if self.server is None:
            return None
        try:
            token: str = await self.in_server(self.server.admit(robot))
        except (ServerGoneError, OSError):
            return None
        return token

    def end_session(self, robot: Robot, is_cut_off: bool = True) -> None:
        """A session's process has ended: its connection notices soon."""
        process, robot.bus = robot.process, None
        robot.chairs.clear()
        robot.process = ""
        if is_cut_off:
            self.end_process(process)
        server = self.server
        client = None if server is None else server.lobby.clients.get(robot.id)
        if server is not None and client is not None:

            async def dismiss() -> None:
                await asyncio.sleep(self._rng.uniform(0.0, 1.0))
                await server.dismiss(client, is_cut_off)

            self.loop.spawn(server.process, dismiss())

    # What goes wrong

    async def kill(self, _rng: Random) -> None:
        """The server's process is killed."""
        if self.server is not None:
            self._bury_server()

    async def fail_power(self, _rng: Random) -> None:
        """The power fails."""
        if self.server is not None:
            self.disk.faults.is_power_failure = True
            self._bury_server()

    async def crash_at_write(self, rng: Random) -> None:
        """The server dies between two of its next writes, or within one."""
        if self.server is not None:
            self.disk.faults.crash_in = rng.randrange(1, 40)
            self.disk.faults.is_power_failure = rng.random() < 0.5

    async def stop(self, _rng: Random) -> None:
        """The server is stopped as it should be, and starts again."""
        server = self.server
        if server is None:
            return
        try:
            await self.in_server(server.close())
        except ServerGoneError:
            return
        if self.disk.faults.error is None and self.disk.faults.sync_error is None:
            invariants.check_closed(self, server)
        self._set_server(None)
        self.end_process(server.process)
        self._start_later()

    async def fill_disk(self, rng: Random) -> None:
        """The disk is full, or may only be read, for a while."""
        self.was_disk_bad = True
        self.disk.faults.error = rng.choice((errno.ENOSPC, errno.EROFS, errno.EIO))
        self._end_fault(rng, "error")

    async def break_sync(self, rng: Random) -> None:
        """What should be synced is not, and that is said."""
        self.was_disk_bad = True
        self.disk.faults.sync_error = errno.EIO
        self._end_fault(rng, "sync_error")

    def _end_fault(self, rng: Random, name: str) -> None:
        faults = self.disk.faults
        self.loop.call_later(rng.uniform(1.0, 30.0), setattr, faults, name, None)

    async def slow_disk(self, rng: Random) -> None:
        """Each write takes long."""
        self._slow = rng.choice((0.2, 0.9, 3.0))
        self.loop.call_later(rng.uniform(2.0, 20.0), setattr, self, "_slow", 0.0)

    def _thread_delay(self) -> float:
        return 0.002 * self._rng.random() + self._slow * self._rng.random()

    async def jump_clock(self, rng: Random) -> None:
        """The wall clock is set, forwards or back."""
        self.jumps += 1
        self.edges.time.jump += rng.choice((-86_400 * 400, -3_600, 7, 86_400 * 40))

    async def slow_line(self, rng: Random) -> None:
        """All lines are slow."""
        self.loop.network.latency = rng.choice((0.1, 0.4))
        self.loop.call_later(20.0, setattr, self.loop.network, "latency", 0.005)

    async def lose_workers(self, rng: Random) -> None:
        """Searches are not answered."""
        if self.server is not None:
            self.server.pool.are_lost = True
            self.loop.call_later(rng.uniform(1, 40), setattr, self.server.pool, "are_lost", False)

    async def wait_long(self, rng: Random) -> None:
        """Nobody does anything for a while."""
        await asyncio.sleep(rng.choice((35.0, 130.0)))

    async def wait_days(self, rng: Random) -> None:
        """All go home for days, and matches wait for players."""
        if self._steps:
            await asyncio.wait(self._steps, timeout=LONGEST_STEP)
        for robot in self.robots.values():
            if robot.bus is not None:
                await self.join(robot.start(robot.quit(rng)))
        days = rng.choice((0.5, 3.0, 6.9, 7.2))
        self._idle += days * DAY
        with rare_looks():
            await asyncio.sleep(days * DAY)
        await asyncio.sleep(RARE_LOOK)

    async def break_post(self, rng: Random) -> None:
        """Notices do not arrive for a while, or nobody says that they have."""
        self.post.mood = rng.choice(("away", "busy", "deaf"))
        self.loop.call_later(rng.uniform(5.0, 300.0), setattr, self.post, "mood", "well")

    # What robots tell, and ask

    def on_seated(self, robot: Robot, seated: Seated) -> None:
        """A place was given."""
        seats: list[int | None] = [*seated.seats]
        for seat in seats or [None]:
            self.seats[robot.name].add((seated.match, seat))
        if not seated.is_solo:
            invariants.on_promise(self, robot, seated)

    def on_choices(self, robot: Robot, choices: NoticeChoices) -> None:
        """Somebody has chosen how to be called."""
        self.choices[robot.id] = choices, self.loop.now
        self.topics[choices.address] = robot.id

    def on_arrival(self, topic: str, item: Item) -> None:
        """A notice has reached its player."""
        invariants.check_arrival(self, topic, item)

    def on_turn(self, match: str) -> None:
        """A match was opened or has changed: which turn it is now."""
        room, history = self.rooms.get(match), self.history.matches.get(match)
        if room is None or history is None:
            return
        seat, ply, turns = history.last.state.to_act(), len(history.last.log), self.turns[match]
        is_taken_back = bool(turns) and turns[-1].ply > ply
        while turns and turns[-1].ply > ply:
            turns.pop()
        if turns and turns[-1].seat == seat:
            if is_taken_back:
                turns[-1].resumed = self.edges.time.time()
            return
        if not turns:
            ply = -1  # of the first one nobody knows when it began
        account = room.seats[seat] if seat >= 0 else ""
        lobby = None if self.server is None else self.server.lobby
        supervisor = None if lobby is None else lobby.shared.supervisors.get(match)
        turns.append(Turn(
            seat, ply, self.loop.now, self.edges.time.time(), self.lives,
            supervisor is not None and account not in supervisor.present,
            lobby is not None and account in lobby.clients, self.jumps,
        ))  # fmt: skip

    def has_clock(self, match: str) -> bool:
        """Whether a turn has a time in this match."""
        room = self.rooms.get(match)
        return room is not None and bool(room.days or room.clock)

    def on_resign(self, robot: Robot, match: str) -> None:
        """A place is given up, if the server gets to hear it."""
        self.expected.pop((match, robot.id), None)

    def on_touched(self, match: str) -> None:
        """A match is made, or a seat of it taken: from now on it waits for the next one."""
        self.waits[match] = Wait(self.loop.now, self.uptime, self.lives)

    def on_expired(self, room: Room) -> None:
        """A match is removed because nobody has joined it."""
        self._expired += 1
        invariants.check_expired(self, room)
        for match, account in list(self.expected):
            if match == room.match:
                del self.expected[match, account]

    def on_ask(self, robot: Robot, match: str, seat: int, version: int, action: int) -> None:
        """Somebody asks for an act."""
        self.asked[match, seat, version, action].add(robot.id)

    def on_rows(self, robot: Robot, rows: Sequence[Any]) -> None:
        """What somebody sees in the lobby."""
        for row in rows:
            robot.codes[row.match] = row.code
            is_private = row.private or row.match in self.private_matches()
            if is_private and not row.own_seats and row.owner != robot.name:
                report("address", f"{robot.name} sees a private match in the lobby")

    def on_resume(self, robot: Robot, match: str, answer: Any) -> None:
        """A match of one's own was to be resumed."""
        code = getattr(answer, "code", "")
        history = self.history.matches.get(match)
        if code == "save_not_found" and history is not None and history.saved >= 0:
            report("durability", f"{robot.name}'s match {match[:6]} is gone")

    def private_matches(self) -> list[str]:
        """The ids of private matches, which only their players should know."""
        rooms = [] if self.server is None else self.server.lobby.shared.rooms.all()
        return [room.match for room in rooms if room.private]

    def is_no_more(self, match: str, code: str) -> bool:
        """Whether a match has gone from the lobby, and nothing else has its code."""
        rooms = [] if self.server is None else self.server.lobby.shared.rooms.all()
        return bool(rooms) and not any(room.match == match or room.code == code for room in rooms)

    def somewhere(self, robot: Robot, rng: Random) -> tuple[str, list[int]]:
        """A match, and seats there that this robot does not hold."""
        if self.server is None:
            return "", []
        shared = self.server.lobby.shared
        matches = [*shared.supervisors, *self.server.lobby.tables.solo.ids()]
        matches = [match for match in matches if match in self.history.matches]
        if not matches:
            return "", []
        match = rng.choice(matches)
        seats = self.foreign_seats(robot, match)
        rng.shuffle(seats)
        return match, seats

    def foreign_seats(self, robot: Robot, match: str) -> list[int]:
        """The seats of a match that somebody else holds."""
        seats = range(self.history.matches[match].seats)
        if self.server is None or self.server.lobby.tables.owner(match) == robot.id:
            return []
        room = self.server.lobby.shared.rooms.get(match)
        own = [] if room is None else room.seats_of(robot.id)
        return [seat for seat in seats if seat not in own]

    def version(self, match: str) -> int:
        """The number of actions in the log of a match."""
        return len(self.history.matches[match].last.log)

    # What the product does

    def _watch_product(self) -> None:
        """Have the history told what is opened, changed and saved."""
        history = self.history

        def wrap(owner: Any, name: str, make: Callable[[Any], Any]) -> None:
            original = owner.__dict__[name]
            self._undo.append((owner, name, original))
            setattr(owner, name, make(original))

        def opening(original: Any) -> Any:
            def init(hosted: HostedMatch, *args: Any, **more: Any) -> None:
                original(hosted, *args, **more)
                history.on_open(hosted)

            return init

        def changing(how: str) -> Callable[[Any], Any]:
            def make(original: Any) -> Any:
                def change(match: Match, seat: int, *args: Any) -> Any:
                    before = match.version
                    owner = history.of(match)
                    if owner is not None:
                        invariants.check_consent(self, owner, how, seat)
                    result = original(match, seat, *args)
                    history.on_change(match, how, seat, before)
                    self.on_turn(match.record.id)
                    if owner is not None and how == "act":
                        invariants.check_actor(self, owner, seat, before, match.record.log[before])
                    return result

                return change

            return make

        def saving(original: Any) -> Any:
            async def save(store: Store, match: Match) -> None:
                owner = history.of(match)
                moment = -1 if owner is None else len(owner.moments) - 1
                await original(store, match)
                history.on_saved(match, moment)

            return save

        def acting(original: Any) -> Any:
            async def act(hosted: HostedMatch, seat: int, version: int, action: int) -> int:
                began = self.loop.now
                result: int = await original(hosted, seat, version, action)
                has_waited = self.loop.now - began > SAVE_PATIENCE - TICK
                if not has_waited:
                    invariants.check_saved_before(self, hosted)
                return result

            return act

        def closing(original: Any) -> Any:
            async def close(hosted: HostedMatch) -> None:
                await original(hosted)
                invariants.check_closed_table(self, hosted)

            return close

        def adding(original: Any) -> Any:
            async def add(rooms: RoomFile, room: Room) -> None:
                await original(rooms, room)
                self.on_touched(room.match)

            return add

        def seating(original: Any) -> Any:
            async def take(shared: SharedMatches, room: Room, *args: Any) -> None:
                await original(shared, room, *args)
                self.on_touched(room.match)

            return take

        def dropping(original: Any) -> Any:
            def drop(endings: MatchEndings, room: Room, code: str, **values: Any) -> None:
                if code == "match_expired":
                    self.on_expired(room)
                original(endings, room, code, **values)

            return drop

        def delivering(original: Any) -> Any:
            async def deliver(results: Results, match: Match, *args: Any) -> None:
                invariants.check_delivered(self, match)
                await original(results, match, *args)

            return deliver

        def supervising(original: Any) -> Any:
            def init(supervisor: MatchSupervisor, *args: Any) -> None:
                self.rooms[args[2].match] = args[2]
                original(supervisor, *args)
                self.on_turn(args[2].match)

            return init

        def standing_in(original: Any) -> Any:
            def add(supervisor: MatchSupervisor, seat: int, reason: str) -> None:
                if reason == "late" and seat not in supervisor.stand_ins:
                    self.late += supervisor.room.days > 0
                    invariants.check_late(self, supervisor)
                original(supervisor, seat, reason)

            return add

        def entering(original: Any) -> Any:
            def enter(supervisor: MatchSupervisor, account: str, *args: Any) -> None:
                if account not in supervisor.present:
                    self.entered[supervisor.room.match, account] = self.loop.now
                original(supervisor, account, *args)

            return enter

        def calling(original: Any) -> Any:
            async def send(away: AwayNotices, who: Account, choices: Any, items: Any) -> None:
                self.post.sending[choices.address] = list(items)
                for item in items:
                    invariants.check_calling(self, who.id, item)
                await original(away, who, choices, items)

            return send

        wrap(MatchSupervisor, "__init__", supervising)
        wrap(MatchSupervisor, "_add_stand_in", standing_in)
        wrap(MatchSupervisor, "enter", entering)
        wrap(AwayNotices, "_send", calling)
        wrap(Results, "deliver", delivering)
        wrap(RoomFile, "add", adding)
        wrap(SharedMatches, "_take_seat", seating)
        wrap(MatchEndings, "drop", dropping)
        wrap(HostedMatch, "__init__", opening)
        wrap(HostedMatch, "close", closing)
        wrap(HostedMatch, "act", acting)
        for how in ("act", "undo", "redo"):
            wrap(Match, how, changing(how))
        wrap(Store, "save", saving)
        self.loop.network.watchers.append(
            lambda pipe, data: invariants.check_bytes(self, pipe, data)
        )

    def _unwatch_product(self) -> None:
        for owner, name, original in reversed(self._undo):
            setattr(owner, name, original)
        self._undo.clear()


@contextlib.contextmanager
def rare_looks() -> Iterator[None]:
    """A server in here looks for what is due every five minutes, where it would every few seconds:
    in days in which nobody does anything that is most of the work."""
    names = (
        (match_deadlines, "DEADLINE_INTERVAL"), (tournaments, "CHECK_INTERVAL"),
        (away_notices, "LOOK_SECONDS"),
    )  # fmt: skip
    before = [(module, name, getattr(module, name)) for module, name in names]
    for module, name in names:
        setattr(module, name, RARE_LOOK)
    try:
        yield
    finally:
        for module, name, value in before:
            setattr(module, name, value)


def be_quiet() -> None:
    """In a process of worlds alone: what the dead say when their memory is freed is no news."""
    sys.unraisablehook = lambda _fault: None
    warnings.simplefilter("ignore", RuntimeWarning)
    logging.disable(logging.INFO)
    logging.lastResort = None
    logging.getLogger().addHandler(logging.NullHandler())


def _descriptors() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def run(seed: int, steps: Sequence[Step] | None = None) -> Outcome:
    """The world of a seed, from its beginning to its end."""
    return World(seed, steps).run()
