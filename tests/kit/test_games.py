"""Every check of the kit over every game in the registry, with all its seat counts and options.

One test runs all checks of a case, as they look at the same matches; a failure begins with the
name of its check. `make test` takes a case for each seat count and looks at some positions of each
match; the nightly marker takes every two options together, and looks at twenty times as many
positions of more matches.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caravan_tui.games import registry
from caravan_tui.games.contract import no_end_in_sight
from tests.kit.check_boards import check_board
from tests.kit.check_contract import stray_files
from tests.kit.check_play import hash_seeds_agree
from tests.kit.checks import failures
from tests.kit.lines import Case, cases, few_cases, play, rich, seen

HASH_SEEDS = "order_is_the_same_under_another_hash_seed"

CASES = [case for name in registry.ids() for case in cases(registry.get(name))]
FEW_CASES = [case for name in registry.ids() for case in few_cases(registry.get(name))]


@pytest.fixture(autouse=True)
def _forget_matches() -> Iterator[None]:
    yield
    play.cache_clear()
    rich.cache_clear()


@pytest.mark.parametrize("case", FEW_CASES, ids=lambda case: case.name)
def test_a_game_keeps_every_check(case: Case) -> None:
    messages = failures(case, 11, 1, leave_out=(HASH_SEEDS,))
    assert not messages, "\n".join(messages)


def test_order_is_the_same_under_another_hash_seed() -> None:
    hash_seeds_agree(FEW_CASES, 11, 40)


@pytest.mark.nightly
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize("seed", range(1, 6))
def test_a_game_keeps_every_check_in_the_long_run(case: Case, seed: int) -> None:
    messages = failures(case, seed * 1009, 20)
    assert not messages, "\n".join(messages)


@pytest.mark.parametrize("game_id", registry.ids())
def test_a_game_says_when_its_end_is_near(game_id: str) -> None:
    assert registry.get(game_id).near_end is not no_end_in_sight  # the checks then look at it


@pytest.mark.parametrize("game_id", registry.ids())
def test_a_game_is_made_of_the_file_set(game_id: str) -> None:
    folder = Path(str(resources.files(f"caravan_tui.games.{game_id}")))
    assert not stray_files(folder)


@pytest.mark.parametrize("game_id", registry.ids())
def test_a_board_harms_no_other_board(game_id: str) -> None:
    check_board(registry.board(game_id))


@pytest.mark.parametrize("game_id", registry.ids())
def test_a_game_has_the_facts_of_its_spec(game_id: str) -> None:
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
    for ply in chance.sample(line.sample(40), 4):
        seat = max(0, line.states[ply].to_act())
        view = seen(game, line.states[ply], seat)
        places.append((view, line.states[ply].legal() if view["to_act"] == seat else []))
    notes = [game.notation(action, view) for view, legal in places for action in legal]
    letters = st.text("".join(sorted(set("".join(notes)))) + " -+=>*.,:", max_size=20)

    @settings(max_examples=40, derandomize=True, database=None)
    @given(st.sampled_from(places), st.one_of(st.text(max_size=30), letters))
    def read(place: tuple[dict[str, object], list[int]], text: str) -> None:
        view, legal = place
        action = game.parse(text, legal, view)
        assert action is None or action in legal

    read()


def test_short_names_tell_all_games_apart_and_begin_as_their_names_in_lists() -> None:
    names = [registry.short_name(game_id) for game_id in registry.ids()]
    assert len(set(names)) == len(names)
    for game_id, name in zip(registry.ids(), names, strict=True):
        assert registry.game_name(game_id).startswith(name)
    assert registry.short_name("decktet") == "Caravan · cards"
    assert registry.short_name("caravanserai") == "Caravanserai"
