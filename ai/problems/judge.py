"""Whether a position is a problem: one move is best, by far, and not at first sight.

What costs least is asked first. All searches are given the view of the seat that decides, so a
problem asks for nothing that cannot be known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from math import sqrt
from typing import Any, Final

from attrs import frozen

from ai import levels
from ai.problems.plan import Plan
from ai.search import RootTable, Searcher, quick
from caravan_tui.engine.problem import LEVELS
from caravan_tui.games import registry
from caravan_tui.games.contract import View

TEN_TIMES: Final = 10
"""How much longer the search is under which the move must still be the best."""

GLANCES: Final = 3
"""Looks at the next position alone; the move must be in none of them."""

FIRST_LOOK: Final = 50
"""Iterations of the search that most positions get no further than."""

SURE: Final = 2.0
"""Standard errors by which the gap must be more than the least one."""

MOST_MOVES: Final = 64
"""Legal moves up to which the search looks at all of them for the second best, beyond at those that
are worth it."""

TRIES: Final = 5
"""Searches of a level; it finds a move that most of them play."""

LONG_TRIES: Final = 3
"""The same of a level that searches `LONG` iterations or more."""

LONG: Final = 1000

Question = tuple[int, int]
"""What makes two problems alike: the best move, and the one that looks best."""


@frozen
class Judged:
    """What the searches say of a problem."""

    answer: int
    tempting: int
    chance: float
    gap: float
    error: float
    tempting_loss: float
    iterations: int
    level: str


@frozen
class Value:
    """What a seat expects of a move, and the standard error of that."""

    mean: float
    error: float


class Judge:
    """Judges positions of one game."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.game = plan.rules
        self.evaluator = registry.evaluator(plan.game)

    def search(
        self, view: View, iterations: int, seed: int, moves: Sequence[int] = ()
    ) -> RootTable:
        """A search of a position from the view of the seat to act."""
        searcher = Searcher(self.game, view, seed, iterations, self.evaluator, moves=moves)
        searcher.step()
        return searcher.table()

    def glance(self, view: View, seed: int) -> list[int]:
        """The moves that looks at the next position alone prefer."""
        return [
            quick(self.game, view, self.evaluator, seed + number).action
            for number in range(GLANCES)
        ]

    def judge(
        self,
        view: View,
        legal: Sequence[int],
        seed: int,
        full: Collection[Question] = (),
        glances: Sequence[int] = (),
    ) -> Judged | None:
        """The problem that a position is; None if it is none.

        Args:
            full: questions of which there are enough.
            glances: what `glance` says, if that is known.
        """
        plan = self.plan
        glances = glances or self.glance(view, seed)
        tempting = Counter(glances).most_common(1)[0][0]
        if full and all((move, tempting) in full for move in self._others(view, glances, seed)):
            return None
        answer = self.search(view, FIRST_LOOK, seed).rows[0][0]
        if answer in glances or (answer, tempting) in full:
            return None
        for iterations in (plan.iterations // 4, plan.iterations):
            table = self.search(view, iterations, seed)
            answer = table.rows[0][0]
            if answer in glances or self._lead(table) < plan.gap / 2:
                return None
        if self._gap(view, legal, answer, plan.iterations, seed)[1] < plan.gap:
            return None
        return self.confirm(view, legal, answer, glances, seed)

    def confirm(
        self, view: View, legal: Sequence[int], answer: int, glances: Sequence[int], seed: int
    ) -> Judged | None:
        """The problem, if its answer is the best move of longer searches, too."""
        plan, longer = self.plan, TEN_TIMES * self.plan.iterations
        if self.search(view, longer, seed + 1).rows[0][0] != answer:
            return None
        pairs = [self._gap(view, legal, answer, longer // 2, seed + 2)]
        # Whatever the second comparison says, the error is half of this one's at least.
        if pairs[0][1] - pairs[0][2] / 2 < plan.gap:
            return None
        pairs.append(self._gap(view, legal, answer, longer // 2, seed + 3))
        gap = sum(gap for _chance, gap, _error in pairs) / 2
        spread = abs(pairs[0][1] - pairs[1][1]) / 2
        error = max(spread, sqrt(sum(error**2 for _chance, _gap, error in pairs)) / 2)
        if gap - SURE * error < plan.gap:
            return None
        chance = sum(pair[0] for pair in pairs) / 2
        tempting = Counter(glances).most_common(1)[0][0]
        lower = self._value(self.search(view, longer // 2, seed + 4, [tempting]), tempting).mean
        return Judged(
            answer, tempting, _share(chance), _share(gap), _share(error),
            _share(max(gap, chance - lower)), longer, self._level(view, answer, seed),
        )  # fmt: skip

    def agrees(self, view: View, answer: int, iterations: int, seed: int) -> bool:
        """Whether a search of a position finds this answer."""
        return self.search(view, iterations, seed).rows[0][0] == answer

    def _others(self, view: View, glances: Sequence[int], seed: int) -> list[int]:
        """The moves that a search would look at, without those that a glance prefers."""
        searcher = Searcher(self.game, view, seed, 1, self.evaluator)
        moves = searcher.tree.root.moves
        assert moves is not None
        return [move for move in moves if move not in glances]

    def _lead(self, table: RootTable) -> float:
        """By how much the best move seems better than the next one, in a search that tried others
        less."""
        values = [sums[table.seat] / visits for _move, visits, sums in table.rows[:3] if visits]
        return values[0] - max(values[1:]) if len(values) > 1 else 0.0

    def _gap(
        self, view: View, legal: Sequence[int], answer: int, iterations: int, seed: int
    ) -> tuple[float, float, float]:
        """What the answer expects, by how much the best of all other moves expects less, and the
        standard error of that: of a search of the answer alone and one of the others, equally
        long, as a move that a search tries less seems worse than it is."""
        others = [move for move in self._worth_it(view, legal, seed) if move != answer]
        best = self._value(self.search(view, iterations, seed, [answer]), answer)
        rest = self.search(view, iterations, seed, others)
        tried = max(1, rest.iterations // (2 * len(others)))
        second = max(
            (self._value(rest, move) for move, visits, _sums in rest.rows if visits >= tried),
            key=lambda value: value.mean,
        )
        return best.mean, best.mean - second.mean, sqrt(best.error**2 + second.error**2)

    def _worth_it(self, view: View, legal: Sequence[int], seed: int) -> Sequence[int]:
        if len(legal) <= MOST_MOVES:
            return legal
        searcher = Searcher(self.game, view, seed, 1, self.evaluator)
        moves = searcher.tree.root.moves
        assert moves is not None
        return moves

    def _value(self, table: RootTable, move: int) -> Value:
        visits, total = next((visits, sums) for row, visits, sums in table.rows if row == move)
        mean = total[table.seat] / visits
        return Value(mean, table.spread / sqrt(visits))

    def _level(self, view: View, answer: int, seed: int) -> str:
        """The weakest computer player that finds the answer."""
        for name in LEVELS[:-1]:
            if self._finds(name, view, answer, seed):
                return name
        return LEVELS[-1]

    def _finds(self, name: str, view: View, answer: int, seed: int) -> bool:
        evaluator = registry.evaluator(self.plan.game, None, name)
        level = levels.get(name).suited(evaluator)
        tries = TRIES if level.iterations < LONG else LONG_TRIES
        finds = 0
        for number in range(tries):
            searcher = Searcher(
                self.game,
                view,
                seed + 10 + number,
                level.iterations,
                evaluator,
                takes_obvious=level.takes_obvious,
            )
            searcher.step()
            finds += searcher.result(level, seed + number).action == answer
        return 2 * finds > tries


def _share(value: float) -> float:
    return round(min(1.0, max(0.0, value)), 4)


def view_of(plan: Plan, state: Any) -> View:
    """What the seat to act sees of a position."""
    view: View = plan.rules.view(state, state.to_act())
    return view
