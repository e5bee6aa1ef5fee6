"""Fixtures of the app: a new folder for the files of every test, and a host without workers."""

from __future__ import annotations

from pathlib import Path

import pytest

from caravan_tui.hosts.local import LocalHost
from caravan_tui.presentation.analyses import CACHE, STOPPED
from caravan_tui.screens.analysis.bookmarks import BOOKMARKS


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARAVAN_TUI_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))


@pytest.fixture
def no_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start no processes that search; a test that searches answers the requests itself."""

    async def nothing(self: LocalHost) -> None:
        pass

    monkeypatch.setattr(LocalHost, "start", nothing)
    CACHE.clear()
    STOPPED.clear()
    BOOKMARKS.clear()
