"""The computer player that keeps up with its player."""

from __future__ import annotations

from random import Random

import pytest

from ai import levels
from ai.adaptive import level_after

STEP = 100.0
"""Rating points between two levels of the made-up ladder."""


def share_of_ten(player: int, seed: int) -> float:
    """The share of ten matches that a player as strong as a level of the ladder wins."""
    rng, results = Random(seed), list[float]()
    for _match in range(10):
        opponent = levels.LADDER.index(level_after(results))
        chance = 1.0 / (1.0 + 10.0 ** ((opponent - player) * STEP / 400.0))
        results.append(float(rng.random() < chance))
    return sum(results) / len(results)


@pytest.mark.parametrize("player", range(1, 8))
def test_ten_matches_are_nearly_even_for_players_of_every_strength(player: int) -> None:
    shares = [share_of_ten(player, seed) for seed in range(400)]
    assert 0.4 < sum(shares) / len(shares) < 0.68
    assert sum(0.2 < share < 0.8 for share in shares) > 0.8 * len(shares)


def test_it_begins_low_and_becomes_stronger_or_weaker_by_each_result() -> None:
    ladder = levels.LADDER
    assert level_after([]) == levels.DROVER
    assert ladder.index(level_after([1.0])) > ladder.index(level_after([]))
    assert ladder.index(level_after([0.0])) < ladder.index(level_after([]))
    assert level_after([0.5]) == level_after([])
    assert level_after([1.0] * 20) == levels.LEGEND
    assert level_after([0.0] * 20) == levels.HERDER


def test_it_is_none_of_the_levels_that_have_a_strength() -> None:
    assert levels.ADAPTIVE not in levels.LADDER and levels.get("adaptive") is levels.ADAPTIVE
