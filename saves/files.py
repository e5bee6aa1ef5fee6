"""Atomic writes, and locks that end with their process."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from caravan_tui.bus import wording
from caravan_tui.i18n import _
from saves.errors import LockedError, SaveError

LOCK: Final = ".lock"
"""Suffix of lock files."""
_TEMPORARY = ".tmp"
_UNSUPPORTED = frozenset((errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS, errno.EINVAL))
"""Errors of file systems that cannot lock files, or cannot sync folders."""


def reason(error: OSError) -> str:
    """Why a file could not be written or read, as a sentence for the user."""
    return wording.word(wording.of_os_error(error))


@contextlib.contextmanager
def save_errors(path: Path) -> Iterator[None]:
    """Turn an OSError into a SaveError that names the path."""
    try:
        yield
    except OSError as error:
        why = reason(error)
        raise SaveError(f"{path}: {why}", why, wording.of_os_error(error)) from None


def make_folder(folder: Path) -> None:
    """Make a private folder and its parents. Raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def sync_folder(folder: Path) -> None:
    """Sync the names in a folder to the disk. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _UNSUPPORTED:
            raise
    finally:
        os.close(handle)


def write(path: Path, data: bytes) -> None:
    """Replace a file atomically, even if the power fails. Raises OSError.

    The name of the temporary file, in the same folder, contains the process id, so that `sweep`
    can tell whether its process still runs.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}{_TEMPORARY}")
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
    for path in folder.glob(f".*{_TEMPORARY}"):
        owner = path.name.removesuffix(_TEMPORARY).rpartition(".")[2]
        if owner.isdecimal() and not _is_alive(int(owner)):
            with contextlib.suppress(OSError):
                path.unlink()
                removed.append(path)
    return removed


def sweep_locks(folder: Path) -> list[Path]:
    """Remove the lock files that no process holds, and return their paths."""
    removed = []
    for path in folder.glob(f".*{LOCK}"):
        with contextlib.suppress(LockedError, OSError):
            Lock(path).release()
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


class Lock:
    """A lock file, held until `release` or the end of the process.

    On a file system without locks it can always be had.
    """

    def __init__(self, path: Path) -> None:
        """Acquire it. Raises OSError, or LockedError, which names the process that holds it."""
        self.path = path
        while True:
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                owner = os.read(handle, 20).decode("ascii", "replace").strip()
                os.close(handle)
                raise LockedError(
                    _("This match is open in another window (process {number}).").format(
                        number=owner or "?"
                    )
                ) from None
            except OSError as error:
                if error.errno not in _UNSUPPORTED:
                    os.close(handle)
                    raise
            if self._is_current(handle):
                break
            os.close(handle)  # its last owner has just removed it
        self._handle: int | None = handle
        with contextlib.suppress(OSError):  # a full disk: the number is only a hint
            os.truncate(handle, 0)
            os.write(handle, f"{os.getpid()}\n".encode())

    def _is_current(self, handle: int) -> bool:
        try:
            named, held = self.path.stat(), os.fstat(handle)
        except FileNotFoundError:
            return False
        return (named.st_ino, named.st_dev) == (held.st_ino, held.st_dev)

    def release(self) -> None:
        """Release it. A second call does nothing."""
        if self._handle is not None:
            with contextlib.suppress(OSError):
                self.path.unlink()
            os.close(self._handle)
            self._handle = None
