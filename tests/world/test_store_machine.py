"""The store against a model: whatever is done to it, in whatever order, with the power failing."""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule

from caravan_tui.engine import Match, Seat
from saves.errors import LockedError, MissingError
from saves.store import Store
from tests.world.disk import Disk, Faults
from tests.world.loop import PROCESS, ProcessDeath

SEATS = [Seat("person", "Anna"), Seat("person", "Ben")]


class StoreMachine(RuleBasedStateMachine):
    """Saved matches by id, with their logs and titles; and those in the trash."""

    matches: Bundle[str] = Bundle("matches")
    deleted: Bundle[str] = Bundle("deleted")

    def __init__(self) -> None:
        super().__init__()
        self._number = 1
        self._process = PROCESS.set("app#1")
        self.root = Path(tempfile.mkdtemp(prefix="store-"))
        self.disk = Disk(self.root, Random(1))
        self.disk.install()
        self.store = Store(self.root)
        self.playing: dict[str, Match] = {}
        self.saved: dict[str, tuple[int, ...]] = {}
        self.titles: dict[str, str] = {}

    def teardown(self) -> None:
        self.store.release_all()
        self.disk.remove()
        self.disk.wipe()
        PROCESS.reset(self._process)

    @rule(target=matches, seed=st.integers(0, 99))
    def begin(self, seed: int) -> str:
        match = Match.new("sahara", {}, SEATS, seed)
        self.playing[match.record.id] = match
        self._save(match)
        self.titles[match.record.id] = ""
        return match.record.id

    def _save(self, match: Match) -> None:
        self.store.save_now(match)
        self.saved[match.record.id] = tuple(match.record.log)

    @rule(match_id=matches, is_saved=st.booleans())
    def act(self, match_id: str, is_saved: bool) -> None:
        match = self.playing.get(match_id)
        if match is not None and not match.over:
            match.act(match.to_act, match.legal(match.to_act)[0])
            if is_saved:
                self._save(match)

    @rule(match_id=matches)
    def release(self, match_id: str) -> None:
        self.store.release(match_id)
        self.playing.pop(match_id, None)

    @rule(match_id=matches)
    def load(self, match_id: str) -> None:
        if match_id not in self.saved:
            with pytest.raises(MissingError):
                self.store.load(match_id)
        elif match_id not in self.playing:
            match, notes = self.store.load(match_id)
            assert not notes and tuple(match.record.log) == self.saved[match_id]
            self.playing[match_id] = match

    @rule(match_id=matches)
    def load_elsewhere(self, match_id: str) -> None:
        other = Store(self.root)
        if match_id in self.playing:
            with pytest.raises(LockedError):
                other.load(match_id)
        elif match_id in self.saved:
            other.load(match_id)
            other.release(match_id)

    @rule(match_id=matches, title=st.sampled_from(["A", "B b", ""]))
    def rename(self, match_id: str, title: str) -> None:
        if match_id in self.saved:
            self.store.rename(match_id, title)
            self.titles[match_id] = title

    @rule(target=matches, match_id=matches)
    def duplicate(self, match_id: str) -> str:
        if match_id not in self.saved:
            return match_id
        copy = self.store.duplicate(match_id)
        self.saved[copy], self.titles[copy] = self.saved[match_id], self.titles[match_id]
        return copy

    @rule(target=deleted, match_id=consumes(matches))
    def delete(self, match_id: str) -> Any:
        self.playing.pop(match_id, None)
        if match_id in self.saved:
            self.store.delete(match_id)
            return match_id, self.saved.pop(match_id)
        return match_id, None

    @rule(target=matches, gone=consumes(deleted))
    def undelete(self, gone: Any) -> str:
        match_id: str = gone[0]
        log = gone[1]
        if log is not None and match_id not in self.saved:
            self.store.undelete(match_id)
            self.saved[match_id] = log
        return match_id

    @rule()
    def fail_power(self) -> None:
        """The process dies with the machine: what was saved is there, and nothing is locked."""
        self.disk.on_death(PROCESS.get())
        self.disk.fail_power()
        self._begin_again()

    def _begin_again(self) -> None:
        self.disk.faults = Faults()
        self._number += 1
        PROCESS.set(f"app#{self._number}")
        self.store = Store(self.root)
        self.playing.clear()

    @rule(
        match_id=matches,
        writes=st.integers(1, 6),
        luck=st.integers(0, 99),
        is_power_failure=st.booleans(),
    )
    def die_while_saving(
        self, match_id: str, writes: int, luck: int, is_power_failure: bool
    ) -> None:
        """The process dies between two writes of a save, or within one: the match is as it was
        before or as it is now."""
        match = self.playing.get(match_id)
        if match is None or match.over:
            return
        match.act(match.to_act, match.legal(match.to_act)[0])
        self.disk.faults.crash_in = writes
        self.disk.rng.seed(luck)
        with contextlib.suppress(ProcessDeath):
            self._save(match)
        self.disk.on_death(PROCESS.get())
        if is_power_failure:
            self.disk.fail_power()
        self._begin_again()
        loaded, notes = self.store.load(match_id, watch=True)
        assert not notes
        lies_there = tuple(loaded.record.log)
        assert lies_there in (self.saved[match_id], tuple(match.record.log))
        self.saved[match_id] = lies_there

    @invariant()
    def what_is_listed_is_what_was_saved(self) -> None:
        listing = self.store.listing()
        assert not listing.notices
        titles = {entry.id: entry.header.meta.title for entry in listing.entries if entry.header}
        assert titles == {match_id: self.titles[match_id] for match_id in self.saved}
        for match_id, log in self.saved.items():
            match, _notes = self.store.load(match_id, watch=True)
            assert tuple(match.record.log) == log


TestStore = StoreMachine.TestCase
TestStore.settings = settings(
    max_examples=25, stateful_step_count=25, database=None, derandomize=True
)
