"""The example game of the documentation, found by the registry during a test."""

from __future__ import annotations

from collections.abc import Iterator
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
def wells(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Have The Wells found here, and in workers that import the module named by the value."""
    monkeypatch.setattr(
        caravan_tui.games, "__path__", [*caravan_tui.games.__path__, str(EXAMPLES / "games")]
    )
    monkeypatch.syspath_prepend(EXAMPLES)
    forget()
    yield "wells_on"
    forget()
