"""`python -m bench.motion [--seconds N]`: what moving pictures cost, at home and at each table.

The app runs in a terminal of its own. For every second of a scene it is noted how much processor
time its process took (searches have processes of their own) and how much it wrote. *Far* is what
an SSH session shows, without animations as by default; what it writes is counted as the server
sends it, compressed. Needs Linux.
"""

from __future__ import annotations

import argparse
import os
import select
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import mean

from attrs import frozen

from bench.timing import compiled_modules
from caravan_tui.games import registry
from caravan_tui.ssh.bounds import FlushingCompressor
from tests.support.terminal import Terminal

CORE_AIM = 5.0
"""Per cent of a core while something moves, at most."""

LINE_AIM = 4.0
"""KB in any second over SSH, at most."""

SIZES = ((80, 24), (120, 36))

WALK = 20
"""Seconds that the caravan of home walks."""

REST = 5
"""Seconds for which nothing moves."""

SETTLING = 3.0
"""Seconds after the first frame that belong to the start."""


@frozen
class Second:
    """What one second of a scene cost."""

    core: float
    """Per cent of a core."""
    written: float
    """KB."""


def seconds_of(terminal: Terminal, count: int, *, far: bool = False) -> Iterator[Second]:
    """Read what is written for as many seconds, and tell what each one cost."""
    line = FlushingCompressor() if far else None
    for _second in range(count):
        began, used = time.monotonic(), processor_time(terminal.process.pid)
        written = read_for(terminal, 1.0, line)
        passed = time.monotonic() - began
        core = 100 * (processor_time(terminal.process.pid) - used) / passed
        yield Second(core, written / 1000 / passed)


def read_for(terminal: Terminal, seconds: float, line: FlushingCompressor | None = None) -> int:
    """The bytes written within so many seconds, or that go over a line that compresses."""
    end, written = time.monotonic() + seconds, 0
    while (left := end - time.monotonic()) > 0:
        if select.select([terminal.master], [], [], left)[0]:
            data = os.read(terminal.master, 65536)
            written += len(line.compress(data) if line is not None else data)
    return written


def processor_time(pid: int) -> float:
    """Seconds of processor time of all threads of a process."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e9


@contextmanager
def scene(
    *arguments: str, size: tuple[int, int], until: str, far: bool = False
) -> Iterator[Terminal]:
    """The app in a home of its own, once it has written `until` and come to rest."""
    with tempfile.TemporaryDirectory(prefix="motion") as home:
        session = {"SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"} if far else {}
        session |= compiled_modules()
        terminal = Terminal(*arguments, CARAVAN_TUI_HOME=home, COLORTERM="truecolor", **session)
        terminal.resize(*size)
        try:
            terminal.read_until(until)
            if until not in terminal.text:
                sys.exit(f"{' '.join(arguments) or 'home'}: {until!r} never came")
            read_for(terminal, SETTLING)
            yield terminal
        finally:
            terminal.process.kill()
            terminal.process.wait()
            terminal.close()


def report(name: str, seconds: Sequence[Second]) -> None:
    """Print what a scene cost."""
    cores, lines = [second.core for second in seconds], [second.written for second in seconds]
    print(
        f"  {name:<34} core {mean(cores):5.1f} % (most {max(cores):5.1f})"
        f"   line {mean(lines):5.2f} KB/s (most {max(lines):5.2f})",
        flush=True,
    )


def main() -> None:
    """Measure every scene, and print a line for each."""
    parser = argparse.ArgumentParser(description="What moving pictures cost.")
    parser.add_argument("--seconds", type=int, default=20, help="of each table (default 20)")
    options = parser.parse_args()
    print(f"aims: {CORE_AIM:g} % of a core while something moves, {LINE_AIM:g} KB/s over SSH")
    for size in SIZES:
        print(f"{size[0]} × {size[1]}")
        with scene(size=size, until="Quit") as terminal:
            report("home, the caravan walks", list(seconds_of(terminal, WALK - int(SETTLING) - 2)))
            read_for(terminal, SETTLING + 2)
            report("home, at rest", list(seconds_of(terminal, REST)))
        for game in registry.ids():
            for far in (False, True):
                seats = ("play", game, "--seats", "trader,trader", "--seed", "1")
                with scene(*seats, size=size, until="Leave", far=far) as terminal:
                    name = f"{registry.short_name(game)}, two Traders{', far' if far else ''}"
                    report(name, list(seconds_of(terminal, options.seconds, far=far)))


if __name__ == "__main__":
    main()
