"""Fixtures of the app: a folder of one's own for every test, and a host that starts no workers."""

from __future__ import annotations

from pathlib import Path

import pytest

from caravan_tui.screens import analysis
from caravan_tui.screens.local import LocalHost


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARAVAN_TUI_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))


@pytest.fixture
def no_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody thinks; a test that searches serves `ai.search` itself."""

    async def nothing(self: LocalHost) -> None:
        pass

    monkeypatch.setattr(LocalHost, "start", nothing)
    analysis.KEPT_ONES.clear()
    analysis._places.clear()
