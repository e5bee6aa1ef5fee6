"""What a child process of ours does first: give way to the screen, and die with its parent."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys

NICENESS = 10
_PR_SET_PDEATHSIG = 1


def die_with_parent() -> None:
    """Have the kernel kill this process when its parent dies (Linux; elsewhere nothing)."""
    if not sys.platform.startswith("linux"):
        return
    try:
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    except (OSError, AttributeError):
        return


def give_way() -> None:
    """Lower this process's priority, so that screens and servers come first."""
    try:
        os.nice(NICENESS)
    except OSError:
        return


def quiet_child() -> None:
    """For worker processes: low priority, no orphan, Ctrl+C is the parent's business."""
    die_with_parent()
    parent = multiprocessing.parent_process()
    if parent is not None and os.getppid() != parent.pid:
        os._exit(1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    give_way()
