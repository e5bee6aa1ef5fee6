"""Keys that a person might press, and some that nobody would."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

_SINGLE = [
    *(key.encode() for key in "\r\r\r \tuepdrg123xsv?H"),
    *(b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D", b"\x1b", b"\x1b[Z"),
]
"""Without `q`, which leaves the app."""
DOWN, ESCAPE = b"\x1b[B", b"\x1b"


def random_keys(rng: Random) -> Iterator[tuple[bytes, float]]:
    """Keys without end, each with the seconds until the next one. Most play a move out of the list
    of moves."""
    while True:
        if rng.random() < 0.3:
            yield rng.choice(_SINGLE), rng.uniform(0.01, 0.06)
            continue
        if rng.random() < 0.2:
            yield ESCAPE, rng.uniform(0.05, 0.1)
        yield b"m", rng.uniform(0.04, 0.15)
        yield DOWN * rng.randrange(4) + b"\r", rng.uniform(0.01, 0.1)
