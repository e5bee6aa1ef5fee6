"""Desktop notices that a terminal shows for a program: OSC 9 and OSC 777."""

from __future__ import annotations

import os
from collections.abc import Mapping

LONGEST = 160
"""Characters of a notice."""

_BELL = "\x07"


def clean(text: str) -> str:
    """One line of a text that a terminal cannot take for anything else: names and titles of other
    people stand in it."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(printable.split())[:LONGEST]


def desktop_notice(
    how: str, title: str, text: str, environment: Mapping[str, str] | None = None
) -> str:
    """The sequence that has a terminal show a notice; empty if `how` is neither `osc9` nor
    `osc777`. Inside tmux it is wrapped, for tmux to hand it on (`allow-passthrough`)."""
    text = clean(text)
    if how == "osc9":
        # Some terminals take a number and a semicolon at its beginning for another command.
        sequence = f"\x1b]9;{clean(title)}: {text}{_BELL}"
    elif how == "osc777":
        sequence = f"\x1b]777;notify;{clean(title).replace(';', ',')};{text}{_BELL}"
    else:
        return ""
    if (os.environ if environment is None else environment).get("TMUX"):
        return "\x1bPtmux;" + sequence.replace("\x1b", "\x1b\x1b") + "\x1b\\"
    return sequence
