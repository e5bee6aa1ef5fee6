"""Texts in lines."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

LEAST_COMMON = 2
"""Words at the end of all texts from which they are left out."""


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
    rest = [" ".join(part[: len(part) - same]) for part in words]
    if same < LEAST_COMMON or any(":" in text.rpartition(",")[2] for text in rest):
        return list(texts)  # what follows a colon says what is before it, and must be whole
    return rest


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
