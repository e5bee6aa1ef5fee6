"""Every check of the kit over every game in the registry, with all its seat counts and options.

`make test` looks at some positions of each match; the nightly marker at ten times as many, of
more matches.
"""

from __future__ import annotations

import pytest

from caravan_tui.games import registry
from tests.kit.checks import CHECKS, hash_seeds_agree, where
from tests.kit.lines import Case, cases

HASH_SEEDS = "order_is_the_same_under_another_hash_seed"

CASES = [case for name in registry.ids() for case in cases(registry.get(name))]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize("name", [name for name in CHECKS if name != HASH_SEEDS])
def test_game_keeps(name: str, case: Case) -> None:
    CHECKS[name](case, 11, 1)


@pytest.mark.parametrize("game_id", registry.ids())
def test_order_is_the_same_under_another_hash_seed(game_id: str) -> None:
    game = registry.get(game_id)
    hash_seeds_agree(where(game), cases(game), 11, 60)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(1, 6))
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize("name", CHECKS)
def test_game_keeps_in_the_long_run(name: str, case: Case, seed: int) -> None:
    CHECKS[name](case, seed * 1009, 10)


@pytest.mark.parametrize("game_id", registry.ids())
def test_a_game_tells_what_it_is(game_id: str) -> None:
    spec = registry.get(game_id).spec
    assert spec.id == game_id
    assert spec.title and spec.summary and spec.round_word
    assert 1 <= spec.min_seats <= spec.max_seats
    assert 1 <= spec.weight <= 5 and spec.minutes > 0
    for option in spec.options:
        assert option.title and option.help
        for seats in range(spec.min_seats, spec.max_seats + 1):
            default = option.default_for(seats)
            assert option.read(default) == default
            assert option.read(str(default)) == default


@pytest.mark.parametrize("game_id", registry.ids())
def test_a_game_brings_its_rules(game_id: str) -> None:
    rules = registry.rules(game_id)
    assert rules.lstrip().startswith("#") and len(rules) > 1000
