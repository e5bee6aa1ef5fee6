"""What a player feels: the loop while others think, the start of a program, the first move."""

from __future__ import annotations

import asyncio
import os
import pty
import select
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from ai.bot import ComputerSeat
from ai.pool import Pool
from ai.views import pack
from bench.positions import decisions
from bench.timing import compiled_modules
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import SearchRequest
from caravan_tui.bus.table import TableHost
from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from saves.store import Store

TICK = 0.005


def _percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


async def _ticks(seconds: float) -> list[float]:
    """How late a timer of the loop fires, again and again."""
    late = []
    end = perf_counter() + seconds
    while perf_counter() < end:
        began = perf_counter()
        await asyncio.sleep(TICK)
        late.append(perf_counter() - began - TICK)
    return late


def loop_delay(rounds: int, seconds: float = 1.5) -> dict[str, float]:
    """The 99th percentile of the loop's delay in milliseconds, idle and while two workers search,
    and the median of the rounds' ratios."""
    state = decisions("decktet", 1, 3)[0]
    view = pack(registry.get("decktet").view(state, state.to_act()))

    async def run() -> dict[str, float]:
        pool = Pool(2)
        pool.start()
        while pool.idle < 2:
            await asyncio.sleep(0.02)
        idle, busy, ratios = [], [], []
        for _ in range(rounds):
            still = _percentile(await _ticks(seconds), 0.99)
            ask = SearchRequest(
                "decktet", view, state.to_act(), "master", 1, 10**8, seconds=seconds
            )
            search = asyncio.create_task(pool.search(ask, lambda _thinking: None))
            await asyncio.sleep(0.1)
            working = _percentile(await _ticks(seconds - 0.3), 0.99)
            await search
            idle.append(still)
            busy.append(working)
            ratios.append(working / still)
        await pool.close()
        return {
            "idle": 1000 * median(idle),
            "busy": 1000 * median(busy),
            "ratio": median(ratios),
        }

    return asyncio.run(run())


def first_move(rounds: int) -> dict[str, float]:
    """Milliseconds from opening a match to the first act of a computer seat: workers that are
    already there, and workers that are started by it."""

    async def first_action(pool: Pool, warm: bool) -> float:
        bus = LocalBus()
        if warm:
            await pool.ready()
        began = perf_counter()
        pool.start()
        match = Match.new("decktet", {}, [Seat("porter"), Seat("porter")], 3)
        first = match.version
        host = TableHost(bus)
        host.open(match)
        name = match.record.id
        seats = [
            ComputerSeat(host.table(name, seat), pool.search, "decktet", "porter", seed=1)
            for seat in (0, 1)
        ]
        tasks = [asyncio.create_task(seat.run()) for seat in seats]
        while match.version == first:
            await asyncio.sleep(0.001)
        took = perf_counter() - began
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await pool.close()
        return took

    async def run() -> dict[str, float]:
        cold = [await first_action(Pool(2), warm=False) for _ in range(rounds)]
        warm = [await first_action(Pool(2), warm=True) for _ in range(rounds)]
        return {"cold": 1000 * median(cold), "warm": 1000 * median(warm)}

    return asyncio.run(run())


