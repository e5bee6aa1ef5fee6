"""Files that are there whole or not at all, whatever happens while they are written."""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path
from typing import Final

TEMPORARY: Final = ".tmp"
UNSUPPORTED: Final = frozenset((errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS, errno.EINVAL))
"""Errors of file systems that cannot lock files, or cannot sync folders."""


def make_folder(folder: Path) -> None:
    """Make a private folder and its parents. Raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def sync_folder(folder: Path) -> None:
    """Sync the names in a folder to the disk. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
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
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
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
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
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
        if owner.isdecimal() and not _is_alive(int(owner)):
            with contextlib.suppress(OSError):
                path.unlink()
                removed.append(path)
    return removed


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        pass
    return True
