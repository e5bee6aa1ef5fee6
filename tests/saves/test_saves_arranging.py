"""Saved matches are copied, thrown away, carried in and out; nothing from outside is believed."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from saves import format
from saves.errors import (
    MissingError,
    SaveError,
    UnplayableError,
)
from saves.header import Meta
from saves.store import Store
from tests.saves.saves_help import Alike, Play, path_of


def test_a_duplicate_is_a_match_of_its_own(store: Store, played: Play) -> None:
    match = played()
    store.save_now(match)
    store.describe(match.record.id, daily="2026-03-01")
    copy = store.duplicate(match.record.id, "Second try")
    assert copy != match.record.id
    again, _ = store.load(copy)
    assert again.record.log == match.record.log
    assert again.record.id == copy
    assert store.meta(copy) == Meta("Second try")
    assert len(store.listing().entries) == 2


def test_deleting_can_be_undone_until_the_trash_is_emptied(
    store: Store, played: Play, alike: Alike
) -> None:
    match, other = played(seed=1), played(seed=2)
    store.save_now(match)
    store.save_now(other)
    store.delete(match.record.id)
    assert [entry.id for entry in store.listing().entries] == [other.record.id]
    store.undelete(match.record.id)
    assert alike(store.load(match.record.id)[0], match)
    with pytest.raises(MissingError):
        store.undelete(match.record.id)
    store.delete(match.record.id)
    thrown = store.trash / f"{match.record.id}.caravan"
    long_ago = time.time() - 31 * 86_400
    os.utime(thrown, (long_ago, long_ago))
    store.delete(other.record.id)
    assert [path.name for path in store.trash.iterdir()] == [f"{other.record.id}.caravan"]


def test_an_exported_match_can_be_imported_elsewhere_and_twice(
    store: Store, played: Play, tmp_path: Path, alike: Alike
) -> None:
    match = played()
    store.save_now(match)
    store.rename(match.record.id, "Kept")
    file = store.export(match.record.id, tmp_path / "mine")
    assert file.name == "mine.caravan"
    with pytest.raises(SaveError, match="there already"):
        store.export(match.record.id, tmp_path / "mine.caravan")
    other = Store(tmp_path / "other")
    name = other.import_(file)
    assert name == match.record.id
    assert alike(other.load(name)[0], match)
    assert other.meta(name).title == "Kept"
    second = other.import_(file)
    assert second != name
    assert {entry.id for entry in other.listing().entries} == {name, second}


def test_an_import_believes_nothing(store: Store, played: Play, tmp_path: Path) -> None:
    match = played()
    parts = format._parts(format.pack(match, Meta()))
    assert parts.header is not None
    assert parts.record is not None
    file = tmp_path / "forged.caravan"
    forged = parts.state or b""
    other = format._parts(format.pack(played(actions=40), Meta())).state
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


def test_a_file_copied_by_hand_is_told_and_left(store: Store, played: Play) -> None:
    match = played()
    store.save_now(match)
    copy = store.folder / "copy.caravan"
    copy.write_bytes(path_of(store, match).read_bytes())
    found = store.listing()
    assert [entry.id for entry in found.entries] == [match.record.id]
    assert len(found.notices) == 1
    assert str(copy) in found.notices[0]
    assert copy.exists()
