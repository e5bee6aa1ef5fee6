"""What a child process of ours does first: lower its priority, and die with its parent."""

from __future__ import annotations

import ctypes
import multiprocessing
import multiprocessing.connection
import os
import signal
import sys
import time

NICENESS, SERVER_NICENESS = 10, 19
"""Of the processes that search: on one's own machine, and on a server, where whoever types comes
before them, however many search."""
AUTOGROUP = "/proc/self/autogroup"
_PR_SET_PDEATHSIG = 1


def die_with_parent() -> None:
    """Have the kernel kill this process when its parent dies (Linux; elsewhere nothing)."""
    if not sys.platform.startswith("linux"):
        return
    try:
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    except (OSError, AttributeError):
        return


def has_autogroup() -> bool:
    """Whether Linux weighs sessions against each other (autogroup) and lets us lower our own: a
    niceness alone then counts for nothing against a process of another session."""
    return os.access(AUTOGROUP, os.W_OK)


def lower_priority(niceness: int = NICENESS) -> None:
    """Lower this process's priority, so that screens and servers come first; and its session's,
    if it has one of its own. On Windows nothing."""
    if sys.platform == "win32":
        return
    try:
        os.nice(niceness)
        if os.getsid(0) == os.getpid():
            _lower_session(niceness)
    except OSError:
        return


def _lower_session(niceness: int) -> None:
    """Raises OSError. The kernel takes ten such requests a second from all of a machine."""
    for _try in range(30):
        try:
            handle = os.open(AUTOGROUP, os.O_WRONLY)
            try:
                os.write(handle, str(niceness).encode())
            finally:
                os.close(handle)
            return
        except BlockingIOError:
            time.sleep(0.1)


def detach(errors: str | None) -> None:
    """Let go of the parent's terminal: no output but errors to a file, no key that reaches us.

    Where Linux weighs sessions against each other, the process gets one of its own, which
    `lower_priority` lowers. `errors`: path of the file; None: they are dropped.
    """
    target = os.open(errors or os.devnull, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(target, 1)
    os.dup2(target, 2)
    os.close(null)
    os.close(target)
    if sys.platform == "win32":
        return
    if has_autogroup():
        os.setsid()
    else:
        os.setpgid(0, 0)


def init_worker(niceness: int = NICENESS) -> None:
    """For worker processes: low priority, no orphan; Ctrl+C and a hangup are for the parent."""
    die_with_parent()
    parent = multiprocessing.parent_process()
    if parent is not None and os.getppid() != parent.pid:
        os._exit(1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    lower_priority(niceness)


def run_worker(
    connection: multiprocessing.connection.Connection,
    errors: str | None,
    preload: tuple[str, ...],
    niceness: int = NICENESS,
) -> None:
    """The main function of a search worker's process.

    This module is small on purpose: what the worker needs is imported once nothing of it can
    reach the parent's terminal.
    """
    detach(errors)
    init_worker(niceness)
    from ai import worker

    worker.serve(connection, preload)
