"""Chance. Every random stream of a match comes from its seed; the seed is in no view."""

from __future__ import annotations

import secrets
from hashlib import blake2b
from random import Random

LARGEST_SEED = (1 << 63) - 1
"""Seeds are 0 to this, so that they fit everywhere an integer is written."""

_FRESH = 10**12


def stream(seed: int, name: str, number: int = 0) -> Random:
    """A generator of its own for one purpose; equal arguments give an equal generator.

    The seeding is a hash of the text, so it is the same on every machine and Python version.
    """
    text = f"{name}:{seed}:{number}".encode()
    return Random(int.from_bytes(blake2b(text, digest_size=32).digest(), "big"))


def chance(seed: int, ply: int) -> Random:
    """The generator for the chance outcome at this place of the log, made for it alone.

    The outcome goes into the log, so a later Python that draws otherwise changes no old match.
    """
    return stream(seed, "chance", ply)


def fresh_seed() -> int:
    """A seed nobody can foresee, short enough to be typed: below 10**12."""
    return secrets.randbelow(_FRESH)


def secret_seed() -> int:
    """A seed that nobody can find by trying all: for matches between people, whose hidden cards
    follow from it. 63 bits."""
    return secrets.randbelow(LARGEST_SEED + 1)
