"""Files that are only ever appended to: a line of JSON with a checksum for each entry.

A line torn by a power cut, altered, or of a newer version is skipped, and the others still count.
"""

from __future__ import annotations

import contextlib
import json
import os
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import msgspec

from caravan_tui import files
from saves import errors, locks

VERSION: Final = 1
MAX_LINE: Final = 1 << 16
"""Bytes; a longer line is skipped."""
MAX_BYTES: Final = 64 << 20
"""Bytes of a file that are read: some hundred thousand matches."""

E = TypeVar("E", bound=msgspec.Struct)
"""What a line holds; its fields are those of the line."""


class LineFile(Generic[E]):
    """The entries of one file, in the order in which they were added."""

    def __init__(self, path: Path, entry: type[E]) -> None:
        self.path = path
        self.entry = entry
        self.damaged = 0
        """Number of lines that the last call of `read` skipped."""

    def read(self) -> list[E]:
        """Read all entries, counting in `damaged` the lines that are none. Raises SaveError if
        there is a file but it cannot be read."""
        with errors.save_errors(self.path):
            data = files.read(self.path, MAX_BYTES) if self.path.exists() else b""
        entries: list[E] = []
        self.damaged = 0
        for line in data.split(b"\n"):
            if not line:
                continue
            try:
                entries.append(_from_line(line, self.entry))
            except (ValueError, RecursionError):
                self.damaged += 1
        return entries

    def add(self, entry: E) -> None:
        """Append an entry and sync the file. Raises SaveError, and then has added nothing: who
        tries again would have it twice."""
        line = _to_line(entry)
        with errors.save_errors(self.path):
            files.make_folder(self.path.parent)
            is_new = not self.path.exists()
            handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | files.EXACT, 0o600)
            try:
                locks.lock_file(handle, wait=True)
                size = os.fstat(handle).st_size
                if size and _last_byte(handle, size) != b"\n":
                    line = b"\n" + line  # the last line is torn: leave it a bad line of its own
                try:
                    _write_all(handle, line)
                    os.fsync(handle)
                    if is_new:
                        files.sync_folder(self.path.parent)
                except OSError:
                    with contextlib.suppress(OSError):
                        os.truncate(handle, size)
                    raise
            finally:
                os.close(handle)


def _last_byte(handle: int, size: int) -> bytes:
    os.lseek(handle, size - 1, os.SEEK_SET)
    return os.read(handle, 1)


def _write_all(handle: int, data: bytes) -> None:
    while data:
        data = data[os.write(handle, data) :]


def to_plain(entry: msgspec.Struct) -> dict[str, Any]:
    """Convert an entry to plain data for JSON."""
    plain: dict[str, Any] = msgspec.to_builtins(entry)
    return plain


def _checksum(plain: dict[str, Any]) -> str:
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=6).hexdigest()


def _to_line(entry: msgspec.Struct) -> bytes:
    plain = {"v": VERSION, **to_plain(entry)}
    plain["sum"] = _checksum(plain)
    return json.dumps(plain, separators=(",", ":")).encode() + b"\n"


def _from_line(line: bytes, entry: type[E]) -> E:
    """Read a line. Raises ValueError or RecursionError if it is torn, altered or newer."""
    if len(line) > MAX_LINE:
        raise ValueError("too long")
    plain = json.loads(line)
    if not isinstance(plain, dict) or plain.pop("sum", None) != _checksum(plain):
        raise ValueError("torn or altered")
    if plain.pop("v", None) != VERSION:
        raise ValueError("another version")
    return msgspec.convert(plain, entry)
