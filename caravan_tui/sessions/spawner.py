"""Starts the process of a session on a pseudo-terminal.

`ForkSpawner` forks a process that has imported everything (see `forkserver`). `ProcessSpawner`
starts a new interpreter each time, which is slower but works everywhere.
"""

from __future__ import annotations

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
from caravan_tui.i18n import _
from caravan_tui.sessions import forks

log = logging.getLogger(__name__)

FORKSERVER_TIMEOUT = 120.0
"""Seconds that the fork server has to get ready: about one of processor time, of which a machine
with much other work gives it little."""
FORK_TIMEOUT = 20.0
"""Seconds after which one that has not forked hangs."""
RESTART_DELAY = 0.5
"""Seconds between the end of a fork server and the start of another."""
EXIT_TIMEOUT = 2.0
"""Seconds between SIGHUP and SIGKILL."""


class Child:
    """A session's process."""

    def __init__(self, pid: int, send_signal: Callable[[int], None]) -> None:
        self.pid = pid
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        """Its exit code, negative for a signal."""
        self._send_signal = send_signal

    def kill(self, number: int) -> None:
        """Send a signal unless the process has ended."""
        if not self.ended.done():
            self._send_signal(number)

    async def end(self) -> int:
        """Send SIGHUP, and SIGKILL if that is not enough. Returns the exit code."""
        self.kill(signal.SIGHUP)
        done, _pending = await asyncio.wait({self.ended}, timeout=EXIT_TIMEOUT)
        if not done:
            self.kill(signal.SIGKILL)
            await asyncio.wait({self.ended}, timeout=EXIT_TIMEOUT)
        return self.ended.result() if self.ended.done() else -signal.SIGKILL


class Spawner:
    """Starts session processes."""

    async def start(self) -> None:
        """Get ready to spawn. Raises OSError or TimeoutError."""

    async def spawn(self, terminal: int, environment: dict[str, str]) -> Child:
        """Start a session with exactly this environment. `terminal` is the slave's descriptor,
        which the caller closes. Raises OSError or TimeoutError."""
        raise NotImplementedError

    async def close(self) -> None:
        """Stop spawning."""


def open_terminal(columns: int, rows: int) -> tuple[int, int]:
    """Open a pseudo-terminal of this size. Returns its master, which does not block, and slave."""
    master, slave = os.openpty()
    resize(master, columns, rows)
    os.set_blocking(master, False)
    return master, slave


def make_plain(terminal: int) -> None:
    """Have a terminal pass lines on as they are, for a client that has none of its own: nothing is
    echoed, no line end is changed, and no byte is a signal."""
    attributes = termios.tcgetattr(terminal)
    attributes[1] &= ~termios.OPOST
    attributes[3] &= ~(termios.ECHO | termios.ISIG)
    termios.tcsetattr(terminal, termios.TCSANOW, attributes)


def resize(master: int, columns: int, rows: int) -> None:
    """Set the size of a terminal; its process gets SIGWINCH."""
    columns, rows = (min(max(1, value), 1000) for value in (columns, rows))
    with contextlib.suppress(OSError):
        fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


INHERITED = ("LD_LIBRARY_PATH", "PYTHONHOME", "TMPDIR", "TZ")
"""Variables of the server that an interpreter may need, and so the fork server gets."""


def _bare_environment() -> dict[str, str]:
    """The environment of the fork server. A child replaces its own, but the system goes on showing
    that of the fork server in /proc, so nothing private of the server may be in it."""
    root = str(Path(caravan_tui.__file__).parent.parent)
    paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
    bare = {"PATH": "/usr/bin:/bin", "PYTHONPATH": os.pathsep.join(paths), "PYTHONUTF8": "1"}
    return bare | {name: os.environ[name] for name in INHERITED if name in os.environ}


