"""The levels: how long a computer seat thinks, and how freely it chooses among good moves."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from random import Random
from typing import Any

from attrs import frozen

from caravan_tui.bus.messages import Candidate
from caravan_tui.games.evaluator import Evaluator
from caravan_tui.i18n import _

DECISION_SECONDS = 3.0
"""Wall-clock cap of one decision."""

TURN_SECONDS = 8.0
"""Wall-clock budget of all decisions of a seat between two moves of other seats."""


DOUBT = 1.0
"""Tries of a move that count as much as the mean of all moves."""


class UnknownLevelError(ValueError):
    """No level has this name; the text is one line for the user."""


@frozen
class Level:
    """A strength. `iterations` 0: no search, the move comes from the evaluator alone."""

    name: str
    iterations: int
    temperature: float = 0.0
    """How freely it chooses among near-best moves, in the unit of `pick`; 0: the most visited."""
    reach: float = 0.0
    """How far below the best a move may be to be chosen, in the same unit."""

    @property
    def title(self) -> str:
        """The name that users read."""
        return {
            "porter": _("Porter"),
            "trader": _("Trader"),
            "merchant": _("Merchant"),
            "master": _("Caravan master"),
            "greedy": _("Greedy"),
            "random": _("Random"),
        }[self.name]

    def suited(self, evaluator: Evaluator[Any]) -> Level:
        """The level as it is in the game of this evaluator."""
        scale = evaluator.TEMPERATURE_SCALE.get(self.name, 1.0)
        return Level(
            self.name,
            evaluator.ITERATIONS.get(self.name, self.iterations) if self.iterations else 0,
            self.temperature * scale,
            self.reach * scale,
        )


PORTER = Level("porter", 12, 1.2, 1.6)
TRADER = Level("trader", 60, 0.5, 0.8)
MERCHANT = Level("merchant", 300, 0.2, 0.35)
MASTER = Level("master", 2000)

LADDER: tuple[Level, ...] = (PORTER, TRADER, MERCHANT, MASTER)
"""The levels that people meet, weakest first."""

RANDOM = Level("random", 0)
GREEDY = Level("greedy", 0)

ALL: dict[str, Level] = {level.name: level for level in (RANDOM, GREEDY, *LADDER)}
"""Every level by name; `random` and `greedy` serve to measure."""


def get(name: str) -> Level:
    """The level of this name. Raises UnknownLevelError, which names the ones that exist."""
    if name not in ALL:
        raise UnknownLevelError(
            _("There is no level '{name}'. Choose one of: {all}").format(
                name=name, all=", ".join(ALL)
            )
        )
    return ALL[name]


def pick(
    level: Level, candidates: Sequence[Candidate], seat: int, spread: float, rng: Random
) -> int:
    """The move a level plays, from what its search found, most visited first.

    The strongest level plays the most visited move. The others may also play another one whose
    value is within reach of it; the closer, the likelier. A value seen in few tries is drawn
    towards the mean of all moves. The unit is the standard deviation among the moves, or of the
    results where that is less, so that a few awful moves do not make bad ones look near.
    """
    best = candidates[0]
    if not level.temperature or len(candidates) == 1:
        return best.action
    mean = sum(candidate.value[seat] for candidate in candidates) / len(candidates)
    values = [
        (candidate.value[seat] * candidate.visits + mean * DOUBT) / (candidate.visits + DOUBT)
        for candidate in candidates
    ]
    deviation = sqrt(sum((value - mean) ** 2 for value in values) / len(values))
    unit = max(1e-6, min(deviation, spread))
    weights = []
    for value in values:
        behind = (values[0] - value) / unit
        near = behind <= level.reach
        weights.append(exp(-max(0.0, behind) / level.temperature) if near else 0.0)
    roll = rng.random() * sum(weights)
    for candidate, weight in zip(candidates, weights, strict=True):
        roll -= weight
        if roll < 0.0:
            return candidate.action
    return best.action
