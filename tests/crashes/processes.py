"""Processes below another, and whether they have ended."""

from __future__ import annotations

import time
from pathlib import Path


def descendants(pid: int) -> list[int]:
    """All processes below one, found by who is whose parent: the kernel's own list of the
    children of a process may miss some while others come and go."""
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            children.setdefault(parent(int(folder.name)), []).append(int(folder.name))
    pids, front = [], [pid]
    while front:
        below = children.get(front.pop(), [])
        pids += below
        front += below
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
