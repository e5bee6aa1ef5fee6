"""The saved matches of one user: a file each."""

from __future__ import annotations

import asyncio
import contextlib
import re
import threading
import time
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final
from uuid import uuid4

from attrs import define, evolve

from caravan_tui import files, paths
from caravan_tui.engine import Match
from caravan_tui.i18n import _
from saves import errors, format, listing, locks, verify
from saves.errors import (
    DamagedError,
    LockedError,
    MissingError,
    NewerError,
    SaveError,
    UnplayableError,
)
from saves.header import Meta, clean_title
from saves.listing import SUFFIX, Entry, Listing, MisnamedError

LONGEST_PAUSE: Final = 300
"""Seconds between two saves that still count as play; a longer pause does not count at all."""
TRASH_DAYS: Final = 30
"""How long a deleted match can be restored."""

_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


@define
class _Open:
    """A match that this process may write."""

    lock: locks.Lock | None
    """None where no file can be written: the match is only in memory."""
    meta: Meta
    counted: float
    """When its time of play was last counted, on the monotonic clock."""


class Store:
    """A folder of saved matches. Not thread-safe, but `save` writes in a thread of its own.

    A match that is loaded for play, or saved, stays locked until `release`. Another process can
    then only load it as a spectator.
    """

    def __init__(self, home: Path | None = None) -> None:
        """`home`: the folder above `matches`, `damaged` and `trash`; by default the user's data
        folder. No folder is made before the first write."""
        self.home = paths.data() if home is None else home
        self.folder = self.home / "matches"
        self.damaged = self.home / "damaged"
        self.trash = self.home / "trash"
        self._open: dict[str, _Open] = {}
        self._writing = threading.Lock()

    # List

    def listing(self) -> Listing:
        """List all saved matches from their headers alone. Never raises: problems are notices.

        A damaged file is moved to `damaged` and named in a notice.
        """
        result = Listing([], [])
        with contextlib.suppress(OSError):
            files.sweep(self.folder)
            locks.sweep_locks(self.folder, without=SUFFIX)
        try:
            match_files = listing.match_files(self.folder)
        except OSError as error:
            result.problem = f"{self.folder}: {errors.reason(error)}"
            result.notices.append(result.problem)
            return result
        for path in match_files:
            try:
                result.entries.append(listing.entry(path))
            except FileNotFoundError:
                continue  # removed in the meantime
            except MisnamedError as error:
                result.notices.append(str(error))
            except DamagedError as error:
                with contextlib.suppress(LockedError):
                    result.notices.append(self._set_aside(path, str(error)))
            except OSError as error:
                result.notices.append(f"{path}: {errors.reason(error)}")
        result.entries.sort(key=lambda entry: (-entry.changed, entry.id))
        return result

    def latest(self) -> Entry | None:
        """The unfinished match that was played last, None if there is none."""
        return self.listing().latest()

    def find(self, start: str) -> Entry:
        """Find the match whose id starts with `start`. Raises MissingError if none or several
        do, SaveError if the folder cannot be read."""
        result = self.listing()
        if result.problem:
            raise SaveError(result.problem)
        candidates = [entry for entry in result.entries if entry.id.startswith(start)]
        exact = [entry for entry in candidates if entry.id == start]
        if len(exact or candidates) != 1:
            raise MissingError(
                _("'{id}' matches several saved matches. Type more characters.").format(id=start)
                if candidates
                else _("There is no saved match '{id}'.").format(id=start)
            )
        return (exact or candidates)[0]

    # Load

    def load(self, match_id: str, watch: bool = False) -> tuple[Match, list[str]]:
        """Load a match; also returns a line for each thing that was repaired in its file.

        The match is locked for this process until `release`, unless `watch` is set. Raises
        LockedError, MissingError, DamagedError (the file has been moved, the text says where),
        NewerError, UnplayableError, or SaveError if the file cannot be read.
        """
        path = self._path(match_id)
        was_open = match_id in self._open
        if not watch:
            self._acquire(match_id, must_exist=True)
        try:
            snapshot = self._read(path)
            match = format.restore(snapshot)
        except BaseException as error:
            if not watch and not was_open:
                self.release(match_id)
            if isinstance(error, DamagedError):
                raise DamagedError(self._set_aside(path, str(error))) from None
            raise
        if not watch:
            opened = self._open[match_id]
            opened.meta, opened.counted = snapshot.meta, time.monotonic()
        return match, snapshot.notes

    def release(self, match_id: str) -> None:
        """Unlock a match, so that other processes can open it."""
        opened = self._open.pop(match_id, None)
        if opened is not None and opened.lock is not None:
            opened.lock.release()

    def release_all(self) -> None:
        """Unlock every match."""
        for match_id in list(self._open):
            self.release(match_id)

    def holds(self, match_id: str) -> bool:
        """Whether this process has the match locked."""
        return match_id in self._open

    def meta(self, match_id: str) -> Meta:
        """The title, time of play up to now and so on of a match that this process has locked;
        the defaults for any other match."""
        opened = self._open.get(match_id)
        if opened is None:
            return Meta()
        self._count_time(opened)
        return opened.meta

    def described(self, match_id: str) -> Meta:
        """What is saved with a match, whoever has it locked; the defaults if it cannot be read."""
        if match_id in self._open:
            return self._open[match_id].meta
        try:
            header = listing.entry(self._path(match_id)).header
        except (OSError, SaveError):
            return Meta()
        return Meta() if header is None else header.meta

    # Save

    async def save(self, match: Match) -> None:
        """Write a match from a thread. For `TableHost`. Raises SaveError.

        The match is packed before the first await, so it may change while it is written.
        """
        while True:
            path, data = self._pack(match)
            meta = self._open[match.record.id].meta
            await asyncio.to_thread(self._write, path, data)
            opened = self._open.get(match.record.id)
            if opened is None or opened.meta == meta:
                return  # otherwise it was renamed in the meantime

    def save_now(self, match: Match) -> None:
        """Write a match and wait for the disk. Raises SaveError."""
        self._write(*self._pack(match))

    def describe(
        self,
        match_id: str,
        title: str | None = None,
        daily: str | None = None,
        branch_of: str | None = None,
        road: str | None = None,
    ) -> None:
        """Set what is saved with a match from its next save on. Locks it. Raises SaveError."""
        opened = self._acquire(match_id)
        meta = opened.meta
        opened.meta = evolve(
            meta,
            title=meta.title if title is None else clean_title(title),
            daily=daily or meta.daily,
            branch_of=branch_of or meta.branch_of,
            road=road or meta.road,
        )

    # Rename, copy, delete

    def rename(self, match_id: str, title: str) -> None:
        """Set the title of a match; an empty one removes it. Raises SaveError."""
        path = self._path(match_id)
        with self._locked(match_id) as opened, self._writing, errors.save_errors(path):
            opened.meta = evolve(opened.meta, title=clean_title(title))
            files.write(path, format.retitled(self._current_bytes(path), title))

    def duplicate(self, match_id: str, title: str = "") -> str:
        """Copy a match as it is saved, and return the id of the copy. Raises SaveError."""
        snapshot = self._read(self._path(match_id))
        title = title or snapshot.meta.title
        return self._add(
            snapshot, evolve(snapshot.meta, title=title, daily=None, road=None), new_id=True
        )

    def delete(self, match_id: str) -> None:
        """Move a match to the trash, where it stays for `TRASH_DAYS` days. Raises SaveError."""
        path = self._path(match_id)
        with self._locked(match_id), errors.save_errors(path):
            self._current_bytes(path)
            files.make_folder(self.trash)
            target = self.trash / path.name
            path.replace(target)
            target.touch()
            files.sync_folder(self.trash)
            files.sync_folder(self.folder)
        self.release(match_id)
        self._empty_old_trash()

    def undelete(self, match_id: str) -> None:
        """Restore a match from the trash. Raises SaveError."""
        path = self._path(match_id)
        source = self.trash / path.name
        if not source.exists():
            raise MissingError(_("The trash has no match '{id}'.").format(id=match_id))
        if path.exists():
            raise SaveError(_("This match is not deleted."))
        with errors.save_errors(path):
            files.make_folder(self.folder)
            source.replace(path)
            files.sync_folder(self.folder)

    def tidy(self, wanted: Collection[str]) -> list[str]:
        """Remove what killed processes left: partial files and stale locks. Move matches that
        are over to the trash, except those whose ids are in `wanted`, and return the ids of the
        moved ones. Never raises: what cannot be removed stays."""
        with contextlib.suppress(OSError):
            files.sweep(self.folder)
        removed = []
        for entry in self.listing().entries:
            is_over = entry.status == "ok" and entry.header is not None and entry.header.over
            if is_over and entry.id not in wanted and not self.holds(entry.id):
                with contextlib.suppress(SaveError):
                    self.delete(entry.id)
                    removed.append(entry.id)
        with contextlib.suppress(OSError):
            locks.sweep_locks(self.folder)
        return removed

    def _empty_old_trash(self) -> None:
        oldest = time.time() - TRASH_DAYS * 86_400
        with contextlib.suppress(OSError):
            for path in self.trash.glob(f"*{SUFFIX}"):
                if path.stat().st_mtime < oldest:
                    path.unlink()

    # Export, import, verify

    def export(self, match_id: str, target: Path) -> Path:
        """Copy a match to a file, or into a folder, and return the path of the file.

        Works for matches of a newer version too. Raises SaveError, also if the file exists.
        """
        source = self._path(match_id)
        target = target.expanduser()
        if target.is_dir():
            target = target / source.name
        elif target.suffix != SUFFIX:
            target = target.with_name(target.name + SUFFIX)
        if target.exists():
            raise SaveError(_("{path} already exists.").format(path=target))
        try:
            data = files.read(source, format.LARGEST + 1)
        except FileNotFoundError:
            raise MissingError(_("There is no saved match '{id}'.").format(id=match_id)) from None
        with errors.save_errors(target):
            files.write(target, data)
        return target

    def import_(self, source: Path) -> str:
        """Add a match from a file, and return its id: its own unless that is taken.

        The name may lack the suffix that `export` has added. The log is replayed; nothing else in
        the file is trusted. Raises SaveError.
        """
        source = source.expanduser()
        whole = source.with_name(source.name + SUFFIX)
        if not source.exists() and whole.is_file():
            source = whole
        with errors.save_errors(source):
            if not source.is_file():
                raise MissingError(_("There is no file {path}.").format(path=source))
            data = files.read(source, format.LARGEST + 1)
        try:
            snapshot = format.read(data)
            return self._add(snapshot, snapshot.meta, new_id=self._exists(snapshot.record.id))
        except (DamagedError, NewerError, UnplayableError) as error:
            raise type(error)(f"{source}: {error}") from None

    def check(self) -> list[verify.Finding]:
        """Read every file completely and replay every log. Changes no match. Raises SaveError if
        the folder cannot be read."""
        with errors.save_errors(self.folder):
            return verify.check(self.folder)

    def _exists(self, match_id: str) -> bool:
        with errors.save_errors(self.folder):
            return self._path(match_id).exists() or match_id in self._open

    def _add(self, snapshot: format.Snapshot, meta: Meta, new_id: bool) -> str:
        match = format.restore(snapshot, trusted=False)
        if new_id:
            match.record.id = uuid4().hex
        match_id = match.record.id
        self._acquire(match_id).meta = meta
        try:
            self._write(self._path(match_id), format.pack(match, meta))
        finally:
            self.release(match_id)
        return match_id

    # Files

    def _path(self, match_id: str) -> Path:
        """Path of a match's file. Raises MissingError for an id that is not a plain name."""
        if not _NAME.fullmatch(match_id):
            raise MissingError(_("There is no saved match '{id}'.").format(id=match_id))
        return self.folder / f"{match_id}{SUFFIX}"

    def _read(self, path: Path) -> format.Snapshot:
        """Read a match. Raises MissingError, MisnamedError, SaveError or what `format.read`
        does."""
        try:
            data = files.read(path, format.LARGEST + 1)
        except FileNotFoundError:
            raise MissingError(_("The saved match is gone: {path}.").format(path=path)) from None
        except OSError as error:
            why = errors.reason(error)
            raise SaveError(f"{path}: {why}", why) from None
        snapshot = format.read(data)
        if snapshot.record.id != path.name.removesuffix(SUFFIX):
            raise listing.misnamed(path)
        return snapshot

    def _current_bytes(self, path: Path) -> bytes:
        """Bytes of a file that this version may change. Raises OSError, DamagedError or
        NewerError."""
        data = files.read(path, format.LARGEST + 1)
        format.read(data)
        return data

    def _pack(self, match: Match) -> tuple[Path, bytes]:
        opened = self._acquire(match.record.id)
        self._count_time(opened)
        return self._path(match.record.id), format.pack(match, opened.meta)

    def _count_time(self, opened: _Open) -> None:
        """Add the whole seconds since the last count to the time of play, but no long pause."""
        now = time.monotonic()
        seconds = int(now - opened.counted)
        if seconds:
            played = opened.meta.played + (seconds if seconds <= LONGEST_PAUSE else 0)
            opened.meta = evolve(opened.meta, played=played)
            opened.counted = now

    def _write(self, path: Path, data: bytes) -> None:
        if len(data) > format.LARGEST:
            raise SaveError(_("The match is too large to be saved."))
        with self._writing, errors.save_errors(path):
            files.make_folder(path.parent)
            files.write(path, data)

    # Locks

    def _acquire(self, match_id: str, must_exist: bool = False) -> _Open:
        """Lock a match for this process. Raises LockedError, MissingError or SaveError.

        With `must_exist`, a match in a folder that takes no lock files is opened without a lock:
        it can be read, and only its next save fails.
        """
        opened = self._open.get(match_id)
        if opened is not None and opened.lock is not None:
            return opened
        path = self._path(match_id)
        if must_exist and not path.exists():
            raise MissingError(_("There is no saved match '{id}'.").format(id=match_id))
        lock: locks.Lock | None = None
        try:
            files.make_folder(self.folder)
            lock = locks.Lock(self._lock_path(match_id))
        except OSError as error:
            if not must_exist:
                why = errors.reason(error)
                raise SaveError(f"{path}: {why}", why) from None
        if opened is None:
            opened = self._open[match_id] = _Open(lock, Meta(), time.monotonic())
        opened.lock = lock
        return opened

    @contextlib.contextmanager
    def _locked(self, match_id: str) -> Iterator[_Open]:
        """Lock an existing match, and afterwards unlock it unless it was locked before."""
        was_open = match_id in self._open
        opened = self._acquire(match_id, must_exist=True)
        try:
            yield opened
        finally:
            if not was_open:
                self.release(match_id)

    def _lock_path(self, match_id: str) -> Path:
        return self.folder / f".{match_id}{locks.LOCK}"

    def _set_aside(self, path: Path, why: str) -> str:
        """Move a damaged file to `damaged`, and return a line that says so. Raises LockedError
        if another process has it locked."""
        match_id = path.name.removesuffix(SUFFIX)
        stamp = time.strftime("%Y%m%d-%H%M%S")
        target = self.damaged / f"{match_id}-{stamp}{SUFFIX}"
        number = 1
        while target.exists():
            number += 1
            target = self.damaged / f"{match_id}-{stamp}-{number}{SUFFIX}"
        try:
            lock = None
            if match_id not in self._open and _NAME.fullmatch(match_id):
                lock = locks.Lock(self._lock_path(match_id))
            try:
                files.make_folder(self.damaged)
                path.replace(target)
            finally:
                if lock is not None:
                    lock.release()
        except OSError as error:
            return _("{path} is damaged ({why}) and could not be moved: {reason}").format(
                path=path, why=why.rstrip("."), reason=errors.reason(error)
            )
        return _("{path} is damaged ({why}) and was moved to {target}.").format(
            path=path, why=why.rstrip("."), target=target
        )
