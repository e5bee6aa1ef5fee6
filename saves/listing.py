"""What lies in a folder of matches, told from the headers alone."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

from attrs import define, frozen

from caravan_tui.games import registry
from caravan_tui.words import _
from saves import files, format
from saves.errors import DamagedError, SaveError, UnplayableError
from saves.header import Header, header_of

SUFFIX: Final = ".caravan"

Status = Literal["ok", "newer", "unknown"]


class MisnamedError(SaveError):
    """A whole file that lies under the name of another match: copied by hand, most likely."""


@frozen
class Entry:
    """A saved match in a list."""

    id: str
    path: Path
    size: int
    """Bytes."""
    status: Status
    """`newer`: a newer program wrote it; `unknown`: a game that this program has not. Both are
    shown and left as they are."""
    header: Header | None
    """None only where `newer` has one that we cannot read."""

    @property
    def changed(self) -> int:
        """Seconds since 1970, UTC; 0 where nobody knows."""
        return 0 if self.header is None else self.header.changed


@define
class Listing:
    """What lies in the folder: the matches, the last played first, and what is to be told."""

    entries: list[Entry]
    notices: list[str]
    """A line for each file that was damaged and set aside, or could not be read."""

    def latest(self) -> Entry | None:
        """The unfinished match that was played last, None if there is none."""
        found = (
            one
            for one in self.entries
            if one.status == "ok" and one.header is not None and not one.header.over
        )
        return next(found, None)


def entry(path: Path) -> Entry:
    """The match in a file. Raises DamagedError, MisnamedError or OSError."""
    size = path.stat().st_size
    header, version = format.read_header(files.read(path, format.HEAD_BYTES))
    name = path.name.removesuffix(SUFFIX)
    if version > format.FORMAT:
        return Entry(name, path, size, "newer", header)
    if header is None:
        header = _header_anew(path)
    if header.id != name:
        raise misnamed(path)
    try:
        registry.spec(header.game)
    except ValueError:
        return Entry(name, path, size, "unknown", header)
    return Entry(name, path, size, "ok", header)


def _header_anew(path: Path) -> Header:
    """The header as the record gives it. Raises DamagedError or OSError."""
    snapshot = format.read(files.read(path, format.LARGEST + 1))
    try:
        return header_of(format.restore(snapshot), snapshot.meta)
    except UnplayableError as error:
        raise DamagedError(str(error)) from None


def misnamed(path: Path) -> MisnamedError:
    """The error for a file that is called after another match."""
    return MisnamedError(
        _("{path} is a copy under another name; import it to have it in the list.").format(
            path=path
        )
    )
