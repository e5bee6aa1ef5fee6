"""What the processes of a real server hold in memory: searched for what their player must not have.

Reads `/proc/PID/mem`, so it needs Linux and the rights of the server's user.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from caravan_tui.games.contract import Game, State
from tests.hidden.markers import forms, hidden_forms

DIGIT = 30
"""Bits of a digit of an integer in Python's memory."""
_RANGE = re.compile(r"([0-9a-f]+)-([0-9a-f]+) rw")
PIECE, OVERLAP = 1 << 22, 64


def in_memory(number: int) -> bytes:
    """An integer as Python has it in its memory: the count of its digits, and the digits."""
    digits = []
    while number:
        digits.append(number & ((1 << DIGIT) - 1))
        number >>= DIGIT
    return struct.pack(f"<q{len(digits)}I", len(digits), *digits)


def with_memory(wanted: Mapping[str, bytes]) -> dict[str, bytes]:
    """Forms as in `markers`, and for each that is named by its number the one in memory."""
    more = {f"{name} in memory": in_memory(int(name)) for name in wanted if name.isdigit()}
    return {**wanted, **more}


def seed_forms(seed: int) -> dict[str, bytes]:
    """All forms of a seed, also the one in memory."""
    return {**forms(seed), "in memory": in_memory(seed)}


def secrets_of(game: Game[Any], state: State, seat: int | None) -> dict[str, bytes]:
    """All forms of what a seat cannot know of a position."""
    return with_memory(hidden_forms(game, state, seat))


def pieces(pid: int) -> Iterator[bytes]:
    """All that a process can write to, in pieces that overlap."""
    maps = Path(f"/proc/{pid}/maps").read_text().splitlines()
    with Path(f"/proc/{pid}/mem").open("rb", buffering=0) as memory:
        for line in maps:
            found = _RANGE.match(line)
            if found is None or line.endswith("[vvar]"):
                continue
            start, end = int(found[1], 16), int(found[2], 16)
            while start < end:
                memory.seek(start)
                try:
                    data = memory.read(min(PIECE, end - start))
                except OSError:
                    break
                if not data:
                    break
                yield data
                start += len(data) if start + len(data) >= end else max(1, len(data) - OVERLAP)


def found_in(pid: int, wanted: Mapping[str, bytes]) -> set[str]:
    """The names of the forms that a process has somewhere in its memory."""
    names: set[str] = set()
    for data in pieces(pid):
        names |= {name for name, form in wanted.items() if name not in names and form in data}
    return names
