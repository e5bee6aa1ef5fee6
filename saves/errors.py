"""Errors with saved matches. Every message is one line for the user."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from caravan_tui.engine.sentence import Sentence  # the whole engine, for errors alone


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
    return _worded(error)[0]


def _worded(error: OSError) -> tuple[str, Sentence]:
    """Why a file could not be written or read: as a text, and for readers of another language."""
    from caravan_tui.bus import wording  # the whole engine, which home needs not

    sentence = wording.of_os_error(error)
    return wording.word(sentence), sentence


@contextlib.contextmanager
def save_errors(path: Path) -> Iterator[None]:
    """Turn an OSError into a SaveError that names the path."""
    try:
        yield
    except OSError as error:
        why, sentence = _worded(error)
        raise SaveError(f"{path}: {why}", why, sentence) from None
