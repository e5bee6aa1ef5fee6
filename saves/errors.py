"""What can go wrong with a saved match; every text is one line for the user."""

from __future__ import annotations


class SaveError(Exception):
    """A match could not be written, read or moved."""

    def __init__(self, text: str = "", reason: str = "") -> None:
        """`reason`: what of the text names no file, for people who own none of them."""
        super().__init__(text)
        self.reason = reason or text


class MissingError(SaveError):
    """There is no such saved match."""


class DamagedError(SaveError):
    """These bytes are not a saved match, or not any more."""


class NewerError(SaveError):
    """A newer version of the program wrote this: it is left as it is."""


class UnplayableError(SaveError):
    """The file is whole, but this program cannot play it: a game or rules that it has not."""


class LockedError(SaveError):
    """Another process plays this match: it may be watched."""
