"""Which cards the other hand holds, by what it has played.

A caravan is led and answered with the longest row that fits: a card that shares a suit with a
played neighbour in rank would mostly have gone with it. So a hand is the less likely, the more of
its cards link to cards that the same seat has played. How much less was fitted to the hands in
matches of two equal searches (conditional likelihood over all hands that the view allows;
`python -m bench.hands`): a factor of 20 a link. Aces and Crowns showed nothing of the kind.
"""

from __future__ import annotations

from itertools import combinations
from math import exp
from random import Random
from typing import Final, final

from caravan_tui.games.decktet.evaluator.hands import chains
from caravan_tui.games.decktet.pieces import NUMBERS, WILDS
from caravan_tui.games.decktet.rules import DecktetState, sample
from caravan_tui.games.decktet.state import PLAY_STEP
from caravan_tui.games.evaluator import Belief
from caravan_tui.games.kit.bitsets import mask_of, members
from caravan_tui.games.kit.native import size

UNUSED_LINK: Final = 3.0
"""The logarithm of the odds against a hand for each link to a card that its seat has played."""


def unused_links(hand: int, played: int) -> int:
    """How many fewer caravans a hand and what was played need together than apart."""
    return chains(hand) + chains(played) - chains(hand | played)


@final
class HandBelief(Belief[DecktetState]):
    """The number cards that the other hand may hold, and how likely each set of them is."""

    def __init__(self, state: DecktetState, seat: int) -> None:
        """List the sets.

        Args:
            state: any position that the view of `seat` allows, in the middle of a hand: of the
                other hand it uses the number of cards alone.
        """
        other = 1 - seat
        held = state.hands[other]
        hidden = held | state.pool
        self.seat = seat
        self.wilds = hidden & WILDS
        self.wild_count = size(held & WILDS)
        played = state.played_by(other) & NUMBERS
        numbers = hidden & NUMBERS
        self.sets: list[int] = [
            numbers ^ mask_of(aside)
            for aside in combinations(members(numbers), size(numbers) - size(held & NUMBERS))
        ]
        self.shares: list[float] = []
        """By set: its probability, and that of all sets before it."""
        weights = [exp(-UNUSED_LINK * unused_links(cards, played)) for cards in self.sets]
        whole = sum(weights)
        total = 0.0
        for weight in weights:
            total += weight / whole
            self.shares.append(total)

    def imagine(self, state: DecktetState, rng: Random) -> None:
        roll = rng.random()
        low, high = 0, len(self.sets) - 1
        while low < high:
            middle = (low + high) // 2
            if self.shares[middle] > roll:
                high = middle
            else:
                low = middle + 1
        state.suppose(self.seat, self.sets[low] | sample(self.wilds, self.wild_count, rng))

    def likelihood(self, cards: int) -> float:
        """The probability of a set of number cards."""
        place = self.sets.index(cards)
        return self.shares[place] - (self.shares[place - 1] if place else 0.0)


def belief_of(state: DecktetState, seat: int) -> HandBelief | None:
    """What a seat believes of the other hand; None outside a hand, and before there is a play."""
    if state.step != PLAY_STEP or not state.played_by(1 - seat) & NUMBERS:
        return None
    return HandBelief(state, seat)
