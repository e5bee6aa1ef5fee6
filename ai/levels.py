"""The levels: how long a computer seat thinks, and how freely it chooses among good moves."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log, prod, sqrt
from statistics import fmean
from typing import Any

from attrs import evolve, frozen

from ai.mcts import MAX_NODES
from caravan_tui.bus.messages import Candidate
from caravan_tui.engine.rng import stream
from caravan_tui.games.evaluator import Evaluator
from caravan_tui.games.registry import KIN
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
    fills_time: bool = False
    """At a table it thinks until its time is over; `iterations` count where there is no clock."""

    @property
    def title(self) -> str:
        """The name that users read."""
        return {
            "herder": _("Herder"),
            "porter": _("Porter"),
            "drover": _("Drover"),
            "trader": _("Trader"),
            "guide": _("Guide"),
            "merchant": _("Merchant"),
            "elder": _("Elder"),
            "master": _("Caravan master"),
            "legend": _("Legend"),
            "adaptive": _("Companion"),
            "program": _("Program"),
            "greedy": _("Greedy"),
            "random": _("Random"),
        }[self.name]

    def budget(self, has_clock: bool) -> int:
        """The iterations of a decision, one at least."""
        if self.fills_time and has_clock:
            return UNTIL_THE_CLOCK
        return max(1, self.iterations)

    @property
    def nodes(self) -> int:
        """The most nodes of its tree."""
        return LEGEND_NODES if self.fills_time else MAX_NODES

    def suited(self, evaluator: Evaluator[Any]) -> Level:
        """The level as it is in the game of this evaluator: one that has no numbers there of its
        own is changed as its neighbours are."""
        if not self.iterations:
            return self
        kin = [ALL[name] for name in KIN.get(self.name, (self.name,))]
        budgets, scales = evaluator.ITERATIONS, evaluator.TEMPERATURE_SCALE
        longer = prod(
            budgets.get(each.name, each.iterations) / each.iterations for each in kin
        ) ** (1 / len(kin))
        freer = scales.get(self.name, fmean(scales.get(each.name, 1.0) for each in kin))
        return evolve(
            self,
            iterations=budgets.get(self.name, round(self.iterations * longer)),
            temperature=self.temperature * freer,
            reach=self.reach * freer,
        )


HERDER = Level("herder", 12, 1.7, 2.2, takes_obvious=True)
PORTER = Level("porter", 12, 1.2, 1.6, takes_obvious=True)
DROVER = Level("drover", 27, 0.8, 1.2, takes_obvious=True)
TRADER = Level("trader", 60, 0.5, 0.8, takes_obvious=True)
GUIDE = Level("guide", 134, 0.35, 0.55)
MERCHANT = Level("merchant", 300, 0.2, 0.35)
ELDER = Level("elder", 775, 0.1, 0.18)
MASTER = Level("master", 2000)
LEGEND = Level("legend", 16_000, fills_time=True)

LADDER: tuple[Level, ...] = (
    HERDER, PORTER, DROVER, TRADER, GUIDE, MERCHANT, ELDER, MASTER, LEGEND
)  # fmt: skip
"""The levels that people meet, weakest first."""

ADAPTIVE = evolve(TRADER, name="adaptive")
"""No strength of its own: the host lets one of the ladder play (`ai/adaptive.py`). This is how it
plays where nothing is known of its opponent."""

PROGRAM = evolve(TRADER, name="program")
"""A program outside decides (`ai/programs`). This is how it plays where that is not at hand."""

RANDOM = Level("random", 0)
GREEDY = Level("greedy", 0)

ALL: dict[str, Level] = {
    level.name: level for level in (RANDOM, GREEDY, *LADDER, ADAPTIVE, PROGRAM)
}
"""Every level by name; `random` and `greedy` serve to measure."""

TO_TYPE = tuple(name for name in ALL if name != PROGRAM.name)
"""The names that a user can type for a level; a program is named by its command."""

SHARED = frozenset(ALL) - {LEGEND.name, ADAPTIVE.name, PROGRAM.name}
"""The names of the levels that a server plays and searches with: none that takes every core for as
long as it may, none that would have to know what its player has done, and no player's program."""

LEGEND_NODES = 100_000
"""The most nodes of a tree of a level that fills its time."""

UNTIL_THE_CLOCK = 10**7
"""Iterations that no clock leaves time for."""


def get(name: str) -> Level:
    """The level of this name. Raises UnknownLevelError, which names the ones that exist."""
    if name not in ALL:
        raise _unknown(name, TO_TYPE)
    return ALL[name]


def get_alone(name: str) -> Level:
    """The level of this name that plays by itself: none that would have to know what its player has
    done, and no program. Raises UnknownLevelError, which names these."""
    names = [level for level in TO_TYPE if level != ADAPTIVE.name]
    if name not in names:
        raise _unknown(name, names)
    return ALL[name]


def _unknown(name: str, names: Sequence[str]) -> UnknownLevelError:
    text = _("There is no level '{name}'. Choose one of: {all}")
    return UnknownLevelError(text.format(name=name, all=", ".join(names)))


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
