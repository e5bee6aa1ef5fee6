"""Sessions are forked also when the process that forks them has died or hangs."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from caravan_tui.sessions import spawner as spawner_module
from caravan_tui.sessions.spawner import ForkSpawner
from tests.support.until import until

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.xdist_group("ssh")]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def spawner() -> AsyncIterator[ForkSpawner]:
    """A spawner with its fork server."""
    fork_spawner = ForkSpawner()
    await fork_spawner.start()
    yield fork_spawner
    await fork_spawner.close()


def forkserver_of(spawner: ForkSpawner) -> int:
    """The process that forks."""
    assert spawner._process is not None
    return spawner._process.pid


async def spawn_and_end(spawner: ForkSpawner) -> None:
    """Have a session forked, and end it."""
    master, slave = os.openpty()
    try:
        child = await spawner.spawn(slave, {"PATH": "/usr/bin:/bin"})
        assert child.pid > 0
        await child.end()
        await until(child.ended.done)
    finally:
        os.close(slave)
        os.close(master)


async def test_a_fork_server_that_is_never_ready_is_said_in_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(spawner_module, "FORKSERVER_TIMEOUT", 0.0)
    late = ForkSpawner()
    try:
        with pytest.raises(TimeoutError, match="was not ready after 0 s"):
            await late.start()
    finally:
        await late.close()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
async def test_a_newcomer_gets_a_session_after_the_fork_server_died_or_hangs(
    spawner: ForkSpawner, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spawner_module, "FORK_TIMEOUT", 5.0)
    await spawn_and_end(spawner)
    before = forkserver_of(spawner)
    os.kill(before, number)
    await spawn_and_end(spawner)
    assert forkserver_of(spawner) != before
    await until(lambda: not Path(f"/proc/{before}").exists())


@pytest.mark.parametrize("comes_first", [True, False])
async def test_a_session_that_nobody_waits_for_any_more_is_ended(
    spawner: ForkSpawner, comes_first: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    dropped: list[int] = []
    drop = spawner._drop

    def record(pid: int) -> None:
        dropped.append(pid)
        drop(pid)

    monkeypatch.setattr(spawner, "_drop", record)
    master, slave = os.openpty()
    spawning = asyncio.create_task(spawner.spawn(slave, {"PATH": "/usr/bin:/bin"}))
    while not spawner._spawning:  # at every turn of the loop: a fork can take less than a poll
        await asyncio.sleep(0)
    forked = next(iter(spawner._spawning.values()))
    while comes_first and not forked.done():
        await asyncio.sleep(0)
    spawning.cancel()
    with pytest.raises(asyncio.CancelledError):
        await spawning
    os.close(slave)
    os.close(master)
    await until(lambda: bool(dropped) and not spawner._dropped)
    (pid,) = dropped
    assert not Path(f"/proc/{pid}").exists() and not spawner._early_exits


async def test_a_fork_server_that_ends_before_an_app_is_ready_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    early = ForkSpawner()
    await early.start()
    assert any(tmp_path.iterdir()), "an app is being made ready"
    await early.close()
    assert not any(path.is_dir() for path in tmp_path.iterdir())
