"""What a child process of ours does first: give way to the screen, and die with its parent."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
import time

NICENESS = 10
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


def weighed_apart() -> bool:
    """Whether Linux weighs sessions against each other (autogroup) and lets us lower our own: a
    niceness alone then counts for nothing against a process of another session."""
    return os.access(AUTOGROUP, os.W_OK)


def give_way() -> None:
    """Lower this process's priority, so that screens and servers come first; and its session's,
    if it has one of its own."""
    try:
        os.nice(NICENESS)
        if os.getsid(0) == os.getpid():
            _lower_session()
    except OSError:
        return


def _lower_session() -> None:
    """Raises OSError. The kernel takes ten such wishes a second from all of a machine."""
    for _try in range(30):
        try:
            wish = os.open(AUTOGROUP, os.O_WRONLY)
            try:
                os.write(wish, str(NICENESS).encode())
            finally:
                os.close(wish)
            return
        except BlockingIOError:
            time.sleep(0.1)


def quiet_child() -> None:
    """For worker processes: low priority, no orphan, Ctrl+C is the parent's business."""
    die_with_parent()
    parent = multiprocessing.parent_process()
    if parent is not None and os.getppid() != parent.pid:
        os._exit(1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    give_way()
