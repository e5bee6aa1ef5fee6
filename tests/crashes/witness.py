"""What a process that is about to be killed has told its players, kept outside of it.

`install` makes every table note each change in a file, at once and before the change is
acknowledged. What is written lies with the kernel, so it outlives the process. `judge` then
compares the notes with what is on the disk.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable
from functools import wraps
from hashlib import blake2b
from pathlib import Path
from random import Random

from attrs import define, evolve, field, frozen

from caravan_tui.bus.autosave import Saver
from caravan_tui.bus.hosted_match import HostedMatch
from caravan_tui.engine import Match, Record, Seat
from caravan_tui.engine.record import new_id
from saves.errors import SaveError
from saves.profile import Profile
from saves.store import Store


@frozen
class Note:
    """The log of a match as it was after a change."""

    digest: str
    actions: int
    has_person_moved: bool
    """Whether a person has moved since the process started: a match that follows another is kept
    from then on."""


@define
class Verdict:
    """What was found after kills."""

    figures: Counter[str] = field(factory=Counter)
    faults: list[str] = field(factory=list)
    """What must not happen, a line each."""

    def report(self) -> None:
        """Print both as a line of JSON."""
        print(json.dumps([dict(self.figures), self.faults]), flush=True)

    def add(self, line: str) -> None:
        """Add what another process has reported."""
        figures, faults = json.loads(line)
        for name, value in figures.items():
            before = self.figures[name]
            self.figures[name] = max(before, value) if "slowest" in name else before + value
        self.faults += faults


def digest_of(log: Iterable[int]) -> str:
    """A short name for a log."""
    return blake2b(repr(list(log)).encode(), digest_size=8).hexdigest()


def install(path: Path) -> None:
    """Note every change of every match of this process in a file, from now on."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
    touched: set[str] = set()
    mark, act = Saver.mark, HostedMatch.act

    @wraps(mark)
    def noting_mark(self: Saver) -> None:
        record = self._match.record
        line = [record.id, digest_of(record.log), len(record.log), record.id in touched]
        os.write(handle, json.dumps(line).encode() + b"\n")
        mark(self)

    @wraps(act)
    async def noting_act(self: HostedMatch, seat: int, version: int, action: int) -> int:
        if self.match.record.seats[seat].is_person and self.match.to_act == seat:
            touched.add(self.id)
        return await act(self, seat, version, action)

    Saver.mark = noting_mark  # type: ignore[method-assign]
    HostedMatch.act = noting_act  # type: ignore[method-assign]


def read_notes(path: Path) -> dict[str, list[Note]]:
    """The notes in a file by match, in their order; of equal ones in a row the first."""
    notes: dict[str, list[Note]] = {}
    data = path.read_bytes() if path.exists() else b""
    for line in data.split(b"\n")[:-1]:
        match_id, *values = json.loads(line)
        note = Note(*values)
        history = notes.setdefault(match_id, [])
        if not history or history[-1].digest != note.digest:
            history.append(note)
    return notes


def judge(home: Path, notes: dict[str, list[Note]], known: set[str], verdict: Verdict) -> None:
    """Look at a folder of saved matches after a kill: every known match is there and opens, and
    each noted one lacks one action at most. Adds the ids of new matches to `known`."""
    store = Store(home)
    listing = store.listing()
    verdict.faults += [f"notice: {notice}" for notice in listing.notices]
    verdict.faults += [f"left over: {path}" for path in store.folder.glob(".*.tmp")]
    listed = {entry.id for entry in listing.entries}
    trashed = {path.stem for path in store.trash.glob("*.caravan")}
    for match_id in sorted(known - listed - trashed):
        verdict.faults.append(f"lost: {match_id}")
    for match_id, history in sorted(notes.items()):
        if match_id in listed:
            _judge_match(store, match_id, history, verdict)
        elif match_id in trashed or match_id in known:
            continue  # deleted by a key, or counted as lost already
        elif len(history) > 1 and history[-2].has_person_moved:
            verdict.faults.append(f"never saved: {match_id} after {len(history)} changes")
        else:
            verdict.figures["new match, not saved yet"] += 1
    known |= listed


def _judge_match(store: Store, match_id: str, history: list[Note], verdict: Verdict) -> None:
    try:
        match, repairs = store.load(match_id)
    except SaveError as error:
        verdict.faults.append(f"does not open: {match_id}: {error}")
        return
    finally:
        store.release_all()
    verdict.faults += [f"repaired: {match_id}: {line}" for line in repairs]
    digests = [note.digest for note in reversed(history)]
    digest = digest_of(match.record.log)
    missing = digests.index(digest) if digest in digests else len(digests)
    verdict.figures["acknowledged"] += len(digests) - 1
    if missing == 0:
        verdict.figures["nothing lost"] += 1
    elif missing == 1:
        verdict.figures["one action lost"] += 1
    elif len(digests) == 1 and len(match.record.log) < history[0].actions:
        verdict.faults.append(f"older than when it was opened: {match_id}")
    else:
        verdict.faults.append(f"{missing} of {len(digests)} states lost: {match_id}")
    people = [number for number, seat in enumerate(match.record.seats) if seat.is_person]
    if match.over and len(people) == 1:
        verdict.figures["over"] += 1
        if not Profile(store.home).has(match_id, people[0]):
            verdict.faults.append(f"over without its result: {match_id}")


def nearly_over(game: str, seats: list[Seat], seed: int) -> Record:
    """The record of a match played at random to a few actions before its end."""
    match = Match.new(game, {}, seats, seed)
    rng = Random(seed)
    while not match.over:
        match.act(match.to_act, rng.choice(match.legal(match.to_act)))
    record = match.record
    return evolve(record, log=record.log[: -rng.randrange(3, 9)], result=None, id=new_id())
