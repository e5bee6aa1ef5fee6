"""Files that are whole or not there at all, and locks that die with their process."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from caravan_tui.words import _
from saves.errors import LockedError, SaveError

_TEMPORARY = ".tmp"
_NOT_HERE = frozenset((errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS, errno.EINVAL))
"""What file systems answer that cannot lock, or cannot sync a folder."""


def reason(error: OSError) -> str:
    """Why a file could not be written or read, as a sentence for the user."""
    if error.errno == errno.ENOSPC:
        return _("The disk is full.")
    if error.errno == errno.EDQUOT:
        return _("Your share of the disk is used up.")
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return _("The folder is read-only.")
    if error.errno == errno.EMFILE:
        return _("Too many files are open.")
    return (error.strerror or type(error).__name__).rstrip(".") + "."


@contextlib.contextmanager
def telling(path: Path) -> Iterator[None]:
    """Turns an OSError into a SaveError that names the path."""
    try:
        yield
    except OSError as error:
        why = reason(error)
        raise SaveError(f"{path}: {why}", why) from None


def make_folder(folder: Path) -> None:
    """Make a folder of the user's own, with those above it. Raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def sync_folder(folder: Path) -> None:
    """Have the names in a folder written to the disk. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _NOT_HERE:
            raise
    finally:
        os.close(handle)


def write(path: Path, data: bytes) -> None:
    """Replace a file as a whole, safe against a power cut at any moment. Raises OSError.

    The temporary file lies in the same folder and is called after the process, so that what a
    killed one left behind can be told.
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


def read(path: Path, most: int) -> bytes:
    """The first `most` bytes of a regular file. Raises OSError."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    with open(handle, "rb", buffering=0) as stream:  # noqa: PTH123 - from a descriptor
        parts = []
        while most > 0:
            part = stream.read(most)
            if not part:
                break
            parts.append(part)
            most -= len(part)
    return b"".join(parts)


def sweep(folder: Path) -> list[Path]:
    """Remove the temporary files of processes that are gone; which they were."""
    removed = []
    for path in folder.glob(f".*{_TEMPORARY}"):
        owner = path.name.removesuffix(_TEMPORARY).rpartition(".")[2]
        if owner.isdecimal() and not _alive(int(owner)):
            with contextlib.suppress(OSError):
                path.unlink()
                removed.append(path)
    return removed


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        pass
    return True


class Lock:
    """Held from the making of the object until `release` or the end of the process.

    On a file system that knows no locks it is always had.
    """

    def __init__(self, path: Path) -> None:
        """Raises LockedError, which names the process that holds it, or OSError."""
        self.path = path
        while True:
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                owner = os.read(handle, 20).decode("ascii", "replace").strip()
                os.close(handle)
                raise LockedError(
                    _("Another window plays this match (process {number}).").format(
                        number=owner or "?"
                    )
                ) from None
            except OSError as error:
                if error.errno not in _NOT_HERE:
                    os.close(handle)
                    raise
            if self._is_current(handle):
                break
            os.close(handle)  # its last owner has just removed it
        self._handle: int | None = handle
        with contextlib.suppress(OSError):  # a full disk; the name of the owner is a courtesy
            os.truncate(handle, 0)
            os.write(handle, f"{os.getpid()}\n".encode())

    def _is_current(self, handle: int) -> bool:
        try:
            named, held = self.path.stat(), os.fstat(handle)
        except FileNotFoundError:
            return False
        return (named.st_ino, named.st_dev) == (held.st_ino, held.st_dev)

    def release(self) -> None:
        """Let others have it. A second call does nothing."""
        if self._handle is not None:
            with contextlib.suppress(OSError):
                self.path.unlink()
            os.close(self._handle)
            self._handle = None
