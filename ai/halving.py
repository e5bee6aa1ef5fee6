"""Sequential halving: how a search of few iterations shares them out among the moves of its root.

Z. Karnin, T. Koren, O. Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013; in
trees: T. Cazenave, "Sequential Halving Applied to Trees", IEEE TCIAIG 7(1), 2015; with priors
beside the values, as here: I. Danihelka, A. Guez, J. Schrittwieser, D. Silver, "Policy Improvement
by Planning with Gumbel", ICLR 2022, of which the noise is left out. Selection by bounds keeps the
regret of all tries small, halving that of the last choice, which alone is played.

The most promising moves get equally many tries, the better half of them as many again, and so on
until two are left. All moves are tried in the same imagined worlds, so that none looks better for
the cards of its world.
"""

from __future__ import annotations

from math import log
from typing import Final, final

from ai.mcts import WORLD_USES, Edge, Node, RootRule

MAX_ITERATIONS: Final = 60
"""The most iterations of a search that shares them out like this."""

CANDIDATES: Final = 8
"""The most moves that are tried."""

TRIES: Final = 2
"""Tries of each move that the budget should be enough for, else fewer moves are tried."""

PRIOR: Final = 0.5
"""The weight of the logarithm of a prior against a value, in standard deviations of the results."""


@final
class Halving(RootRule):
    """The candidates of one search, and how many tries each of them still gets in this round."""

    def __init__(self, root: Node, budget: int) -> None:
        """Choose the candidates.

        Args:
            root: a static node without visits that has its moves, best prior first.
            budget: the iterations that will be run.
        """
        moves = root.moves
        assert moves is not None
        count = min(len(moves), CANDIDATES, max(2, budget // TRIES))
        self.places: list[int] = list(range(count))
        """The moves that are left, by their place in the root."""
        self.next = 0
        """Which of them is next in this pass through all of them."""
        self.left = budget
        self.passes = 0
        """Passes left in this round, with the present one."""
        self._begin_round()

    def _begin_round(self) -> None:
        count = len(self.places)
        rounds = 0
        while 1 << rounds < count:
            rounds += 1
        # The last try is for the better one of the last two, so that it has the most.
        self.passes = max(1, (self.left - 1) // (rounds * count)) if rounds else self.left
        self.next = 0

    def begin_world(self, root: Node, scale: float) -> int:
        if self.next == len(self.places):
            self.next = 0
            self.passes -= 1
            if self.passes <= 0 and len(self.places) > 1:
                self._halve(root, scale)
        return len(self.places) if len(self.places) > 1 else WORLD_USES

    def pick(self, root: Node) -> Edge:
        self.left -= 1
        if len(self.places) == 1:
            return root.edge_at(self.places[0])
        place = self.places[self.next]
        self.next += 1
        return root.edge_at(place)

    def _halve(self, root: Node, scale: float) -> None:
        """Keep the better half, and begin the next round."""
        scores: list[tuple[float, int]] = []
        for place in self.places:
            edge = root.edge_at(place)
            score = edge.mean
            if root.priors is not None:
                score += PRIOR * scale * log(edge.prior + 1e-6)
            scores.append((-score, place))
        scores.sort()
        self.places = [place for _, place in scores[: (len(scores) + 1) // 2]]
        self._begin_round()
