"""Finished matches between people, as ratings count them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Played(msgspec.Struct, frozen=True):
    """How a match between people ended. The fields are those of its line in the file."""

    match: str
    game: str
    season: int
    ended: float
    """In seconds since 1970, UTC."""
    accounts: tuple[str, ...]
    """Those who count, at least two, none of them twice."""
    ranks: tuple[int, ...]
    """1 is best; of each account, among these alone."""
    tournament: str = ""
    """The id of the tournament in which it was played."""

    def __post_init__(self) -> None:
        """Check what no single field can. Raises ValueError."""
        if not 2 <= len(self.accounts) == len(self.ranks):
            raise ValueError("a rated match has two accounts at least, each with a rank")
        if len(set(self.accounts)) < len(self.accounts):
            raise ValueError("an account has two seats")


def ranks_among(values: Sequence[int]) -> tuple[int, ...]:
    """The ranks of some seats among each other: 1 for the least of these values."""
    return tuple(1 + sum(other < value for other in values) for value in values)
