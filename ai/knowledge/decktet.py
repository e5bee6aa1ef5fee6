"""What the search knows of Caravan (Decktet).

A hand is a race to empty one's cards: it brings about 7.5 points, the collected cards about one.
So the evaluation estimates who goes out first, from the caravans that each hand still needs, its
Aces and Crowns and who leads, and turns the two ways the hand may end into utilities.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import erf, exp, sqrt
from random import Random
from typing import ClassVar

from ai.knowledge.base import Knowledge
from ai.knowledge.decktet_hands import (
    HIGH_LINKS,
    LOW_LINKS,
    MIDDLE_LINKS,
    answer_scores,
    lead_scores,
)
from caravan_tui.games.contract import State
from caravan_tui.games.decktet.actions import BANDIT, CARDS, KIND_SHIFT, beating
from caravan_tui.games.decktet.cards import ACES, NUMBER_COUNT, NUMBERS, OF_SUIT
from caravan_tui.games.decktet.rules import GOING_OUT, PLAY_STEP, Caravan

_REACH = 80
"""Largest lead, in points, that is told apart from a larger one."""
_STEPS = 4
"""Entries of the table of utilities a point."""
_ENDS = _REACH * _STEPS
_HAND_VARIANCE = 60.0
"""Variance of the difference of points that one hand brings."""
_OPEN_VARIANCE = 6.0
"""Variance of what is still open in a hand once it is known who goes out."""

_HIGHEST_TWO = 0b111111 << 18
_STRENGTH = [0] * 4096
"""By four ranks of number cards (2-5; the same less 16 a card for 6-9): twice how far the ranks lie
above the middle, 5.5, summed."""
for _bits in range(4096):
    _STRENGTH[_bits] = sum(2 * (_card // 3) - 7 for _card in range(12) if _bits >> _card & 1)
_ROOT = [1.0 / sqrt(count + 1) for count in range(40)]


def _utilities(margin: float) -> list[list[float]]:
    """By hands to come after this one and lead in quarter points: the expected utility."""
    nodes = [(x / 4.0, exp(-x * x / 32.0)) for x in range(-12, 13)]
    whole = sum(weight for _x, weight in nodes)
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
            row.append(0.5 * place + 0.25 + 0.25 * share / whole)
        table.append(row)
    return table


_Hand = tuple[int, int, float, float, float, float]
"""What a hand brings into the race by itself: the caravans that its number cards still need, its
Aces and Crowns, its part of the odds that counts the more the fewer caravans are left, the part
that always counts, and what it adds to the cards left with the loser if it wins and if it loses."""


class DecktetKnowledge(Knowledge):
    """Who wins the race, and what it brings."""

    MARGIN = 20.0
    ROLLOUT = 0

    WEIGHTS: ClassVar[dict[str, float]] = {
        # The leader's chance to go out first, as a logistic regression over self-play of the
        # search. `scaled` ones count the more the fewer caravans are left.
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
        # Points of collected cards.
        "collect": 1.0,
    }

    STYLES: ClassVar[dict[str, dict[str, float]]] = {
        # Keeps Aces and Crowns, and trusts less that an answer holds the lead.
        "cautious": {"wilds_scaled": 2.9, "hold": 0.55},
        # Plays for cards that pay, and away from those that cost.
        "greedy": {"collect": 1.7},
        # Out first, whatever is collected on the way.
        "racer": {"collect": 0.6, "finish": 2.5},
        # Leaves the others with many cards.
        "spoiler": {"left_cards": 0.68},
    }

    def __init__(self, weights: Mapping[str, float] | None = None) -> None:
        super().__init__(weights)
        self._table = _utilities(self.MARGIN)
        self._race = (
            self.weights["bias"],
            self.weights["lead_scaled"],
            self.weights["finish"],
            self.weights["left"],
            self.weights["left_lead"],
        )
        self._leads: dict[int, tuple[list[int], list[float]]] = {}
        self._hands: dict[int, _Hand] = {}

    def horizon(self, state: State) -> bool:
        """The deal of the next hand tells nothing."""
        assert isinstance(state, Caravan)
        return state.step < PLAY_STEP and state.hand_number > 1

    def evaluate(self, state: State) -> list[float]:
        assert isinstance(state, Caravan)
        totals = state.totals
        lead = float(totals[0] - totals[1])
        to_come = state.hands_to_play - state.hand_number
        if state.step < PLAY_STEP:
            value = self._utility_of(lead, to_come + 1)
            return [value, 1.0 - value]
        collect = self.weights["collect"]
        first, second = state.taken
        if first or second:
            points = 0
            for card in state.market:
                suit = OF_SUIT[(card - NUMBER_COUNT) % 6]
                count = (first & suit).bit_count() - (second & suit).bit_count()
                points += count if card >= 30 else -count
            lead += collect * points
        seat = state.turn
        mine, other = state.hands[seat], state.hands[1 - seat]
        if seat:
            lead = -lead
        if state.plays:
            value = self._answering(state, mine, other, lead, to_come)
        else:
            value = self._leading(mine, other, lead, to_come)
        return [1.0 - value, value] if seat else [value, 1.0 - value]

    def _utility_of(self, lead: float, to_come: int) -> float:
        """The expected utility of a seat with this lead when a hand ends so."""
        place = int(lead * _STEPS + _ENDS + 0.5)
        return self._table[to_come][min(max(place, 0), 2 * _ENDS)]

    def _leading(self, mine: int, other: int, lead: float, to_come: int) -> float:
        """The utility of the seat that leads a season: both ways the race may end, weighed."""
        hands = self._hands
        one = hands.get(mine) or self._look(mine)
        two = hands.get(other) or self._look(other)
        needs, wilds, race, strength, winning, losing = one
        needs_of_other, _wilds, race_of_other, strength_of_other, if_won, if_lost = two
        bias, lead_scaled, finish, left, left_lead = self._race
        odds = (
            bias
            + _ROOT[needs + needs_of_other] * (lead_scaled + race - race_of_other)
            + strength
            - strength_of_other
        )
        if needs == 1 and wilds <= 1:
            odds += finish
        wins = 1.0 / (1.0 + exp(-odds))
        held = left + left_lead + winning + if_lost
        lost = left + losing + if_won
        row = self._table[to_come]
        good = int((lead + GOING_OUT + (held if held > 0.0 else 0.0)) * _STEPS + _ENDS + 0.5)
        bad = int((lead - GOING_OUT - (lost if lost > 0.0 else 0.0)) * _STEPS + _ENDS + 0.5)
        last = 2 * _ENDS
        return (
            wins * row[0 if good < 0 else last if good > last else good]
            + (1.0 - wins) * row[0 if bad < 0 else last if bad > last else bad]
        )

    def _look(self, hand: int) -> _Hand:
        """What a hand brings into the race by itself."""
        weights = self.weights
        low, high = hand & 4095, hand >> 12 & 4095
        cards = hand.bit_count()
        wilds = (hand >> NUMBER_COUNT).bit_count()
        links = LOW_LINKS[low] + MIDDLE_LINKS[hand >> 9 & 4095] + HIGH_LINKS[hand >> 18 & 63]
        needs = cards - wilds - links
        race = (
            weights["wilds_scaled"] * wilds
            - weights["chains_scaled"] * needs
            - weights["cards_scaled"] * cards
        )
        strength = (
            weights["aces"] * (hand & ACES).bit_count()
            + weights["ranks"] * 0.5 * (_STRENGTH[low] + _STRENGTH[high] + 8 * high.bit_count())
            + weights["top"] * (hand & _HIGHEST_TWO).bit_count()
        )
        losing = (
            weights["left_cards"] * cards
            + weights["left_chains"] * needs
            + weights["left_wilds"] * wilds
        )
        if len(self._hands) >= _HANDS_KEPT:
            self._hands.clear()
        winning = weights["left_winner_chains"] * needs
        found = self._hands[hand] = (needs, wilds, race, strength, winning, losing)
        return found

    def _answering(self, state: Caravan, mine: int, other: int, lead: float, to_come: int) -> float:
        """The utility of the seat that must answer: the better of a pass and its best answer."""
        plays = state.plays
        last = plays[-1]
        on_table = 0
        for play in plays:
            on_table |= play
        collect = self.weights["collect"]
        market = state.market
        points = 0
        for card in market:
            count = (on_table & OF_SUIT[(card - NUMBER_COUNT) % 6]).bit_count()
            points += count if card >= 30 else -count
        by_bandit = last >> KIND_SHIFT == BANDIT
        if_passed = lead + collect * (points if by_bandit else -points)
        over = state.out >= 0
        if over:
            value = self._utility_of(if_passed - GOING_OUT - mine.bit_count(), to_come)
        elif other & NUMBERS:
            value = 1.0 - self._leading(other, mine, -if_passed, to_come)
        elif mine & NUMBERS:
            value = self._leading(mine, other, if_passed, to_come)
        else:
            value = self._utility_of(if_passed, to_come)
        base = state.bases[state.turn]
        answers = beating(last, mine, state.table(state.turn) if base is None else base)
        if not answers:
            return value
        best, least = answers[0], 99
        hands = self._hands
        for answer in answers[:_ANSWERS]:
            rest = mine & ~answer
            found = hands.get(rest) or self._look(rest)
            cost = 4 * found[0] - 2 * found[1]
            if cost < least:
                best, least = answer, cost
        rest = mine & ~best & CARDS
        for card in market:
            count = (best & OF_SUIT[(card - NUMBER_COUNT) % 6]).bit_count()
            points += count if card >= 30 else -count
        bandit = best >> KIND_SHIFT == BANDIT
        if_held = lead + collect * (-points if bandit else points)
        if over:
            answered = self._utility_of(if_held - GOING_OUT - rest.bit_count(), to_come)
        elif not rest:
            answered = self._utility_of(if_held + GOING_OUT + other.bit_count(), to_come)
        else:
            if rest & NUMBERS:
                answered = self._leading(rest, other, if_held, to_come)
            elif other & NUMBERS:
                answered = 1.0 - self._leading(other, rest, -if_held, to_come)
            else:
                answered = self._utility_of(if_held, to_come)
            if other & NUMBERS:
                hold = self.weights["hold_bandit" if bandit else "hold"]
                countered = 1.0 - self._leading(other, rest, -lead, to_come)
                answered = hold * answered + (1.0 - hold) * countered
        return answered if answered > value else value

    def moves(self, state: State, legal: list[int]) -> list[int]:
        """The likeliest plays of a long list; all of a short one."""
        if len(legal) <= _WIDTH:
            return legal
        assert isinstance(state, Caravan)
        return self._weighed(state, legal)[0]

    def priors(self, state: State, moves: list[int]) -> list[float] | None:
        assert isinstance(state, Caravan)
        return self._weighed(state, moves)[1]

    def play(self, state: State, rng: Random) -> int:
        """A play drawn by how likely it is to be the best."""
        assert isinstance(state, Caravan)
        moves, chances = self._weighed(state, state.legal())
        roll = rng.random()
        for move, chance in zip(moves, chances, strict=True):
            roll -= chance
            if roll < 0.0:
                return move
        return moves[-1]

    def _weighed(self, state: Caravan, moves: list[int]) -> tuple[list[int], list[float]]:
        """The likeliest of these moves, in their order, with their chances to be the best.

        Only what the seat to act knows goes in.
        """
        seat = state.turn
        hand = state.hands[seat]
        if state.plays:
            other_cards = state.hands[1 - seat].bit_count()
            return _likeliest(moves, answer_scores(hand, moves, other_cards))
        known = self._leads.get(hand)
        if known is None:
            if len(self._leads) > _LEADS_KEPT:
                self._leads.clear()
            known = self._leads[hand] = _likeliest(moves, lead_scores(hand, moves))
        return known


def _likeliest(moves: list[int], scores: list[float]) -> tuple[list[int], list[float]]:
    """The moves of the highest scores, in their order, and their chances by a softmax."""
    if len(moves) > _WIDTH:
        places = sorted(range(len(moves)), key=scores.__getitem__, reverse=True)[:_WIDTH]
        places.sort()
        moves = [moves[place] for place in places]
        scores = [scores[place] for place in places]
    weights = [exp(score) for score in scores]
    whole = sum(weights)
    return moves, [weight / whole for weight in weights]


_ANSWERS = 12
"""Answers that the evaluation looks at, of those that take least."""
_WIDTH = 36
"""Moves that a search looks at in one position."""
_LEADS_KEPT = 4096
_HANDS_KEPT = 65_536
"""Hands whose part in the race is remembered before all are forgotten: some 15 MiB."""

KNOWLEDGE = DecktetKnowledge()
