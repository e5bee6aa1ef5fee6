"""Many tasks at a time: in this process, over processes, or over a dask scheduler."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from ai.process import init_worker
from caravan_tui.i18n import _

T = TypeVar("T")
R = TypeVar("R")


DASK_SECONDS = 10
"""How long a scheduler may take to answer."""


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
        scheduler: the address of a dask scheduler; `jobs` is then the number of tasks that wait
            there at most.

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
    try:
        import distributed
    except ImportError:
        text = _("--scheduler needs dask: pip install 'caravan_tui[dask]'")
        raise SpreadError(text) from None
    try:
        client = distributed.Client(scheduler, timeout=DASK_SECONDS)
    except (OSError, TimeoutError, ValueError):
        text = _("no dask scheduler answers at {address}").format(address=scheduler)
        raise SpreadError(text) from None
    with client:
        waiting = iter(tasks)
        running = distributed.as_completed(with_results=False)
        for task in waiting:
            running.add(client.submit(function, task, pure=False))
            if running.count() >= 2 * jobs:
                break
        for future in running:
            yield future.result()
            for task in waiting:
                running.add(client.submit(function, task, pure=False))
                break
