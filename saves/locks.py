"""Locks that end with their process."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from pathlib import Path
from typing import Final

from filelock import lock_descriptor

from caravan_tui import files
from caravan_tui.files import EXACT, UNSUPPORTED
from caravan_tui.i18n import _
from saves.errors import LockedError

LOCK: Final = ".lock"
"""Suffix of lock files."""


def lock_file(handle: int, wait: bool) -> bool:
    """Lock an open file until it is closed, where its file system has locks. False if another
    process has locked it and we don't `wait`. Raises OSError."""
    try:
        return lock_descriptor(handle, blocking=wait)
    except OSError as error:
        if error.errno not in UNSUPPORTED:
            raise
        return True


SWEEP_TRIES = 20
SWEEP_SECONDS = 0.005
"""How often, and after how many seconds, a lock is tried again that is only being swept."""


class Lock:
    """A lock file, held until `release` or the end of the process.

    On a file system without locks it can always be had.
    """

    def __init__(self, path: Path) -> None:
        """Acquire it. Raises OSError, or LockedError, which names the process that holds it."""
        self.path = path
        patience = SWEEP_TRIES
        while True:
            handle = os.open(path, os.O_RDWR | os.O_CREAT | EXACT, 0o600)
            try:
                is_ours = lock_file(handle, wait=False)
            except OSError:
                os.close(handle)
                raise
            if not is_ours:
                owner = _owner(handle)
                os.close(handle)
                if patience and _has_ended(path, owner):
                    patience -= 1
                    time.sleep(SWEEP_SECONDS)
                    continue
                raise LockedError(
                    _("This match is open in another window (process {number}).").format(
                        number=owner or "?"
                    )
                )
            if _is_current(path, handle):
                break
            os.close(handle)  # its last owner has just removed it
        self._handle: int | None = handle
        with contextlib.suppress(OSError):  # a full disk: the number is only a hint
            os.truncate(handle, 0)
            os.write(handle, f"{os.getpid()}\n".encode())

    def release(self) -> None:
        """Release it. A second call does nothing."""
        if self._handle is not None:
            if sys.platform == "win32":  # which removes no file that is open
                os.close(self._handle)
            with contextlib.suppress(OSError):
                self.path.unlink()
            if sys.platform != "win32":
                os.close(self._handle)
            self._handle = None


def _is_current(path: Path, handle: int) -> bool:
    """Whether an open file is the one of this name still."""
    try:
        named, held = path.stat(), os.fstat(handle)
    except FileNotFoundError:
        return False
    return (named.st_ino, named.st_dev) == (held.st_ino, held.st_dev)


def _has_ended(path: Path, owner: str) -> bool:
    """Whether no process with the number in a lock runs: then it is only being swept."""
    return not owner.isdecimal() or not files.is_in_use(path, int(owner))


def _owner(handle: int) -> str:
    """The number that a lock file holds; empty where a locked file can't be read (Windows)."""
    try:
        return os.read(handle, 20).decode("ascii", "replace").strip()
    except OSError:
        return ""


def sweep_locks(folder: Path, without: str = "") -> list[Path]:
    """Remove the lock files that no process holds, and return their paths. `without`: only those
    beside which there is no file with this suffix, so that nobody will ever lock them again."""
    removed = []
    for path in folder.glob(f".*{LOCK}"):
        name = path.name.removeprefix(".").removesuffix(LOCK)
        if without and (folder / f"{name}{without}").exists():
            continue
        with contextlib.suppress(OSError):
            if _remove_if_free(path):
                removed.append(path)
    return removed


def _remove_if_free(path: Path) -> bool:
    """Remove a lock file that no process holds; whether it was one. The number in it stays that of
    a process that has ended: who wants the lock at this instant waits, see `Lock`."""
    handle = os.open(path, os.O_RDWR | EXACT)
    try:
        if not lock_file(handle, wait=False) or not _is_current(path, handle):
            return False
        if sys.platform != "win32":  # which removes no file that is open
            path.unlink()
    finally:
        os.close(handle)
    if sys.platform == "win32":
        path.unlink()
    return True
