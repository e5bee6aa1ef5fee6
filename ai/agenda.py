"""Which decisions of a match an analysis judges next.

Those whose judgement is asked for come first, and among these the moves that look worst at a
glance: so the costliest ones are found early, though a long match takes minutes.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import Any, Final

from attrs import frozen

from caravan_tui.engine import Match
from caravan_tui.engine.match import Ply
from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, OVER, Game, State
from caravan_tui.games.evaluator import Evaluator

SEARCHES: Final = 3
"""Searches of a decision that is judged: of all its moves, and of the two that are compared."""

AT_ONCE: Final = 2
"""Decisions that are only searched for the curve, and that are asked for at once: such a search is
too short to be shared out over several workers."""


@frozen
class Decision:
    """A decision that is to be looked at."""

    ply: Ply
    opening: Ply
    """The ply with which its turn begins: what its seat did from there on to `ply` is one row of
    actions, without chance or another seat between."""
    is_judged: bool
    """Whether it gets a verdict; else it is a point of the curve."""
    doubt: float
    """How much worse than another the move looks at a glance, -1..1."""
    work: int
    """The iterations of its searches, about; 0 if there was no choice."""


class Agenda:
    """All decisions of a match that an analysis looks at, in the order of play."""

    def __init__(
        self, match: Match, seat: int | None, seats: Collection[int] | None, iterations: int,
        others: int,
    ) -> None:  # fmt: skip
        """The parameters are those of `ai.analysis.analyse`. Takes some milliseconds a decision."""
        evaluator = registry.evaluator(match.record.game)
        self.decisions: list[Decision] = []
        opening: Ply | None = None
        for ply in match.plies():
            if opening is None or not is_in_turn(match.game, opening, ply):
                opening = ply
            if ply.actor < 0 or (seats is not None and ply.actor not in seats):
                continue
            is_free = ply.actor == ply.awaited and len(ply.before.legal()) > 1
            is_judged = is_free and (seat is None or ply.actor == seat)
            doubt = doubt_of(match.game, evaluator, ply) if is_judged else 0.0
            work = SEARCHES * iterations if is_judged else others if is_free else 0
            self.decisions.append(Decision(ply, opening, is_judged, doubt, work))

    def next(self, done: Collection[int], wanted: int | None) -> Sequence[Decision]:
        """What to look at next; nothing once all is done.

        Args:
            done: the plies that were looked at.
            wanted: the seat whose judgements are asked for now; None: everybody's.
        """
        left = [decision for decision in self.decisions if decision.ply.ply not in done]

        def rank(decision: Decision) -> tuple[bool, bool, bool, float]:
            is_wanted = wanted in (None, decision.ply.actor)
            return bool(decision.work), not decision.is_judged, not is_wanted, -decision.doubt

        left.sort(key=rank)
        count = AT_ONCE if left and not left[0].is_judged else 1
        return left[:count]

    def share(self, done: Collection[int]) -> float:
        """The part of all the work that is done, 0..1."""
        whole = sum(decision.work for decision in self.decisions)
        if not whole:
            return 1.0
        return sum(each.work for each in self.decisions if each.ply.ply in done) / whole

    def waiting(self, done: Collection[int]) -> list[int]:
        """The plies of the decisions with a choice that are still to be looked at."""
        plies = (decision.ply.ply for decision in self.decisions if decision.work)
        return [ply for ply in plies if ply not in done]


def is_in_turn(game: Game[Any], opening: Ply, ply: Ply) -> bool:
    """Whether a ply that follows those of a turn belongs to it: the same seat acts, in its turn and
    in the same round."""
    if ply.actor < 0 or ply.actor != opening.actor or ply.actor != ply.awaited:
        return False
    before, now = (game.view(each.before, None)["round"] for each in (opening, ply))
    return bool(before == now)


def doubt_of(game: Game[Any], evaluator: Evaluator[Any], ply: Ply) -> float:
    """How much better the move that seems best at a glance is than the one that was played, by a
    look at the next position, in one that the view of its seat allows."""
    seat, rng = ply.actor, Random(ply.ply)
    state = game.determinize(game.view(ply.before, seat), rng)
    obvious = evaluator.greedy(state, rng)
    if obvious == ply.action or ply.action not in state.legal():
        return 0.0
    better, played = (_after(evaluator, state, move, rng) for move in (obvious, ply.action))
    return better[seat] - played[seat]


def _after(evaluator: Evaluator[Any], state: State, move: int, rng: Random) -> list[float]:
    """What each seat expects after a move."""
    after = state.clone()
    after.apply(move)
    while after.to_act() == CHANCE and not evaluator.horizon(after):
        after.apply(after.draw(rng))
    return evaluator.utility(after) if after.to_act() == OVER else evaluator.judge(after)
