"""Which search gets a worker next, and which one gives one up.

Many owners share the workers of a server. Who has used them least lately goes first, seats before
hints, and analyses last. A search of another owner that holds several workers, or has had one for
`SLICE_SECONDS`, gives one up to those that wait; an analysis does so at once, and begins again
later.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from math import exp

from attrs import Factory, define

from ai import protocol
from ai.levels import Level
from ai.search import RootTable
from ai.service import Progress
from ai.workers import WorkerProcess
from caravan_tui.bus.messages import SearchProgress, SearchRequest

SLICE_SECONDS = 1.0
"""Time that a search keeps its last worker while another owner waits for one."""

HINT_HANDICAP = 3.0
"""Seconds of use that a hint stands behind the decision of a seat: its player waits for a help, and
not for a move."""

MEMORY_SECONDS = 10.0
"""Time in which the use of the workers is forgotten to a third."""

MOST_RESTARTS = 3
"""How often an analysis begins again for others; the next time it answers with what it has."""


@define(eq=False)
class Job:
    """One search on its way."""

    request: SearchRequest
    level: Level
    deadline: float
    """When its cap is reached, in the time of the event loop."""
    progress: Progress | None
    owner: str = ""
    """Who is served by it; all searches without a name have one owner."""
    is_background: bool = False
    """Nobody waits for a move: it gives way to every other search."""
    started_at: float = 0.0
    """When it was given its workers, in the time of the event loop."""
    is_giving_way: bool = False
    """Its last worker was taken for others: it waits again."""
    restarts: int = 0
    missing: set[WorkerProcess] = Factory(set)
    """Workers that have not finished their part; none while it waits for a worker."""
    shares: dict[WorkerProcess, float] = Factory(dict)
    """How far each worker is that was given a part, 0..1."""
    tables: dict[WorkerProcess, RootTable] = Factory(dict)
    """What each of them knows."""
    is_hurried: bool = False
    is_retry: bool = False
    finished: asyncio.Event = Factory(asyncio.Event)
    """It is answered now, with what the tables say."""

    def take(self, worker: WorkerProcess, report: protocol.Progress) -> None:
        """Take what a worker knows, so far or at its end."""
        self.tables[worker] = report.table
        self.shares[worker] = 1.0 if report.is_last else report.done
        if self.progress is not None and not report.is_last:
            done = min(1.0, sum(self.shares.values()) / len(self.shares))
            iterations = sum(table.iterations for table in self.tables.values())
            request = self.request
            self.progress(SearchProgress(request.id, request.match, request.seat, done, iterations))


class FairQueue:
    """The searches that wait for a worker. Needs a running event loop, whose time it takes."""

    def __init__(self, jobs: Mapping[str, Job]) -> None:
        """`jobs`: all searches by their id, those that have workers, too; they change."""
        self._jobs = jobs
        self._waiting: list[Job] = []
        """In the order in which they came."""
        self._used: dict[str, tuple[float, float]] = {}
        """By owner: seconds of use, and until when they are counted."""

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, job: Job) -> None:
        """Have a search wait for a worker."""
        self._waiting.append(job)

    def discard(self, job: Job) -> None:
        """A search waits no longer, if it did."""
        if job in self._waiting:
            self._waiting.remove(job)

    def take_first(self) -> Job:
        """Remove and return the search that is next. There has to be one."""
        job = self.in_order()[0]
        self._waiting.remove(job)
        return job

    def in_order(self) -> list[Job]:
        """The searches that wait, the next one first; among equals, who came first."""
        now = _now()
        uses = {job.owner: self._use(job.owner, now) for job in self._waiting}

        def rank(job: Job) -> tuple[bool, float]:
            handicap = 0.0 if job.request.match else HINT_HANDICAP
            return job.is_background, uses[job.owner] + handicap

        return sorted(self._waiting, key=rank)

    def count_use(self, job: Job) -> None:
        """A worker is through with a search: count its time for the owner."""
        now = _now()
        self._used = {
            owner: used for owner, used in self._used.items() if now - used[1] < 10 * MEMORY_SECONDS
        }
        self._used[job.owner] = self._remembered(job.owner, now) + now - job.started_at, now

    def worker_for(self, waiting: Job, leaving: Collection[WorkerProcess]) -> WorkerProcess | None:
        """The worker that a running search gives up to one that waits, if any does. `leaving`:
        those that were given up already."""
        if waiting.is_background:
            return None
        now = _now()
        choices: list[tuple[bool, bool, int, float, Job, list[WorkerProcess]]] = []
        for job in self._jobs.values():
            workers = sorted(job.missing.difference(leaving), key=lambda worker: worker.number)
            is_spread = len(workers) > 1
            has_had_its_slice = is_spread or now - job.started_at >= SLICE_SECONDS
            is_dispensable = job.owner != waiting.owner and has_had_its_slice
            if workers and (job.is_background or is_dispensable):
                held = self._workers_of(job.owner)
                rank = not job.is_background, not is_spread, -held, job.started_at
                choices.append((*rank, job, workers))
        if not choices:
            return None
        *_rank, job, workers = min(choices, key=lambda choice: choice[:4])
        job.is_giving_way = job.is_background and len(workers) == 1 and job.restarts < MOST_RESTARTS
        return workers[-1]

    def _use(self, owner: str, now: float) -> float:
        """Seconds for which an owner has used workers lately, those that run included."""
        running = sum(
            len(job.missing) * (now - job.started_at)
            for job in self._jobs.values()
            if job.owner == owner
        )
        return self._remembered(owner, now) + running

    def _remembered(self, owner: str, now: float) -> float:
        """What is left now of the seconds that were counted for an owner."""
        seconds, counted_until = self._used.get(owner, (0.0, now))
        return seconds * exp((counted_until - now) / MEMORY_SECONDS)

    def _workers_of(self, owner: str) -> int:
        return sum(len(job.missing) for job in self._jobs.values() if job.owner == owner)


def _now() -> float:
    return asyncio.get_running_loop().time()
