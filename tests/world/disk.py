"""A disk that forgets, fills up and fails, under the real code that writes to it.

Files are real files in a folder of memory, so that everything that reads them works. What changes
them goes through `os`, which is wrapped: each change is noted in a journal until an fsync makes it
last. When the power fails, the folder is made anew: from what lasts, and from as much of the
journal as the seed lets survive, torn where a write was under way. A process that is only killed
leaves all it wrote.

Names survive in the order in which they were changed, as on a file system with a journal; what is
in a file survives only as far as it was synced, or by luck.
"""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from attrs import define, field

from tests.world.loop import PROCESS, ProcessDeath

FIRST_HANDLE = 1 << 20
"""Numbers of handles that the disk gives: no descriptor of the system has them, so that what a dead
process still held can harm nobody."""


@define(eq=False)
class _Inode:
    """What is in a file: as it lasts, and as it is."""

    durable: bytes = b""
    current: bytes = b""


@define(eq=False)
class _Handle:
    real: int
    path: str
    inode: _Inode
    process: str
    is_append: bool


@define
class _Change:
    """A change of names that is not synced yet: `apply` does it to a tree."""

    folders: tuple[str, ...]
    apply: Callable[[dict[str, _Inode]], None]


@define
class Faults:
    """What the disk does wrong now."""

    error: int | None = None
    """Every write and every new file fails with it."""
    sync_error: int | None = None
    """Every fsync fails with it, and what it should have synced may be lost."""
    crash_in: int | None = None
    """The process that makes this many more changes dies at the last of them."""
    is_power_failure: bool = False
    """The power goes with it."""
    failures: int = field(default=0)
    """How often anything failed."""


