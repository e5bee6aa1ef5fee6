"""The base of all knowledge: what a search may ask about a position."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from random import Random
from typing import ClassVar

from caravan_tui.games.contract import CHANCE, OVER, State


def expected_utilities(points: list[float], spread: float, margin: float) -> list[float]:
    """Utilities on the scale of `Knowledge.utility` from the points that the seats may expect.

    The share by rank is the chance to be ahead of each other seat, logistic in the lead with
    `spread` (in points) as scale; `margin` is `Knowledge.MARGIN`. For two seats or more.
    """
    seats = len(points)
    values = []
    for seat in range(seats):
        mine = points[seat]
        best = -1e9
        place = 0.0
        for other in range(seats):
            if other != seat:
                theirs = points[other]
                if theirs > best:
                    best = theirs
                ahead = (mine - theirs) / spread
                place += 1.0 / (1.0 + exp(-ahead)) if ahead > -30.0 else 0.0
        lead = mine - best
        values.append(0.5 * place / (seats - 1) + 0.25 + 0.25 * lead / (abs(lead) + margin))
    return values


class Knowledge:
    """What the search knows of one game. Subclassed in `ai/knowledge/<game>.py`.

    All values are utilities: one number a seat in 0..1, higher is better for that seat, on the
    same scale as `utility`, so that evaluations and results can be averaged.
    """

    WEIGHTS: ClassVar[dict[str, float]] = {}
    """The evaluation's weights by name; a personality changes some of them."""

    STYLES: ClassVar[dict[str, dict[str, float]]] = {}
    """Personalities: a name, and the weights that differ."""

    MARGIN: ClassVar[float] = 20.0
    """A lead of so many points is worth about three quarters of the margin part of `utility`."""

    ROLLOUT: ClassVar[int] = 8
    """Decisions that a rollout plays before it is cut short by `evaluate`; 0: none."""

    OPEN: ClassVar[bool] = False
    """Nothing is hidden: one world is all there is, and the search keeps each node's moves."""

    EXPLORE: ClassVar[float] = 1.0
    """How much the search explores, beside what suits most games (1)."""

    ITERATIONS: ClassVar[dict[str, int]] = {}
    """Iterations of a level, by its name, where the usual number does not suit the game. The
    highest level should think half a second to a second on one core."""

    WARMTH: ClassVar[dict[str, float]] = {}
    """How much more freely a level chooses than usual (1), by its name. A search of few tries sees
    only what the priors like, so a weak level thinks long enough to see more and chooses freely."""

    SIGHT: ClassVar[dict[str, dict[str, float]]] = {}
    """How much a level sees of what a weight counts, by its name: the part of that weight, where it
    is not the whole. A lower level may so overlook what a beginner overlooks."""

    def __init__(self, weights: Mapping[str, float] | None = None) -> None:
        self.weights = {**self.WEIGHTS, **(weights or {})}

    def utility(self, state: State) -> list[float]:
        """The result of a finished match for each seat: half by rank, half by margin.

        The margin is to the best other seat, squashed to 0..1 with `MARGIN` as scale.
        """
        ranks = state.outcome()
        scores = state.scores()
        seats = len(ranks)
        if seats == 1:
            return [scores[0] / (scores[0] + self.MARGIN)] if scores[0] > 0 else [0.0]
        values = []
        for seat in range(seats):
            best = max(scores[other] for other in range(seats) if other != seat)
            lead = scores[seat] - best
            margin = 0.5 + 0.5 * lead / (abs(lead) + self.MARGIN)
            shared = ranks.count(ranks[seat])
            place = 1.0 - (ranks[seat] - 1 + (shared - 1) / 2) / (seats - 1)
            values.append(0.5 * place + 0.5 * margin)
        return values

    def evaluate(self, state: State) -> list[float]:
        """The expected utility of each seat in a running match. It may use all of the state:
        the state is an imagined one. Here: the standing, as if the match ended now."""
        return self.utility(state)

    def moves(self, state: State, legal: list[int]) -> list[int]:
        """The moves worth a search: some of `legal`, in its order, never none.

        It may use what the acting seat knows, not what is imagined for the other seats: the
        search keeps the answer for all worlds in which that seat sees the same.
        """
        return legal

    def root_moves(self, state: State, legal: list[int]) -> list[int]:
        """As `moves`, asked once, where the search begins: what takes long to find out, such as a
        good trade, has its place here."""
        return self.moves(state, legal)

    def horizon(self, state: State) -> bool:
        """Asked where chance is due: is this far enough, so that `evaluate` shall judge here?

        For long rows of chance that tell little, such as the deal of the next hand.
        """
        return False

    def interrupt(self, state: State, seat: int, rng: Random) -> int | None:
        """What a computer seat does out of turn in an imagined state: one of
        `state.interrupts()[seat]`, or None to let it be. Asked once a position, in the
        process of the table, so it takes a few milliseconds at most. It should say None nearly
        always."""
        return None

    def priors(self, state: State, moves: list[int]) -> list[float] | None:
        """How likely each move is to be the best, summing to 1; None: all alike."""
        return None

    def root_priors(self, state: State, moves: list[int]) -> list[float] | None:
        """As `priors`, asked once, where the search begins: it may take as long as `greedy`."""
        return self.priors(state, moves)

    def play(self, state: State, rng: Random) -> int:
        """The move of a rollout: quick, better than random where that is cheap."""
        legal = state.legal()
        return legal[int(rng.random() * len(legal))]

    def greedy(self, state: State, rng: Random) -> int:
        """The move whose position evaluates best for its seat, one ply deep; ties at random."""
        seat = state.to_act()
        moves = self.moves(state, state.legal())
        if len(moves) == 1:
            return moves[0]
        best, best_value = moves[0], -1.0
        for move in moves:
            after = state.clone()
            after.apply(move)
            while after.to_act() == CHANCE and not self.horizon(after):
                after.apply(after.draw(rng))
            values = self.utility(after) if after.to_act() == OVER else self.evaluate(after)
            value = values[seat] + rng.random() * 1e-9
            if value > best_value:
                best, best_value = move, value
        return best
