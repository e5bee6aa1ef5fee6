"""The evaluation of Caravanserai, and the moves that a search considers.

The value of a position is the length that each seat may expect at the end of the match: its length
now and by how much it may still grow, from the turns that the market leaves, the camels and goods
in reserve and the land around its head (`plans`). It takes account of the best placement that each
seat could make next, and for the seat that is placing, of the best way to finish. The weights come
from a fit to the final lengths of matches between computer seats.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, sqrt
from operator import itemgetter
from random import Random
from typing import ClassVar, Final

from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai.evaluator import features
from caravan_tui.games.caravanserai.evaluator.plans import ONE, Outlook, Plan, open_land, plans
from caravan_tui.games.caravanserai.rules import CaravanseraiState
from caravan_tui.games.caravanserai.state import CHOICE, PUT, START, TAKE, WAY
from caravan_tui.games.evaluator import Evaluator, expected_utilities
from caravan_tui.games.state import OVER

FITTED: Final = ("camels", "turn", "two", "three", "four", "view", "good")
CACHE_SIZE: Final = 4000
"""Positions whose plans are cached."""

PACE: Final = (1.0, 1.0, 1.05, 1.5, 1.8, 1.7, 1.7)
"""Rounds that a good of the market lasts for each seat, by number of seats."""
LONGEST: Final = 14.0


class CaravanseraiEvaluator(Evaluator[CaravanseraiState]):
    """Evaluation, pruning and priors from whole placements."""

    WEIGHTS: ClassVar[dict[str, float]] = {
        "camels": 0.01,  # extra turns beside those of the camels in reserve
        "turn": 0.43,  # growth per turn
        "two": 0.39,  # more of it for each colour with two goods,
        "three": 0.32,  # three goods
        "four": 0.195,  # or four
        "good": 0.062,  # and for each good
        "view": 0.4,  # growth for open land around the head
        "spread": 1.0,  # how open the rest of the match is
        "harm": 0.6,  # penalty for a good near an opponent
        "look": 1.0,  # if not 0, a search begins with the ends of the best placements
    }
    STYLES: ClassVar[dict[str, dict[str, float]]] = {
        "cautious": {"camels": 0.6, "view": 0.6},
        "greedy": {"turn": 0.36, "two": 0.33, "three": 0.27, "good": 0.05},
        "trader": {"good": 0.12, "four": 0.3, "turn": 0.3},
        "spoiler": {"harm": 1.2, "spread": 0.7},
    }
    VISIBLE_TERMS: ClassVar[dict[str, dict[str, float]]] = {
        # Hardly sees beyond its next placement, nor what opponents want.
        "trader": {"harm": 0.0, "view": 0.2, "four": 0.4, "look": 0.0},
        "porter": {"harm": 0.0, "view": 0.0, "four": 0.0, "three": 0.3, "look": 0.0},
    }
    MARGIN_SCALE: ClassVar[float] = 10.0
    ROLLOUT_DEPTH: ClassVar[int] = 0
    FEATURES: ClassVar[tuple[str, ...]] = features.FEATURES
    PERFECT_INFORMATION: ClassVar[bool] = True

    BEAM: ClassVar[int] = 3
    """Partial placements kept in a plan inside the search."""
    GREEDY_BEAM: ClassVar[int] = 24
    GREEDY_PLANS: ClassVar[int] = 10
    STEPS: ClassVar[int] = 7
    """Steps of a placement that the search considers."""
    PUTS: ClassVar[int] = 5
    STARTS: ClassVar[int] = 9
    SHARP: ClassVar[float] = 1.3
    """Pieces of expected length by which a step is e times less likely."""
    LOOK_SHARP: ClassVar[float] = 0.008
    """Utility at the end of a placement by which its first step is e times less likely."""

    def __init__(self, weights: Mapping[str, float] | None = None) -> None:
        super().__init__(weights)
        self.fitted = tuple(self.weights[name] for name in FITTED)
        self._plans: dict[tuple[object, ...], list[Plan]] = {}
        self._expected: dict[tuple[object, ...], float] = {}

    # Evaluation

    def evaluate(self, state: CaravanseraiState) -> list[float]:
        return self._utilities(state, self.lengths(state))

    def features(self, state: CaravanseraiState, seat: int) -> list[float]:
        return features.features_of(state, seat, self.turns(state, seat))

    def lengths(self, state: CaravanseraiState) -> list[float]:
        """The length that each seat may expect at the end."""
        placing = state.seat if state.phase in (WAY, CHOICE) else -1
        occupied = state.occupied
        laid = state.caravans[state.seat][-state.laid :] if placing >= 0 and state.laid else []
        for piece in laid:
            occupied[piece >> 3] = 0
        board = bytes(occupied)
        goods = bytes(state.goods)
        lengths = [
            0.0 if seat == placing else self._expected_length(state, seat, board, goods)
            for seat in range(state.seats)
        ]
        for piece in laid:
            occupied[piece >> 3] = state.seat + 1
        if placing >= 0:
            lengths[placing] = self.plans_of(state)[0][0]
        return lengths

    def _expected_length(
        self, state: CaravanseraiState, seat: int, board: bytes, goods: bytes
    ) -> float:
        """The length that a seat that is not placing may expect: as it is, or with its next
        placement."""
        pieces = state.caravans[seat]
        if not pieces:
            return 9.0
        turns = self.turns(state, seat)
        base = 5 * seat
        key = (
            *(seat, turns, board, goods, tuple(state.stock[base : base + 5]), state.camels[seat]),
            *(tuple(pieces), bytes(state.market), state.phase in (PUT, TAKE)),
        )
        cached = self._expected.get(key)
        if cached is None:
            if len(self._expected) > CACHE_SIZE:
                self._expected.clear()
            outlook = Outlook(state, seat, turns, self.fitted)
            if state.phase == TAKE and seat == state.seat:
                outlook.stock += ONE[state.wanted]
            cached = outlook.standing(turns)
            if turns > 0.0 and state.phase != TAKE and state.can_place(seat):
                cached = plans(state, outlook, 1)[0][0]
            self._expected[key] = cached
        return cached

    def turns(self, state: CaravanseraiState, seat: int) -> float:
        """Placements that a seat will still make, including the one in progress."""
        seats, first = state.seats, state.first
        turn = (state.seat - first) % seats
        place = (seat - first) % seats
        gone = place < turn or (place == turn and state.phase in (PUT, TAKE))
        if state.phase == TAKE and place == turn and not state.lying & 2:
            gone = False
        if state.end_round:
            return float(max(0, state.end_round - state.round + (not gone)))
        left = PACE[seats] * sum(state.market) / seats + 1.0
        if left > LONGEST:
            left = LONGEST
        return left + (not gone) * 0.5

    def _utilities(self, state: CaravanseraiState, points: list[float]) -> list[float]:
        """Utilities on the scale of `utility` from the lengths that the seats may expect."""
        if state.seats == 1:
            return [points[0] / (points[0] + self.MARGIN_SCALE)]
        turns = self.turns(state, state.seat)
        spread = self.weights["spread"] * (0.35 + 0.8 * sqrt(turns))
        return expected_utilities(points, spread, self.MARGIN_SCALE)

    # Moves and priors

    def plans_of(self, state: CaravanseraiState, beam: int = 0) -> list[Plan]:
        """The placements that the acting seat could finish from here, best first."""
        seat = state.seat
        base = 5 * seat
        key = (
            *(bytes(state.occupied), bytes(state.goods), state.phase, state.head, state.way),
            *(state.left, state.size, state.last, state.count, state.laid, state.lying),
            *(state.touched, tuple(state.stock[base : base + 5]), state.camels[seat], seat),
            *(bytes(state.market), state.end_round, state.round, state.clock, beam),
        )
        cached = self._plans.get(key)
        if cached is None:
            if len(self._plans) > CACHE_SIZE:
                self._plans.clear()
            outlook = Outlook(state, seat, self.turns(state, seat), self.fitted)
            cached = self._plans[key] = plans(state, outlook, beam or self.BEAM)
        return cached

    def moves(self, state: CaravanseraiState, legal: list[int]) -> list[int]:
        phase = state.phase
        if phase in (WAY, CHOICE):
            limit = self.STEPS
        elif phase == PUT:
            limit = self.PUTS
        elif phase == START:
            limit = self.STARTS
        else:
            return legal
        if len(legal) <= limit and phase not in (WAY, CHOICE):
            return legal
        order = self._ordered(state, legal)
        if len(order) < 2:
            return [move for move, _ in order]
        least = order[0][1] - 6.0 * self.SHARP
        best = {move for move, value in order[:limit] if value >= least}
        return [move for move in legal if move in best]

    def root_moves(self, state: CaravanseraiState, legal: list[int]) -> list[int]:
        """As `moves`, and the first steps of the best placements."""
        moves = self.moves(state, legal)
        if state.phase not in (WAY, CHOICE) or not self.weights["look"] or len(legal) == 1:
            return moves
        steps = {*moves, *self._first_steps(state, Random(1))}
        return [move for move in legal if move in steps]

    def root_priors(self, state: CaravanseraiState, moves: list[int]) -> list[float] | None:
        """By where the best placements end, as `greedy` judges it."""
        if state.phase not in (WAY, CHOICE) or not self.weights["look"]:
            return self.priors(state, moves)
        values = self._first_steps(state, Random(1))
        known = [values[move] for move in moves if move in values]
        if not known:
            return self.priors(state, moves)
        top, other = max(known), min(known) - 2.0 * self.LOOK_SHARP
        weights = [exp((values.get(move, other) - top) / self.LOOK_SHARP) for move in moves]
        total: float = sum(weights)
        return [weight / total for weight in weights]

    def priors(self, state: CaravanseraiState, moves: list[int]) -> list[float] | None:
        if state.phase == TAKE:
            return None
        values = dict(self._ordered(state, moves))
        top = max(values.values())
        weights = [exp((values.get(move, top - 6.0) - top) / self.SHARP) for move in moves]
        total: float = sum(weights)
        return [weight / total for weight in weights]

    def _ordered(self, state: CaravanseraiState, moves: list[int]) -> list[tuple[int, float]]:
        """Moves with the length that they lead to, in pieces, best first."""
        if state.phase in (WAY, CHOICE):
            best: dict[int, float] = {}
            for value, steps in self.plans_of(state):
                if steps[0] not in best:
                    best[steps[0]] = value
            return list(best.items())
        if state.phase == PUT:
            values = [(move, self._put_value(state, move - act.PUT)) for move in moves]
        else:
            land = state.board.neighbours, state.colours, bytes(state.occupied), bytes(state.goods)
            values = [(move, open_land(*land, move - act.START)) for move in moves]
        values.sort(key=itemgetter(1), reverse=True)
        return values

    def _put_value(self, state: CaravanseraiState, cell: int) -> float:
        """How much more a good on a cell is worth to the acting seat than to its opponents."""
        away = state.board.distance[cell]
        value = 0.0
        worst = 0.0
        for seat, pieces in enumerate(state.caravans):
            if pieces:
                near = 6.0 - away[pieces[-1] >> 3]
                if near > 0:
                    if seat == state.seat:
                        value += near
                    elif near > worst and state.camels[seat]:
                        worst = near
        return 0.4 * (value - self.weights["harm"] * worst)

    # Play without a search

    def play(self, state: CaravanseraiState, rng: Random) -> int:
        if state.phase in (WAY, CHOICE):
            return self.plans_of(state, 1)[0][1][0]
        legal = state.legal()
        if state.phase in (PUT, START):
            return self._ordered(state, legal)[0][0]
        return legal[int(rng.random() * len(legal))]

    def greedy(self, state: CaravanseraiState, rng: Random) -> int:
        """The first step of the placement whose end evaluates best."""
        if state.phase not in (WAY, CHOICE):
            return super().greedy(state, rng)
        values = self._first_steps(state, rng)
        return max(values, key=lambda step: values[step])

    def _first_steps(self, state: CaravanseraiState, rng: Random) -> dict[int, float]:
        """The first steps of the best placements, each with the best value at an end of one. Ties
        are broken at random."""
        seat = state.seat
        best: dict[int, float] = {}
        for _, steps in self.plans_of(state, self.GREEDY_BEAM)[: self.GREEDY_PLANS]:
            after = state.clone()
            for step in steps:
                if after.phase == TAKE:
                    after.apply(self.play(after, rng))
                after.apply(step)
            while after.phase in (PUT, TAKE) and after.seat == seat:
                after.apply(self.play(after, rng))
            values = self.utility(after) if after.to_act() == OVER else self.evaluate(after)
            value = values[seat] + rng.random() * 1e-9
            if value > best.get(steps[0], -1.0):
                best[steps[0]] = value
        return best


EVALUATOR = CaravanseraiEvaluator()
