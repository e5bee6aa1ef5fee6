"""Files that are there whole or not at all, whatever happens while they are written."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import time
from pathlib import Path
from typing import Final

TEMPORARY: Final = ".tmp"
UNSUPPORTED: Final = frozenset((errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS, errno.EINVAL))
"""Errors of file systems that cannot lock files, or cannot sync folders."""

DAY_SECONDS: Final = 86_400

EXACT: Final = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
"""How our files are opened everywhere: closed in other programs, bytes as they are."""
_FOLDER: Final[int | None] = getattr(os, "O_DIRECTORY", None)
"""The flag that opens a folder; None on Windows, where folders can't be opened."""
_NO_WAIT: Final = getattr(os, "O_NONBLOCK", 0)


def make_folder(folder: Path) -> None:
    """Make a private folder and its parents. Raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def hand_over(path: Path, folder: Path) -> None:
    """Give what root has made to the owner of `folder`, who could not read it otherwise. Nothing
    happens where somebody else runs this, or no file has an owner. Raises OSError."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return
    owner = folder.stat()
    os.chown(path, owner.st_uid, owner.st_gid)


def sync_folder(folder: Path) -> None:
    """Sync the names in a folder to the disk, where folders can be opened. Raises OSError."""
    if _FOLDER is None:
        return
    handle = os.open(folder, os.O_RDONLY | _FOLDER)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in UNSUPPORTED:
            raise
    finally:
        os.close(handle)


def write(path: Path, data: bytes) -> None:
    """Replace a file atomically, even if the power fails. Raises OSError.

    The name of the temporary file, in the same folder, contains the process id, so that `sweep`
    can tell whether its process still runs.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}{TEMPORARY}")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | EXACT, 0o600)
    try:
        try:
            view = memoryview(data)
            while view:
                view = view[os.write(handle, view) :]
            os.fsync(handle)
        finally:
            os.close(handle)
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(path.parent)


def read(path: Path, limit: int) -> bytes:
    """Read at most `limit` bytes from the start of a file. Raises OSError."""
    handle = os.open(path, os.O_RDONLY | EXACT | _NO_WAIT)
    with open(handle, "rb", buffering=0) as stream:  # noqa: PTH123 - from a descriptor
        parts = []
        while limit > 0:
            part = stream.read(limit)
            if not part:
                break
            parts.append(part)
            limit -= len(part)
    return b"".join(parts)


def sweep(folder: Path) -> list[Path]:
    """Remove the temporary files of processes that have ended, and return their paths."""
    removed = []
    for path in folder.glob(f".*{TEMPORARY}"):
        owner = path.name.removesuffix(TEMPORARY).rpartition(".")[2]
        if owner.isdecimal() and not is_in_use(path, int(owner)):
            with contextlib.suppress(OSError):
                path.unlink()
                removed.append(path)
    return removed


def is_in_use(path: Path, process: int) -> bool:
    """Whether a process may still write a file. Windows has no signal that only asks, so there it
    may for a day."""
    if sys.platform == "win32":
        with contextlib.suppress(OSError):
            return time.time() - path.stat().st_mtime < DAY_SECONDS
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        pass
    return True
