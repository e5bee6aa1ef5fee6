"""Reads every saved match to its end and plays every log; changes no match."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import msgpack
from attrs import frozen

from caravan_tui.engine import Match
from caravan_tui.words import _
from saves import files, format, listing
from saves.errors import DamagedError, NewerError, UnplayableError


@frozen
class Finding:
    """What `Store.check` found about one file."""

    path: Path
    status: Literal["ok", "repaired", "newer", "unplayable", "damaged", "unreadable"]
    text: str
    """A line for the user; empty if all is well."""


def check(folder: Path) -> list[Finding]:
    """What is found about each file in a folder of matches. Raises OSError if it is unreadable.

    Removes what killed processes left half-written.
    """
    files.sweep(folder)
    return [check_file(path) for path in sorted(folder.glob(f"*{listing.SUFFIX}"))]


def check_file(path: Path) -> Finding:
    """What is found about one file."""
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
        return Finding(path, "unreadable", files.reason(error))
    notes = list(snapshot.notes)
    if snapshot.schema == match.game.spec.schema and not _same(match, snapshot.state):
        notes.append(_("Its cached position is not that of its log."))
    return Finding(path, "repaired" if notes else "ok", " ".join(notes))


def _same(match: Match, cached: Any) -> bool:
    """Whether a cached state is the one that the log leads to."""
    return bool(msgpack.packb(match.game.encode(match.state)) == msgpack.packb(cached))
