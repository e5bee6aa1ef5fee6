"""Kill the app on its own terminal, again and again, at random instants under random keys.

A process that has imported the app forks a child for each kill: the child takes a pseudo-terminal
and runs the app as `caravan-tui` does. So a kill costs no start of an interpreter. Called as

    python -c "from tests.crashes.local import main; main()" FOLDER KILLS SEED

it prints what it has found so far as JSON after each kill, a line each.
"""

from __future__ import annotations

import fcntl
import gc
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from pathlib import Path
from random import Random
from typing import NoReturn

from attrs import evolve

from caravan_tui.engine import Match, Record, Seat
from caravan_tui.engine.record import new_id
from caravan_tui.games import registry
from caravan_tui.sessions import forkserver
from saves.store import Store
from tests.crashes import processes
from tests.crashes.keys import random_keys
from tests.crashes.witness import Verdict, install, judge, nearly_over, read_notes

MOST_SECONDS = 8.0
"""Time after which a child is killed that notes nothing."""
MOST_MATCHES = 30
"""Matches of a folder; then it is played on with these."""


class Child:
    """The app in a process and on a pseudo-terminal of its own."""

    def __init__(self, home: Path, notes: Path, arguments: list[str]) -> None:
        self.notes = notes
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.began = time.monotonic()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                os.close(self.master)
                _run_app(slave, home, notes, arguments)
            finally:
                os._exit(70)
        os.close(slave)
        os.set_blocking(self.master, False)

    def noted(self) -> int:
        """Bytes of its notes."""
        return self.notes.stat().st_size if self.notes.exists() else 0

    def read(self, seconds: float) -> None:
        """Take what it has drawn, for at most this time."""
        if select.select([self.master], [], [], max(0.0, seconds))[0]:
            try:
                os.read(self.master, 1 << 16)
            except OSError:
                time.sleep(0.001)

    def type(self, keys: bytes) -> None:
        """Press keys."""
        try:
            os.write(self.master, keys)
        except OSError:
            return

    def has_ended(self) -> bool:
        """Whether it has ended by itself."""
        pid, self.status = os.waitpid(self.pid, os.WNOHANG)
        return pid != 0

    def kill(self) -> list[int]:
        """Kill it at this instant; its processes, which must end with it."""
        os.kill(self.pid, signal.SIGSTOP)  # so that none is started between look and kill
        family = processes.descendants(self.pid)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        return family


def _run_app(slave: int, home: Path, notes: Path, arguments: list[str]) -> NoReturn:
    os.setsid()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    for number in range(3):
        os.dup2(slave, number)
    os.close(slave)
    temporary = home / "tmp"
    os.environ.clear()
    os.environ.update(
        HOME=str(home), CARAVAN_TUI_HOME=str(home), TMPDIR=str(temporary), TERM="xterm-256color",
        LANG="C.UTF-8", PATH=os.defpath,
    )  # fmt: skip
    from caravan_tui.cli.main import run  # loaded before the fork

    install(notes)
    os._exit(run(arguments))


