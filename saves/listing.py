"""List a folder of matches from the headers of its files."""

from __future__ import annotations

from operator import itemgetter
from pathlib import Path
from typing import Final, Literal

from attrs import define, frozen

from caravan_tui import files
from caravan_tui.games import registry
from caravan_tui.i18n import _
from saves import format
from saves.errors import DamagedError, SaveError, UnplayableError
from saves.header import Header, header_of

SUFFIX: Final = ".caravan"

Status = Literal["ok", "newer", "unknown"]


class MisnamedError(SaveError):
    """An intact file named after another match, most likely copied by hand."""


@frozen
class Entry:
    """A saved match in a list."""

    id: str
    path: Path
    size: int
    """Bytes."""
    status: Status
    """`newer`: saved by a newer version; `unknown`: a game that this version does not have. Both
    are listed, and left unchanged."""
    header: Header | None
    """None only for a `newer` file whose header this version cannot read."""

    @property
    def changed(self) -> int:
        """Seconds since 1970, UTC; 0 if unknown."""
        return 0 if self.header is None else self.header.changed


@define
class Listing:
    """The matches in a folder, the last played first, and what the user should know."""

    entries: list[Entry]
    notices: list[str]
    """A line for each file that was damaged and moved, or could not be read."""
    problem: str = ""
    """Why the folder itself could not be read, else empty; also among the notices."""

    def latest(self) -> Entry | None:
        """The unfinished match that was played last, None if there is none; one in which nobody has
        moved, or that was played on from a problem, only where there is no other."""

        def last_choice(header: Header) -> tuple[bool, bool]:
            return header.is_from_problem, not header.begun

        unfinished = [
            (last_choice(entry.header), entry)
            for entry in self.entries
            if entry.status == "ok" and entry.header is not None and not entry.header.over
        ]
        return min(unfinished, key=itemgetter(0))[1] if unfinished else None


def match_files(folder: Path) -> list[Path]:
    """Paths of the matches in a folder, none if it does not exist. Raises OSError."""
    try:
        # not glob, which takes an unreadable folder for an empty one
        return sorted(path for path in folder.iterdir() if path.name.endswith(SUFFIX))
    except FileNotFoundError:
        return []


def entry(path: Path) -> Entry:
    """Read the header of a file. Raises DamagedError, MisnamedError or OSError."""
    size = path.stat().st_size
    header, version = format.read_header(files.read(path, format.HEAD_BYTES))
    name = path.name.removesuffix(SUFFIX)
    if version > format.FORMAT:
        return Entry(name, path, size, "newer", header)
    if header is None:
        header = _header_from_record(path)
    if header.id != name:
        raise misnamed(path)
    try:
        registry.spec(header.game)
    except ValueError:
        return Entry(name, path, size, "unknown", header)
    return Entry(name, path, size, "ok", header)


def _header_from_record(path: Path) -> Header:
    """Build the header from the record. Raises DamagedError or OSError."""
    snapshot = format.read(files.read(path, format.LARGEST + 1))
    try:
        return header_of(format.restore(snapshot), snapshot.meta)
    except UnplayableError as error:
        raise DamagedError(str(error)) from None


def misnamed(path: Path) -> MisnamedError:
    """The error for a file that is named after another match."""
    return MisnamedError(
        _("{path} is a copy under another name. Import it to see it in the list.").format(path=path)
    )
