"""Texts in lines."""

from __future__ import annotations

import textwrap


def wrap_text(text: str, width: int, indent: str = "") -> list[str]:
    """The lines of a text in `width` columns, each behind `indent`.

    A column is left for the text however few there are: screens are laid out on terminals that
    have less room than a frame takes, too.
    """
    room = max(len(indent) + 1, width)
    return textwrap.wrap(text, room, initial_indent=indent, subsequent_indent=indent)
