"""Starts the process of a session on a pseudo-terminal: the seam between server and sessions.

`ForkSpawner` has one process that has imported everything and forks (see `nursery`);
`ProcessSpawner` starts a new interpreter each time: slower, but it works everywhere.
"""

from __future__ import annotations

import array
import asyncio
import contextlib
import fcntl
import logging
import os
import signal
import socket
import struct
import sys
import termios
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgpack

import caravan_tui
from caravan_tui.ssh import nursery

log = logging.getLogger(__name__)

PATIENCE = 20.0
"""Seconds that the nursery has to be ready, and to fork."""
LAST_WORDS = 2.0
"""Seconds between SIGHUP and SIGKILL."""


class Child:
    """A session's process."""

    def __init__(self, pid: int, send: Callable[[int], None]) -> None:
        self.pid = pid
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        """Its exit code, negative for a signal."""
        self._send = send

    def kill(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if not self.ended.done():
            self._send(number)

    async def end(self) -> int:
        """SIGHUP, and SIGKILL if that does not do; the exit code."""
        self.kill(signal.SIGHUP)
        done, _pending = await asyncio.wait({self.ended}, timeout=LAST_WORDS)
        if not done:
            self.kill(signal.SIGKILL)
            await asyncio.wait({self.ended}, timeout=LAST_WORDS)
        return self.ended.result() if self.ended.done() else -signal.SIGKILL


class Spawner:
    """Starts session processes."""

    async def start(self) -> None:
        """Get ready. Raises OSError or TimeoutError."""

    async def spawn(self, terminal: int, environment: dict[str, str]) -> Child:
        """A session on this terminal (the slave's descriptor, still the caller's to close), with
        this environment and no other. Raises OSError or TimeoutError."""
        raise NotImplementedError

    async def close(self) -> None:
        """No more sessions."""


def open_terminal(columns: int, rows: int) -> tuple[int, int]:
    """A new pseudo-terminal of this size: master and slave. The master does not block."""
    master, slave = os.openpty()
    resize(master, columns, rows)
    os.set_blocking(master, False)
    return master, slave


def resize(master: int, columns: int, rows: int) -> None:
    """Tell a terminal its size; its process gets SIGWINCH."""
    columns, rows = (min(max(1, value), 1000) for value in (columns, rows))
    with contextlib.suppress(OSError):
        fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


KEPT = ("LD_LIBRARY_PATH", "PYTHONHOME", "TMPDIR", "TZ")
"""What the nursery is given of the server's environment: what an interpreter may need."""


def _bare_environment() -> dict[str, str]:
    """That of the nursery. A child's own is built anew, but the system shows in /proc what the
    nursery began with: so nothing of the server's may be in it."""
    root = str(Path(caravan_tui.__file__).parent.parent)
    paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
    bare = {"PATH": "/usr/bin:/bin", "PYTHONPATH": os.pathsep.join(paths), "PYTHONUTF8": "1"}
    return bare | {name: os.environ[name] for name in KEPT if name in os.environ}


class ProcessSpawner(Spawner):
    """A new interpreter a session."""

    async def spawn(self, terminal: int, environment: dict[str, str]) -> Child:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-m",
            "caravan_tui.ssh.session",
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            env=environment,
            start_new_session=True,
            cwd="/",
        )

        def send(number: int) -> None:
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(number)

        child = Child(process.pid, send)

        async def wait() -> None:
            child.ended.set_result(await process.wait())

        child.waiting = asyncio.create_task(wait())  # type: ignore[attr-defined]
        return child


class ForkSpawner(Spawner):
    """One process that has imported everything, and forks."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._socket: socket.socket | None = None
        self._children: dict[int, Child] = {}
        self._born: dict[int, asyncio.Future[int]] = {}
        self._early: dict[int, int] = {}
        """Exit codes of children that ended before their birth was taken note of."""
        self._number = 0
        self._ready: asyncio.Future[None] | None = None
        self._open = False
        self._again: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._open = True
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",
                "-m",
                "caravan_tui.ssh.nursery",
                str(theirs.fileno()),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=None,
                pass_fds=(theirs.fileno(),),
                env=_bare_environment(),
                start_new_session=True,
            )
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        ours.setblocking(False)
        self._socket = ours
        loop = asyncio.get_running_loop()
        self._ready = loop.create_future()
        loop.add_reader(ours.fileno(), self._hear, ours)
        await asyncio.wait_for(asyncio.shield(self._ready), PATIENCE)

    def _hear(self, ours: socket.socket) -> None:
        try:
            data = ours.recv(nursery.LARGEST)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._lost()
            return
        word, *rest = msgpack.unpackb(data)
        if word == "ready" and self._ready is not None and not self._ready.done():
            self._ready.set_result(None)
        elif word == "born":
            number, pid = rest
            born = self._born.pop(number, None)
            if born is not None and not born.done():
                born.set_result(pid)
        elif word == "ended":
            pid, code = rest
            child = self._children.pop(pid, None)
            if child is None:
                self._early[pid] = code
            elif not child.ended.done():
                child.ended.set_result(code)

    def _lost(self) -> None:
        """The nursery is gone, and with it its children: start another one."""
        if self._socket is None:
            return
        asyncio.get_running_loop().remove_reader(self._socket.fileno())
        self._socket.close()
        self._socket = None
        for child in self._children.values():
            if not child.ended.done():
                child.ended.set_result(-signal.SIGKILL)
        self._children.clear()
        for born in self._born.values():
            if not born.done():
                born.set_exception(OSError("the nursery is gone"))
        self._born.clear()
        if self._open:
            log.error("the nursery of sessions is gone; another one is started")
            self._again = asyncio.create_task(self._restart())

    async def _restart(self) -> None:
        await asyncio.sleep(1.0)
        while self._open and self._socket is None:
            try:
                await self.start()
            except (OSError, TimeoutError):
                log.exception("the nursery does not start")
                await asyncio.sleep(5.0)

    def _tell(self, *items: Any, terminal: int | None = None) -> None:
        if self._socket is None:
            raise OSError("the nursery of sessions is not there")
        rights = []
        if terminal is not None:
            rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [terminal]))]
        self._socket.sendmsg([msgpack.packb(items)], rights)

    async def spawn(self, terminal: int, environment: dict[str, str]) -> Child:
        self._number += 1
        number = self._number
        born: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._born[number] = born
        try:
            self._tell("fork", number, environment, terminal=terminal)
            pid = await asyncio.wait_for(born, PATIENCE)
        finally:
            self._born.pop(number, None)
        child = Child(pid, lambda signal_number: self._signal(pid, signal_number))
        if pid in self._early:
            child.ended.set_result(self._early.pop(pid))
        else:
            self._children[pid] = child
        return child

    def _signal(self, pid: int, number: int) -> None:
        with contextlib.suppress(OSError):
            # By way of the nursery, which knows whether the process is still that one.
            self._tell("kill", pid, number)

    async def close(self) -> None:
        self._open = False
        if self._again is not None:
            self._again.cancel()
        process, self._process = self._process, None
        if self._socket is not None:
            asyncio.get_running_loop().remove_reader(self._socket.fileno())
            self._socket.close()
            self._socket = None
        if process is not None:
            try:
                await asyncio.wait_for(process.wait(), LAST_WORDS)
            except TimeoutError:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
