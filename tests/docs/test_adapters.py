"""The adapters for OpenSpiel and PettingZoo pass those libraries' own tests.

They need both libraries: `make adapters` installs them and runs this file.
"""

from __future__ import annotations

import sys
import unittest
import warnings
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, OVER

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (make adapters)")
pytest.importorskip("pettingzoo", reason="PettingZoo is not installed (make adapters)")

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples" / "adapters"
GAMES = registry.ids()


@pytest.fixture(scope="module", autouse=True)
def adapters() -> Any:
    """The adapters can be imported as the documentation says."""
    sys.path.insert(0, str(EXAMPLES))
    import caravan_openspiel  # type: ignore[import-not-found]  # noqa: F401

    yield
    sys.path.remove(str(EXAMPLES))


def loaded(game: str, players: int | None = None) -> Any:
    """A game of OpenSpiel."""
    return pyspiel.load_game(f"caravan_{game}" + (f"(players={players})" if players else ""))


def states_of_a_match(game: Any) -> list[Any]:
    """The positions of a match by chance. Dice Village hides little: here it does."""
    state, rng, states = game.new_initial_state(), Random(0), []
    while not state.is_terminal():
        if not state.is_chance_node():
            states.append(state.clone())
        places, weights = (
            zip(*state.chance_outcomes(), strict=True)
            if state.is_chance_node()
            else (state.legal_actions(), None)
        )
        state.apply_action(rng.choices(places, weights)[0])
    return [*states, state]


def most_players(game: str) -> int:
    """The most players of a game."""
    return registry.spec(game).max_seats


# OpenSpiel


@pytest.mark.parametrize("game", GAMES)
def test_openspiel_plays_each_game_at_random_and_writes_and_reads_it(game: str) -> None:
    """The test that OpenSpiel has for games in C++: legal actions, returns, observations, copies,
    serialization."""
    pyspiel.random_sim_test(loaded(game), num_sims=2, serialize=True, verbose=False)
    pyspiel.random_sim_test(
        loaded(game, most_players(game)), num_sims=1, serialize=False, verbose=False
    )


@pytest.mark.parametrize("game", GAMES)
def test_openspiels_simulation_of_python_games_plays_each_game(game: str) -> None:
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    GamesSimTest("run").sim_game(loaded(game))


