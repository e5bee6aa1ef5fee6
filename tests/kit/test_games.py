"""Every check of the kit over every game in the registry, with all its seat counts and options.

`make test` looks at some positions of each match; the nightly marker at ten times as many, of
more matches.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caravan_tui.games import registry
from tests.kit.check_play import hash_seeds_agree, where
from tests.kit.checks import CHECKS
from tests.kit.lines import Case, cases, rich, seen

HASH_SEEDS = "order_is_the_same_under_another_hash_seed"

CASES = [case for name in registry.ids() for case in cases(registry.get(name))]


@pytest.mark.parametrize("name", [name for name in CHECKS if name != HASH_SEEDS])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_game_keeps(name: str, case: Case) -> None:
    CHECKS[name](case, 11, 1)


@pytest.mark.parametrize("game_id", registry.ids())
def test_order_is_the_same_under_another_hash_seed(game_id: str) -> None:
    game = registry.get(game_id)
    hash_seeds_agree(where(game), cases(game), 11, 60)


@pytest.mark.nightly
@pytest.mark.parametrize("name", CHECKS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize("seed", range(1, 6))
def test_game_keeps_in_the_long_run(name: str, case: Case, seed: int) -> None:
    CHECKS[name](case, seed * 1009, 10)


@pytest.mark.parametrize("game_id", registry.ids())
def test_a_game_tells_what_it_is(game_id: str) -> None:
    spec = registry.get(game_id).spec
    assert spec == registry.spec(game_id)
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


@pytest.mark.parametrize("game_id", registry.ids())
def test_whatever_is_typed_is_a_legal_action_or_nothing(game_id: str) -> None:
    game = registry.get(game_id)
    line = rich(cases(game)[0], 11)
    chance = Random(3)
    places = []
    for ply in chance.sample(line.sample(40), 8):
        seat = max(0, line.states[ply].to_act())
        view = seen(game, line.states[ply], seat)
        places.append((view, line.states[ply].legal() if view["to_act"] == seat else []))
    notes = [game.notation(action, view) for view, legal in places for action in legal]
    letters = st.text("".join(sorted(set("".join(notes)))) + " -+=>*.,:", max_size=20)

    @settings(max_examples=60, deadline=None, derandomize=True, database=None)
    @given(st.sampled_from(places), st.one_of(st.text(max_size=30), letters))
    def read(place: tuple[dict[str, object], list[int]], text: str) -> None:
        view, legal = place
        found = game.parse(text, legal, view)
        assert found is None or found in legal

    read()
