"""What processes that fork share: packets, children, and the first steps of a child."""

from __future__ import annotations

import array
import contextlib
import os
import signal
import socket
from typing import Any

import msgpack

from ai.process import die_with_parent

MAX_MESSAGE = 1 << 16
"""Bytes."""


def send(connection: socket.socket, *items: Any, terminal: int | None = None) -> None:
    """Send an array as one packet, with a descriptor if there is one. Raises OSError."""
    pass_on(connection, msgpack.packb(items), terminal)


def pass_on(connection: socket.socket, data: bytes, terminal: int | None = None) -> None:
    """Send a packet that is packed already. Raises OSError."""
    rights = []
    if terminal is not None:
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [terminal]))]
    connection.sendmsg([data], rights)


def receive(connection: socket.socket) -> tuple[bytes, int]:
    """A packet, empty at the end, and the descriptor that came with it, -1 if none did. Raises
    OSError."""
    try:
        data, rights, _flags, _address = connection.recvmsg(MAX_MESSAGE, socket.CMSG_SPACE(4))
    except ConnectionResetError:  # the other end was killed before it had read everything
        return b"", -1
    for level, kind, passed in rights:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            numbers = array.array("i")
            numbers.frombytes(passed[: numbers.itemsize])
            return data, numbers[0]
    return data, -1


class Children:
    """The processes that were forked and have not been reported as ended."""

    def __init__(self, connection: socket.socket) -> None:
        """`connection`: where forks and ends are reported."""
        self._connection = connection
        self._pids: set[int] = set()

    def add(self, number: int, pid: int) -> None:
        """Report a child, forked for the request with this number."""
        self._pids.add(pid)
        with contextlib.suppress(ConnectionError):  # its end is read next
            send(self._connection, "forked", number, pid)

    def kill(self, pid: int, number: int) -> bool:
        """Send a child a signal; whether it is one of these."""
        if pid not in self._pids:
            return False
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)
        return True

    def end(self) -> None:
        """Hang up on all of them."""
        for pid in self._pids:
            self.kill(pid, signal.SIGHUP)

    def reap(self) -> list[int]:
        """Report the children that have ended. Returns those that were never reported."""
        others: list[int] = []
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return others
            if not pid:
                return others
            if pid not in self._pids:
                others.append(pid)
                continue
            self._pids.discard(pid)
            with contextlib.suppress(OSError):
                send(self._connection, "ended", pid, os.waitstatus_to_exitcode(status))


def enter_session(terminal: int, environment: dict[str, str]) -> None:
    """In a child: take this terminal and environment, and nothing else of the parent's."""
    die_with_parent()
    os.setsid()
    for number in range(3):
        os.dup2(terminal, number)
    if terminal > 2:
        os.close(terminal)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir("/")
