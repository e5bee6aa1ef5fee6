"""The base of every game's evaluator: what a search may ask about a position.

How the search uses it is in `ai/mcts.py`: `evaluate` at a leaf (as the value network of PUCT:
Silver et al., "Mastering the game of Go without human knowledge", 2017), `priors` in selection,
and values for all seats, each maximising its own (max^n: Luckhardt and Irani, 1986). Hidden
information is sampled, one world per iteration (ISMCTS: Cowling, Powley and Whitehouse,
"Information Set Monte Carlo Tree Search", 2012).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from random import Random
from typing import ClassVar, Generic, TypeVar

from mypy_extensions import mypyc_attr

from caravan_tui.games.kit.correction import Correction
from caravan_tui.games.state import CHANCE, OVER, State


def expected_utilities(points: list[float], spread: float, margin: float) -> list[float]:
    """Utilities, 0 to 1 for each seat, from the points that each seat can expect in the end.

    They are on the scale of `Evaluator.utility`. The half by rank is the probability of being
    ahead of each other seat: logistic in the lead, with `spread` as scale, in points. `margin` is
    `Evaluator.MARGIN_SCALE`, in points. Two seats or more.
    """
    seats = len(points)
    values = []
    for seat in range(seats):
        own_points = points[seat]
        best = -1e9
        place = 0.0
        for other in range(seats):
            if other != seat:
                other_points = points[other]
                if other_points > best:
                    best = other_points
                ahead = (own_points - other_points) / spread
                place += 1.0 / (1.0 + exp(-ahead)) if ahead > -30.0 else 0.0
        lead = own_points - best
        values.append(0.5 * place / (seats - 1) + 0.25 + 0.25 * lead / (abs(lead) + margin))
    return values


S = TypeVar("S", bound=State)


@mypyc_attr(allow_interpreted_subclasses=True)
class Belief(Generic[S]):
    """What the others' moves tell a seat of what is hidden from it."""

    def imagine(self, state: S, rng: Random) -> None:
        """Imagine anew, in place, what the seat does not know, as likely as it is believed to be.

        Args:
            state: a position that the seat's view allows.
        """
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluator(Generic[S]):
    """What the search knows about one game. Subclassed in `games/<game>/evaluator/evaluate.py`.

    All values are utilities: a list with one number for each seat, 0 to 1, higher is better for
    that seat. They are on the same scale as `utility`, so that evaluations and results can be
    averaged. Scores and margins are in points of the game.

    It is made anew from `weights` for the game itself, each style and each level that sees less, so
    `__init__` takes weights alone. What it works out of positions it keeps in its own attributes:
    a worker that holds too much lets the whole object go.
    """

    WEIGHTS: ClassVar[dict[str, float]] = {}
    """The weights of the evaluation, by name; a style changes some of them."""

    STYLES: ClassVar[dict[str, dict[str, float]]] = {}
    """Styles of play (personalities): by name, the weights that differ."""

    MARGIN_SCALE: ClassVar[float] = 20.0
    """The lead, in points, at which the margin half of `utility` is at three quarters."""

    ROLLOUT_DEPTH: ClassVar[int] = 8
    """The number of decisions in a rollout before `evaluate` judges the position; 0: no rollout."""

    PERFECT_INFORMATION: ClassVar[bool] = False
    """Nothing is hidden: the search needs one world only, and caches the moves of each node."""

    EXPLORATION_SCALE: ClassVar[float] = 1.0
    """A factor on the exploration term of the selection rule; 1 suits most games."""

    ITERATIONS: ClassVar[dict[str, int]] = {}
    """The iterations per decision of levels, by name, where the usual number does not suit the
    game. The highest level should take half a second to a second on one core."""

    TEMPERATURE_SCALE: ClassVar[dict[str, float]] = {}
    """A factor on the temperature of levels, by name; 1 is usual, higher chooses more randomly.
    A search of few iterations sees little beyond the priors, so a weak level searches long
    enough to see more, and then chooses more randomly."""

    VISIBLE_TERMS: ClassVar[dict[str, dict[str, float]]] = {}
    """By level, the share of each weight that the level sees, 0 to 1; weights that are not named
    count in full. A low level can so overlook what beginners overlook."""

    FEATURES: ClassVar[tuple[str, ...]] = ()
    """The names of `features`, in their order; none: nothing can be learned."""

    corrections: dict[int, Correction]
    """What was learned, by number of seats; empty for styles and for levels that do not see all
    terms, as it was learned with the game's own weights."""

    def __init__(self, weights: Mapping[str, float] | None = None) -> None:
        self.weights = {**self.WEIGHTS, **(weights or {})}
        self.corrections = {}

    def utility(self, state: S) -> list[float]:
        """The utility of a finished match for each seat: half by rank, half by margin.

        The margin is the lead over the best other seat, mapped to 0..1 with `MARGIN_SCALE`.
        """
        ranks = state.outcome()
        scores = state.scores()
        seats = len(ranks)
        if seats == 1:
            return [scores[0] / (scores[0] + self.MARGIN_SCALE)] if scores[0] > 0 else [0.0]
        values = []
        for seat in range(seats):
            best = max(scores[other] for other in range(seats) if other != seat)
            lead = scores[seat] - best
            margin = 0.5 + 0.5 * lead / (abs(lead) + self.MARGIN_SCALE)
            shared = ranks.count(ranks[seat])
            place = 1.0 - (ranks[seat] - 1 + (shared - 1) / 2) / (seats - 1)
            values.append(0.5 * place + 0.5 * margin)
        return values

    def evaluate(self, state: S) -> list[float]:
        """The expected utility of each seat in a running match.

        It may use the whole state, as the state is a determinized one. Here: the standing, as if
        the match ended now.
        """
        return self.utility(state)

    def features(self, state: S, seat: int) -> list[float]:
        """What a correction may look at, for one seat: the terms of `evaluate` and plain counts,
        about -1 to 1 each, in the order of `FEATURES`. A new list each time.

        It may use the whole state, at any position that `evaluate` is asked about.
        """
        return []

    def judge(self, state: S) -> list[float]:
        """`evaluate`, corrected by what was learned from matches: the leaves of a search."""
        values = self.evaluate(state)
        correction = self.corrections.get(len(values))
        if correction is None:
            return values
        rows = [self.features(state, seat) for seat in range(len(values))]
        return correction.corrected(values, rows)

    def moves(self, state: S, legal: list[int]) -> list[int]:
        """The moves worth searching: at least one of `legal`, in its order.

        It may use what the acting seat knows, but nothing that was determinized: the search
        caches the answer for all worlds of the seat's information set.
        """
        return legal

    def root_moves(self, state: S, legal: list[int]) -> list[int]:
        """Like `moves`, called once for each decision, at the root: the place for what takes long
        to compute, such as a good trade."""
        return self.moves(state, legal)

    def sensible(self, state: S, moves: list[int], steps: Sequence[int]) -> list[int]:
        """Leave out, at the root, what nobody should play: moves that take back a step of this
        turn, or that another move always beats. At least one of `moves` is left.

        Args:
            steps: what the seat to act has done since its turn began, as far as that is known.
        """
        return moves

    def obvious(self, state: S, moves: list[int]) -> list[int]:
        """The moves that everybody sees and plays, such as a delivery; mostly none. The lowest
        levels choose among these alone."""
        return []

    def belief(self, state: S, seat: int) -> Belief[S] | None:
        """What a seat believes of what is hidden from it; None: all that its view allows is as
        likely as `determinize` makes it.

        Called once for each decision. Of the state, which is a determinized one, it may use what
        the seat knows and nothing else.
        """
        return None

    def horizon(self, state: S) -> bool:
        """Whether `evaluate` judges this chance node, instead of searching on.

        For long sequences of chance that matter little, such as the deal of the next hand.
        """
        return False

    def interrupt(self, state: S, seat: int, rng: Random) -> int | None:
        """The interrupt that a computer seat plays in a determinized state: one of
        `state.interrupts()[seat]`, or None, which should be the answer nearly always.

        Called once for each position in the process of the table: it must not take more than a
        few milliseconds.
        """
        return None

    def priors(self, state: S, moves: list[int]) -> list[float] | None:
        """The probability that each of `moves` is the best, in their order, summing to 1; None: all
        equal."""
        return None

    def root_priors(self, state: S, moves: list[int]) -> list[float] | None:
        """Like `priors`, called once for each decision, at the root: may be as slow as `greedy`."""
        return self.priors(state, moves)

    def play(self, state: S, rng: Random) -> int:
        """A move of a rollout: fast, and better than random where that is cheap."""
        legal = state.legal()
        return legal[int(rng.random() * len(legal))]

    def greedy(self, state: S, rng: Random) -> int:
        """The move after which `evaluate` is best for the acting seat, one ply deep.

        Ties are broken at random."""
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
