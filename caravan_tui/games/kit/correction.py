"""What was learned about a game's evaluation, as a small correction of its utilities.

A network with a few units looks at what the seats have on average and at how far each seat is from
that; without units it is a weighted sum. Its inputs are features, and last the logit of a seat's
utility. What it gives a seat above the mean of all seats is added to that logit. `ai/learn` makes
such corrections, `games/learned.py` reads them.
"""

from __future__ import annotations

from math import exp, log
from typing import Final, final

_LEAST: Final = 0.002
"""Utilities nearer to 0 or 1 than this count as this: their logit would count too much."""


@final
class Correction:
    """A correction for one game with one number of seats."""

    __slots__ = ("_bias", "_linear", "_out", "_own", "_shared")

    def __init__(
        self,
        linear: list[float],
        own: list[list[float]],
        shared: list[list[float]],
        bias: list[float],
        out: list[float],
    ) -> None:
        """The weights; of each unit where they are lists of lists.

        Args:
            linear: for each input of a seat, by how far it is from the mean of all seats.
            own: the same, for each unit.
            shared: for each unit, and each input's mean of all seats.
            bias: what each unit adds to that sum; it passes on what is above zero.
            out: what each unit counts.
        """
        self._linear = linear
        self._own = own
        self._shared = shared
        self._bias = bias
        self._out = out

    def corrected(self, values: list[float], rows: list[list[float]]) -> list[float]:
        """The utilities of the seats, corrected. A seat alone differs from a mean of nothing.

        Args:
            rows: the features of each seat; the logits are appended to them.
        """
        seats = len(values)
        logits: list[float] = []
        for seat in range(seats):
            value = values[seat]
            if value < _LEAST:
                value = _LEAST
            elif value > 1.0 - _LEAST:
                value = 1.0 - _LEAST
            logit = log(value / (1.0 - value))
            logits.append(logit)
            rows[seat].append(logit)
        if not self._out:
            return self._of_sum(logits, rows)
        if seats == 1:
            return [_chance(logits[0] + self._gains(rows, rows[0])[0])]
        if seats == 2:
            return self._of_two(logits, rows[0], rows[1])
        means: list[float] = []
        for place in range(len(rows[0])):
            total = 0.0
            for row in rows:
                total += row[place]
            total /= seats
            means.append(total)
            for row in rows:
                row[place] = row[place] - total  # -= is a generic call once compiled
        gains = self._gains(rows, means)
        total = 0.0
        for gain in gains:
            total += gain
        total /= seats
        return [_chance(logits[seat] + gains[seat] - total) for seat in range(seats)]

    def _of_sum(self, logits: list[float], rows: list[list[float]]) -> list[float]:
        """The same without units: no mean of inputs is needed."""
        gains = [_product(self._linear, row) for row in rows]
        mean = 0.0
        if len(gains) > 1:
            for gain in gains:
                mean += gain
            mean /= len(gains)
        return [_chance(logits[seat] + gains[seat] - mean) for seat in range(len(gains))]

    def _gains(self, rows: list[list[float]], means: list[float]) -> list[float]:
        """What the network gives each seat, by how far its inputs are from the means."""
        gains = [_product(self._linear, row) for row in rows]
        for unit in range(len(self._out)):
            common = self._bias[unit] + _product(self._shared[unit], means)
            own, out = self._own[unit], self._out[unit]
            for seat in range(len(rows)):
                total = common + _product(own, rows[seat])
                if total > 0.0:
                    gains[seat] = gains[seat] + out * total
        return gains

    def _of_two(self, logits: list[float], first: list[float], second: list[float]) -> list[float]:
        """The same for two seats, which are equally far from the mean: half the work."""
        means: list[float] = []
        away: list[float] = []
        for mine, other in zip(first, second):  # noqa: B905  # a plain zip is compiled to a loop
            means.append(0.5 * (mine + other))
            away.append(0.5 * (mine - other))
        share = _product(self._linear, away)
        for unit in range(len(self._out)):
            common, apart = self._bias[unit], 0.0
            for weight, other_weight, mean, far in zip(  # noqa: B905
                self._shared[unit], self._own[unit], means, away
            ):
                common += weight * mean
                apart += other_weight * far
            gain = 0.0
            if common + apart > 0.0:
                gain = common + apart
            if common - apart > 0.0:
                gain -= common - apart
            share += 0.5 * self._out[unit] * gain
        return [_chance(logits[0] + share), _chance(logits[1] - share)]


def _product(weights: list[float], row: list[float]) -> float:
    total = 0.0
    for weight, number in zip(weights, row):  # noqa: B905
        total += weight * number
    return total


def _chance(logit: float) -> float:
    return 1.0 / (1.0 + exp(-logit)) if logit > -30.0 else 0.0
