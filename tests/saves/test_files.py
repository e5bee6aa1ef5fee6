"""Saved matches are copied, deleted, exported and imported; nothing imported is trusted."""

from __future__ import annotations

import errno
import fcntl
import os
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from caravan_tui import files
from saves import format, listing, locks
from saves.errors import (
    DamagedError,
    MissingError,
    SaveError,
    UnplayableError,
)
from saves.header import Meta, header_of
from saves.store import Store
from tests.saves.helpers import is_same, path_of, play


def test_a_duplicate_is_a_match_of_its_own(store: Store) -> None:
    match = play()
    store.save_now(match)
    store.describe(match.record.id, daily="2026-03-01")
    copy = store.duplicate(match.record.id, "Second try")
    assert copy != match.record.id
    again, _ = store.load(copy)
    assert again.record.log == match.record.log
    assert again.record.id == copy
    assert store.meta(copy) == Meta("Second try")
    assert len(store.listing().entries) == 2


def test_deleting_can_be_undone_until_the_trash_is_emptied(store: Store) -> None:
    match, other = play(seed=1), play(seed=2)
    store.save_now(match)
    store.save_now(other)
    store.delete(match.record.id)
    assert [entry.id for entry in store.listing().entries] == [other.record.id]
    store.undelete(match.record.id)
    assert is_same(store.load(match.record.id)[0], match)
    with pytest.raises(MissingError):
        store.undelete(match.record.id)
    store.delete(match.record.id)
    thrown = store.trash / f"{match.record.id}.caravan"
    long_ago = time.time() - 31 * 86_400
    os.utime(thrown, (long_ago, long_ago))
    store.delete(other.record.id)
    assert [path.name for path in store.trash.iterdir()] == [f"{other.record.id}.caravan"]


def test_an_exported_match_can_be_imported_elsewhere_and_twice(
    store: Store, tmp_path: Path
) -> None:
    match = play()
    store.save_now(match)
    store.rename(match.record.id, "Kept")
    file = store.export(match.record.id, tmp_path / "mine")
    assert file.name == "mine.caravan"
    with pytest.raises(SaveError, match="already exists"):
        store.export(match.record.id, tmp_path / "mine.caravan")
    other = Store(tmp_path / "other")
    name = other.import_(file)
    assert name == match.record.id
    assert is_same(other.load(name)[0], match)
    assert other.meta(name).title == "Kept"
    second = other.import_(file)
    assert second != name
    assert {entry.id for entry in other.listing().entries} == {name, second}


def test_an_import_trusts_only_the_log(store: Store, tmp_path: Path) -> None:
    match = play()
    parts = format.split(format.pack(match, Meta()))
    assert parts.header is not None
    assert parts.record is not None
    file = tmp_path / "forged.caravan"
    forged = parts.state or b""
    other = format.split(format.pack(play(actions=40), Meta())).state
    assert other != forged
    file.write_bytes(format.assemble(1, parts.header, parts.record, other))
    again, _ = store.load(store.import_(file))
    assert again.game.encode(again.state) == match.game.encode(match.state), "its log was played"
    match.record.log[-1] = 999_999_999
    file.write_bytes(format.pack(match, Meta()))
    with pytest.raises(UnplayableError, match=r"forged\.caravan"):
        store.import_(file)


def test_an_id_from_outside_never_leaves_the_folder(store: Store, tmp_path: Path) -> None:
    (tmp_path / "secret.caravan").write_bytes(b"x")
    for bad in ("../secret", "/etc/passwd", "a/b", "", ".", "x" * 300, "a\x00b"):
        for attempt in (store.load, store.delete, store.undelete, store.duplicate):
            with pytest.raises(MissingError):
                attempt(bad)
    assert (tmp_path / "secret.caravan").exists()


def test_a_file_copied_by_hand_is_a_notice_and_left_alone(store: Store) -> None:
    match = play()
    store.save_now(match)
    copy = store.folder / "copy.caravan"
    copy.write_bytes(path_of(store, match).read_bytes())
    listing = store.listing()
    assert [entry.id for entry in listing.entries] == [match.record.id]
    assert len(listing.notices) == 1
    assert str(copy) in listing.notices[0]
    assert copy.exists()


def test_an_export_into_a_folder_is_named_after_the_match(store: Store, tmp_path: Path) -> None:
    match = play()
    store.save_now(match)
    assert store.export(match.record.id, tmp_path) == tmp_path / f"{match.record.id}.caravan"
    with pytest.raises(MissingError, match="no saved match"):
        store.export("nothing", tmp_path / "mine")


def test_a_match_that_is_not_deleted_cannot_be_restored(store: Store) -> None:
    match = play()
    store.save_now(match)
    path = path_of(store, match)
    data = path.read_bytes()
    store.delete(match.record.id)
    path.write_bytes(data)
    with pytest.raises(SaveError, match="not deleted"):
        store.undelete(match.record.id)


def test_a_match_under_another_name_is_neither_loaded_nor_found_sound(store: Store) -> None:
    match = play()
    store.save_now(match)
    copy = store.folder / "copy.caravan"
    copy.write_bytes(path_of(store, match).read_bytes())
    with pytest.raises(SaveError, match=r"copy\.caravan"):
        store.load("copy")
    assert {finding.path.stem: finding.status for finding in store.check()} == {
        match.record.id: "ok",
        "copy": "unplayable",
    }


