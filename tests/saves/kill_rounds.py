"""Kill a playing process again and again. Run by `test_kill.py`; prints figures as JSON.

Each round forks a child that loads the match, plays at random, saves after every action, and
reports on a pipe what it is about to do. The child kills itself before or after a random file
operation; its writes are split into many small ones, so that most kills interrupt a save. Then the
match is loaded as the app would load it, and must be at the last action or the one before.
"""

from __future__ import annotations

import json
import os
import signal
import struct
import sys
from pathlib import Path
from random import Random

from caravan_tui import files
from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from saves.store import Store

STEP = struct.Struct("<cI")
"""`a` before a save or `s` after it, and the version of the match."""

MAX_OPERATIONS = 200
"""Ticks before a kill; a save takes some forty."""


class Bomb:
    """Kills the process after a number of ticks, at once and without any cleanup."""

    def __init__(self, ticks: int) -> None:
        self.ticks = ticks

    def tick(self) -> None:
        self.ticks -= 1
        if self.ticks <= 0:
            os.kill(os.getpid(), signal.SIGKILL)


def tick_with_files(bomb: Bomb, rng: Random) -> None:
    """Make every file operation tick before and after, and every write a short one."""
    write, fsync, replace = os.write, os.fsync, Path.replace

    def ticking_write(handle: int, data: bytes) -> int:
        bomb.tick()
        written = write(handle, bytes(data[: rng.randrange(1, 400)]))
        bomb.tick()
        return written

    def ticking_fsync(handle: int) -> None:
        bomb.tick()
        fsync(handle)
        bomb.tick()

    def ticking_replace(self: Path, target: Path) -> Path:
        bomb.tick()
        path = replace(self, target)
        bomb.tick()
        return path

    files.os.write = ticking_write  # type: ignore[attr-defined]
    files.os.fsync = ticking_fsync  # type: ignore[attr-defined]
    Path.replace = ticking_replace  # type: ignore[method-assign, assignment]


def play_until_killed(home: Path, match_id: str, pipe: int, seed: int) -> None:
    """Play and save. A match that ends first ends with a kill, too."""
    rng = Random(seed)
    report = os.write
    bomb = Bomb(rng.randrange(1, rng.choice((8, MAX_OPERATIONS))))
    store = Store(home)
    match, _ = store.load(match_id)
    tick_with_files(bomb, rng)
    while not match.over:
        bomb.tick()
        seat = match.to_act
        match.act(seat, rng.choice(match.legal(seat)))
        report(pipe, STEP.pack(b"a", match.version))
        store.save_now(match)
        report(pipe, STEP.pack(b"s", match.version))
    os.kill(os.getpid(), signal.SIGKILL)


def new_match(game: str, seed: int) -> Match:
    count = max(2, registry.get(game).spec.min_seats)
    return Match.new(game, {}, [Seat("person", "Ada"), *[Seat("porter", "P")] * (count - 1)], seed)


def main(home: Path, rounds: int, seed: int) -> dict[str, int]:
    store = Store(home)
    figures = {"kills": 0, "in a write": 0, "last": 0, "last but one": 0, "nothing new": 0}
    games = registry.ids()
    match = new_match(games[0], seed)
    store.save_now(match)
    for number in range(rounds):
        store.release_all()
        match_id, before = match.record.id, match.version
        reader, writer = os.pipe()
        process = os.fork()
        if process == 0:
            try:
                play_until_killed(home, match_id, writer, seed * 100_000 + number)
            finally:
                os._exit(1)
        os.close(writer)
        reports = b""
        while part := os.read(reader, 65_536):
            reports += part
        os.close(reader)
        _, status = os.waitpid(process, 0)
        assert os.WIFSIGNALED(status), "the child was killed and did not fail by itself"
        acted = saved = previous = before
        for kind, version in STEP.iter_unpack(reports[: len(reports) // STEP.size * STEP.size]):
            if kind == b"a":
                previous, acted = acted, version
            else:
                saved = version
        figures["in a write"] += bool(list(store.folder.glob(".*.tmp")))
        listing = store.listing()
        assert listing.notices == [], listing.notices
        assert not list(store.folder.glob(".*.tmp")), "partial files are removed"
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