class Disk:
    """See the module. Use `install` and `remove` around a world."""

    def __init__(self, root: Path, rng: Random) -> None:
        self.root = root
        self.faults = Faults()
        self.operations = 0
        self._prefix = str(root)
        self.rng = rng
        self._tree: dict[str, _Inode] = {}
        """The files that last, by path."""
        self._names: dict[str, _Inode] = {}
        """The files as they are."""
        self._journal: list[_Change] = []
        self._handles: dict[int, _Handle] = {}
        self._next = FIRST_HANDLE
        self._saved: list[tuple[Any, str, Any]] = []
        self._processes: dict[str, int] = {}

    # In and out of the system

    def install(self) -> None:
        """Stand in for the system's calls."""
        wraps: dict[str, Any] = {
            "open": self._open, "write": self._write, "fsync": self._fsync, "close": self._close,
            "read": self._read, "lseek": self._lseek, "fstat": self._fstat,
            "truncate": self._truncate, "replace": self._replace, "rename": self._replace,
            "unlink": self._unlink, "remove": self._unlink, "getpid": self._getpid,
            "kill": self._kill,
        }  # fmt: skip
        for name, wrap in wraps.items():
            self._put(os, name, wrap)
        self._put(fcntl, "flock", self._flock)

    def _put(self, module: Any, name: str, value: Any) -> None:
        self._saved.append((module, name, getattr(module, name)))
        setattr(module, name, value)

    def remove(self) -> None:
        """Give the system its calls back."""
        for module, name, value in reversed(self._saved):
            setattr(module, name, value)
        self._saved.clear()
        for handle in self._handles.values():
            os.close(handle.real)
        self._handles.clear()

    def _real(self, name: str, module: Any = os) -> Any:
        return next(value for owner, key, value in self._saved if (owner, key) == (module, name))

    def _is_ours(self, path: Any) -> bool:
        return isinstance(path, str | os.PathLike) and os.fspath(path).startswith(self._prefix)

    # Processes

    def open_handles(self, process: str) -> list[str]:
        """The paths of what a process has open for writing."""
        return [handle.path for handle in self._handles.values() if handle.process == process]

    def on_death(self, process: str) -> None:
        """The system closes what a dead process had open, and so ends its locks."""
        for number, handle in list(self._handles.items()):
            if handle.process == process:
                self._real("close")(handle.real)
                del self._handles[number]

    def number_of(self, process: str) -> int:
        """The process id of a process of the world."""
        return self._processes.setdefault(process, 4_000_000 + len(self._processes))

    def _getpid(self) -> int:
        process = PROCESS.get()
        return int(self._real("getpid")()) if process == "world" else self.number_of(process)

    def _kill(self, number: int, signal: int) -> None:
        if number < 4_000_000:
            self._real("kill")(number, signal)
            return
        living = {handle.process for handle in self._handles.values()} | {PROCESS.get()}
        if not any(self._processes.get(process) == number for process in living):
            raise ProcessLookupError(errno.ESRCH, "No such process")

    def _step(self, process: str, writes: bool = True) -> None:
        """One more change is about to be made: perhaps the last of its process, or none."""
        self.operations += 1
        faults = self.faults
        if faults.crash_in is not None and process != "world":
            faults.crash_in -= 1
            if faults.crash_in <= 0:
                faults.crash_in = None
                raise ProcessDeath(process)
        if writes and faults.error is not None:
            faults.failures += 1
            raise OSError(faults.error, os.strerror(faults.error))

    # Files

    def _inode(self, path: str) -> _Inode:
        inode = self._names.get(path)
        if inode is None:
            inode = self._names[path] = _Inode()
        return inode

    def _note(self, apply: Callable[[dict[str, _Inode]], None], *paths: str) -> None:
        folders = tuple(path.rpartition("/")[0] for path in paths)
        self._journal.append(_Change(folders, apply))
        apply(self._names)

    def _open(self, path: Any, flags: int, mode: int = 0o777, **more: Any) -> int:
        real = self._real("open")
        if not self._is_ours(path) or not flags & (os.O_WRONLY | os.O_RDWR):
            return int(real(path, flags, mode, **more))
        text = os.fspath(path)
        is_new = not Path(text).exists()
        if is_new and flags & os.O_CREAT:
            self._step(PROCESS.get())
        number = int(real(path, flags, mode, **more))
        if is_new:
            inode = _Inode()
            self._note(lambda names: names.update({text: inode}), text)
        else:
            inode = self._inode(text)
        if flags & os.O_TRUNC:
            inode.current = b""
        self._next += 1
        is_append = bool(flags & os.O_APPEND)
        self._handles[self._next] = _Handle(number, text, inode, PROCESS.get(), is_append)
        return self._next

    def _held(self, handle: Any) -> _Handle | None:
        return self._handles.get(handle) if isinstance(handle, int) else None

    def _number(self, handle: Any) -> Any:
        held = self._held(handle)
        return handle if held is None else held.real

    def _write(self, handle: int, data: Any) -> int:
        held = self._held(handle)
        if held is None:
            return int(self._real("write")(handle, data))
        data = bytes(data)
        try:
            self._step(held.process)
        except ProcessDeath:
            self._put_bytes(held, data[: self.rng.randrange(len(data) + 1)])  # torn
            raise
        except OSError:
            self._put_bytes(held, data[: self.rng.randrange(len(data))])  # as far as it went
            raise
        # A system may write less than it was asked to.
        if len(data) > 1 and self.rng.random() < 0.1:
            data = data[: self.rng.randrange(1, len(data))]
        self._put_bytes(held, data)
        return len(data)

    def _put_bytes(self, held: _Handle, data: bytes) -> None:
        self._real("write")(held.real, data)
        held.inode.current += data  # all that is written here is written at the end

    def _fsync(self, handle: int) -> None:
        held = self._held(handle)
        if held is not None:
            self._step(held.process, writes=False)
            if self.faults.sync_error is not None:
                self.faults.failures += 1
                raise OSError(self.faults.sync_error, os.strerror(self.faults.sync_error))
            held.inode.durable = held.inode.current
            return
        folder = str(Path(f"/proc/self/fd/{handle}").readlink())
        if folder.startswith(self._prefix):
            self._step(PROCESS.get(), writes=False)
            if self.faults.sync_error is not None:
                self.faults.failures += 1
                raise OSError(self.faults.sync_error, os.strerror(self.faults.sync_error))
            self._sync_names(folder)
            return
        self._real("fsync")(handle)

    def _sync_names(self, folder: str) -> None:
        last = max(
            (place for place, change in enumerate(self._journal) if folder in change.folders),
            default=-1,
        )
        for change in self._journal[: last + 1]:
            change.apply(self._tree)
        del self._journal[: last + 1]

    def _close(self, handle: int) -> None:
        held = self._handles.pop(handle, None)
        if held is not None:
            self._real("close")(held.real)
        elif handle < FIRST_HANDLE:
            self._real("close")(handle)
        else:
            raise OSError(errno.EBADF, "Bad file descriptor")

    def _read(self, handle: int, count: int) -> bytes:
        return bytes(self._real("read")(self._number(handle), count))

    def _lseek(self, handle: int, offset: int, whence: int) -> int:
        return int(self._real("lseek")(self._number(handle), offset, whence))

    def _fstat(self, handle: int) -> Any:
        return self._real("fstat")(self._number(handle))

    def _flock(self, handle: Any, operation: int) -> None:
        self._real("flock", fcntl)(self._number(handle), operation)

    def _truncate(self, handle: Any, length: int) -> None:
        held = self._held(handle)
        if held is not None:
            self._step(held.process, writes=False)
            held.inode.current = held.inode.current[:length]
        self._real("truncate")(self._number(handle), length)

    def _replace(self, source: Any, target: Any, **more: Any) -> None:
        if not self._is_ours(source):
            self._real("replace")(source, target, **more)
            return
        before, after = os.fspath(source), os.fspath(target)
        self._step(PROCESS.get())
        self._real("replace")(before, after, **more)
        self._inode(before)

        def move(names: dict[str, _Inode]) -> None:
            inode = names.pop(before, None)
            if inode is not None:
                names[after] = inode

        self._note(move, before, after)

    def _unlink(self, path: Any, **more: Any) -> None:
        if not self._is_ours(path):
            self._real("unlink")(path, **more)
            return
        text = os.fspath(path)
        self._step(PROCESS.get(), writes=False)
        self._real("unlink")(text, **more)

        def drop(names: dict[str, _Inode]) -> None:
            names.pop(text, None)

        self._note(drop, text)

    # The power

    def fail_power(self) -> None:
        """Make the files those that have survived: what was synced, and by luck more."""
        survivors = self._journal[: self.rng.randrange(len(self._journal) + 1)]
        for change in survivors:
            change.apply(self._tree)
        self._journal.clear()
        for path in self._files():
            self._real("unlink")(path)
        for path, inode in self._tree.items():
            inode.current = inode.durable = self._survives(inode)
            Path(path).write_bytes(inode.current)
        self._names = dict(self._tree)

    def _survives(self, inode: _Inode) -> bytes:
        """What is in a file afterwards: as synced, as written, or something between."""
        if inode.current == inode.durable:
            return inode.durable
        chance = self.rng.random()
        if chance < 0.5:
            return inode.durable
        if chance < 0.7:
            return inode.current
        length = self.rng.randrange(len(inode.current) + 1)
        if chance < 0.9 or not length:
            return inode.current[:length]
        return inode.current[:length] + bytes(len(inode.current) - length)  # blocks of zeros

    def _files(self) -> list[str]:
        return [str(path) for path in self.root.rglob("*") if not path.is_dir()]

    def wipe(self) -> None:
        """Remove the folder."""
        shutil.rmtree(self.root, ignore_errors=True)