class Player:
    """A folder of matches that is played in and killed."""

    def __init__(self, home: Path, seed: int) -> None:
        self.home, self.rng = home, Random(seed)
        self.verdict = Verdict()
        self.known: set[str] = set()
        self.notes = home / "notes"
        (home / "tmp").mkdir(parents=True)
        config = home / "config"
        config.mkdir()
        (config / "settings.toml").write_text("workers = 1\nseconds = 1\n")
        self._ends = [
            nearly_over(game, self._seats(game, "herder"), seed) for game in registry.ids()
        ]

    def _seats(self, game: str, other: str) -> list[Seat]:
        count = max(2, registry.spec(game).min_seats)
        return [Seat("person", "Ada"), *[Seat(other, f"P{number}") for number in range(1, count)]]

    def _add_match(self) -> str:
        """Put a match into the folder; some are close to their end."""
        store = Store(self.home / "data")
        if self.rng.random() < 0.4:
            record: Record = evolve(self.rng.choice(self._ends), id=new_id())
            match = Match.from_record(evolve(record, log=list(record.log)))
        else:
            game = self.rng.choice(registry.ids())
            seats = self._seats(game, self.rng.choice(("person", "herder")))
            match = Match.new(game, {}, seats, self.rng.randrange(1 << 30))
        store.save_now(match)
        store.release_all()
        self.known.add(match.record.id)
        return match.record.id

    def _arguments(self, number: int) -> list[str]:
        """What the app is started with: mostly a match to continue, the games in turn."""
        games = registry.ids()
        game = games[number % len(games)]
        if self.rng.random() < 0.15 and len(self.known) < MOST_MATCHES:
            others = max(1, registry.spec(game).min_seats - 1)
            return ["play", game, "--seats", ",".join(["me", *["herder"] * others])]
        running = [
            entry.id
            for entry in Store(self.home / "data").listing().entries
            if entry.header is not None and not entry.header.over
        ]
        if len(running) < len(games) or (self.rng.random() < 0.2 and len(running) < MOST_MATCHES):
            return ["continue", self._add_match()]
        return ["continue", self.rng.choice(running)]

    def kill_once(self, number: int) -> None:
        """Start the app, press keys, kill it, and look at what is left."""
        self.notes.unlink(missing_ok=True)
        rng, figures = self.rng, self.verdict.figures
        child = Child(self.home, self.notes, self._arguments(number))
        way = rng.choices(("while it starts", "at any time", "after a change"), (2, 4, 4))[0]
        deadline = time.monotonic() + (rng.random() if way == "while it starts" else MOST_SECONDS)
        changes = rng.randrange(1, 6)
        keys, next_key = random_keys(rng), 0.0
        noted, is_open = 0, False
        while (now := time.monotonic()) < deadline:
            child.read(min(0.0007, deadline - now))
            size = child.noted()
            if size != noted:
                noted, changes = size, changes - 1
                if not is_open:
                    is_open = True
                    figures["milliseconds to the table"] += round(1000 * (now - child.began))
                    if way == "at any time":
                        deadline = now + rng.uniform(0.0, 2.5)
                if way == "after a change" and changes == 0:
                    deadline = now + rng.uniform(0.0, 0.004)
            if is_open and now >= next_key:
                key, pause = next(keys)
                child.type(key)
                next_key = now + pause
                if child.has_ended():
                    figures["ended by itself"] += 1
                    if child.status:
                        self.verdict.faults.append(f"crashed, status {child.status}")
                    os.close(child.master)
                    judge(self.home / "data", read_notes(self.notes), self.known, self.verdict)
                    return
        family = child.kill()
        os.close(child.master)
        figures["kills"] += 1
        figures[f"kills {way}"] += 1
        figures["kills with a table open"] += is_open
        figures["kills in a write"] += any((self.home / "data" / "matches").glob(".*.tmp"))
        judge(self.home / "data", read_notes(self.notes), self.known, self.verdict)
        left = processes.wait_until_gone(family)
        self.verdict.faults += [f"orphan: {line}" for line in left]

    def look_at_leftovers(self) -> None:
        """After the last kill: what lies about beside matches and settings."""
        files = [path for path in self.home.rglob("*") if path.is_file()]
        names = {path.name for path in files}
        for path in files:
            match = path.name.removeprefix(".").removesuffix(".lock") + ".caravan"
            # a match keeps the lock of the app that was killed until it is opened again
            is_lock = path.suffix == ".lock" and match in names
            if path.name.startswith(".") and not is_lock:
                self.verdict.faults.append(f"left over: {path}")
        self.verdict.faults += [f"left over: {path}" for path in (self.home / "tmp").iterdir()]
        self.verdict.figures["files at the end"] += sum(
            path.is_file() for path in self.home.rglob("*")
        )


def main() -> None:
    """See the module."""
    folder, kills, seed = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    forkserver.preload()
    from caravan_tui import app as app  # the children are forked with what they need

    gc.collect()
    gc.freeze()
    player = Player(folder, seed)
    number = 0
    while player.verdict.figures["kills"] < kills:
        player.kill_once(number)
        number += 1
        player.verdict.report()
    player.look_at_leftovers()
    player.verdict.report()
