"""The pool of worker processes that search. Belongs to one asyncio loop.

Processes, never threads: a search in a thread of ours would stop the screen. A search is spread
over the workers that are free, each with its own seed and its part of the iterations, and their
visits are summed. Whatever happens to a worker, `search` answers in time.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import attrs

from ai import knowledge as known
from ai import levels
from ai.fallback import quick_move, some_move
from ai.search import Table, answer, merge, unpack
from ai.supervisor import Supervisor, WorkerProcess
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

Progress = Callable[[Thinking], None]


class _Job:
    """One search on its way."""

    def __init__(self, ask: Search, progress: Progress | None) -> None:
        self.ask = ask
        self.progress = progress
        self.budget = 1
        self.asked = 0
        """How many workers were given a part of it."""
        self.tables: dict[WorkerProcess, Table] = {}
        self.shares: dict[WorkerProcess, float] = {}
        self.missing: set[WorkerProcess] = set()
        self.action: int | None = None
        self.changed = asyncio.Event()
        self.hurried = False
        self.broken = False

    def hear(self, worker: WorkerProcess, message: dict[str, Any]) -> None:
        """Take what a worker found, so far or at its end."""
        op = message.get("op")
        if op in ("slice", "end"):
            self.tables[worker] = table_of(message["table"])
            self.shares[worker] = 1.0 if op == "end" else message["done"]
            if op == "slice":
                self.think()
        elif op == "move":
            self.action = int(message["action"])

    def think(self) -> None:
        """Tell how far the search is."""
        if self.progress is not None and self.asked:
            done = sum(self.shares.values()) / self.asked
            ran = sum(table.iterations for table in self.tables.values())
            self.progress(Thinking(self.ask.id, self.ask.match, self.ask.seat, min(1.0, done), ran))


class Pool:
    """Gives searches to the workers that `ai/supervisor.py` keeps running.

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
        self._crew = Supervisor(max(1, count), errors, preload, self._hear, self._release)
        self._workers = self._crew.workers
        self._jobs: dict[str, _Job] = {}
        self._queue: deque[asyncio.Future[None]] = deque()

    def start(self) -> None:
        """Start the workers, without waiting for them. Called by the first search at the latest,
        better after the first frame. Needs a running loop."""
        self._crew.start()

    async def ready(self) -> None:
        """Wait until a worker can search."""
        self.start()
        while not any(worker.ready for worker in self._workers):
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        """End all workers and all searches; those that run answer with what they have."""
        for job in list(self._jobs.values()):
            job.hurried = job.broken = True
            job.changed.set()
        await self._crew.close()
        for waiter in self._queue:
            if not waiter.done():
                waiter.set_result(None)

    @property
    def pids(self) -> list[int]:
        """The processes that run now."""
        return self._crew.pids

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
            if await self._free(job, began):
                self._give(job, began)
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

    async def _free(self, job: _Job, began: float) -> bool:
        """Wait until it is this search's turn and a worker is free; False if that took too long."""
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
            if not self._crew.open:
                return False
        return True

    def _give(self, job: _Job, began: float) -> None:
        """Give the search to free workers, one for each that waits left out; first to the one
        that may have kept the tree of this seat's last decision."""
        ask = job.ask
        seat = (ask.match, ask.seat)
        searches = levels.get(ask.level).iterations > 0
        free = [worker for worker in self._workers if worker.free]
        free.sort(key=lambda worker: (not ask.match or worker.served != seat, worker.number))
        queued = len(self._queue)
        share = max(1, min(len(free) - queued, job.budget // (SPLIT // 2)))
        if job.budget < SPLIT or not searches:
            share = 1
        left = max(0.02, ask.seconds - (perf_counter() - began))
        for place, worker in enumerate(free[:share]):
            part = job.budget // share + (place < job.budget % share)
            job.asked += 1
            job.missing.add(worker)
            worker.search = ask.id
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
                    "iterations": part if searches else 0,
                    "style": ask.style,
                    "seconds": left,
                    "match": ask.match,
                }
            )

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
        silent = job.asked > 0 and not job.hurried
        move = some_move if silent or job.broken else quick_move
        action = move(ask, Random(ask.seed))
        if self._crew.open:
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

    def _hear(self, worker: WorkerProcess, message: dict[str, Any]) -> None:
        op = message.get("op")
        if op == "ready":
            self._wake()
            return
        if worker.search is None or message.get("id") != worker.search:
            return
        job = self._jobs.get(worker.search)
        if job is not None and worker in job.missing:
            job.hear(worker, message)
        if op == "failed":
            log.error("worker %d failed: %s", worker.number, message.get("error"))
        if op != "slice":
            self._release(worker)

    def _release(self, worker: WorkerProcess) -> None:
        """A worker is through with its search, or gone: the search goes on without it."""
        job = None if worker.search is None else self._jobs.get(worker.search)
        worker.search = None
        if job is not None:
            job.missing.discard(worker)
            job.changed.set()
        self._wake()
