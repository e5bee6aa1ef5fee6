"""The evaluation and the priors of Caravan (Joseph Huber).

The value of a position is what each seat may expect to score. Points are certain. A carried good
counts its value, less the longer its way is: the way is counted in actions, from the existing
chains to the camels that still have to be set (`ways`). Goods lying in the desert, and goods that
can be stolen, count for every seat that can get them, less where others are nearer. Near the end
of the bag long ways are worth nothing, and carried goods cost points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, sqrt
from random import Random
from typing import ClassVar, Final

from caravan_tui.games.evaluator import Evaluator, expected_utilities
from caravan_tui.games.sahara.actions import (
    END,
    LIFT,
    LIFT_SUPPLY,
    MOVE,
    PICK,
    SET,
    unpack_move,
)
from caravan_tui.games.sahara.evaluator import features
from caravan_tui.games.sahara.evaluator.play import next_step
from caravan_tui.games.sahara.evaluator.steps import is_moved_again, unused_steps
from caravan_tui.games.sahara.evaluator.ways import Camels, KnownCamels
from caravan_tui.games.sahara.evaluator.worth import Worth, picks_left
from caravan_tui.games.sahara.pieces import VALUES
from caravan_tui.games.sahara.rules import SaharaState
from caravan_tui.games.sahara.state import PLAYING
from caravan_tui.games.state import OVER

NEAR: Final = 4
"""The longest way, in actions, for which a camel may be set in the city first."""
CACHED_POSITIONS: Final = 4_000
"""The size of the cache: positions with a lifted camel. A full cache is emptied."""
FETCHED: Final = 5
"""How many lying goods, the best ones, a camel may be sent to."""


class SaharaEvaluator(Evaluator[SaharaState]):
    """Evaluation, priors and a quick policy for Caravan."""

    WEIGHTS: ClassVar[dict[str, float]] = {
        "decay": 0.14,  # part of a good's value that each action of its way costs
        "lying": 0.45,  # what a good that lies in the desert counts
        "later": 1.0,  # how much longer ways get that have to wait for others
        "loot": 0.05,  # what a good that others carry counts for a thief
        "claim": 0.2,  # how much each action nearer makes a lying good mine
        "wait": 0.1,  # how much each turn of others makes a lying good theirs
        "steal": 1.2,  # how likely a good that is worth stealing is stolen
        "theft": 1.0,  # points that a theft marker is worth
        "last": 8.0,  # points that it costs to have one empty camel only
        "second": 4.0,  # points that it costs to have two only
        "third": 1.5,  # points that it costs to have three only
        "tempo": 0.57,  # points that an action left in the turn is worth
        "spread": 1.0,  # how open the rest of the match is
    }
    STYLES: ClassVar[dict[str, dict[str, float]]] = {
        "cautious": {"steal": 1.8, "theft": 1.0},
        "greedy": {"lying": 0.8, "last": 1.5},
        "thief": {"theft": 0.7, "loot": 0.12},
        "trader": {"decay": 0.2, "lying": 0.35},
    }
    MARGIN_SCALE: ClassVar[float] = 10.0
    ROLLOUT_DEPTH: ClassVar[int] = 16
    FEATURES: ClassVar[tuple[str, ...]] = features.FEATURES
    PERFECT_INFORMATION: ClassVar[bool] = True
    ITERATIONS: ClassVar[dict[str, int]] = {
        "porter": 10,
        "trader": 30,
        "merchant": 300,
        "master": 1000,
    }
    TEMPERATURE_SCALE: ClassVar[dict[str, float]] = {"porter": 6.0, "trader": 4.0, "merchant": 0.3}
    VISIBLE_TERMS: ClassVar[dict[str, dict[str, float]]] = {
        # Watches its own goods, and little of what the others do.
        "trader": {
            "loot": 0.0,
            "wait": 0.0,
            "claim": 0.3,
            "steal": 0.3,
            "theft": 0.5,
            "second": 0.4,
            "third": 0.0,
        },
        # Goes for what is worth most, however far away. Ignores that others steal or fetch goods,
        # and that camels may run out.
        "porter": {
            "decay": 0.25,
            "loot": 0.0,
            "wait": 0.0,
            "claim": 0.0,
            "steal": 0.0,
            "theft": 0.0,
            "second": 0.0,
            "third": 0.0,
            "tempo": 0.3,
            "later": 0.6,
        },
    }
    TEMPERATURE: ClassVar[float] = 0.006
    """The softmax temperature of the priors, in utility: lower prefers better positions more."""

    def __init__(self, weights: Mapping[str, float] | None = None) -> None:
        super().__init__(weights)
        self.known = KnownCamels()
        self.worth = Worth(self.weights, self.known)
        self._spread = self.weights["spread"]
        self._sets: dict[tuple[object, ...], dict[int, float]] = {}
        """Values of sets by position and move: needed at the lift, and again at the set."""

    def evaluate(self, state: SaharaState) -> list[float]:
        return self._utilities(state, self.worth.points(state))

    def features(self, state: SaharaState, seat: int) -> list[float]:
        return features.features_of(state, seat, self.known)

    def _utilities(self, state: SaharaState, points: list[float]) -> list[float]:
        """Utilities from the points that the seats may expect."""
        spread = self._spread * (1.2 + 0.6 * sqrt(picks_left(state)))
        return expected_utilities(points, spread, self.MARGIN_SCALE)

    def moves(self, state: SaharaState, legal: list[int]) -> list[int]:
        """Leave out camels from the board while the supply has some, spaces that are neither under
        a good nor on a shortest way of one, and moves of goods that bring them no nearer to their
        city.

        Also leave out passing a whole turn while the bag has goods: in a match that looks lost or
        won all moves seem alike, and two such seats would end it.
        """
        if state.phase != PLAYING:
            return legal
        if state.lifted >= 0:
            useful = self._useful(state)
            return [move for move in legal if useful >> (move - SET) & 1] or legal
        moves = legal
        if LIFT_SUPPLY in legal:
            moves = [move for move in legal if not LIFT <= move < LIFT_SUPPLY]
        if moves[0] >= MOVE:  # these come first
            moves = self._onward(state, moves)
        if not state.used and len(moves) > 1 and any(state.bag):
            moves = [move for move in moves if move != END]
        return moves

    def sensible(self, state: SaharaState, moves: list[int], steps: Sequence[int]) -> list[int]:
        """Leave out camels that this turn has set and not used, spaces that it has left for nothing
        but this, goods that it has just moved, and its end while a good can be delivered."""
        if state.phase != PLAYING:
            return moves
        idle, left = unused_steps(state, steps)
        kept = []
        deliveries = self.obvious(state, moves)
        has_delivery = bool(deliveries) and any(state.bag)
        for move in moves:
            if LIFT <= move < LIFT_SUPPLY:
                is_vain = idle >> (move - LIFT) & 1
            elif SET <= move < PICK:
                is_vain = left >> (move - SET) & 1
            elif move >= MOVE:
                is_vain = move not in deliveries and is_moved_again(steps, move)
            else:
                is_vain = move == END and has_delivery
            if not is_vain:
                kept.append(move)
        return kept or moves

    def obvious(self, state: SaharaState, moves: list[int]) -> list[int]:
        """The deliveries."""
        city = state.desert.city
        deliveries = []
        for move in moves:
            if move >= MOVE:
                _source, target, good, _under = unpack_move(move)
                if city[good] == target:
                    deliveries.append(move)
        return deliveries

    def _onward(self, state: SaharaState, moves: list[int]) -> list[int]:
        """Leave out goods that come no nearer, except where their camel could then pick up another
        good."""
        seat, each = state.actor, state.camels_each
        desert = state.desert
        camels = self.known.of(desert, tuple(state.camels[seat * each : seat * each + each]))
        lying = 0
        for slot, good in enumerate(state.loose):
            if good >= 0:
                lying |= 1 << desert.numbered[slot]
        onward = []
        for move in moves:
            if move >= MOVE:
                source, target, good, _under = unpack_move(move)
                wanted = target == desert.city[good] or lying >> source & 1
                if not wanted and not camels.nearer(source, target, good):
                    continue
            onward.append(move)
        return onward

    def _useful(self, state: SaharaState) -> int:
        """The spaces where setting a camel may help, as a mask."""
        seat, each = state.actor, state.camels_each
        desert = state.desert
        camels = self.known.of(desert, tuple(state.camels[seat * each : seat * each + each]))
        useful = camels.routes()
        if camels.empty > 1:
            useful |= self._fetching(state, camels)
            if state.theft[seat]:
                for index, camel in enumerate(state.camels):
                    if 0 < camel & 31 < 9 and index // each != seat:
                        useful |= 1 << (camel >> 5)
        return useful & ~camels.free

    def _fetching(self, state: SaharaState, camels: Camels) -> int:
        """The spaces of the goods most worth fetching and of their first steps, as a mask."""
        desert = state.desert
        ranked = []
        for slot, good in enumerate(state.loose):
            if good >= 0:
                space = desert.numbered[slot]
                way = camels.way(space, good)
                ranked.append(((VALUES[good] + state.demand[slot]) / (way + 2), space, good, way))
        ranked.sort(reverse=True)
        spaces = 0
        for _rank, space, good, way in ranked[:FETCHED]:
            spaces |= 1 << space
            if camels.all >> space & 1:
                spaces |= camels.route(space, good)[0]
            elif way <= NEAR:
                spaces |= 1 << desert.city[good]
        return spaces

    def priors(self, state: SaharaState, moves: list[int]) -> list[float] | None:
        """A softmax of the values after each move; a lift counts as its best set."""
        values = self._values(state, moves)
        top = max(values)
        weights = [exp((value - top) / self.TEMPERATURE) + 0.01 for value in values]
        total: float = sum(weights)
        return [weight / total for weight in weights]

    def greedy(self, state: SaharaState, rng: Random) -> int:
        """The move to the best next position; a lift counts as its best set."""
        moves = self.moves(state, state.legal())
        if len(moves) == 1:
            return moves[0]
        values = [value + rng.random() * 1e-9 for value in self._values(state, moves)]
        return moves[values.index(max(values))]

    def _values(self, state: SaharaState, moves: list[int]) -> list[float]:
        """The utility of the position after each move for the seat to act."""
        seat = state.actor
        if state.lifted >= 0:
            key = _key(state)
            cached = self._sets.get(key)
            if cached is None:
                if len(self._sets) > CACHED_POSITIONS:
                    self._sets.clear()
                cached = self._sets[key] = {}
            values = []
            after = state.clone()
            for move in moves:
                value = cached.get(move)
                if value is None:
                    after.become(state)
                    after.apply(move)
                    value = cached[move] = self._judge(after, seat)
                values.append(value)
            return values
        values = []
        after = state.clone()
        for place, move in enumerate(moves):
            if place:
                after.become(state)
            after.apply(move)
            if after.lifted >= 0:
                values.append(max(self._values(after, self.moves(after, after.legal()))))
            else:
                values.append(self._judge(after, seat))
        return values

    def play(self, state: SaharaState, rng: Random) -> int:
        """Deliver or pick up, else take the next step for the good with the best rate."""
        return next_step(state, rng, self.known)

    def _judge(self, state: SaharaState, seat: int) -> float:
        is_over = state.to_act() == OVER
        return (self.utility(state) if is_over else self.evaluate(state))[seat]


def _key(state: SaharaState) -> tuple[object, ...]:
    """Everything in a position that the value of a set depends on."""
    return (
        state.actor,
        state.left,
        state.lifted,
        state.start,
        state.turn,
        state.quiet,
        state.stirred,
        state.desert.city,
        state.desert.numbered,
        tuple(state.camels),
        tuple(state.loose),
        tuple(state.demand),
        tuple(state.bag),
        tuple(state.points),
        tuple(state.theft),
    )


EVALUATOR = SaharaEvaluator()
