"""The statistic that tells whether times hang on hidden cards finds it where they do."""

from __future__ import annotations

from random import Random

import pytest

from tests.hidden.planted import bit_of
from tests.hidden.timing import SECRETIVE, compare, differing, plan_for, truths
from tests.hidden.twins import ENOUGH


def times(shift: float, seed: int) -> list[tuple[list[float], list[float]]]:
    """Forty actions, ten times each; in one world in two every action takes longer by `shift`,
    in standard deviations of the noise, which is skewed as that of a machine is."""
    chance = Random(seed)

    def noise() -> float:
        return chance.lognormvariate(0.0, 1.0) / 2.16

    pairs = []
    for action in range(40):
        late = (shift, 0.0) if action % 2 else (0.0, shift)
        pairs.append(
            ([noise() + late[0] for _ in range(10)], [noise() + late[1] for _ in range(10)])
        )
    return pairs


def test_times_that_are_alike_are_taken_for_alike() -> None:
    shares = [compare(times(0.0, seed), seed, 199).share for seed in range(6)]
    assert min(shares) > 0.01
    assert max(shares) > 0.3, "shares are spread from 0 to 1 where nothing is to be seen"


def test_half_a_deviation_is_found_every_time() -> None:
    assert all(compare(times(0.5, seed), seed, 199).share < 0.01 for seed in range(6))


@pytest.mark.parametrize("name", SECRETIVE)
def test_the_times_are_of_positions_that_hide_something_and_so_meet_a_planted_delay(
    name: str,
) -> None:
    plan = plan_for(name)
    assert plan.best is not None
    both = zip(truths(plan, plan.log), truths(plan, plan.best.log), strict=False)
    delayed = {
        version
        for version, (here, there) in enumerate(both, start=1)
        if bit_of(here) != bit_of(there)
    }
    assert len(differing(plan)) >= ENOUGH
    assert len(differing(plan) & delayed) >= ENOUGH // 2
