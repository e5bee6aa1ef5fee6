"""What tests of line mode share."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from caravan_tui.hosts.local import LocalHost
from caravan_tui.presentation.analyses import CACHE, STOPPED


@pytest.fixture(autouse=True)
def _no_analyses() -> None:
    """Forget the analyses that another test has made of the same match."""
    CACHE.clear()
    STOPPED.clear()


@pytest_asyncio.fixture
async def host() -> AsyncIterator[LocalHost]:
    """A host without workers: no computer player moves, and no search answers."""
    local = LocalHost()
    yield local
    await local.stop()
