"""A few problems that never change, in place of those that games ship."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from caravan_tui.engine import problem
from caravan_tui.engine.problem import Problem
from caravan_tui.games import registry

FILE = Path(__file__).with_suffix(".jsonl")


def known_problems(game: str = "dice_village") -> list[Problem]:
    """Those of one game."""
    return [one for one in problem.read(FILE.read_text().splitlines()) if one.game == game]


def everything_shipped(game: str) -> list[Problem]:
    """Those that a game ships, also while `few_problems` is in force."""
    lines = (Path(registry.__file__).parent / game / "problems.jsonl").read_text().splitlines()
    return problem.read(lines)


@contextmanager
def few_problems() -> Iterator[None]:
    """Have games ship these alone."""

    def text(game_id: str) -> str:
        lines = FILE.read_text().splitlines()
        return "\n".join(line for line in lines if f'"game":"{game_id}"' in line)

    problem.shipped.cache_clear()
    try:
        with mock.patch.object(registry, "problems", text):
            yield
    finally:
        problem.shipped.cache_clear()
