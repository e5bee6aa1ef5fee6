"""Errors with saved matches. Every message is one line for the user."""

from __future__ import annotations

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


class DamagedError(SaveError):
    """The file is not a saved match, or no longer one."""


class NewerError(SaveError):
    """The file was saved by a newer version of the program."""


class UnplayableError(SaveError):
    """The file is intact, but its game or its rules are unknown to this version."""


class LockedError(SaveError):
    """Another process has the match open; it can be loaded to watch."""
