"""Small JSON files whose entries are read by themselves: one that is wrong loses only itself."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from caravan_tui import files

log = logging.getLogger(__name__)

T = TypeVar("T")


def read(path: Path, most: int) -> dict[str, msgspec.Raw]:
    """The entries of a file by name; none if it is missing or no JSON. `most`: bytes; a larger
    file is cut off, so it does not parse."""
    try:
        return msgspec.json.decode(files.read(path, most), type=dict[str, msgspec.Raw])
    except (OSError, ValueError):
        return {}


def decode(path: Path, name: str, entry: msgspec.Raw, kind: Any, missing: T) -> T:
    """An entry of a file as this kind; `missing`, after a line in the log, if it is none."""
    try:
        value: T = msgspec.json.decode(entry, type=kind)
    except ValueError as error:
        log.warning("%s: %s: %s", path.stem, name, error)
        return missing
    return value


def read_each(path: Path, most: int, kind: type[T]) -> dict[str, T]:
    """The entries of a file that are of this kind."""
    none: T | None = None
    values = (
        (name, decode(path, name, entry, kind, none)) for name, entry in read(path, most).items()
    )
    return {name: value for name, value in values if value is not None}


def write(path: Path, entries: Mapping[str, Any] | msgspec.Struct) -> None:
    """Write a file, so that a person can read it. Raises OSError."""
    files.make_folder(path.parent)
    files.sweep(path.parent)
    files.write(path, msgspec.json.format(msgspec.json.encode(entries), indent=1))
