"""`python -m bench.hands`: how much the plays of a hand of Decktet tell of the cards still held.

    python -m bench.hands [--matches N] [--iterations N] [--seed S]

Two equal searches play matches of one hand. At each decision the hand that the other seat really
holds is looked up in what the deciding seat believes (`evaluator/inference.py`), and its likelihood
is divided by that of all hands being alike. It tells the geometric mean of these ratios by the
cards left in the other hand, with Student's 95 % interval over the matches, and the weight of an
unused link that would have fitted best.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from math import exp, log, sqrt

from attrs import frozen

from ai.arena.ratings import student
from ai.search import Searcher
from caravan_tui.engine import rng
from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, OVER
from caravan_tui.games.decktet.evaluator.inference import HandBelief, belief_of, unused_links
from caravan_tui.games.decktet.pieces import NUMBERS
from caravan_tui.games.decktet.rules import DecktetState

STAGES = ((14, 12), (11, 10), (9, 6), (5, 3), (2, 1))
"""Cards left in the other hand, most and fewest; the third is the middle of a hand."""


@frozen
class Sight:
    """What one decision tells."""

    left: int
    """Cards in the other hand."""
    gain: float
    """The logarithm of the ratio."""
    true_links: int
    """Unused links of the hand that the other seat holds."""
    links: Counter[int]
    """How many of the possible hands have that many."""


def sights_of(seed: int, iterations: int) -> list[Sight]:
    """One match: a line for each decision at which something was believed."""
    game = registry.get("decktet")
    state = game.setup(game.spec.resolve({"hands": 1}, 2), 2)
    assert isinstance(state, DecktetState)
    thinking = rng.stream(seed, "hands")
    sights = []
    ply = 0
    while (actor := state.to_act()) != OVER:
        if actor == CHANCE:
            state.apply(state.draw(rng.chance(seed, ply)))
        else:
            belief = belief_of(state, actor)
            if belief is not None:
                sights.append(sight(state, belief))
            view = game.view(state, actor)
            searcher = Searcher(game, view, thinking.getrandbits(32), iterations)
            searcher.step()
            state.apply(searcher.result().action)
        ply += 1
    return sights


def sight(state: DecktetState, belief: HandBelief) -> Sight:
    """What is believed of the hand that the other seat holds."""
    other = 1 - belief.seat
    hand, played = state.hands[other], state.played_by(other) & NUMBERS
    return Sight(
        hand.bit_count(),
        log(belief.likelihood(hand & NUMBERS) * len(belief.sets)),
        unused_links(hand & NUMBERS, played),
        Counter(unused_links(cards, played) for cards in belief.sets),
    )


def fitted(sights: list[Sight]) -> float:
    """The weight of an unused link under which the true hands are likeliest (Newton's method)."""
    weight = 1.0
    for _ in range(20):
        slope, curve = 0.0, 0.0
        for each in sights:
            shares = {links: n * exp(-weight * links) for links, n in each.links.items()}
            whole = sum(shares.values())
            mean = sum(links * share for links, share in shares.items()) / whole
            square = sum(links * links * share for links, share in shares.items()) / whole
            slope += mean - each.true_links
            curve += square - mean * mean
        weight += slope / max(1e-9, curve)
    return weight


def ratio(gains: list[list[float]]) -> tuple[float, float, float]:
    """The geometric mean over matches with its 95 % interval; the lists go by match."""
    means = [sum(each) / len(each) for each in gains if each]
    middle = sum(means) / len(means)
    variance = sum((mean - middle) ** 2 for mean in means) / max(1, len(means) - 1)
    half = student(max(2, len(means) - 1)) * sqrt(variance / len(means))
    return exp(middle), exp(middle - half), exp(middle + half)


def main() -> int:
    """Play, and print a line for each stage of a hand."""
    parser = argparse.ArgumentParser(prog="python -m bench.hands", description="Likely hands.")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--iterations", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    matches = [
        sights_of(rng.stream(chosen.seed, "hands", number).getrandbits(48), chosen.iterations)
        for number in range(chosen.matches)
    ]
    for most, fewest in STAGES:
        gains = [[each.gain for each in match if fewest <= each.left <= most] for match in matches]
        if any(gains):
            middle, low, high = ratio(gains)
            count = sum(map(len, gains))
            print(f"{most:2} to {fewest:2} cards  {middle:.2f} ({low:.2f} to {high:.2f})  {count}")
    print(f"best weight {fitted([each for match in matches for each in match]):.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
