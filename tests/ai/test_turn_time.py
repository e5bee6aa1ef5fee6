"""A turn's time is shared out: decisions keep to its budget, and many small ones do not drag."""

from __future__ import annotations

import pytest

from ai.turn_time import (
    COUNTED_PAUSE,
    HASTE,
    MIN_SECONDS,
    PACED_STEPS,
    RESERVED_SHARE,
    SHARE_OF_REST,
    Pacing,
    TurnTime,
)


def after(time: TurnTime, *decisions: float) -> TurnTime:
    """A turn in which these decisions were made, without pauses."""
    for seconds in decisions:
        time.spend(seconds, pause=0.0)
    return time


def test_the_first_decision_of_a_turn_may_take_all_that_a_decision_may() -> None:
    assert TurnTime(Pacing(3.0, 8.0)).search_seconds() == 3.0
    assert TurnTime(Pacing(3.0, 2.0)).search_seconds() == 2.0


def test_a_long_turn_keeps_some_of_its_budget_for_its_last_steps() -> None:
    time = after(TurnTime(Pacing(3.0, 8.0)), 3.0, 2.0)
    assert time.search_seconds() == pytest.approx(8.0 - RESERVED_SHARE * 8.0 - 5.0)
    assert after(time, 1.4).search_seconds() == MIN_SECONDS


def test_a_level_that_fills_its_time_leaves_each_step_of_a_turn_some() -> None:
    time = after(TurnTime(Pacing(3.0, 8.0), fills_time=True), 2.0, 2.0, 1.0)
    assert time.search_seconds() == pytest.approx(
        (8.0 * (1 - RESERVED_SHARE) - 5.0) * SHARE_OF_REST
    )


def test_the_next_turn_has_all_its_time_again() -> None:
    time = after(TurnTime(Pacing(3.0, 8.0, pause=1.0)), *[2.0] * PACED_STEPS)
    time.begin()
    assert (time.search_seconds(), time.pause_after(0.0)) == (3.0, 1.0)


@pytest.mark.parametrize(("pause", "counted"), [(0.3, 0.3), (2.0, COUNTED_PAUSE)])
def test_short_pauses_use_up_the_budget_of_a_turn_long_ones_that_were_set_do_not(
    pause: float, counted: float
) -> None:
    time = TurnTime(Pacing(pause=pause))
    time.spend(pause, time.pause_after(0.0))
    assert time.spent == pytest.approx(counted)


def test_a_decision_pauses_for_what_is_left_of_its_pace() -> None:
    time = TurnTime(Pacing(pause=2.0))
    assert (time.pause_after(0.5), time.pause_after(2.5)) == (1.5, 0.0)


def test_a_turn_of_many_small_decisions_is_not_as_many_full_waits() -> None:
    time = TurnTime(Pacing(pause=5.0))
    for decisions in range(PACED_STEPS + 2):
        assert time.pause_after(0.0) == (5.0 if decisions < PACED_STEPS else 5.0 / HASTE)
        after(time, 5.0)