@pytest.mark.parametrize("game", GAMES)
def test_openspiels_api_test_finds_nothing_wrong_with_a_game(game: str) -> None:
    """On the positions that it picks itself, near the beginning, and on those of a match."""
    from open_spiel.integration_tests.api_test import EnforceAPIOnPartialTreeBase

    class Case(EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
        @classmethod
        def setUpClass(cls) -> None:
            super().setUpClass()
            cls.some_states += states_of_a_match(cls.game)

    case = type(f"Test_{game}", (Case,), {"game": loaded(game), "game_name": f"caravan_{game}"})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert not result.errors and not result.failures, (result.errors + result.failures)[0][1]


@pytest.mark.parametrize("game", GAMES)
def test_who_knows_the_same_has_the_same_actions(game: str) -> None:
    """A position imagined from what a seat knows looks the same to it."""
    from caravan_position import Position  # type: ignore[import-not-found]

    rng, looked = Random(4), 0
    position = Position(game, 2, {})
    while position.actor != OVER and looked < 40:
        if position.actor == CHANCE:
            position.play(position.draw(rng))
            continue
        twin = position.clone()
        twin.state = position.game.determinize(position.view(position.actor), rng)
        twin._choices = None
        assert twin.choices == position.choices
        looked += 1
        position.play(rng.randrange(len(position.choices)))
    assert looked


@pytest.mark.parametrize("game", GAMES)
def test_the_probabilities_of_chance_are_those_by_which_the_rules_draw(game: str) -> None:
    from caravan_position import Position

    rng, looked = Random(9), 0
    options = {"outsider": True} if game == "ahldarahd" else {}
    for _match in range(3):
        position = Position(game, 3 if game == "ahldarahd" else 2, options)
        while position.actor != OVER and looked < 60:
            if position.actor != CHANCE:
                position.play(rng.randrange(len(position.choices)))
                continue
            chances = dict(position.chances())
            assert sum(chances.values()) == pytest.approx(1)
            if len(chances) <= 30 and len({round(each, 9) for each in chances.values()}) > 1:
                looked += 1
                drawn = Counter(position.draw(rng) for _ in range(2000))
                assert set(drawn) <= set(chances)
                for place, chance in chances.items():
                    spread = (2000 * chance * (1 - chance)) ** 0.5
                    assert abs(drawn[place] - 2000 * chance) <= 5 * spread + 1
            position.play(position.draw(rng))
    uneven = {"ahldarahd", "dice_village", "sahara"}
    assert bool(looked) == (game in uneven)


def test_a_search_of_openspiel_plays_a_game_of_this_package() -> None:
    """Written in C++, on the positions of a Python game."""
    import numpy as np
    from open_spiel.python.algorithms import mcts

    game = loaded("sahara")
    state = game.new_initial_state()
    rng = np.random.RandomState(2)
    bot = mcts.MCTSBot(game, 1.4, 5, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    assert bot.step(state) in state.legal_actions()


def test_bad_parameters_of_openspiel_are_said_in_a_line() -> None:
    with pytest.raises(ValueError, match="'foo' is not allowed for option goods"):
        pyspiel.load_game("caravan_sahara(goods=foo)")
    with pytest.raises(ValueError, match="2 to 4 players, not 9"):
        loaded("sahara", 9)
    state = loaded("sahara").new_initial_state()
    with pytest.raises(ValueError, match="action 9999 is not legal"):
        state.apply_action(9999)


# PettingZoo


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoos_api_test_passes(game: str) -> None:
    import caravan_pettingzoo  # type: ignore[import-not-found]
    from pettingzoo.test import api_test

    for seats in {2, most_players(game)}:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for harmless in ("Observation space for each agent", "Observation is not a NumPy"):
                warnings.filterwarnings("ignore", message=harmless)  # it is a dict, with a mask
            api_test(caravan_pettingzoo.env(game, seats=seats), num_cycles=1000)


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoos_seed_test_passes(game: str) -> None:
    import caravan_pettingzoo
    from pettingzoo.test import seed_test

    seed_test(lambda: caravan_pettingzoo.env(game), num_cycles=100)


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoos_render_test_passes(game: str) -> None:
    import caravan_pettingzoo
    from pettingzoo.test import render_test

    render_test(lambda render_mode=None: caravan_pettingzoo.env(game, render_mode))


@pytest.mark.parametrize("game", GAMES)
def test_a_match_in_pettingzoo_ends_with_rewards_of_sum_zero_by_rank(game: str) -> None:
    import caravan_pettingzoo

    env = caravan_pettingzoo.env(game)
    env.reset(seed=3)
    rewards: dict[str, float] = dict.fromkeys(env.agents, 0.0)
    rng = Random(3)
    for agent in env.agent_iter():
        observation, reward, over, _cut, _info = env.last()
        rewards[agent] += reward
        legal = observation["action_mask"].nonzero()[0]
        env.step(None if over else int(rng.choice(list(legal))))
    ranks = env.unwrapped.position.state.outcome()
    assert sum(rewards.values()) == 0
    assert [rewards[agent] for agent in env.possible_agents] == {
        (1, 2): [1, -1],
        (2, 1): [-1, 1],
        (1, 1): [0, 0],
    }[ranks]


def test_an_illegal_action_in_pettingzoo_is_refused_in_a_line_and_changes_nothing() -> None:
    import caravan_pettingzoo

    env = caravan_pettingzoo.CaravanEnv("sahara")
    env.reset(seed=1)
    before = env.position.log[:]
    with pytest.raises(ValueError, match="action 511 is not legal"):
        env.step(511)
    assert env.position.log == before
