"""The levels: how long a computer seat thinks, and how freely it chooses among good moves."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log, sqrt
from typing import Any

from attrs import frozen

from caravan_tui.bus.messages import Candidate
from caravan_tui.engine.rng import stream
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
    takes_obvious: bool = False
    """Where there is a move that everybody sees, it plays one of these."""

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
            self.takes_obvious,
        )


PORTER = Level("porter", 12, 1.2, 1.6, takes_obvious=True)
TRADER = Level("trader", 60, 0.5, 0.8, takes_obvious=True)
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
    level: Level, candidates: Sequence[Candidate], seat: int, spread: float, judgement: int
) -> int:
    """The move a level plays, from what its search found, most visited first.

    The strongest level plays the most visited move. The others may also play another one whose
    value is within reach of it, because they misjudge each move by an error of its own; the closer,
    the likelier. A value seen in few tries is drawn towards the mean of all moves. The unit is the
    standard deviation among the moves, or of the results where that is less, so that a few awful
    moves do not make bad ones look near.

    Args:
        judgement: a seed of the errors. With the same one a move is misjudged in the same way.
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
    chosen, highest = best.action, -inf
    for candidate, value in zip(candidates, values, strict=True):
        behind = (values[0] - value) / unit
        if behind <= level.reach:
            looks = _error(judgement, candidate.action) - max(0.0, behind) / level.temperature
            if looks > highest:
                chosen, highest = candidate.action, looks
    return chosen


def _error(judgement: int, action: int) -> float:
    """By how much a move is misjudged, in temperatures: a draw from Gumbel's distribution.

    The best of values with such errors is each of them as often as a softmax would choose it.
    """
    return -log(-log(stream(judgement, "error", action).random() + 1e-12))
