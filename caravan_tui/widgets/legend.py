"""Signs with what they mean, a line each."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text

Sign = Sequence[tuple[str, Style]]
"""A sign in the styles in which the table has it."""


def explained(rows: Sequence[tuple[Sign, str]], room: int, style: Style) -> list[Text]:
    """The lines: the words in one column behind the signs, `room` columns from the left, or a
    blank behind a longer sign; words without a sign begin the line."""
    lines = []
    for sign, words in rows:
        line = Text()
        for text, its in sign:
            line.append(text, its)
        if sign:
            line.append(" " * max(1, room - len(line)))
        line.append(words, style)
        lines.append(line)
    return lines
