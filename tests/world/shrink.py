"""A shorter plan that fails for the same reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.world.plan import Step

Fails = Callable[[Sequence[Step]], bool]
MOST_RUNS = 300


def shrink(steps: Sequence[Step], fails: Fails, most_runs: int = MOST_RUNS) -> list[Step]:
    """Leave out as many steps as possible while `fails(steps)` stays true: first halves, then ever
    smaller pieces, down to single steps (delta debugging)."""
    kept, runs = list(steps), 0
    size = len(kept) // 2
    while size and runs < most_runs:
        place, has_shrunk = 0, False
        while place < len(kept) and runs < most_runs:
            shorter = kept[:place] + kept[place + size :]
            runs += 1
            if fails(shorter):
                kept, has_shrunk = shorter, True
            else:
                place += size
        if not has_shrunk or size > 1:
            size //= 2
    return kept
