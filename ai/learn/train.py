"""From matches to weights: a small network, fitted with numpy.

It is fitted to the results, by their cross entropy, on nine matches of ten; the tenth ones say
when to stop and what was gained. A result can be blended with what the search found on the way to
it: less noise, but also what today's evaluation believes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
import numpy as np
from attrs import frozen

from ai.learn.plan import Plan, commit
from ai.learn.selfplay import Course, read_block
from caravan_tui import files
from caravan_tui.games.learned import Made, Weights

Array = Any
"""A numpy array; numpy is an extra."""

HELD_OUT: Final = 10
"""One match of so many is held out."""
LEAST: Final = 0.002
"""As in `Correction`."""
EPOCHS: Final = 24
PATIENCE: Final = 6
"""Epochs without a gain after which no more follow."""
BATCH: Final = 256
"""Positions."""
RATE: Final = 0.004
DECAY: Final = 1e-4
"""How much large weights cost."""
DIGITS: Final = 6
NEARLY: Final = 0.9
"""The part of the best gain that is enough."""


@frozen
class Positions:
    """Positions as arrays: inputs by position, seat and feature, the rest by position and seat."""

    inputs: Array
    logits: Array
    targets: Array
    results: Array

    @property
    def count(self) -> int:
        """How many there are."""
        return int(self.inputs.shape[0])

    def loss(self, corrections: Array | float = 0.0) -> float:
        """The mean squared error of the corrected evaluation against the results."""
        chances = 1.0 / (1.0 + np.exp(-(self.logits + corrections)))
        return float(np.mean((chances - self.results) ** 2))


class Fit(msgspec.Struct):
    """A fitted network: its weights, and the losses after each epoch."""

    units: int
    blend: float
    weights: Weights
    training: list[float]
    held_out: list[float]

    @property
    def gain(self) -> float:
        """By what part the error on the matches that were held out is smaller."""
        made = self.weights.made
        return 1.0 - made.loss_after / made.loss_before


def preferred(fits: Sequence[Fit]) -> Fit:
    """The smallest network that gains nearly what the best one does: a large one takes time."""
    most = max(fit.gain for fit in fits)
    near = [fit for fit in fits if fit.gain >= NEARLY * most]
    return min(near, key=lambda fit: (fit.units, -fit.gain))


def kept(plan: Plan, units: int, blend: float, share: float) -> Fit:
    """The fit of an earlier run to the same matches, or else a new one, which is kept.

    Raises OSError.
    """
    file = plan.folder / f"fit-{units}-{blend:g}.json"
    try:
        known = msgspec.json.decode(file.read_bytes(), type=Fit)
    except (FileNotFoundError, msgspec.DecodeError):
        known = None
    if known is not None:
        made = known.weights.made
        if (made.matches, made.share) == (plan.matches, share):
            return known
    fitted = fit(plan, units, blend, share)
    files.write(file, msgspec.json.encode(fitted))
    return fitted


def load(plan: Plan, blend: float) -> tuple[Positions, Positions]:
    """The positions to fit to, and those that are held out. Raises OSError."""
    fitted: list[tuple[Array, ...]] = []
    held_out: list[tuple[Array, ...]] = []
    for block in range(plan.blocks):
        for course in read_block(plan, block):
            part = held_out if course.number % HELD_OUT == HELD_OUT - 1 else fitted
            part.append(_arrays(plan, course, blend))
    return _joined(fitted), _joined(held_out)


def _arrays(plan: Plan, course: Course, blend: float) -> tuple[Array, ...]:
    count, seats = course.count, plan.seats
    features = np.frombuffer(course.features, np.float32).reshape(count, seats, -1)
    values = np.frombuffer(course.values, np.float32).reshape(count, seats).astype(np.float64)
    searched = np.frombuffer(course.searched, np.float32).reshape(count, seats)
    values = np.clip(values, LEAST, 1.0 - LEAST)
    logits = np.log(values / (1.0 - values))
    results = np.tile(np.array(course.results), (count, 1))
    targets = results.copy()
    if blend < 1.0:
        target = targets[-1]
        for place in range(count - 1, -1, -1):
            if searched[place, 0] >= 0.0:
                target = blend * target + (1.0 - blend) * searched[place]
            targets[place] = target
    inputs = np.concatenate([features, logits[:, :, None]], axis=2)
    return tuple(part.astype(np.float32) for part in (inputs, logits, targets, results))


def _joined(parts: list[tuple[Array, ...]]) -> Positions:
    return Positions(*(np.concatenate(each) for each in zip(*parts, strict=True)))


class Network:
    """The network of `Correction` on scaled inputs, with Adam for each of its parts."""

    def __init__(self, inputs: int, units: int, rng: Any) -> None:
        scale = 1.0 / np.sqrt(2 * inputs)
        begun: dict[str, Array] = {
            "linear": np.zeros(inputs),
            "own": rng.normal(0.0, scale, (units, inputs)),
            "shared": rng.normal(0.0, scale, (units, inputs)),
            "bias": rng.normal(0.0, 0.1, units),
            "out": np.zeros(units),
        }
        # Single precision is twice as fast, and exact enough.
        self.parts = {name: part.astype(np.float32) for name, part in begun.items()}
        self._first = {name: np.zeros_like(part) for name, part in self.parts.items()}
        self._second = {name: np.zeros_like(part) for name, part in self.parts.items()}
        self._steps = 0

    def corrections(self, away: Array, means: Array) -> Array:
        """What is added to each logit, by position and seat."""
        active = np.maximum(self._sums(away, means), 0.0)
        return _above_mean(active @ self.parts["out"] + away @ self.parts["linear"])

    def _sums(self, away: Array, means: Array) -> Array:
        parts = self.parts
        common = means @ parts["shared"].T + parts["bias"]
        return away @ parts["own"].T + common[:, None, :]

    def step(self, away: Array, means: Array, logits: Array, targets: Array, rate: float) -> None:
        """One step of Adam on a batch."""
        parts = self.parts
        sums = self._sums(away, means)
        active = np.maximum(sums, 0.0)
        gains = active @ parts["out"] + away @ parts["linear"]
        chances = 1.0 / (1.0 + np.exp(-(logits + _above_mean(gains))))
        errors = _above_mean(chances - targets) / logits.size
        flat_errors = errors.reshape(-1)
        back = (errors[:, :, None] * parts["out"]) * (sums > 0.0)
        units = len(parts["out"])
        flat_back = back.reshape(flat_errors.size, units)
        flat_away = away.reshape(flat_errors.size, -1)
        slopes = {
            "linear": flat_errors @ flat_away,
            "own": flat_back.T @ flat_away,
            "shared": back.sum(axis=1).T @ means,
            "bias": flat_back.sum(axis=0),
            "out": flat_errors @ active.reshape(flat_errors.size, units),
        }
        self._steps += 1
        for name, slope in slopes.items():
            self._adam(name, slope + DECAY * parts[name], rate)

    def _adam(self, name: str, slope: Array, rate: float) -> None:
        first = self._first[name] = 0.9 * self._first[name] + 0.1 * slope
        second = self._second[name] = 0.999 * self._second[name] + 0.001 * slope**2
        first = first / (1.0 - 0.9**self._steps)
        second = second / (1.0 - 0.999**self._steps)
        self.parts[name] = self.parts[name] - rate * first / (np.sqrt(second) + 1e-8)


def _above_mean(gains: Array) -> Array:
    """Each seat's less the mean of all; alone, as it is."""
    return gains if gains.shape[1] == 1 else gains - gains.mean(axis=1, keepdims=True)