class ProcessSpawner(Spawner):
    """Starts a new interpreter for each session."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Task[None]] = set()

    async def spawn(self, terminal: int, environment: dict[str, str]) -> Child:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-m",
            "caravan_tui.sessions.session_app",
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

        waiting = asyncio.create_task(wait())
        self._waiting.add(waiting)
        waiting.add_done_callback(self._waiting.discard)
        return child


class ForkSpawner(Spawner):
    """Has a process that has imported everything fork for each session."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._socket: socket.socket | None = None
        self._children: dict[int, Child] = {}
        self._spawning: dict[int, asyncio.Future[int]] = {}
        self._early_exits: dict[int, int] = {}
        self._dropped: set[int] = set()
        """Children that are being ended, as nobody waits for them any more."""
        """Exit codes of children that ended before `spawn` returned them."""
        self._last_number = 0
        self._ready: asyncio.Future[None] | None = None
        self._available = asyncio.Event()
        """Set while a fork server is ready."""
        self._is_open = False
        self._restarting: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._is_open = True
        own_end, child_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",
                "-m",
                "caravan_tui.sessions.forkserver",
                str(child_end.fileno()),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=None,
                pass_fds=(child_end.fileno(),),
                env=_bare_environment(),
                start_new_session=True,
            )
        except BaseException:
            own_end.close()
            raise
        finally:
            child_end.close()
        own_end.setblocking(False)
        self._socket = own_end
        loop = asyncio.get_running_loop()
        self._ready = loop.create_future()
        loop.add_reader(own_end.fileno(), self._receive, own_end)
        try:
            async with asyncio.timeout(FORKSERVER_TIMEOUT):
                await asyncio.shield(self._ready)
        except TimeoutError:
            raise TimeoutError(
                _(
                    "The process that starts sessions was not ready after {seconds} s. "
                    "Is this machine overloaded?"
                ).format(seconds=round(FORKSERVER_TIMEOUT))
            ) from None

    def _receive(self, ours: socket.socket) -> None:
        try:
            data = ours.recv(forks.MAX_MESSAGE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._on_lost()
            return
        event, *values = msgpack.unpackb(data)
        if event == "ready" and self._ready is not None and not self._ready.done():
            self._ready.set_result(None)
            self._available.set()
        elif event == "forked":
            number, pid = values
            forked = self._spawning.pop(number, None)
            if forked is not None and not forked.done():
                forked.set_result(pid)
            else:
                self._drop(pid)
        elif event == "ended":
            pid, code = values
            child = self._children.pop(pid, None)
            if pid in self._dropped:
                self._dropped.remove(pid)
            elif child is None:
                self._early_exits[pid] = code
            elif not child.ended.done():
                child.ended.set_result(code)

    def _on_lost(self) -> None:
        """The fork server has ended, and its children with it: start another one."""
        if self._socket is None:
            return
        self._available.clear()
        asyncio.get_running_loop().remove_reader(self._socket.fileno())
        self._socket.close()
        self._socket = None
        for child in self._children.values():
            if not child.ended.done():
                child.ended.set_result(-signal.SIGKILL)
        self._children.clear()
        self._dropped.clear()
        for forked in self._spawning.values():
            if not forked.done():
                forked.set_exception(OSError("the fork server has ended"))
        self._spawning.clear()
        if self._is_open:
            log.error("the fork server has ended; another one is started")
            self._restarting = asyncio.create_task(self._restart())

    async def _restart(self) -> None:
        await asyncio.sleep(RESTART_DELAY)
        while self._is_open and self._socket is None:
            try:
                await self.start()
            except (OSError, TimeoutError):
                log.exception("the fork server does not start")
                self._give_up()
                await asyncio.sleep(5.0)

    def _send(self, *items: Any, terminal: int | None = None) -> None:
        if self._socket is None:
            raise OSError("the fork server is not running")
        forks.send(self._socket, *items, terminal=terminal)

    async def spawn(self, terminal: int, environment: dict[str, str]) -> Child:
        async with asyncio.timeout(FORK_TIMEOUT + FORKSERVER_TIMEOUT):
            while True:
                await self._available.wait()
                process = self._process
                try:
                    return await self._fork(terminal, environment)
                except (OSError, TimeoutError) as error:
                    if not self._is_open:
                        raise
                    log.warning("no session was forked: %s", error or "no answer")
                if self._process is process:
                    self._give_up()

    def _give_up(self) -> None:
        """End a fork server that does not answer. Its sessions end with it, because nobody would
        notice their ends; another one is started, see `_on_lost`."""
        self._available.clear()
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    async def _fork(self, terminal: int, environment: dict[str, str]) -> Child:
        self._last_number += 1
        number = self._last_number
        forked: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._spawning[number] = forked
        try:
            self._send("fork", number, environment, terminal=terminal)
            async with asyncio.timeout(FORK_TIMEOUT):
                pid = await forked
        except asyncio.CancelledError:
            if forked.done() and not forked.cancelled() and forked.exception() is None:
                self._drop(forked.result())
            raise
        finally:
            self._spawning.pop(number, None)
        child = Child(pid, lambda signal_number: self._signal(pid, signal_number))
        if pid in self._early_exits:
            child.ended.set_result(self._early_exits.pop(pid))
        else:
            self._children[pid] = child
        return child

    def _drop(self, pid: int) -> None:
        """End a child that nobody waits for any more."""
        if self._early_exits.pop(pid, None) is None:
            self._dropped.add(pid)
            self._signal(pid, signal.SIGKILL)

    def _signal(self, pid: int, number: int) -> None:
        with contextlib.suppress(OSError):
            # Through the fork server, which knows whether the id still belongs to this child.
            self._send("kill", pid, number)

    async def close(self) -> None:
        self._is_open = False
        if self._restarting is not None:
            self._restarting.cancel()
        process, self._process = self._process, None
        if self._socket is not None:
            asyncio.get_running_loop().remove_reader(self._socket.fileno())
            self._socket.close()
            self._socket = None
        if process is not None:
            try:
                async with asyncio.timeout(EXIT_TIMEOUT):
                    await process.wait()
            except TimeoutError:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