class _Terminal:
    """The app in a terminal of its own, 80 x 24."""

    def __init__(self, home: str) -> None:
        terminal = {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
        terminal["CARAVAN_TUI_HOME"] = home
        environment = {**os.environ, **compiled_modules(), **terminal}
        self.began = perf_counter()
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            os.execve(sys.executable, [sys.executable, "-m", "caravan_tui"], environment)

    def read(self, seconds: float) -> bytes:
        """What it draws next; nothing if it draws nothing in this time."""
        if not select.select([self.file], [], [], seconds)[0]:
            return b""
        try:
            return os.read(self.file, 1 << 16)
        except OSError:
            return b""

    def first_frame(self) -> float:
        """Seconds from the start until it has drawn a frame."""
        drawn = 0
        # A frame of 80 x 24 is longer than all the questions a program asks its terminal.
        while drawn < 2500 and perf_counter() - self.began < 20:
            drawn += len(self.read(0.05))
        return perf_counter() - self.began

    def settle(self) -> None:
        """Wait until it draws no more."""
        end = perf_counter() + 10
        while self.read(0.15) and perf_counter() < end:
            pass

    def key(self, key: bytes) -> float:
        """Seconds from a key to what is drawn for it; infinite if nothing is."""
        self.settle()
        began = perf_counter()
        os.write(self.file, key)
        return perf_counter() - began if self.read(2.0) else float("inf")

    def until(self, text: bytes, seconds: float = 20.0) -> float:
        """Seconds until this text is drawn, which has to stand in one style; infinite if it is not
        drawn in time."""
        began, drawn = perf_counter(), b""
        while perf_counter() - began < seconds:
            drawn = drawn[-len(text) :] + self.read(0.05)
            if text in drawn:
                return perf_counter() - began
        return float("inf")

    def close(self) -> None:
        """End it."""
        os.kill(self.pid, signal.SIGKILL)
        os.close(self.file)
        os.waitpid(self.pid, 0)


def _import_time() -> float:
    """Seconds of `python -c "import textual.app"`."""
    began = perf_counter()
    command = [sys.executable, "-c", "import textual.app"]
    subprocess.run(command, check=True, env={**os.environ, **compiled_modules()})
    return perf_counter() - began


def _first_frame(home: str) -> float:
    terminal = _Terminal(home)
    took = terminal.first_frame()
    terminal.close()
    return took


def start_to_move(rounds: int) -> dict[str, float]:
    """Milliseconds from *Start* in the set-up, in an app that was just opened, to the frame with
    the first move of the computer seat that begins, beside `python -c "import textual.app"`; and
    the median of the rounds' ratios. A match of Caravan (Decktet) between computer seats."""
    down, enter, back_tab, f10 = b"\x1b[B", b"\r", b"\x1b[Z", b"\x1b[21~"
    fields = 7
    """From the button back to the list of who the first seat is."""
    ratios, moves, imports = [], [], []
    for _ in range(rounds):
        imported = _import_time()
        with tempfile.TemporaryDirectory() as home:
            terminal = _Terminal(home)
            try:
                terminal.first_frame()
                for key in (enter, *[back_tab] * fields, enter, down, enter):
                    terminal.key(key)
                terminal.settle()
                os.write(terminal.file, f10)
                move = terminal.until(b"Season, led by")
            finally:
                terminal.close()
        moves.append(move)
        imports.append(imported)
        ratios.append(move / imported)
    return {
        "move": 1000 * median(moves),
        "import": 1000 * median(imports),
        "ratio": median(ratios),
    }


TABLES_OF_AN_EVENING = 20
"""Tables that are opened and left to see what stays of them."""


def openings(rounds: int) -> dict[str, float]:
    """How long screens take to open, and what the app takes by then.

    Milliseconds from a key to what it opens, `setup`, `table` and `home`, first with the modules to
    be loaded, then `again`; beside `import` as in `start_up`. MiB (PSS) without the search workers:
    `mib_home` before anything was opened, `mib` after two tables, `mib_evening` after
    `TABLES_OF_AN_EVENING` more.
    """
    down, enter, f10 = b"\x1b[B", b"\r", b"\x1b[21~"
    steps = (("setup", enter, b"empty seat"), ("table", f10, b" Help"), ("home", b"q", b"Continue"))
    took: dict[str, list[float]] = {}
    for _ in range(rounds):
        took.setdefault("import", []).append(1000 * _import_time())
        with tempfile.TemporaryDirectory() as home:
            store = Store(Path(home) / "data")
            store.save_now(Match.new("decktet", {}, [Seat("person"), Seat("porter")], 3))
            store.release_all()
            terminal = _Terminal(home)
            try:
                terminal.first_frame()
                terminal.settle()
                took.setdefault("mib_home", []).append(_pss(terminal.pid))
                for _key in range(4):  # to a game with empty seats, which stays selected
                    terminal.key(down)
                for again in ("", " again"):
                    for name, key, text in steps:
                        terminal.settle()
                        os.write(terminal.file, key)
                        seconds = terminal.until(text)
                        took.setdefault(name + again, []).append(1000 * seconds)
                took.setdefault("mib", []).append(_pss(terminal.pid))
                for _name, key, text in steps * TABLES_OF_AN_EVENING:
                    terminal.settle()
                    os.write(terminal.file, key)
                    terminal.until(text)
                took.setdefault("mib_evening", []).append(_pss(terminal.pid))
            finally:
                terminal.close()
    return {name: median(values) for name, values in took.items()}


def _pss(process: int) -> float:
    """The proportional memory of a process in MiB; nan where the system does not say."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return float("nan")
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:"))


def key_to_paint(rounds: int, keys: int = 16) -> dict[str, float]:
    """The 95th percentile, in milliseconds, from a key on the home screen to what is drawn for it:
    idle, and while two workers search; and the median of the rounds' ratios."""
    state = decisions("decktet", 1, 3)[0]
    view = pack(registry.get("decktet").view(state, state.to_act()))

    def press(terminal: _Terminal) -> float:
        down, up = b"\x1b[B", b"\x1b[A"
        return _percentile(
            [terminal.key(up if number % 2 else down) for number in range(keys)], 0.95
        )

    async def run(terminal: _Terminal) -> dict[str, float]:
        pool = Pool(2)
        pool.start()
        while pool.idle < 2:
            await asyncio.sleep(0.02)
        idle, busy = [], []
        for _ in range(rounds):
            idle.append(await asyncio.to_thread(press, terminal))
            ask = SearchRequest(
                "decktet", view, state.to_act(), "master", 1, 10**8, seconds=60.0, match="b"
            )
            search = asyncio.create_task(pool.search(ask))
            await asyncio.sleep(0.2)
            busy.append(await asyncio.to_thread(press, terminal))
            pool.hurry("b")
            await search
        await pool.close()
        ratios = [in_load / in_peace for in_load, in_peace in zip(busy, idle, strict=True)]
        return {
            "idle": 1000 * median(idle),
            "busy": 1000 * median(busy),
            "ratio": median(ratios),
        }

    with tempfile.TemporaryDirectory() as home:
        terminal = _Terminal(home)
        try:
            terminal.first_frame()
            terminal.settle()
            return asyncio.run(run(terminal))
        finally:
            terminal.close()


def start_up(rounds: int) -> dict[str, float]:
    """Milliseconds from the start of the process to the first frame, and for
    `python -c "import textual.app"`."""
    ratios, frames, imports = [], [], []
    with tempfile.TemporaryDirectory() as home:
        _import_time()
        _first_frame(home)
        for _ in range(rounds):
            imported = _import_time()
            frame = _first_frame(home)
            frames.append(frame)
            imports.append(imported)
            ratios.append(frame / imported)
    return {
        "frame": 1000 * median(frames),
        "import": 1000 * median(imports),
        "ratio": median(ratios),
    }
