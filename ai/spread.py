"""Many tasks at a time: in this process, over processes, or over a dask scheduler."""

from __future__ import annotations

import logging
import multiprocessing
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import cache, partial
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any, TypeVar

from ai.process import init_worker
from caravan_tui.i18n import _

T = TypeVar("T")
R = TypeVar("R")


DASK_SECONDS = 10
"""How long a scheduler may take to answer."""
WORKER_SECONDS = 30
"""How long a scheduler may be without workers."""
BEAT = 1
"""Seconds between two looks at the workers while no task ends."""

_ONE_TASK = Lock()


class SpreadError(ValueError):
    """Tasks cannot be spread like this, or a process has died; the text is one line."""


def spread(
    function: Callable[[T], R], tasks: Iterable[T], jobs: int = 1, scheduler: str | None = None
) -> Generator[R, None, None]:
    """The results of a function for each task, in the order in which they are ready.

    Leaving the iterator ends the processes at once.

    Args:
        function: of a module that each process can import.
        jobs: processes; 1: none but this one.
        scheduler: the address of a dask scheduler, in place of the processes; its workers need the
            same program.

    Raises SpreadError.
    """
    if scheduler is not None:
        yield from _over_dask(function, tasks, jobs, scheduler)
    elif jobs <= 1:
        yield from map(function, tasks)
    else:
        yield from _over_processes(function, tasks, jobs)


def _over_processes(
    function: Callable[[T], R], tasks: Iterable[T], jobs: int
) -> Generator[R, None, None]:
    executor = ProcessPoolExecutor(
        jobs, multiprocessing.get_context("spawn"), initializer=init_worker
    )
    before = set(multiprocessing.active_children())
    waiting = iter(tasks)
    running: set[Future[R]] = set()
    try:
        while True:
            while len(running) < 2 * jobs:
                try:
                    running.add(executor.submit(function, next(waiting)))
                except StopIteration:
                    break
            if not running:
                return
            ended, running = wait(running, return_when=FIRST_COMPLETED)
            for future in ended:
                yield future.result()
    except BrokenProcessPool:
        raise SpreadError(_("A process ended unexpectedly. Run this again to continue.")) from None
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()


def _over_dask(
    function: Callable[[T], R], tasks: Iterable[T], jobs: int, scheduler: str
) -> Generator[R, None, None]:
    """Tasks on the workers of a scheduler. It gives those of a worker that is lost to another one;
    results come from the task alone, so they are the same wherever and however often it ran."""
    try:
        import distributed
    except ImportError:
        text = _("--scheduler needs dask: pip install 'caravan_tui[dask]'")
        raise SpreadError(text) from None
    # What it logs about lost connections is said here in one line.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client = distributed.Client(scheduler, timeout=DASK_SECONDS, set_as_default=False)
    except (OSError, TimeoutError, ValueError):
        text = _("no dask scheduler answers at {address}").format(address=scheduler)
        raise SpreadError(text) from None
    with client:
        farm = _Farm(client, partial(distributed.wait, return_when="FIRST_COMPLETED"), scheduler)
        work = partial(farm_work, function, fingerprint())
        waiting = iter(tasks)
        running: set[Any] = set()
        is_complete = False
        while True:
            room = max(2 * jobs, 2 * farm.threads()) - len(running)
            while not is_complete and room > 0:
                try:
                    running.add(client.submit(work, next(waiting), pure=False))
                    room -= 1
                except StopIteration:
                    is_complete = True
            if not running:
                return
            for future in farm.ended(running):
                running.discard(future)
                yield farm.result(future)


class _Farm:
    """The workers of a dask scheduler, and what becomes of tasks there."""

    def __init__(self, client: Any, wait_for: Callable[..., Any], address: str) -> None:
        """`wait_for(futures, timeout=seconds)` waits for the first of them that ends."""
        self._client = client
        self._wait_for = wait_for
        self._address = address
        self._deserted: float | None = None
        """Since when there has been no worker."""

    def threads(self) -> int:
        """How many tasks can run at once. Raises SpreadError if there has been no worker for a
        while, or no scheduler."""
        try:
            threads = int(sum(self._client.nthreads().values()))
        except (OSError, RuntimeError):
            raise self._gone() from None
        now = monotonic()
        if threads:
            self._deserted = None
        elif self._deserted is None:
            self._deserted = now
        elif now - self._deserted >= WORKER_SECONDS:
            text = _("The dask scheduler at {address} has no workers. Run this again to continue.")
            raise SpreadError(text.format(address=self._address))
        return threads

    def ended(self, running: Collection[Any]) -> list[Any]:
        """The futures of those that have ended; none if it takes long."""
        try:
            with self._client.as_current():
                return list(self._wait_for(running, timeout=BEAT).done)
        except TimeoutError:
            return []
        except (OSError, RuntimeError):
            raise self._gone() from None

    def result(self, future: Any) -> Any:
        """The result of a task that has ended. Raises SpreadError, and what the task has raised."""
        if future.status in ("cancelled", "lost"):
            raise self._gone()
        try:
            return future.result()
        except OtherProgramError:
            text = _("A worker at {address} has another version of this program.")
        except ModuleNotFoundError:
            text = _("A worker at {address} does not have this program.")
        except Exception as error:
            if not type(error).__module__.startswith("distributed"):
                raise
            text = _("A task has killed several workers at {address}. See their logs.")
        raise SpreadError(text.format(address=self._address))

    def _gone(self) -> SpreadError:
        text = _("The dask scheduler at {address} is gone. Run this again to continue.")
        return SpreadError(text.format(address=self._address))


class OtherProgramError(Exception):
    """A worker has another version of this program."""


def farm_work(function: Callable[[T], R], program: str, task: T) -> R:
    """Do a task on a worker. One at a time: what the search keeps is made for one thread. Raises
    OtherProgramError if the worker's program is not the one whose `fingerprint` is given."""
    if fingerprint() != program:
        raise OtherProgramError
    with _ONE_TASK:
        return function(task)


@cache
def fingerprint() -> str:
    """What this program is: a digest of everything that decides how matches are played."""
    digest = sha256()
    for package in ("ai", "caravan_tui.engine", "caravan_tui.games"):
        folder = files(package)
        for name, data in sorted(_contents(folder, package)):
            digest.update(f"{name} {len(data)} ".encode() + data)
    return digest.hexdigest()


def _contents(folder: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    """The files of a package that matches depend on, with their names."""
    for entry in folder.iterdir():
        path = f"{name}/{entry.name}"
        if entry.is_dir():
            yield from _contents(entry, path)
        elif Path(entry.name).suffix in (".py", ".toml", ".json"):
            yield path, entry.read_bytes()
