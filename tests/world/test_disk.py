"""The disk of the world keeps what was synced, and forgets as the seed will have it."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from caravan_tui import files
from tests.world.disk import Disk


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    folder = Disk(tmp_path, Random(1))
    folder.install()
    yield folder
    folder.remove()


def write_plainly(path: Path, data: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    view = data
    while view:
        view = view[os.write(handle, view) :]
    os.close(handle)


def test_a_file_that_was_written_whole_survives_the_power(disk: Disk) -> None:
    for number in range(20):
        files.write(disk.root / "a", b"%d" % number * 50)
        disk.fail_power()
        assert (disk.root / "a").read_bytes() == b"%d" % number * 50


def test_a_file_that_was_not_synced_may_be_lost_or_torn(disk: Disk) -> None:
    seen = set()
    for _ in range(200):
        write_plainly(disk.root / "a", b"whole")
        disk.fail_power()
        path = disk.root / "a"
        seen.add(path.read_bytes() if path.exists() else None)
        if path.exists():
            path.unlink()
            files.sync_folder(disk.root)
    assert None in seen and b"" in seen and b"whole" in seen
    assert any(data and data != b"whole" for data in seen)


def test_a_replaced_name_is_old_or_new_until_the_folder_is_synced(disk: Disk) -> None:
    seen = set()
    for _ in range(100):
        files.write(disk.root / "a", b"old")
        files.write(disk.root / "b", b"new")
        (disk.root / "b").replace(disk.root / "a")
        disk.fail_power()
        seen.add((disk.root / "a").read_bytes())
    assert seen == {b"old", b"new"}


def test_a_full_disk_refuses_and_leaves_the_old_file(disk: Disk) -> None:
    files.write(disk.root / "a", b"old")
    disk.faults.error = errno.ENOSPC
    with pytest.raises(OSError, match="No space left"):
        files.write(disk.root / "a", b"new")
    disk.faults.error = None
    disk.faults.sync_error = errno.EIO
    with pytest.raises(OSError, match="Input/output"):
        files.write(disk.root / "a", b"new")
    assert (disk.root / "a").read_bytes() == b"old"
