"""The pool of worker processes that search. Belongs to one asyncio loop.

Processes, never threads: a search in a thread of ours would stop the screen. A search is spread
over the workers that are free, each with its own seed and its part of the iterations, and their
visits are summed. Whatever happens to a worker, `search` answers in time.

On a server many owners share the workers: who goes first, and who gives up a worker for others,
is what `ai/fair_queue.py` decides.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import msgspec

from ai import levels, protocol
from ai.fair_queue import SLICE_SECONDS, FairQueue, Job
from ai.fallback import quick_move, some_move
from ai.own_turn import judgement_of
from ai.process import NICENESS
from ai.search import NO_MOVE, answer, character_of, merge
from ai.service import Progress
from ai.workers import WorkerGroup, WorkerProcess
from caravan_tui.bus.messages import SearchRequest, SearchResult
from caravan_tui.games import registry

log = logging.getLogger(__name__)

MOST_WORKERS = 4
"""Workers of a pool that is not told how many."""

SPLIT = 300
"""Iterations below which a search is not spread: setting up costs more than it brings."""

GRACE_SECONDS = 0.4
"""Time after the cap in which a worker that is just finishing is still waited for."""

HURRY_SECONDS = 0.3
"""Time that the workers have to answer once hurried."""

STOP_SECONDS = 0.15
"""Time that a search waits for the worker that has thought ahead for its seat."""

RETRY_SECONDS = 0.5
"""Time that must be left for a search whose workers have died to be tried once more."""

QUEUE_SECONDS = 10.0
"""Time that an analysis waits for a worker, beside its own time."""


OnAnswered = Callable[[SearchRequest, SearchResult, bool], None]
"""`on_answered(request, result, is_background)`: a search has a result."""


class Pool:
    """Gives searches to the workers that `ai/workers.py` keeps running."""

    def __init__(
        self,
        workers: int | None = None,
        errors: Path | None = None,
        preload: Sequence[str] = (),
        niceness: int = NICENESS,
    ) -> None:
        """`workers`: how many, None for as many as suit this machine. `errors`: a file to which
        their errors are appended; without it they are dropped. `preload`: modules that every worker
        imports first. `niceness`: of the workers."""
        count = min(MOST_WORKERS, os.cpu_count() or 1) if workers is None else workers
        self._group = WorkerGroup(
            max(1, count), errors, preload, self._on_report, self._on_lost, niceness
        )
        self._jobs: dict[str, Job] = {}
        self._queue = FairQueue(self._jobs)
        self._leaving: set[WorkerProcess] = set()
        """Workers that were told to stop for a search that waits."""
        self._reassigning: asyncio.TimerHandle | None = None
        """Looks again for workers to take, once those that run have had their time."""
        self._idle: list[WorkerProcess] = []
        """Workers that can be given a search."""
        self._ahead: dict[WorkerProcess, asyncio.Event] = {}
        """Workers that think ahead, until the event."""
        self._prepared: dict[protocol.Prepare, None] = {}
        """What every worker shall have loaded, in this order."""
        self._ready = asyncio.Event()
        self.on_answered: OnAnswered = lambda _request, _result, _is_background: None
        """Called for every search that has a result."""

    def start(self) -> None:
        """Start the workers, without waiting for them. Called by the first search at the latest,
        better after the first frame. Needs a running loop; does nothing after `close`."""
        self._group.start()

    def prepare(self, game: str, style: str | None, level: str) -> None:
        """Have every worker load what a search needs, so that the first one need not wait for it.
        Busy workers do it after their search."""
        self._prepared[protocol.Prepare(game, style, level)] = None
        for worker in self._idle:
            self._send_prepared(worker)

    def _send_prepared(self, worker: WorkerProcess) -> None:
        for command in self._prepared:
            if command not in worker.prepared:
                worker.prepared.add(command)
                worker.send(command)

    async def ready(self) -> None:
        """Wait until a worker can search."""
        self.start()
        await self._ready.wait()

    async def close(self) -> None:
        """End all workers and all searches; those that run answer with what they have."""
        for job in self._jobs.values():
            job.is_hurried = True
            job.finished.set()
        await self._group.close()

    @property
    def pids(self) -> list[int]:
        """The processes that run now."""
        return self._group.pids

    @property
    def idle(self) -> int:
        """How many workers can be given a search now."""
        return len(self._idle)

    @property
    def queued(self) -> int:
        """How many searches wait for a worker."""
        return len(self._queue)

    @property
    def running(self) -> int:
        """How many searches have a worker."""
        return len(self._jobs) - len(self._queue)

    # Searching

    async def search(
        self,
        request: SearchRequest,
        progress: Progress | None = None,
        owner: str = "",
        is_background: bool = False,
    ) -> SearchResult:
        """The move for a request, at the latest about half a second after its cap; with
        `is_background`, for which no player waits, `QUEUE_SECONDS` later. `owner`: whom it serves.

        A search whose workers die is tried once more if there is time. If the task that waits here
        is cancelled, so is the search. Raises UnknownGameError, UnknownLevelError or
        UnknownStyleError for a request that makes no sense.
        """
        evaluator = registry.evaluator(request.game, request.style)
        level = levels.get(request.level).suited(evaluator)
        loop = asyncio.get_running_loop()
        if not self._group.is_open:
            self._group.start()  # does nothing after `close`
        began = loop.time()
        end = began + request.seconds + (QUEUE_SECONDS if is_background else 0.0)
        job = Job(request, level, end, progress, owner, is_background)
        self._jobs[request.id] = job
        await self._end_thinking_ahead((request.match, request.seat))
        if self._group.is_open:
            self._queue.add(job)
            self._assign()
        else:
            job.is_hurried = True
            job.finished.set()
        cap = loop.call_at(job.deadline, self._on_cap, job)
        try:
            await job.finished.wait()
        finally:
            cap.cancel()
            del self._jobs[request.id]
            for worker in job.missing:
                worker.send(protocol.Stop(request.id))
            self._queue.discard(job)
        result = self._result(job, loop.time() - began)
        self.on_answered(request, result, is_background)
        return result

    async def think_ahead(self, request: SearchRequest) -> None:
        """Search on the time of others: in the view of the request another seat is to act.

        One worker does it, if one has nothing else to do, until the request's iterations and
        seconds are used, any search begins, or the task that waits here is cancelled. It keeps
        what it has learned for the next decision of the seat.
        """
        if not self._idle or self.queued or not self._group.is_open:
            return
        seat = (request.match, request.seat)
        worker = min(self._idle, key=lambda worker: (worker.served != seat, worker.number))
        self._idle.remove(worker)
        worker.search = request.id
        worker.served = seat
        ended = self._ahead[worker] = asyncio.Event()
        worker.send(protocol.ThinkAhead(request))
        try:
            await ended.wait()
        finally:
            if not ended.is_set():
                worker.send(protocol.Stop(request.id))

    async def _end_thinking_ahead(self, seat: tuple[str, int]) -> None:
        """Have all workers that think ahead end; wait for the one with the tree of this seat."""
        for worker in self._ahead:
            worker.send(protocol.Stop(worker.search or ""))
        for worker, ended in list(self._ahead.items()):
            if worker.served == seat:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(STOP_SECONDS):
                        await ended.wait()

    def hurry(self, match: str, search: str = "") -> None:
        """Have a search (without its id: all of the match) answer with what it has."""
        for job in self._jobs.values():
            request = job.request
            if request.id == search or (not search and request.match == match):
                job.is_hurried = True
                for worker in job.missing:
                    worker.send(protocol.Stop(request.id))
                self._finish_within(job, HURRY_SECONDS)

    def _on_cap(self, job: Job) -> None:
        self._finish_within(job, GRACE_SECONDS)

    def _finish_within(self, job: Job, seconds: float) -> None:
        """Wait no longer than this for the workers of a search; at once without any."""
        asyncio.get_running_loop().call_later(seconds if job.missing else 0.0, job.finished.set)

    def _assign(self) -> None:
        """Give idle workers to the searches that wait, in their order."""
        while self._idle and self._queue:
            self._give(self._queue.take_first())
        self._make_room()

    def _make_room(self) -> None:
        """Take workers from running searches for those that wait, one for each."""
        if self._reassigning is not None:
            self._reassigning.cancel()
            self._reassigning = None
        if self._idle or not self._group.is_open:
            return
        for job in self._queue.in_order()[len(self._leaving) :]:
            worker = self._queue.worker_for(job, self._leaving)
            if worker is None:
                loop = asyncio.get_running_loop()
                self._reassigning = loop.call_later(SLICE_SECONDS / 4, self._make_room)
                return
            self._leaving.add(worker)
            worker.send(protocol.Stop(worker.search or ""))

    def _give(self, job: Job) -> None:
        """Give a search to idle workers, one for each that waits left out; first to the one that
        may have kept the tree of this seat's last decision."""
        request, idle = job.request, self._idle
        seat = (request.match, request.seat)
        idle.sort(key=lambda worker: (not request.match or worker.served != seat, worker.number))
        budget = request.iterations or job.level.budget(has_clock=True)
        searches = job.level.iterations > 0
        share = 1
        if budget >= SPLIT and searches:
            share = max(1, min(len(idle) - self.queued, budget // (SPLIT // 2)))
        job.started_at = asyncio.get_running_loop().time()
        seconds = max(0.02, min(request.seconds, job.deadline - job.started_at))
        for place in range(share):
            worker = idle.pop(0)
            part = budget // share + (place < budget % share)
            job.missing.add(worker)
            job.shares[worker] = 0.0
            worker.search = request.id
            worker.served = seat
            worker.send(
                msgspec.structs.replace(
                    request,
                    seed=request.seed + place * 0x9E3779B9,
                    iterations=part if searches else None,
                    seconds=seconds,
                )
            )

    def _result(self, job: Job, seconds: float) -> SearchResult:
        request = job.request
        if job.tables:
            judgement = request.judgement
            if judgement is None:
                judgement = judgement_of(request.view, character_of(request.level, request.style))
            result = answer(merge(list(job.tables.values())), job.level, judgement)
            fallback = not result.candidates and bool(job.missing)
            return msgspec.structs.replace(
                result, id=request.id, seconds=seconds, fallback=fallback
            )
        if not request.allow_fallback:
            return SearchResult(request.id, NO_MOVE, seconds=seconds, fallback=True)
        # What broke or silenced the workers is not asked for a move here.
        is_suspect = bool(job.shares) and (not job.is_hurried or not self._group.is_open)
        move = some_move if is_suspect else quick_move
        action = move(request, Random(request.seed))
        if self._group.is_open:
            log.warning("a search in %s got no answer from its workers", request.game)
        return SearchResult(request.id, action, seconds=seconds, fallback=not job.is_hurried)

    # Workers

    def _on_report(self, worker: WorkerProcess, report: protocol.Report) -> None:
        if isinstance(report, protocol.Ready):
            self._ready.set()
            self._mark_idle(worker)
            self._assign()
        elif report.id == worker.search:
            job = self._jobs.get(report.id)
            if isinstance(report, protocol.Failed):
                log.error("worker %d failed: %s", worker.number, report.error)
            elif job is not None:
                job.take(worker, report)
            if isinstance(report, protocol.Failed) or report.is_last:
                self._mark_idle(worker)
                self._release(worker, job)

    def _mark_idle(self, worker: WorkerProcess) -> None:
        """A worker can be given a search, after what it has still to load."""
        self._leaving.discard(worker)
        self._idle.append(worker)
        if not self.queued:
            self._send_prepared(worker)

    def _on_lost(self, worker: WorkerProcess) -> None:
        self._leaving.discard(worker)
        if worker in self._idle:
            self._idle.remove(worker)
        if worker.search is None:
            return
        if self._group.is_open:
            log.warning("worker %d is lost in the middle of a search", worker.number)
        job = self._jobs.get(worker.search)
        if job is not None and job.missing == {worker} and self._may_retry(job):
            job.is_retry = True
            job.missing.clear()
            job.shares.clear()
            self._queue.add(job)
            job = None
        self._release(worker, job)

    def _may_retry(self, job: Job) -> bool:
        """Whether a search that has lost all its workers is given to others."""
        left = job.deadline - asyncio.get_running_loop().time()
        is_wanted = self._group.is_open and not job.is_hurried
        return is_wanted and not job.is_retry and not job.tables and left > RETRY_SECONDS

    def _release(self, worker: WorkerProcess, job: Job | None) -> None:
        """A worker is through with its search, or gone: the search goes on without it."""
        worker.search = None
        if worker in self._ahead:
            self._ahead.pop(worker).set()
        if job is not None:
            job.missing.discard(worker)
            self._queue.count_use(job)
            if not job.missing and job.is_giving_way:
                job.is_giving_way = False
                job.restarts += 1
                job.tables.clear()
                job.shares.clear()
                self._queue.add(job)
            elif not job.missing:
                job.finished.set()
        self._assign()
