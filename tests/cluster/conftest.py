"""A broker, and hosts that share it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.cluster.cluster_harness import ClusterHarness
from tests.support.broker import Broker


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    folder = tmp_path / "broker"
    folder.mkdir()
    broker = Broker(folder)
    broker.start()
    yield broker
    broker.kill()


@pytest_asyncio.fixture
async def cluster(broker: Broker, tmp_path: Path) -> AsyncIterator[ClusterHarness]:
    harness = ClusterHarness(broker, tmp_path)
    yield harness
    await harness.close()
