"""The saved matches of one user: a file each, played from and arranged here."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path
from uuid import uuid4

from attrs import evolve

from caravan_tui.words import _
from saves import files, format
from saves.checkup import Finding, check
from saves.errors import DamagedError, MissingError, NewerError, SaveError, UnplayableError
from saves.header import Meta, clean_title
from saves.listing import SUFFIX
from saves.shelf import Shelf

TRASH_DAYS = 30


class Store(Shelf):
    """A shelf of matches that can be renamed, copied, thrown away, and carried in and out."""

    def rename(self, match_id: str, title: str) -> None:
        """Give a match a title; an empty one takes it away. Raises SaveError."""
        path = self._path(match_id)
        with self._for_a_moment(match_id), self._writing, files.telling(path):
            held = self._held[match_id]
            held.meta = evolve(held.meta, title=clean_title(title))
            files.write(path, format.retitled(self._playable_bytes(path), title))

    def duplicate(self, match_id: str, title: str = "") -> str:
        """A copy of a match as it is saved, with an id of its own; which one. Raises SaveError."""
        snapshot = self._read(self._path(match_id))
        title = title or snapshot.meta.title
        return self._add(snapshot, evolve(snapshot.meta, title=title, daily=None), True)

    def delete(self, match_id: str) -> None:
        """Move a match to the trash, where it stays for `TRASH_DAYS` days. Raises SaveError."""
        path = self._path(match_id)
        with self._for_a_moment(match_id), files.telling(path):
            self._playable_bytes(path)
            files.make_folder(self.trash)
            target = self.trash / path.name
            path.replace(target)
            target.touch()
            files.sync_folder(self.trash)
            files.sync_folder(self.folder)
        self.release(match_id)
        self._empty_old_trash()

    def undelete(self, match_id: str) -> None:
        """Take a match back from the trash. Raises SaveError."""
        path = self._path(match_id)
        source = self.trash / path.name
        if not source.exists():
            raise MissingError(_("The trash has no match '{id}'.").format(id=match_id))
        if path.exists():
            raise SaveError(_("The match is there already."))
        with files.telling(path):
            files.make_folder(self.folder)
            source.replace(path)
            files.sync_folder(self.folder)

    def _empty_old_trash(self) -> None:
        oldest = time.time() - TRASH_DAYS * 86_400
        with contextlib.suppress(OSError):
            for path in self.trash.glob(f"*{SUFFIX}"):
                if path.stat().st_mtime < oldest:
                    path.unlink()

    def export(self, match_id: str, target: Path) -> Path:
        """Copy a match, also one of a newer program, to a file; into a folder under a name of
        its own. Which file. Raises SaveError, also if the file is there already."""
        source = self._path(match_id)
        target = target.expanduser()
        if target.is_dir():
            target = target / source.name
        elif target.suffix != SUFFIX:
            target = target.with_name(target.name + SUFFIX)
        if target.exists():
            raise SaveError(_("{path} is there already.").format(path=target))
        try:
            data = files.read(source, format.LARGEST + 1)
        except FileNotFoundError:
            raise MissingError(_("There is no saved match '{id}'.").format(id=match_id)) from None
        with files.telling(target):
            files.write(target, data)
        return target

    def import_(self, source: Path) -> str:
        """Add a match from a file; its id. It keeps its own unless that is taken.

        Its log is played from the start, so nothing in the file is believed. Raises SaveError.
        """
        source = source.expanduser()
        with files.telling(source):
            if not source.is_file():
                raise MissingError(_("There is no file {path}.").format(path=source))
            data = files.read(source, format.LARGEST + 1)
        try:
            snapshot = format.read(data)
            return self._add(snapshot, snapshot.meta, self._taken(snapshot.record.id))
        except (DamagedError, NewerError, UnplayableError) as error:
            raise type(error)(f"{source}: {error}") from None

    def _taken(self, match_id: str) -> bool:
        return self._path(match_id).exists() or match_id in self._held

    def _add(self, snapshot: format.Snapshot, meta: Meta, renew: bool) -> str:
        match = format.restore(snapshot, trusted=False)
        if renew:
            match.record.id = uuid4().hex
        name = match.record.id
        held = self._hold(name)
        held.meta = meta
        try:
            self._write(self._path(name), format.pack(match, meta))
        finally:
            self.release(name)
        return name

    def _playable_bytes(self, path: Path) -> bytes:
        """The bytes of a file that may be changed. Raises OSError, DamagedError or NewerError."""
        data = files.read(path, format.LARGEST + 1)
        format.read(data)
        return data

    def check(self) -> list[Finding]:
        """Read every file to its end and play every log. Changes no match."""
        return check(self.folder)
