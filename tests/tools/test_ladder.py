"""The ladder: ratings of all levels that met at a table, from contests of two."""

from __future__ import annotations

import pytest
from attrs import evolve

from ai.arena.ratings import wilson
from bench.ladder import ANCHOR_RATING, Step, pool, pool_line


def step(upper: str, lower: str, score: float, matches: int = 200) -> Step:
    low, high = wilson(score * matches, matches)
    return Step("decktet", 2, upper, lower, matches, score, low, high, 1.0, 2.0)


STEPS = [
    step("porter", "herder", 0.60),
    step("drover", "porter", 0.64),
    step("trader", "drover", 0.75),
    step("drover", "herder", 0.73),
]


def test_a_pool_rates_all_that_met_weakest_first_with_a_porter_as_its_mark() -> None:
    ratings = {rating.name: rating.points for rating in pool(STEPS)}
    assert list(ratings) == ["herder", "porter", "drover", "trader"]
    assert ratings["porter"] == ANCHOR_RATING
    assert ratings["porter"] - ratings["herder"] == pytest.approx(70, abs=12)
    assert ratings["drover"] - ratings["porter"] == pytest.approx(100, abs=12)
    assert ratings["trader"] - ratings["drover"] == pytest.approx(191, abs=12)


def test_a_contest_weighs_what_its_interval_stands_for() -> None:
    one = step("porter", "herder", 0.6, 100)
    assert one.weight == pytest.approx(100, rel=0.06)
    half = (one.high - one.low) / 2
    wider = evolve(one, low=one.score - 2 * half, high=one.score + 2 * half)
    assert wider.weight == pytest.approx(one.weight / 4)


def test_steps_and_errors_that_are_too_large_are_named() -> None:
    line = pool_line("decktet", 2, STEPS)
    assert "800 matches" in line and "wider than 150: drover-trader" in line
    assert "error above 50" not in pool_line("decktet", 2, [step("porter", "herder", 0.6, 900)])
    assert "error above 50: herder" in pool_line("decktet", 2, [step("porter", "herder", 0.6, 30)])
