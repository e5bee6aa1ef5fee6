"""The example game of the documentation, found by the registry during a test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import caravan_tui.games
from caravan_tui.games import registry

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def forget() -> None:
    """Have the registry look again."""
    for member in vars(registry).values():
        if hasattr(member, "cache_clear"):
            member.cache_clear()


@pytest.fixture
def games_from(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Path], None]]:
    """Have the games in a folder found, too."""

    def find(folder: Path) -> None:
        path = [*caravan_tui.games.__path__, str(folder)]
        monkeypatch.setattr(caravan_tui.games, "__path__", path)
        forget()

    yield find
    forget()


@pytest.fixture
def wells(games_from: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch) -> str:
    """Have The Wells found here, and in workers that import the module named by the value."""
    monkeypatch.syspath_prepend(EXAMPLES)
    games_from(EXAMPLES / "games")
    return "wells_on"
