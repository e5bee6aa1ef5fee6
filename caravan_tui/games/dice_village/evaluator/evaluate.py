"""What the search knows of Dice Village.

A seat's prospects are counted in cards on the table: a weighted sum over what it has, fitted to
the results of many matches, and what its unplaced dice are worth by the tables of
`step.py`. Rerolls are never sampled: the search stops where dice are to be rolled, and
the tables give the exact expectation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from random import Random
from typing import ClassVar, Final

from caravan_tui.games.dice_village.actions import (
    ADD,
    REROLL,
    SHIFT,
    TURN,
    VALUE,
    count,
    pack,
    turned,
)
from caravan_tui.games.dice_village.evaluator import features
from caravan_tui.games.dice_village.evaluator.worth import Worth, is_last
from caravan_tui.games.dice_village.pieces import FREE_MERCHANT
from caravan_tui.games.dice_village.rules import DiceVillageState
from caravan_tui.games.dice_village.state import (
    ADDING,
    DRAWING,
    ENDED,
    FILLING,
    REROLLING,
    ROLLING,
    SELLING,
)
from caravan_tui.games.evaluator import Evaluator

REROLLS: Final = 4
"""The best rerolls that are searched."""

TURNS: Final = 3
"""The best turns that are searched."""

SURE: Final = 0.015
"""A move whose evaluation is so far below the best one's has a third of its prior."""

FLOOR: Final = 0.02
"""The least share of a move in the priors, against the best one's."""


def _visible(rewards: float, growth: float) -> dict[str, float]:
    """The terms that a level sees in part: a merchant's rewards before it is laid, and what pays
    only later or pays another seat.

    The tables play well with hardly any search, so fewer iterations alone make no weaker level.
    """
    return {
        "h_merchant": rewards,
        "h_caravan": rewards,
        "h_placement": rewards,
        "h_favours": rewards,
        "h_coins": rewards,
        "dice": growth,
        "t_dice": growth,
        "t_income": growth,
        "give": growth,
    }


