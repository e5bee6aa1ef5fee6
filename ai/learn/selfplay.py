"""Matches to learn from: every position that an evaluation is asked about, and what became of it.

A search compares positions that are one odd move apart, and good play seldom gets to the worse
one: a correction that has seen good play alone takes what good players do for what is good. So a
match begins with up to eight random moves, branches leave it anywhere with one to three, and what
comes before the last random move is not learned from.
"""

from __future__ import annotations

from array import array
from random import Random

import msgspec

from ai.learn.plan import BLOCK, Plan
from ai.search import Searcher
from caravan_tui import files
from caravan_tui.engine import rng as streams
from caravan_tui.games.contract import CHANCE, OVER, State

OPENING = 8
"""The most random moves at the beginning."""
BRANCHES = 8
DETOUR = 3
"""The most random moves at the beginning of a branch."""

LONGEST = 20_000
"""Actions after which a match is dropped as endless."""

NOT_SEARCHED = -1.0


class Course(msgspec.Struct, array_like=True):
    """A match, or a branch, from its last random move on. Rows of single-precision numbers."""

    number: int
    """Of the match."""
    count: int
    """Positions."""
    features: bytes
    """By position, then by seat: the features."""
    values: bytes
    """By position, then by seat: the evaluation without any correction."""
    searched: bytes
    """By position, then by seat: the value of the search's best move, or NOT_SEARCHED."""
    results: list[float]
    """By seat: the utility of the end."""


def play_block(plan: Plan, block: int) -> tuple[int, bytes]:
    """Play the matches of a task, on whatever machine; its number and what `keep_block` keeps."""
    courses: list[Course] = []
    for number in range(block * BLOCK, (block + 1) * BLOCK):
        courses += play(plan, number)
    return block, msgspec.msgpack.encode(courses)


def keep_block(plan: Plan, block: int, data: bytes) -> None:
    """Keep the matches of a task in their file."""
    files.write(plan.block_file(block), data)


def play(plan: Plan, number: int) -> list[Course]:
    """A match and its branches; what did not end is left out."""
    rng = streams.stream(plan.seed, f"learn {plan.game} {plan.seats}", number)
    start: State = plan.rules.setup(plan.options, plan.seats)
    match = _Match(plan, number, rng, BRANCHES)
    courses = [match.play(start, rng.randrange(OPENING + 1))]
    courses += [
        _Match(plan, number, rng).play(fork, 1 + rng.randrange(DETOUR)) for fork in match.forks
    ]
    return [course for course in courses if course is not None and course.count]


class _Match:
    """One match, and what is noted of it."""

    def __init__(self, plan: Plan, number: int, rng: Random, branches: int = 0) -> None:
        self.plan = plan
        self.number = number
        self.rng = rng
        self.evaluator = plan.evaluator
        self.forks: list[State] = []
        """Copies of some of the positions with a choice, each as likely."""
        self._branches = branches
        self._choices = 0
        self._features: array[float] = array("f")
        self._values: array[float] = array("f")
        self._searched: array[float] = array("f")
        self._count = 0

    def play(self, state: State, random_moves: int) -> Course | None:
        """Play on in place to the end; None if there is none."""
        evaluator, rng = self.evaluator, self.rng
        for _ply in range(LONGEST):
            actor = state.to_act()
            if actor == OVER:
                return self._course(evaluator.utility(state))
            if actor == CHANCE:
                if not random_moves and evaluator.horizon(state):
                    self._note(state, None)
                state.apply(state.draw(rng))
                continue
            moves = evaluator.moves(state, state.legal())
            if random_moves:
                random_moves -= 1
                state.apply(moves[int(rng.random() * len(moves))])
                continue
            if len(moves) == 1:
                self._note(state, None)
                state.apply(moves[0])
                continue
            self._keep_fork(state)
            state.apply(self._search(state, actor))
        return None

    def _keep_fork(self, state: State) -> None:
        """Keep a copy, perhaps in place of another one (reservoir sampling)."""
        self._choices += 1
        if len(self.forks) < self._branches:
            self.forks.append(state.clone())
            return
        place = int(self.rng.random() * self._choices)
        if place < self._branches:
            self.forks[place] = state.clone()

    def _search(self, state: State, seat: int) -> int:
        """The move of the search, with the position noted; without iterations, the move that looks
        best one ply deep."""
        plan = self.plan
        if not plan.iterations:
            self._note(state, None)
            return self.evaluator.greedy(state, self.rng)
        view = plan.rules.view(state, seat)
        seed = self.rng.getrandbits(32)
        searcher = Searcher(plan.rules, view, seed, plan.iterations, self.evaluator)
        searcher.step()
        action, visits, sums = searcher.table().rows[0]
        self._note(state, [value / visits for value in sums] if visits else None)
        return action

    def _note(self, state: State, searched: list[float] | None) -> None:
        if self._count == self.plan.first:
            return
        seats = self.plan.seats
        for seat in range(seats):
            self._features.extend(self.evaluator.features(state, seat))
        self._values.extend(self.evaluator.evaluate(state))
        self._searched.extend(searched or [NOT_SEARCHED] * seats)
        self._count += 1

    def _course(self, results: list[float]) -> Course:
        return Course(
            self.number,
            self._count,
            self._features.tobytes(),
            self._values.tobytes(),
            self._searched.tobytes(),
            results,
        )


def read_block(plan: Plan, block: int) -> list[Course]:
    """The matches of a task from their file. Raises OSError or msgspec.DecodeError."""
    return msgspec.msgpack.decode(plan.block_file(block).read_bytes(), type=list[Course])


def missing(plan: Plan) -> list[int]:
    """The tasks that are still to be played; one whose file is damaged is played again."""
    wanted = []
    for block in range(plan.blocks):
        try:
            read_block(plan, block)
        except (OSError, msgspec.DecodeError):
            wanted.append(block)
    return wanted
