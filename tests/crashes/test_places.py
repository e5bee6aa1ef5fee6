"""The app in places where it cannot save as usual: one clear line, and nothing is lost.

A library under LD_PRELOAD (`disk.c`) makes the disk refuse, dawdle, or the clock wrong while the
app runs. It needs a C compiler and Linux.
"""

from __future__ import annotations

import errno
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from caravan_tui.engine import Match
from saves.store import Store
from tests.crashes.witness import digest_of
from tests.saves.helpers import play
from tests.support.terminal import Terminal

COMPILER = shutil.which("cc")
pytestmark = [
    pytest.mark.skipif(COMPILER is None or sys.platform != "linux", reason="no C compiler"),
    pytest.mark.timeout(600),
]
SLOW = 250
"""Milliseconds for each opening, syncing and renaming: as a network disk that is far away."""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("disk") / "disk.so"
    source = Path(__file__).with_name("disk.c")
    subprocess.run([COMPILER, "-shared", "-fPIC", "-O1", "-o", target, source], check=True)  # type: ignore[list-item]
    return target


class Place:
    """A home with one match, and the app in it."""

    def __init__(self, home: Path, library: Path) -> None:
        self.home, self.library = home, library
        self.store = Store(home / "data")
        self.match: Match = play("sahara", 4)
        self.store.save_now(self.match)
        self.store.release_all()
        self._orders = home / "orders"
        self.order()

    def order(self, error: int = 0, delay: int = 0, seconds: int = 0) -> None:
        """How disk and clock are from now on."""
        new = self._orders.with_suffix(".new")
        new.write_text(f"{error} {delay} {seconds}")
        new.replace(self._orders)

    def start(self) -> Terminal:
        """The app, on its way to the match."""
        return Terminal(
            "continue", self.match.record.id[:8], CARAVAN_TUI_HOME=str(self.home),
            LD_PRELOAD=str(self.library), DISK_HOME=str(self.home / "data"),
            DISK_ORDERS=str(self._orders),
        )  # fmt: skip

    @contextmanager
    def playing(self) -> Iterator[Terminal]:
        """The app at the table of the match, killed at the end."""
        terminal = self.start()
        try:
            terminal.read_until("to move")
            yield terminal
        finally:
            if terminal.process.poll() is None:
                terminal.process.kill()
                terminal.process.wait()
            terminal.close()

    def saved(self) -> Match:
        """The match as it is on the disk."""
        return Store(self.home / "data").load(self.match.record.id, watch=True)[0]


@pytest.fixture
def place(tmp_path: Path, library: Path) -> Place:
    return Place(tmp_path, library)


def play_until(terminal: Terminal, is_done: Callable[[], bool], seconds: float = 90.0) -> None:
    """Play first moves of the list of moves until something is so."""
    end = time.monotonic() + seconds
    while not is_done():
        assert time.monotonic() < end, terminal.text[-1500:]
        for key in ("m", "\r"):
            terminal.write(key)
            terminal.read_until("\0", 0.4)


def is_shown(terminal: Terminal, pattern: str) -> bool:
    """Whether the app has drawn a text that matches, whatever its colours."""
    plain = re.sub(r"\x1b\[[0-9;?]*[ -/]*[@-~]|[▌\r\n]", "", terminal.text)
    return re.search(pattern, " ".join(plain.split())) is not None


CASES = [
    (errno.ENOSPC, "The disk is full"),
    (errno.EROFS, "read-only"),
    (errno.EACCES, "(?i)permission|not allowed|may not"),
]


@pytest.mark.parametrize(
    ("error", "pattern"),
    [CASES[0], *(pytest.param(*case, marks=pytest.mark.nightly) for case in CASES[1:])],
)
def test_a_disk_that_refuses_is_named_and_the_match_is_saved_once_it_takes_it(
    place: Place, error: int, pattern: str
) -> None:
    before = place.match.version
    with place.playing() as terminal:
        place.order(error)
        play_until(terminal, lambda: is_shown(terminal, pattern))
        assert digest_of(place.saved().record.log[:before]) == digest_of(place.match.record.log)
        place.order()
        play_until(terminal, lambda: place.saved().version > before)
    assert place.store.listing().notices == []


@pytest.mark.nightly
def test_a_slow_disk_holds_up_no_play_and_a_kill_leaves_the_match_whole(place: Place) -> None:
    place.order(delay=SLOW)
    before = place.match.version
    with place.playing() as terminal:
        play_until(terminal, lambda: place.saved().version > before + 1)
    assert place.store.listing().notices == []
    assert place.store.load(place.match.record.id)[0].version > before + 1


@pytest.mark.nightly
def test_a_clock_that_goes_backwards_costs_nothing(place: Place) -> None:
    before = place.match.version
    with place.playing() as terminal:
        place.order(seconds=-400 * 86_400)
        play_until(terminal, lambda: place.saved().version > before)
    (entry,) = place.store.listing().entries
    assert entry.header is not None and entry.header.actions == place.saved().version
    assert place.store.latest() == entry


@pytest.mark.nightly
def test_a_folder_that_is_removed_while_it_is_played_in_is_made_again(place: Place) -> None:
    before = place.match.version
    with place.playing() as terminal:
        shutil.rmtree(place.home / "data")
        path = place.store.folder / f"{place.match.record.id}.caravan"
        play_until(terminal, path.exists)
    assert place.saved().version > before


@pytest.mark.nightly
def test_a_second_app_is_told_where_the_match_is_open(place: Place) -> None:
    with place.playing() as first:
        second = place.start()
        try:
            end = time.monotonic() + 60
            while not is_shown(second, f"open in another window .process {first.process.pid}"):
                assert time.monotonic() < end, second.text[-1500:]
                second.read_until("\0", 0.3)
        finally:
            second.process.kill()
            second.process.wait()
            second.close()
    assert place.store.listing().notices == []
