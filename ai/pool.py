"""The pool of worker processes that search. Belongs to one asyncio loop.

Processes, never threads: a search in a thread of ours would stop the screen. A search is spread
over the workers that are free, each with its own seed and its part of the iterations, and their
visits are summed. Whatever happens to a worker, `search` answers in time.
"""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import attrs

import ai
from ai import frames, levels
from ai import knowledge as known
from ai.fallback import quick_move, some_move
from ai.process import weighed_apart
from ai.search import Table, answer, merge, unpack
from ai.worker import table_of
from caravan_tui.bus.messages import Found, Search, Thinking

log = logging.getLogger(__name__)

MOST_WORKERS = 4
"""Workers of a pool that is not told how many."""

SPLIT = 300
"""Iterations below which a search is not spread: setting up costs more than it brings."""

GRACE = 0.4
"""Seconds after the cap in which a worker that is just finishing is still waited for."""

HURRIED = 0.3
"""Seconds that the workers have to answer once hurried."""

SILENT = 5.0
"""Seconds without a word from a busy worker after which it counts as hung."""

CLOSING = 3.0
"""Seconds that the processes have to end when the pool is closed."""

BIRTH = 30.0
"""Seconds in which a new worker must have said that it is ready."""

RETRY = 2.0
"""Seconds before a worker that died before it was ready is started again; doubled each time."""

LONGEST_RETRY = 60.0

Progress = Callable[[Thinking], None]


