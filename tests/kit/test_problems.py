"""The problems that games ship: each can be replayed, and is what it says."""

from __future__ import annotations

import pytest

from caravan_tui.engine import problem
from caravan_tui.engine.problem import (
    LEVELS,
    Problem,
    comes_to_the_same,
    kind_of,
    nobody,
    shipped,
)
from caravan_tui.games import registry

GAMES = registry.ids()
LARGEST_GAP = 1.0


def wrong_with(one: Problem) -> str:
    """What is wrong with a problem; empty if nothing is."""
    try:
        match = one.position(nobody(one.seats))
        lines = [one.position(nobody(one.seats), one.best_line)]
        lines.append(one.position(nobody(one.seats), one.tempting_line))
    except ValueError as error:
        return str(error)
    if match.version != len(one.log) or match.over:
        return "its log does not lead to a decision"
    if not {one.answer, one.tempting} <= set(match.legal(match.to_act)):
        return "its moves are not legal"
    if (one.best_line[0], one.tempting_line[0]) != (one.answer, one.tempting):
        return "its lines begin with other moves"
    if kind_of(match.state, one.answer) != one.kind:
        return "its answer is of another kind"
    if comes_to_the_same(one):
        return "its two moves are the same in another order"
    return ""


@pytest.mark.parametrize("game_id", GAMES)
def test_every_problem_can_be_replayed(game_id: str) -> None:
    wrong = {one.key: reason for one in shipped(game_id) if (reason := wrong_with(one))}
    assert not wrong


@pytest.mark.parametrize("game_id", GAMES)
def test_no_line_of_the_file_is_lost(game_id: str) -> None:
    assert len(shipped(game_id)) == len(registry.problems(game_id).splitlines())


@pytest.mark.parametrize("game_id", GAMES)
def test_problems_are_clear_and_sorted(game_id: str) -> None:
    problems = shipped(game_id)
    levels = [LEVELS.index(one.level) for one in problems]
    assert levels == sorted(levels)
    assert len({one.key for one in problems}) == len(problems)
    for one in problems:
        assert 0.04 <= one.gap - 2 * one.error <= LARGEST_GAP
        assert one.tempting_loss >= one.gap and one.answer != one.tempting


@pytest.mark.parametrize("game_id", problem.games())
def test_every_kind_has_a_theme(game_id: str) -> None:
    game = registry.get(game_id)
    assert {one.kind for one in shipped(game_id) if not game.theme_of(one.kind)} == set()
