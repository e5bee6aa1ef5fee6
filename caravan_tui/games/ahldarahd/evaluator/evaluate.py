"""What the search knows of Caravans of Ahldarahd.

The value of a position is the points that each seat may expect. Cities count by the chance that a
seat controls them at the end, and more where they match. Gold and cards count by what they can
still buy, items by what they bring until they are sold or taken away, the Shah by the place in the
building order. While an item is up for auction, it counts for the seat that would win it, at the
price it would pay.

The other modules: `worth` (what things are worth), `maps` (who will control a city), `auction`
(bids), `builds` (claims, buys, destructions) and `trade` (offers).
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, sqrt
from random import Random
from typing import ClassVar, Final

from caravan_tui.games.ahldarahd.actions import (
    BID,
    END,
    EYES_ITEM,
    KIND,
    OFFER,
    OPEN,
    PASS,
    PAYLOAD,
    QUEEN_ITEM,
    RIGHT_ITEM,
    SELL,
    SHAH_ITEM,
)
from caravan_tui.games.ahldarahd.evaluator import features, trade
from caravan_tui.games.ahldarahd.evaluator.auction import Auction
from caravan_tui.games.ahldarahd.evaluator.builds import best_builds, scored_builds
from caravan_tui.games.ahldarahd.evaluator.maps import HALF
from caravan_tui.games.ahldarahd.evaluator.worth import Standing, Worth
from caravan_tui.games.ahldarahd.rules import AhldarahdState
from caravan_tui.games.ahldarahd.state import (
    ANSWERING,
    BUILDING,
    FIRST_BID,
    OPENING,
    PAYING,
    RAISING,
    WRITING,
    controlled,
)
from caravan_tui.games.evaluator import Evaluator, expected_utilities
from caravan_tui.games.state import CHANCE, OVER

SHARP: Final = 0.008
"""Utility by which a move is e times less likely to be the best."""

CLEAR: Final = 2.0
"""Gold between a bid and what an item is worth beyond which the decision is clear."""


class AhldarahdEvaluator(Evaluator[AhldarahdState]):
    """Evaluation, pruning and a quick policy for Caravans of Ahldarahd."""

    WEIGHTS: ClassVar[dict[str, float]] = {
        "step": 0.55,  # chance that is left for each payment that is missing for a city
        "speed": 0.9,  # payments that a building phase can make for a city
        "attack": 0.035,  # chance that a building phase of another seat breaks a bare majority
        "spare": 0.4,  # part of it that is left for each route beyond the majority
        "seldom": 0.2,  # reach to a map whose Right the seat does not hold
        "later": 0.2,  # reach with a Right after the seat's building, two seats
        "coin": 0.12,  # points for a piece of gold
        "last_coin": 0.06,  # points for it when only one building phase is left
        "many": 14.0,  # gold beyond which a piece counts half
        "card": 0.2,  # points for a card
        "route": 0.75,  # points for the chances that its best route adds
        "keep": 0.6,  # chance to keep an item through the bidding
        "after": 0.3,  # part of an item's worth after the seat's building, two seats
        "fade": 0.55,  # part of `later` and `after` that is left for each further seat
        "favour": 0.16,  # points for Eyes or Queen per building phase left, up to four
        "order": 0.06,  # points between first and last in the building order
        "final": 0.6,  # the same in the last turn
        "camel": 0.1,  # points for a camel that is not turned
        "spread": 1.0,  # how open the rest of the match is
        "look": 1.0,  # if not 0, a search begins with the evaluation after each move
    }
    STYLES: ClassVar[dict[str, dict[str, float]]] = {
        "cautious": {"attack": 0.05, "coin": 0.135},
        "builder": {"step": 0.58, "coin": 0.115},
        "trader": {"coin": 0.135, "keep": 0.75},
        "spoiler": {"attack": 0.02, "order": 0.2, "final": 1.2},
    }
    MARGIN_SCALE: ClassVar[float] = 10.0
    ROLLOUT_DEPTH: ClassVar[int] = 0
    FEATURES: ClassVar[tuple[str, ...]] = features.FEATURES
    ITERATIONS: ClassVar[dict[str, int]] = {"porter": 24, "drover": 50}
    TEMPERATURE_SCALE: ClassVar[dict[str, float]] = {
        "porter": 5.0,
        "drover": 2.2,
        "trader": 2.6,
    }
    VISIBLE_TERMS: ClassVar[dict[str, dict[str, float]]] = {
        # Plans for its next building, and little beyond it.
        "trader": {
            "route": 0.4,
            "favour": 0.3,
            "order": 0.0,
            "final": 0.0,
            "after": 0.2,
            "later": 0.4,
            "attack": 0.3,
            "camel": 0.0,
            "look": 0.0,
        },
        # Nearly as a trader.
        "drover": {
            "route": 0.34,
            "favour": 0.24,
            "order": 0.0,
            "final": 0.0,
            "after": 0.16,
            "later": 0.36,
            "seldom": 0.86,
            "attack": 0.24,
            "camel": 0.0,
            "look": 0.0,
        },
        # Sees its own map, and what it could build now.
        "porter": {
            "route": 0.1,
            "favour": 0.0,
            "order": 0.0,
            "final": 0.0,
            "after": 0.0,
            "later": 0.2,
            "seldom": 0.3,
            "attack": 0.0,
            "camel": 0.0,
            "look": 0.0,
        },
    }

    def __init__(self, weights: Mapping[str, float] | None = None) -> None:
        super().__init__(weights)
        self.worth = Worth(self.weights)
        self.auction = Auction(self.worth)
        self._many, self._camel = self.weights["many"], self.weights["camel"]

    # Evaluation

    def evaluate(self, state: AhldarahdState) -> list[float]:
        if state.phase == PAYING:
            state = self._paid(state)
        standing = self.standing(state)
        return self._utilities(standing.turns, standing.points, state)

    def features(self, state: AhldarahdState, seat: int) -> list[float]:
        return features.features_of(state, seat)

    def _paid(self, state: AhldarahdState) -> AhldarahdState:
        """The position after the destruction, paid with cards where that is possible."""
        state = state.clone()
        while state.phase == PAYING:
            state.apply(state.legal()[-1])
        return state

    def _utilities(self, turns: int, points: list[float], state: AhldarahdState) -> list[float]:
        """Utilities on the scale of `utility` from the points that the seats may expect."""
        spread = self.weights["spread"] * (
            0.7 + 1.0 * sqrt(turns + (0 if state.is_last_turn else 1))
        )
        return expected_utilities(points, spread, self.MARGIN_SCALE)

    def standing(self, state: AhldarahdState) -> Standing:
        """The points that each seat may expect, and what they are made of."""
        worth = self.worth
        standing = worth.survey(state)
        seats = state.seats
        points = standing.points
        coin = standing.coin
        many = self._many
        phases = standing.phases
        for seat in range(seats):
            expected = worth.cities(standing, seat)
            gold = float(state.gold[seat])
            if gold > many:
                gold = many + 0.5 * (gold - many)
            expected += coin[seat] * gold
            if phases[seat] or standing.pace[seat] == HALF:
                expected += worth.hand(state, standing, seat)
            if not standing.building and not state.turned >> seat & 1 and state.turn:
                expected += self._camel
            points.append(expected)
        for map_index in range(seats):
            holder = state.rights[map_index]
            if holder >= 0:
                points[holder] += worth.right_value(state, standing, map_index, holder)
        if state.eyes >= 0:
            points[state.eyes] += worth.favour_value(state, standing, state.eyes, EYES_ITEM)
        if state.queen >= 0:
            points[state.queen] += worth.favour_value(state, standing, state.queen, QUEEN_ITEM)
        if state.shah >= 0:
            for seat in range(seats):
                points[seat] += worth.order_value(state, standing, seat, state.shah)
        if state.phase == RAISING or state.phase == FIRST_BID:
            self.auction.settle(state, standing)
        return standing

    # Pruning and priors

    def moves(self, state: AhldarahdState, legal: list[int]) -> list[int]:
        """Leave out jumps in bids, offers, worthless Rights, and weak ways to build."""
        phase = state.phase
        if len(legal) == 1:
            return legal
        if phase == RAISING:
            over = self.auction.limit(state) - state.bid - 1
            if over >= CLEAR:
                return [legal[0]]
            return [legal[0], legal[-1]] if over > -CLEAR else [legal[-1]]
        if phase == FIRST_BID:
            return legal[:1]
        if phase == OPENING:
            return [
                move
                for move in legal
                if move & KIND == OPEN
                and not (
                    RIGHT_ITEM <= move & PAYLOAD < SHAH_ITEM
                    and not controlled(state, (move & PAYLOAD) - RIGHT_ITEM)
                    and state.deck
                )
            ] or [move for move in legal if move & KIND == OPEN]
        if phase == BUILDING:
            return best_builds(self.worth, state, legal)
        if phase == ANSWERING:
            return trade.answers(self.evaluate, state, legal, False)
        if phase == WRITING:
            return trade.lines(self.evaluate, state, legal)
        return legal

    def root_moves(self, state: AhldarahdState, legal: list[int]) -> list[int]:
        """As `moves`, with the most promising offer, and a counter where one is better."""
        if state.phase == ANSWERING:
            return trade.answers(self.evaluate, state, legal, True)
        if state.phase == RAISING and len(legal) > 1:
            return [legal[0], legal[-1]]
        if state.phase == FIRST_BID:
            return legal[:2]
        moves = self.moves(state, legal)
        if state.phase in (OPENING, BUILDING) and not state.offers[state.actor]:
            partner = trade.partner(self.evaluate, state, state.actor)
            if partner >= 0:
                moves = sorted([*moves, OFFER | partner])
        return moves

    def priors(self, state: AhldarahdState, moves: list[int]) -> list[float] | None:
        """Building: by what each move changes. Opening: by who would win the item, at what price.
        Raising: by what the item is worth."""
        if len(moves) < 2:
            return None
        if state.phase == BUILDING:
            scores = {move: score for score, move in scored_builds(self.worth, state, moves)}
            return _shares([min(3.0, 2.0 * scores.get(move, 0.0)) for move in moves])
        if state.phase == OPENING:
            return self._opening_priors(state, moves)
        if state.phase == RAISING and len(moves) == 2:
            over = self.auction.limit(state) - state.bid - 1
            return _shares([max(-2.0, min(2.0, 0.8 * over)), 0.0])
        return None

    def root_priors(self, state: AhldarahdState, moves: list[int]) -> list[float] | None:
        """By the position after each move, as `greedy` judges it. With the last building of a turn
        the turn ends: then every move is judged by how the next turn would begin."""
        if state.phase not in (BUILDING, OPENING) or not self.weights["look"]:
            return self.priors(state, moves)
        seat = state.actor
        if state.phase == BUILDING and state.step + 1 == state.seats and not state.is_last_turn:
            values = [self._next_turn(state, move)[seat] for move in moves]
        else:
            rng = Random(1)
            values = [self._after(state, move, rng)[seat] for move in moves]
        top = max(values)
        return _shares([(value - top) / SHARP for value in values])

    def _opening_priors(self, state: AhldarahdState, moves: list[int]) -> list[float]:
        """Each item as if its auction went as it should; an offer counts as the average."""
        seat = state.actor
        values = []
        after = state.clone()
        for move in moves:
            if move & KIND == OPEN:
                after.become(state)
                after.apply(move)
                values.append(self.evaluate(after)[seat])
            else:
                values.append(-1.0)
        known = [value for value in values if value >= 0.0]
        mean = sum(known) / len(known)
        top = max(known)
        return _shares([((value if value >= 0.0 else mean) - top) / SHARP for value in values])

    # Quick policies

    def interrupt(self, state: AhldarahdState, seat: int, rng: Random) -> int | None:
        """Now and then an offer out of turn, if it promises to help both sides."""
        return trade.interrupt(self.evaluate, state, seat, rng)

    def play(self, state: AhldarahdState, rng: Random) -> int:
        """Bids by worth, builds by what seems best, else at random."""
        legal = state.legal()
        moves = self.moves(state, legal)
        if len(moves) == 1:
            return moves[0]
        if state.phase == BUILDING:
            scored = scored_builds(self.worth, state, moves)
            if scored:
                score, move = max(scored)
                if score > 0.0:
                    return move
            sales = [move for move in moves if move & KIND == SELL]
            return sales[0] if sales else END
        if state.phase == RAISING:
            return moves[0] if self.auction.limit(state) >= state.bid + 1 else PASS
        if state.phase == FIRST_BID:
            return BID
        return moves[int(rng.random() * len(moves))]

    def greedy(self, state: AhldarahdState, rng: Random) -> int:
        """The move whose position evaluates best; a destruction is judged when it is paid."""
        seat = state.actor
        moves = self.root_moves(state, state.legal())
        if len(moves) == 1:
            return moves[0]
        best, best_value = moves[0], -1.0
        for move in moves:
            value = self._after(state, move, rng)[seat] + rng.random() * 1e-9
            if value > best_value:
                best, best_value = move, value
        return best

    def _after(self, state: AhldarahdState, move: int, rng: Random) -> list[float]:
        """The utilities after a move; of an offer, if the partner answers as it should."""
        after = state.clone()
        if move & KIND == OFFER:
            return trade.promise(self.evaluate, state, move & PAYLOAD)
        after.apply(move)
        while after.actor == CHANCE:
            after.apply(after.draw(rng))
        return self.utility(after) if after.actor == OVER else self.evaluate(after)

    def _next_turn(self, state: AhldarahdState, move: int) -> list[float]:
        """The utilities if the building ends with this move, and with it the turn. All moves meet
        the same cards, so that they differ by what they do alone."""
        rng = Random(1)
        if move & KIND in (OFFER, END):
            return self._after(state, move, rng)
        after = state.clone()
        after.apply(move)
        if after.phase == PAYING:
            after = self._paid(after)
        while after.actor == CHANCE:
            after.apply(after.draw(rng))
        if after.phase == BUILDING:
            return self._after(after, END, rng)
        return self.evaluate(after)


def _shares(logits: list[float]) -> list[float]:
    """Shares that sum to 1, by the exponentials; none is less than a hundredth of the even one."""
    weights = [exp(logit) for logit in logits]
    floor = 0.01 * sum(weights) / len(weights)
    weights = [max(weight, floor) for weight in weights]
    total: float = sum(weights)
    return [weight / total for weight in weights]


EVALUATOR = AhldarahdEvaluator()
