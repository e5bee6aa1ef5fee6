"""Which of the problems that came up are shipped: no two alike, of every kind and difficulty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

import msgspec

from ai.problems.plan import Plan
from ai.problems.selfplay import Played
from caravan_tui.engine.problem import LEVELS, Problem
from caravan_tui.games import registry

LARGEST_SHARE: Final = 0.5
"""The part of the problems of a game that may be of one kind, of one difficulty."""

MOST_ALIKE: Final = 8
"""Problems of a game in which the same move is right, and the same one is tempting."""


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


def chosen(matches: Iterable[Played], count: int) -> list[Problem]:
    """The problems to ship, the easiest first: at most `count`, as even as what came up allows."""
    waiting = [problem for played in matches for problem in played.problems]
    kept: list[Problem] = []
    kinds: Counter[str] = Counter()
    difficulties: Counter[str] = Counter()
    pairs: Counter[tuple[int, int]] = Counter()
    most = max(1, int(LARGEST_SHARE * count))
    rest = []
    for problem in waiting:
        pair = problem.answer, problem.tempting
        pairs[pair] += 1
        if pairs[pair] > MOST_ALIKE:
            continue
        if kinds[problem.kind] >= most or difficulties[problem.level] >= most:
            rest.append(problem)
            continue
        kinds[problem.kind] += 1
        difficulties[problem.level] += 1
        kept.append(problem)
    kept = (kept + rest)[:count]
    return sorted(kept, key=lambda problem: (LEVELS.index(problem.level), -problem.gap))


def is_enough(matches: Iterable[Played], count: int) -> bool:
    """Whether there are so many problems to ship."""
    return len(chosen(matches, count)) >= count


def ship(plan: Plan, problems: Iterable[Problem]) -> None:
    """Write the problems into the folder of their game. Raises OSError."""
    lines = [msgspec.json.encode(problem) + b"\n" for problem in problems]
    registry.problems_file(plan.game).write_bytes(b"".join(lines))
