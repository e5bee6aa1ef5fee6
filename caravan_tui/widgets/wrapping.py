"""Texts in lines."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import takewhile

from rich.cells import cell_len, set_cell_size

LEAST_COMMON = 2
"""Words at the end of all texts from which they are left out."""

LEAST_REPEATED = 3
"""Words with which two steps in a row begin alike, from which on the second one leaves them out."""


def without_common_end(texts: Sequence[str]) -> list[str]:
    """Texts of a list without the words that all of them end with, as these tell nothing apart:
    `camel to a1 for 1 action` and `camel to b2 for 1 action` are told by what is before them."""
    words = [text.split() for text in texts]
    if len(set(texts)) < 2:
        return list(texts)
    shortest = min(map(len, words))
    same = 0
    while same < shortest - 1 and len({part[-1 - same] for part in words}) == 1:
        same += 1
    common = words[0][len(words[0]) - same :]
    parts = [place for place, word in enumerate(common, 1) if word[-1] in ",;"]
    same -= next(iter(parts), 0)  # a step is left out whole, or none of it
    rest = [" ".join(part[: len(part) - same]).rstrip(",;") for part in words]
    if same < LEAST_COMMON or any(":" in text.rpartition(",")[2] for text in rest):
        return list(texts)  # what follows a colon says what is before it, and must be whole
    return rest


def without_common_beginning(texts: Sequence[str]) -> list[str]:
    """Texts without the parts with which all of them begin, as these tell nothing apart: of `sells
    salt, buys gold` and `sells salt, passes` what is left is `… buys gold` and `… passes`."""
    if len(set(texts)) < 2:
        return list(texts)
    words = [text.split() for text in texts]
    alike = takewhile(lambda column: len(set(column)) == 1, zip(*words, strict=False))
    same = min([len(list(alike)), *(len(part) - 1 for part in words)])
    while same > 0 and (words[0][same - 1][-1] not in ",;" or _is_cut_in_brackets(words[0][same:])):
        same -= 1
    if same < LEAST_REPEATED:
        return list(texts)
    return [" ".join(["…", *part[same:]]) for part in words]


def without_repetition(steps: Sequence[str]) -> list[str]:
    """Steps in a row, each without the words with which it begins like the one before, if these
    are several, or the verb before a number of something: of `gets a card of Salt`, `gets a card of
    Dyes` the second becomes `Dyes`, of `lays 1 red`, `lays 2 white` it becomes `2 white`."""
    shorter: list[str] = []
    for number, step in enumerate(steps):
        words = step.split(" ")
        before = steps[number - 1].split(" ") if number else []
        same = len(
            list(takewhile(lambda pair: pair[0] == pair[1], zip(words, before, strict=False)))
        )
        is_long = LEAST_REPEATED <= same < len(words)
        if 0 < same < len(words) and _counts(words) and _counts(before):
            same, is_long = 1, True
        if is_long and words[same].startswith("("):  # a place alone would say nothing
            is_long = False
        while is_long and _is_cut_in_brackets(words[same:]):
            same -= 1
        shorter.append(" ".join(words[same:]) if is_long else step)
    return shorter


def _is_cut_in_brackets(words: Sequence[str]) -> bool:
    """Whether these end a bracket that they do not begin, as `Red)` of `the Right (map Red)`."""
    text = " ".join(words)
    return text.count(")") > text.count("(")


def _counts(words: Sequence[str]) -> bool:
    """Whether these are a verb and a number of something."""
    return len(words) > 2 and words[1].isdecimal()


def balanced_width(text: str, most: int) -> int:
    """The least columns in which a text has no more lines than in `most`: its lines are about
    equally long, and no word is left alone in the last one."""
    count = len(wrap_text(text, most, breaks_hyphens=False))
    widths = range(max(1, len(text) // max(1, count)), most)
    fits = (len(wrap_text(text, width, breaks_hyphens=False)) <= count for width in widths)
    return next((width for width, is_enough in zip(widths, fits, strict=True) if is_enough), most)


def in_lines(text: str, width: int, most: int) -> list[str]:
    """The lines of a text in `width` columns, at most so many; if there would be more the last
    ends with `…`, behind a whole word where one has room."""
    lines = wrap_text(text, width)
    if len(lines) <= most:
        return lines
    words = lines[most - 1].split(" ")
    while words and cell_len(f"{' '.join(words)} …") > width:
        words.pop()
    last = f"{' '.join(words).rstrip(',:;')} …" if words else truncated(lines[most - 1], width)
    return [*lines[: most - 1], last]


def truncated(text: str, width: int) -> str:
    """A text in at most this many columns, with `…` if it is cut."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + "…"


def wrap_text(text: str, width: int, indent: str = "", *, breaks_hyphens: bool = True) -> list[str]:
    """The lines of a text in `width` columns, each behind `indent`.

    A column is left for the text however few there are: screens are laid out on terminals that
    have less room than a frame takes, too. `breaks_hyphens`: a line may end at a hyphen; not
    where it joins cards of a notation.
    """
    room = max(len(indent) + 1, width)
    return textwrap.wrap(
        text, room, initial_indent=indent, subsequent_indent=indent,
        break_on_hyphens=breaks_hyphens,
    )  # fmt: skip
