"""Keeps the worker processes running: starts them, listens, replaces those that die or hang."""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import ai
from ai import frames
from ai.process import weighed_apart

log = logging.getLogger(__name__)

SILENT = 5.0
"""Seconds without a word from a busy worker after which it counts as hung."""

CLOSING = 3.0
"""Seconds that the processes have to end when the pool is closed."""

BIRTH = 30.0
"""Seconds in which a new worker must have said that it is ready."""

RETRY = 2.0
"""Seconds before a worker that died before it was ready is started again; doubled each time."""

LONGEST_RETRY = 60.0


class WorkerProcess:
    """One process and what its parent knows of it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.process: asyncio.subprocess.Process | None = None
        self.ready = False
        self.search: str | None = None
        """The id of the search that it works on."""
        self.heard = 0.0
        """When it last said something, or was last asked."""
        self.failures = 0
        """How often in a row it died before it was ready."""
        self.served: tuple[str, int] | None = None
        """Match and seat of its last search: it may have kept the tree."""

    @property
    def free(self) -> bool:
        """Whether it can be given a search."""
        return self.ready and self.search is None

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


class Supervisor:
    """Keeps so many workers running, from `start` to `close`. Belongs to one asyncio loop.

    `heard` is called with each message of a worker, `lost` with a worker whose process has ended.
    `preload` and `errors` are those of `Pool`.
    """

    def __init__(
        self,
        count: int,
        errors: Path | None,
        preload: Sequence[str],
        heard: Callable[[WorkerProcess, dict[str, Any]], None],
        lost: Callable[[WorkerProcess], None],
    ) -> None:
        self.workers = [WorkerProcess(number) for number in range(count)]
        self.open = False
        """Between `start` and `close`."""
        self._errors = errors
        self._preload = tuple(preload)
        self._heard = heard
        self._lost = lost
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Start the workers, without waiting for them. Needs a running loop."""
        if self.open:
            return
        self.open = True
        for worker in self.workers:
            self._spawn(self._live(worker))
        self._spawn(self._watch())

    async def close(self) -> None:
        """End all workers."""
        self.open = False
        for worker in self.workers:
            worker.kill()
        tasks = list(self._tasks)
        if any(worker.process is not None for worker in self.workers):
            # They end by themselves once the processes have, and close the pipes.
            await asyncio.wait(tasks, timeout=CLOSING, return_when=asyncio.ALL_COMPLETED)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def pids(self) -> list[int]:
        """The processes that run now."""
        return [
            worker.process.pid
            for worker in self.workers
            if worker.process is not None and worker.process.returncode is None
        ]

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _live(self, worker: WorkerProcess) -> None:
        """Keep one worker running: start it, listen to it, and start it again when it ends."""
        while self.open:
            try:
                await self._run(worker)
            except (OSError, frames.FrameError):
                log.exception("worker %d", worker.number)
            finally:
                worker.kill()
                self._lose(worker)
            if not self.open:
                return
            if worker.failures:
                pause = min(LONGEST_RETRY, RETRY * 2 ** (worker.failures - 1))
                log.warning("worker %d does not start; again in %.0f s", worker.number, pause)
                await self._pause(pause)

    async def _pause(self, seconds: float) -> None:
        """Sleep, unless the pool is closed."""
        end = perf_counter() + seconds
        while self.open and perf_counter() < end:
            await asyncio.sleep(0.1)

    async def _run(self, worker: WorkerProcess) -> None:
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
        if not self.open:
            worker.kill()
        assert process.stdout is not None
        reader = frames.Reader()
        while data := await process.stdout.read(1 << 16):
            for message in reader.feed(data):
                self._hear(worker, message)
        await process.wait()

    def _hear(self, worker: WorkerProcess, message: dict[str, Any]) -> None:
        worker.heard = perf_counter()
        if message.get("op") == "ready":
            worker.ready = True
            worker.failures = 0
        self._heard(worker, message)

    def _lose(self, worker: WorkerProcess) -> None:
        worker.ready = False
        worker.process = None
        if worker.search is not None and self.open:
            log.warning("worker %d is gone in the middle of a search", worker.number)
        self._lost(worker)

    async def _watch(self) -> None:
        """Kill workers that have fallen silent; `_live` starts them again."""
        while self.open:
            await asyncio.sleep(0.1)
            now = perf_counter()
            for worker in self.workers:
                if worker.process is None:
                    continue
                limit = SILENT if worker.ready else BIRTH
                idle = worker.ready and worker.search is None
                if not idle and now - worker.heard > limit:
                    log.warning("worker %d is silent; it is replaced", worker.number)
                    worker.kill()


def _environment() -> dict[str, str]:
    """The workers find the modules that this process runs, wherever they lie."""
    here = str(Path(ai.__file__).parent.parent)
    path = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": f"{here}{os.pathsep}{path}" if path else here}
