"""The example game of the documentation, found by the registry during a test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import ai.knowledge
import caravan_tui.games
from caravan_tui.games import registry

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def forget() -> None:
    """Have the registry look again."""
    for one in vars(registry).values():
        if hasattr(one, "cache_clear"):
            one.cache_clear()
    ai.knowledge.of.cache_clear()


@pytest.fixture
def wells(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Have The Wells found here, and in workers that import the module named by the value."""
    games, minds = caravan_tui.games.__path__, ai.knowledge.__path__
    monkeypatch.setattr(caravan_tui.games, "__path__", [*games, str(EXAMPLES / "games")])
    monkeypatch.setattr(ai.knowledge, "__path__", [*minds, str(EXAMPLES / "minds")])
    monkeypatch.setenv("PYTHONPATH", str(EXAMPLES))
    forget()
    yield "wells_on"
    forget()
