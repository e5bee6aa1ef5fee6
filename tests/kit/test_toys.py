"""The kit's own test: each check passes the tiny correct game and catches the broken ones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.kit import broken_play, broken_views
from tests.kit.broken import BROKEN
from tests.kit.checks import CHECKS
from tests.kit.lines import BOUND, Case, cases, play, rich
from tests.kit.toys import Toy

assert broken_play and broken_views  # importing them fills BROKEN

GOOD = Toy()
SEED = 5


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    play.cache_clear()
    rich.cache_clear()
    yield
    play.cache_clear()
    rich.cache_clear()


def test_every_check_has_a_game_that_it_catches() -> None:
    assert set(BROKEN) == set(CHECKS)


def test_cases_hold_every_seat_count_and_every_pair_of_values() -> None:
    chosen = [{"seats": case.seats, **dict(case.options)} for case in cases(GOOD)]
    for seats in (2, 3):
        for each in (2, 3):
            assert any(row["seats"] == seats and row["each"] == each for row in chosen)
        for wide in (True, False):
            assert any(row["seats"] == seats and row["wide"] == wide for row in chosen)
    for each in (2, 3):
        for wide in (True, False):
            assert any(row["each"] == each and row["wide"] == wide for row in chosen)
    assert {"seats": 2, "each": 2, "wide": False} in chosen
    assert {"seats": 3, "each": 2, "wide": False} in chosen


@pytest.mark.parametrize("name", CHECKS)
@pytest.mark.parametrize("case", cases(GOOD), ids=lambda case: case.name)
def test_the_good_toy_passes(name: str, case: Case) -> None:
    CHECKS[name](case, SEED, 1)


@pytest.mark.parametrize(
    ("name", "broken", "says"),
    [(name, game, says) for name, games in BROKEN.items() for game, says in games],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_the_broken_toy_is_caught(name: str, broken: type[Toy], says: str) -> None:
    game = broken()
    with pytest.raises(AssertionError, match=says):
        for case in cases(game):
            CHECKS[name](case, SEED, 1)


def test_a_match_without_end_is_stopped_at_the_bound() -> None:
    endless = BROKEN["matches_end"][0][0]()
    with pytest.raises(AssertionError, match=f"not ended after {BOUND}"):
        play(cases(endless)[0], SEED)
