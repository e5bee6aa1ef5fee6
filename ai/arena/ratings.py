"""Numbers from matches: intervals, pair scores and ratings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log, sqrt

from attrs import frozen

Z95 = 1.959964
"""Two-sided 95 % of the normal distribution."""

POINTS = 400.0 / log(10.0)
"""Rating points of one unit of log odds: 400 points are odds of ten to one."""

ROUNDS = 2000
"""Steps of the fit; it ends sooner when nothing moves."""


def wilson(wins: float, matches: int, z: float = Z95) -> tuple[float, float]:
    """The interval of a rate (Wilson's score). Shared wins may count in part. (0, 1) for none."""
    if matches == 0:
        return 0.0, 1.0
    rate = wins / matches
    square = z * z
    middle = rate + square / (2 * matches)
    half = z * sqrt(rate * (1 - rate) / matches + square / (4 * matches * matches))
    whole = 1 + square / matches
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of the mean of independent values in 0..1 (Student's t). (0, 1) for fewer
    than three; values that are all alike are treated as wins and losses of that rate (Wilson)."""
    count = len(values)
    if count < 3:
        return 0.0, 1.0
    middle = sum(values) / count
    variance = sum((value - middle) ** 2 for value in values) / (count - 1)
    if not variance:
        return wilson(middle * count, count)
    half = student(count - 1) * sqrt(variance / count)
    return max(0.0, middle - half), min(1.0, middle + half)


def student(freedom: int) -> float:
    """Two-sided 95 % of Student's distribution by degrees of freedom, from its expansion about the
    normal (Abramowitz and Stegun 26.7.5): within 1.1 % from two degrees on, 0.1 % from four."""
    z, n = Z95, float(freedom)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + first / n + second / n**2 + third / n**3 + fourth / n**4


@frozen
class Rating:
    """A player's strength in rating points; the mean of all rated together is 1500."""

    name: str
    points: float
    margin: float
    """Half of the 95 % interval."""


def bradley_terry(
    names: Sequence[str], results: Iterable[tuple[int, int, float, float]]
) -> list[Rating]:
    """Ratings from pair results by the Bradley-Terry model, strongest first.

    A result is (one, other, score of one, weight): score 1, ½ or 0, or a mean of such. Fitted by
    the minorise-maximise steps of Hunter (2004), with half a win and half a loss against an
    average player added for each, so that somebody who won everything stays finite.
    """
    count = len(names)
    wins = [[0.0] * count for _ in names]
    for player, other, score, weight in results:
        wins[player][other] += score * weight
        wins[other][player] += (1.0 - score) * weight
    met = [[wins[i][j] + wins[j][i] for j in range(count)] for i in range(count)]
    strength = [1.0] * count
    for _ in range(ROUNDS):
        moved = 0.0
        for i in range(count):
            won = sum(wins[i]) + 0.5
            share = sum(met[i][j] / (strength[i] + strength[j]) for j in range(count) if met[i][j])
            new = won / (share + 1.0 / (strength[i] + 1.0))
            moved = max(moved, abs(log(new / strength[i])))
            strength[i] = new
        if moved < 1e-9:
            break
    mean = sum(log(value) for value in strength) / count if count else 0.0
    rated = []
    for i, name in enumerate(names):
        known = 1.0 * strength[i] / (strength[i] + 1.0) ** 2
        for j in range(count):
            known += met[i][j] * strength[i] * strength[j] / (strength[i] + strength[j]) ** 2
        points = 1500.0 + POINTS * (log(strength[i]) - mean)
        rated.append(Rating(name, points, Z95 * POINTS / sqrt(known)))
    return sorted(rated, key=lambda rating: -rating.points)
