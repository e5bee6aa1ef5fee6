"""The store: matches are listed, loaded, locked, written, and never lost."""

from __future__ import annotations

import asyncio
import errno
import fcntl
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from caravan_tui.hosts.turns import saved_turns
from saves import format, locks
from saves.errors import (
    LockedError,
    SaveError,
)
from saves.header import Meta, from_plain, to_plain
from saves.store import Store
from tests.saves.helpers import is_same, path_of, play, play_on


@pytest.mark.parametrize("game", registry.ids())
def test_a_match_comes_back_exactly_from_its_cached_state_and_from_its_log_alone(
    game: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: 2_000_000_000.0)  # a record notes when it changed
    for actions in (0, 1, 30, 5_000):
        match = play(game, actions)
        store.save_now(match)
        again, notes = store.load(match.record.id, watch=True)
        assert is_same(match, again)
        assert notes == []
        snapshot = format.read(path_of(store, match).read_bytes())
        assert snapshot.schema == match.game.spec.schema
        replayed = format.restore(snapshot, trusted=False)
        assert is_same(match, replayed)
        play_on(again, 20)
        play_on(replayed, 20)
        assert is_same(again, replayed), "both go on alike, chance included"


def test_the_list_has_the_header_of_each_match_the_last_played_first(store: Store) -> None:
    old, new, over = play(actions=3), play("dice_village", 12), play(actions=9_999)
    for number, match in enumerate((old, new, over)):
        match.record.changed = 1_000 + number
        store.save_now(match)
    store.rename(old.record.id, "  The first\x1b[31m one\n")
    listing = store.listing()
    assert [entry.id for entry in listing.entries] == [m.record.id for m in (over, new, old)]
    assert listing.notices == []
    third = listing.entries[2].header
    assert third is not None
    assert third.meta.title == "The first [31m one"
    assert (third.game, third.actions, third.over) == ("sahara", old.version, False)
    assert [seat.name for seat in third.seats] == ["Ada", "P1"]
    assert third.scores == old.scores
    assert third.to_act == old.to_act
    first = listing.entries[0].header
    assert first is not None
    assert first.over
    assert first.ranks == over.ranks
    latest = store.latest()
    assert latest is not None
    assert latest.id == new.record.id, "continue takes the last unfinished one"


def test_a_match_is_begun_once_its_person_has_moved(store: Store) -> None:
    seats = [Seat("porter", "Omar"), Seat("person", "Ann")]
    match = Match.new("sahara", {}, seats, 3)
    while match.to_act == 0:
        match.act(0, match.legal(0)[0])
    store.save_now(match)
    (entry,) = store.listing().entries
    assert entry.header is not None and not entry.header.begun
    assert not entry.header.is_begun and not entry.header.is_under_way
    for name in ("road", "daily"):
        try_set_out = replace(entry.header, **{name: "2026-11-22"})
        assert try_set_out.is_begun and try_set_out.is_under_way, "whoever moves first"
    assert not entry.header.is_under_way and entry.header.actions == match.version
    begun = Match.new("sahara", {}, seats, 4)
    while begun.to_act == 0:
        begun.act(0, begun.legal(0)[0])
    begun.act(1, begun.legal(1)[0])
    begun.record.changed = match.record.changed - 60
    store.save_now(begun)
    latest = store.listing().latest()
    assert latest is not None and latest.id == begun.record.id, "before one that is not begun"
    assert [turn.match for turn in saved_turns(store.listing().entries)] in (
        [],  # the computer player is to act
        [begun.record.id],
    )
    plain = to_plain(entry.header)
    del plain["begun"]
    assert from_plain(plain).begun, "of older files it is not known"


def test_a_match_that_nobody_has_begun_is_still_the_latest_without_another(store: Store) -> None:
    match = Match.new("sahara", {}, [Seat("person", "Ann"), Seat("porter", "Omar")], 3)
    store.save_now(match)
    latest = store.listing().latest()
    assert latest is not None and latest.id == match.record.id
    assert saved_turns(store.listing().entries) == []


