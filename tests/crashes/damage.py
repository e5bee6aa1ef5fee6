"""Damaged files through everything that reads one: list, watch, load, check, import, first move."""

from __future__ import annotations

import resource
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from caravan_tui.engine import Match
from saves.errors import SaveError
from saves.store import Store
from tests.crashes.witness import Verdict
from tests.saves.spoiled import GAMES, NAME, WAYS, spoil

MOST_SECONDS = 1.0
"""Processor time that one reading of a file may take."""
MOST_MIB = 200
"""Memory that this process may need beyond what it had before the first file."""


class Reader:
    """A folder in which each damaged file is read in every way."""

    def __init__(self, folder: Path, verdict: Verdict) -> None:
        self.store, self.verdict = Store(folder / "home"), verdict
        self.store.folder.mkdir(parents=True)
        self.outside = folder / "outside.caravan"
        self.match: Match | None = None

    def read(self, what: str, data: bytes) -> None:
        """Read one file in every way."""
        path = self.store.folder / f"{NAME}.caravan"
        self.outside.write_bytes(data)
        self.match = None
        ways: dict[str, Callable[[], object]] = {
            "list": self._list,
            "watch": lambda: self.store.load(NAME, watch=True),
            "load": self._load,
            "check": self.store.check,
            "import": lambda: self.store.import_(self.outside),
        }
        for name, way in ways.items():
            path.write_bytes(data)  # a damaged one may have been moved
            self._time(f"{what}: {name}", way)
        if self.match is not None:
            self.verdict.figures["damaged, opened and played on"] += 1
            self._time(f"{what}: first move", self._play_on)
        for folder in (self.store.folder, self.store.damaged):
            if folder.exists():
                for file in folder.iterdir():
                    file.unlink()

    def _time(self, what: str, way: Callable[[], object]) -> None:
        figures = self.verdict.figures
        cpu, wall = time.process_time(), time.perf_counter()
        try:
            way()
        except SaveError as error:
            if "\n" in str(error):
                self.verdict.faults.append(f"{what}: not one line: {error}")
        except Exception:  # whatever it is, somebody would read it
            last = traceback.format_exc().strip().splitlines()
            self.verdict.faults.append(f"{what}: {last[-3].strip()}: {last[-1]}")
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        figures["damaged, readings"] += 1
        key = "damaged, slowest reading, processor milliseconds"
        figures[key] = max(figures[key], round(1000 * cpu))
        figures["damaged, readings over a second by the clock"] += wall > MOST_SECONDS
        if cpu > MOST_SECONDS:
            self.verdict.faults.append(f"{what}: {cpu:.2f} s")

    def _list(self) -> None:
        listing = self.store.listing()
        assert len(listing.entries) + len(listing.notices) >= 1, "the file is not mentioned"
        assert not any("\n" in notice for notice in listing.notices), "a notice is one line"

    def _load(self) -> None:
        try:
            self.match, _repairs = self.store.load(NAME)
        finally:
            self.store.release_all()

    def _play_on(self) -> None:
        match = self.match
        assert match is not None
        match.view(None)
        if not match.over and match.to_act >= 0:
            match.act(match.to_act, match.legal(match.to_act)[0])
        self.store.save_now(match)
        self.store.release_all()


def judge_files(count: int, seed: int, folder: Path, verdict: Verdict) -> None:
    """Read this many damaged files, every kind of damage in turn."""
    reader = Reader(folder, verdict)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for number in range(count):
        what, data = spoil(number // WAYS % len(GAMES), number % WAYS, seed * 1_000_003 + number)
        reader.read(what, data)
        verdict.figures["damaged files"] += 1
    peak = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024
    verdict.figures["damaged, memory beyond the first, MiB"] = peak
    if peak > MOST_MIB:
        verdict.faults.append(f"memory: {peak} MiB")
