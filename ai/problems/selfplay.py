"""Matches between computer players, looked through for problems."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterable
from typing import Final

import msgspec
from attrs import frozen

from ai.problems.judge import Judge, Judged, Question, view_of
from ai.problems.plan import Plan
from ai.search import choose
from caravan_tui.engine import rng as streams
from caravan_tui.engine.problem import Problem, comes_to_the_same, kind_of, nobody
from caravan_tui.games.contract import CHANCE, OVER, State, View

PLAYERS: Final = ("porter", "trader", "trader", "trader", "merchant")
"""Who plays: good enough for real positions, weak enough for odd ones."""

OPENING: Final = 6
"""The most random decisions at the beginning."""

LONGEST: Final = 500
"""Actions after which a match is looked through no further, as a problem carries all of them."""

MOST: Final = 3
"""Problems of a match."""

APART: Final = 10
"""Decisions between two problems of a match at least."""

ONWARD: Final = 6
"""Decisions of a line of play after its first."""

LINE_ITERATIONS: Final = 200
"""Of each decision in it."""


@frozen
class Wanted:
    """A match to look through, and what there is enough of already."""

    number: int
    full: frozenset[Question] = frozenset()
    """Questions that are not asked once more."""
    common: frozenset[str] = frozenset()
    """Kinds of tempting moves that come up often: not every position with one is looked at."""


class Played(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match that was looked through."""

    number: int
    looks: int
    """Positions that were judged."""
    problems: list[Problem]


def play(plan: Plan, wanted: Wanted) -> Played:
    """Play a match, and keep the problems that come up in it."""
    return _Match(plan, wanted).play()


def tempting_kinds(problems: Iterable[Problem]) -> Counter[str]:
    """How many of these problems have a tempting move of each kind."""
    kinds: Counter[str] = Counter()
    for problem in problems:
        with contextlib.suppress(ValueError):  # of older rules
            state = problem.position(nobody(problem.seats)).state
            kinds[kind_of(state, problem.tempting)] += 1
    return kinds


class _Match:
    """One match, and what came up."""

    def __init__(self, plan: Plan, wanted: Wanted) -> None:
        number = wanted.number
        self.plan = plan
        self.number = number
        self.wanted = wanted
        self.rng = streams.stream(plan.seed, f"problems {plan.game}", number)
        seats = self.rng.choice(plan.seats)
        self.options = plan.rules.spec.resolve({}, seats)
        self.seats = seats
        self.seed = self.rng.getrandbits(40)
        self.players = [self.rng.choice(PLAYERS) for _seat in range(seats)]
        # Not every position of a common kind, so that problems come from all parts of a match.
        self.share = self.rng.uniform(0.2, 1.0)
        self.judge = Judge(plan)
        self.log: list[int] = []
        self.problems: list[Problem] = []
        self.looks = 0

    def play(self) -> Played:
        """Play and look; ends early once there are problems enough."""
        state: State = self.plan.rules.setup(self.options, self.seats)
        random_moves, since = self.rng.randrange(OPENING + 1), APART
        while (actor := state.to_act()) != OVER and len(self.log) < LONGEST:
            if len(self.problems) == MOST:
                break
            if actor == CHANCE:
                self._apply(state, state.draw(streams.chance(self.seed, len(self.log))))
                continue
            legal = state.legal()
            if len(legal) == 1:
                self._apply(state, legal[0])
                continue
            since += 1
            if random_moves:
                random_moves -= 1
                self._apply(state, legal[int(self.rng.random() * len(legal))])
                continue
            view = view_of(self.plan, state)
            if len(legal) > 2 and since > APART:
                judged = self._look(state, view, legal)
                if judged is not None and not comes_to_the_same(
                    problem := self._problem(state, judged)
                ):
                    self.problems.append(problem)
                    since = 0
            self._apply(state, self._decide(view, self.players[actor]))
        return Played(self.number, self.looks, self.problems)

    def _look(self, state: State, view: View, legal: list[int]) -> Judged | None:
        """What the searches say of a position, if it is looked at."""
        seed, is_in_share = self.rng.getrandbits(30), self.rng.random() < self.share
        glances = self.judge.glance(view, seed)
        if not is_in_share and kind_of(state, glances[0]) in self.wanted.common:
            return None
        self.looks += 1
        return self.judge.judge(view, legal, seed, self.wanted.full, glances)

    def _apply(self, state: State, action: int) -> None:
        state.apply(action)
        self.log.append(action)

    def _decide(self, view: View, level: str) -> int:
        return choose(self.plan.rules, view, level, self.rng.getrandbits(30)).action

    def _problem(self, state: State, judged: Judged) -> Problem:
        lines = [self._line(state, move) for move in (judged.answer, judged.tempting)]
        return Problem(
            game=self.plan.game,
            rules=self.plan.rules.spec.rules_version,
            seats=self.seats,
            options=self.options,
            seed=self.seed,
            log=list(self.log),
            answer=judged.answer,
            tempting=judged.tempting,
            chance=judged.chance,
            gap=judged.gap,
            error=judged.error,
            tempting_loss=judged.tempting_loss,
            iterations=judged.iterations,
            level=judged.level,
            kind=kind_of(state, judged.answer),
            best_line=lines[0],
            tempting_line=lines[1],
        )

    def _line(self, state: State, move: int) -> list[int]:
        return go_on(self.plan, state, move, self.seed, len(self.log))


def go_on(plan: Plan, position: State, move: int, seed: int, ply: int) -> list[int]:
    """How a match may go on with a move: every seat plays what a search of its own view prefers,
    and chance is the match's own."""
    state = position.clone()
    line: list[int] = []

    def apply(action: int) -> None:
        state.apply(action)
        line.append(action)

    apply(move)
    judge = Judge(plan)
    left = ONWARD
    while (actor := state.to_act()) != OVER:
        if actor == CHANCE:
            apply(state.draw(streams.chance(seed, ply + len(line))))
            continue
        if not left:
            break
        left -= 1
        legal = state.legal()
        if len(legal) == 1:
            apply(legal[0])
        else:
            view = view_of(plan, state)
            apply(judge.search(view, LINE_ITERATIONS, left).rows[0][0])
    return line
