"""The computer player that keeps up with its player: which level of the ladder plays for it."""

from __future__ import annotations

from collections.abc import Iterable

from ai import levels

FIRST = 2.0
"""Where it begins, in levels of the ladder, the weakest being 0."""

STEPS = (2.0, 2.0, 1.5)
"""By how many levels it moves after the first results; after all later ones by the last of these,
less where the last results went both ways."""

SETTLED = 0.7
"""Levels that it moves by once it has been beaten and has won."""


def level_after(results: Iterable[float]) -> levels.Level:
    """The level that plays after these results of its player against it, oldest first.

    Args:
        results: 1 for a match in which the player ranked higher, 0 for one lower, 0.5 for the same.
    """
    top = len(levels.LADDER) - 1
    place, known = FIRST, set[float]()
    for count, result in enumerate(results):
        known.add(result)
        is_settled = {0.0, 1.0} <= known
        by = SETTLED if is_settled else STEPS[min(count, len(STEPS) - 1)]
        place = min(float(top), max(0.0, place + by * (2.0 * result - 1.0)))
    return levels.LADDER[round(place)]
