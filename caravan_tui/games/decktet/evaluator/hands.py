"""How many caravans a hand still needs, and how promising its plays are."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from caravan_tui.games.decktet.actions import BANDIT, KIND_SHIFT, PASS_KIND, RANK_SHIFT
from caravan_tui.games.decktet.pieces import NUMBER_COUNT, NUMBERS, SUITS
from caravan_tui.games.kit.native import size


def _links(below: int, above: int, rank: int) -> int:
    """The size of a maximum matching between cards of one rank (0 is rank 2) and of the next.

    Cards match if they share a suit. `below` and `above` have three bits, one per card.
    """
    if not below:
        return 0
    card = below.bit_length() - 1
    rest = below ^ 1 << card
    best = _links(rest, above, rank)
    for other in range(3):
        if above >> other & 1 and SUITS[3 * rank + card] & SUITS[3 * rank + 3 + other]:
            best = max(best, 1 + _links(rest, above ^ 1 << other, rank))
    return best


_PAIR: Final = [[_links(bits & 7, bits >> 3, rank) for bits in range(64)] for rank in range(7)]
_LOW: Final = [_PAIR[0][b & 63] + _PAIR[1][b >> 3 & 63] + _PAIR[2][b >> 6] for b in range(4096)]
_MIDDLE: Final = [_PAIR[3][b & 63] + _PAIR[4][b >> 3 & 63] + _PAIR[5][b >> 6] for b in range(4096)]
_HIGH: Final = _PAIR[6]


def chains(hand: int) -> int:
    """The fewest caravans that use all number cards of a hand, without Aces and Crowns.

    Exact: a card has at most one neighbour on either side, and links between two ranks do not
    affect other links, so it is the number of cards less the maximum of links rank by rank.
    """
    return (
        size(hand & NUMBERS)
        - _LOW[hand & 4095]
        - _MIDDLE[hand >> 9 & 4095]
        - _HIGH[hand >> 18 & 63]
    )


LOW_LINKS: Final = _LOW
MIDDLE_LINKS: Final = _MIDDLE
HIGH_LINKS: Final = _HIGH
"""Links among the ranks 2-5, 5-8 and 8-9, by the cards of those ranks: the terms of `chains`, for
hot code."""


def lead_scores(hand: int, moves: list[int]) -> list[float]:
    """The score of each lead: the logarithm of how often it is best, fitted to searches.

    A lead is good if it leaves few caravans to play, uses few Aces and Crowns, is long, and, if
    long, low.
    """
    base = 2.7 * chains(hand) - 0.8 * size(hand >> NUMBER_COUNT)
    low, middle, high = _LOW, _MIDDLE, _HIGH
    shape = _SHAPE
    scores = [_OUT] * len(moves)
    for place in range(len(moves)):
        move = moves[place]
        rest: i64 = hand & ~move
        if rest:
            scores[place] = (
                base
                + shape[move >> RANK_SHIFT]
                - 2.7 * size(rest & NUMBERS)
                + 2.7 * (low[rest & 4095] + middle[rest >> 9 & 4095] + high[rest >> 18 & 63])
                + 0.8 * size(rest >> NUMBER_COUNT)
            )
    return scores


_SHAPE: Final = [
    0.36 * (shape >> 4) - 0.1 * ((shape >> 4) - 1) * ((shape & 15) - 5.5) for shape in range(144)
]
"""The score of a caravan's length and rank, by the upper bits of the action."""
_OUT: Final = 10.0
"""The score of a play that empties the hand."""


def answer_scores(hand: int, moves: list[int], other_cards: int) -> list[float]:
    """The score of each answer or pass, on the scale of `lead_scores`."""
    base = 2.6 * chains(hand)
    held = size(hand >> NUMBER_COUNT)
    close = other_cards <= 4
    bandits = _BANDITS_CLOSE if close else _BANDITS
    late = 0.7 if close else 0.0
    scores = [_OUT] * len(moves)
    for place in range(len(moves)):
        move = moves[place]
        kind = move >> KIND_SHIFT
        rest: i64 = hand & ~move
        if kind == PASS_KIND:
            scores[place] = -0.6 if close else -0.5
        elif rest:
            score = base - 2.6 * (
                size(rest & NUMBERS)
                - _LOW[rest & 4095]
                - _MIDDLE[rest >> 9 & 4095]
                - _HIGH[rest >> 18 & 63]
            )
            if kind == BANDIT:
                score += bandits[move >> RANK_SHIFT & 15]
            else:
                score -= 0.5 * (held - size(rest >> NUMBER_COUNT)) + late
            scores[place] = score
    return scores


_BANDITS: Final = [0.0, 0.6, -0.1, -0.15, 0.7]
"""Scores of bandits by strength (`actions.ACE` and so on)."""
_BANDITS_CLOSE: Final = [0.0, 1.6, 0.9, 0.85, 1.7]
"""The same when the opponent's hand is nearly empty."""