class _Worker:
    """One process and what the host knows of it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.process: asyncio.subprocess.Process | None = None
        self.ready = False
        self.job: _Job | None = None
        self.heard = 0.0
        """When it last said something, or was last asked."""
        self.failures = 0
        """How often in a row it died before it was ready."""
        self.served: tuple[str, int] | None = None
        """Match and seat of its last search: it may have kept the tree."""

    @property
    def free(self) -> bool:
        return self.ready and self.job is None

    def tell(self, message: dict[str, Any]) -> None:
        """Send a message; a broken pipe is found out by whoever reads."""
        if self.process is None or self.process.stdin is None:
            return
        try:
            self.process.stdin.write(frames.pack(message))
        except (OSError, RuntimeError):
            log.debug("worker %d does not listen", self.number)

    def kill(self) -> None:
        """End the process at once."""
        self.ready = False
        if self.process is not None and self.process.returncode is None:
            try:
                self.process.kill()
            except ProcessLookupError:
                return


class _Job:
    """One search on its way."""

    def __init__(self, ask: Search, progress: Progress | None) -> None:
        self.ask = ask
        self.progress = progress
        self.budget = 1
        self.workers: dict[_Worker, int] = {}
        """Who searches, and how many iterations each."""
        self.tables: dict[_Worker, Table] = {}
        self.shares: dict[_Worker, float] = {}
        self.missing: set[_Worker] = set()
        self.action: int | None = None
        self.changed = asyncio.Event()
        self.hurried = False
        self.broken = False

    def think(self) -> None:
        """Tell how far the search is."""
        if self.progress is not None and self.workers:
            done = sum(self.shares.values()) / len(self.workers)
            ran = sum(table.iterations for table in self.tables.values())
            self.progress(Thinking(self.ask.id, self.ask.match, self.ask.seat, min(1.0, done), ran))


class Pool:
    """Starts workers, gives them searches, replaces those that break.

    `preload` names modules that every worker imports first. `errors` is a file to which the
    workers' complaints are appended; without it they are dropped.
    """

    def __init__(
        self,
        workers: int | None = None,
        errors: Path | None = None,
        preload: Sequence[str] = (),
    ) -> None:
        count = min(MOST_WORKERS, os.cpu_count() or 1) if workers is None else workers
        self._workers = [_Worker(number) for number in range(max(1, count))]
        self._errors = errors
        self._preload = tuple(preload)
        self._jobs: dict[str, _Job] = {}
        self._queue: deque[asyncio.Future[None]] = deque()
        self._tasks: set[asyncio.Task[None]] = set()
        self._open = False

    def start(self) -> None:
        """Start the workers, without waiting for them. Called by the first search at the latest,
        better after the first frame. Needs a running loop."""
        if self._open:
            return
        self._open = True
        for worker in self._workers:
            self._spawn(self._live(worker))
        self._spawn(self._watch())

    async def ready(self) -> None:
        """Wait until a worker can search."""
        self.start()
        while not any(worker.ready for worker in self._workers):
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        """End all workers and all searches; those that run answer with what they have."""
        self._open = False
        for job in list(self._jobs.values()):
            job.hurried = job.broken = True
            job.changed.set()
        for worker in self._workers:
            worker.kill()
        tasks = list(self._tasks)
        if any(worker.process is not None for worker in self._workers):
            # They end by themselves once the processes have, and close the pipes.
            await asyncio.wait(tasks, timeout=CLOSING, return_when=asyncio.ALL_COMPLETED)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for waiter in self._queue:
            if not waiter.done():
                waiter.set_result(None)

    @property
    def pids(self) -> list[int]:
        """The processes that run now."""
        return [
            worker.process.pid
            for worker in self._workers
            if worker.process is not None and worker.process.returncode is None
        ]

    # Searching

    async def search(self, ask: Search, progress: Progress | None = None) -> Found:
        """The move for a request, at the latest about half a second after its cap.

        If the task that waits here is cancelled, so is the search. Raises UnknownGameError,
        UnknownLevelError or UnknownStyleError for a request that makes no sense.
        """
        began = perf_counter()
        level = levels.get(ask.level).suited(known.of(ask.game, ask.style))
        self.start()
        job = _Job(ask, progress)
        job.budget = ask.iterations or max(1, level.iterations)
        self._jobs[ask.id] = job
        try:
            if await self._begin(job, began):
                await self._wait(job, began)
        finally:
            del self._jobs[ask.id]
            for worker in job.missing:
                worker.tell({"op": "cancel", "id": ask.id})
            self._wake()
        return self._answer(job, level, perf_counter() - began)

    def hurry(self, match: str, search: str = "") -> None:
        """Have a search (without its id: all of the match) answer with what it has."""
        for job in self._jobs.values():
            if job.ask.id == search or (not search and job.ask.match == match):
                job.hurried = True
                job.changed.set()
                for worker in job.missing:
                    worker.tell({"op": "hurry", "id": job.ask.id})

    async def _begin(self, job: _Job, began: float) -> bool:
        """Wait for free workers and give them the search; False if none came free in time."""
        loop = asyncio.get_running_loop()
        mine = not self._queue
        while not mine or not any(worker.free for worker in self._workers):
            left = job.ask.seconds - (perf_counter() - began)
            if left <= 0.0 or job.hurried:
                return False
            turn: asyncio.Future[None] = loop.create_future()
            self._queue.append(turn)
            hurried = asyncio.ensure_future(job.changed.wait())
            try:
                await asyncio.wait(
                    (turn, hurried), timeout=left, return_when=asyncio.FIRST_COMPLETED
                )
            finally:
                hurried.cancel()
                mine = turn.done()
                if turn in self._queue:
                    self._queue.remove(turn)
            if not self._open:
                return False
        ask = job.ask
        seat = (ask.match, ask.seat)
        free = [worker for worker in self._workers if worker.free]
        free.sort(key=lambda worker: (not ask.match or worker.served != seat, worker.number))
        queued = len(self._queue)
        share = max(1, min(len(free) - queued, job.budget // (SPLIT // 2)))
        if job.budget < SPLIT or not levels.get(ask.level).iterations:
            share = 1
        left = max(0.02, ask.seconds - (perf_counter() - began))
        for place, worker in enumerate(free[:share]):
            part = job.budget // share + (place < job.budget % share)
            job.workers[worker] = part
            job.missing.add(worker)
            worker.job = job
            worker.served = seat
            worker.heard = perf_counter()
            worker.tell(
                {
                    "op": "search",
                    "id": ask.id,
                    "game": ask.game,
                    "view": ask.view,
                    "level": ask.level,
                    "seed": ask.seed + place * 0x9E3779B9,
                    "iterations": part if levels.get(ask.level).iterations else 0,
                    "style": ask.style,
                    "seconds": left,
                    "match": ask.match,
                }
            )
        return True

    async def _wait(self, job: _Job, began: float) -> None:
        """Until every worker has answered, or the cap and its grace, or a hurry, have passed."""
        end = began + job.ask.seconds + GRACE
        hurried = False
        while job.missing and not job.broken:
            if job.hurried and not hurried:
                hurried = True
                end = min(end, perf_counter() + HURRIED)
            left = end - perf_counter()
            if left <= 0.0:
                return
            job.changed.clear()
            try:
                await asyncio.wait_for(job.changed.wait(), left)
            except TimeoutError:
                return

    def _answer(self, job: _Job, level: levels.Level, seconds: float) -> Found:
        ask = job.ask
        if job.action is not None:
            return Found(ask.id, job.action, seconds=seconds)
        tables = [table for table in job.tables.values() if table.rows]
        if tables:
            seat = unpack(ask.view)["seat"]
            found = answer(merge(tables, seat), level, seat, ask.seed)
            fallback = not found.candidates and bool(job.missing)
            return attrs.evolve(found, id=ask.id, seconds=seconds, fallback=fallback)
        silent = bool(job.workers) and not job.hurried
        move = some_move if silent or job.broken else quick_move
        action = move(ask, Random(ask.seed))
        if self._open:
            log.warning("a search in %s got no answer from its workers", ask.game)
        return Found(ask.id, action, seconds=seconds, fallback=not job.hurried)

    def _wake(self) -> None:
        """Let the one that has waited longest try again."""
        while self._queue and any(worker.free for worker in self._workers):
            turn = self._queue.popleft()
            if not turn.done():
                turn.set_result(None)
                return

    # Workers

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _live(self, worker: _Worker) -> None:
        """Keep one worker running: start it, listen to it, and start it again when it ends."""
        while self._open:
            try:
                await self._run(worker)
            except (OSError, frames.FrameError):
                log.exception("worker %d", worker.number)
            finally:
                worker.kill()
                self._lose(worker)
            if not self._open:
                return
            if worker.failures:
                pause = min(LONGEST_RETRY, RETRY * 2 ** (worker.failures - 1))
                log.warning("worker %d does not start; again in %.0f s", worker.number, pause)
                await self._pause(pause)

    async def _pause(self, seconds: float) -> None:
        """Sleep, unless the pool is closed."""
        end = perf_counter() + seconds
        while self._open and perf_counter() < end:
            await asyncio.sleep(0.1)

    async def _run(self, worker: _Worker) -> None:
        """One life of a worker, until its output ends."""
        worker.failures += 1
        worker.served = None
        errors: Any = subprocess.DEVNULL
        if self._errors is not None:
            self._errors.parent.mkdir(parents=True, exist_ok=True)
            errors = self._errors.open("ab")
        try:
            process = worker.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",
                "-m",
                "ai.worker",
                str(os.getpid()),
                *self._preload,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env=_environment(),
                # Out of reach of Ctrl+C. Where Linux weighs sessions against each other, in one of
                # its own that the worker lowers (`give_way`); elsewhere its niceness is enough.
                **({"start_new_session": True} if weighed_apart() else {"process_group": 0}),
            )
        finally:
            if errors is not subprocess.DEVNULL:
                errors.close()
        worker.heard = perf_counter()
        if not self._open:
            worker.kill()
        assert process.stdout is not None
        reader = frames.Reader()
        while data := await process.stdout.read(1 << 16):
            for message in reader.feed(data):
                self._hear(worker, message)
        await process.wait()

    def _hear(self, worker: _Worker, message: dict[str, Any]) -> None:
        worker.heard = perf_counter()
        op = message.get("op")
        if op == "ready":
            worker.ready = True
            worker.failures = 0
            self._wake()
            return
        job = worker.job
        if job is None or message.get("id") != job.ask.id:
            return
        if op in ("slice", "end"):
            job.tables[worker] = table_of(message["table"])
            job.shares[worker] = 1.0 if op == "end" else message["done"]
            if op == "slice":
                job.think()
        elif op == "move":
            job.action = int(message["action"])
        else:
            log.error("worker %d failed: %s", worker.number, message.get("error"))
        if op != "slice":
            self._release(worker)

    def _release(self, worker: _Worker) -> None:
        job, worker.job = worker.job, None
        if job is not None:
            job.missing.discard(worker)
            job.changed.set()
        self._wake()

    def _lose(self, worker: _Worker) -> None:
        """A worker is gone: its search goes on without it."""
        worker.ready = False
        worker.process = None
        if worker.job is not None and self._open:
            log.warning("worker %d is gone in the middle of a search", worker.number)
        self._release(worker)

    async def _watch(self) -> None:
        """Kill workers that have fallen silent; `_live` starts them again."""
        while self._open:
            await asyncio.sleep(0.1)
            now = perf_counter()
            for worker in self._workers:
                if worker.process is None:
                    continue
                limit = BIRTH if not worker.ready else SILENT
                if (worker.job is not None or not worker.ready) and now - worker.heard > limit:
                    log.warning("worker %d is silent; it is replaced", worker.number)
                    worker.kill()


def _environment() -> dict[str, str]:
    """The workers find the modules that this process runs, wherever they lie."""
    here = str(Path(ai.__file__).parent.parent)
    path = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": f"{here}{os.pathsep}{path}" if path else here}