def test_a_file_that_goes_or_cannot_be_read_is_a_save_error(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = play()
    store.save_now(match)
    with pytest.raises(MissingError, match="is gone"):
        store.load("nothing", watch=True)

    def refuse(path: Path, limit: int) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(files, "read", refuse)
    with pytest.raises(SaveError, match="permission"):
        store.load(match.record.id, watch=True)
    assert path_of(store, match).exists(), "only a damaged file is moved"


def test_a_match_that_is_too_large_is_refused_and_the_last_save_stays(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = play()
    store.save_now(match)
    before = path_of(store, match).read_bytes()
    monkeypatch.setattr(format, "LARGEST", 100)
    with pytest.raises(SaveError, match="too large"):
        store.save_now(match)
    assert path_of(store, match).read_bytes() == before


def test_damaged_files_of_one_name_and_second_are_all_kept(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.strftime", lambda _form: "20260301-120000")
    store.folder.mkdir()
    for number in range(3):
        (store.folder / "m.caravan").write_bytes(b"rubbish %d" % number)
        assert len(store.listing().notices) == 1
    kept = sorted(path.read_bytes() for path in store.damaged.iterdir())
    assert kept == [b"rubbish 0", b"rubbish 1", b"rubbish 2"]


def test_a_damaged_file_that_cannot_be_moved_is_named_and_stays(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.folder.mkdir()
    path = store.folder / "m.caravan"
    path.write_bytes(b"rubbish")

    def refuse(folder: Path) -> None:
        if folder == store.damaged:
            raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(files, "make_folder", refuse)
    (notice,) = store.listing().notices
    assert str(path) in notice and "could not be moved" in notice
    assert path.exists()


def test_a_match_that_this_process_does_not_hold_has_no_meta(store: Store) -> None:
    match = play()
    store.save_now(match)
    store.rename(match.record.id, "Mine")
    assert store.meta(match.record.id).title == "Mine"
    store.release_all()
    assert store.meta(match.record.id) == Meta()


def test_a_file_with_a_damaged_header_is_not_retitled() -> None:
    parts = format.split(format.pack(play(), Meta()))
    assert parts.record is not None
    damaged = format.assemble(1, b"\xc1", parts.record, parts.state)
    with pytest.raises(DamagedError, match="header"):
        format.retitled(damaged, "Another")


def test_partial_files_of_running_processes_stay(tmp_path: Path) -> None:
    ours = tmp_path / f".m.caravan.{os.getpid()}.tmp"
    beyond = tmp_path / f".m.caravan.{10**30}.tmp"
    nobody = tmp_path / ".m.caravan.x.tmp"
    for path in (ours, beyond, nobody):
        path.touch()
    assert files.sweep(tmp_path) == []
    assert ours.exists() and beyond.exists() and nobody.exists()


def test_a_disk_that_fails_to_sync_or_lock_is_no_file_system_without_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        with pytest.raises(OSError, match="Input/output"):
            files.sync_folder(tmp_path)
    monkeypatch.setattr(fcntl, "flock", fail)
    with pytest.raises(OSError, match="Input/output"):
        locks.Lock(tmp_path / ".m.lock")


def test_a_lock_whose_file_is_removed_before_it_is_held_is_taken_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / ".m.lock"
    flock = fcntl.flock
    removals = 1

    def late(handle: int, how: int) -> None:
        nonlocal removals
        if removals:
            removals -= 1
            path.unlink()
        flock(handle, how)

    monkeypatch.setattr(fcntl, "flock", late)
    lock = locks.Lock(path)
    assert path.read_text() == f"{os.getpid()}\n"
    lock.release()
    lock.release()
    assert not path.exists()


def test_a_match_is_found_by_the_start_of_its_id(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("abc", "abd", "ab"):
        match = play()
        match.record.id = name
        store.save_now(match)
    assert store.find("abc").id == "abc"
    assert store.find("ab").id == "ab", "its whole id"
    with pytest.raises(MissingError, match="several"):
        store.find("a")
    with pytest.raises(MissingError, match="no saved match"):
        store.find("x")

    def refuse(folder: Path) -> list[Path]:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(listing, "match_files", refuse)
    with pytest.raises(SaveError, match="permission"):
        store.find("abc")


def test_tidying_throws_away_what_is_over_and_not_wanted(store: Store) -> None:
    runs, wanted, unwanted, held = play(), *(play(actions=9_999, seed=s) for s in (1, 2, 3))
    for match in (runs, wanted, unwanted, held):
        store.save_now(match)
    store.release_all()
    store.load(held.record.id)
    (store.folder / ".stale.lock").touch()
    assert store.tidy({wanted.record.id}) == [unwanted.record.id]
    left = {entry.id for entry in store.listing().entries}
    assert left == {runs.record.id, wanted.record.id, held.record.id}
    assert [path.name for path in store.folder.glob(".*.lock")] == [f".{held.record.id}.lock"]
    assert (store.trash / f"{unwanted.record.id}.caravan").exists()


@pytest.mark.parametrize(
    "change", [{"scores": (1.0,)}, {"ranks": (1, 2, 3)}, {"to_act": 2}, {"to_act": -9}]
)
def test_a_header_that_contradicts_itself_is_refused(change: dict[str, Any]) -> None:
    header = header_of(play(), Meta())
    with pytest.raises(ValueError):
        msgspec.structs.replace(header, **change)
