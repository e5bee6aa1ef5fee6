"""The files of one user's matches: found, locked, read and written."""

from __future__ import annotations

import asyncio
import contextlib
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from attrs import define, evolve

from caravan_tui import folders
from caravan_tui.engine import Match
from caravan_tui.words import _
from saves import files, format
from saves.errors import (
    DamagedError,
    LockedError,
    MissingError,
    SaveError,
)
from saves.header import Meta, clean_title
from saves.listing import SUFFIX, Entry, Listing, MisnamedError, entry, misnamed

LONGEST_PAUSE = 300
"""Seconds between two saves that count as play; a longer pause counts as none."""

_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


@define
class _Held:
    """A match that this process may write."""

    lock: files.Lock | None
    """None where nothing can be written: the match is played in memory."""
    meta: Meta
    last: float
    """When it was last saved or loaded, on the monotonic clock."""


class Shelf:
    """One folder of matches. Not for several threads at once, but `save` writes in a thread.

    A match that is loaded for play, or saved, is locked until `release`; another process that
    wants it is told, and may load it to watch.
    """

    def __init__(self, home: Path | None = None) -> None:
        """`home`: the folder above `matches`, `damaged` and `trash`; the user's data folder if
        not given. Nothing is made before something is written."""
        home = folders.data() if home is None else home
        self.home = home
        self.folder = home / "matches"
        self.damaged = home / "damaged"
        self.trash = home / "trash"
        self._held: dict[str, _Held] = {}
        self._writing = threading.Lock()

    # Finding

    def listing(self) -> Listing:
        """All saved matches, from their headers alone. Raises nothing: what is wrong is a notice.

        A damaged file is moved to `damaged` and named in a notice.
        """
        found = Listing([], [])
        with contextlib.suppress(OSError):
            files.sweep(self.folder)
        for path in self._paths(found.notices):
            try:
                found.entries.append(entry(path))
            except FileNotFoundError:
                continue  # gone since
            except MisnamedError as error:
                found.notices.append(str(error))
            except DamagedError as error:
                with contextlib.suppress(LockedError):
                    found.notices.append(self._set_aside(path, str(error)))
            except OSError as error:
                found.notices.append(f"{path}: {files.reason(error)}")
        found.entries.sort(key=lambda one: (-one.changed, one.id))
        return found

    def _paths(self, notices: list[str]) -> list[Path]:
        try:
            return sorted(self.folder.glob(f"*{SUFFIX}"))
        except OSError as error:
            notices.append(f"{self.folder}: {files.reason(error)}")
            return []

    def latest(self) -> Entry | None:
        """The unfinished match that was played last, None if there is none."""
        return self.listing().latest()

    def find(self, start: str) -> Entry:
        """The match whose id begins like this. Raises MissingError if none or several do."""
        entries = [one for one in self.listing().entries if one.id.startswith(start)]
        exact = [one for one in entries if one.id == start]
        if len(exact or entries) != 1:
            raise MissingError(
                _("Several saved matches begin with '{id}'.").format(id=start)
                if entries
                else _("There is no saved match '{id}'.").format(id=start)
            )
        return (exact or entries)[0]

    # Loading

    def load(self, match_id: str, watch: bool = False) -> tuple[Match, list[str]]:
        """A match, and a line for each thing that was repaired in its file.

        It is locked for this process until `release`, unless it is only to be watched. Raises
        LockedError, MissingError, DamagedError (the file has been set aside, the text names it),
        NewerError, UnplayableError, or SaveError if it cannot be read.
        """
        path = self._path(match_id)
        was_held = match_id in self._held
        if not watch:
            self._hold(match_id, must_exist=True)
        try:
            snapshot = self._read(path)
            match = format.restore(snapshot)
        except BaseException as error:
            if not watch and not was_held:
                self.release(match_id)
            if isinstance(error, DamagedError):
                raise DamagedError(self._set_aside(path, str(error))) from None
            raise
        if not watch:
            held = self._held[match_id]
            held.meta, held.last = snapshot.meta, time.monotonic()
        return match, snapshot.notes

    def _read(self, path: Path) -> format.Snapshot:
        try:
            data = files.read(path, format.LARGEST + 1)
        except FileNotFoundError:
            raise MissingError(_("The saved match is gone: {path}.").format(path=path)) from None
        except OSError as error:
            why = files.reason(error)
            raise SaveError(f"{path}: {why}", why) from None
        snapshot = format.read(data)
        if snapshot.record.id != path.name.removesuffix(SUFFIX):
            raise misnamed(path)
        return snapshot

    def release(self, match_id: str) -> None:
        """Let other processes have a match."""
        held = self._held.pop(match_id, None)
        if held is not None and held.lock is not None:
            held.lock.release()

    def release_all(self) -> None:
        """Let other processes have every match."""
        for match_id in list(self._held):
            self.release(match_id)

    def holds(self, match_id: str) -> bool:
        """Whether this process has the match locked."""
        return match_id in self._held

    def meta(self, match_id: str) -> Meta:
        """What is kept beside a match that this process holds. Raises KeyError."""
        return self._held[match_id].meta

    # Writing

    async def save(self, match: Match) -> None:
        """Write a match; for `TableHost`. What is needed of it is taken before the first await,
        the disk is waited for in a thread. Raises SaveError."""
        while True:
            path, data = self._pack(match)
            meta = self._held[match.record.id].meta
            await asyncio.to_thread(self._write, path, data)
            held = self._held.get(match.record.id)
            if held is None or held.meta == meta:
                return  # else it was renamed meanwhile

    def save_now(self, match: Match) -> None:
        """Write a match and wait for the disk. Raises SaveError."""
        self._write(*self._pack(match))

    def describe(
        self,
        match_id: str,
        title: str | None = None,
        daily: str | None = None,
        branch_of: str | None = None,
    ) -> None:
        """Set what is kept beside a match, from its next save on. Locks it. Raises SaveError."""
        held = self._hold(match_id)
        meta = held.meta
        held.meta = evolve(
            meta,
            title=meta.title if title is None else clean_title(title),
            daily=daily or meta.daily,
            branch_of=branch_of or meta.branch_of,
        )

    def _pack(self, match: Match) -> tuple[Path, bytes]:
        held = self._hold(match.record.id)
        now = time.monotonic()
        pause = int(now - held.last)
        if pause:
            played = held.meta.played + (pause if pause <= LONGEST_PAUSE else 0)
            held.meta = evolve(held.meta, played=played)
            held.last = now
        return self._path(match.record.id), format.pack(match, held.meta)

    def _write(self, path: Path, data: bytes) -> None:
        if len(data) > format.LARGEST:
            raise SaveError(_("The match has grown too large to be saved."))
        with self._writing, files.telling(path):
            files.make_folder(path.parent)
            files.write(path, data)

    def _hold(self, match_id: str, must_exist: bool = False) -> _Held:
        """The match, locked. Raises LockedError, MissingError or SaveError.

        One that exists can be had without a lock where none can be made: it is read, and what
        writes it will tell.
        """
        held = self._held.get(match_id)
        if held is not None and held.lock is not None:
            return held
        path = self._path(match_id)
        if must_exist and not path.exists():
            raise MissingError(_("There is no saved match '{id}'.").format(id=match_id))
        lock: files.Lock | None = None
        try:
            files.make_folder(self.folder)
            lock = files.Lock(self.folder / f".{match_id}.lock")
        except OSError as error:
            if not must_exist:
                why = files.reason(error)
                raise SaveError(f"{path}: {why}", why) from None
        if held is None:
            held = self._held[match_id] = _Held(lock, Meta(), time.monotonic())
        held.lock = lock
        return held

    @contextlib.contextmanager
    def _for_a_moment(self, match_id: str) -> Iterator[None]:
        """The match, locked; as before afterwards."""
        was_held = match_id in self._held
        self._hold(match_id, must_exist=True)
        try:
            yield
        finally:
            if not was_held:
                self.release(match_id)

    def _path(self, match_id: str) -> Path:
        """Raises MissingError for an id that is no plain name."""
        if not _NAME.fullmatch(match_id):
            raise MissingError(_("There is no saved match '{id}'.").format(id=match_id))
        return self.folder / f"{match_id}{SUFFIX}"

    # Damage

    def _set_aside(self, path: Path, why: str) -> str:
        """Move a damaged file out of the way; a line that names it. Raises LockedError if
        another process has it."""
        name = path.name.removesuffix(SUFFIX)
        stamp = time.strftime("%Y%m%d-%H%M%S")
        target = self.damaged / f"{name}-{stamp}{SUFFIX}"
        number = 1
        while target.exists():
            number += 1
            target = self.damaged / f"{name}-{stamp}-{number}{SUFFIX}"
        try:
            lock = None
            if name not in self._held and _NAME.fullmatch(name):
                lock = files.Lock(self.folder / f".{name}.lock")
            try:
                files.make_folder(self.damaged)
                path.replace(target)
            finally:
                if lock is not None:
                    lock.release()
        except OSError as error:
            return _("{path} is damaged ({why}) and could not be moved: {reason}").format(
                path=path, why=why.rstrip("."), reason=files.reason(error)
            )
        return _("{path} is damaged ({why}); it now lies at {target}.").format(
            path=path, why=why.rstrip("."), target=target
        )
