"""A lobby without SSH."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.server.lobby_harness import LobbyHarness


@pytest_asyncio.fixture
async def harness(tmp_path: Path) -> AsyncIterator[LobbyHarness]:
    """A lobby with an empty folder."""
    lobby_harness = await LobbyHarness(tmp_path / "home").start()
    yield lobby_harness
    await lobby_harness.close()
