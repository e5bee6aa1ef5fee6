"""An event loop on virtual time, in which processes live and die.

Nothing here waits: time jumps to the next thing that is due. Every handle and task belongs to the
process that asked for it (a context variable); what belongs to a dead process is never run again,
as after a kill. A function for a thread runs after a delay of its own, on virtual time.
"""

from __future__ import annotations

import asyncio
import contextvars
import itertools
from collections.abc import Callable, Coroutine, Generator
from pathlib import Path
from random import Random
from typing import Any

from tests.world.transport import Network, Pipe

PROCESS: contextvars.ContextVar[str] = contextvars.ContextVar("process", default="world")
"""The process that runs now."""

START = 1_000.0


class ProcessDeath(SystemExit):
    """A process dies here. A SystemExit, which no `except Exception` and no task holds up."""


class StuckError(Exception):
    """Nothing is left that could ever happen, and the world has not ended."""


class NumberedTask(asyncio.Task[Any]):
    """A task whose hash is its number, so that sets of tasks have the same order in each run."""

    _numbers = itertools.count()

    def __init__(self, *args: Any, **more: Any) -> None:
        self.number = next(NumberedTask._numbers)
        self.process = ""
        super().__init__(*args, **more)

    def __hash__(self) -> int:
        return self.number

    def __eq__(self, other: object) -> bool:
        return self is other


class _NoSelector:
    """Selects nothing: it lets the time pass that nobody would notice."""

    def __init__(self, loop: VirtualLoop) -> None:
        self._loop = loop

    def select(self, timeout: float | None) -> list[Any]:
        if timeout is None:
            raise StuckError("nothing is left to wait for")
        self._loop.now += timeout
        return []

    def close(self) -> None:
        pass


class VirtualLoop(asyncio.BaseEventLoop):
    """See the module."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        NumberedTask._numbers = itertools.count()
        self.now = START
        self.dead: set[str] = set()
        self.tasks: list[NumberedTask] = []
        self.faults: list[str] = []
        """What reached the exception handler."""
        self.thread_delay: Callable[[], float] = lambda: 0.0
        self.network = Network(Random(f"{seed}:network"))
        self._selector = _NoSelector(self)
        self.set_task_factory(self._make_task)
        self.set_exception_handler(self._note_fault)

    def __del__(self) -> None:
        """It is never closed: what the dead have left may still call it, and does nothing then."""

    # What an event loop must do

    def time(self) -> float:
        return self.now

    def _process_events(self, events: list[Any]) -> None:
        pass

    def _write_to_self(self) -> None:
        pass

    def _note_fault(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        self.faults.append(f"{context['message']}: {error!r}")

    def _make_task(
        self,
        loop: asyncio.AbstractEventLoop,
        work: Generator[Any, None, Any] | Coroutine[Any, Any, Any],
        context: contextvars.Context | None = None,
    ) -> asyncio.Task[Any]:
        task = NumberedTask(work, loop=loop, context=context)
        task.process = PROCESS.get() if context is None else context.get(PROCESS, "world")
        self.tasks.append(task)
        return task

    def run_in_executor(  # type: ignore[override]
        self, _executor: Any, func: Any, *args: Any
    ) -> asyncio.Future[Any]:
        """Run it here, after the time that the thread takes."""
        future = self.create_future()

        def work() -> None:
            try:
                result = func(*args)
            except Exception as error:
                if not future.cancelled():
                    future.set_exception(error)
            else:
                if not future.cancelled():
                    future.set_result(result)

        self.call_later(self.thread_delay(), work)
        return future

    # Processes

    def context_of(self, process: str) -> contextvars.Context:
        """A context in which this process runs."""
        context = contextvars.copy_context()
        context.run(PROCESS.set, process)
        return context

    def spawn(self, process: str, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Start a task of a process."""
        return self.create_task(work, context=self.context_of(process))

    def kill(self, process: str) -> None:
        """End a process at once: nothing of it runs again, not even a `finally`."""
        self.dead.add(process)
        for handle in [*self._ready, *self._scheduled]:  # type: ignore[attr-defined]
            if handle._context.get(PROCESS, "world") == process:
                handle.cancel()
        self.network.on_death(process)

    def living(self, process: str) -> list[NumberedTask]:
        """The tasks of a process that are not done."""
        self.tasks = [task for task in self.tasks if not task.done()]
        return [task for task in self.tasks if task.process == process]

    def timers(self, process: str) -> list[asyncio.TimerHandle]:
        """What is due later for a process."""
        return [
            handle
            for handle in self._scheduled  # type: ignore[attr-defined]
            if not handle.cancelled() and handle._context.get(PROCESS, "world") == process
        ]

    def _is_dead(self, context: contextvars.Context | None) -> bool:
        process = PROCESS.get() if context is None else context.get(PROCESS, "world")
        return process in self.dead

    def call_soon(  # type: ignore[override]
        self, callback: Any, *args: Any, context: Any = None
    ) -> asyncio.Handle:
        handle = super().call_soon(callback, *args, context=context)
        if self.dead and self._is_dead(context):
            handle.cancel()
        return handle

    def call_at(  # type: ignore[override]
        self, when: float, callback: Any, *args: Any, context: Any = None
    ) -> asyncio.TimerHandle:
        handle = super().call_at(when, callback, *args, context=context)
        if self.dead and self._is_dead(context):
            handle.cancel()
        return handle

    # Streams

    async def create_unix_server(  # type: ignore[override]
        self, factory: Callable[[], asyncio.BaseProtocol], path: str, **_more: Any
    ) -> Any:
        Path(path).touch()
        return self.network.listen(path, factory, PROCESS.get())

    async def create_unix_connection(  # type: ignore[override]
        self, factory: Callable[[], asyncio.BaseProtocol], path: str, **_more: Any
    ) -> tuple[Any, Any]:
        protocol = factory()
        pipe: Pipe = self.network.connect(self, path, protocol, PROCESS.get())
        return pipe, protocol
