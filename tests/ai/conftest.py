"""Toy games for the computer seats: found by the registry and by workers during a test."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import caravan_tui.games
from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, State
from tests.ai.beginning import Begin

TOYS = Path(__file__).parent / "toys"


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Have the toys found here, and in workers that import the module named by the value."""
    monkeypatch.setattr(
        caravan_tui.games, "__path__", [*caravan_tui.games.__path__, str(TOYS / "games")]
    )
    monkeypatch.syspath_prepend(TOYS)
    caches = [member for member in vars(registry).values() if hasattr(member, "cache_clear")]
    for cache in caches:
        cache.cache_clear()
    yield "toys_on"
    for cache in caches:
        cache.cache_clear()


@pytest.fixture
def begin() -> Begin:
    """Start a match: `begin(game, seats, seed, **options)` gives a state where a seat decides."""

    def start(game_id: str, seats: int = 2, seed: int = 1, **options: object) -> State:
        game = registry.get(game_id)
        state: State = game.setup(game.spec.resolve(options, seats), seats)  # type: ignore[arg-type]
        rng = Random(seed)
        while state.to_act() == CHANCE:
            state.apply(state.draw(rng))
        return state

    return start
