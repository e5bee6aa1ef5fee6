"""A server is ready once it has started, until it stops, and while its disk takes saves."""

from __future__ import annotations

import errno
import os
import threading
from pathlib import Path

import pytest

from caravan_tui import files
from caravan_tui.probes import readiness
from caravan_tui.probes.readiness import FRESH, DiskCheck, Readiness


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def refuse(path: Path, data: bytes) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


async def test_a_disk_that_takes_a_file_works_and_keeps_none(tmp_path: Path) -> None:
    assert await DiskCheck(tmp_path).works()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("missing", ["folder/that/is/not/there"])
async def test_a_folder_that_is_gone_does_not_work(tmp_path: Path, missing: str) -> None:
    assert not await DiskCheck(tmp_path / missing).works()


async def test_a_full_disk_is_noticed_and_its_end_as_well_but_not_at_every_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    disk = DiskCheck(tmp_path, clock)
    assert await disk.works()
    with monkeypatch.context() as patch:
        patch.setattr(files, "write", refuse)
        assert await disk.works()
        clock.now += FRESH
        assert not await disk.works()
    assert not await disk.works()
    clock.now += FRESH
    assert await disk.works()


async def test_a_disk_that_hangs_does_not_work_and_is_asked_only_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release, writes = threading.Event(), list[Path]()

    def hang(path: Path, data: bytes) -> None:
        writes.append(path)
        release.wait(60)
        path.write_bytes(data)

    monkeypatch.setattr(files, "write", hang)
    monkeypatch.setattr(readiness, "WRITE_PATIENCE", 0.05)
    disk = DiskCheck(tmp_path)
    try:
        assert not await disk.works()
        assert not await disk.works()
        assert len(writes) == 1
    finally:
        release.set()
    monkeypatch.setattr(readiness, "WRITE_PATIENCE", 60.0)
    assert await disk.works()
    assert len(writes) == 1


@pytest.mark.parametrize("phase", ["starting", "stopping"])
async def test_a_server_that_starts_or_stops_is_alive_and_not_ready(
    tmp_path: Path, phase: str
) -> None:
    pages = Readiness(lambda: phase, DiskCheck(tmp_path))
    answer = await pages.ready()
    assert (answer.status, answer.body) == (503, f"not ready: {phase}\n".encode())
    assert (await pages.alive()).status == 200


async def test_a_refusing_disk_makes_a_server_not_ready(tmp_path: Path) -> None:
    pages = Readiness(lambda: "", DiskCheck(tmp_path / "gone"))
    answer = await pages.ready()
    assert (answer.status, answer.body) == (503, b"not ready: the disk refuses saves\n")
    assert (await Readiness(lambda: "", DiskCheck(tmp_path)).ready()).status == 200
