"""Kills a playing process again and again; run by `test_saves_kill.py`, prints figures as JSON.

Each round forks a child that loads the match, plays at random, saves after every action and tells
on a pipe what it is about to do. The child is killed at a random moment. Its writes are stretched
(few bytes at a time, slow syncs), so that many kills fall into the middle of one. Then the match is
loaded as the app would load it, and must stand at the last action or the one before.
"""

from __future__ import annotations

import json
import os
import signal
import struct
import sys
import time
from pathlib import Path
from random import Random

from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from saves import files
from saves.store import Store

STEP = struct.Struct("<cI")


def stretched(rng: Random) -> None:
    """Make every write slow from here on."""
    write, fsync, replace = os.write, os.fsync, Path.replace

    def slow_write(handle: int, data: bytes) -> int:
        time.sleep(rng.random() * 0.000_3)
        return write(handle, bytes(data[: rng.randrange(1, 400)]))

    def slow_fsync(handle: int) -> None:
        time.sleep(rng.random() * 0.000_5)
        fsync(handle)
        time.sleep(rng.random() * 0.000_5)

    def slow_replace(self: Path, target: Path) -> Path:
        time.sleep(rng.random() * 0.000_3)
        return replace(self, target)

    files.os.write = slow_write  # type: ignore[attr-defined]
    files.os.fsync = slow_fsync  # type: ignore[attr-defined]
    Path.replace = slow_replace  # type: ignore[method-assign, assignment]


def child(home: Path, match_id: str, pipe: int, seed: int) -> None:
    """Play until killed, or until the match is over."""
    rng = Random(seed)
    tell = os.write
    store = Store(home)
    match, _ = store.load(match_id)
    stretched(rng)
    while not match.over:
        time.sleep(rng.random() * 0.003)  # a kill may fall between two actions as well
        seat = match.to_act
        match.act(seat, rng.choice(match.legal(seat)))
        tell(pipe, STEP.pack(b"a", match.version))
        store.save_now(match)
        tell(pipe, STEP.pack(b"s", match.version))
    time.sleep(5)


def new_match(game: str, seed: int) -> Match:
    count = max(2, registry.get(game).spec.min_seats)
    return Match.new(game, {}, [Seat("person", "Ada"), *[Seat("porter", "P")] * (count - 1)], seed)


def main(home: Path, rounds: int, seed: int) -> dict[str, int]:
    rng = Random(seed)
    store = Store(home)
    figures = {"kills": 0, "in a write": 0, "last": 0, "last but one": 0, "nothing new": 0}
    games = registry.ids()
    match = new_match(games[0], seed)
    store.save_now(match)
    for number in range(rounds):
        store.release_all()
        match_id, before = match.record.id, match.version
        ours, theirs = os.pipe()
        process = os.fork()
        if process == 0:
            try:
                child(home, match_id, theirs, seed * 100_000 + number)
            finally:
                os._exit(1)
        os.close(theirs)
        time.sleep(rng.random() * 0.025)
        os.kill(process, signal.SIGKILL)
        _, status = os.waitpid(process, 0)
        assert os.WIFSIGNALED(status), "the child was killed and did not fail by itself"
        told = b""
        while part := os.read(ours, 65_536):
            told += part
        os.close(ours)
        acted = saved = before
        previous = before
        for kind, version in STEP.iter_unpack(told[: len(told) // STEP.size * STEP.size]):
            if kind == b"a":
                previous, acted = acted, version
            else:
                saved = version
        half = list(store.folder.glob(".*.tmp"))
        figures["in a write"] += bool(half)
        listing = store.listing()
        assert listing.notices == [], listing.notices
        assert not list(store.folder.glob(".*.tmp")), "what was half-written is gone"
        match, notes = store.load(match_id)
        assert notes == [], notes
        assert match.version in (acted, previous), (match.version, acted, previous)
        assert match.version >= saved, (match.version, saved)
        figures["kills"] += 1
        if acted == before:
            figures["nothing new"] += 1
        elif match.version >= acted:
            figures["last"] += 1
        else:
            figures["last but one"] += 1
        if match.over or match.version > 400:
            store.delete(match.record.id)
            match = new_match(games[number % len(games)], seed + number)
            store.save_now(match)
    return figures


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))))
