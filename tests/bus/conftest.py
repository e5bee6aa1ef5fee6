"""Fixtures of the bus: a folder with a short path, a house with a socket, tables."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.bus.socket_help import House
from tests.bus.table_help import SOLO, TWO, World


@pytest.fixture
def folder() -> Any:
    """A folder with a short path: that of a socket may have 107 bytes."""
    path = Path(tempfile.mkdtemp(prefix="cvn"))
    yield path
    shutil.rmtree(path)


@pytest.fixture
async def house(folder: Path) -> AsyncIterator[House]:
    house = House(folder)
    await house.server.start()
    yield house
    await house.stop()


@pytest.fixture
async def solo() -> AsyncIterator[World]:
    world = World(SOLO)
    yield world
    await world.host.close_all()


@pytest.fixture
async def two() -> AsyncIterator[World]:
    world = World(TWO)
    yield world
    await world.host.close_all()