@frozen
class Scales:
    """How inputs are scaled: the parts of seats by their deviation, means to mean 0 as well."""

    away: Array
    means: Array
    middle: Array

    @classmethod
    def of(cls, inputs: Array) -> Scales:
        """The scales that suit these inputs; what never differs counts nothing."""
        means = inputs.mean(axis=1)
        spreads = _away(inputs).std(axis=(0, 1)), means.std(axis=0)
        away, common = (
            np.where(spread > 1e-5, 1.0 / np.maximum(spread, 1e-5), 0.0) for spread in spreads
        )
        return cls(away, common, means.mean(axis=0))

    def apply(self, inputs: Array) -> tuple[Array, Array]:
        """How far each seat is from the mean, and the mean."""
        away = _away(inputs) * self.away
        return away.astype(np.float32), ((inputs.mean(axis=1) - self.middle) * self.means).astype(
            np.float32
        )


def _away(inputs: Array) -> Array:
    return inputs if inputs.shape[1] == 1 else inputs - inputs.mean(axis=1, keepdims=True)


def fit(plan: Plan, units: int, blend: float, share: float) -> Fit:
    """Fit a network with so many units, 0 for a weighted sum. Raises OSError.

    Args:
        share: the part of it that is used. A search looks for what a correction overrates, and
            the whole of one may play worse though it fits better.
    """
    fitted, held_out = load(plan, blend)
    rng = np.random.default_rng([plan.seed, units])
    scales = Scales.of(fitted.inputs)
    away, means = scales.apply(fitted.inputs)
    test = scales.apply(held_out.inputs)
    network = Network(away.shape[2], units, rng)
    best, best_loss, since = dict(network.parts), held_out.loss(), 0
    training, testing = [fitted.loss()], [best_loss]
    for epoch in range(EPOCHS):
        rate = RATE * 0.5 * (1.0 + np.cos(np.pi * epoch / EPOCHS))
        order = rng.permutation(fitted.count)
        for first in range(0, fitted.count, BATCH):
            batch = order[first : first + BATCH]
            part = away[batch], means[batch], fitted.logits[batch], fitted.targets[batch]
            network.step(*part, rate)
        training.append(fitted.loss(network.corrections(away, means)))
        testing.append(held_out.loss(network.corrections(*test)))
        since += 1
        if testing[-1] < best_loss:
            best, best_loss, since = dict(network.parts), testing[-1], 0
        if since >= PATIENCE:
            break
    network.parts = {**best, "linear": share * best["linear"], "out": share * best["out"]}
    loss = held_out.loss(network.corrections(*test))
    made = Made(
        seed=plan.seed,
        matches=plan.matches,
        positions=fitted.count + held_out.count,
        iterations=plan.iterations,
        commit=commit(),
        blend=blend,
        share=share,
        loss_before=round(testing[0], DIGITS),
        loss_after=round(loss, DIGITS),
    )
    return Fit(units, blend, _weights(plan, network.parts, scales, made), training, testing)


def _weights(plan: Plan, parts: dict[str, Array], scales: Scales, made: Made) -> Weights:
    """The weights for inputs that are not scaled."""
    shared = parts["shared"] * scales.means
    return Weights(
        game=plan.game,
        rules=plan.rules.spec.rules_version,
        seats=plan.seats,
        features=list(plan.evaluator.FEATURES),
        linear=_plain(parts["linear"] * scales.away),
        own=[_plain(row) for row in parts["own"] * scales.away],
        shared=[_plain(row) for row in shared],
        bias=_plain(parts["bias"] - shared @ scales.middle),
        out=_plain(parts["out"]),
        made=made,
    )


def _plain(numbers: Array) -> list[float]:
    return [float(f"{number:.5g}") for number in numbers]
