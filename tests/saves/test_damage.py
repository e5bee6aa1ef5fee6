"""Damaged, newer and invalid files are repaired, or moved with a notice, and never lost."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from caravan_tui.games import registry
from saves import format, migrations
from saves.errors import (
    DamagedError,
    NewerError,
    UnplayableError,
)
from saves.header import Meta
from saves.store import Store
from tests.saves.helpers import is_same, path_of, play


@pytest.mark.parametrize("house", [{"numbered": 1}, [[1, 2], [3]], "tiles", 5])
@pytest.mark.parametrize("game", ["sahara", "dice_village", "caravanserai", "ahldarahd"])
def test_invalid_custom_data_make_a_match_unplayable(game: str, house: object) -> None:
    match = play(game, 3)
    match.record.custom = house
    snapshot = format.read(format.pack(match, Meta()))
    with pytest.raises(UnplayableError) as caught:
        format.restore(snapshot, trusted=False)
    assert str(caught.value) == ("It can't be played: its boards, tiles or cards are not valid.")


def test_a_file_that_a_migration_cannot_read_is_damaged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(plain: dict[str, object], version: int) -> dict[str, object]:
        return {"record": plain["records"]}

    data = format.pack(play(), Meta())
    monkeypatch.setattr(migrations, "body", broken)
    with pytest.raises(DamagedError, match=r"^It is cut off or altered\.$"):
        format.read(data)


@pytest.mark.parametrize("damage", ["cut", "empty", "garbage", "flipped", "text"])
def test_a_damaged_file_is_moved_with_a_notice_that_names_it(store: Store, damage: str) -> None:
    good, bad = play(seed=1), play(seed=2)
    store.save_now(good)
    store.save_now(bad)
    store.release_all()
    path = path_of(store, bad)
    data = bytearray(path.read_bytes())
    offset = data.index(b"options")
    data[offset] ^= 1
    spoiled = {
        "cut": bytes(data[:100]),
        "empty": b"",
        "garbage": os.urandom(500),
        "flipped": bytes(data),
        "text": b"hello\n" * 40,
    }[damage]
    path.write_bytes(spoiled)
    if damage == "flipped":  # its header is intact, so the list cannot see it
        with pytest.raises(DamagedError) as caught:
            store.load(bad.record.id)
        notices = [str(caught.value)]
        assert not store.holds(bad.record.id)
    else:
        notices = store.listing().notices
    assert len(notices) == 1
    assert str(path) in notices[0]
    assert not path.exists()
    (kept,) = store.damaged.iterdir()
    assert str(kept) in notices[0]
    assert kept.read_bytes() == spoiled, "nothing of it is lost"
    assert [entry.id for entry in store.listing().entries] == [good.record.id]
    assert store.listing().notices == []


def test_damage_to_header_or_cached_state_is_repaired_with_a_note(store: Store) -> None:
    match = play()
    store.save_now(match)
    path = path_of(store, match)
    whole = path.read_bytes()
    parts = format.split(whole)
    assert parts.header is not None
    assert parts.state is not None
    for part in (parts.header, parts.state):
        data = bytearray(whole)
        data[data.index(part) + len(part) // 2] ^= 4
        path.write_bytes(data)
        (entry,) = store.listing().entries
        assert entry.header is not None
        assert entry.header.actions == match.version
        again, notes = store.load(match.record.id)
        assert is_same(again, match)
        assert len(notes) == 1
    path.write_bytes(whole[: -len(parts.state)])
    again, notes = store.load(match.record.id)
    assert is_same(again, match), "a file that was cut off in its cached state"
    assert len(notes) == 1


def test_a_file_of_a_newer_version_is_listed_as_newer_and_left_untouched(store: Store) -> None:
    match = play()
    store.save_now(match)
    store.release_all()
    path = path_of(store, match)
    parts = format.split(path.read_bytes())
    assert parts.header is not None
    assert parts.record is not None
    for header in (parts.header, b"\x93\x01\x02\x03"):
        newer = format.assemble(format.FORMAT + 1, header, parts.record + b"more", b"\xc1")
        path.write_bytes(newer)
        (entry,) = store.listing().entries
        assert entry.status == "newer"
        assert (entry.header is None) == (header != parts.header)
        for attempt in (
            lambda: store.load(match.record.id),
            lambda: store.rename(match.record.id, "x"),
            lambda: store.duplicate(match.record.id),
            lambda: store.delete(match.record.id),
        ):
            with pytest.raises(NewerError):
                attempt()
        assert path.read_bytes() == newer
        assert store.latest() is None
        assert [finding.status for finding in store.check()] == ["newer"]


def test_a_match_of_an_unknown_game_is_listed_and_left_untouched(store: Store) -> None:
    match = play()
    match.record.game = "chess_with_camels"
    store.save_now(match)
    store.release_all()
    before = path_of(store, match).read_bytes()
    (entry,) = store.listing().entries
    assert entry.status == "unknown"
    with pytest.raises(UnplayableError, match="chess_with_camels"):
        store.load(match.record.id)
    assert path_of(store, match).read_bytes() == before


def test_older_versions_go_through_every_step_in_a_row(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = play()
    store.save_now(match)
    monkeypatch.setattr(migrations, "NEWEST", 3)
    monkeypatch.setattr(format, "FORMAT", 3)
    order: list[str] = []

    def step(name: str) -> Callable[[dict[str, object]], dict[str, object]]:
        def apply(plain: dict[str, object]) -> dict[str, object]:
            order.append(name)
            return plain

        return apply

    monkeypatch.setattr(migrations, "BODIES", {1: step("body 1"), 2: step("body 2")})
    monkeypatch.setattr(migrations, "HEADERS", {2: step("header 2")})
    again, _ = store.load(match.record.id)
    assert is_same(again, match)
    assert sorted(order) == ["body 1", "body 2", "header 2"]


def test_partial_files_of_killed_processes_are_removed(store: Store) -> None:
    match = play()
    store.save_now(match)
    child = subprocess.run(
        [sys.executable, "-c", "import os; print(os.getpid())"],
        capture_output=True,
        text=True,
        check=True,
    )
    gone = store.folder / f".{match.record.id}.caravan.{int(child.stdout)}.tmp"
    mine = store.folder / f".{match.record.id}.caravan.{os.getpid()}.tmp"
    gone.write_bytes(b"half")
    mine.write_bytes(b"half")
    assert len(store.listing().entries) == 1
    assert not gone.exists()
    assert mine.exists(), "that of a living process is being written"


def test_a_lock_of_a_match_that_was_never_saved_goes_with_the_next_listing(store: Store) -> None:
    saved, unsaved = play(seed=1), play(seed=2)
    store.save_now(saved)
    store.describe(unsaved.record.id, title="held, and not saved yet")
    never, killed = store.folder / f".{'0' * 32}.lock", store.folder / f".{saved.record.id}.lock"
    never.touch()
    store.listing()
    kept = {killed.name, f".{unsaved.record.id}.lock"}
    assert {path.name for path in store.folder.glob(".*.lock")} == kept


@pytest.mark.parametrize("game", registry.ids())
def test_the_log_wins_over_a_cached_state_that_differs(game: str, store: Store) -> None:
    match, other = play(game, 6), play(game, 14)
    store.save_now(match)
    path = path_of(store, match)
    parts = format.split(path.read_bytes())
    assert parts.header is not None and parts.record is not None
    state = format.split(format.pack(other, Meta())).state
    path.write_bytes(format.assemble(parts.version, parts.header, parts.record, state))
    again, notes = store.load(match.record.id)
    assert notes == ["Its cached position was damaged; the match was replayed from its log."]
    assert is_same(again, match)
    again.act(again.to_act, again.legal(again.to_act)[0])


def test_a_match_of_other_rules_goes_on_from_its_cached_state(store: Store) -> None:
    match = play("sahara", 6)
    match.record.rules += 1
    match.record.log = []  # by our rules it leads elsewhere
    store.save_now(match)
    again, notes = store.load(match.record.id)
    assert notes == []
    assert again.game.encode(again.state) == match.game.encode(match.state)
