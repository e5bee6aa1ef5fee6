"""Processes below another, and whether they have ended."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path


def descendants(pid: int) -> list[int]:
    """All processes below one."""
    pids, front = [], [pid]
    while front:
        parent = front.pop()
        with contextlib.suppress(OSError):
            for thread in Path(f"/proc/{parent}/task").iterdir():
                children = [int(child) for child in (thread / "children").read_text().split()]
                pids += children
                front += children
    return pids


def command(pid: int) -> str:
    """What a process runs; empty if it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def wait_until_gone(pids: list[int], seconds: float = 10.0) -> list[str]:
    """Wait until these processes have ended; the commands of those that have not."""
    end = time.monotonic() + seconds
    while any(map(command, pids)) and time.monotonic() < end:
        time.sleep(0.01)
    return [line for line in map(command, pids) if line]


def parent(pid: int) -> int:
    """The process above another, 0 if it has ended."""
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0
