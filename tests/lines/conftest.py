"""What tests of line mode share."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio

from caravan_tui.hosts.local import LocalHost


@pytest_asyncio.fixture
async def host() -> AsyncIterator[LocalHost]:
    """A host without workers: no computer player moves, and no search answers."""
    local = LocalHost()
    yield local
    await local.stop()
