"""The evaluation, priors and rollout policy of Caravan (Decktet).

A hand is a race to empty it first, which brings about 7.5 points; the collected cards bring about
one. So the evaluation estimates who goes out first, from the caravans that each hand still needs,
its Aces and Crowns and who leads, and turns both possible endings of the hand into utilities.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import erf, exp, sqrt
from random import Random
from typing import ClassVar, Final, final

from caravan_tui.games.decktet.actions import BANDIT, CARDS, KIND_SHIFT, beating
from caravan_tui.games.decktet.evaluator import features
from caravan_tui.games.decktet.evaluator.hands import (
    HIGH_LINKS,
    LOW_LINKS,
    MIDDLE_LINKS,
    answer_scores,
    lead_scores,
)
from caravan_tui.games.decktet.evaluator.inference import belief_of
from caravan_tui.games.decktet.pieces import ACES, NUMBER_COUNT, NUMBERS, worth_under
from caravan_tui.games.decktet.rules import GOING_OUT, DecktetState
from caravan_tui.games.decktet.state import PLAY_STEP
from caravan_tui.games.evaluator import Belief, Evaluator
from caravan_tui.games.kit.native import size

_MAX_LEAD: Final = 80
"""Points. Larger leads count as this one."""
_STEPS: Final = 4
"""Entries of the table of utilities per point."""
_ENDS: Final = _MAX_LEAD * _STEPS
_HAND_VARIANCE: Final = 60.0
"""Variance of the difference in points that one hand brings."""
_OPEN_VARIANCE: Final = 6.0
"""Variance that remains in a hand once it is known who goes out."""

_HIGHEST_TWO: Final = 0b111111 << 18
_STRENGTH: Final = [0] * 4096
"""By the mask of the number cards of ranks 2-5: twice the sum of their ranks' distances above the
middle, 5.5. For ranks 6-9 add 8 per card."""
for _bits in range(4096):
    _STRENGTH[_bits] = sum(2 * (_card // 3) - 7 for _card in range(12) if _bits >> _card & 1)
_ROOT: Final = [1.0 / sqrt(count + 1) for count in range(40)]


def _utilities(margin: float) -> list[list[float]]:
    """The expected utility by the number of hands after this one and the lead in quarter points."""
    nodes = [(x / 4.0, exp(-x * x / 32.0)) for x in range(-12, 13)]
    total = sum(weight for _x, weight in nodes)
    table = []
    for hands in range(10):
        spread = sqrt(hands * _HAND_VARIANCE + _OPEN_VARIANCE)
        row = []
        for step in range(-_ENDS, _ENDS + 1):
            lead = step / _STEPS
            place = 0.5 + 0.5 * erf(lead / spread / sqrt(2.0))
            share = 0.0
            for x, weight in nodes:
                final = lead + x * spread
                share += weight * final / (abs(final) + margin)
            row.append(0.5 * place + 0.25 + 0.25 * share / total)
        table.append(row)
    return table


@final
class _HandTerms:
    """The terms of one hand in the race."""

    __slots__ = ("hand", "losing", "needs", "race", "strength", "wilds", "winning")

    def __init__(
        self,
        hand: int,
        needs: int,
        wilds: int,
        race: float,
        strength: float,
        winning: float,
        losing: float,
    ) -> None:
        self.hand = hand
        self.needs = needs
        """The caravans that its number cards still need."""
        self.wilds = wilds
        """Its number of Aces and Crowns."""
        self.race = race
        """Its part of the odds that weighs more the fewer caravans are left."""
        self.strength = strength
        """Its constant part of the odds."""
        self.winning = winning
        """What it adds to the cards left with the loser if it wins."""
        self.losing = losing
        """What it adds to them if it loses."""


class DecktetEvaluator(Evaluator[DecktetState]):
    """Estimates who wins the race to go out, and what that brings."""

    MARGIN_SCALE = 20.0
    ROLLOUT_DEPTH = 0
    FEATURES = features.FEATURES

    WEIGHTS: ClassVar[dict[str, float]] = {
        # The leader's chance of going out first, a logistic regression over self-play of the
        # search. `scaled` terms weigh more the fewer caravans are left.
        "bias": -0.356,
        "lead_scaled": 2.731,
        "chains_scaled": 2.126,
        "wilds_scaled": 2.328,
        "cards_scaled": -0.282,
        "aces": -0.184,
        "ranks": 0.031,
        "top": 0.158,
        # One caravan is left and at most one Ace or Crown.
        "finish": 2.0,
        # The cards that the loser of the race holds in the end.
        "left": -0.26,
        "left_lead": 1.51,
        "left_cards": 0.55,
        "left_winner_chains": -0.487,
        "left_chains": 0.173,
        "left_wilds": -1.045,
        # How surely an answer keeps the lead.
        "hold": 0.65,
        "hold_bandit": 0.85,
        # The points of collected cards.
        "collect": 1.0,
    }

    STYLES: ClassVar[dict[str, dict[str, float]]] = {
        # Keeps Aces and Crowns, and expects less that an answer keeps the lead.
        "cautious": {"wilds_scaled": 2.9, "hold": 0.55},
        # Goes for cards that pay and avoids those that cost.
        "greedy": {"collect": 1.7},
        # Goes out first, whatever it collects on the way.
        "racer": {"collect": 0.6, "finish": 2.5},
        # Leaves the opponent with many cards.
        "spoiler": {"left_cards": 0.68},
    }

    def __init__(self, weights: Mapping[str, float] | None = None) -> None:
        super().__init__(weights)
        self._table = _utilities(self.MARGIN_SCALE)
        weight = self.weights
        self._wilds_scaled = weight["wilds_scaled"]
        self._chains_scaled = weight["chains_scaled"]
        self._cards_scaled = weight["cards_scaled"]
        self._aces = weight["aces"]
        self._ranks = weight["ranks"]
        self._top = weight["top"]
        self._left_cards = weight["left_cards"]
        self._left_chains = weight["left_chains"]
        self._left_wilds = weight["left_wilds"]
        self._left_winner_chains = weight["left_winner_chains"]
        self._race = (
            self.weights["bias"],
            self.weights["lead_scaled"],
            self.weights["finish"],
            self.weights["left"],
            self.weights["left_lead"],
        )
        self._collect = self.weights["collect"]
        self._hold = self.weights["hold"]
        self._hold_bandit = self.weights["hold_bandit"]
        self._leads: dict[int, tuple[list[int], list[float]]] = {}
        self._hands = [_HandTerms(-1, 0, 0, 0.0, 0.0, 0.0, 0.0)] * _MAX_HANDS
        """The terms of hands, each in its one place: the last one that fell there."""

    def horizon(self, state: DecktetState) -> bool:
        """The deal of the next hand is pure chance, so evaluate before it."""
        return state.step < PLAY_STEP and state.hand_number > 1

    def evaluate(self, state: DecktetState) -> list[float]:
        totals = state.totals
        lead = float(totals[0] - totals[1])
        to_come = state.hands_to_play - state.hand_number
        if state.step < PLAY_STEP:
            value = self._utility_of(lead, to_come + 1)
            return [value, 1.0 - value]
        collect = self._collect
        first, second = state.taken
        if first or second:
            market = state.market
            lead += collect * (worth_under(first, market) - worth_under(second, market))
        seat = state.turn
        hand, other = state.hands
        if seat:
            hand, other = other, hand
            lead = -lead
        if state.plays:
            value = self._answering(state, hand, other, lead, to_come)
        else:
            value = self._leading(hand, other, lead, to_come)
        return [1.0 - value, value] if seat else [value, 1.0 - value]

    def belief(self, state: DecktetState, seat: int) -> Belief[DecktetState] | None:
        return belief_of(state, seat)

    def features(self, state: DecktetState, seat: int) -> list[float]:
        return features.features_of(state, seat)

    def _utility_of(self, lead: float, to_come: int) -> float:
        """The expected utility of a seat that has this lead when a hand ends."""
        place = int(lead * _STEPS + _ENDS + 0.5)
        return self._table[to_come][min(max(place, 0), 2 * _ENDS)]

    def _leading(self, hand: int, other: int, lead: float, to_come: int) -> float:
        """The utility of the seat that leads a season, averaged over both endings of the race."""
        terms = self._hands[hand % _MAX_HANDS]
        if terms.hand != hand:
            terms = self._hand_terms(hand)
        others = self._hands[other % _MAX_HANDS]
        if others.hand != other:
            others = self._hand_terms(other)
        bias, lead_scaled, finish, left, left_lead = self._race
        odds = (
            bias
            + _ROOT[terms.needs + others.needs] * (lead_scaled + terms.race - others.race)
            + terms.strength
            - others.strength
        )
        if terms.needs == 1 and terms.wilds <= 1:
            odds += finish
        wins = 1.0 / (1.0 + exp(-odds))
        held = left + left_lead + terms.winning + others.losing
        lost = left + terms.losing + others.winning
        row = self._table[to_come]
        good = int((lead + GOING_OUT + (held if held > 0.0 else 0.0)) * _STEPS + _ENDS + 0.5)
        bad = int((lead - GOING_OUT - (lost if lost > 0.0 else 0.0)) * _STEPS + _ENDS + 0.5)
        last = 2 * _ENDS
        return (
            wins * row[0 if good < 0 else last if good > last else good]
            + (1.0 - wins) * row[0 if bad < 0 else last if bad > last else bad]
        )

    def _hand_terms(self, hand: int) -> _HandTerms:
        """Compute the terms of a hand, and keep them."""
        low, high = hand & 4095, hand >> 12 & 4095
        cards = size(hand)
        wilds = size(hand >> NUMBER_COUNT)
        links = LOW_LINKS[low] + MIDDLE_LINKS[hand >> 9 & 4095] + HIGH_LINKS[hand >> 18 & 63]
        needs = cards - wilds - links
        race = self._wilds_scaled * wilds - self._chains_scaled * needs - self._cards_scaled * cards
        strength = (
            self._aces * size(hand & ACES)
            + self._ranks * 0.5 * (_STRENGTH[low] + _STRENGTH[high] + 8 * size(high))
            + self._top * size(hand & _HIGHEST_TWO)
        )
        losing = self._left_cards * cards + self._left_chains * needs + self._left_wilds * wilds
        winning = self._left_winner_chains * needs
        terms = _HandTerms(hand, needs, wilds, race, strength, winning, losing)
        self._hands[hand % _MAX_HANDS] = terms
        return terms

    def _answering(
        self, state: DecktetState, hand: int, other: int, lead: float, to_come: int
    ) -> float:
        """The utility of the seat to answer: the better of a pass and its best answer."""
        plays = state.plays
        last = plays[-1]
        on_table = 0
        for play in plays:
            on_table |= play
        collect = self._collect
        market = state.market
        points = worth_under(on_table, market)
        by_bandit = last >> KIND_SHIFT == BANDIT
        if_passed = lead + collect * (points if by_bandit else -points)
        over = state.out >= 0
        if over:
            value = self._utility_of(if_passed - GOING_OUT - size(hand), to_come)
        elif other & NUMBERS:
            value = 1.0 - self._leading(other, hand, -if_passed, to_come)
        elif hand & NUMBERS:
            value = self._leading(hand, other, if_passed, to_come)
        else:
            value = self._utility_of(if_passed, to_come)
        seat = state.turn
        base = state.bases[1] if seat else state.bases[0]
        answers = beating(last, hand, state.table(seat) if base is None else base)
        if not answers:
            return value
        best, least = answers[0], 99
        hands = self._hands
        for answer in answers if len(answers) <= _ANSWERS else answers[:_ANSWERS]:
            rest = hand & ~answer
            terms = hands[rest % _MAX_HANDS]
            if terms.hand != rest:
                terms = self._hand_terms(rest)
            cost = 4 * terms.needs - 2 * terms.wilds
            if cost < least:
                best, least = answer, cost
        rest = hand & ~best & CARDS
        points += worth_under(best, market)
        bandit = best >> KIND_SHIFT == BANDIT
        if_held = lead + collect * (-points if bandit else points)
        if over:
            answered = self._utility_of(if_held - GOING_OUT - size(rest), to_come)
        elif not rest:
            answered = self._utility_of(if_held + GOING_OUT + size(other), to_come)
        else:
            if rest & NUMBERS:
                answered = self._leading(rest, other, if_held, to_come)
            elif other & NUMBERS:
                answered = 1.0 - self._leading(other, rest, -if_held, to_come)
            else:
                answered = self._utility_of(if_held, to_come)
            if other & NUMBERS:
                hold = self._hold_bandit if bandit else self._hold
                countered = 1.0 - self._leading(other, rest, -lead, to_come)
                answered = hold * answered + (1.0 - hold) * countered
        return answered if answered > value else value

    def moves(self, state: DecktetState, legal: list[int]) -> list[int]:
        """The most promising plays of a long list, all of a short one."""
        if len(legal) <= _WIDTH:
            return legal
        return self._ranked(state, legal)[0]

    def priors(self, state: DecktetState, moves: list[int]) -> list[float] | None:
        return self._ranked(state, moves)[1]

    def root_priors(self, state: DecktetState, moves: list[int]) -> list[float] | None:
        """The priors of exactly these moves, which may be a part of those worth searching."""
        ranked, chances = self._ranked(state, moves)
        if ranked == moves:
            return chances
        hand, other = state.hands
        if state.turn:
            hand, other = other, hand
        if state.plays:
            return _chances(answer_scores(hand, moves, size(other)))
        return _chances(lead_scores(hand, moves))

    def play(self, state: DecktetState, rng: Random) -> int:
        """Sample a play by its prior."""
        moves, chances = self._ranked(state, state.legal())
        roll = rng.random()
        for move, chance in zip(moves, chances, strict=True):
            roll -= chance
            if roll < 0.0:
                return move
        return moves[-1]

    def _ranked(self, state: DecktetState, moves: list[int]) -> tuple[list[int], list[float]]:
        """The most promising of these moves, in their order, with their priors.

        Uses only what the seat to act knows.
        """
        hand, other = state.hands
        if state.turn:
            hand, other = other, hand
        if state.plays:
            return _most_promising(moves, answer_scores(hand, moves, size(other)))
        known = self._leads.get(hand)
        if known is None:
            if len(self._leads) > _MAX_LEADS:
                self._leads.clear()
            known = self._leads[hand] = _most_promising(moves, lead_scores(hand, moves))
        return known


def _most_promising(moves: list[int], scores: list[float]) -> tuple[list[int], list[float]]:
    """The moves with the highest scores, in their order, and their priors (a softmax)."""
    if len(moves) > _WIDTH:
        least = sorted(scores)[-_WIDTH]
        ties = _WIDTH
        for score in scores:
            if score > least:
                ties -= 1
        best: list[int] = []
        best_scores: list[float] = []
        for place in range(len(moves)):
            score = scores[place]
            if score == least:
                ties -= 1
            if score > least or (score == least and ties >= 0):
                best.append(moves[place])
                best_scores.append(score)
        moves, scores = best, best_scores
    return moves, _chances(scores)


def _chances(scores: list[float]) -> list[float]:
    """A softmax."""
    weights = [exp(score) for score in scores]
    total = 0.0
    for weight in weights:
        total += weight
    return [weight / total for weight in weights]


_ANSWERS: Final = 12
"""The number of answers, weakest first, that the evaluation considers."""
_WIDTH: Final = 36
"""The most moves that a search considers in one position."""
_MAX_LEADS: Final = 4096
_MAX_HANDS: Final = 32_749
"""The most hands whose terms are kept, about 6 MiB; a prime, which spreads masks well."""

EVALUATOR = DecktetEvaluator()
