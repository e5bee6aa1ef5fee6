"""What the search knows of Caravan (Joseph Huber).

The value of a position is what each seat may expect to score. Points are certain. A carried good
counts its value, less the longer its way is: the way is counted in actions, from the chains that
stand to the camels that still have to be set (`ai/knowledge/sahara_ways.py`). Goods that lie in the
desert, and those that can be stolen, count for every seat that can get at them, less where others
are nearer. Near the end of the bag long ways are worth nothing and carried goods cost points.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, sqrt
from random import Random
from typing import ClassVar

from ai.knowledge.base import Knowledge, expected_utilities
from ai.knowledge.sahara_play import next_step
from ai.knowledge.sahara_ways import Camels, camels_of
from ai.knowledge.sahara_worth import Worth, picks_left
from caravan_tui.games.contract import OVER, State
from caravan_tui.games.sahara.actions import END, LIFT, LIFT_SUPPLY, MOVE, SET, unpack_move
from caravan_tui.games.sahara.desert import VALUES
from caravan_tui.games.sahara.rules import PLAYING, SaharaState

NEAR = 4
"""Actions of a way that is short enough to begin with a camel in the city."""
KEPT = 4_000
"""Positions with a lifted camel whose values are remembered before all are forgotten."""
FETCHED = 5
"""Lying goods, the best to fetch first, to which a camel may be sent."""


class SaharaKnowledge(Knowledge):
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
    MARGIN: ClassVar[float] = 10.0
    ROLLOUT: ClassVar[int] = 16
    OPEN: ClassVar[bool] = True
    ITERATIONS: ClassVar[dict[str, int]] = {
        "porter": 10,
        "trader": 30,
        "merchant": 300,
        "master": 1000,
    }
    WARMTH: ClassVar[dict[str, float]] = {"porter": 6.0, "trader": 4.0, "merchant": 0.3}
    SIGHT: ClassVar[dict[str, dict[str, float]]] = {
        # Watches its own goods and little of what the others are up to.
        "trader": {
            "loot": 0.0,
            "wait": 0.0,
            "claim": 0.3,
            "steal": 0.3,
            "theft": 0.5,
            "second": 0.4,
            "third": 0.0,
        },
        # Goes for what is worth most, however far it lies. Does not know that others steal or
        # fetch, nor that camels may run out.
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
    """How much the priors prefer the better position, in utility."""

    def __init__(self, weights: Mapping[str, float] | None = None) -> None:
        super().__init__(weights)
        self.worth = Worth(self.weights)
        self._sets: dict[tuple[object, ...], dict[int, float]] = {}
        """Values of sets by position and move: asked at the lift, and again where it is set."""

    # What a position is worth

    def evaluate(self, state: State) -> list[float]:
        assert isinstance(state, SaharaState)
        return self._utilities(state, self.worth.points(state))

    def _utilities(self, state: SaharaState, points: list[float]) -> list[float]:
        """Utilities on the scale of `utility` from the points that the seats may expect."""
        spread = self.weights["spread"] * (1.2 + 0.6 * sqrt(picks_left(state)))
        return expected_utilities(points, spread, self.MARGIN)

    # What is worth a thought

    def moves(self, state: State, legal: list[int]) -> list[int]:
        """Leaves out camels from the board while the supply has some, spaces that lie neither on a
        good nor on a shortest way of one, goods that come no nearer to their city, and giving a
        whole turn away while the bag has goods: in a match that looks lost or won all moves seem
        alike, and two such seats would end it."""
        assert isinstance(state, SaharaState)
        if state.phase != PLAYING:
            return legal
        if state.lifted >= 0:
            useful = self._useful(state)
            found = [move for move in legal if useful >> (move - SET) & 1]
            return found or legal
        found = legal
        if LIFT_SUPPLY in legal:
            found = [move for move in legal if not LIFT <= move < LIFT_SUPPLY]
        if found[0] >= MOVE:  # these come first
            found = self._onward(state, found)
        if not state.used and len(found) > 1 and any(state.bag):
            found = [move for move in found if move != END]
        return found

    def _onward(self, state: SaharaState, moves: list[int]) -> list[int]:
        """Without the goods that come no nearer, but for those whose camel could pick up another
        good where it stands."""
        seat, each = state.actor, state.each
        desert = state.desert
        mine = camels_of(desert, tuple(state.camels[seat * each : seat * each + each]))
        lying = 0
        for slot, good in enumerate(state.loose):
            if good >= 0:
                lying |= 1 << desert.numbered[slot]
        found = []
        for move in moves:
            if move >= MOVE:
                source, target, good, _under = unpack_move(move)
                wanted = target == desert.city[good] or lying >> source & 1
                if not wanted and not mine.nearer(source, target, good):
                    continue
            found.append(move)
        return found

    def _useful(self, state: SaharaState) -> int:
        """The spaces on which a camel may do some good, as a mask."""
        seat, each = state.actor, state.each
        desert = state.desert
        mine = camels_of(desert, tuple(state.camels[seat * each : seat * each + each]))
        useful = mine.routes()
        if mine.empty > 1:
            useful |= self._fetching(state, mine)
            if state.theft[seat]:
                for index, camel in enumerate(state.camels):
                    if 0 < camel & 31 < 9 and index // each != seat:
                        useful |= 1 << (camel >> 5)
        return useful & ~mine.free

    def _fetching(self, state: SaharaState, mine: Camels) -> int:
        """The spaces of the goods that are best worth fetching, and the first steps from there."""
        desert = state.desert
        ranked = []
        for slot, good in enumerate(state.loose):
            if good >= 0:
                space = desert.numbered[slot]
                way = mine.way(space, good)
                ranked.append(((VALUES[good] + state.demand[slot]) / (way + 2), space, good, way))
        ranked.sort(reverse=True)
        found = 0
        for _rank, space, good, way in ranked[:FETCHED]:
            found |= 1 << space
            if mine.all >> space & 1:
                found |= mine.route(space, good)[0]
            elif way <= NEAR:
                found |= 1 << desert.city[good]
        return found

    def priors(self, state: State, moves: list[int]) -> list[float] | None:
        """From the value of the position after each move; a lift counts as its best set."""
        assert isinstance(state, SaharaState)
        values = self._values(state, moves)
        top = max(values)
        weights = [exp((value - top) / self.TEMPERATURE) + 0.01 for value in values]
        total = sum(weights)
        return [weight / total for weight in weights]

    def greedy(self, state: State, rng: Random) -> int:
        """The best next position; a camel is lifted and set in one thought."""
        assert isinstance(state, SaharaState)
        moves = self.moves(state, state.legal())
        if len(moves) == 1:
            return moves[0]
        values = [value + rng.random() * 1e-9 for value in self._values(state, moves)]
        return moves[values.index(max(values))]

    def _values(self, state: SaharaState, moves: list[int]) -> list[float]:
        """What the position after each move is worth for the seat to act."""
        seat = state.actor
        if state.lifted >= 0:
            key = _key(state)
            found = self._sets.get(key)
            if found is None:
                if len(self._sets) > KEPT:
                    self._sets.clear()
                found = self._sets[key] = {}
            values = []
            for move in moves:
                value = found.get(move)
                if value is None:
                    after = state.clone()
                    after.apply(move)
                    value = found[move] = self._judge(after, seat)
                values.append(value)
            return values
        values = []
        for move in moves:
            after = state.clone()
            after.apply(move)
            if after.lifted >= 0:
                values.append(max(self._values(after, self.moves(after, after.legal()))))
            else:
                values.append(self._judge(after, seat))
        return values

    def play(self, state: State, rng: Random) -> int:
        """Deliver, pick up, else the next step of the good that pays best for its way."""
        assert isinstance(state, SaharaState)
        return next_step(state, rng)

    def _judge(self, state: SaharaState, seat: int) -> float:
        over = state.to_act() == OVER
        return (self.utility(state) if over else self.evaluate(state))[seat]


def _key(state: SaharaState) -> tuple[object, ...]:
    """All of a position that the value of a set depends on."""
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


KNOWLEDGE = SaharaKnowledge()
