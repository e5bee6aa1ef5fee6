"""Places in a match."""

from __future__ import annotations

from collections.abc import Sequence


def ranks(scores: Sequence[float]) -> tuple[int, ...]:
    """The rank of each score, highest first: a shared rank uses up the next ones (1, 1, 3)."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)