class DiceVillageEvaluator(Evaluator[DiceVillageState]):
    """Prospects in cards on the table, dice by exact expectation."""

    WEIGHTS: ClassVar[dict[str, float]] = {
        "laid": 1.0,
        "hand": 0.5,
        "h_merchant": 0.25,
        "h_caravan": 0.1,
        "h_placement": 0.1,
        "h_favours": 0.15,
        "h_coins": 0.1,
        "coins": 0.13,
        "idle": 0.02,
        "favours": 0.025,
        "t_favours": 0.01,
        "dice": 0.1,
        "t_dice": 0.3,
        "t_income": 0.12,
        "draw": 0.6,
        "place": 0.5,
        "give": 1.0,
        "sharp": 1.3,
    }
    """In cards: a card laid; a merchant in the hand, and more by what one of its sides has; a coin,
    and one too many after the Spend step; a favour; a caravan above four; a coin of income at each
    sale; a merchant drawn; a free placement. `t_`: as much more at the start of a match, falling to
    0 at its end. `give`: how much a coin for another seat hurts, against one's own; `sharp`: how
    sure a lead is."""

    STYLES: ClassVar[dict[str, dict[str, float]]] = {
        "cautious": {"favours": 0.033, "idle": 0.05},
        "builder": {"hand": 0.4, "dice": 0.05, "t_dice": 0.15},
        "trader": {"coins": 0.145, "t_income": 0.2},
        "spoiler": {"give": 2.0},
    }

    MARGIN_SCALE = 3.0
    ROLLOUT_DEPTH = 0
    FEATURES = features.FEATURES
    ITERATIONS: ClassVar[dict[str, int]] = {
        "porter": 8,
        "drover": 12,
        "trader": 14,
        "guide": 16,
        "merchant": 35,
        "elder": 100,
    }
    TEMPERATURE_SCALE: ClassVar[dict[str, float]] = {
        "porter": 3.0,
        "drover": 2.65,
        "trader": 2.95,
        "guide": 3.75,
        "merchant": 4.4,
        "elder": 6.0,
    }
    VISIBLE_TERMS: ClassVar[dict[str, dict[str, float]]] = {
        "porter": _visible(0.1, 0.2),
        "drover": _visible(0.22, 0.32),
        "trader": _visible(0.31, 0.41),
        "guide": _visible(0.34, 0.44),
        "merchant": _visible(0.44, 0.54),
        "elder": _visible(0.57, 0.66),
    }

    def __init__(self, weights: Mapping[str, float] | None = None) -> None:
        super().__init__(weights)
        self.worth = Worth(self.weights)
        self._sharp = self.weights["sharp"]

    def evaluate(self, state: DiceVillageState) -> list[float]:
        return self._utilities(state, self.worth.prospects(state))

    def features(self, state: DiceVillageState, seat: int) -> list[float]:
        return features.features_of(state, seat)

    def _utilities(self, state: DiceVillageState, worth: list[float]) -> list[float]:
        """Utilities from prospects: chances to be ahead of each other seat, and the margin."""
        seats = len(worth)
        sharp = 3.0 if is_last(state) else self._sharp
        scale = self.MARGIN_SCALE
        values = []
        for seat in range(seats):
            own_worth = worth[seat]
            place = 0.0
            best = -1e9
            for other in range(seats):
                if other != seat:
                    other_worth = worth[other]
                    lead = sharp * (own_worth - other_worth)
                    if lead > -30.0:
                        place += 1.0 / (1.0 + exp(-lead)) if lead < 30.0 else 1.0
                    if other_worth > best:
                        best = other_worth
            lead = own_worth - best
            margin = 0.5 + 0.5 * lead / (abs(lead) + scale)
            values.append(0.5 * place / (seats - 1) + 0.5 * margin)
        return values

    def moves(self, state: DiceVillageState, legal: list[int]) -> list[int]:
        phase = state.phase
        if phase == SELLING:
            if _too_few(state):
                return [action for action in legal if action >> SHIFT not in (REROLL, TURN)]
            if len(legal) > 8:
                return self._promising(state, legal)
        if phase == ADDING and state.added and len(legal) > 2:
            free = state.cards.free
            after = _order(free, state.added[-1])
            return [
                action
                for action in legal
                if action >> SHIFT != ADD or _order(free, action & VALUE) > after
            ]
        return legal

    def sensible(
        self, state: DiceVillageState, moves: list[int], steps: Sequence[int]
    ) -> list[int]:
        """Leave out turning a die back, and rolling one that was just turned: the favours for
        turning it were for nothing."""
        reached, back = 0, set()
        for step in reversed(steps):
            kind, value = step >> SHIFT, step & VALUE
            if kind != TURN:
                break
            face = turned(value >> 1, value & 1)
            reached |= 15 << 4 * (face - 1)
            back.add(pack(TURN, face * 2 + (1 - (value & 1))))
        if not reached:
            return moves
        kept = [
            move
            for move in moves
            if move not in back and not (move >> SHIFT == REROLL and move & VALUE & reached)
        ]
        return kept or moves

    def _promising(self, state: DiceVillageState, legal: list[int]) -> list[int]:
        """All sales and the market, and the few best rerolls and turns by the tables."""
        seat = state.active()
        dice, favours = state.free[seat], state.favours[seat]
        step = self.worth.step_now(state, seat)
        rerolls: list[tuple[float, int]] = []
        turns: list[tuple[float, int]] = []
        for action in legal:
            kind, value = action >> SHIFT, action & VALUE
            if kind == REROLL:
                rerolls.append((-step.reroll(dice - value, favours - 1), action))
            elif kind == TURN:
                face = value >> 1
                to = dice - (1 << 4 * (face - 1)) + (1 << 4 * (turned(face, value & 1) - 1))
                turns.append((-step.value(to, favours - 2), action))
        rerolls.sort()
        turns.sort()
        keep = {action for _value, action in rerolls[:REROLLS] + turns[:TURNS]}
        return [
            action for action in legal if action >> SHIFT not in (REROLL, TURN) or action in keep
        ]

    def priors(self, state: DiceVillageState, moves: list[int]) -> list[float] | None:
        seat = state.active()
        values = []
        after = state.clone()
        for place, move in enumerate(moves):
            if place:
                after.become(state)
            after.apply(move)
            values.append(self.evaluate(after)[seat])
        best = max(values)
        shares = [exp((value - best) / SURE) + FLOOR for value in values]
        total: float = sum(shares)
        return [share / total for share in shares]

    def greedy(self, state: DiceVillageState, rng: Random) -> int:
        """The move whose position evaluates best one ply deep, with no favour spent after it.

        A reroll is judged by one sampled roll.
        """
        seat = state.active()
        best, best_value = -1, -1.0
        for move in state.legal():
            after = state.clone()
            after.apply(move)
            while after.phase in (REROLLING, DRAWING):
                after.apply(after.draw(rng))
            if after.phase == ENDED:
                values = self.utility(after)
            else:
                values = self._utilities(after, self.worth.prospects(after, 0))
            value = values[seat] + rng.random() * 1e-9
            if value > best_value:
                best, best_value = move, value
        return best

    def horizon(self, state: DiceVillageState) -> bool:
        return state.phase in (REROLLING, ROLLING, FILLING)


def _too_few(state: DiceVillageState) -> bool:
    """Whether the unplaced dice cannot fill any open village, however they fall.

    To reroll or turn them is then a favour lost; but it puts off the others' turns, and a search
    that does not see past chance took that for a gain.
    """
    dice = count(state.free[state.active()])
    for sold, stalls in zip(state.sold_by, state.stalls, strict=True):
        if not sold and stalls <= dice:
            return False
    return True


def _order(free: list[int], side: int) -> tuple[int, int]:
    """The one order in which merchants of a sale are tried: draws first, placements last."""
    return (1 if free[side] == FREE_MERCHANT else free[side] * 2), side


EVALUATOR = DiceVillageEvaluator()
