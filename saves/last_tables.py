"""The last table that the user set up in each game: one small JSON file next to the results.

The file is a convenience. One that cannot be read counts as empty; if it cannot be written, the
set-up only begins with the usual table.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Annotated, Final

import msgspec

from caravan_tui import paths
from caravan_tui.games.spec import OptionValue
from saves import errors, small_files

log = logging.getLogger(__name__)

MAX_BYTES: Final = 1 << 16
"""Size of the file; a larger one is cut off, so it does not parse."""


class LastSeat(msgspec.Struct, frozen=True):
    """Who sat in a seat."""

    kind: Annotated[str, msgspec.Meta(max_length=32)]
    """`person`, or the name of a level."""
    style: Annotated[str, msgspec.Meta(max_length=32)] = ""
    """What was chosen as style; empty: the default one."""
    name: Annotated[str, msgspec.Meta(max_length=32)] = ""
    """The name that was typed; empty if none was."""


class LastTable(msgspec.Struct, frozen=True):
    """Seats and options of a match as they were chosen."""

    seats: Annotated[tuple[LastSeat, ...], msgspec.Meta(max_length=16)]
    options: dict[str, OptionValue] = {}
    """Those that were not left at their default."""


def path() -> Path:
    """Path of the file."""
    return paths.data() / "tables.json"


def load() -> dict[str, LastTable]:
    """Read the last tables by game id; games that were never set up are missing."""
    return small_files.read_each(path(), MAX_BYTES, LastTable)


def save(game: str, table: LastTable) -> None:
    """Save the last table of a game. A failure to write is only logged."""
    known = load()
    if known.get(game) == table:
        return
    try:
        small_files.write(path(), {**known, game: table})
    except OSError as error:
        log.warning("tables: %s", errors.reason(error))
