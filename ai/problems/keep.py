"""Which of the problems that came up are shipped: no two alike, of every kind and difficulty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from ai.problems.judge import Question
from ai.problems.plan import Plan
from ai.problems.selfplay import Played, Wanted
from caravan_tui.engine.problem import LEVELS, Problem
from caravan_tui.games import registry

LARGEST_SHARE: Final = 0.5
"""The part of the problems of a game that may be of one kind, of one difficulty."""

MOST_ALIKE: Final = 8
"""Problems of a game in which the same move is right, and the same one is tempting."""

COMMON: Final = 0.2
"""The part of the problems of a game from which on a kind of tempting move is common."""


def read(plan: Plan) -> dict[int, Played]:
    """The matches that were looked through, by number; a line that was cut short is left out."""
    if not plan.file.exists():
        return {}
    done = {}
    for line in plan.file.read_bytes().splitlines():
        try:
            played = msgspec.json.decode(line, type=Played)
        except ValueError:
            continue
        done[played.number] = played
    return done


def add(plan: Plan, played: Played) -> None:
    """Keep a match that was looked through. Raises OSError."""
    with plan.file.open("ab") as file:
        if file.tell() and not plan.file.read_bytes().endswith(b"\n"):
            file.write(b"\n")  # the run was killed within a line
        file.write(msgspec.json.encode(played) + b"\n")


def question(problem: Problem) -> Question:
    """What a problem asks."""
    return problem.answer, problem.tempting


def wanted(number: int, problems: Sequence[Problem], kinds: Counter[str]) -> Wanted:
    """What to look for in a match, beside the problems that there are.

    Args:
        number: of the match.
        kinds: how many of the problems have a tempting move of each kind.
    """
    questions = Counter(question(problem) for problem in problems)
    full = frozenset(each for each, count in questions.items() if count >= MOST_ALIKE)
    common = frozenset(kind for kind, count in kinds.items() if count >= COMMON * len(problems))
    return Wanted(number, full, common)


def chosen(matches: Iterable[Played], count: int, shipped: Sequence[Problem] = ()) -> list[Problem]:
    """The problems to ship, the easiest first: at most `count`, as even as what came up allows.

    A match asks the same question once.

    Args:
        matches: those that were looked through.
        shipped: the problems that the game has already: they stay, as users have tried them.
    """
    waiting = [*shipped, *(problem for played in matches for problem in played.problems)]
    kept: list[Problem] = []
    keys: set[str] = set()
    asked: set[tuple[int, Question]] = set()
    kinds: Counter[str] = Counter()
    difficulties: Counter[str] = Counter()
    questions: Counter[Question] = Counter()
    most = max(1, int(LARGEST_SHARE * count))
    rest = []
    for number, problem in enumerate(waiting):
        here = problem.seed, question(problem)
        is_new = number >= len(shipped)
        if problem.key in keys or (is_new and here in asked):
            continue
        questions[question(problem)] += 1
        if questions[question(problem)] > MOST_ALIKE:
            continue
        keys.add(problem.key)
        asked.add(here)
        is_common = kinds[problem.kind] >= most or difficulties[problem.level] >= most
        if is_new and is_common:
            rest.append(problem)
            continue
        kinds[problem.kind] += 1
        difficulties[problem.level] += 1
        kept.append(problem)
    kept = (kept + rest)[:count]
    return sorted(kept, key=lambda problem: (LEVELS.index(problem.level), -problem.gap))


def ship(plan: Plan, problems: Iterable[Problem]) -> None:
    """Write the problems into the folder of their game. Raises OSError."""
    lines = [msgspec.json.encode(problem) + b"\n" for problem in problems]
    registry.problems_file(plan.game).write_bytes(b"".join(lines))
