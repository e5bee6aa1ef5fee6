"""Check saved matches: read every file completely and replay every log."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from attrs import frozen

from caravan_tui import files
from caravan_tui.i18n import _
from saves import errors, format, listing
from saves.errors import DamagedError, NewerError, UnplayableError


@frozen
class Finding:
    """The state of one file."""

    path: Path
    status: Literal["ok", "repaired", "newer", "unplayable", "damaged", "unreadable"]
    text: str
    """A line for the user, empty for `ok`."""


def check(folder: Path) -> list[Finding]:
    """Check every match in a folder. Raises OSError if the folder cannot be read.

    Removes the partial files of killed processes; changes no match.
    """
    files.sweep(folder)
    return [check_file(path) for path in listing.match_files(folder)]


def check_file(path: Path) -> Finding:
    """Check the match in a file."""
    try:
        snapshot = format.read(files.read(path, format.LARGEST + 1))
        if snapshot.record.id != path.name.removesuffix(listing.SUFFIX):
            raise listing.misnamed(path)
        match = format.restore(snapshot, trusted=False)
    except NewerError as error:
        return Finding(path, "newer", str(error))
    except DamagedError as error:
        return Finding(path, "damaged", str(error))
    except (UnplayableError, listing.MisnamedError) as error:
        return Finding(path, "unplayable", str(error))
    except OSError as error:
        return Finding(path, "unreadable", errors.reason(error))
    notes = list(snapshot.notes)
    if snapshot.schema == match.game.spec.schema and not format.is_state_of(match, snapshot.state):
        notes.append(_("Its cached position differs from its log."))
    return Finding(path, "repaired" if notes else "ok", " ".join(notes))
