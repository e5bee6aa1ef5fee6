"""The commands of line mode: words with what they do, in English and in the user's language."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from difflib import get_close_matches

from attrs import frozen

from caravan_tui.i18n import _, _p
from caravan_tui.i18n import _p as in_context  # for words that are gathered elsewhere

MOST_DIGITS = 9
"""Of a number that is read: Python refuses to read the longest."""
LARGEST = 10**MOST_DIGITS - 1

Act = Callable[[str], Awaitable[None]]
"""Does a command, given the words after it."""


@frozen
class LineCommand:
    """A command of a room."""

    name: str
    """English, of one word or two; translated where it is said and read."""
    help: str
    """What it does, in English."""
    act: Act
    example: str = ""
    """What may stand after it."""
    is_patient: bool = False
    """Whether it also does its work at once while others move and more lines wait."""

    @property
    def word(self) -> str:
        """The command in the user's language."""
        return in_context("line command", self.name)

    @property
    def line(self) -> str:
        """What is typed, and what it does."""
        example = f" {_(self.example)}" if self.example else ""
        return f"{self.word}{example}: {_(self.help)}"


def read(entry: str, commands: Sequence[LineCommand]) -> tuple[LineCommand, str] | None:
    """The command that an entry begins with, and the words after it; None: with none."""
    words = entry.lower().split()
    for count in (2, 1):
        first = " ".join(words[:count])
        for command in commands:
            if first and first in (command.name, command.word.lower()):
                return command, " ".join(entry.split()[count:])
    return None


def nearest(entry: str, commands: Sequence[LineCommand]) -> str:
    """The command that was probably meant; empty if none is near."""
    words = [word for command in commands for word in (command.word, command.name)]
    typed = entry.lower().split()
    return next(iter(get_close_matches(typed[0], words, 1, 0.7)), "") if typed else ""


def unknown(entry: str, commands: Sequence[LineCommand]) -> str:
    """What is said of a line that is no command."""
    near = nearest(entry, commands)
    text = _("'{entry}' is not a command. Type help.")
    if near:
        text = _("'{entry}' is not a command. Did you mean {near}?")
    return text.format(entry=entry[:60], near=near)


def help_lines(commands: Sequence[LineCommand], topic: str) -> list[str]:
    """All commands, or what one of them does."""
    if topic and (known := read(topic, commands)):
        return [known[0].line]
    return [command.line for command in commands]


def is_no(answer: str) -> bool:
    """Whether an answer means no, in English or the user's language; an empty one does."""
    word = answer.strip().lower()
    return any(no.startswith(word) for no in ("no", _p("answer", "no").lower()))


def number(text: str, low: int = 0, high: int = LARGEST) -> int | None:
    """The number that a text is; None if it is none, or out of bounds."""
    if not text.isdecimal() or len(text) > MOST_DIGITS:
        return None
    value = int(text)
    return value if low <= value <= high else None


def is_yes(answer: str) -> bool:
    """Whether an answer means yes, in English or the user's language."""
    word = answer.strip().lower()
    return bool(word) and any(yes.startswith(word) for yes in ("yes", _p("answer", "yes")))
