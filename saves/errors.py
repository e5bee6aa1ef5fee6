"""Errors with saved matches. Every message is one line for the user."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from caravan_tui.bus import wording
from caravan_tui.engine.sentence import Sentence


class SaveError(Exception):
    """A match could not be written, read or moved."""

    def __init__(self, text: str = "", reason: str = "", sentence: Sentence | None = None) -> None:
        """`reason`: what of the text names no file, for people who own none of them; `sentence`:
        the same, for readers of another language."""
        super().__init__(text)
        self.sentence = sentence
        self.reason = reason or text


class MissingError(SaveError):
    """There is no such saved match."""


class UnreachableError(SaveError):
    """What keeps the matches does not answer now; nothing is known of the match."""


class DamagedError(SaveError):
    """The file is not a saved match, or no longer one."""


class NewerError(SaveError):
    """The file was saved by a newer version of the program."""


class UnplayableError(SaveError):
    """The file is intact, but its game or its rules are unknown to this version."""


class LockedError(SaveError):
    """Another process has the match open; it can be loaded to watch."""


def reason(error: OSError) -> str:
    """Why a file could not be written or read, as a sentence for the user."""
    return wording.word(wording.of_os_error(error))


@contextlib.contextmanager
def save_errors(path: Path) -> Iterator[None]:
    """Turn an OSError into a SaveError that names the path."""
    try:
        yield
    except OSError as error:
        why = reason(error)
        raise SaveError(f"{path}: {why}", why, wording.of_os_error(error)) from None
