"""How much the folder of one user may hold."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from saves.quota import Quota


def write(path: Path, size: int, date: int = 0) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"x" * size)
    os.utime(path, (date, date))
    return path


def test_matches_are_counted_and_locks_are_not(tmp_path: Path) -> None:
    for name in ("a.caravan", "b.caravan", "b.lock"):
        write(tmp_path / "matches" / name, 1)
    assert Quota(matches=3).problem(tmp_path) is None
    problem = Quota(matches=2).problem(tmp_path)
    assert problem is not None and problem.code == "too_many_saved" and problem.values["count"] == 2


def test_every_byte_below_the_folder_is_counted(tmp_path: Path) -> None:
    write(tmp_path / "matches" / "a.caravan", 600 << 10)
    write(tmp_path / "results.jsonl", 600 << 10)
    assert Quota(size=2 << 20).problem(tmp_path) is None
    problem = Quota(size=1 << 20).problem(tmp_path)
    assert problem is not None and problem.code == "no_space_left" and problem.values["size"] == 1


def test_the_trash_makes_room_oldest_first(tmp_path: Path) -> None:
    kept = write(tmp_path / "matches" / "a.caravan", 500)
    trash = [write(tmp_path / "trash" / f"{name}.caravan", 400, date) for name, date in
             (("new", 3), ("old", 1), ("middle", 2))]  # fmt: skip
    assert Quota(size=1000).problem(tmp_path) is None
    assert kept.exists()
    assert [path.exists() for path in trash] == [True, False, False]


def test_the_trash_holds_no_more_matches_than_may_be_saved(tmp_path: Path) -> None:
    for number in range(5):
        write(tmp_path / "trash" / f"{number}.caravan", 1, number)
    assert Quota(matches=2).problem(tmp_path) is None
    assert sorted(path.name for path in (tmp_path / "trash").iterdir()) == [
        "3.caravan", "4.caravan",
    ]  # fmt: skip


def test_without_a_quota_nothing_is_refused_or_removed(tmp_path: Path) -> None:
    old = write(tmp_path / "trash" / "a.caravan", 1)
    assert Quota().problem(tmp_path) is None and old.exists()
    assert Quota(1, 1).problem(tmp_path / "nowhere") is None


def test_a_file_that_goes_meanwhile_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "trash" / "a.caravan", 10)

    def gone(_path: Path) -> None:
        raise FileNotFoundError

    monkeypatch.setattr(Path, "unlink", gone)
    assert Quota(size=5).problem(tmp_path) is not None
