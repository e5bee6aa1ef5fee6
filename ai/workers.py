"""The worker processes: started, listened to, and replaced when they die or hang.

They are processes of the standard library's `multiprocessing`, spawned, with a pipe each that the
event loop reads. Everything here happens on that loop; nothing polls.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import sys
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path

import msgspec

from ai import protocol
from ai.process import NICENESS, run_worker
from caravan_tui.bus.messages import SearchRequest
from caravan_tui.terminal.log_files import open_private

log = logging.getLogger(__name__)

SILENT = 5.0
"""Seconds without a word from a busy worker after which it counts as hung."""

STARTING = 30.0
"""Seconds in which a new worker must have said that it is ready."""

CLOSING = 3.0
"""Seconds that killed processes have to be gone when the group is closed."""

RETRY = 2.0
"""Seconds before a worker that died before it was ready is started again; doubled each time."""

LONGEST_RETRY = 60.0

LARGEST_REPORT = 1 << 24
"""Bytes of one report; a longer one means that the worker is broken."""

_SPAWN = multiprocessing.get_context("spawn")


class WorkerProcess:
    """One process and what its parent knows of it."""

    def __init__(self, number: int, group: WorkerGroup) -> None:
        self.number = number
        self.search: str | None = None
        """The id of the search that it works on."""
        self.served: tuple[str, int] | None = None
        """Match and seat of its last search: it may have kept the tree."""
        self.prepared: set[protocol.Prepare] = set()
        """What its process was told to load."""
        self._group = group
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None
        self._failures = 0
        """How often in a row it died before it was ready."""
        self._timer: asyncio.TimerHandle | None = None
        """Until it must have said something; or until it is started again."""

    @property
    def pid(self) -> int | None:
        """Its process, None if none runs."""
        return None if self._process is None else self._process.pid

    def start(self) -> None:
        """Start its process, without waiting for it."""
        group, loop = self._group, asyncio.get_running_loop()
        self._failures += 1
        self.served = None
        self.prepared.clear()
        own_end, child_end = _SPAWN.Pipe()
        try:
            self._process = _SPAWN.Process(
                target=run_worker,
                args=(child_end, group.errors, group.preload, group.niceness),
                name=f"worker {self.number}",
                daemon=True,
            )
            with contextlib.redirect_stderr(sys.__stderr__):
                # multiprocessing passes stderr on, and Textual's has no descriptor.
                self._process.start()
        except OSError:
            log.exception("worker %d", self.number)
            self._process = None
            own_end.close()
            self._restart()
            return
        finally:
            child_end.close()
        self._connection = own_end
        loop.add_reader(own_end.fileno(), self._read)
        loop.add_reader(self._process.sentinel, self._on_exit)
        self._expect(STARTING)

    def send(self, command: protocol.Command) -> None:
        """Send a command. If the worker is gone, that shows elsewhere."""
        if self._connection is not None:
            with contextlib.suppress(OSError):
                self._connection.send_bytes(protocol.encode(command))
        if isinstance(command, SearchRequest | protocol.ThinkAhead):
            self._expect(SILENT)

    def kill(self) -> None:
        """End the process at once; it is replaced while the group is open."""
        if self._process is not None:
            self._process.kill()
            self._group.on_lost(self)

    def stop(self) -> None:
        """End the process for good."""
        self._expect(None)
        self.kill()

    def _expect(self, seconds: float | None) -> None:
        """Kill the process unless it says something in time; None: it may be silent."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if seconds is not None:
            self._timer = asyncio.get_running_loop().call_later(seconds, self._on_silence)

    def _on_silence(self) -> None:
        log.warning("worker %d is silent; it is replaced", self.number)
        self.kill()

    def _read(self) -> None:
        """Take the reports that have come. A worker writes each in one go, so none is waited for
        long."""
        assert self._connection is not None
        try:
            while self._connection is not None and self._connection.poll():
                report = protocol.report(self._connection.recv_bytes(LARGEST_REPORT))
                if isinstance(report, protocol.Ready):
                    self._failures = 0
                self._group.on_report(self, report)
                self._expect(None if self.search is None else SILENT)
        except (EOFError, OSError, msgspec.MsgspecError) as error:
            if not isinstance(error, EOFError):
                log.warning("worker %d: %s", self.number, error)
            self._disconnect()
            self.kill()  # `_on_exit` follows

    def _disconnect(self) -> None:
        if self._connection is not None:
            asyncio.get_running_loop().remove_reader(self._connection.fileno())
            self._connection.close()
            self._connection = None

    def _on_exit(self) -> None:
        """The process has ended: take its last reports, and start another one."""
        assert self._process is not None
        if self._connection is not None:
            self._read()
        asyncio.get_running_loop().remove_reader(self._process.sentinel)
        self._disconnect()
        self._expect(None)
        self._process.join()
        self._process.close()
        self._process = None
        self._group.on_lost(self)
        self._restart()

    def _restart(self) -> None:
        if not self._group.is_open:
            self._group.on_gone()
        elif not self._failures:
            self.start()
        else:
            pause = min(LONGEST_RETRY, RETRY * 2 ** (self._failures - 1))
            log.warning("worker %d does not start; again in %.0f s", self.number, pause)
            self._timer = asyncio.get_running_loop().call_later(pause, self.start)


class WorkerGroup:
    """Keeps a number of workers running, from `start` to `close`. Belongs to one event loop."""

    def __init__(
        self,
        count: int,
        errors: Path | None,
        preload: Sequence[str],
        on_report: Callable[[WorkerProcess, protocol.Report], None],
        on_lost: Callable[[WorkerProcess], None],
        niceness: int = NICENESS,
    ) -> None:
        """`errors`: file to which the workers' errors are appended, None: they are dropped.
        `preload`: modules that every worker imports first. `on_report` is called with each report
        of a worker, `on_lost` with a worker whose process is being ended or has ended: it may be
        called twice. `niceness`: of the processes."""
        self.niceness = niceness
        self.errors = None if errors is None else str(errors)
        self.preload = tuple(preload)
        self.workers = [WorkerProcess(number, self) for number in range(count)]
        self.is_open = False
        """Between `start` and `close`."""
        self.on_report = on_report
        self.on_lost = on_lost
        self._all_gone: asyncio.Event | None = None

    @property
    def pids(self) -> list[int]:
        """The processes that run now."""
        return [worker.pid for worker in self.workers if worker.pid is not None]

    def start(self) -> None:
        """Start the workers, without waiting for them. Needs a running loop; does nothing after
        `close`."""
        if self.is_open or self._all_gone is not None:
            return
        self.is_open = True
        if self.errors is not None:
            try:
                Path(self.errors).parent.mkdir(parents=True, exist_ok=True)
                os.close(open_private(Path(self.errors)))
            except OSError as error:  # of a folder that is read-only, say
                log.warning("errors of search workers are dropped: %s", error)
                self.errors = None
        for worker in self.workers:
            worker.start()

    def on_gone(self) -> None:
        """A process has ended and is not replaced."""
        if self._all_gone is not None and not self.pids:
            self._all_gone.set()

    async def close(self) -> None:
        """Kill all workers and wait until they are gone."""
        self.is_open = False
        self._all_gone = asyncio.Event()
        for worker in self.workers:
            worker.stop()
        if self.pids:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CLOSING):
                    await self._all_gone.wait()
