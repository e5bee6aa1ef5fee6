"""Whether a worker's memory grows as it searches.

    python -m bench.memory [--games ID ...] [--iterations N] [--write FILE]

A worker searches the positions of a match again and again, in a process of its own without the
collector of cycles, as in the app. Its resident memory is read on the way. Some of what is added
are caches, which the worker lets go of when it holds too much: so it lets go at the end, searches a
tenth as much again, and lets go again. What is held then beyond what was held before has leaked,
but for tables that the rules keep up to a limit. Linux only.
"""

from __future__ import annotations

import gc
import multiprocessing
import sys
from argparse import ArgumentParser
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from ai.protocol import Report
from ai.views import pack
from ai.worker import Worker
from bench.positions import decisions
from caravan_tui.bus.messages import SearchRequest
from caravan_tui.games import registry

POSITIONS, EVERY = 12, 5
SEARCH = 2000
"""Iterations of one search, as of a Caravan master's."""
TENTHS = 10
HEAD = (
    "| game | iterations | MiB after a tenth | after half | at the end | let go "
    "| kept of another tenth, KiB |\n|---|---|---|---|---|---|---|"
)
BLOCK = 60
"""Bytes of a block of memory, about."""


class Silence:
    """A pipe to nobody."""

    def send(self, report: Report) -> None:
        """Drop a report."""

    def receive(self, wait: bool) -> None:
        """No command ever comes."""


def resident() -> float:
    """The resident memory of this process, in MiB."""
    status = Path("/proc/self/status").read_text()
    (line,) = (line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def measure(game_id: str, iterations: int) -> tuple[list[float], int]:
    """The memory of a worker after each tenth of so many iterations and once it has let go, in MiB,
    and the blocks that another tenth leaves behind."""
    gc.collect()
    gc.freeze()
    gc.disable()
    game = registry.get(game_id)
    states = decisions(game_id, POSITIONS, EVERY)
    views = [(pack(game.view(state, state.to_act())), state.to_act()) for state in states]
    worker = Worker(Silence())  # type: ignore[arg-type]
    searched = 0

    def search_tenth() -> None:
        nonlocal searched
        for _ in range(iterations // SEARCH // TENTHS):
            view, seat = views[searched % len(views)]
            searched += 1
            worker.search(
                SearchRequest(game_id, view, seat, "master", searched, SEARCH, seconds=600.0)
            )

    sizes = []
    for _ in range(TENTHS):
        search_tenth()
        sizes.append(resident())
    worker.free_memory()
    held = sys.getallocatedblocks()
    sizes.append(resident())
    search_tenth()
    worker.free_memory()
    return sizes, sys.getallocatedblocks() - held


def main() -> None:
    """Print a row for each game."""
    parser = ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", nargs="+", choices=registry.ids(), default=registry.ids())
    parser.add_argument("--iterations", type=int, default=1_000_000)
    parser.add_argument("--write", type=Path, help="write the table to this Markdown file")
    given = parser.parse_args()
    if given.iterations < TENTHS * SEARCH:
        parser.error(f"--iterations: at least {TENTHS * SEARCH}")
    lines = [HEAD]
    print(HEAD)
    for game_id in given.games:
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as processes:
            sizes, kept = processes.submit(measure, game_id, given.iterations).result()
        lines.append(
            f"| {registry.game_name(game_id)} | {given.iterations:,} | {sizes[0]:.1f} "
            f"| {sizes[TENTHS // 2 - 1]:.1f} | {sizes[TENTHS - 1]:.1f} | {sizes[-1]:.1f} "
            f"| {kept * BLOCK / 1024:.0f} |"
        )
        print(lines[-1], flush=True)
    if given.write:
        given.write.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