def test_listing_reads_no_record_and_no_state(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(3):
        store.save_now(play(seed=seed))
    monkeypatch.setattr(format, "read", lambda data: pytest.fail("a record was read"))
    assert len(store.listing().entries) == 3


def test_another_process_is_refused_with_the_number_of_ours_and_may_watch(store: Store) -> None:
    match = play()
    store.save_now(match)
    code = (
        "import sys; from pathlib import Path; from saves.store import Store\n"
        "from saves.errors import LockedError\n"
        "store = Store(Path(sys.argv[1]))\n"
        "try: store.load(sys.argv[2]); print('loaded')\n"
        "except LockedError as error: print(error)\n"
        "print(store.load(sys.argv[2], watch=True)[0].version)\n"
    )
    command = [sys.executable, "-c", code, str(store.home), match.record.id]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert str(os.getpid()) in lines[0]
    assert lines[1] == str(match.version)
    store.release(match.record.id)
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert lines[0] == "loaded"
    assert is_same(store.load(match.record.id)[0], match), "its lock went with the process"


def test_within_one_process_two_stores_lock_each_other_out(store: Store) -> None:
    match = play()
    store.save_now(match)
    other = Store(store.home)
    with pytest.raises(LockedError):
        other.save_now(match)
    with pytest.raises(LockedError):
        other.delete(match.record.id)
    store.release_all()
    other.save_now(match)


def test_a_write_is_synced_file_first_then_renamed_then_the_folder(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    fsync, replace = os.fsync, Path.replace

    def noted_fsync(handle: int) -> None:
        steps.append("folder" if Path(f"/proc/self/fd/{handle}").is_dir() else "file")
        fsync(handle)

    def noted_replace(self: Path, target: Path) -> Path:
        steps.append("rename")
        assert self.parent == target.parent
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", noted_fsync)
    monkeypatch.setattr(Path, "replace", noted_replace)
    store.save_now(play())
    assert steps == ["file", "rename", "folder"]


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EIO, errno.EDQUOT])
@pytest.mark.parametrize("step", ["write", "fsync"])
def test_a_failed_write_says_why_and_leaves_the_older_file_and_nothing_else(
    store: Store,
    monkeypatch: pytest.MonkeyPatch,
    number: int,
    step: str,
) -> None:
    match = play()
    store.save_now(match)
    before = path_of(store, match).read_bytes()
    play_on(match, 3)

    def fail(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        patch.setattr(os, step, fail)
        with pytest.raises(SaveError) as caught:
            store.save_now(match)
    assert "\n" not in str(caught.value)
    assert str(path_of(store, match)) in str(caught.value)
    if number == errno.ENOSPC:
        assert "disk is full" in str(caught.value)
    assert path_of(store, match).read_bytes() == before
    assert not list(store.folder.glob("*.tmp")) + list(store.folder.glob(".*.tmp"))
    store.save_now(match)
    assert path_of(store, match).read_bytes() != before


def test_a_match_in_a_folder_that_cannot_be_written_is_played_in_memory(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = play()
    store.save_now(match)
    store.release_all()

    def refuse(path: Path) -> None:
        raise PermissionError(errno.EROFS, "read-only file system")

    with monkeypatch.context() as patch:
        patch.setattr(locks, "Lock", refuse)
        again, _ = store.load(match.record.id)
        assert is_same(again, match)
        with pytest.raises(SaveError, match="read-only"):
            store.save_now(again)
    store.save_now(again)
    assert store.holds(match.record.id)


def test_the_check_reads_all_and_changes_nothing(store: Store) -> None:
    matches = [play(seed=seed) for seed in range(4)]
    for match in matches:
        store.save_now(match)
    store.release_all()
    parts = format.split(path_of(store, matches[1]).read_bytes())
    assert parts.header is not None
    assert parts.record is not None
    other = format.split(format.pack(play(actions=30), Meta())).state
    path_of(store, matches[1]).write_bytes(format.assemble(1, parts.header, parts.record, other))
    path_of(store, matches[2]).write_bytes(b"rubbish")
    matches[3].record.log[-1] = 77_777_777
    store.save_now(matches[3])
    before = {path: path.read_bytes() for path in store.folder.glob("*.caravan")}
    findings = {finding.path.name.split(".")[0]: finding for finding in store.check()}
    assert {name: finding.status for name, finding in findings.items()} == {
        matches[0].record.id: "ok",
        matches[1].record.id: "repaired",
        matches[2].record.id: "damaged",
        matches[3].record.id: "unplayable",
    }
    assert all(finding.text for finding in findings.values() if finding.status != "ok")
    assert before == {path: path.read_bytes() for path in store.folder.glob("*.caravan")}


def test_time_of_play_is_counted_without_long_pauses(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [1_000.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    match = play()
    store.save_now(match)
    for pause in (20, 0.4, 0.8, 10_000, 30):
        clock[0] += pause
        store.save_now(match)
    assert store.meta(match.record.id).played == 51
    store.release_all()
    clock[0] += 100
    again, _ = store.load(match.record.id)
    clock[0] += 9
    store.save_now(again)
    assert store.meta(match.record.id).played == 60


async def test_saving_off_the_loop_writes_the_match_as_it_was_when_asked(store: Store) -> None:
    match = play()
    version = match.version
    saving = asyncio.create_task(store.save(match))
    await asyncio.sleep(0)
    play_on(match, 5)
    await saving
    assert store.load(match.record.id, watch=True)[0].version == version


async def test_a_rename_during_a_save_is_not_lost(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = play()
    store.save_now(match)
    saving = asyncio.create_task(store.save(match))
    await asyncio.sleep(0)
    store.rename(match.record.id, "While it was saved")
    await saving
    (entry,) = store.listing().entries
    assert entry.header is not None
    assert entry.header.meta.title == "While it was saved"


def test_a_file_contains_no_python_objects(store: Store) -> None:
    match = play()
    data = format.pack(match, Meta())
    plain = format.read(data)
    json.dumps(plain.record.to_plain())
    assert b"caravan_tui." not in data
    assert b"pickle" not in data


def test_on_a_file_system_without_locks_or_folder_syncs_matches_are_saved_all_the_same(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    fsync = os.fsync

    def no_locks(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    def no_folders(handle: int) -> None:
        if Path(f"/proc/self/fd/{handle}").is_dir():
            raise OSError(errno.EINVAL, "Invalid argument")
        fsync(handle)

    monkeypatch.setattr(fcntl, "flock", no_locks)
    monkeypatch.setattr(os, "fsync", no_folders)
    match = play()
    store.save_now(match)
    store.release_all()
    assert is_same(store.load(match.record.id)[0], match)


def test_a_match_can_be_saved_while_its_folder_is_being_swept(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a sweep holds for an instant is not open in another window."""
    monkeypatch.setattr(locks, "SWEEP_TRIES", 10_000)
    store.folder.mkdir(parents=True, exist_ok=True)
    path = store.folder / ".m.lock"
    path.touch()
    with path.open("rb") as swept:
        fcntl.flock(swept, fcntl.LOCK_EX)
        threading.Timer(0.02, swept.close).start()
        lock = locks.Lock(path)
    assert path.read_text() == f"{os.getpid()}\n"
    assert locks.sweep_locks(store.folder) == [], "it is in use"
    lock.release()
    path.touch()
    assert locks.sweep_locks(store.folder) == [path] and not path.exists()
